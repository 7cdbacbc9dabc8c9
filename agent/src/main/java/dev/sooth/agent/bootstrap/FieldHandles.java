package dev.sooth.agent.bootstrap;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * Reflection on volatile fields: {@code java.lang.reflect.Field} from the inside, and method
 * handles that get or set a field, which are given hooks when they are made. Class initialisation
 * may lie within such an access, so no stripe can be held over it: a write updates the field (reads
 * it, then writes it) before and after, a read reads it after. Whatever happens in between, the
 * order that exists is kept.
 */
public final class FieldHandles {
  private static final MethodHandle READ = hook("read");
  private static final MethodHandle WRITE = hook("write");

  private FieldHandles() {}

  private static MethodHandle hook(String name) {
    try {
      return MethodHandles.lookup()
          .findStatic(
              FieldHandles.class, name, MethodType.methodType(void.class, int.class, Object.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodHandle used() {
    try {
      return MethodHandles.lookup()
          .findStatic(
              ClassHooks.class,
              "initialisedByName",
              MethodType.methodType(void.class, Class.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("UnusedMethod") // looked up by name
  private static void read(int field, Object target) {
    record(Op.FIELD_VOLATILE_READ, field, target);
  }

  @SuppressWarnings("UnusedMethod") // looked up by name
  private static void write(int field, Object target) {
    record(Op.FIELD_UPDATE, field, target);
  }

  private static void record(int op, int field, Object target) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null && log.quiet == 0) {
      log.busy = true;
      log.record(op, 0, Op.fieldKey(target == null ? 0 : Identities.of(target, log), field));
    }
  }

  /** After a {@code Field} has been read. */
  public static void reflectedRead(Field field, Object target) {
    usedByReflection(field);
    reflected(Op.FIELD_VOLATILE_READ, field, target);
  }

  /** After a {@code Field} has been written. */
  public static void reflectedWritten(Field field, Object target) {
    usedByReflection(field);
    reflected(Op.FIELD_UPDATE, field, target);
  }

  /** The class of a static field that was accessed is initialised. */
  private static void usedByReflection(Field field) {
    if (Hooks.on && Modifier.isStatic(field.getModifiers())) {
      ClassHooks.initialisedByName(field.getDeclaringClass());
    }
  }

  /** Before a {@code Field} is written. */
  public static void reflectedWrite(Field field, Object target) {
    reflected(Op.FIELD_UPDATE, field, target);
  }

  private static void reflected(int op, Field field, Object target) {
    if (Hooks.on && isOrdering(field)) {
      boolean isStatic = Modifier.isStatic(field.getModifiers());
      if (isStatic || target != null) {
        boolean guard = AgentGuard.enter();
        int number = guard ? AtomicHooks.fieldNumber(field) : 0;
        AgentGuard.exit(guard);
        if (number != 0) {
          record(op, number, isStatic ? null : target);
        }
      }
    }
  }

  private static boolean isOrdering(Field field) {
    ClassLoader loader = field.getDeclaringClass().getClassLoader();
    return Modifier.isVolatile(field.getModifiers())
        && loader != null
        && loader != ClassLoader.getPlatformClassLoader();
  }

  /** A handle that reads the field has been made: the one to use in its place. */
  public static MethodHandle getter(MethodHandle made, Field field) {
    MethodHandle handle = made;
    if (Modifier.isStatic(field.getModifiers())) {
      handle = AccessModes.afterwards(made, used().bindTo(field.getDeclaringClass()));
    }
    if (!isOrdering(field)) {
      return handle;
    }
    Class<?> value = handle.type().returnType();
    MethodHandle hook = bind(READ, field, handle.type());
    MethodHandle result =
        MethodHandles.dropArguments(
            MethodHandles.identity(value), 1, handle.type().parameterList());
    MethodHandle afterwards =
        MethodHandles.foldArguments(result, MethodHandles.dropArguments(hook, 0, value));
    return MethodHandles.foldArguments(afterwards, handle);
  }

  /** A handle that writes the field has been made: the one to use in its place. */
  public static MethodHandle setter(MethodHandle handle, Field field) {
    if (!isOrdering(field)) {
      return handle;
    }
    MethodHandle hook =
        bind(
            WRITE,
            field,
            handle
                .type()
                .dropParameterTypes(
                    handle.type().parameterCount() - 1, handle.type().parameterCount()));
    MethodHandle both =
        MethodHandles.dropArguments(
            hook, hook.type().parameterCount(), handle.type().lastParameterType());
    return MethodHandles.foldArguments(both, MethodHandles.foldArguments(handle, both));
  }

  /** The hook for this field, with the parameters of the accesses' coordinates. */
  private static MethodHandle bind(MethodHandle hook, Field field, MethodType coordinates) {
    boolean guard = AgentGuard.enter();
    int number = AtomicHooks.fieldNumber(field);
    AgentGuard.exit(guard);
    MethodHandle bound = MethodHandles.insertArguments(hook, 0, number);
    return coordinates.parameterCount() == 0
        ? MethodHandles.insertArguments(bound, 0, (Object) null)
        : bound.asType(coordinates.changeReturnType(void.class));
  }

  // ---- in place of the methods of a lookup --------------------------------------------------

  public static MethodHandle findGetter(
      MethodHandles.Lookup lookup, Class<?> owner, String name, Class<?> type)
      throws NoSuchFieldException, IllegalAccessException {
    return getter(lookup.findGetter(owner, name, type), declared(owner, name));
  }

  public static MethodHandle findStaticGetter(
      MethodHandles.Lookup lookup, Class<?> owner, String name, Class<?> type)
      throws NoSuchFieldException, IllegalAccessException {
    return getter(lookup.findStaticGetter(owner, name, type), declared(owner, name));
  }

  public static MethodHandle findSetter(
      MethodHandles.Lookup lookup, Class<?> owner, String name, Class<?> type)
      throws NoSuchFieldException, IllegalAccessException {
    return setter(lookup.findSetter(owner, name, type), declared(owner, name));
  }

  public static MethodHandle findStaticSetter(
      MethodHandles.Lookup lookup, Class<?> owner, String name, Class<?> type)
      throws NoSuchFieldException, IllegalAccessException {
    return setter(lookup.findStaticSetter(owner, name, type), declared(owner, name));
  }

  public static MethodHandle unreflectGetter(MethodHandles.Lookup lookup, Field field)
      throws IllegalAccessException {
    return getter(lookup.unreflectGetter(field), field);
  }

  public static MethodHandle unreflectSetter(MethodHandles.Lookup lookup, Field field)
      throws IllegalAccessException {
    return setter(lookup.unreflectSetter(field), field);
  }

  private static Field declared(Class<?> owner, String name) throws NoSuchFieldException {
    for (Class<?> c = owner; c != null; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          return field;
        }
      }
    }
    throw new NoSuchFieldException(name);
  }
}
