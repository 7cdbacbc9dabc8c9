package dev.sooth.agent.bootstrap;

import java.lang.ref.WeakReference;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * What one thread has done and not yet handed to the file: its chunks, and what the hooks must
 * remember about it. Only the thread itself touches it, except for the fields that say otherwise.
 */
public final class ThreadLog extends CallState {
  private static final int FIRST_ENTRIES = 64;

  /** The number of the thread in the trace. */
  public final int number;

  /** Name of the thread when it was first seen. */
  public final String name;

  /** Where the thread was started, or null; written before the fork is recorded. */
  public final StackTraceElement[] creation;

  /**
   * Whether a fork of this thread is in a log, so that its events have to wait for it. Final: the
   * log is made by the starter.
   */
  public final boolean forked;

  /** The JVM's number of the thread; -1 of one that has none yet. */
  final long threadId;

  /** Weak, so that we do not keep the program's thread alive. */
  final WeakReference<Thread> thread;

  /** The first chunk not yet drained; the writer's. */
  public Chunk drain;

  /** Words drained of {@link #drain}; the writer's. */
  public int drained;

  /** Whether the fork has been written; the writer's. */
  public boolean forkWritten;

  /** Whether its last event has been written; the writer's. */
  public boolean endWritten;

  /** What the listener keeps of the thread, or null; see {@link InlineListener#threadMade}. */
  final Object listenerState;

  /**
   * Whose number was asked for last, for an {@link AccessChecker}: an object that carries it, or an
   * {@link Identities.Entry}; null when the operation has been told, so that nothing is kept alive.
   */
  Object subject;

  /** What is kept of the methods that it executes, or null. */
  final ThreadSamples samples;

  /** What emitted checks know of the thread. */
  final CheckState state;

  /** True for threads that are not recorded: the recorder's own and those inside the JVM. */
  final boolean mute;

  /** Set while a hook works: whatever the hook itself calls is not the program's. */
  boolean busy;

  /**
   * Set together with {@link #busy} while an access of the program is bracketed. Then only the
   * program's own instruction runs, so a hook that finds it set knows that an error has come
   * between the two hooks of the bracket, see {@link #heal}.
   */
  boolean open;

  /**
   * Set while code of the JDK runs in the middle of a bracket, which is left alone: the JVM loads
   * or links something, or the bracket is around a method that has a handler for all errors.
   */
  boolean linking;

  /** The locks that the JDK's own code has taken. */
  final HeldJdkLocks jdkLocks = new HeldJdkLocks();

  /** Whether nothing but the starts of threads is recorded; set before others know the log. */
  boolean startsOnly;

  /** Set at the thread's end; volatile, the writer reads it. */
  private volatile boolean ended;

  /** The calls that have not returned, or null when stacks are not recorded. */
  final CallPaths.Stack calls;

  final Identities.Entry[] identityCache = new Identities.Entry[256];
  long nextIdentity;
  long lastIdentity;

  /** The object of a monitor that is about to be entered, see {@link Hooks#monitorEntered}. */
  Object pendingMonitor;

  /** The site of that monitor. */
  int pendingSite;

  /** Why a recording ends when a stripe stays locked; stuck.txt then says what the threads do. */
  public static final String STUCK = "a thread did not come back from an access to memory";

  private Chunk chunk;
  private int position;
  private int limit;

  private static final long RELEASED = -2; // no word of a stripe, see release

  // The access in progress: between begin and commit or abandon.
  private long head;
  private long key;
  private int stripe;
  private long word;
  private long valueRead;
  private long valueWritten;
  private long lateHead; // of the bracket that was closed last, see heal
  private long lateKey;

  // Outcomes of branches that are not in the log yet: bit per branch, see FlowHooks.
  private long branches;
  private int branchCount;

  /** What the thread does between two synchronisations, unique; never 0. See {@link Repeats}. */
  long region;

  /** What it has logged lately, see {@link Repeats}. */
  final Seen seen;

  /** How many accesses are not in the log; the thread's own, read by the writer at the end. */
  public long leftOut;

  ThreadLog(Thread thread, int number, boolean forked, StackTraceElement[] creation, boolean mute) {
    this.thread = new WeakReference<>(thread);
    long id = ThreadLogs.idOf(thread);
    threadId = id == 0 ? -1 : id;
    this.number = number;
    this.name = thread.getName();
    this.forked = forked;
    this.creation = creation;
    this.mute = mute;
    region = ((long) number << 40) + 1;
    seen = mute || !Inline.Choice.SKIPS ? null : new Seen();
    calls = mute || !Hooks.withStacks ? null : new CallPaths.Stack();
    if (!mute && Inline.Choice.LOGS) {
      chunk = new Chunk(FIRST_ENTRIES, Hooks.withValues, Hooks.withStacks);
      limit = chunk.words.length;
      drain = chunk;
      Backlog.add(chunk.bytes());
    } else {
      limit = 1; // nothing is appended, so there is always room
    }
    boolean heard = number >= 0 && Inline.Choice.LISTENER != null;
    samples =
        heard && Inline.Choice.SAMPLER != null ? Inline.Choice.SAMPLER.threadMade(number) : null;
    listenerState = heard ? Inline.threadMade(number, name, forked, this.thread) : null;
    state = mute ? CheckState.NOBODY : CheckState.of(this);
  }

