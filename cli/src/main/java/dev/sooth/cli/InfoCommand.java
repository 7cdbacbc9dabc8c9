package dev.sooth.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sooth.analysis.ObservedSource;
import dev.sooth.analysis.Printable;
import dev.sooth.report.Version;
import dev.sooth.trace.BadTraceException;
import dev.sooth.trace.TraceStatistics;
import dev.sooth.trace.format.ValueCheck;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what a trace is made of. */
@Command(name = "info", description = "Say what a trace is made of.")
final class InfoCommand implements Callable<Integer> {
  /** How the answer looks. */
  enum Format {
    text,
    json
  }

  private final Io io;

  @Mixin GlobalOptions global = new GlobalOptions();
  @Mixin private ReadingOptions reading = new ReadingOptions();

  @Option(
      names = {"-f", "--format"},
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Format format;

  @Option(
      names = "--check-values",
      description =
          "Check that each read has read the last value written, in a trace that was recorded with"
              + " `run --values`; 65 if not.")
  private boolean checkValues;

  @Parameters(paramLabel = "TRACE", description = "The trace; - is stdin.")
  private String trace;

  InfoCommand(Io io) {
    this.io = io;
  }

  @Override
  public Integer call() throws IOException {
    if (checkValues) {
      return checkValues();
    }
    ObservedSource source;
    TraceStatistics statistics;
    try (Progress progress = Progress.on(io, global.quiet, trace)) {
      source = ObservedSource.of(reading.open(trace, io), progress);
      statistics = TraceStatistics.of(source);
    }
    List<String> notes = source.notes().lines();
    byte[] answer = format == Format.json ? json(statistics, notes) : text(statistics, notes);
    io.out().write(answer);
    io.out().flush();
    return ExitStatus.OK;
  }

  private int checkValues() throws IOException {
    ValueCheck check = ValueCheck.run(reading.open(trace, io));
    if (check.values() == 0) {
      throw new BadTraceException(
          trace, "values", "found none, expected a trace of `sooth run --values`");
    }
    String answer =
        "%s: %,d reads checked, %,d did not read the last value written%n"
            .formatted(Printable.of(trace), check.checked(), check.wrong());
    io.out().write(answer.getBytes(StandardCharsets.UTF_8));
    io.out().flush();
    check.complaints().forEach(io::say);
    return check.wrong() == 0 ? ExitStatus.OK : ExitStatus.BAD_INPUT;
  }

  private byte[] text(TraceStatistics s, List<String> notes) {
    StringBuilder text = new StringBuilder();
    text.append(Printable.of(trace)).append('\n');
    count(text, "events", s.events());
    count(text, "threads", s.threads());
    count(text, "locks", s.locks());
    count(text, "variables", s.variables());
    count(text, "reads", s.reads());
    count(text, "writes", s.writes());
    count(text, "volatile accesses", s.volatileAccesses());
    count(text, "acquires", s.acquires());
    count(text, "releases", s.releases());
    count(text, "forks", s.forks());
    count(text, "joins", s.joins());
    count(text, "markers", s.markers());
    count(text, "skipped", s.skipped());
    count(text, "lock nesting depth", s.deepestNesting());
    row(text, "thread-local accesses", percent(s.threadLocalShare()));
    row(text, "read-only accesses", percent(s.readOnlyShare()));
    row(text, "communication topology", s.topology().words());
    notes.forEach(note -> text.append("NOTE: ").append(Printable.of(note)).append('\n'));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void count(StringBuilder text, String name, long value) {
    row(text, name, String.format(Locale.ROOT, "%,d", value));
  }

  private static void row(StringBuilder text, String name, String value) {
    text.append(String.format(Locale.ROOT, "  %-24s%s%n", name, value));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f%%", 100 * share);
  }

  private byte[] json(TraceStatistics s, List<String> notes) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("sooth", Version.current());
      json.writeStringField("file", trace);
      json.writeNumberField("events", s.events());
      json.writeNumberField("threads", s.threads());
      json.writeNumberField("locks", s.locks());
      json.writeNumberField("variables", s.variables());
      json.writeNumberField("reads", s.reads());
      json.writeNumberField("writes", s.writes());
      json.writeNumberField("volatileAccesses", s.volatileAccesses());
      json.writeNumberField("acquires", s.acquires());
      json.writeNumberField("releases", s.releases());
      json.writeNumberField("forks", s.forks());
      json.writeNumberField("joins", s.joins());
      json.writeNumberField("markers", s.markers());
      json.writeNumberField("skipped", s.skipped());
      json.writeNumberField("lockNestingDepth", s.deepestNesting());
      json.writeNumberField("threadLocalShare", s.threadLocalShare());
      json.writeNumberField("readOnlyShare", s.readOnlyShare());
      json.writeStringField("topology", s.topology().name().toLowerCase(Locale.ROOT));
      json.writeArrayFieldStart("notes");
      for (String note : notes) {
        json.writeString(note);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    bytes.write('\n');
    return bytes.toByteArray();
  }
}
