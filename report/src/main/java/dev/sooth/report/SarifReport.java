package dev.sooth.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sooth.analysis.Printable;
import dev.sooth.analysis.RunResult;
import dev.sooth.race.Access;
import dev.sooth.race.Race;
import dev.sooth.race.ValueSchedule;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * SARIF 2.1.0: one run, a result for each race, with the witness as a code flow of one flow a
 * thread. Where a line is not known there is a logical location only.
 */
final class SarifReport extends MergedReport {
  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
  private static final int LONGEST = 1000;
  private static final int MOST_STEPS = 200; // of a schedule with other values
  private static final int WINDOW = 2000; // events of a witness from which the flow is chosen
  private static final String UNRESERVED = "-._~/";

  private final OutputStream out;
  private final JsonGenerator json;
  private final ReportFormat.Extras extras;
  private final List<String[]> notifications = new ArrayList<>(); // level and text
  private boolean successful = true;
  private boolean begun;

  SarifReport(OutputStream out, ReportFormat.Settings settings) {
    this.out = out;
    this.extras = settings.extras();
    try {
      json =
          new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET).createGenerator(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void begin() throws IOException {
    if (begun) {
      return;
    }
    begun = true;
    json.writeStartObject();
    json.writeStringField("$schema", SCHEMA);
    json.writeStringField("version", "2.1.0");
    json.writeArrayFieldStart("runs");
    json.writeStartObject();
    json.writeObjectFieldStart("tool");
    json.writeObjectFieldStart("driver");
    json.writeStringField("name", "Sooth");
    json.writeStringField("version", Version.current());
    json.writeArrayFieldStart("rules");
    rule(
        "data-race",
        "DataRace",
        "Two threads access one variable, one of them writes, and nothing orders the two. A"
            + " schedule of the recorded events that shows it was found and checked.",
        "error");
    rule(
        "data-race-candidate",
        "DataRaceCandidate",
        "Two accesses that may race; no checked schedule shows it.",
        "warning");
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndObject();
    json.writeStringField("columnKind", "utf16CodeUnits");
    json.writeArrayFieldStart("results");
  }

  private void rule(String id, String name, String text, String level) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", id);
    json.writeStringField("name", name);
    message("shortDescription", text);
    json.writeObjectFieldStart("defaultConfiguration");
    json.writeStringField("level", level);
    json.writeEndObject();
    json.writeEndObject();
  }

  private void message(String key, String text) throws IOException {
    json.writeObjectFieldStart(key);
    json.writeStringField("text", text);
    json.writeEndObject();
  }

  @Override
  void write(Findings trace) throws IOException {
    begin();
    for (RunResult run : trace.runs()) {
      notifications(run);
    }
    Schedules schedules = null;
    for (Finding finding : trace.list()) {
      Optional<Trace> events = finding.best().result().trace();
      if (schedules == null && events.isPresent() && finding.isVerified()) {
        schedules = new Schedules(events.get());
      }
      result(finding, trace, schedules);
    }
  }

  private void notifications(RunResult run) {
    String engine = run.engine().id() + " on " + Printable.of(run.file(), LONGEST) + ": ";
    if (run.failure().isPresent()) {
      successful = false;
      notifications.add(new String[] {"error", engine + run.failure().get().message()});
    }
    if (run.failure().isEmpty() && Findings.answerElsewhere(run) == Findings.Answer.NOT_COMPLETE) {
      notifications.add(
          new String[] {"warning", engine + "not complete, no statement about the rest"});
    }
    for (String note : run.notes()) {
      notifications.add(new String[] {"note", engine + Printable.of(note, LONGEST)});
    }
  }

  private void result(Finding finding, Findings trace, Schedules schedules) throws IOException {
    Block block = finding.best();
    Race race = block.race();
    boolean verified = finding.isVerified();
    Triage.Judgement judgement = extras.triage().of(finding);
    json.writeStartObject();
    json.writeStringField("ruleId", verified ? "data-race" : "data-race-candidate");
    json.writeNumberField("ruleIndex", verified ? 0 : 1);
    json.writeStringField("level", verified ? "error" : "warning");
    message("message", text(block));
    json.writeArrayFieldStart("locations");
    location(block.secondLocation(), Optional.empty(), -1);
    json.writeEndArray();
    json.writeArrayFieldStart("relatedLocations");
    location(block.firstLocation(), Optional.of(access(race.first(), block)), 0);
    if (block.values().isPresent()) {
      wouldRun(block.values().get());
    }
    json.writeEndArray();
    if (block.values().isPresent()) {
      codeFlow(block.values().get());
    } else if (verified && schedules != null) {
      codeFlow(block, schedules);
    }
    json.writeObjectFieldStart("partialFingerprints");
    json.writeStringField("soothRace/v1", finding.fingerprint());
    json.writeEndObject();
    if (judgement.state() == Triage.State.NEW || judgement.state() == Triage.State.KNOWN) {
      json.writeStringField(
          "baselineState", judgement.state() == Triage.State.NEW ? "new" : "unchanged");
    }
    json.writeArrayFieldStart("suppressions");
    if (judgement.rule().isPresent()) {
      json.writeStartObject();
      json.writeStringField("kind", judgement.rule().get().isInSource() ? "inSource" : "external");
      json.writeStringField(
          "justification", Printable.of(judgement.rule().get().reason(), LONGEST));
      json.writeEndObject();
    }
    json.writeEndArray();
    properties(finding, trace);
    json.writeEndObject();
  }

  private void properties(Finding finding, Findings trace) throws IOException {
    json.writeObjectFieldStart("properties");
    json.writeStringField("trace", Printable.of(trace.file(), LONGEST));
    json.writeStringField("race", finding.name());
    json.writeNumberField("races", finding.races());
    json.writeObjectFieldStart("engines");
    for (RunResult run : trace.runs()) {
      json.writeStringField(run.engine().id(), Findings.answer(finding, run).id());
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  /** One sentence about a race; annotations have it, too. */
  static String text(Block block) {
    Race race = block.race();
    String verdict =
        block.isVerified()
            ? "verified by a schedule of "
                + Printable.count(block.result().proofs().witnessSize(block.example()), "event")
            : "candidate: " + block.result().proofs().reason(block.example());
    return "Data race on "
        + name(block.field())
        + ": "
        + access(race.second(), block)
        + " and "
        + access(race.first(), block)
        + ". "
        + (block.isVerified() ? "Verified" : "Candidate")
        + verdict.substring(verdict.indexOf(block.isVerified() ? " by" : ":"))
        + ".";
  }

  private static String access(Access access, Block block) {
    String location = block.result().names().locations().get(access.location());
    return (access.kind() == Kind.WRITE ? "write" : "read")
        + " by thread "
        + name(block.result().names().threads().get(access.thread()))
        + (location.isEmpty() ? "" : " at " + name(location));
  }

  private static String name(String name) {
    return Printable.of(name, LONGEST);
  }

  private void location(String location, Optional<String> message, int id) throws IOException {
    json.writeStartObject();
    if (id >= 0) {
      json.writeNumberField("id", id);
    }
    place(location);
    if (message.isPresent()) {
      message("message", message.get());
    }
    json.writeEndObject();
  }

  private void place(String location) throws IOException {
    Spot spot = Spot.of(location);
    if (spot.hasLine()) {
      String path = extras.sources().find(spot).map(Sources.Found::path).orElse(spot.path());
      json.writeObjectFieldStart("physicalLocation");
      json.writeObjectFieldStart("artifactLocation");
      json.writeStringField("uri", uri(path));
      json.writeEndObject();
      json.writeObjectFieldStart("region");
      json.writeNumberField("startLine", spot.line());
      json.writeEndObject();
      json.writeEndObject();
    }
    if (!spot.method().isEmpty() || !spot.hasLine()) {
      json.writeArrayFieldStart("logicalLocations");
      json.writeStartObject();
      String name = spot.method().isEmpty() ? location : spot.method();
      json.writeStringField("fullyQualifiedName", name.isEmpty() ? "unknown location" : name(name));
      if (!spot.method().isEmpty()) {
        json.writeStringField("kind", "function");
      }
      json.writeEndObject();
      json.writeEndArray();
    }
  }

  /** A path as a relative reference, which must not look like one with a scheme or a host. */
  static String uri(String path) {
    StringBuilder uri = new StringBuilder();
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || UNRESERVED.indexOf(c) >= 0;
      uri.append(plain ? String.valueOf(c) : "%%%02X".formatted((int) c));
    }
    return uri.toString().replaceFirst("^/+", "");
  }

  // ---- the witness ----

  private void codeFlow(Block block, Schedules schedules) throws IOException {
    Trace trace = block.result().trace().orElseThrow();
    Race race = block.race();
    WitnessPicture picture =
        WitnessPicture.of(
            trace, schedules, race, block.result().proofs().witness(block.example()), WINDOW);
    Map<Integer, List<int[]>> threads = new LinkedHashMap<>(); // events with their place in order
    int order = 0;
    for (WitnessPicture.Row row : picture.witness()) {
      order++;
      if (!row.isFold()) {
        step(threads, trace, row.event(), order);
      }
    }
    step(threads, trace, picture.first(), order + 1);
    step(threads, trace, picture.second(), order + 1);
    json.writeArrayFieldStart("codeFlows");
    json.writeStartObject();
    message(
        "message", "After these steps both accesses are next; executionOrder says which first.");
    json.writeArrayFieldStart("threadFlows");
    for (Map.Entry<Integer, List<int[]>> thread : threads.entrySet()) {
      json.writeStartObject();
      String name = name(trace.names().threads().get(thread.getKey()));
      json.writeStringField("id", name);
      message("message", "Thread " + name);
      json.writeArrayFieldStart("locations");
      for (int[] step : thread.getValue()) {
        boolean isAccess = step[0] == picture.first() || step[0] == picture.second();
        flowLocation(trace, step[0], step[1], isAccess);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
  }

  /** Lines that the run did not execute, as related places. */
  private void wouldRun(ValueSchedule values) throws IOException {
    int id = 1;
    for (String place : values.wouldRun()) {
      location(place, Optional.of("would run, and did not in the recorded run"), id++);
    }
  }

  /** The last steps, in which reads may see other values. */
  private void codeFlow(ValueSchedule values) throws IOException {
    List<ValueSchedule.Step> steps = new ArrayList<>(values.steps());
    steps.add(values.first());
    steps.add(values.second());
    Map<String, List<Integer>> threads = new LinkedHashMap<>(); // the places of their steps
    for (int i = Math.max(0, steps.size() - MOST_STEPS); i < steps.size(); i++) {
      threads.computeIfAbsent(steps.get(i).thread(), key -> new ArrayList<>()).add(i);
    }
    json.writeArrayFieldStart("codeFlows");
    json.writeStartObject();
    message(
        "message",
        "After these steps, in which reads may see other values than in the recorded run, both"
            + " accesses are next; executionOrder says which first.");
    json.writeArrayFieldStart("threadFlows");
    for (Map.Entry<String, List<Integer>> thread : threads.entrySet()) {
      json.writeStartObject();
      json.writeStringField("id", name(thread.getKey()));
      message("message", "Thread " + name(thread.getKey()));
      json.writeArrayFieldStart("locations");
      for (int i : thread.getValue()) {
        boolean isEssential = i >= steps.size() - 2 || steps.get(i).isChanged();
        flowLocation(steps.get(i), Math.min(i + 1, steps.size() - 1), isEssential);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
  }

  private void flowLocation(ValueSchedule.Step step, int order, boolean isEssential)
      throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("location");
    place(step.place());
    String text = ValueText.operation(step) + ValueText.values(step);
    message("message", name(step.isExecuted() ? text : text + ", not in the recorded run"));
    json.writeEndObject();
    json.writeNumberField("executionOrder", order);
    json.writeStringField("importance", isEssential ? "essential" : "important");
    json.writeEndObject();
  }

  private static void step(Map<Integer, List<int[]>> threads, Trace trace, int event, int order) {
    threads
        .computeIfAbsent(trace.thread(event), key -> new ArrayList<>())
        .add(new int[] {event, order});
  }

  private void flowLocation(Trace trace, int event, int order, boolean isAccess)
      throws IOException {
    byte kind = trace.kind(event);
    json.writeStartObject();
    json.writeObjectFieldStart("location");
    place(trace.names().locations().get(trace.location(event)));
    message(
        "message",
        Kind.symbol(kind) + "(" + name(trace.names().target(kind, trace.target(event))) + ")");
    json.writeEndObject();
    json.writeNumberField("executionOrder", order);
    json.writeStringField("importance", isAccess ? "essential" : "important");
    json.writeEndObject();
  }

  @Override
  void close() throws IOException {
    begin();
    json.writeEndArray();
    json.writeArrayFieldStart("invocations");
    json.writeStartObject();
    json.writeBooleanField("executionSuccessful", successful);
    json.writeArrayFieldStart("toolExecutionNotifications");
    for (String[] notification : notifications) {
      json.writeStartObject();
      json.writeStringField("level", notification[0]);
      message("message", notification[1]);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
    json.writeEndObject();
    json.close();
    out.write('\n');
    out.flush();
  }
}
