package dev.sooth.detect.prefix;

import com.carrotsearch.hppc.ObjectIdentityHashSet;
import com.carrotsearch.hppc.ObjectStack;
import java.util.function.Consumer;

/**
 * The first accesses that a state stands for: one, or, where all pairs are asked for, those of
 * several states that became equal. Unions share their parts, so a union costs one node.
 */
final class FirstAccess {
  public final long position;
  public final byte kind;
  public final int thread;
  public final int location;
  private final FirstAccess left;
  private final FirstAccess right;

  public FirstAccess(long position, byte kind, int thread, int location) {
    this(position, kind, thread, location, null, null);
  }

  private FirstAccess(
      long position, byte kind, int thread, int location, FirstAccess left, FirstAccess right) {
    this.position = position;
    this.kind = kind;
    this.thread = thread;
    this.location = location;
    this.left = left;
    this.right = right;
  }

  /** The accesses of both, which have the same kind. */
  public static FirstAccess union(FirstAccess a, FirstAccess b) {
    if (a == b || a.left == b || a.right == b) {
      return a;
    }
    if (b.left == a || b.right == a) {
      return b;
    }
    long latest = Math.max(a.position, b.position);
    return new FirstAccess(latest, a.kind, -1, -1, a, b);
  }

  /** Calls back with each single access, some perhaps more than once. */
  public void forEach(Consumer<FirstAccess> consumer) {
    ObjectIdentityHashSet<FirstAccess> seen = new ObjectIdentityHashSet<>();
    ObjectStack<FirstAccess> open = new ObjectStack<>();
    open.push(this);
    while (!open.isEmpty()) {
      FirstAccess access = open.pop();
      if (access.left == null) {
        consumer.accept(access);
      } else if (seen.add(access)) {
        open.push(access.left);
        open.push(access.right);
      }
    }
  }
}
