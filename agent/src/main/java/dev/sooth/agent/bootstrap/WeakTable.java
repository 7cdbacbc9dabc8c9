package dev.sooth.agent.bootstrap;

import java.lang.ref.WeakReference;
import java.util.function.Consumer;

/** A small table by identity that does not keep its keys alive. All methods are thread-safe. */
final class WeakTable<V> {
  private Slot<V>[] table = newTable(64); // guarded by this
  private int size; // guarded by this

  synchronized V get(Object key) {
    int hash = System.identityHashCode(key);
    for (Slot<V> s = table[hash & table.length - 1]; s != null; s = s.next) {
      if (s.refersTo(key)) {
        return s.value;
      }
    }
    return null;
  }

  synchronized void forEachKey(Consumer<Object> action) {
    for (Slot<V> head : table) {
      for (Slot<V> s = head; s != null; s = s.next) {
        Object key = s.get();
        if (key != null) {
          action.accept(key);
        }
      }
    }
  }

  synchronized void put(Object key, V value) {
    if (size > table.length) {
      rehash();
    }
    int hash = System.identityHashCode(key);
    int bucket = hash & table.length - 1;
    for (Slot<V> s = table[bucket]; s != null; s = s.next) {
      if (s.refersTo(key)) {
        s.value = value;
        return;
      }
    }
    table[bucket] = new Slot<>(key, hash, value, table[bucket]);
    size++;
  }

  private void rehash() {
    int live = 0;
    for (Slot<V> head : table) {
      for (Slot<V> s = head; s != null; s = s.next) {
        if (!s.refersTo(null)) {
          live++;
        }
      }
    }
    Slot<V>[] fresh = newTable(live > table.length / 2 ? table.length * 2 : table.length);
    for (Slot<V> head : table) {
      for (Slot<V> s = head; s != null; ) {
        Slot<V> next = s.next;
        if (!s.refersTo(null)) {
          int bucket = s.hash & fresh.length - 1;
          s.next = fresh[bucket];
          fresh[bucket] = s;
        }
        s = next;
      }
    }
    table = fresh;
    size = live;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static <V> Slot<V>[] newTable(int length) {
    return new Slot[length];
  }

  private static final class Slot<V> extends WeakReference<Object> {
    private final int hash;
    private V value;
    private Slot<V> next;

    Slot(Object key, int hash, V value, Slot<V> next) {
      super(key);
      this.hash = hash;
      this.value = value;
      this.next = next;
    }
  }
}
