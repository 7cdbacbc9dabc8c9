package dev.sooth.trace.format;

import dev.sooth.trace.Kind;
import dev.sooth.trace.NameTable;
import java.util.Arrays;

/** The words for operations in one text format. */
final class Operations {
  /** A word that means nothing to us and that can be left out. */
  static final int HARMLESS = -1;

  /**
   * A word of another dialect for something that matters. To leave it out could make a false race,
   * so the reader must not guess.
   */
  static final int FOREIGN = -2;

  /** An access and its implicit lock, in one word. */
  static final int SYNC = Kind.COUNT;

  private static final String[] SUSPECTS = {
    "read",
    "write",
    "rd",
    "wr",
    "acquire",
    "release",
    "lock",
    "unlock",
    "start",
    "sync",
    "wait",
    "notify",
    "notifyAll"
  };

  static final Operations STD =
      new Operations("r, w, acq, rel, fork, join, begin, end, vr, vw")
          .with("r", Kind.READ)
          .with("w", Kind.WRITE)
          .with("acq", Kind.ACQUIRE)
          .with("rel", Kind.RELEASE)
          .with("fork", Kind.FORK)
          .with("join", Kind.JOIN)
          .with("begin", Kind.BEGIN)
          .with("end", Kind.END)
          .with("vr", Kind.VOLATILE_READ)
          .with("vw", Kind.VOLATILE_WRITE)
          .withSuspects();

  static final Operations CSV =
      new Operations("acq, rel, r, w, start, join, sync, begin, end, vr, vw")
          .with("r", Kind.READ)
          .with("w", Kind.WRITE)
          .with("acq", Kind.ACQUIRE)
          .with("rel", Kind.RELEASE)
          .with("start", Kind.FORK)
          .with("fork", Kind.FORK)
          .with("join", Kind.JOIN)
          .with("sync", SYNC)
          .with("begin", Kind.BEGIN)
          .with("end", Kind.END)
          .with("vr", Kind.VOLATILE_READ)
          .with("vw", Kind.VOLATILE_WRITE)
          .withSuspects();

  static final Operations ROADRUNNER =
      new Operations("Acquire, Release, Rd, Wr, ARd, AWr, VRd, VWr, Start, Join")
          .with("Rd", Kind.READ)
          .with("Wr", Kind.WRITE)
          .with("ARd", Kind.READ)
          .with("AWr", Kind.WRITE)
          .with("VRd", Kind.VOLATILE_READ)
          .with("VWr", Kind.VOLATILE_WRITE)
          .with("Acquire", Kind.ACQUIRE)
          .with("Release", Kind.RELEASE)
          .with("Start", Kind.FORK)
          .with("Join", Kind.JOIN)
          .with("Begin", Kind.BEGIN)
          .with("End", Kind.END)
          .withSuspects();

  private final NameTable words = new NameTable();
  private int[] meanings = new int[32];

  private final String listed;

  private Operations(String listed) {
    this.listed = listed;
  }

  /** The words that have a meaning, for messages. */
  String listed() {
    return listed;
  }

  /** The kind of this word, or one of the constants above. */
  int meaning(byte[] text, int from, int to) {
    int id = words.find(text, from, to);
    return id < 0 ? HARMLESS : meanings[id];
  }

  private Operations with(String word, int meaning) {
    int id = words.intern(word);
    if (id >= meanings.length) {
      meanings = Arrays.copyOf(meanings, 2 * meanings.length);
    }
    meanings[id] = meaning;
    return this;
  }

  private Operations withSuspects() {
    for (String word : SUSPECTS) {
      if (words.find(word) < 0) {
        with(word, FOREIGN);
      }
    }
    return this;
  }
}
