package dev.sooth.agent.bootstrap;

/**
 * Which field first held a collection or an array, for its name in the trace. A holder is noted
 * only for an object that has no number yet: then no event names the object, so all that come will
 * name it alike. What is known about an object is forgotten with its number, when it is gone.
 */
public final class Holders {
  private static final int SEGMENTS = 64;
  private static final int MOST_ROWS = 4096; // of an array of arrays
  private static final Segment[] TABLE = new Segment[SEGMENTS];

  static {
    for (int i = 0; i < SEGMENTS; i++) {
      TABLE[i] = new Segment();
    }
  }

  private Holders() {}

  /** How an object came to be known. */
  public static final class Holder {
    private final long id;

    /** The number of the field, 0 if only the class is known. */
    public final int field;

    /** The number that stands for the contents of the collection's class, 0 for an array. */
    public final int contents;

    /** The array of arrays that has this one, or null. */
    public final Holder outer;

    /** Its place in there. */
    public final int index;

    private Holder next; // guarded by its segment

    private Holder(long id, int field, int contents, Holder outer, int index) {
      this.id = id;
      this.field = field;
      this.contents = contents;
      this.outer = outer;
      this.index = index;
    }
  }

  /** Before a collection or an array is stored in a field. */
  public static void storing(Object value, int field) {
    if (!Hooks.on || value == null) {
      return;
    }
    ThreadLog log = ThreadLogs.current();
    if (log == null) {
      return;
    }
    log.busy = true;
    try {
      if (value.getClass().isArray()) {
        noteArray(log, value, field, null, 0);
      } else {
        noteCollection(log, value, field);
      }
    } finally {
      log.busy = false; // also when the stack is full
    }
  }

  private static void noteArray(ThreadLog log, Object array, int field, Holder outer, int index) {
    long id = Identities.ofNew(array, log);
    if (id == 0) {
      return;
    }
    Holder holder = new Holder(id, field, 0, outer, index);
    add(holder);
    if (array instanceof Object[] rows && array.getClass().getComponentType().isArray()) {
      for (int i = 0; i < rows.length && i < MOST_ROWS; i++) {
        Object row = rows[i];
        if (row != null) {
          noteArray(log, row, field, holder, i);
        }
      }
    }
  }

  private static void noteCollection(ThreadLog log, Object value, int field) {
    CollectionShape shape = CollectionShape.of(value.getClass());
    int contents = shape.contents;
    Object object = value;
    while (shape.link != null) {
      object = CollectionHooks.follow(shape.link, object);
      if (object == null) {
        return;
      }
      shape = CollectionShape.of(object.getClass());
      contents = contents == 0 ? shape.contents : contents;
    }
    // A class of the program says enough by its own name.
    if (shape.contents != 0 && !(object instanceof Identified)) {
      long id = Identities.ofNew(object, log);
      if (id != 0) {
        add(new Holder(id, field, contents, null, 0));
      }
    }
  }

  /** The map is that of a set: it is called by the set's class. */
  static void noteSet(ThreadLog log, Object map, int contents) {
    if (!(map instanceof Identified)) {
      long id = Identities.ofNew(map, log);
      if (id != 0) {
        add(new Holder(id, 0, contents, null, 0));
      }
    }
  }

  private static void add(Holder holder) {
    TABLE[(int) holder.id & SEGMENTS - 1].add(holder);
  }

  /** What is known about the object of this number, or null. */
  public static Holder of(long id) {
    return TABLE[(int) id & SEGMENTS - 1].find(id);
  }

  static void forget(long id) {
    TABLE[(int) id & SEGMENTS - 1].remove(id);
  }

  private static final class Segment {
    private Holder[] table = new Holder[16]; // guarded by this
    private int size; // guarded by this

    synchronized Holder find(long id) {
      for (Holder h = table[bucket(id, table)]; h != null; h = h.next) {
        if (h.id == id) {
          return h;
        }
      }
      return null;
    }

    synchronized void add(Holder holder) {
      if (size++ > table.length) {
        grow();
      }
      put(table, holder);
    }

    synchronized void remove(long id) {
      Holder before = null;
      int bucket = bucket(id, table);
      for (Holder h = table[bucket]; h != null; h = h.next) {
        if (h.id == id) {
          size--;
          if (before == null) {
            table[bucket] = h.next;
          } else {
            before.next = h.next;
          }
          return;
        }
        before = h;
      }
    }

    private static int bucket(long id, Holder[] table) {
      return (int) (id / SEGMENTS) & table.length - 1;
    }

    private static void put(Holder[] table, Holder holder) {
      int bucket = bucket(holder.id, table);
      holder.next = table[bucket];
      table[bucket] = holder;
    }

    private void grow() {
      Holder[] larger = new Holder[2 * table.length];
      for (Holder head : table) {
        for (Holder h = head; h != null; ) {
          Holder following = h.next;
          put(larger, h);
          h = following;
        }
      }
      table = larger;
    }
  }
}