  /** Whether the thread is gone, so that nothing more will be appended. */
  public boolean ended() {
    return ended || thread.refersTo(null);
  }

  /** Whether the thread itself is recorded, and not only whom it starts. */
  public boolean isRecorded() {
    return !startsOnly;
  }

  /** The program may run under a lock that was not told: it has to come to us before it goes on. */
  void expectSilent() {
    state.forbidFast();
    if (samples != null) {
      samples.letNothingOut();
    }
  }

  void end() {
    if (branchCount != 0 && !mute) {
      flushBranches();
    }
    busy = true; // what the JVM still does in this thread comes after those who wait for its end
    ended = true;
    state.forbidFast();
    if (Inline.Choice.SAMPLER != null && samples != null) {
      Inline.Choice.SAMPLER.ended(samples);
    }
  }

  /**
   * Starts an access: from here to {@link #commit} no other thread can access a location of the
   * same stripe. Nothing may be called in between that could wait for another thread.
   *
   * <p>Never inlined, so that where it was called there is stack for the call of {@link #commit}.
   */
  @DontInline
  void begin(long head, long key) {
    if (jdkLocks.silent > 0) {
      JdkLocks.tellSilent(this);
    }
    if (Inline.Choice.LATE && !mute) {
      LateStart.before(this, Op.op(head), key);
    }
    busy = true;
    if (branchCount != 0) {
      flushBranches();
    }
    if (Inline.Choice.SKIPS && !mute) {
      if (!Op.isPlain(head)) {
        startRegion();
      } else if (seen.isCrowded()) {
        seen.grow();
      }
    }
    this.head = head;
    this.key = key;
    int s = Op.stripe(key);
    stripe = s;
    word = -1;
    if (hasRoom()) {
      // From where the lock is taken until its word is noted nothing is called, so that no stack
      // overflow can come between.
      word = Stripes.lock(s);
      if (word < 0) {
        Hooks.stop(STUCK);
      }
    }
  }

  /** Starts a plain access of the program, which the next instruction is. */
  @ForceInline
  ThreadLog beginPlain(long head, long key) {
    begin(head, key);
    open = true;
    return this;
  }

  /** Changes the operation of the access in progress: what a compare-and-set was is known late. */
  void become(int op) {
    head = (head & ~(0x3FL << 56)) | ((long) op << 56);
  }

  /** The operation of the access in progress. */
  int op() {
    return Op.op(head);
  }

  void valueRead(long value) {
    valueRead = value;
    head |= Op.READ_KNOWN;
  }

  void valueWritten(long value) {
    valueWritten = value;
    head |= Op.WRITTEN_KNOWN;
  }

  /** Ends the access and gives it its place in the order. */
  @ReservedStackAccess
  @DontInline
  void commit() {
    open = false; // first: what is called here may be instrumented itself
    long w = word == RELEASED ? Stripes.lock(stripe) : word;
    if (w >= 0) {
      if (Inline.Choice.SKIPS && !mute) {
        if (Op.isPlain(head) && Repeats.covers(this, head, key, stripe)) {
          Stripes.abandon(stripe, w);
          leftOut++;
          linking = false;
          busy = false;
          return;
        }
        Repeats.note(this, head, key, stripe);
      }
      // Published before the next one can have a place in the order: who comes after all that has
      // been finds nothing that waits for this.
      if (Inline.Choice.LOGS) {
        append(head | Stripes.sequence(w), key, calls == null ? CallPaths.ROOT : calls.path);
      }
      if (Inline.Choice.LISTENER != null) {
        Inline.operation(this, head, key);
      }
      Stripes.unlock(stripe, w);
    }
    linking = false;
    busy = false;
    if (Inline.Choice.LATE && !mute) {
      LateStart.after(this, op(), key);
    }
  }

  /**
   * Gives the stripe back while the JVM loads or links what the instruction of the bracket needs,
   * before it does anything: that takes long, and waits for locks of the JDK, whose holders may
   * themselves wait for the stripe.
   */
  void release() {
    if (word >= 0) {
      Stripes.abandon(stripe, word);
      word = RELEASED;
    }
  }

  /** Takes the stripe again; {@link #commit} does if an error has come between. */
  void retake() {
    if (word == RELEASED) {
      word = Stripes.lock(stripe);
    }
  }

  /** Opens the bracket that {@link #begin} has prepared, around one instruction. */
  ThreadLog open() {
    open = true;
    return this;
  }

  /** The same around a method of the JDK, whose end is told in any case. */
  ThreadLog openAroundMethod() {
    open = true;
    linking = true;
    return this;
  }

