package dev.sooth.agent.bootstrap;

import java.lang.constant.ConstantDesc;
import java.lang.invoke.VarHandle;
import java.util.Optional;

/**
 * Which field a {@code VarHandle} of the JDK is for. Most of these are made before we can see it,
 * so the handle itself is asked, once. A table by identity that is replaced as it grows and read
 * without a lock; handles of the JDK are few and live for ever.
 */
final class HandleFields {
  /** Handles and, at the same index, their fields; never changed once it is published. */
  private static final class Table {
    private final VarHandle[] handles;
    private final int[] fields;
    private final int size;

    Table(VarHandle[] handles, int[] fields, int size) {
      this.handles = handles;
      this.fields = fields;
      this.size = size;
    }
  }

  private static volatile Table table = new Table(new VarHandle[256], new int[256], 0);

  private HandleFields() {}

  /** The number of the field, or 0 if it is not an instance field. The caller's log is busy. */
  static int of(VarHandle handle) {
    Table known = table;
    int at = find(known.handles, handle);
    return known.handles[at] == handle ? known.fields[at] : add(handle);
  }

  private static int find(VarHandle[] handles, VarHandle handle) {
    int at = System.identityHashCode(handle) & handles.length - 1;
    while (handles[at] != null && handles[at] != handle) {
      at = at + 1 & handles.length - 1;
    }
    return at;
  }

  private static synchronized int add(VarHandle handle) {
    int field = ask(handle);
    Table old = table;
    VarHandle[] handles =
        new VarHandle[old.handles.length * (old.size * 2 > old.handles.length ? 2 : 1)];
    int[] fields = new int[handles.length];
    for (int i = 0; i < old.handles.length; i++) {
      if (old.handles[i] != null) {
        int at = find(handles, old.handles[i]);
        handles[at] = old.handles[i];
        fields[at] = old.fields[i];
      }
    }
    int at = find(handles, handle);
    handles[at] = handle;
    fields[at] = field;
    table = new Table(handles, fields, old.size + 1);
    return field;
  }

  private static int ask(VarHandle handle) {
    if (handle.coordinateTypes().size() != 1) {
      return 0;
    }
    Optional<? extends ConstantDesc> description = handle.describeConstable();
    return description.isPresent() && description.get() instanceof VarHandle.VarHandleDesc field
        ? AtomicHooks.fieldNumber(handle.coordinateTypes().get(0), field.constantName())
        : 0;
  }
}
