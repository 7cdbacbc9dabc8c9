package dev.sooth.trace.format;

import dev.sooth.trace.NameTable;
import java.util.BitSet;

/**
 * Some recorders write {@code fork(125)} for the thread that they call {@code T125} elsewhere.
 * Which of the two is meant must be decided at the fork, before the thread has any event: a number
 * means {@code T} and the number when the thread that forks is itself called {@code T} and a
 * number, unless a thread with the plain number as its name is known, because it came before or, in
 * a file, because {@link NumberedThreads} has looked ahead.
 */
final class ThreadNumbers {
  private final NameTable threads;
  private final BitSet meant = new BitSet(); // threads that were given as a number
  private byte[] scratch = new byte[64];

  ThreadNumbers(NameTable threads) {
    this.threads = threads;
  }

  /** Whether this target of a fork or join is to be read with a T before it. */
  boolean isNumberOfThread(byte[] text, int from, int to, int byThread) {
    return Ascii.isNumber(text, from, to)
        && threads.find(text, from, to) < 0
        && isLetterAndNumber(byThread);
  }

  /** The thread that a number means. */
  int intern(byte[] text, int from, int to) {
    int id = threads.intern(scratch, 0, prefixed(text, from, to));
    meant.set(id);
    return id;
  }

  /** Whether a thread of this name, now seen for the first time, contradicts the guess. */
  boolean contradicts(byte[] text, int from, int to) {
    if (meant.isEmpty() || !Ascii.isNumber(text, from, to)) {
      return false;
    }
    int id = threads.find(scratch, 0, prefixed(text, from, to));
    return id >= 0 && meant.get(id);
  }

  private int prefixed(byte[] text, int from, int to) {
    int length = to - from + 1;
    if (scratch.length < length) {
      scratch = new byte[2 * length];
    }
    scratch[0] = 'T';
    System.arraycopy(text, from, scratch, 1, length - 1);
    return length;
  }

  private boolean isLetterAndNumber(int thread) {
    int length = threads.length(thread);
    if (scratch.length < length) {
      scratch = new byte[2 * length];
    }
    threads.copy(thread, scratch, 0);
    return length > 1 && scratch[0] == 'T' && Ascii.isNumber(scratch, 1, length);
  }
}
