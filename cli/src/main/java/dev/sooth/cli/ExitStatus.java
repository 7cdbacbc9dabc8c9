package dev.sooth.cli;

/** What the process returns; documented in {@code docs/cli.md}. */
final class ExitStatus {
  static final int OK = 0;
  static final int USAGE = 64;
  static final int BAD_INPUT = 65;
  static final int RACES = 66;
  static final int NOT_CONFIRMED = 69;
  static final int INTERNAL = 70;
  static final int IO = 74;

  private ExitStatus() {}

  /**
   * The status of a run with these two parts. An error of ours hides everything else, then what
   * could not be read, then what could not be understood: a script that looks for 66 only must not
   * take a run for clean in which a trace was not analysed.
   */
  static int worse(int a, int b) {
    return severity(a) >= severity(b) ? a : b;
  }

  private static int severity(int status) {
    return switch (status) {
      case OK -> 0;
      case RACES -> 1;
      case BAD_INPUT -> 2;
      case IO -> 3;
      case USAGE -> 4;
      default -> 5;
    };
  }
}
