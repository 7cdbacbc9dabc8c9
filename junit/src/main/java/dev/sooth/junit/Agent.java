package dev.sooth.junit;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;

/**
 * The agent in this JVM, if there is one. Its hooks are in the boot loader, where they appear when
 * it starts, so they are found by name.
 */
final class Agent {
  private static final String MARKS = "dev.sooth.agent.bootstrap.TestMarks";

  private static volatile Agent present; // null while there is none

  private final MethodHandle begin;
  private final MethodHandle end;
  private final MethodHandle trace;
  private final MethodHandle flush;
  private final MethodHandle found;

  private Agent(Class<?> marks) throws ReflectiveOperationException {
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    MethodType telling = MethodType.methodType(boolean.class, String.class);
    begin = lookup.findStatic(marks, "begin", telling);
    end = lookup.findStatic(marks, "end", telling);
    trace = lookup.findStatic(marks, "trace", MethodType.methodType(String.class));
    flush = lookup.findStatic(marks, "flushSoon", MethodType.methodType(void.class));
    found = lookup.findStatic(marks, "found", MethodType.methodType(String.class));
  }

  /** The one of this JVM; another one may be there later. */
  static Optional<Agent> find() {
    Agent known = present;
    if (known == null) {
      try {
        known = new Agent(Class.forName(MARKS, true, null));
        present = known;
      } catch (ReflectiveOperationException e) {
        return Optional.empty();
      }
    }
    return Optional.of(known);
  }

  /** The current thread begins a test; false if the thread is not recorded. */
  boolean begin(String test) {
    try {
      return (boolean) begin.invokeExact(test);
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  /** The current thread ends a test; false if the thread is not recorded. */
  boolean end(String test) {
    try {
      return (boolean) end.invokeExact(test);
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  /** The file of the trace; empty if nothing is recorded to a file now. */
  String trace() {
    try {
      return (String) trace.invokeExact();
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  /** Has what was recorded so far written soon. */
  void flushSoon() {
    try {
      flush.invokeExact();
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  /** What the checks at the accesses have reported so far; null if none are made now. */
  String found() {
    try {
      return (String) found.invokeExact();
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  private static RuntimeException rethrown(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException exception ? exception : new IllegalStateException(e);
  }
}
