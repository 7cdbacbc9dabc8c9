package dev.sooth.detect.prefix;

/** Which events may follow the prefix in a witness, see {@code docs/prefix.md}. */
public enum Grains {
  /** None: prefix races, which are the sync-preserving ones. */
  NONE,
  /**
   * Those of the first access's thread from an acquire to the first access: [Ang25]'s heuristic Sh.
   */
  SECTION,
  /** Any: all granular prefix races. */
  ANY
}
