package dev.sooth.recipe;

import java.util.List;

/**
 * Something that every execution keeps to. It has two faces: formulas for a solver, and a test of
 * one schedule, which share nothing.
 */
interface Constraint {
  /** What must hold of the nodes of a window. */
  void encode(Window window, List<Formula> formulas);

  /** Why the schedule is none, or null. */
  String violation(Schedule schedule);
}
