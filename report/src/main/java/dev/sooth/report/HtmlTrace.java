package dev.sooth.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sooth.analysis.Printable;
import dev.sooth.analysis.RaceContext;
import dev.sooth.analysis.RunResult;
import dev.sooth.race.Access;
import dev.sooth.race.ValueSchedule;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceNames;
import java.io.IOException;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What the page says of one trace, as JSON for its script. */
final class HtmlTrace {
  private static final int LONGEST = 1000;
  private static final int STACK = 12;
  private static final int LINES_OF_A_FILE = 200;

  /** What is looked up once for all races of a run. */
  private record Looked(RaceContext context, Map<Long, List<String>> callers) {}

  private final Findings trace;
  private final ReportFormat.Extras extras;
  private final Names names;
  private final SourceLines sources;
  private final IdentityHashMap<RunResult, Looked> looked = new IdentityHashMap<>();
  private PictureBook pictures; // null without a trace in memory

  HtmlTrace(Findings trace, ReportFormat.Extras extras, Names names, SourceLines sources) {
    this.trace = trace;
    this.extras = extras;
    this.names = names;
    this.sources = sources;
  }

  void write(JsonGenerator json) throws IOException {
    RunResult best = best();
    json.writeStartObject();
    string(json, "file", trace.file());
    json.writeNumberField("events", best.counts().events());
    json.writeNumberField("threads", best.counts().threads());
    json.writeNumberField("variables", best.counts().variables());
    json.writeNumberField("locks", best.counts().locks());
    json.writeArrayFieldStart("engines");
    for (RunResult run : trace.runs()) {
      engine(json, run);
    }
    json.writeEndArray();
    about(json);
    Optional<Trace> events = trace.runs().stream().flatMap(r -> r.trace().stream()).findFirst();
    if (events.isPresent()) {
      pictures = new PictureBook(events.get(), names);
      new Timeline(events.get()).write(json, names);
    }
    json.writeArrayFieldStart("races");
    for (Finding finding : trace.list()) {
      race(json, finding, events);
    }
    json.writeEndArray();
    if (pictures != null) {
      pictures.write(json);
    }
    json.writeEndObject();
  }

  /** The run that has seen most of the trace. */
  private RunResult best() {
    RunResult best = trace.runs().get(0);
    for (RunResult run : trace.runs()) {
      best = run.counts().events() > best.counts().events() ? run : best;
    }
    return best;
  }

  private static void string(JsonGenerator json, String key, String text) throws IOException {
    json.writeStringField(key, Printable.of(text, LONGEST));
  }