  /**
   * Closes a bracket whose end did not come. Either an error was thrown between, then it never
   * will; or the JVM has called the program to load a class, then {@link #lateCommit} will find it
   * closed. A volatile write is told of in both cases: one too many orders more than there is.
   */
  ThreadLog heal() {
    open = false;
    if (word >= 0) {
      Stripes.abandon(stripe, word);
    }
    lateHead = head;
    lateKey = key;
    storing = false;
    busy = false;
    int op = op();
    if (op == Op.FIELD_VOLATILE_WRITE || op == Op.FIELD_UPDATE || op == Op.ELEMENT_UPDATE) {
      // Who sees what it is going to write before lateCommit tells of it comes after this.
      record(op, Op.site(head), key);
    }
    return this;
  }

  /** Ends an access whose bracket was closed under it: its place in the order is a little late. */
  void lateCommit() {
    record(Op.op(lateHead), Op.site(lateHead), lateKey);
  }

  /** Ends an access that did not take place. */
  @ReservedStackAccess
  void abandon() {
    open = false;
    subject = null;
    if (word >= 0) {
      Stripes.abandon(stripe, word);
    }
    linking = false;
    busy = false;
  }

  /** An operation that is its own whole access: locks and hidden variables. */
  @ReservedStackAccess
  @DontInline
  void record(int op, int site, long key) {
    if (!Hooks.on) {
      return; // it ended while the hook was at work, and a release may be missing already
    }
    begin(Op.head(op, site), key);
    commit();
  }

  /** An operation that is ordered by the threads alone. */
  @ReservedStackAccess
  @DontInline
  void recordWithoutStripe(int op, int site, long other) {
    if (!Hooks.on) {
      return;
    }
    if (jdkLocks.silent > 0) {
      JdkLocks.tellSilent(this);
    }
    if (Inline.Choice.LATE && !mute) {
      LateStart.before(this, op, other);
    }
    busy = true;
    if (branchCount != 0) {
      flushBranches();
    }
    if (Inline.Choice.SKIPS && !mute) {
      startRegion();
    }
    if (Inline.Choice.LOGS && hasRoom()) {
      append(Op.head(op, site), other, calls == null ? CallPaths.ROOT : calls.path);
    }
    if (Inline.Choice.LISTENER != null) {
      Inline.operation(this, Op.head(op, site), other);
    }
    busy = false;
    if (Inline.Choice.LATE && !mute) {
      LateStart.after(this, op, other);
    }
  }

  /** How a branch went. */
  void branch(boolean taken) {
    branches |= taken ? 1L << branchCount : 0;
    if (++branchCount == Long.SIZE) {
      flushBranches();
    }
  }

  private void flushBranches() {
    boolean wasBusy = busy;
    busy = true;
    int count = branchCount;
    long bits = branches;
    branchCount = 0;
    branches = 0;
    if (hasRoom()) {
      append(Op.head(Op.FLOW_BRANCHES, count), bits, CallPaths.ROOT);
    }
    busy = wasBusy;
  }

  /** What is no event, see {@link FlowHooks}. */
  void flow(int op, int site, long word) {
    busy = true;
    if (branchCount != 0) {
      flushBranches();
    }
    if (hasRoom()) {
      append(Op.head(op, site), word, CallPaths.ROOT);
    }
    busy = false;
  }

  /** A marker, which orders nothing. What follows says anew what it reads. */
  @ReservedStackAccess
  void mark(int op, int site) {
    if (!Hooks.on) {
      return;
    }
    if (jdkLocks.silent > 0) {
      JdkLocks.tellSilent(this);
    }
    busy = true;
    if (Inline.Choice.SKIPS && !mute) {
      startRegion();
    }
    if (Inline.Choice.LOGS && hasRoom()) {
      append(Op.head(op, site), 0, CallPaths.ROOT);
    }
    busy = false;
  }

  /** A hidden variable that stands for plain state of an object. */
  void recordState(int op, int site, long key) {
    if (jdkLocks.silent > 0) {
      JdkLocks.tellSilent(this);
    }
    plainState = true;
    try {
      record(op, site, key);
    } finally {
      plainState = false;
    }
  }

  /** The thread synchronises. */
  private void startRegion() {
    seen.startRegion();
    region++;
  }

  /** Whether there is room for an entry; false if memory is out. */
  private boolean hasRoom() {
    return position < limit || nextChunk();
  }

  @ForceInline
  private void append(long first, long second, int path) {
    int p = position;
    Chunk c = chunk;
    if (c.values != null) {
      c.values[p] = valueRead;
      c.values[p + 1] = valueWritten;
    }
    if (c.paths != null) {
      c.paths[p >> 1] = path;
    }
    c.words[p] = first;
    c.words[p + 1] = second;
    position = p + 2;
    c.publish(p + 2);
  }

  /** Starts a new chunk; false when there is no memory for it, which ends the recording. */
  private boolean nextChunk() {
    Backlog.awaitRoom();
    int entries = Math.min(Chunk.MOST_ENTRIES, chunk.words.length * 2);
    Chunk fresh;
    try {
      fresh = new Chunk(entries, Hooks.withValues, Hooks.withStacks);
    } catch (OutOfMemoryError e) {
      Hooks.outOfMemory();
      return false;
    }
    Backlog.add(fresh.bytes());
    chunk.link(fresh);
    chunk = fresh;
    position = 0;
    limit = fresh.words.length;
    return true;
  }
}
