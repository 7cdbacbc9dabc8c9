package dev.sooth.agent.bootstrap;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

/**
 * Method handles of the access modes of variables: {@code VarHandle.toMethodHandle} and the two
 * invokers. Which variable such a call accesses is not looked into. All of them update one hidden
 * variable before and after, so whatever order they make is kept, and more. Plain modes make none.
 */
public final class AccessModes {
  private AccessModes() {}

  private static MethodHandle update() {
    try {
      return MethodHandles.lookup()
          .findStatic(AccessModes.class, "accessed", MethodType.methodType(void.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("UnusedMethod") // looked up by name
  private static void accessed() {
    JdkHooks.announce(AccessModes.class, 0); // the hidden variable is of this class
  }

  // ---- in place of the methods that make them -----------------------------------------------

  public static MethodHandle toMethodHandle(VarHandle variable, VarHandle.AccessMode mode) {
    return told(variable.toMethodHandle(mode), mode);
  }

  public static MethodHandle varHandleExactInvoker(VarHandle.AccessMode mode, MethodType type) {
    return told(MethodHandles.varHandleExactInvoker(mode, type), mode);
  }

  public static MethodHandle varHandleInvoker(VarHandle.AccessMode mode, MethodType type) {
    return told(MethodHandles.varHandleInvoker(mode, type), mode);
  }

  private static MethodHandle told(MethodHandle access, VarHandle.AccessMode mode) {
    if (mode == VarHandle.AccessMode.GET || mode == VarHandle.AccessMode.SET) {
      return access;
    }
    MethodHandle update = update();
    MethodHandle before = MethodHandles.foldArguments(access, update);
    Class<?> result = access.type().returnType();
    if (result == void.class) {
      MethodHandle after = MethodHandles.dropArguments(update, 0, access.type().parameterList());
      return MethodHandles.foldArguments(after, before);
    }
    return afterwards(before, update);
  }

  /** The handle, and then this one, which takes and returns nothing; the result is the first's. */
  static MethodHandle afterwards(MethodHandle first, MethodHandle then) {
    Class<?> value = first.type().returnType();
    MethodHandle result =
        MethodHandles.dropArguments(MethodHandles.identity(value), 1, first.type().parameterList());
    return MethodHandles.foldArguments(MethodHandles.foldArguments(result, then), first);
  }
}
