package dev.sooth.order.solver;

import dev.sooth.order.Cones;
import dev.sooth.order.CriticalSections;
import dev.sooth.order.Grouping;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.Arrays;

/**
 * What deciding pairs of one trace needs to look up: cones, critical sections, the writer of each
 * read, the event at each point of a thread. Built once in O(events); immutable, so that workers
 * can share it.
 */
public final class TraceIndex {
  /** No event, no section. */
  public static final int NONE = -1;

  private final Trace trace;
  private final CriticalSections sections;
  private final Cones cones;
  private final int threads;
  private final byte[] kinds;
  private final int[] threadStart;
  private final int[] events; // by thread and point
  private final int[] partner; // by position: a read's writer, or an acquire's section
  private final Grouping sectionsOfLock; // by lock, then by thread

  public TraceIndex(Trace trace) {
    this.trace = trace;
    sections = new CriticalSections(trace);
    cones = new Cones(trace, sections);
    kinds = trace.relevantKinds();
    threads = trace.names().threads().size();
    threadStart = new int[threads + 1];
    for (int t = 0; t < threads; t++) {
      threadStart[t + 1] = threadStart[t] + sections.events(t);
    }
    events = new int[trace.size()];
    partner = new int[trace.size()];
    Arrays.fill(partner, NONE);
    int[] lastWrite = new int[trace.names().variables().size()];
    Arrays.fill(lastWrite, NONE);
    for (int i = 0; i < trace.size(); i++) {
      events[threadStart[trace.thread(i)] + sections.point(i)] = i;
      switch (kinds[i]) {
        case Kind.READ, Kind.VOLATILE_READ -> partner[i] = lastWrite[trace.target(i)];
        case Kind.WRITE, Kind.VOLATILE_WRITE -> lastWrite[trace.target(i)] = i;
        default -> {}
      }
    }
    for (int s = 0; s < sections.count(); s++) {
      partner[sections.acquirePosition(s)] = s;
    }
    sectionsOfLock =
        new Grouping(
            sections.count(),
            trace.names().locks().size(),
            threads,
            sections::lock,
            sections::thread);
  }

  public Trace trace() {
    return trace;
  }

  public CriticalSections sections() {
    return sections;
  }

  public Cones cones() {
    return cones;
  }

  public int threads() {
    return threads;
  }

  public byte kind(int position) {
    return kinds[position];
  }

  /** The position of the thread's event after so many others of it. */
  public int event(int thread, int point) {
    return events[threadStart[thread] + point];
  }

  /** The write that the read at this position reads from, or NONE for the initial value. */
  public int writer(int read) {
    return partner[read];
  }

  /** The section that the acquire at this position begins. */
  public int sectionOf(int acquire) {
    return partner[acquire];
  }

  /** The position of the section's release, or NONE if it has none. */
  public int release(int section) {
    int thread = sections.thread(section);
    int point = sections.releasePoint(section);
    return point > sections.events(thread) ? NONE : event(thread, point - 1);
  }

  /** Whether an event of this kind is a write. */
  public static boolean isWrite(byte kind) {
    return kind == Kind.WRITE || kind == Kind.VOLATILE_WRITE;
  }

  /** Whether an event of this kind is a read. */
  public static boolean isRead(byte kind) {
    return kind == Kind.READ || kind == Kind.VOLATILE_READ;
  }

  /** Whether the event must come before the other in every correct reordering that holds it. */
  public boolean mustPrecede(int event, int other) {
    return event != other
        && cones.neededThrough(other, trace.thread(event)) > sections.point(event);
  }

  /** Whether more than one thread takes the section's lock. */
  public boolean isShared(int section) {
    int lock = sections.lock(section);
    return sectionsOfLock.groupsTo(lock) - sectionsOfLock.groupsFrom(lock) > 1;
  }

  /** Whether the set holds an acquire of the section's lock by another thread. */
  public boolean hasRival(int section, int[] prefix) {
    int lock = sections.lock(section);
    for (int g = sectionsOfLock.groupsFrom(lock); g < sectionsOfLock.groupsTo(lock); g++) {
      int thread = sectionsOfLock.secondKey(g);
      if (thread != sections.thread(section)) {
        int earliest = sectionsOfLock.item(sectionsOfLock.start(g));
        if (sections.point(sections.acquirePosition(earliest)) < prefix[thread]) {
          return true;
        }
      }
    }
    return false;
  }
}
