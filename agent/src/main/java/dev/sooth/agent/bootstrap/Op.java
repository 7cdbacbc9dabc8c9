package dev.sooth.agent.bootstrap;

/**
 * The operations that stand in a thread's log, and how they are packed.
 *
 * <p>An entry is two words. The first is {@code flags(2) | op(6) | site(24) | sequence(32)}; the
 * second is the <em>key</em> of what is touched and also decides the stripe, so that one location
 * always has one stripe:
 *
 * <ul>
 *   <li>fields: {@code object(40) | field(24)}, object 0 for statics;
 *   <li>array elements: {@code array(33) | index(31)};
 *   <li>locks and hidden variables: {@code object(40) | class(20) | part(4)};
 *   <li>fork and join: the number of the other thread; {@link #AFTER_LOCK}: the lock.
 * </ul>
 */
public final class Op {
  public static final int FIELD_READ = 1;
  public static final int FIELD_WRITE = 2;
  public static final int FIELD_VOLATILE_READ = 3;
  public static final int FIELD_VOLATILE_WRITE = 4;

  /** An atomic update: acquire of an implicit lock, read, write, release. */
  public static final int FIELD_UPDATE = 5;

  public static final int ELEMENT_READ = 6;
  public static final int ELEMENT_WRITE = 7;
  public static final int ELEMENT_VOLATILE_READ = 8;
  public static final int ELEMENT_VOLATILE_WRITE = 9;
  public static final int ELEMENT_UPDATE = 10;

  /** First of the operations that are on no variable that could be accessed plainly. */
  static final int FIRST_OF_SYNC = 11;

  public static final int ACQUIRE = 11;
  public static final int RELEASE = 12;

  public static final int HIDDEN_READ = 13;
  public static final int HIDDEN_WRITE = 14;

  /**
   * Read, then write, of a hidden variable. No implicit lock: where all writes of a variable but
   * plain markers are such updates, reads-from alone keeps them in one chain.
   */
  public static final int HIDDEN_UPDATE = 15;

  /**
   * Read, then write, of a field or element that the JDK accesses through a handle; like {@link
   * #HIDDEN_UPDATE} it stands before and after the real access, so it needs no implicit lock.
   */
  public static final int FIELD_CHAIN = 16;

  public static final int ELEMENT_CHAIN = 17;

  /**
   * What the JVM itself has ordered, and how is not seen: comes after all that any thread has done
   * until now. All share a key, and so have an order among themselves.
   */
  public static final int AFTER_ALL = 18;

  /** In the place of the site of an {@link #AFTER_ALL}: only after the threads that have ended. */
  public static final int ENDED_ONLY = 1;

  public static final int FORK = 20;
  public static final int JOIN = 21;
  public static final int BEGIN = 22;
  public static final int END = 23;

  /** Comes after all that those have done until now who have given this lock before. */
  public static final int AFTER_LOCK = 24;

  // What is not an event but says how the thread came to its events, see FlowHooks; the site is
  // that of the method or handler, or a number.

  /** Outcomes of branches: how many in the place of the site, and a bit for each. */
  public static final int FLOW_BRANCHES = 25;

  /** A value that is not that of an event. */
  public static final int FLOW_VALUE = 26;

  /** A call has returned; 1 in the place of the site if with a value. */
  public static final int FLOW_RESULT = 27;

  /** A method is entered; 1 in the second word if values of its arguments follow. */
  public static final int FLOW_ENTER = 28;

  /** A handler is entered, with this exception. */
  public static final int FLOW_CAUGHT = 29;

  /** A test begins in the thread, see {@link TestMarks}; the site is its name. */
  public static final int TEST_BEGIN = 30;

  /** A test ends in the thread. */
  public static final int TEST_END = 31;

  /** First of the operations that are ordered by thread and not by stripe. */
  public static final int FIRST_WITHOUT_STRIPE = FORK;

  /** Hidden variable: the state of the object as a synchroniser. */
  public static final int PART_STATE = 0;

  /** Hidden variable: written by writers of a read-write lock, and by holders of a plain lock. */
  public static final int PART_WRITERS = 1;

  /** Hidden variable: updated by readers of a read-write lock when they leave. */
  public static final int PART_READERS = 2;

  /** Hidden variable: written by notify and signal, read on wake-up. */
  public static final int PART_SIGNAL = 3;

  /** Hidden variable: the interrupt status of a thread. */
  public static final int PART_INTERRUPT = 4;

  /** Hidden variable: the permit of {@code LockSupport}. */
  public static final int PART_PERMIT = 5;

  /** Hidden variable: written when a class has been initialised. */
  public static final int PART_CLASS = 6;

  /** Hidden variable: whether a thread has ended. */
  public static final int PART_ALIVE = 7;

  /** Hidden variable: written before a lock is taken and after it was given. */
  public static final int PART_ATTEMPTS = 9;

  /** The lock of an object: its monitor, or the one it implements. */
  public static final int PART_LOCK = 8;

  /** Hidden variable: updated by the JDK's own code when it gives a lock, see {@link JdkLocks}. */
  public static final int PART_MONITOR = 10;

  /** Hidden variable of a collection and a thread: that the thread has changed it. */
  public static final int PART_CHANGED = 11;

