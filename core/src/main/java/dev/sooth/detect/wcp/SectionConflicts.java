package dev.sooth.detect.wcp;

import com.carrotsearch.hppc.LongIntHashMap;
import dev.sooth.order.GrowingClock;
import dev.sooth.order.Publication;
import java.util.Arrays;

/**
 * Rule (a) of WCP: for each lock and variable, the releases of the sections on the lock that read
 * the variable, and those that wrote it (the paper's L^r and L^w).
 *
 * <p>The releases of one lock are ordered by happens-before, so the last one tells all that the
 * earlier ones told. Only sections of <em>other</em> threads count, so the last release of two
 * different threads is kept: whichever thread asks, one of them is the last that counts.
 */
final class SectionConflicts {
  private final LongIntHashMap entries = new LongIntHashMap();
  private int size;

  // By entry * 2 for reads, entry * 2 + 1 for writes.
  private Publication[] last = new Publication[64];
  private Publication[] lastOfAnother = new Publication[64];
  private Section[] notedIn = new Section[64];

  void read(Section section, int variable, int thread, GrowingClock before) {
    int read = entry(section.lock, variable) * 2;
    order(read + 1, thread, before);
    note(section, read);
  }

  void write(Section section, int variable, int thread, GrowingClock before) {
    int read = entry(section.lock, variable) * 2;
    order(read, thread, before);
    order(read + 1, thread, before);
    note(section, read + 1);
  }

  /** The section ends with this release. */
  void close(Section section, Publication release) {
    for (int i = 0; i < section.accessCount; i++) {
      int access = section.accesses[i];
      Publication previous = last[access];
      if (previous != null && previous.thread() != release.thread()) {
        lastOfAnother[access] = previous;
      }
      last[access] = release;
      notedIn[access] = null;
    }
  }

  private void order(int access, int thread, GrowingClock before) {
    Publication release = last[access];
    if (release != null && release.thread() == thread) {
      release = lastOfAnother[access];
    }
    if (release != null) {
      before.join(release);
    }
  }

  private void note(Section section, int access) {
    if (notedIn[access] != section) {
      notedIn[access] = section;
      section.add(access);
    }
  }

  private int entry(int lock, int variable) {
    long key = (long) lock << 32 | variable;
    int slot = entries.indexOf(key);
    if (slot >= 0) {
      return entries.indexGet(slot);
    }
    entries.indexInsert(slot, key, size);
    if (size * 2 + 2 > last.length) {
      last = Arrays.copyOf(last, last.length * 2);
      lastOfAnother = Arrays.copyOf(lastOfAnother, last.length);
      notedIn = Arrays.copyOf(notedIn, last.length);
    }
    return size++;
  }
}
