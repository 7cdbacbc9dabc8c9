package dev.sooth.agent.record;

import dev.sooth.agent.bootstrap.CallPaths;

/**
 * An event of the running program as sinks get it: what it is about is a key, of which {@link
 * Names} makes a name if somebody wants to read it. One object serves for all events, so a sink
 * must not keep it.
 */
public final class RecordedEvent {
  /** What a key stands for, see {@link dev.sooth.agent.bootstrap.Op}. */
  public enum Target {
    FIELD,
    ELEMENT,
    /** What orders and has no value that a program sees: permits, signals, states of the JDK's. */
    HIDDEN,
    LOCK,
    /** The lock that stands for the atomicity of updates of a field. */
    FIELD_UPDATES,
    /** The same of an element. */
    ELEMENT_UPDATES,
    /** The key is the number of a thread. */
    THREAD,
    NONE
  }

  /** A kind of {@link dev.sooth.trace.Kind}. */
  public byte kind;

  /** The number of the thread, see {@link EventSink#thread}. */
  public int thread;

  public Target target;
  public long key;

  /** Where it happened, see {@link dev.sooth.agent.instrument.SiteTable}. */
  public int site;

  /** The call path of the access, {@link CallPaths#ROOT} if it is not known or of no interest. */
  public int path;

  /** Whether {@link #value} was seen. */
  public boolean valueKnown;

  public long value;
}
