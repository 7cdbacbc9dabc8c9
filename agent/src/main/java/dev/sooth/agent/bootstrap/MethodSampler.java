package dev.sooth.agent.bootstrap;

/**
 * Decides which executions of methods have their accesses checked. What synchronises is never left
 * out: without an order that there is, accesses would race that do not.
 */
public abstract class MethodSampler {
  /** For subclasses. */
  protected MethodSampler() {}

  /** What is kept of a new thread, see {@link ThreadSamples}. */
  public abstract ThreadSamples threadMade(int thread);

  /**
   * The current thread enters a method that it was not told to leave out ({@link
   * ThreadSamples#skips}), or others have asked for its accesses ({@link ThreadSamples#asked}).
   *
   * @return whether the accesses of this execution are checked
   */
  public abstract boolean decide(ThreadSamples samples, int method);

  /**
   * The current thread is at the head of a loop in an execution whose accesses are checked.
   *
   * @return whether they are from here on, too
   */
  public abstract boolean again(ThreadSamples samples, int method);

  /** The thread has ended. */
  public abstract void ended(ThreadSamples samples);
}
