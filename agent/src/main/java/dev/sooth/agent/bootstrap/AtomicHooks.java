package dev.sooth.agent.bootstrap;

import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.function.ToIntBiFunction;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * Atomic variables: the classes of {@code java.util.concurrent.atomic} from the inside, field
 * updaters and {@code VarHandle}s. The stripe is held over the whole operation, so the place in the
 * order is exact for them too.
 */
public final class AtomicHooks {
  /** Kinds of operations; for {@link #CAS} the result tells whether it was an update. */
  public static final int GET = 0;

  public static final int SET = 1;
  public static final int UPDATE = 2;
  public static final int CAS = 3;

  /** A plain access through a {@code VarHandle}. */
  public static final int PLAIN_GET = 4;

  public static final int PLAIN_SET = 5;

  /** Like a compare-and-set whose result is the value that it found. */
  public static final int EXCHANGE = 6;

  private static final WeakTable<Integer> FIELDS = new WeakTable<>();
  private static final WeakTable<WeakReference<Class<?>>> STATIC_OWNERS = new WeakTable<>();
  private static volatile ToIntBiFunction<Class<?>, String> fieldNumbers = (type, name) -> 0;

  private AtomicHooks() {}

  /** Installs the numbering of fields. */
  public static void install(ToIntBiFunction<Class<?>, String> numbers) {
    fieldNumbers = numbers;
  }

  /** An updater or handle of this field has been made. */
  public static void madeFor(Object accessor, Class<?> type, String field) {
    if (accessor != null) {
      boolean guard = AgentGuard.enter();
      FIELDS.put(accessor, fieldNumbers.applyAsInt(type, field));
      AgentGuard.exit(guard);
    }
  }

  /** The handle is of a static field that this class declares. */
  private static void madeForStatic(VarHandle handle, Class<?> declaring) {
    boolean guard = AgentGuard.enter();
    STATIC_OWNERS.put(handle, new WeakReference<>(declaring));
    AgentGuard.exit(guard);
  }

