package dev.sooth.detect;

/** Which of the racing pairs an engine reports. */
public enum Pairs {
  /** For each second access that races, one first access: the papers' "racy events". */
  FIRST_PER_EVENT,
  /** Every pair. */
  ALL
}
