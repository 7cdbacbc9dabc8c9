package dev.sooth.agent.bootstrap;

/**
 * What an {@link AccessChecker} keeps of some neighbouring variables, beside them: two words of
 * each, one for its writes and one for its reads, and a list in the place of a word where one is
 * not enough.
 *
 * <p>Nothing here is guarded. Each word, and each list, is written as a whole and tells of accesses
 * to this variable and no other, so whoever finds an old one, or overwrites a new one, knows less
 * than there was, and nothing that was not.
 */
public class Cells {
  /** Of the variable with index i: its writes at 2i, its reads at 2i + 1; 0 for none. */
  public final long[] words;

  /** In the place of a word, or null; as a whole null until there is one. */
  private long[][] lists;

  public Cells(int variables) {
    words = new long[2 * variables];
  }

  /** Words that another one has, too. */
  Cells(Cells same) {
    words = same.words;
  }

  /**
   * The reads of the current thread where others have read at the same time, by variable; null if
   * they have to stand in a list.
   */
  public long[] ownReads() {
    return null;
  }

  /** All that others call {@link #ownReads}, or null. */
  public long[][] allReads() {
    return null;
  }

  /** The list that stands in the place of a word, or null. */
  public long[] list(int at) {
    long[][] all = lists;
    return all == null ? null : all[at];
  }

  /** Puts a list in the place of a word. Each of its words is changed by its thread alone. */
  public void list(int at, long[] list) {
    long[][] all = lists;
    if (all == null) {
      if (list == null) {
        return;
      }
      all = new long[words.length][];
      lists = all;
    }
    all[at] = list;
  }

  /** Takes over one of the two words of another variable, with its list. */
  final void take(int at, Cells from, int place) {
    words[at] = from.words[place];
    list(at, from.list(place));
  }

  /** How many bytes it takes, about. */
  final long bytes() {
    return 48 + 8L * words.length;
  }
}
