package dev.sooth.report;

import dev.sooth.detect.Engine;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  public record Settings(boolean witnesses, boolean fullWitnesses, boolean newOnly, Extras extras) {
    /** Without extras. */
    public Settings(boolean witnesses, boolean fullWitnesses, boolean newOnly) {
      this(witnesses, fullWitnesses, newOnly, Extras.NONE);
    }

    /** The same, and whether schedules are printed. */
    public Settings withWitnesses(boolean printed) {
      return new Settings(printed, fullWitnesses, newOnly, extras);
    }

    /** The same with these extras. */
    public Settings with(Extras others) {
      return new Settings(witnesses, fullWitnesses, newOnly, others);
    }
  }

  /**
   * What few runs need.
   *
   * @param lastEngine the engine that runs last, if several do: after it all have been heard; empty
   *     otherwise
   * @param mostWitness how many events of witnesses a report has in all; negative for any number
   * @param triage what is known or suppressed
   * @param sources where source files are
   * @param about what is known of a trace beyond the trace
   */
  public record Extras(
      String lastEngine, long mostWitness, Triage triage, Sources sources, About about) {
    /** Nothing of it. */
    public static final Extras NONE =
        new Extras("", -1, Triage.NONE, Sources.NONE, file -> List.of());

    /** The same, with so many events of witnesses in all. */
    public Extras withMostWitness(long most) {
      return new Extras(lastEngine, most, triage, sources, about);
    }

    /** Nothing but what follows from the engines. */
    public static Extras of(List<Engine> engines) {
      return engines.size() < 2
          ? NONE
          : new Extras(
              engines.get(engines.size() - 1).id(), -1, NONE.triage, NONE.sources, NONE.about);
    }
  }

  /** What the recording of a trace has left beside it. */
  @FunctionalInterface
  public interface About {
    /** Files by their names, with their lines. */
    List<Map.Entry<String, List<String>>> files(String trace);
  }

  /** For people. */
  public static final ReportFormat TEXT = new ReportFormat("text", TextReport::new);

  private static final List<ReportFormat> ALL =
      List.of(
          TEXT,
          new ReportFormat("json", (out, settings) -> new JsonReport(out, false, settings)),
          new ReportFormat("jsonl", (out, settings) -> new JsonReport(out, true, settings)));

  /** Those that few runs ask for: a short run does not load them. */
  private static final class More {
    private static final List<ReportFormat> ALL =
        List.of(
            new ReportFormat("html", HtmlReport::new),
            new ReportFormat("sarif", SarifReport::new),
            new ReportFormat("junit-xml", JUnitReport::new),
            new ReportFormat("github", GitHubReport::new),
            new ReportFormat("gitlab", GitLabReport::new));
  }

  /** All formats, in the order in which they are listed for the user. */
  public static List<ReportFormat> all() {
    List<ReportFormat> all = new ArrayList<>(ALL);
    all.addAll(More.ALL);
    return all;
  }

  /** The format of this name. */
  public static Optional<ReportFormat> find(String id) {
    Optional<ReportFormat> common = find(id, ALL);
    return common.isPresent() ? common : find(id, More.ALL);
  }

  private static Optional<ReportFormat> find(String id, List<ReportFormat> formats) {
    for (ReportFormat format : formats) {
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
