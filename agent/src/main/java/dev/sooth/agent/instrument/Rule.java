package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.AtomicHooks;
import dev.sooth.agent.bootstrap.Model;
import dev.sooth.agent.instrument.JdkModel.Form;
import java.util.Arrays;
import org.objectweb.asm.Opcodes;

/**
 * A row of the table of models: which methods of a class it is about, and how they are modelled.
 */
interface Rule {
  /** The model of a method, or null if the rule is not about it. */
  JdkModel find(int access, String name, String descriptor);

  /** Methods by their names. */
  final class Named implements Rule {
    private final JdkModel model;
    private final int wanted;
    private final int unwanted;
    private final String[] names;

    Named(JdkModel model, int wanted, int unwanted, String... names) {
      this.model = model;
      this.wanted = wanted;
      this.unwanted = unwanted;
      this.names = names;
    }

    @Override
    public JdkModel find(int access, String name, String descriptor) {
      boolean suits = (access & wanted) == wanted && (access & unwanted) == 0;
      return suits && Arrays.asList(names).contains(name) ? model : null;
    }
  }

  /** Classes whose methods are told apart by more than their names. */
  enum Special implements Rule {
    ATOMIC {
      @Override
      public JdkModel find(int access, String name, String d) {
        return atomic(access, name, d, Form.ATOMIC);
      }
    },
    ATOMIC_ELEMENT {
      @Override
      public JdkModel find(int access, String name, String d) {
        return d.startsWith("(I") ? atomic(access, name, d, Form.ATOMIC_ELEMENT) : null;
      }
    },
    UPDATER {
      @Override
      public JdkModel find(int access, String name, String d) {
        return name.equals("<init>")
            ? d.contains("Ljava/lang/String;") ? JdkModel.of(Form.UPDATER_MADE) : null
            : atomic(access, name, d, Form.UPDATER);
      }
    },
    THREAD {
      @Override
      public JdkModel find(int access, String name, String d) {
        return name.equals("start") && isInstance(access) && !d.contains("Runnable")
            ? JdkModel.of(Form.THREAD_START)
            : null;
      }
    },
    PRINT_STREAM {
      @Override
      public JdkModel find(int access, String name, String d) {
        return isInstance(access) && isPublic(access) && !name.startsWith("<")
            ? JdkModel.of(Model.SILENCE, JdkModel.Key.STANDARD_STREAM)
            : null;
      }
    },
    FIELD {
      @Override
      public JdkModel find(int access, String name, String d) {
        if (!isInstance(access) || !isPublic(access) || !d.startsWith("(Ljava/lang/Object;")) {
          return null;
        }
        return name.startsWith("get")
            ? JdkModel.of(Form.REFLECTED_READ)
            : name.startsWith("set") ? JdkModel.of(Form.REFLECTED_WRITE) : null;
      }
    },
    UNSAFE {
      @Override
      public JdkModel find(int access, String name, String d) {
        if (!isInstance(access) || !d.startsWith("(Ljava/lang/Object;J")) {
          return null;
        }
        int kind = unsafeKind(name);
        return kind < 0 ? null : JdkModel.atomic(Form.UNSAFE, kind);
      }
    };

    private static boolean isInstance(int access) {
      return (access & Opcodes.ACC_STATIC) == 0;
    }

    private static boolean isPublic(int access) {
      return (access & Opcodes.ACC_PUBLIC) != 0;
    }

    private static JdkModel atomic(int access, String name, String d, Form form) {
      boolean isOperation = isPublic(access) && isInstance(access) && !name.startsWith("<");
      if (!isOperation || d.contains("Ljava/util/function/")) {
        return null; // those with a function are made of get and compareAndSet
      }
      int kind = atomicKind(name);
      return kind < 0 ? null : JdkModel.atomic(form, kind);
    }

    private static int atomicKind(String name) {
      return switch (name) {
        case "get", "getPlain", "getOpaque", "getAcquire" -> AtomicHooks.GET;
        case "set", "lazySet", "setPlain", "setOpaque", "setRelease" -> AtomicHooks.SET;
        default -> {
          if (name.startsWith("compareAndSet") || name.startsWith("weakCompareAndSet")) {
            yield AtomicHooks.CAS;
          }
          yield name.startsWith("getAnd")
                  || name.endsWith("AndGet")
                  || name.startsWith("compareAndExchange")
              ? AtomicHooks.UPDATE
              : -1;
        }
      };
    }

    private static int unsafeKind(String name) {
      if (name.startsWith("compareAndSwap")) {
        return AtomicHooks.CAS;
      }
      if (name.startsWith("getAnd")) {
        return AtomicHooks.UPDATE;
      }
      if (name.startsWith("putOrdered")) {
        return AtomicHooks.SET;
      }
      boolean isVolatile = name.endsWith("Volatile");
      if (name.startsWith("get")) {
        return isVolatile ? AtomicHooks.GET : AtomicHooks.PLAIN_GET;
      }
      if (name.startsWith("put")) {
        return isVolatile ? AtomicHooks.SET : AtomicHooks.PLAIN_SET;
      }
      return -1;
    }
  }
}
