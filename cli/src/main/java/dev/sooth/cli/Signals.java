package dev.sooth.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Hears the signals that ask a process to end. A shutdown hook would come too late: the JVM does
 * not wait for what it would still have to do. By reflection, because the compiler warns of {@code
 * sun.misc.Signal} in a way that cannot be silenced; where there is none, or {@code -Xrs} forbids
 * it, signals end the process as ever.
 */
final class Signals {
  /** A signal that asks for the end. */
  enum Kind {
    HUP(1),
    INT(2),
    TERM(15);

    final int number;

    Kind(int number) {
      this.number = number;
    }

    /** What a shell says of a process that this signal has ended. */
    int status() {
      return 128 + number;
    }
  }

  private static final String TYPE = "sun.misc.Signal";
  private static final String HANDLER = "sun.misc.SignalHandler";

  private final List<Runnable> restore = new ArrayList<>();

  private Signals() {}

  /** From now on these signals go to the listener, each in a thread of its own. */
  static Signals to(Consumer<Kind> listener) {
    Signals signals = new Signals();
    for (Kind kind : Kind.values()) {
      try {
        signals.handle(kind, listener);
      } catch (ReflectiveOperationException e) {
        // Not on this system, or not allowed.
      }
    }
    return signals;
  }

  /** Signals that are heard after a moment: a short run need not pay for it. */
  static final class Soon {
    private static final long MOMENT_MILLIS = 300;

    private final Consumer<Kind> listener;
    private Signals heard; // guarded by this
    private boolean closed; // guarded by this

    private Soon(Consumer<Kind> listener) {
      this.listener = listener;
    }

    private void run() {
      try {
        Thread.sleep(MOMENT_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
      synchronized (this) {
        if (!closed) {
          heard = Signals.to(listener);
        }
      }
    }

    /** From now on they do what they did before. */
    synchronized void restore() {
      closed = true;
      if (heard != null) {
        heard.restore();
      }
    }
  }

  /** The same as {@link #to}, a moment later. */
  static Soon soonTo(Consumer<Kind> listener) {
    Soon soon = new Soon(listener);
    Thread thread = new Thread(soon::run, "sooth-signals");
    thread.setDaemon(true);
    thread.start();
    return soon;
  }

  private void handle(Kind kind, Consumer<Kind> listener) throws ReflectiveOperationException {
    Class<?> handlerType = Class.forName(HANDLER);
    Object handler =
        Proxy.newProxyInstance(
            handlerType.getClassLoader(),
            new Class<?>[] {handlerType},
            (proxy, method, arguments) -> {
              if (method.getDeclaringClass() == Object.class) {
                return method.invoke(kind, arguments);
              }
              listener.accept(kind);
              return null;
            });
    Object signal = Class.forName(TYPE).getConstructor(String.class).newInstance(kind.name());
    // One that was ignored when we were started, by nohup say, stays so: the JVM sees to it.
    Object before = install(signal, handler);
    restore.add(
        () -> {
          try {
            install(signal, before);
          } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static Object install(Object signal, Object handler) throws ReflectiveOperationException {
    Method handle =
        signal.getClass().getMethod("handle", signal.getClass(), Class.forName(HANDLER));
    try {
      return handle.invoke(null, signal, handler);
    } catch (InvocationTargetException e) {
      throw new ReflectiveOperationException(e.getCause());
    }
  }

  /** From now on they do what they did before. */
  void restore() {
    restore.forEach(Runnable::run);
  }
}
