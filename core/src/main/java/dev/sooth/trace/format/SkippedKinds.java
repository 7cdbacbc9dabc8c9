package dev.sooth.trace.format;

import dev.sooth.trace.NameTable;
import dev.sooth.trace.Quoted;
import dev.sooth.trace.TraceNotes;
import java.util.Arrays;

/** Counts events of kinds that mean nothing to us, without an object for each. */
final class SkippedKinds {
  /** Input that is not a trace may have a new "kind" in every line; the notes must stay short. */
  private static final int MOST_KINDS = 50;

  private final NameTable names = new NameTable();
  private final long[] counts = new long[MOST_KINDS];
  private long others;

  void count(byte[] text, int from, int to) {
    int id = names.find(text, from, to);
    if (id < 0 && names.size() < MOST_KINDS) {
      id = names.intern(text, from, to);
    }
    if (id < 0) {
      others++;
    } else {
      counts[id]++;
    }
  }

  /** Adds the counts to the notes and starts again from zero. */
  void moveTo(TraceNotes notes) {
    for (int id = 0; id < names.size(); id++) {
      notes.count("skipped {n} events of kind " + Quoted.plain(names.get(id)), counts[id]);
    }
    notes.count("skipped {n} events of other kinds", others);
    Arrays.fill(counts, 0);
    others = 0;
  }
}
