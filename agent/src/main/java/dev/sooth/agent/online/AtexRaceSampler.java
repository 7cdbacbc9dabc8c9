package dev.sooth.agent.online;

import dev.sooth.agent.bootstrap.MethodSampler;
import dev.sooth.agent.bootstrap.Methods;
import dev.sooth.agent.bootstrap.ThreadSamples;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Sampling across threads and executions [Atex17, Algorithm 2]: an execution of a method f is
 * checked, and so is what another thread executes at the same time, if the pair of the two methods
 * has not been seen, in this run or often enough in earlier ones; known pairs are checked in
 * bursts.
 *
 * <p>Departures: (1) St is never reset inside the loop over the threads; (2) new pairs go to one
 * set at once instead of being merged from FP(t) at the end; (3) pairs are unordered; (4) a method
 * whose pairs are all known looks at the other threads only at every second call, then at every
 * fourth, down to one of {@link #RAREST}: to look is to read what the others write all the time;
 * (5) of more than {@link #LOOKED_AT} other threads only so many are looked at, in turn; (6) S(t')
 * is a wish that t' follows when it enters its next method, since its body cannot be changed under
 * it; (7) so a method is also checked when nobody else executes anything, as a pair with ∅, and
 * such pairs are not kept across executions: it may run on when others begin; (8) the bursts of
 * known pairs are those of the method that is entered: beside eleven other threads, each of which
 * stands for a pair, one of ten calls for each pair is two of three calls; (9) of a pair that
 * another thread has met in this run a thread checks one execution at once and not a burst: else
 * each of many threads has a burst of its own for each of many pairs, and while the first one has
 * its burst what the others execute is checked, too.
 */
final class AtexRaceSampler extends MethodSampler {
  static final int LOOKED_AT = 16;
  static final int RAREST = 64;
  private static final int LOOPS = 1000;
  private static final int MOST_PAIRS = 1 << 20;

  /** What a thread executes that has not begun yet, or is not there: the ∅ of the paper. */
  private static final int NOTHING = 0;

  private final int burst;
  private final int outOf;
  private final SampleCounts counts = new SampleCounts();
  private final Set<Long> seen = new HashSet<>(); // pairs of hashes of this run; guarded by itself
  private final SampledPairs mostSampled = new SampledPairs(); // guarded by this
  private volatile long executions; // before this one
  private volatile Set<Long> hot = Set.of(); // of earlier runs; never changed

  @SuppressWarnings({"unchecked", "rawtypes"})
  private volatile WeakReference<Samples>[] all = new WeakReference[0]; // replaced as a whole

  /**
   * Of a new pair {@code burst} calls are checked, and {@code burst} of {@code outOf} looks that a
   * method takes at others with which all its pairs are known.
   */
  AtexRaceSampler(int burst, int outOf) {
    this.burst = burst;
    this.outOf = outOf;
  }

  /** What a thread knows of pairs of methods: FP(t) and F(t) of the paper. */
  private static final class Samples extends ThreadSamples {
    /** What it executes, for others to read; they may see it late. */
    int current;

    private long[] pairs = new long[256]; // 0 for free
    private byte[] left = new byte[256]; // of the burst of a new pair
    private int[] sampledOf = new int[256]; // how many executions were checked for the pair
    private int size;
    private byte[] calm = {}; // by method: how often all pairs were known lately, as a power of 2
    private int[] looks = {}; // by method: + 1, where it stands between two bursts
    private int loops;
    private int turn;

    /** The place of a pair; negative, less one, if it is new. */
    private int find(long pair) {
      int mask = pairs.length - 1;
      int at = (int) ((pair * 0x9E37_79B9_7F4A_7C15L) >>> 40) & mask;
      while (pairs[at] != 0) {
        if (pairs[at] == pair) {
          return at;
        }
        at = (at + 1) & mask;
      }
      return -at - 1;
    }

    private void add(int at, long pair, int leftOfBurst, boolean isSampled) {
      pairs[at] = pair;
      left[at] = (byte) leftOfBurst;
      sampledOf[at] = isSampled ? 1 : 0;
      if (2 * ++size > pairs.length) {
        long[] oldPairs = pairs;
        byte[] oldLeft = left;
        int[] oldSampled = sampledOf;
        pairs = new long[2 * oldPairs.length];
        left = new byte[2 * oldPairs.length];
        sampledOf = new int[2 * oldPairs.length];
        for (int i = 0; i < oldPairs.length; i++) {
          if (oldPairs[i] != 0) {
            int place = -find(oldPairs[i]) - 1;
            pairs[place] = oldPairs[i];
            left[place] = oldLeft[i];
            sampledOf[place] = oldSampled[i];
          }
        }
      }
    }
  }

  SampleCounts counts() {
    return counts;
  }

  /** Sets the pairs that were seen often enough in earlier runs, before the program starts. */
  void hot(Set<Long> pairs, long earlierExecutions) {
    executions = earlierExecutions;
    hot = Set.copyOf(pairs);
  }

  /** The pairs of this run. */
  Set<Long> seen() {
    synchronized (seen) {
      return new HashSet<>(seen);
    }
  }

  /** A pair of methods of whichever order, by what they are in all runs. */
  static long pair(long hash, long otherHash) {
    long least = Math.min(hash, otherHash);
    long most = Math.max(hash, otherHash);
    long mixed = (least * 0x9E37_79B9_7F4A_7C15L ^ most) * 0xBF58_476D_1CE4_E5B9L;
    return mixed ^ mixed >>> 31;
  }

  @Override
  public ThreadSamples threadMade(int thread) {
    Samples made = new Samples();
    counts.add(made);
    synchronized (this) {
      List<WeakReference<Samples>> living = new ArrayList<>();
      for (WeakReference<Samples> one : all) {
        if (!one.refersTo(null)) {
          living.add(one);
        }
      }
      living.add(new WeakReference<>(made));
      publish(living);
    }
    return made;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private void publish(List<WeakReference<Samples>> living) {
    all = living.toArray(new WeakReference[0]);
  }

  @Override
  public boolean decide(ThreadSamples samples, int method) {
    Samples own = (Samples) samples;
    own.ensure(method);
    if (method >= own.calm.length) {
      own.calm = Arrays.copyOf(own.calm, own.skips.length);
      own.looks = Arrays.copyOf(own.looks, own.skips.length);
    }
    if (own.current != method) {
      own.current = method;
    }
    boolean wasAsked = own.asked;
    own.asked = false;
    boolean inBurst = isInBurst(own, method);
    boolean result = false;
    boolean alone = true;
    WeakReference<Samples>[] others = all;
    int looks = Math.min(others.length, LOOKED_AT + 1);
    for (int i = 0; i < looks; i++) {
      int at = others.length <= looks ? i : (own.turn++ & Integer.MAX_VALUE) % others.length;
      Samples other = others[at].get();
      if (other != null && other != own && other.current != 0) {
        boolean wanted = isWanted(own, method, other.current, inBurst);
        if (wanted) {
          other.ask(); // line 16 and 21
        }
        result |= wanted;
        alone = false;
      }
    }
    if (alone) {
      result |= isWanted(own, method, NOTHING, inBurst);
    }
    own.loops = LOOPS;
    int calm = result ? 0 : Math.min(own.calm[method] + 1, Integer.numberOfTrailingZeros(RAREST));
    own.calm[method] = (byte) calm;
    own.skips[method] = 1 << calm;
    return result || wasAsked; // the method is no less calm because another one is not
  }

  /** Whether the method is checked now also if all its pairs are known. */
  private boolean isInBurst(Samples own, int method) {
    int look = own.looks[method] - 1;
    if (look < 0) { // with new pairs the burst of each comes first
      look = executions == 0 ? burst : start(Methods.hash(method));
    }
    own.looks[method] = look + 1 == outOf ? 1 : look + 2;
    return look < burst;
  }

  /** Lines 14 to 25: whether the pair is new, or a burst has not ended. */
  private boolean isWanted(Samples own, int method, int otherMethod, boolean inBurst) {
    long local = (long) Math.min(method, otherMethod) << 32 | Math.max(method, otherMethod);
    int at = own.find(local);
    if (at >= 0) {
      boolean wanted = inBurst;
      if (own.left[at] > 0) {
        own.left[at]--;
        wanted = true;
      }
      own.sampledOf[at] += wanted ? 1 : 0;
      return wanted;
    }
    long pair = pair(Methods.hash(method), Methods.hash(otherMethod));
    boolean isFirst = otherMethod == NOTHING || addSeen(pair);
    boolean isHot = hot.contains(pair);
    own.add(-at - 1, local, isHot || !isFirst ? 0 : burst - 1, !isHot || inBurst);
    return !isHot || inBurst;
  }

  /** Whether no thread of this run has met the pair before. */
  private boolean addSeen(long pair) {
    synchronized (seen) {
      return seen.size() < MOST_PAIRS ? seen.add(pair) : !seen.contains(pair);
    }
  }

  /**
   * Where a method begins between two bursts: at another place in each execution, so that what
   * comes once in a run is checked in as many of the runs as it is in one long run.
   */
  private int start(long hash) {
    long mixed = (hash + executions * 0x9E37_79B9_7F4A_7C15L) * 0xBF58_476D_1CE4_E5B9L;
    return (int) Long.remainderUnsigned(mixed ^ mixed >>> 32, outOf);
  }

  @Override
  public boolean again(ThreadSamples samples, int method) {
    return --((Samples) samples).loops > 0;
  }

  /** The classes of the pairs of methods for which most executions were checked. */
  Set<String> classesOfMostSampled(int pairs) {
    synchronized (this) {
      for (WeakReference<Samples> one : all) {
        Samples living = one.get();
        if (living != null) {
          mostSampled.add(living.pairs, living.sampledOf);
        }
      }
      return mostSampled.classes(pairs);
    }
  }

  @Override
  public void ended(ThreadSamples samples) {
    Samples ended = (Samples) samples;
    ended.current = 0;
    counts.end(samples);
    synchronized (this) {
      mostSampled.add(ended.pairs, ended.sampledOf);
      List<WeakReference<Samples>> living = new ArrayList<>();
      for (WeakReference<Samples> one : all) {
        if (!one.refersTo(null) && !one.refersTo((Samples) samples)) {
          living.add(one);
        }
      }
      publish(living);
    }
  }
}
