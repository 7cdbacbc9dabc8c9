package dev.sooth.recipe;

import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Calls of the JDK on ways that were not taken, of which it is known what they do to the thread
 * that calls: nothing, or a calculation.
 */
final class KnownCalls {
  private static final String OBJECT = "java/lang/Object";
  private static final String THREAD = "java/lang/Thread";

  private KnownCalls() {}

  /** Whether the call is one of those; then it is done. */
  static boolean does(Machine machine, Frame frame, MethodInsnNode node, Expr receiver) {
    if (isNothing(machine, frame, node, receiver)) {
      frame.popArguments(node.desc, receiver != null);
      frame.pc++;
      return true;
    }
    return node.owner.equals("java/lang/Math") && calculates(machine, frame, node);
  }

  private static boolean isNothing(
      Machine machine, Frame frame, MethodInsnNode node, Expr receiver) {
    if (receiver == null) {
      return node.owner.equals(THREAD)
          && (node.name.equals("yield") || node.name.equals("onSpinWait"));
    }
    String own = machine.own.type(receiver);
    return switch (node.name) {
      // Threads that wait may wake up at any time, and need not go on at once.
      case "notify", "notifyAll" -> receiver.value() > 0 && machine.holds(receiver.value());
      // What the new thread does, it may do later. Other arguments than these could throw.
      case "start" ->
          own != null
              && node.desc.equals("()V")
              && machine.program.isThread(own)
              && machine.program.find(own, "start", "()V") == null
              && machine.own.start(receiver);
      case "<init>" ->
          own != null
              && (node.owner.equals(OBJECT)
                  || (node.owner.equals(THREAD) && isPlainThread(frame, node.desc)));
      default -> false;
    };
  }

  /** Whether a thread is made of something to run and a name, both of them or none. */
  private static boolean isPlainThread(Frame frame, String descriptor) {
    boolean named = descriptor.endsWith("Ljava/lang/String;)V");
    Expr name = named ? frame.peek(0) : null;
    return switch (descriptor) {
      case "()V", "(Ljava/lang/Runnable;)V" -> true;
      // Without a name an exception is thrown.
      case "(Ljava/lang/String;)V", "(Ljava/lang/Runnable;Ljava/lang/String;)V" ->
          name.isMade() || (name.isConstant() && name.value() != 0);
      default -> false;
    };
  }

  private static boolean calculates(Machine machine, Frame frame, MethodInsnNode node) {
    boolean ints = node.desc.equals("(II)I") || node.desc.equals("(I)I");
    boolean longs = node.desc.equals("(JJ)J") || node.desc.equals("(J)J");
    boolean known =
        (ints || longs)
            && (node.name.equals("max") || node.name.equals("min") || node.name.equals("abs"));
    if (!known) {
      return false;
    }
    Expr[] arguments = frame.popArguments(node.desc, false);
    long[] values = new long[arguments.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = machine.settle(arguments[i], Guard.Reason.PIN).value();
    }
    long result =
        switch (node.name) {
          case "max" -> Math.max(values[0], values[1]);
          case "min" -> Math.min(values[0], values[1]);
          default -> ints ? Math.abs((int) values[0]) : Math.abs(values[0]);
        };
    frame.push(Expr.constant(ints ? 'I' : 'J', result));
    frame.pc++;
    return true;
  }
}
