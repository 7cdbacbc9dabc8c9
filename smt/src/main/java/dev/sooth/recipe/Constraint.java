package dev.sooth.recipe;

import java.util.function.Consumer;

/**
 * Something that every execution keeps to. It has two faces: formulas for a solver, and a test of
 * one schedule, which share nothing.
 */
interface Constraint {
  /** What must hold of the nodes of a window. */
  void encode(Window window, Consumer<Formula> formulas);

  /** About how many parts those formulas have, where that can be much more than nodes. */
  default long size(Window window) {
    return 0;
  }

  /** Why the schedule is none, or null. */
  String violation(Schedule schedule);
}
