package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.Model;

/**
 * How one method of the JDK is modelled.
 *
 * @param form how the hooks are called
 * @param key what the hidden variable belongs to
 * @param model what to record at entry and exits, for {@link Form#METHOD}, else null
 * @param access the kind of an atomic access, a constant of {@code AtomicHooks}, else 0
 */
record JdkModel(Form form, Key key, Model model, int access) {
  /** The shapes of hooks. */
  enum Form {
    /** {@code JdkHooks.enter} and {@code exit}. */
    METHOD,
    /** The same, and a task that is the first argument is announced. */
    EXECUTE,
    /** {@code AtomicHooks.before} and {@code after}, on the receiver. */
    ATOMIC,
    /** The same, on the element of the receiver that the first argument names. */
    ATOMIC_ELEMENT,
    /** The same, on the field of the first argument that the receiver updates. */
    UPDATER,
    /** {@code UnsafeHooks.before} and {@code AtomicHooks.after}, on an object and an offset. */
    UNSAFE,
    /** {@code FieldHandles.reflectedRead} at the end. */
    REFLECTED_READ,
    /** {@code FieldHandles.reflectedWrite} before, {@code reflectedWritten} after. */
    REFLECTED_WRITE,
    /** {@code JdkHooks.enterAwait} and {@code exitAwait}. */
    AWAIT,
    /**
     * As {@link #METHOD}, and what was done before the first argument was handed over is learnt.
     */
    TASK_REMOVED,
    /** As {@link #METHOD}, and the state of the receiver is learnt, too. */
    RECEIVER_LEARNT,
    /** As {@link #TASK_REMOVED}, of each element of what is returned. */
    TASKS_RETURNED,
    /** {@code JdkHooks.learn} at the end, with the task that is returned. */
    TASK_RETURNED,
    /** {@code ThreadHooks.afterAll} at the end. */
    COMES_AFTER_ALL,
    /** {@code JdkHooks.announce} at the normal end of a constructor. */
    CONSTRUCTED,
    /** {@code JdkHooks.poolMade} at the normal end of a constructor. */
    POOL_MADE,
    /** Registers a field updater at the end of its constructor. */
    UPDATER_MADE,
    /** {@code JdkHooks.signalling} at entry. */
    SIGNAL,
    /** {@code ClassHooks.initialisedByName} at the end, with the class that is returned. */
    CLASS_RETURNED,
    /** {@code ClassHooks.constantsKnown} at the end, with what is returned and the receiver. */
    CONSTANTS_RETURNED,
    /** {@code ClassHooks.made} at the end, with the object that is returned. */
    OBJECT_RETURNED,
    /** {@code ThreadHooks.afterAll} at entry: the JVM calls this method. */
    CALLED_BY_JVM,
    /** The same, and noted which: {@code ThreadHooks.signalled} at entry. */
    OS_SIGNAL,
    /** {@code ThreadHooks.afterAll} at entry, and at the end nothing more is recorded. */
    SHUTDOWN,
    /** From the entry on nothing more is recorded. */
    HALT,
    /** Thread start, end, join, park, interrupts: a hook of their own. */
    THREAD_START,
    THREAD_END,
    THREAD_JOINED,
    THREAD_STOPPED,
    THREADS_COUNTED,
    PARKED,
    INTERRUPT_LOOKED,
    INTERRUPT_CLEARED
  }

  /** Where the key comes from. */
  enum Key {
    RECEIVER,
    FIRST_ARGUMENT,
    /** The field {@code sync} of the receiver. */
    SYNC,
    /** The synchroniser that the receiver is a condition of. */
    OUTER,
    /** One key for all fork-join tasks. */
    COMPLETIONS,
    /** The receiver if it is the standard output or error stream of the JVM, else none. */
    STANDARD_STREAM
  }

  static JdkModel of(Model model, Key key) {
    return new JdkModel(Form.METHOD, key, model, 0);
  }

  static JdkModel of(Form form) {
    return new JdkModel(form, Key.RECEIVER, null, 0);
  }

  static JdkModel atomic(Form form, int access) {
    return new JdkModel(form, Key.RECEIVER, null, access);
  }
}
