package dev.sooth.agent.instrument;

/**
 * How one method of the JDK is modelled.
 *
 * @param model what to record at entry and exits, a constant of {@code JdkHooks} or {@code
 *     AtomicHooks}
 * @param form how the hooks are called
 * @param key what the hidden variable belongs to
 */
record JdkModel(int model, Form form, Key key) {
  /** The shapes of hooks. */
  enum Form {
    /** {@code JdkHooks.enter} and {@code exit}. */
    METHOD,
    /** {@code AtomicHooks.before} and {@code after}, on the receiver. */
    ATOMIC,
    /** The same, on the element of the receiver that the first argument names. */
    ATOMIC_ELEMENT,
    /** The same, on the field of the first argument that the receiver updates. */
    UPDATER,
    /** {@code UnsafeHooks.before} and {@code AtomicHooks.after}, on an object and an offset. */
    UNSAFE,
    /** {@code UnsafeHooks.offsetAsked} at the end. */
    FIELD_OFFSET,
    /** {@code FieldHandles.reflectedRead} at the end. */
    REFLECTED_READ,
    /** {@code FieldHandles.reflectedWrite} before and after. */
    REFLECTED_WRITE,
    /** {@code JdkHooks.enterAwait} and {@code exitAwait}. */
    AWAIT,
    /** {@code JdkHooks.announce} at the normal end of a constructor. */
    CONSTRUCTED,
    /** {@code JdkHooks.bulkTask} at the normal end of a constructor. */
    BULK_TASK,
    /** Registers a field updater at the end of its constructor. */
    UPDATER_MADE,
    /** {@code JdkHooks.signalling} at entry. */
    SIGNAL,
    /** Thread start, end, join, park, interrupts: a hook of their own. */
    THREAD_START,
    THREAD_END,
    THREAD_JOINED,
    THREADS_COUNTED,
    SHUTDOWN,
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
    /** The collection that the receiver is a view or an iterator of. */
    OUTER,
    /** The same for those that have no field for it: it was noted when they were made. */
    ORIGIN,
    /** The field {@code mutex} of the receiver. */
    MUTEX,
    STAGES,
    COMPLETIONS,
    /** The receiver, but only if its class is not the JDK's. */
    FOREIGN_RECEIVER
  }

  static JdkModel of(int model, Key key) {
    return new JdkModel(model, Form.METHOD, key);
  }
}
