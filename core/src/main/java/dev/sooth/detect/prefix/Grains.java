package dev.sooth.detect.prefix;

/** Which events may follow the prefix in a witness, see {@code docs/prefix.md}. */
public enum Grains {
  /** None: prefix races, which are the sync-preserving ones. */
  NONE,
  /**
   * Those of the first access's thread from the acquire of a section in which that access is:
   * [Ang25]'s heuristic Sh.
   */
  SECTION,
  /** Any: all granular prefix races, and more that a prefix and a grain show. */
  ANY,
  /**
   * Those that [Ang25] Def. 5.4 allows, contiguous in a maximal suffix: granular prefix races to
   * the letter, if the trace is short; it has to be in memory.
   */
  CONTIGUOUS
}
