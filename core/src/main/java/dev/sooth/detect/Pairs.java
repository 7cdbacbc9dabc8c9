package dev.sooth.detect;

/** Which of the racing pairs an engine reports. */
public enum Pairs {
  /** For each second access that races, one first access: the papers' "racy events". */
  FIRST_PER_EVENT,
  /** Every pair. */
  ALL,
  /** For each variable that has a race, one pair: with the first second access that races. */
  PER_VARIABLE
}
