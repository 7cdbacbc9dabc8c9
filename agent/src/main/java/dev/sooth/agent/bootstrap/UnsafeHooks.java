package dev.sooth.agent.bootstrap;

import jdk.internal.vm.annotation.DontInline;

/**
 * {@code sun.misc.Unsafe}, from the inside. It names a field by its offset, so its accesses are
 * those of the field, atomic in the order like all others.
 */
public final class UnsafeHooks {
  private static final Object OUTSIDE = new Object();

  private UnsafeHooks() {}

  /**
   * Before an access; {@link AtomicHooks#after} comes after it.
   *
   * @param type the descriptor of what is accessed, {@code L} for a reference
   * @param plain whether it is a plain access, which is left out if we do not know to what
   */
  @DontInline
  public static ThreadLog before(Object target, long offset, int type, boolean plain, int site) {
    if (!Hooks.on || (target == null && plain)) {
      return null;
    }
    ThreadLog log = ThreadLogs.current();
    if (log == null || (plain && isOfTheJdk(target.getClass()))) {
      return null;
    }
    StackProbe.check();
    log.busy = true;
    try {
      // Memory outside of the heap is one variable.
      ThreadLog begun =
          target == null
              ? begin(log, OUTSIDE, -1, type, false, site)
              : begin(log, target, offset, type, plain, site);
      return begun == null ? null : begun.openAroundMethod();
    } catch (Error e) {
      log.busy = false;
      throw e;
    }
  }

  /** Plain fields that the JDK declares are not recorded. */
  private static boolean isOfTheJdk(Class<?> type) {
    return type.getClassLoader() == null && !type.isArray();
  }

  private static ThreadLog begin(
      ThreadLog log, Object target, long offset, int type, boolean plain, int site) {
    Class<?> component = target.getClass().getComponentType();
    if (component != null) {
      boolean whole =
          component.isPrimitive() ? component.descriptorString().charAt(0) == type : type == 'L';
      int index = whole ? FieldOffsets.element(target.getClass(), offset) : -1;
      if (index >= 0) {
        log.begin(
            Op.head(Op.ELEMENT_UPDATE, site), Op.elementKey(Identities.of(target, log), index));
        return log;
      }
    } else {
      boolean ofClass = target instanceof Class<?>; // where static fields lie
      int field =
          ofClass
              ? FieldOffsets.staticField((Class<?>) target, offset)
              : FieldOffsets.field(target.getClass(), offset);
      if (field != 0) {
        long id = ofClass ? 0 : Identities.of(target, log);
        log.begin(Op.head(Op.FIELD_UPDATE, site), Op.fieldKey(id, field));
        return log;
      }
    }
    if (plain) {
      log.busy = false;
      return null;
    }
    log.begin(
        Op.head(Op.HIDDEN_UPDATE, site),
        Op.syncKey(
            Identities.of(target, log), ClassNumbers.of(target.getClass()) + 1, Op.PART_STATE));
    return log;
  }
}
