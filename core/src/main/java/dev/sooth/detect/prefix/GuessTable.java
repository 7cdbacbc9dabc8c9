package dev.sooth.detect.prefix;

import java.util.Arrays;

/**
 * The guesses of an automaton in slots, with columns of one bit a slot: for each thread the guesses
 * in which it left the prefix, for each lock those that left it open, for each variable those whose
 * grain read it. An event then finds the guesses that it changes by operations on words, 64 guesses
 * at a time. Slots are given out in chunks of eight, each to one partition: the guesses for one
 * variable.
 */
final class GuessTable {
  private static final int NOTHING_REDUCED = 2;
  private static final int CHUNK = 8;
  private static final int CHUNK_MASK = 0xFF;
  private static final int MOST_POOLED = 1 << 10;

  /** Guesses that are compared with each other. */
  public static final class Partition {
    private int[] chunks = new int[1];
    private int chunkCount;
    private int size;
    private int reducedSize = NOTHING_REDUCED;
    private Guess[] asleep = new Guess[0];
    private int asleepSize;
    private int asleepReduced = NOTHING_REDUCED;

    /** How many guesses are awake. */
    public int size() {
      return size;
    }

    /** How many guesses have all threads outside the prefix. */
    public int asleep() {
      return asleepSize;
    }
  }

  private int threads = 1;
  private int chunkCount;
  private int[] freeChunks = new int[8];
  private int freeChunkCount;
  private long[] alive = new long[8];
  private long[][] left = new long[8][8];
  private Guess[] guesses = new Guess[8 << 6];
  private SlotSet[] open = new SlotSet[8];
  private SlotSet[] reads = new SlotSet[8];
  private int size;

  private Guess[] pool = new Guess[16];
  private int pooled;
  private int[] found = new int[64];

  /** Makes room for ids below these numbers. */
  public void makeRoom(int threadCount, int locks, int variables) {
    if (threadCount > left.length) {
      int old = left.length;
      left = Arrays.copyOf(left, Math.max(threadCount, 2 * old));
      for (int t = old; t < left.length; t++) {
        left[t] = new long[alive.length];
      }
    }
    threads = Math.max(threads, threadCount);
    if (locks > open.length) {
      open = Arrays.copyOf(open, Math.max(locks, 2 * open.length));
    }
    if (variables > reads.length) {
      reads = Arrays.copyOf(reads, Math.max(variables, 2 * reads.length));
    }
  }

  /** How many guesses are awake. */
  public int size() {
    return size;
  }

  /** A guess like another one, in no partition. */
  public Guess copy(Guess other) {
    Guess guess = pooled > 0 ? pool[--pooled] : new Guess(left.length);
    guess.set(other);
    return guess;
  }

  /** The guess that all is in the prefix. */
  public Guess initial() {
    return new Guess(left.length);
  }

  /** Puts a guess that is in no partition back for another use. */
  public void recycle(Guess guess) {
    if (pooled == MOST_POOLED) {
      return;
    }
    if (pooled == pool.length) {
      pool = Arrays.copyOf(pool, 2 * pooled);
    }
    guess.second = null;
    guess.firsts = null;
    pool[pooled++] = guess;
  }

  /** Adds a guess that is in no partition. */
  public void add(Partition partition, Guess guess) {
    int slot = freeSlot(partition);
    guess.slot = slot;
    guess.partition = partition;
    guesses[slot] = guess;
    alive[slot >>> 6] |= 1L << slot;
    partition.size++;
    size++;
    for (int t = 0; t < threads; t++) {
      if (!guess.isInPrefix(t)) {
        left[t][slot >>> 6] |= 1L << slot;
      }
    }
    for (int i = 0; i < guess.open.size(); i++) {
      slots(open, guess.open.get(i)).add(slot);
    }
    for (int i = 0; i < guess.reads.size(); i++) {
      slots(reads, guess.reads.get(i)).add(slot);
    }
  }