  /** Hidden variable of a thread: all that it has done, see {@link #AFTER_ALL}. */
  public static final int PART_PAST = 12;

  /** In the first word: the value that was read stands in the chunk's values. */
  public static final long READ_KNOWN = 1L << 63;

  /** In the first word: the value that was written stands in the chunk's values. */
  public static final long WRITTEN_KNOWN = 1L << 62;

  /**
   * In what the hook of a plain access is given, besides the first word: that it is checked only in
   * an execution that is sampled, see {@link Sampling}.
   */
  public static final long IF_SAMPLED = 1L << 31;

  /**
   * What the key of an operation is the key of, see {@link #space}. A number can be a key in each
   * of the spaces, of different things.
   */
  public static final int FIELDS = 0;

  public static final int ELEMENTS = 1;

  /** Locks and hidden variables. */
  public static final int SYNC = 2;

  /** No location: a thread, or nothing. */
  public static final int NOWHERE = 3;

  /** 2^64 divided by the golden ratio: multiples of it are spread evenly. */
  static final long SCATTER = 0x9E37_79B9_7F4A_7C15L;

  private static final int STRIPE_BITS = 16;

  /** How many stripes there are. */
  public static final int STRIPES = 1 << STRIPE_BITS;

  // Bit per operation.
  private static final long PLAIN_READS = 1L << FIELD_READ | 1L << ELEMENT_READ;
  private static final long PLAIN = PLAIN_READS | 1L << FIELD_WRITE | 1L << ELEMENT_WRITE;

  private Op() {}

  /** The first word without its sequence number. */
  public static long head(int op, int site) {
    return (long) op << 56 | (site & 0xFF_FFFFL) << 32;
  }

  public static int op(long head) {
    return (int) (head >>> 56) & 0x3F;
  }

  public static int site(long head) {
    return (int) (head >>> 32) & 0xFF_FFFF;
  }

  /** Whether the first word is that of a plain access. */
  static boolean isPlain(long head) {
    return (PLAIN >>> op(head) & 1) != 0;
  }

  /** Whether the first word, of a plain access, is that of a read. */
  static boolean isPlainRead(long head) {
    return (PLAIN_READS >>> op(head) & 1) != 0;
  }

  /** Whether an operation on a field or an element reads and does not write. */
  static boolean isRead(int op) {
    return op == FIELD_READ
        || op == ELEMENT_READ
        || op == FIELD_VOLATILE_READ
        || op == ELEMENT_VOLATILE_READ;
  }

  /** Whether others can come after the thread by this operation. */
  static boolean mayGive(int op) {
    return switch (op) {
      case FIELD_VOLATILE_WRITE,
          FIELD_UPDATE,
          FIELD_CHAIN,
          ELEMENT_VOLATILE_WRITE,
          ELEMENT_UPDATE,
          ELEMENT_CHAIN,
          RELEASE,
          HIDDEN_WRITE,
          HIDDEN_UPDATE,
          FORK ->
          true;
      default -> false;
    };
  }

  /** Whether the thread can come after others by this operation. */
  static boolean mayTake(int op) {
    return switch (op) {
      case FIELD_VOLATILE_READ,
          FIELD_UPDATE,
          FIELD_CHAIN,
          ELEMENT_VOLATILE_READ,
          ELEMENT_UPDATE,
          ELEMENT_CHAIN,
          ACQUIRE,
          HIDDEN_READ,
          HIDDEN_UPDATE,
          AFTER_ALL,
          JOIN ->
          true;
      default -> false;
    };
  }

  /** The space of the operation's key: {@link #FIELDS} or its like. */
  public static int space(int op) {
    return switch (op) {
      case FIELD_READ,
          FIELD_WRITE,
          FIELD_VOLATILE_READ,
          FIELD_VOLATILE_WRITE,
          FIELD_UPDATE,
          FIELD_CHAIN ->
          FIELDS;
      case ELEMENT_READ,
          ELEMENT_WRITE,
          ELEMENT_VOLATILE_READ,
          ELEMENT_VOLATILE_WRITE,
          ELEMENT_UPDATE,
          ELEMENT_CHAIN ->
          ELEMENTS;
      case ACQUIRE, RELEASE, HIDDEN_READ, HIDDEN_WRITE, HIDDEN_UPDATE, AFTER_LOCK -> SYNC;
      default -> NOWHERE;
    };
  }

  public static long fieldKey(long object, int field) {
    return object << 24 | field;
  }

  public static long elementKey(long array, int index) {
    return array << 31 | index;
  }

  public static long syncKey(long object, int classNumber, int part) {
    return object << 24 | (long) (classNumber & 0xF_FFFF) << 4 | part;
  }

  /** The key of another part of the same object. */
  static long part(long syncKey, int part) {
    return (syncKey & ~0xFL) | part;
  }

  /**
   * The stripe of a key. Neighbouring fields and elements get neighbouring stripes, which share
   * cache lines; blocks of them are scattered, so that arrays do not lie on each other as a whole.
   */
  public static int stripe(long key) {
    int block = (int) (((key >>> 4) * SCATTER) >>> (64 - STRIPE_BITS));
    return (block & ~0xF) | ((int) key & 0xF);
  }
}
