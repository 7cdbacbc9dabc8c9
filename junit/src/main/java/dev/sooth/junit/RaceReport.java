package dev.sooth.junit;

/**
 * What was predicted during a check.
 *
 * @param name of the check
 * @param pairs of lines that race on a field
 * @param verified of these
 * @param unknown why there may be others; empty if all was analysed
 * @param text the report
 * @param trace the file
 */
public record RaceReport(
    String name, int pairs, int verified, String unknown, String text, String trace) {
  /** Whether all that was recorded has been analysed. */
  public boolean isComplete() {
    return unknown.isEmpty();
  }

  /** All of it in words. */
  public String message() {
    String rest = isComplete() ? "" : " (not complete: " + unknown + ")";
    if (pairs == 0) {
      return isComplete()
          ? "no data race is predicted in " + name
          : "it cannot be said that " + name + " has no data race: " + unknown;
    }
    return "%d %s of lines race in %s, %d verified%s%n%s"
        .formatted(pairs, pairs == 1 ? "pair" : "pairs", name, verified, rest, text);
  }
}
