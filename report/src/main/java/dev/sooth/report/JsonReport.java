package dev.sooth.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import dev.sooth.analysis.RaceContext;
import dev.sooth.analysis.RaceGroups;
import dev.sooth.analysis.RunResult;
import dev.sooth.analysis.Timings;
import dev.sooth.detect.Heuristics;
import dev.sooth.detect.Pairs;
import dev.sooth.race.Access;
import dev.sooth.race.Race;
import dev.sooth.race.ValueSchedule;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceNames;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * The runs as JSON: one object a run, either as the elements of one array or one a line. The keys
 * and their order are specified in {@code docs/json.md}; change both together.
 */
public final class JsonReport implements Report {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .build()
          .setCharacterEscapes(new JsonEscapes());

  /** How many races of a block a report lists in which not all witnesses are wanted. */
  static final int MOST_OF_A_BLOCK = 1000;

  private final OutputStream out;
  private final boolean lines;
  private final ReportFormat.Settings settings;
  private final Fingerprints fingerprints = new Fingerprints();
  private Findings findings = new Findings(""); // of this trace, if several engines are asked
  private final BitSet examples = new BitSet(); // races of this run that stand for a block
  private long witnessLeft; // events of witnesses that may still be written, if that is limited
  private boolean empty = true;

  /**
   * Writes to this stream.
   *
   * @param lines one object a line, instead of one array
   * @param witnesses whether to write the schedules of verified races
   */
  public JsonReport(OutputStream out, boolean lines, boolean witnesses) {
    this(out, lines, new ReportFormat.Settings(witnesses, false, false));
  }

  JsonReport(OutputStream out, boolean lines, ReportFormat.Settings settings) {
    this.out = out;
    this.lines = lines;
    this.settings = settings;
    this.witnessLeft = settings.extras().mostWitness();
  }