  private static SlotSet slots(SlotSet[] sets, int id) {
    if (sets[id] == null) {
      sets[id] = new SlotSet();
    }
    return sets[id];
  }

  private int freeSlot(Partition partition) {
    for (int i = 0; i < partition.chunkCount; i++) {
      int chunk = partition.chunks[i];
      int used = chunkOf(alive, chunk);
      if (used != CHUNK_MASK) {
        return chunk * CHUNK + Integer.numberOfTrailingZeros(~used);
      }
    }
    int chunk = newChunk();
    if (partition.chunkCount == partition.chunks.length) {
      partition.chunks = Arrays.copyOf(partition.chunks, 2 * partition.chunkCount);
    }
    partition.chunks[partition.chunkCount++] = chunk;
    return chunk * CHUNK;
  }

  private static int chunkOf(long[] column, int chunk) {
    return (int) (column[chunk >>> 3] >>> ((chunk & 7) * CHUNK)) & CHUNK_MASK;
  }

  private int newChunk() {
    if (freeChunkCount > 0) {
      return freeChunks[--freeChunkCount];
    }
    if (chunkCount * CHUNK == guesses.length) {
      int words = 2 * alive.length;
      alive = Arrays.copyOf(alive, words);
      guesses = Arrays.copyOf(guesses, words << 6);
      for (int t = 0; t < left.length; t++) {
        left[t] = Arrays.copyOf(left[t], words);
      }
    }
    return chunkCount++;
  }

  private int words() {
    return (chunkCount * CHUNK + 63) >>> 6;
  }

  /** Takes a guess out of its partition and recycles it. */
  public void remove(Guess guess) {
    takeOut(guess);
    recycle(guess);
  }

  private void takeOut(Guess guess) {
    int slot = guess.slot;
    int word = slot >>> 6;
    long keep = ~(1L << slot);
    Partition partition = guess.partition;
    guesses[slot] = null;
    alive[word] &= keep;
    for (int t = 0; t < threads; t++) {
      left[t][word] &= keep;
    }
    for (int i = 0; i < guess.open.size(); i++) {
      open[guess.open.get(i)].remove(slot);
    }
    for (int i = 0; i < guess.reads.size(); i++) {
      reads[guess.reads.get(i)].remove(slot);
    }
    partition.size--;
    size--;
    guess.partition = null;
    if (chunkOf(alive, slot / CHUNK) == 0) {
      freeChunk(partition, slot / CHUNK);
    }
  }

  private void freeChunk(Partition partition, int chunk) {
    int at = 0;
    while (partition.chunks[at] != chunk) {
      at++;
    }
    System.arraycopy(partition.chunks, at + 1, partition.chunks, at, partition.chunkCount - at - 1);
    partition.chunkCount--;
    if (freeChunkCount == freeChunks.length) {
      freeChunks = Arrays.copyOf(freeChunks, 2 * freeChunkCount);
    }
    freeChunks[freeChunkCount++] = chunk;
  }

  /** Lets a thread leave the prefix, before the event at this position, with these locks. */
  public void leave(Guess guess, int thread, long position, SmallSet held) {
    guess.setCut(thread, position, left.length);
    boolean isInTable = guess.partition != null;
    if (isInTable) {
      left[thread][guess.slot >>> 6] |= 1L << guess.slot;
    }
    for (int i = 0; i < held.size(); i++) {
      if (guess.open.add(held.get(i)) && isInTable) {
        slots(open, held.get(i)).add(guess.slot);
      }
    }
  }

  /** Notes that the grain of a guess read a variable from outside. */
  public void readInGrain(Guess guess, int variable) {
    if (guess.reads.add(variable)) {
      slots(reads, variable).add(guess.slot);
    }
  }

  // The lists of guesses below are slots, valid until the next such call; the guess of a slot may
  // be gone when other guesses of the list were worked on.

  public int foundSlot(int index) {
    return found[index];
  }

  /** The guess in a slot, or null. */
  public Guess guess(int slot) {
    return guesses[slot];
  }

