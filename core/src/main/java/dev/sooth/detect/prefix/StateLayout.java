package dev.sooth.detect.prefix;

/**
 * Where the sets of a {@link PackedState} lie in its array of words: two sets of threads, three of
 * locks, four of variables. A layout has room for ids up to its capacity; when a trace brings a
 * larger id, all states move to a larger layout, which is rare since capacities double.
 */
final class StateLayout {
  private static final int LOCK_SETS = 3;
  private static final int VARIABLE_SETS = 4;

  final int threadWords;
  final int lockWords;
  final int variableWords;
  final int grain;
  final int out;
  final int openInPrefix;
  final int openAtEnd;
  final int takenInGrain;
  final int notInPrefix;
  final int inGrain;
  final int grainWrites;
  final int grainReads;
  final int words;

  private StateLayout(int threadWords, int lockWords, int variableWords) {
    this.threadWords = threadWords;
    this.lockWords = lockWords;
    this.variableWords = variableWords;
    grain = 0;
    out = threadWords;
    openInPrefix = 2 * threadWords;
    openAtEnd = openInPrefix + lockWords;
    takenInGrain = openAtEnd + lockWords;
    notInPrefix = takenInGrain + lockWords;
    inGrain = notInPrefix + variableWords;
    grainWrites = inGrain + variableWords;
    grainReads = grainWrites + variableWords;
    words = grainReads + variableWords;
  }

  /** A layout for a few ids of each kind. */
  public static StateLayout smallest() {
    return new StateLayout(1, 1, 1);
  }

  /** This layout if it has room for so many ids of each kind, otherwise a larger one. */
  public StateLayout withRoom(int threads, int locks, int variables) {
    int t = enough(threadWords, threads);
    int l = enough(lockWords, locks);
    int v = enough(variableWords, variables);
    boolean same = t == threadWords && l == lockWords && v == variableWords;
    return same ? this : new StateLayout(t, l, v);
  }

  private static int enough(int words, int ids) {
    int needed = (ids + 63) >>> 6;
    return needed <= words ? words : Math.max(needed, 2 * words);
  }

  /** How many words a set of threads has. */
  public int threadWords() {
    return threadWords;
  }

  /** How many words a set of locks has. */
  public int lockWords() {
    return lockWords;
  }

  /** The same sets in a larger layout. */
  long[] moved(long[] bits, StateLayout larger) {
    long[] moved = new long[larger.words];
    copy(bits, grain, moved, larger.grain, 2, threadWords, larger.threadWords);
    copy(bits, openInPrefix, moved, larger.openInPrefix, LOCK_SETS, lockWords, larger.lockWords);
    copy(
        bits,
        notInPrefix,
        moved,
        larger.notInPrefix,
        VARIABLE_SETS,
        variableWords,
        larger.variableWords);
    return moved;
  }

  private static void copy(
      long[] from, int start, long[] to, int newStart, int sets, int words, int newWords) {
    for (int set = 0; set < sets; set++) {
      System.arraycopy(from, start + set * words, to, newStart + set * newWords, words);
    }
  }
}
