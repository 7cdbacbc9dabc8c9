package dev.sooth.agent.bootstrap;

import java.lang.invoke.VarHandle;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * What the JDK's own classes call that are observed: at their volatile fields, and at the accesses
 * that they make through {@code VarHandle} and the internal {@code Unsafe}.
 *
 * <p>An access through a {@code VarHandle} is not bracketed, because it may fail while a stripe is
 * held. Instead the rule of the models holds: whoever changes the variable updates it before and
 * after, whoever looks reads it before and after. The real access lies between.
 */
public final class ObservedHooks {
  /** Kinds of accesses. */
  public static final int READ = 0;

  public static final int WRITE = 1;

  /** A write if the result is true, else a read. */
  public static final int COMPARE_AND_SET = 2;

  private ObservedHooks() {}

  private static ThreadLog loud() {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    return log == null || log.quiet > 0 ? null : log;
  }

  /** Before an access to a volatile instance field of the JDK; {@link Hooks#after} comes after. */
  @DontInline
  public static ThreadLog beforeField(Object object, long access) {
    ThreadLog log = object == null ? null : loud();
    return log == null ? null : Hooks.beginField(log, object, access);
  }

  /** The same for a static field, whose class is initialised. */
  @DontInline
  public static ThreadLog beforeStatic(long access) {
    ThreadLog log = loud();
    return log == null ? null : Hooks.beginStatic(log, access);
  }

  /** Before an access by a handle. */
  @DontInline
  public static void beforeHandle(VarHandle handle, Object target, int index, int kind, int site) {
    ThreadLog log = handle == null ? null : loud();
    if (log != null) {
      touch(log, handleKey(log, handle, target, index), kind != READ, site);
    }
  }

  /**
   * After it.
   *
   * @param result 0 if a compare-and-set has failed, else 1
   */
  @ReservedStackAccess
  @DontInline
  public static void afterHandle(
      int result, VarHandle handle, Object target, int index, int kind, int site) {
    ThreadLog log = handle == null ? null : loud();
    if (log != null) {
      Jitter.pause(log);
      touch(log, handleKey(log, handle, target, index), kind != READ && result != 0, site);
    }
  }

  /** Before an object of the JDK is copied: its volatile fields are read. */
  @DontInline
  public static void cloning(Object original, int site) {
    ThreadLog log = original == null ? null : loud();
    if (log == null) {
      return;
    }
    int[] fields;
    long id;
    log.busy = true;
    try {
      fields = FieldOffsets.volatileFields(original.getClass());
      id = Identities.of(original, log);
    } finally {
      log.busy = false;
    }
    for (int field : fields) {
      log.record(Op.FIELD_VOLATILE_READ, site, Op.fieldKey(id, field));
    }
  }

  /** Before and after a plain access to an element that others access by a handle. */
  @DontInline
  public static void element(Object array, int index, int kind, int site) {
    ThreadLog log = array == null ? null : loud();
    if (log != null) {
      touch(log, handleKey(log, null, array, index), kind != READ, site);
    }
  }

  /**
   * Before an access by the internal {@code Unsafe}, which is one instruction of the machine and
   * can be bracketed; {@link AtomicHooks#after} comes after it.
   */
  @DontInline
  public static ThreadLog beforeUnsafe(Object target, long offset, int site) {
    ThreadLog log = target == null ? null : loud();
    if (log == null) {
      return null;
    }
    long key = unsafeKey(log, target, offset);
    int op =
        switch (log.space) {
          case Op.FIELDS -> Op.FIELD_UPDATE;
          case Op.ELEMENTS -> Op.ELEMENT_UPDATE;
          default -> Op.HIDDEN_UPDATE;
        };
    try {
      log.begin(Op.head(op, site), key);
      return log.open();
    } catch (Error e) {
      log.busy = false;
      throw e;
    }
  }

  /** Which name space the key of the last call belongs to, see {@link ThreadLog#space}. */
  private static void touch(ThreadLog log, long key, boolean changes, int site) {
    int op =
        switch (log.space) {
          case Op.FIELDS -> changes ? Op.FIELD_CHAIN : Op.FIELD_VOLATILE_READ;
          case Op.ELEMENTS -> changes ? Op.ELEMENT_CHAIN : Op.ELEMENT_VOLATILE_READ;
          default -> changes ? Op.HIDDEN_UPDATE : Op.HIDDEN_READ;
        };
    log.record(op, site, key);
  }

  private static long handleKey(ThreadLog log, VarHandle handle, Object target, int index) {
    log.busy = true;
    try {
      if (target != null && index >= 0 && target.getClass().isArray()) {
        log.space = Op.ELEMENTS;
        return Op.elementKey(Identities.of(target, log), index);
      }
      int field = target == null ? 0 : HandleFields.of(handle);
      if (field != 0) {
        log.space = Op.FIELDS;
        return Op.fieldKey(Identities.of(target, log), field);
      }
      return hidden(log, target == null ? handle : target);
    } finally {
      log.busy = false;
    }
  }

  private static long unsafeKey(ThreadLog log, Object target, long offset) {
    log.busy = true;
    try {
      if (target.getClass().isArray()) {
        log.space = Op.ELEMENTS;
        return Op.elementKey(
            Identities.of(target, log), FieldOffsets.element(target.getClass(), offset));
      }
      int field = FieldOffsets.field(target.getClass(), offset);
      if (field != 0) {
        log.space = Op.FIELDS;
        return Op.fieldKey(Identities.of(target, log), field);
      }
      return hidden(log, target);
    } finally {
      log.busy = false;
    }
  }

  private static long hidden(ThreadLog log, Object target) {
    log.space = Op.SYNC;
    return Op.syncKey(
        Identities.of(target, log), ClassNumbers.of(target.getClass()) + 1, Op.PART_STATE);
  }
}