  private void makeRoomToFind() {
    if (found.length < guesses.length) {
      found = new int[guesses.length];
    }
  }

  /** Finds the guesses in which one thread is in the prefix and another one is not. */
  public int findInWithout(int inside, int outside) {
    makeRoomToFind();
    long[] in = left[inside];
    long[] out = left[outside];
    int count = 0;
    int words = words();
    for (int word = 0; word < words; word++) {
      long both = out[word] & ~in[word];
      for (; both != 0; both &= both - 1) {
        found[count++] = (word << 6) + Long.numberOfTrailingZeros(both);
      }
    }
    return count;
  }

  /** Finds the guesses in which this thread is in the prefix. */
  public int findInside(int thread) {
    makeRoomToFind();
    int count = 0;
    int words = words();
    for (int word = 0; word < words; word++) {
      long in = alive[word] & ~left[thread][word];
      for (; in != 0; in &= in - 1) {
        found[count++] = (word << 6) + Long.numberOfTrailingZeros(in);
      }
    }
    return count;
  }

  /** Finds the guesses in which this lock is open and this thread in the prefix. */
  public int findOpen(int lock, int thread) {
    return find(open[lock], thread);
  }

  /** Finds the guesses whose grain read this variable and in which this thread is in the prefix. */
  public int findReading(int variable, int thread) {
    return find(reads[variable], thread);
  }

  private int find(SlotSet slots, int thread) {
    if (slots == null || slots.isEmpty()) {
      return 0;
    }
    makeRoomToFind();
    return slots.listWithout(left[thread], found);
  }

  /** Finds the guesses of a partition in which this thread is in the prefix. */
  public int findInside(Partition partition, int thread) {
    return find(partition, left[thread]);
  }

  /** Finds all guesses of a partition. */
  public int findAll(Partition partition) {
    makeRoomToFind();
    int count = 0;
    for (int i = 0; i < partition.chunkCount; i++) {
      int chunk = partition.chunks[i];
      for (int in = chunkOf(alive, chunk); in != 0; in &= in - 1) {
        found[count++] = chunk * CHUNK + Integer.numberOfTrailingZeros(in);
      }
    }
    return count;
  }

  private int find(Partition partition, long[] without) {
    makeRoomToFind();
    int count = 0;
    for (int i = 0; i < partition.chunkCount; i++) {
      int chunk = partition.chunks[i];
      int in = chunkOf(alive, chunk) & ~chunkOf(without, chunk);
      for (; in != 0; in &= in - 1) {
        found[count++] = chunk * CHUNK + Integer.numberOfTrailingZeros(in);
      }
    }
    return count;
  }

  /** Whether so much was added since the last reduction that another one is worth while. */
  public boolean isDue(Partition partition) {
    return partition.size > 2 * partition.reducedSize;
  }

  /** Removes every guess of the partition that another one subsumes. */
  public void reduce(Partition partition, Subsumption subsumption) {
    int count = findAll(partition);
    for (int i = 0; i < count; i++) {
      Guess guess = guesses[found[i]];
      for (int j = 0; j < count; j++) {
        Guess rival = guesses[found[j]];
        if (i != j && rival != null && replaces(rival, guess, subsumption)) {
          remove(guess);
          break;
        }
      }
    }
    partition.reducedSize = Math.max(NOTHING_REDUCED, partition.size);
  }

  /**
   * Whether a guess can stand for another one. Where all first accesses must stay, only one of the
   * same, or one of the same future, which then stands for the first accesses of both.
   */
  private static boolean replaces(Guess rival, Guess guess, Subsumption subsumption) {
    if (!subsumption.subsumes(rival, guess)) {
      return false;
    }
    if (rival.firsts == guess.firsts) {
      // Of guesses with the same future the later first access stays, whatever their slots are.
      return rival.firstPosition >= guess.firstPosition || !subsumption.subsumes(guess, rival);
    }
    if (rival.firstKind != guess.firstKind || !subsumption.subsumes(guess, rival)) {
      return false;
    }
    rival.firsts = FirstAccess.union(rival.firsts, guess.firsts);
    rival.firstPosition = Math.max(rival.firstPosition, guess.firstPosition);
    return true;
  }

