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
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceNames;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
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
      JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

  private final OutputStream out;
  private final boolean lines;
  private final boolean witnesses;
  private boolean empty = true;

  /**
   * Writes to this stream.
   *
   * @param lines one object a line, instead of one array
   * @param witnesses whether to write the schedules of verified races
   */
  public JsonReport(OutputStream out, boolean lines, boolean witnesses) {
    this.out = out;
    this.lines = lines;
    this.witnesses = witnesses;
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
    Map<Long, List<String>> callers = callers(result);
    json.writeArrayFieldStart("races");
    for (int i = 0; i < result.races().size(); i++) {
      writeRace(json, result, i, callers);
    }
    json.writeEndArray();
    json.writeStringField("mode", result.pairs() == Pairs.ALL ? "all" : "first-per-event");
    json.writeNumberField("pairs", result.races().pairs());
    json.writeArrayFieldStart("notes");
    for (String note : result.notes()) {
      json.writeString(note);
    }
    json.writeEndArray();
    if (result.failure().isPresent()) {
      json.writeStringField("error", result.failure().get().message());
    }
    if (result.engine().heuristics().isPresent()) {
      writeHeuristics(json, result.engine().heuristics().get());
    }
    writeFigures(json, result);
    List<Block> blocks = Block.of(result);
    RaceContext context = context(result, blocks);
    writeTimes(json, result.timings(), (System.nanoTime() - start) / 1_000_000);
    json.writeArrayFieldStart("groups");
    for (Block block : blocks) {
      writeGroup(json, block, context);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** What hints need, at the accesses of proved examples. */
  private static RaceContext context(RunResult result, List<Block> blocks) throws IOException {
    long[] positions =
        blocks.stream()
            .filter(Block::isVerified)
            .map(Block::race)
            .flatMapToLong(race -> LongStream.of(race.first().position(), race.second().position()))
            .sorted()
            .toArray();
    return result.trace().isPresent() && positions.length > 0
        ? result.context().at(positions)
        : RaceContext.unknown("not asked for");
  }

  private static void writeGroup(JsonGenerator json, Block block, RaceContext context)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("field", block.field());
    json.writeArrayFieldStart("lines");
    json.writeString(block.firstLocation());
    json.writeString(block.secondLocation());
    json.writeEndArray();
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
    json.writeEndObject();
  }

  private static void writeFigures(JsonGenerator json, RunResult result) throws IOException {
    RaceGroups lines = RaceGroups.of(result.races(), result.names());
    json.writeNumberField("linePairs", lines.size());
    json.writeNumberField("verifiedLinePairs", lines.verified(result.proofs()));
    json.writeNumberField("verifiedRaces", result.proofs().verified());
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

  private static Map<Long, List<String>> callers(RunResult result) throws IOException {
    long[] positions = new long[2 * result.races().size()];
    for (int i = 0; i < result.races().size(); i++) {
      positions[2 * i] = result.races().get(i).first().position();
      positions[2 * i + 1] = result.races().get(i).second().position();
    }
    Arrays.sort(positions);
    return positions.length == 0 ? Map.of() : result.context().callers(positions);
  }

  private void writeRace(
      JsonGenerator json, RunResult result, int index, Map<Long, List<String>> callers)
      throws IOException {
    Race race = result.races().get(index);
    json.writeStartObject();
    json.writeStringField("id", "R" + (index + 1));
    json.writeStringField("variable", result.names().variables().get(race.variable()));
    writeAccess(json, "first", race.first(), result.names(), callers);
    writeAccess(json, "second", race.second(), result.names(), callers);
    if (result.proofs().isVerified(index)) {
      json.writeStringField("status", "verified");
      if (witnesses) {
        Trace trace = result.trace().orElseThrow(); // in which the witness was found
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
    json.writeEndObject();
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
