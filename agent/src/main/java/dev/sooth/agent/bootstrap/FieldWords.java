package dev.sooth.agent.bootstrap;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.internal.misc.Unsafe;

/**
 * Where the two words of an instance field are in an object that carries them: beside the field, in
 * synthetic fields of their own. By number of the field, for classes that were instrumented so.
 */
public final class FieldWords {
  /** How the fields are called: this and the name of the field. */
  public static final String WRITES = "$sooth$w$";

  public static final String READS = "$sooth$r$";

  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final int RECENT = 4; // a power of 2

  private static volatile FieldWords[] byField = new FieldWords[64]; // replaced or filled, locked
  private static final Map<String, List<FieldWords>> BY_CLASS = new HashMap<>(); // the same lock

  /** Where they are in the objects of one class, which is not kept alive. */
  static final class Offsets extends WeakReference<Class<?>> {
    final long writes; // -1 if the object has none
    final long reads;

    Offsets(Class<?> type, long writes, long reads) {
      super(type);
      this.writes = writes;
      this.reads = reads;
    }
  }

  private final String owner;
  private final String name;
  private final Offsets[] recent = new Offsets[RECENT]; // by hash of the class; not guarded

  private FieldWords(String owner, String name) {
    this.owner = owner;
    this.name = name;
  }

  /** A class of this name gets words for this field. */
  public static void declare(int field, String owner, String name) {
    synchronized (BY_CLASS) {
      FieldWords[] all = byField;
      if (field < all.length && all[field] != null) {
        return; // a class of that name, of another loader
      }
      if (field >= all.length) {
        all = Arrays.copyOf(all, Math.max(field + 1, 2 * all.length));
      }
      FieldWords made = new FieldWords(owner, name);
      all[field] = made;
      byField = all;
      BY_CLASS.computeIfAbsent(owner, o -> new ArrayList<>()).add(made);
    }
  }

  /** Where the words of a field of this object are, or null if it carries none. */
  static Offsets of(Object object, int field) {
    FieldWords[] all = byField;
    FieldWords words = field < all.length ? all[field] : null;
    return words == null ? null : words.in(object.getClass());
  }

  private Offsets in(Class<?> type) {
    int at = System.identityHashCode(type) & RECENT - 1;
    Offsets known = recent[at];
    if (known == null || !known.refersTo(type)) {
      known = find(type);
      recent[at] = known;
    }
    return known.writes < 0 ? null : known;
  }

  private Offsets find(Class<?> type) {
    Offsets none = new Offsets(type, -1, -1);
    boolean copied = Cloneable.class.isAssignableFrom(type);
    Offsets found = none;
    try {
      for (Class<?> c = type; c != Object.class && c != null; c = c.getSuperclass()) {
        if (found == none && c.getName().equals(owner)) {
          long writes = UNSAFE.objectFieldOffset(c, WRITES + name);
          found = new Offsets(type, writes, UNSAFE.objectFieldOffset(c, READS + name));
        }
        if (copied) {
          UNSAFE.objectFieldOffset(c, "$sooth$id"); // else it may copy objects behind our back
        }
      }
    } catch (InternalError e) {
      return none; // it has no such field
    }
    return found;
  }

  /** The object is a copy of another one: what was done with that was not done with this. */
  static void clear(Object copy) {
    for (Class<?> c = copy.getClass(); c != null; c = c.getSuperclass()) {
      List<FieldWords> all;
      synchronized (BY_CLASS) {
        List<FieldWords> known = BY_CLASS.get(c.getName());
        all = known == null ? List.of() : new ArrayList<>(known);
      }
      for (FieldWords words : all) {
        Offsets offsets = words.in(copy.getClass());
        if (offsets != null) {
          UNSAFE.putLong(copy, offsets.writes, 0);
          UNSAFE.putLong(copy, offsets.reads, 0);
        }
      }
    }
  }
}
