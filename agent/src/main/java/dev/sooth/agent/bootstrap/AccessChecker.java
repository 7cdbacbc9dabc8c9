package dev.sooth.agent.bootstrap;

/**
 * A listener that checks plain accesses and keeps what it needs for that beside the variables, in
 * {@link Cells}, so that it dies with them. Such accesses are not told by {@link #operation}.
 *
 * <p>Without a trace they are checked before they take place, under no lock: two accesses that some
 * order of the program puts one after the other are checked in that order, and of two others it
 * does not matter. With a trace they are checked as they are recorded, one at a time for each
 * variable.
 */
public abstract class AccessChecker extends InlineListener {
  /** What {@link #check} returns if a word is not enough. No word of an access is below 0. */
  public static final long NEEDS_LIST = -1;

  /** For subclasses. */
  protected AccessChecker() {}

  /**
   * Checks an access and remembers it.
   *
   * @param state what {@link #threadMade} has returned for the current thread
   * @param cells where the variable's words are
   * @param variable its index there
   * @param write whether it is a write
   * @param place where it is: a site, or with stacks a call path whose last place is the site
   * @return 0, or the word of an earlier access that the order leaves unordered with this one
   */
  public abstract long check(Object state, Cells cells, int variable, boolean write, int place);

  /**
   * The same for a variable whose words are given, both 0 or an access; what they are to be from
   * now on is left in {@code result}.
   *
   * @return as above, or {@link #NEEDS_LIST} if it has done nothing
   */
  public abstract long check(
      Object state, CheckState result, long writes, long reads, boolean write, int place);

  /**
   * The last check of this thread has found something. Like all else that a listener does, this
   * must not wait and must not call the program.
   *
   * @param earlier what {@link #check} has returned
   * @param op the operation
   * @param site its site
   * @param place its place
   * @param key what is accessed
   */
  public abstract void race(Object state, long earlier, int op, int site, int place, long key);

  /** What chooses the executions whose accesses are checked; null for all. Always the same. */
  public MethodSampler sampler() {
    return null;
  }

  /** The variable of an access is not watched, because there is too little memory. */
  public abstract void dropped(Object state);
}
