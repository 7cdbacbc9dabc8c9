package dev.sooth.junit;

import java.util.regex.Pattern;

/**
 * What was predicted during a check.
 *
 * @param name of the check
 * @param pairs of lines that race on a field
 * @param verified of these
 * @param unknown why there may be others; empty if all was analysed
 * @param text the report
 * @param trace the file; empty if races were found while the check ran
 */
public record RaceReport(
    String name, int pairs, int verified, String unknown, String text, String trace) {
  private static final Pattern REPORT = Pattern.compile("^WARNING: Sooth: ", Pattern.MULTILINE);

  /** What the checks at the accesses have reported meanwhile; null after if they have stopped. */
  static RaceReport online(String name, String before, String after) {
    if (after == null) {
      return new RaceReport(name, 0, 0, "the checks have stopped", "", "");
    }
    String text = after.substring(before.length());
    return new RaceReport(name, (int) REPORT.matcher(text).results().count(), 0, "", text, "");
  }

  /** Whether all that was recorded has been analysed. */
  public boolean isComplete() {
    return unknown.isEmpty();
  }

  /** All of it in words. */
  public String message() {
    String rest = isComplete() ? "" : " (not complete: " + unknown + ")";
    if (pairs == 0) {
      return isComplete()
          ? "no data race is " + (trace.isEmpty() ? "found" : "predicted") + " in " + name
          : "it cannot be said that " + name + " has no data race: " + unknown;
    }
    String how = trace.isEmpty() ? "found while it ran" : verified + " verified";
    return "%d %s of lines race in %s, %s%s%n%s"
        .formatted(pairs, pairs == 1 ? "pair" : "pairs", name, how, rest, text);
  }
}
