package dev.sooth.agent.bootstrap;

import java.util.HashSet;
import java.util.Set;
import jdk.internal.vm.annotation.DontInline;

/**
 * Calls of which it is not known what state of the JDK they access: the critical sections of the
 * program in which they happen keep their places among the others on their locks.
 */
public final class OpaqueHooks {
  /**
   * Whether the program refers to methods of the JDK that access state, such as {@code list::add}.
   */
  private static volatile boolean references;

  /** The interfaces that such references are made to. */
  private static volatile Set<String> referenceTypes = Set.of();

  private OpaqueHooks() {}

  /** Such a reference stands in a class of the program. */
  public static synchronized void noteReference(String type) {
    if (!referenceTypes.contains(type)) {
      Set<String> types = new HashSet<>(referenceTypes);
      types.add(type);
      referenceTypes = types;
    }
    references = true;
  }

  /** Before a call of an interface of the program, by which this may happen, too. */
  @DontInline
  public static void functionCall(String type) {
    if (references && referenceTypes.contains(type)) {
      opaqueCall();
    }
  }

  /** Before a call by which a method of the JDK may be called by reference. */
  @DontInline
  public static void functionCall() {
    if (references) {
      opaqueCall();
    }
  }

  /** Before a call of the JDK of which it is not known what state it accesses. */
  @DontInline
  public static void opaqueCall() {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null) {
      opaque(log);
    }
  }

  /** The critical sections that the thread is in keep their places among others on their locks. */
  static void opaque(ThreadLog log) {
    for (int i = 0; log.reorderable > 0 && i < log.locksHeld(); i++) {
      if (log.becomeOpaque(i)) {
        if (OpaqueLocks.add(log.lockHeld(i))) {
          // Sections before the first opaque one have left nothing to read.
          log.recordWithoutStripe(Op.AFTER_LOCK, 0, log.lockHeld(i));
        }
        Sync.comeAfter(log, log.lockHeld(i), 0);
      }
    }
  }
}
