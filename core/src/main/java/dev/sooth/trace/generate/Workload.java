package dev.sooth.trace.generate;

/**
 * What a synthetic trace looks like. Variables are of four classes, and a thread chooses a class in
 * proportion to its number of variables: <em>thread-local</em>, <em>constant</em> (set by the main
 * thread before it forks the others, then only read), <em>guarded</em> by one lock each, and
 * <em>racy</em> (accessed without a lock, or under any lock).
 *
 * @param events exactly this many
 * @param threads the main thread included
 * @param locks each guards the same number of variables
 * @param variables of all classes; those that are never chosen do not occur
 * @param seed the same workload and seed give the same trace
 * @param lockShare share of the accesses that happen in critical sections
 * @param nesting how many locks a thread holds at most
 * @param skew exponent of the Zipf distribution of locks and variables; 0 is uniform
 * @param localShare share of the variables that are thread-local
 * @param constantShare share of the variables that are constant
 * @param racyShare share of the variables that are racy
 * @param writeShare share of the accesses to thread-local and racy variables that are writes; to
 *     guarded ones half of that, since most shared data is read more than written
 * @param burst mean number of events that a thread performs before another one is scheduled
 * @param forkJoin whether the main thread forks the others first and joins them last
 */
public record Workload(
    long events,
    int threads,
    int locks,
    int variables,
    long seed,
    double lockShare,
    int nesting,
    double skew,
    double localShare,
    double constantShare,
    double racyShare,
    double writeShare,
    int burst,
    boolean forkJoin) {

  public Workload {
    require(threads >= 1 && threads <= 1_000_000, "threads must be 1 to 1,000,000");
    require(locks >= 0, "locks must not be negative");
    require(variables >= 1, "variables must be at least 1");
    require(isShare(lockShare), "the lock share must be 0 to 1");
    require(nesting >= 1 && nesting <= 64, "nesting must be 1 to 64");
    require(skew >= 0 && skew <= 4, "the skew must be 0 to 4");
    require(isShare(localShare), "the thread-local share must be 0 to 1");
    require(isShare(constantShare), "the constant share must be 0 to 1");
    require(isShare(racyShare), "the racy share must be 0 to 1");
    require(
        localShare + constantShare + racyShare <= 1,
        "thread-local, constant and racy share together must be 1 at most");
    require(isShare(writeShare), "the write share must be 0 to 1");
    require(burst >= 1, "the burst must be at least 1");
    long least = forkJoin ? 2L * (threads - 1) : 0;
    require(
        events >= least,
        "%d threads need at least %d events to be forked and joined".formatted(threads, least));
  }

  /** The defaults: what recorded programs look like, with few races. */
  public static Workload of(long events, int threads, int locks, int variables, long seed) {
    return new Workload(
        events, threads, locks, variables, seed, 0.4, 3, 0.8, 0.4, 0.1, 0.005, 0.4, 32, true);
  }

  private static boolean isShare(double value) {
    return value >= 0 && value <= 1;
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
