package dev.sooth.agent.bootstrap;

/**
 * What the entry and the exit of a modelled method of the JDK mean for the trace. What a model does
 * not mention is seen by observation; a silent model says that the synchronisation inside need not
 * be seen, because the model alone orders what has to be ordered.
 */
public enum Model {
  /** Updates the state; internals silent. */
  CHANGE(true),

  /** Looks at the state; internals silent. */
  OBSERVE(true),

  /** Updates the state and may call the program. */
  CHANGE_OPEN(false),

  /** Looks at the state and may call the program. */
  OBSERVE_OPEN(false),

  /** Returns with the lock taken. */
  LOCK(true),

  /** Returns true with the lock taken, false without. */
  TRY_LOCK(true),

  /** Gives the lock. */
  UNLOCK(true),

  WRITE_LOCK(true),
  TRY_WRITE_LOCK(true),
  WRITE_UNLOCK(true),
  READ_LOCK(true),
  TRY_READ_LOCK(true),
  READ_UNLOCK(true),

  /** Looks at the state of a lock. */
  LOOK_AT_LOCK(true),

  /** Hands a task over: update at entry only, internals silent. */
  HAND_OVER(true),

  /** Nothing but silence of the internals. */
  SILENCE(true),

  /** Ends the silence around it while it runs: it calls the program. */
  LOUD(false),

  /** Gives a permit to a thread. */
  UNPARK(true),

  /** Interrupts a thread. */
  INTERRUPT(false),

  /** Update at entry only; may call the program. */
  ANNOUNCE(false),

  /** Read at exit only; may call the program. */
  COLLECT(false),

  /** Read at entry only; may call the program. */
  LEARN(false),

  /**
   * Runs a fork-join task: what was done before it was handed over comes before, and it tells those
   * who wait for many. Its completion is {@link #COMPLETE_TASK}, inside: whoever waits may go on
   * before this method has come to its end.
   */
  RUN_TASK(false),

  /** Completes a fork-join task: update at entry, of the task and for those who wait for many. */
  COMPLETE_TASK(false);

  private static final Model[] ALL = values();

  final boolean silent;

  Model(boolean silent) {
    this.silent = silent;
  }

  /** What instrumented code passes for it. */
  @SuppressWarnings(
      "EnumOrdinal") // it is kept no longer than a run, and with the agent's own classes
  public int number() {
    return ordinal();
  }

  /** The model of this number. */
  static Model of(int number) {
    return ALL[number];
  }
}