  /** Whether what one guess can still become, another one can, too. */
  @FunctionalInterface
  public interface Subsumption {
    boolean subsumes(Guess one, Guess other);
  }

  /**
   * Removes the guesses with the earliest first accesses until so many are left, those that sleep
   * before the others: only a thread that nobody forked can race with them.
   */
  public void limit(Partition partition, int most) {
    while (partition.asleepSize > 0 && partition.size + partition.asleepSize > most) {
      dropOldestAsleep(partition);
    }
    while (partition.size > most) {
      int count = findAll(partition);
      Guess oldest = null;
      for (int i = 0; i < count; i++) {
        Guess guess = guesses[found[i]];
        if (oldest == null || guess.isOlderThan(oldest)) {
          oldest = guess;
        }
      }
      remove(oldest);
    }
    partition.reducedSize = Math.max(NOTHING_REDUCED, Math.min(partition.reducedSize, most));
  }

  /**
   * Sets aside the guess if all these threads left the prefix: nothing that they do changes it.
   *
   * @param known the threads, as a set
   */
  public boolean sleepIfAllLeft(Guess guess, long[] known, long position, Subsumption subsumption) {
    for (int t = 0; t < threads; t++) {
      if ((known[t >>> 6] & (1L << t)) != 0 && guess.isInPrefix(t)) {
        return false;
      }
    }
    Partition partition = guess.partition;
    takeOut(guess);
    guess.asleepSince = position;
    if (partition.asleepSize == partition.asleep.length) {
      partition.asleep = Arrays.copyOf(partition.asleep, Math.max(4, 2 * partition.asleepSize));
    }
    partition.asleep[partition.asleepSize++] = guess;
    if (partition.asleepSize > 2 * partition.asleepReduced) {
      reduceAsleep(partition, subsumption);
    }
    return true;
  }

  private void reduceAsleep(Partition partition, Subsumption subsumption) {
    int kept = 0;
    for (int i = 0; i < partition.asleepSize; i++) {
      Guess guess = partition.asleep[i];
      boolean subsumed = false;
      for (int j = 0; j < partition.asleepSize && !subsumed; j++) {
        // Those before i that were dropped are subsumed by one that is left.
        boolean present = j < kept || j > i;
        subsumed = present && replaces(partition.asleep[j], guess, subsumption);
      }
      if (subsumed) {
        recycle(guess);
      } else {
        partition.asleep[kept++] = guess;
      }
    }
    Arrays.fill(partition.asleep, kept, partition.asleepSize, null);
    partition.asleepSize = kept;
    partition.asleepReduced = Math.max(NOTHING_REDUCED, kept);
  }

  private void dropOldestAsleep(Partition partition) {
    int oldest = 0;
    for (int i = 1; i < partition.asleepSize; i++) {
      if (partition.asleep[i].isOlderThan(partition.asleep[oldest])) {
        oldest = i;
      }
    }
    recycle(partition.asleep[oldest]);
    partition.asleep[oldest] = partition.asleep[--partition.asleepSize];
    partition.asleep[partition.asleepSize] = null;
  }

  /** Brings the sleeping guesses of a partition back; these threads were known meanwhile. */
  public void wake(Partition partition, long[] known) {
    for (int i = 0; i < partition.asleepSize; i++) {
      Guess guess = partition.asleep[i];
      partition.asleep[i] = null;
      for (int t = 0; t < threads; t++) {
        if ((known[t >>> 6] & (1L << t)) != 0 && guess.isInPrefix(t)) {
          guess.setCut(t, guess.asleepSince, left.length); // forked meanwhile, by one that had left
        }
      }
      add(partition, guess);
    }
    partition.asleepSize = 0;
    partition.asleepReduced = NOTHING_REDUCED;
  }
}
