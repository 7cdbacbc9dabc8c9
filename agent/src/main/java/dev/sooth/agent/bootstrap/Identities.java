package dev.sooth.agent.bootstrap;

import java.lang.ref.WeakReference;

/**
 * Numbers of objects, unique for the life of the run: never an identity hash alone, since two
 * objects can share one. Objects of instrumented classes carry their number; arrays and foreign
 * objects are looked up in a weak table, which does not keep them alive.
 *
 * <p>All locks here are leaves but for that of {@link Holders}: nothing else is called while they
 * are held but allocation.
 */
final class Identities {
  private static final int SEGMENT_BITS = 6;
  private static final Segment[] SEGMENTS = new Segment[1 << SEGMENT_BITS];
  private static final int BLOCK = 1 << 10;

  private static final Object NUMBERS = new Object();
  private static long nextNumber = 1; // guarded by NUMBERS

  static {
    for (int i = 0; i < SEGMENTS.length; i++) {
      SEGMENTS[i] = new Segment();
    }
  }

  private Identities() {}

  /** The number of an object, given the log of the current thread (for its caches). */
  static long of(Object object, ThreadLog log) {
    if (object instanceof Identified identified) {
      if (Inline.Choice.CHECKER != null) {
        log.subject = object;
      }
      long id = identified.$sooth$id();
      return id != 0 ? id : assign(identified, log);
    }
    return entry(object, log).id;
  }

  /**
   * Gives a foreign object its number, with which its holder will be forgotten; 0 if it has one
   * already.
   */
  static long ofNew(Object object, ThreadLog log) {
    int hash = System.identityHashCode(object);
    Entry[] cache = log.identityCache;
    int slot = hash & (cache.length - 1);
    Entry cached = cache[slot];
    if (cached != null && cached.refersTo(object)) {
      return 0;
    }
    Entry entry = segment(hash).addIfNew(object, hash);
    if (entry == null) {
      return 0;
    }
    cache[slot] = entry;
    return entry.id;
  }

  private static Segment segment(int hash) {
    return SEGMENTS[(hash >>> (31 - SEGMENT_BITS)) & (SEGMENTS.length - 1)];
  }

  /** The entry of an array, which is made if there is none. */
  static Entry entry(Object array, ThreadLog log) {
    int hash = System.identityHashCode(array);
    Entry[] cache = log.identityCache;
    int slot = hash & (cache.length - 1);
    Entry cached = cache[slot];
    if (cached != null && cached.refersTo(array)) {
      if (Inline.Choice.CHECKER != null) {
        log.subject = cached;
      }
      return cached;
    }
    Entry entry = segment(hash).find(array, hash);
    cache[slot] = entry;
    if (Inline.Choice.CHECKER != null) {
      log.subject = entry;
    }
    return entry;
  }

  /** The entry of an array, or null if it has none. */
  static Entry peek(Object array, ThreadLog log) {
    int hash = System.identityHashCode(array);
    Entry cached = log.identityCache[hash & (log.identityCache.length - 1)];
    Entry entry =
        cached != null && cached.refersTo(array) ? cached : segment(hash).peek(array, hash);
    if (Inline.Choice.CHECKER != null) {
      log.subject = entry;
    }
    return entry;
  }

  /** A number that no object has. */
  static long fresh() {
    synchronized (NUMBERS) {
      return nextNumber++;
    }
  }

  private static long assign(Identified object, ThreadLog log) {
    // Two threads may come here with one object: the lock makes them agree. The field is read
    // without it elsewhere, which is right, because it changes once, from 0 to its final value.
    Segment segment = SEGMENTS[System.identityHashCode(object) & SEGMENTS.length - 1];
    synchronized (segment) {
      long id = object.$sooth$id();
      if (id == 0) {
        if (log.nextIdentity == log.lastIdentity) {
          synchronized (NUMBERS) {
            log.nextIdentity = nextNumber;
            nextNumber += BLOCK;
          }
          log.lastIdentity = log.nextIdentity + BLOCK;
        }
        id = log.nextIdentity++;
        object.$sooth$id(id);
      }
      return id;
    }
  }

  /** The table's entry of one object, weak in the object. */
  static final class Entry extends WeakReference<Object> {
    private final int hash;
    private final long id;
    private boolean held; // whether there may be a holder; guarded by its segment
    private Entry next; // guarded by its segment

    /**
     * Of a collection: the threads whose marks who looks at it has to read, see {@link
     * CollectionHooks}. The program's own synchronisation guards it, or there is a race.
     */
    long changers;

    /**
     * Whether accesses to the array's elements also go by the array as a whole, see {@link
     * PlainObjectHooks}. Set once, without a lock: who must see it comes after by other means.
     */
    boolean whole;

    /**
     * Who has accessed elements: 0 nobody, the number of a thread + 1, or -1 several. Written
     * without a lock, too: who comes after another by some order sees what the other has written.
     */
    int toucher;

    /** What an {@link AccessChecker} knows of it, null if nothing. */
    EntryCells cells;

    void touch(int thread) {
      if (toucher != thread + 1) {
        toucher = toucher == 0 ? thread + 1 : -1;
      }
    }

    Entry(Object object, int hash, long id, Entry next) {
      super(object);
      this.hash = hash;
      this.id = id;
      this.next = next;
    }

    long id() {
      return id;
    }
  }

  private static final class Segment {
    private Entry[] table = new Entry[64]; // guarded by this
    private int size; // guarded by this

    private Entry search(Object object, int hash) {
      for (Entry e = table[hash & table.length - 1]; e != null; e = e.next) {
        if (e.hash == hash && e.refersTo(object)) {
          return e;
        }
      }
      return null;
    }

    synchronized Entry peek(Object object, int hash) {
      return search(object, hash);
    }

    synchronized Entry find(Object object, int hash) {
      Entry known = search(object, hash);
      return known == null ? add(object, hash) : known;
    }

    /** The new entry of an object, which may get a holder; null if it had one. */
    synchronized Entry addIfNew(Object object, int hash) {
      if (search(object, hash) != null) {
        return null;
      }
      Entry created = add(object, hash);
      created.held = true;
      return created;
    }

    private Entry add(Object object, int hash) {
      int bucket = hash & table.length - 1;
      if (size > table.length) {
        purgeOrGrow();
        bucket = hash & table.length - 1;
      }
      Entry created = new Entry(object, hash, fresh(), table[bucket]);
      table[bucket] = created;
      size++;
      return created;
    }

    /** Drops the entries of dead objects; doubles the table when that does not halve them. */
    private void purgeOrGrow() {
      int alive = 0;
      for (Entry head : table) {
        for (Entry e = head; e != null; e = e.next) {
          if (!e.refersTo(null)) {
            alive++;
          }
        }
      }
      Deaths.expect(size - alive); // before anything is changed: memory may be out
      Entry[] old = table;
      Entry[] fresh = new Entry[alive > old.length / 2 ? old.length * 2 : old.length];
      for (Entry head : old) {
        for (Entry e = head; e != null; ) {
          Entry next = e.next;
          if (e.refersTo(null)) {
            if (e.held) {
              Holders.forget(e.id);
            }
            if (e.cells != null) {
              e.cells.forget();
            }
            Deaths.add(e.id);
          } else {
            int bucket = e.hash & fresh.length - 1;
            e.next = fresh[bucket];
            fresh[bucket] = e;
          }
          e = next;
        }
      }
      table = fresh;
      size = alive;
    }
  }
}