  /** The class that declares a field, or null. */
  private static Class<?> declaring(Class<?> type, String field) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      for (Field one : c.getDeclaredFields()) {
        if (one.getName().equals(field)) {
          return c;
        }
      }
      for (Class<?> implemented : c.getInterfaces()) {
        Class<?> result = declaring(implemented, field);
        if (result != null) {
          return result;
        }
      }
    }
    return null;
  }

  /**
   * The class of a static field is initialised by the first access, which must not happen while a
   * stripe is held; and who comes later comes after it.
   */
  private static void useClass(Object handle) {
    WeakReference<Class<?>> known = STATIC_OWNERS.get(handle);
    Class<?> declaring = known == null ? null : known.get();
    if (declaring != null) {
      Unsafe.getUnsafe().ensureClassInitialized(declaring);
      ClassHooks.initialisedByName(declaring);
    }
  }

  /** The number of a field. */
  static int fieldNumber(Field field) {
    Integer known = FIELDS.get(field);
    if (known == null) {
      known = fieldNumbers.applyAsInt(field.getDeclaringClass(), field.getName());
      FIELDS.put(field, known);
    }
    return known;
  }

  /** The number of the field of this name that the class declares or inherits. */
  static int fieldNumber(Class<?> type, String field) {
    return fieldNumbers.applyAsInt(type, field);
  }

  /** In place of {@code lookup.unreflectVarHandle}. */
  @DontInline
  public static VarHandle unreflectVarHandle(
      java.lang.invoke.MethodHandles.Lookup lookup, Field field) throws IllegalAccessException {
    VarHandle handle = lookup.unreflectVarHandle(field);
    madeFor(handle, field.getDeclaringClass(), field.getName());
    if (Modifier.isStatic(field.getModifiers())) {
      madeForStatic(handle, field.getDeclaringClass());
    }
    return handle;
  }

  /** In place of {@code lookup.findVarHandle}. */
  @DontInline
  public static VarHandle findVarHandle(
      java.lang.invoke.MethodHandles.Lookup lookup, Class<?> owner, String name, Class<?> type)
      throws NoSuchFieldException, IllegalAccessException {
    VarHandle handle = lookup.findVarHandle(owner, name, type);
    madeFor(handle, owner, name);
    return handle;
  }

  /** In place of {@code lookup.findStaticVarHandle}. */
  @DontInline
  public static VarHandle findStaticVarHandle(
      java.lang.invoke.MethodHandles.Lookup lookup, Class<?> owner, String name, Class<?> type)
      throws NoSuchFieldException, IllegalAccessException {
    VarHandle handle = lookup.findStaticVarHandle(owner, name, type);
    madeFor(handle, owner, name);
    Class<?> declaring = declaring(owner, name);
    if (declaring != null) {
      madeForStatic(handle, declaring);
    }
    return handle;
  }

  /** Before an operation on an atomic object, which is one variable. */
  @DontInline
  public static ThreadLog before(Object atomic, int field, int site) {
    if (!Hooks.on) {
      return null;
    }
    ThreadLog log = ThreadLogs.current();
    if (log == null || log.quiet > 0) {
      return null;
    }
    StackProbe.check();
    ThreadLog begun = Hooks.beginField(log, atomic, Op.head(Op.FIELD_UPDATE, site) | field);
    return begun == null ? null : begun.openAroundMethod();
  }

  /** Before an operation on an element of an atomic array; bounds are the operation's matter. */
  @DontInline
  public static ThreadLog beforeElement(Object atomic, int index, int site) {
    if (!Hooks.on || index < 0) {
      return null;
    }
    ThreadLog log = ThreadLogs.current();
    if (log == null || log.quiet > 0) {
      return null;
    }
    return beginElement(log, atomic, index, site);
  }

  private static ThreadLog beginElement(ThreadLog log, Object array, int index, int site) {
    StackProbe.check();
    log.busy = true;
    try {
      long id = Identities.of(array, log);
      log.begin(Op.head(Op.ELEMENT_UPDATE, site), Op.elementKey(id, index));
      return log.openAroundMethod();
    } catch (Error e) {
      log.busy = false;
      throw e;
    }
  }

  /** Before an operation of a field updater. */
  @DontInline
  public static ThreadLog beforeUpdater(Object updater, Object target, int site) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    return log == null || log.quiet > 0 ? null : beforeAccessor(updater, target, -1, site);
  }

  /**
   * Before an operation of a {@code VarHandle} in the program's code, which is never silent.
   *
   * @param target the object or array, null for a static field
   * @param index the index into an array, -1 otherwise
   */
  @DontInline
  public static ThreadLog beforeHandle(VarHandle handle, Object target, int index, int site) {
    if (handle == null) {
      return null;
    }
    if (target == null && Hooks.on) {
      useClass(handle);
    }
    return beforeAccessor(handle, target, index, site);
  }

  private static ThreadLog beforeAccessor(Object accessor, Object target, int index, int site) {
    if (!Hooks.on) {
      return null;
    }
    ThreadLog log = ThreadLogs.current();
    if (log == null) {
      return null;
    }
    if (target != null && target.getClass().isArray() && index >= 0) {
      if (target instanceof byte[]
          && accessor instanceof VarHandle view
          && view.varType() != byte.class) {
        OpaqueHooks.opaque(log); // it accesses the elements behind that one, too
      }
      return beginElement(log, target, index, site);
    }
    StackProbe.check();
    log.busy = true;
    try {
      Integer known = FIELDS.get(accessor);
      int field = known == null ? 0 : known;
      if (field == 0) {
        // We have not seen which field it is for, and its coordinates may be anything (an index
        // that was dropped, a slice of memory): one hidden variable for all of them.
        log.begin(
            Op.head(Op.HIDDEN_UPDATE, site),
            Op.syncKey(
                Identities.of(AtomicHooks.class, log),
                ClassNumbers.of(Class.class) + 1,
                Op.PART_STATE));
        return log.openAroundMethod();
      }
      long id = target == null ? 0 : Identities.of(target, log);
      log.begin(Op.head(Op.FIELD_UPDATE, site), Op.fieldKey(id, field));
      return log.openAroundMethod();
    } catch (Error e) {
      log.busy = false;
      throw e;
    }
  }

  /**
   * After the operation.
   *
   * @param kind what it was, one of the constants above
   * @param result -1 when it threw, 0 when it returned false, 1 otherwise
   */
  @ReservedStackAccess
  @DontInline
  public static void after(int result, ThreadLog log, int kind) {
    if (log == null || !log.open) {
      return;
    }
    if (result < 0) {
      log.abandon();
      return;
    }
    boolean element = log.op() == Op.ELEMENT_UPDATE;
    if (log.op() == Op.HIDDEN_UPDATE) {
      if (kind == PLAIN_GET || kind == PLAIN_SET) {
        log.abandon(); // it makes no order, but who holds a lock may rely on what it finds
        OpaqueHooks.opaque(log);
      } else {
        log.commit();
      }
      return;
    }
    int updated = element ? Op.ELEMENT_UPDATE : Op.FIELD_UPDATE;
    switch (kind) {
      case GET -> log.become(element ? Op.ELEMENT_VOLATILE_READ : Op.FIELD_VOLATILE_READ);
      case SET -> log.become(element ? Op.ELEMENT_VOLATILE_WRITE : Op.FIELD_VOLATILE_WRITE);
      case PLAIN_GET -> log.become(element ? Op.ELEMENT_READ : Op.FIELD_READ);
      case PLAIN_SET -> log.become(element ? Op.ELEMENT_WRITE : Op.FIELD_WRITE);
      case CAS ->
          log.become(
              result > 0 ? updated : element ? Op.ELEMENT_VOLATILE_READ : Op.FIELD_VOLATILE_READ);
      default -> log.become(updated);
    }
    log.commit();
  }
}