  @Override
  public void add(RunResult result) throws IOException {
    long start = System.nanoTime();
    if (!lines) {
      out.write(empty ? '[' : ',');
      out.write('\n');
    }
    empty = false;
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      write(json, result, start);
    }
    if (lines) {
      out.write('\n');
      out.flush();
    }
  }

  @Override
  public void finish() throws IOException {
    if (!lines) {
      if (empty) {
        out.write('[');
      }
      out.write('\n');
      out.write(']');
      out.write('\n');
    }
    out.flush();
  }

  private void write(JsonGenerator json, RunResult result, long start) throws IOException {
    json.writeStartObject();
    json.writeStringField("sooth", Version.current());
    json.writeStringField("file", result.file());
    json.writeObjectFieldStart("trace");
    json.writeNumberField("events", result.counts().events());
    json.writeNumberField("threads", result.counts().threads());
    json.writeNumberField("variables", result.counts().variables());
    json.writeNumberField("locks", result.counts().locks());
    json.writeEndObject();
    json.writeStringField("engine", result.engine().id());
    json.writeStringField("status", result.status().id());
    json.writeNumberField("millis", result.timings().search().toMillis());
    json.writeNumberField("racyEvents", result.races().racyEvents());
    json.writeNumberField("racyLocations", result.races().racyLocations());
    json.writeNumberField("racyVariables", result.races().racyVariables());
    if (result.trace().isPresent() && !result.trace().get().isWhole()) {
      json.writeStringField("leftOut", "local accesses"); // before the witnesses it is about
    }
    List<Block> blocks = Block.of(result);
    String[] named = fingerprints(result, blocks);
    BitSet listed = listed(result, blocks);
    Map<Long, List<String>> callers = callers(result, listed);
    json.writeArrayFieldStart("races");
    for (int i = listed.nextSetBit(0); i >= 0; i = listed.nextSetBit(i + 1)) {
      writeRace(json, result, i, callers, named);
    }
    json.writeEndArray();
    json.writeStringField("mode", result.pairs() == Pairs.ALL ? "all" : "first-per-event");
    json.writeNumberField("pairs", result.races().pairs());
    json.writeArrayFieldStart("notes");
    for (String note : result.notes()) {
      json.writeString(note);
    }
    if (listed.cardinality() < result.races().size()) {
      json.writeString(
          "of each pair of lines on a field the first %d races are listed; the figures count all"
              .formatted(MOST_OF_A_BLOCK));
    }
    json.writeEndArray();
    if (result.failure().isPresent()) {
      json.writeStringField("error", result.failure().get().message());
    }
    if (result.engine().heuristics().isPresent()) {
      writeHeuristics(json, result.engine().heuristics().get());
    }
    writeFigures(json, result, listed);
    RaceContext context = context(result, blocks);
    writeTimes(json, result.timings(), (System.nanoTime() - start) / 1_000_000);
    json.writeArrayFieldStart("groups");
    for (Block block : blocks) {
      writeGroup(json, block, context);
    }
    json.writeEndArray();
    writeMerged(json, result);
    json.writeEndObject();
  }

  /** The fingerprints of the races by index. */
  private String[] fingerprints(RunResult result, List<Block> blocks) {
    String[] named = new String[result.races().size()];
    examples.clear();
    for (Block block : blocks) {
      examples.set(block.example());
      String fingerprint = fingerprints.of(block);
      for (int member = 0; member < block.size(); member++) {
        named[block.race(member)] = fingerprint;
      }
    }
    return named;
  }

  /** The races that are listed: all, or the first of each block and its example. */
  private BitSet listed(RunResult result, List<Block> blocks) {
    BitSet listed = new BitSet();
    if (settings.extras().mostWitness() < 0) {
      listed.set(0, result.races().size());
      return listed;
    }
    for (Block block : blocks) {
      listed.set(block.example());
      for (int member = 0; member < Math.min(block.size(), MOST_OF_A_BLOCK); member++) {
        listed.set(block.race(member));
      }
    }
    return listed;
  }

  /** What all engines together say, in the object of the last one. */
  private void writeMerged(JsonGenerator json, RunResult result) throws IOException {
    String last = settings.extras().lastEngine();
    if (last.isEmpty()) {
      return;
    }
    if (!findings.file().equals(result.file())) {
      findings = new Findings(result.file());
    }
    findings.add(result);
    if (!result.engine().id().equals(last)) {
      return;
    }
    json.writeArrayFieldStart("merged");
    for (Finding finding : findings.list()) {
      Block best = finding.best();
      json.writeStartObject();
      json.writeStringField("field", finding.field());
      writeLines(json, best);
      json.writeStringField("fingerprint", finding.fingerprint());
      json.writeStringField("status", finding.isVerified() ? "verified" : "candidate");
      json.writeStringField("example", finding.name());
      json.writeObjectFieldStart("engines");
      for (RunResult run : findings.runs()) {
        json.writeStringField(run.engine().id(), Findings.answer(finding, run).id());
      }
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndArray();
    findings = new Findings("");
  }

  private static void writeLines(JsonGenerator json, Block block) throws IOException {
    json.writeArrayFieldStart("lines");
    json.writeString(block.firstLocation());
    json.writeString(block.secondLocation());
    json.writeEndArray();
  }

  private void writeJudgement(JsonGenerator json, Block block, String fingerprint)
      throws IOException {
    if (settings.extras().triage().isNone()) {
      return;
    }
    Triage.Judgement judgement = settings.extras().triage().of(block, fingerprint);
    json.writeStringField("triage", judgement.state().id());
    if (judgement.rule().isPresent()) {
      json.writeStringField("suppressedBy", judgement.rule().get().reason());
    }
  }

  /** What hints need, at the accesses of proved examples. */
  private static RaceContext context(RunResult result, List<Block> blocks) throws IOException {
    long[] positions =
        blocks.stream()
            .filter(Block::isVerified)
            .filter(Block::isExecuted)
            .map(Block::race)
            .flatMapToLong(race -> LongStream.of(race.first().position(), race.second().position()))
            .sorted()
            .toArray();
    return result.trace().isPresent() && positions.length > 0
        ? result.context().at(positions)
        : RaceContext.unknown("not asked for");
  }

  private void writeGroup(JsonGenerator json, Block block, RaceContext context) throws IOException {
    json.writeStartObject();
    json.writeStringField("field", block.field());
    writeLines(json, block);
    json.writeStringField("status", block.isVerified() ? "verified" : "candidate");
    json.writeStringField("example", "R" + (block.example() + 1));
    json.writeNumberField("count", block.size());
    json.writeNumberField("verifiedCount", block.verifiedRaces());
    json.writeNumberField("variables", block.variables());
    json.writeArrayFieldStart("roles");
    for (String role : block.roles()) {
      json.writeString(role);
    }
    json.writeEndArray();
    Optional<Shape> shape = block.shape(context);
    if (shape.isPresent()) {
      json.writeObjectFieldStart("hint");
      json.writeStringField("shape", shape.get().id());
      json.writeStringField("words", shape.get().hint());
      json.writeEndObject();
    }
    String fingerprint = fingerprints.of(block);
    json.writeStringField("fingerprint", fingerprint);
    writeJudgement(json, block, fingerprint);
    json.writeEndObject();
  }

  private static void writeFigures(JsonGenerator json, RunResult result, BitSet listed)
      throws IOException {
    RaceGroups lines = RaceGroups.of(result.races(), result.names());
    json.writeNumberField("linePairs", lines.size());
    json.writeNumberField("verifiedLinePairs", lines.verified(result.proofs()));
    json.writeNumberField("verifiedRaces", result.proofs().verified());
    if (listed.cardinality() < result.races().size()) {
      json.writeNumberField(
          "verifiedListed", listed.stream().filter(i -> result.proofs().isVerified(i)).count());
    }
  }

  /** Late, so that the report's own time is known but for the groups, which came later. */
  private static void writeTimes(JsonGenerator json, Timings spent, long reportMillis)
      throws IOException {
    json.writeObjectFieldStart("times");
    json.writeNumberField("reading", spent.reading().toMillis());
    json.writeNumberField("detection", spent.detection().toMillis());
    json.writeNumberField("proof", spent.proof().toMillis());
    json.writeNumberField("report", reportMillis);
    json.writeNumberField("whole", spent.whole().toMillis() + reportMillis);
    json.writeEndObject();
  }

  private static void writeHeuristics(JsonGenerator json, Heuristics heuristics)
      throws IOException {
    json.writeObjectFieldStart("heuristics");
    for (Map.Entry<String, Object> value : heuristics.values().entrySet()) {
      json.writeObjectField(value.getKey(), value.getValue());
    }
    json.writeEndObject();
  }

  private static Map<Long, List<String>> callers(RunResult result, BitSet listed)
      throws IOException {
    long[] positions = new long[2 * listed.cardinality()];
    int at = 0;
    for (int i = listed.nextSetBit(0); i >= 0; i = listed.nextSetBit(i + 1)) {
      positions[at++] = result.races().get(i).first().position();
      positions[at++] = result.races().get(i).second().position();
    }
    Arrays.sort(positions);
    return positions.length == 0 ? Map.of() : result.context().callers(positions);
  }

  private void writeRace(
      JsonGenerator json,
      RunResult result,
      int index,
      Map<Long, List<String>> callers,
      String[] fingerprints)
      throws IOException {
    Race race = result.races().get(index);
    json.writeStartObject();
    json.writeStringField("id", "R" + (index + 1));
    json.writeStringField("variable", result.names().variables().get(race.variable()));
    writeAccess(json, "first", race.first(), result.names(), callers);
    writeAccess(json, "second", race.second(), result.names(), callers);
    if (result.proofs().isVerified(index)) {
      json.writeStringField("status", "verified");
      Trace trace = result.trace().orElse(null); // in which the witness was found, if it was kept
      Optional<ValueSchedule> values = result.proofs().values(index);
      if (values.isPresent()) {
        boolean whole = isWitnessWritten(index, values.get().steps().size());
        ValueJson.write(json, values.get(), whole);
      } else if (trace != null && isWitnessWritten(index, result.proofs().witnessSize(index))) {
        json.writeArrayFieldStart("witness");
        for (int event : result.proofs().witness(index).schedule(trace)) {
          json.writeNumber(trace.position(event));
        }
        json.writeEndArray();
      }
    } else {
      json.writeStringField("status", "candidate");
      json.writeStringField("reason", result.proofs().reason(index));
    }
    json.writeStringField("fingerprint", fingerprints[index]);
    json.writeEndObject();
  }

  /** All, or of each block that of its example, as long as there is room. */
  private boolean isWitnessWritten(int race, long size) {
    if (!settings.witnesses() || settings.extras().mostWitness() < 0) {
      return settings.witnesses();
    }
    if (size > witnessLeft || !examples.get(race)) {
      return false;
    }
    witnessLeft -= size;
    return true;
  }

  private static void writeAccess(
      JsonGenerator json,
      String field,
      Access access,
      TraceNames names,
      Map<Long, List<String>> callers)
      throws IOException {
    json.writeObjectFieldStart(field);
    json.writeNumberField("index", access.position());
    json.writeStringField("thread", names.threads().get(access.thread()));
    json.writeStringField("op", Kind.symbol(access.kind()));
    json.writeStringField("location", names.locations().get(access.location()));
    List<String> stack = callers.get(access.position());
    if (stack != null) {
      json.writeArrayFieldStart("callers");
      for (String place : stack) {
        json.writeString(place);
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }
}
