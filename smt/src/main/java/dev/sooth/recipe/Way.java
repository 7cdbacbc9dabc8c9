package dev.sooth.recipe;

import java.util.List;

/** What is done with what a {@link Machine} comes to. */
interface Way {
  /** An event that is no read or write by an instruction of the program. */
  void event(Machine machine, byte kind, int target, long position, String place);

  /**
   * A read by an instruction.
   *
   * @param recorded what was read, of no meaning if the position is {@link Node#UNEXECUTED}
   */
  Expr read(
      Machine machine,
      byte kind,
      int variable,
      long position,
      String place,
      char type,
      long recorded);

  /** A write by an instruction. */
  void write(Machine machine, byte kind, int variable, long position, String place, Expr value);

  /** From here on the thread needs this. */
  void guard(Machine machine, Guard guard);

  /** A branch that could have gone otherwise; the copy of the machine is where it would go then. */
  void fork(Machine other, List<Guard> guards);

  /** Whether a copy of this machine is wanted at the branch where it is. */
  boolean forks(Machine machine);

  /** What the value is taken to be on a way that was not taken, if it must be one value. */
  long assumed(Expr value, Guard.Reason why);

  /** From here on what the thread does is not understood: all that it has read stays the same. */
  void lost(Machine machine, String reason);
}
