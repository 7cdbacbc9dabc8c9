package dev.sooth.report;

import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A form of the report. To add one, write a {@link Report} and put it in the list here; the command
 * line takes its formats from it.
 *
 * @param id the name on the command line
 * @param writer makes a report that writes to this stream
 */
public record ReportFormat(String id, BiFunction<OutputStream, Settings, Report> writer) {
  /**
   * What the user chose; each form takes what concerns it.
   *
   * @param witnesses whether to print the schedules of verified races
   * @param fullWitnesses whether to print all of a long schedule in a form for people
   * @param newOnly whether to leave out what an earlier engine verified at the same lines
   */
  public record Settings(boolean witnesses, boolean fullWitnesses, boolean newOnly) {}

  /** For people. */
  public static final ReportFormat TEXT = new ReportFormat("text", TextReport::new);

  private static final List<ReportFormat> ALL =
      List.of(
          TEXT,
          new ReportFormat(
              "json", (out, settings) -> new JsonReport(out, false, settings.witnesses())),
          new ReportFormat(
              "jsonl", (out, settings) -> new JsonReport(out, true, settings.witnesses())));

  /** All formats, in the order in which they are listed for the user. */
  public static List<ReportFormat> all() {
    return ALL;
  }

  /** The format of this name. */
  public static Optional<ReportFormat> find(String id) {
    for (ReportFormat format : ALL) {
      if (format.id().equals(id)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  /** A report to this stream, which it does not close. */
  public Report open(OutputStream out, Settings settings) {
    return writer.apply(out, settings);
  }
}
