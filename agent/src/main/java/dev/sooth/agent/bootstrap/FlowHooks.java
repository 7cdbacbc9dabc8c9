package dev.sooth.agent.bootstrap;

import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * What instrumented code calls when the way of each thread is recorded, too: how its branches went,
 * what it got from code that is not instrumented, where methods and handlers were entered. With the
 * values of its accesses that is all a thread's local computation depends on, so an analysis can
 * walk the same way again.
 *
 * <p>Nothing here waits or throws but for want of stack, and nothing synchronises.
 */
public final class FlowHooks {
  private static final int WITH_VALUE = 1;

  private FlowHooks() {}

  /** Before a jump that compares an int with 0. */
  public static void branch(int value, int opcode) {
    branch(value, 0, opcode + (Opcode.IF_ICMPEQ - Opcode.IFEQ));
  }

  /** Before a jump that compares two ints. */
  public static void branch(int left, int right, int opcode) {
    told(
        switch (opcode) {
          case Opcode.IF_ICMPEQ -> left == right;
          case Opcode.IF_ICMPEQ + 1 -> left != right;
          case Opcode.IF_ICMPEQ + 2 -> left < right;
          case Opcode.IF_ICMPEQ + 3 -> left >= right;
          case Opcode.IF_ICMPEQ + 4 -> left > right;
          default -> left <= right;
        });
  }

  /** Before a jump that compares a reference with null. */
  public static void branch(Object value, int opcode) {
    told((value == null) == (opcode == Opcode.IFNULL));
  }

  /** Before a jump that compares two references. */
  public static void branch(Object left, Object right, int opcode) {
    told((left == right) == (opcode == Opcode.IF_ACMPEQ));
  }

  private static void told(boolean taken) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null) {
      log.branch(taken);
    }
  }

  /** Before a call: the number stands for the name and the descriptor of the method. */
  public static void calling(int method) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null) {
      log.expectedCall = method;
    }
  }

  /** At the start of a method. If no code of ours has called it, its arguments follow. */
  public static void entered(int site, int method) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null) {
      boolean called = log.expectedCall == method;
      log.expectedCall = 0;
      log.tellsArguments = !called;
      log.flow(Op.FLOW_ENTER, site, called ? 0 : 1);
    }
  }

  public static void argument(int value) {
    argument((long) value);
  }

  public static void argument(long value) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null && log.tellsArguments) {
      log.flow(Op.FLOW_VALUE, 0, value);
    }
  }

  public static void argument(float value) {
    argument((long) Float.floatToRawIntBits(value));
  }

  public static void argument(double value) {
    argument(Double.doubleToRawLongBits(value));
  }

  public static void argument(Object value) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null && log.tellsArguments) {
      log.flow(Op.FLOW_VALUE, 0, number(log, value));
    }
  }

  /** A value that is not an event: of a field that is not recorded, the length of an array. */
  public static void value(int value) {
    value((long) value);
  }

  public static void value(long value) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null) {
      log.flow(Op.FLOW_VALUE, 0, value);
    }
  }

  public static void value(float value) {
    value((long) Float.floatToRawIntBits(value));
  }

  public static void value(double value) {
    value(Double.doubleToRawLongBits(value));
  }

  public static void value(Object value) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null) {
      log.flow(Op.FLOW_VALUE, 0, number(log, value));
    }
  }

  /** A call has returned, without a value. */
  @ReservedStackAccess
  public static void returned() {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null) {
      log.flow(Op.FLOW_RESULT, 0, 0);
    }
  }

  public static void returned(int value) {
    returned((long) value);
  }

  public static void returned(long value) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null) {
      log.flow(Op.FLOW_RESULT, WITH_VALUE, value);
    }
  }

  public static void returned(float value) {
    returned((long) Float.floatToRawIntBits(value));
  }

  public static void returned(double value) {
    returned(Double.doubleToRawLongBits(value));
  }

  public static void returned(Object value) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null) {
      log.flow(Op.FLOW_RESULT, WITH_VALUE, number(log, value));
    }
  }

  /** At the start of a handler. */
  @ReservedStackAccess
  public static void caught(Object exception, int site) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null) {
      log.flow(Op.FLOW_CAUGHT, site, number(log, exception));
    }
  }

  private static long number(ThreadLog log, Object value) {
    if (value == null) {
      return 0;
    }
    log.busy = true; // the program's methods may be asked for the number
    try {
      return Identities.of(value, log);
    } finally {
      log.busy = false;
    }
  }

  /** Numbers of instructions; the boot loader has no library for them. */
  static final class Opcode {
    static final int IFEQ = 153;
    static final int IF_ICMPEQ = 159;
    static final int IF_ACMPEQ = 165;
    static final int IFNULL = 198;

    private Opcode() {}
  }
}