  private static void engine(JsonGenerator json, RunResult run) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", run.engine().id());
    json.writeStringField("status", run.status().id());
    json.writeNumberField("races", run.races().pairs());
    json.writeNumberField("verified", run.proofs().verified());
    json.writeNumberField("reading", run.timings().reading().toMillis());
    json.writeNumberField("detection", run.timings().detection().toMillis());
    json.writeNumberField("proof", run.timings().proof().toMillis());
    json.writeArrayFieldStart("notes");
    for (String note : run.notes()) {
      json.writeString(Printable.of(note, LONGEST));
    }
    json.writeEndArray();
    if (run.failure().isPresent()) {
      string(json, "error", run.failure().get().message());
    }
    json.writeEndObject();
  }

  private void about(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("about");
    for (Map.Entry<String, List<String>> file : extras.about().files(trace.file())) {
      json.writeStartObject();
      json.writeStringField("name", file.getKey());
      json.writeArrayFieldStart("lines");
      List<String> lines = file.getValue();
      for (String line : lines.subList(0, Math.min(LINES_OF_A_FILE, lines.size()))) {
        json.writeString(Printable.of(line, LONGEST));
      }
      json.writeEndArray();
      json.writeNumberField("more", Math.max(0, lines.size() - LINES_OF_A_FILE));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private Looked looked(RunResult run) throws IOException {
    Looked known = looked.get(run);
    if (known == null) {
      long[] positions =
          trace.list().stream()
              .map(Finding::best)
              .filter(block -> block.result().engine().id().equals(run.engine().id()))
              .map(Block::race)
              .flatMapToLong(
                  race -> LongStream.of(race.first().position(), race.second().position()))
              .sorted()
              .toArray();
      RaceContext context = run.context().at(positions);
      known = new Looked(context, run.context().callers(withForks(run, positions, context)));
      looked.put(run, known);
    }
    return known;
  }

  private long[] withForks(RunResult run, long[] positions, RaceContext context) {
    long[] forks =
        trace.list().stream()
            .map(Finding::best)
            .filter(block -> block.result().engine().id().equals(run.engine().id()))
            .map(Block::race)
            .flatMap(race -> Stream.of(race.first(), race.second()))
            .map(access -> context.creation(run.names().threads().get(access.thread())))
            .flatMap(Optional::stream)
            .mapToLong(RaceContext.Creation::position)
            .toArray();
    long[] all = LongStream.concat(Arrays.stream(positions), Arrays.stream(forks)).toArray();
    Arrays.sort(all);
    return all;
  }

  private void race(JsonGenerator json, Finding finding, Optional<Trace> events)
      throws IOException {
    Block block = finding.best();
    Looked about = looked(block.result());
    json.writeStartObject();
    json.writeStringField("fingerprint", finding.fingerprint());
    json.writeStringField("name", finding.name());
    json.writeNumberField("field", names.of(finding.field()));
    json.writeBooleanField("verified", finding.isVerified());
    if (!finding.isVerified()) {
      string(json, "reason", block.result().proofs().reason(block.example()));
    }
    Optional<Shape> shape = block.shape(about.context());
    if (shape.isPresent()) {
      json.writeStringField("hint", shape.get().hint());
    }
    json.writeNumberField("count", finding.races());
    json.writeNumberField("verifiedCount", block.verifiedRaces());
    json.writeNumberField("variables", block.variables());
    json.writeArrayFieldStart("roles");
    for (String role : block.roles()) {
      json.writeNumber(names.of(role));
    }
    json.writeEndArray();
    Triage.Judgement judgement = extras.triage().of(finding);
    json.writeStringField("triage", judgement.state().id());
    if (judgement.rule().isPresent()) {
      string(json, "suppressedBy", judgement.rule().get().reason());
    }
    json.writeArrayFieldStart("engines");
    for (RunResult run : trace.runs()) {
      json.writeString(Findings.answer(finding, run).id());
    }
    json.writeEndArray();
    json.writeArrayFieldStart("accesses");
    access(json, block, block.race().first(), about);
    access(json, block, block.race().second(), about);
    json.writeEndArray();
    Optional<ValueSchedule> values = block.values();
    if (values.isPresent()) {
      new ValueTable(names, sources).write(json, values.get());
    } else if (finding.isVerified() && events.isPresent()) {
      int picture = pictures.draw(block.race(), block.result().proofs().witness(block.example()));
      json.writeNumberField("picture", picture);
    }
    json.writeEndObject();
  }

  private void access(JsonGenerator json, Block block, Access access, Looked about)
      throws IOException {
    TraceNames of = block.result().names();
    String location = of.locations().get(access.location());
    json.writeStartObject();
    boolean isExecuted = access.position() >= 0;
    if (isExecuted) {
      json.writeNumberField("position", access.position());
    }
    json.writeBooleanField("writes", access.kind() == Kind.WRITE);
    json.writeNumberField("thread", names.of(of.threads().get(access.thread())));
    json.writeNumberField("variable", names.of(of.variables().get(block.race().variable())));
    json.writeNumberField("location", names.of(location));
    stack(json, about.callers().get(access.position()));
    Optional<String> source = sources.show(location);
    if (source.isPresent()) {
      json.writeStringField("source", source.get());
    }
    if (!isExecuted) {
      json.writeBooleanField("unexecuted", true);
    } else if (about.context().whyUnknown().isPresent()) {
      string(json, "unknown", about.context().whyUnknown().get());
    } else {
      held(json, names, about.context().held(access.position()));
      Optional<RaceContext.Creation> fork =
          about.context().creation(of.threads().get(access.thread()));
      if (fork.isPresent()) {
        json.writeObjectFieldStart("created");
        json.writeNumberField("thread", names.of(fork.get().parent()));
        json.writeNumberField("location", names.of(fork.get().location()));
        json.writeNumberField("position", fork.get().position());
        stack(json, about.callers().get(fork.get().position()));
        json.writeEndObject();
      }
    }
    json.writeEndObject();
  }

  private void stack(JsonGenerator json, List<String> callers) throws IOException {
    json.writeArrayFieldStart("stack");
    List<String> stack = callers == null ? List.of() : callers;
    for (String place : stack.subList(0, Math.min(STACK, stack.size()))) {
      json.writeNumber(names.of(place));
    }
    json.writeEndArray();
  }

  /** The locks held at an access. */
  static void held(JsonGenerator json, Names names, RaceContext.Held held) throws IOException {
    json.writeArrayFieldStart("held");
    for (RaceContext.HeldLock lock : held.named()) {
      json.writeStartObject();
      json.writeNumberField("lock", names.of(lock.lock()));
      json.writeNumberField("location", names.of(lock.location()));
      json.writeNumberField("position", lock.position());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberField("more", held.more());
  }
}
