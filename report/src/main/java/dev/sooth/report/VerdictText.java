package dev.sooth.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sooth.analysis.Printable;
import dev.sooth.detect.Verdicts;
import dev.sooth.race.Refutation;
import dev.sooth.race.Refutation.Rule;
import dev.sooth.race.Refutation.Step;
import dev.sooth.race.Verdict;
import dev.sooth.trace.Trace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Verdicts in words and in JSON; the keys are specified in {@code docs/json.md}. */
public final class VerdictText {
  private static final int MOST_STEPS = 40;

  private final Trace trace;

  public VerdictText(Trace trace) {
    this.trace = trace;
  }

  // ---- words ----

  /** The figures of all pairs, and the lines of those that are listed. */
  public byte[] text(String file, Verdicts p, long millis, CharSequence listed) {
    StringBuilder text = new StringBuilder();
    text.append(Printable.of(file)).append('\n');
    row(text, "pairs", p.pairs(), "");
    row(text, "race", p.races(), races(p));
    row(
        text,
        "no race",
        p.contained() + p.locked() + p.byDerivation(),
        "%,d must come in one order, %,d hold one lock, %,d by a derivation (%,d by that of a like pair)"
            .formatted(p.contained(), p.locked(), p.byDerivation(), p.reusedDerivations()));
    double share = p.pairs() == 0 ? 0 : 100.0 * p.unknown() / p.pairs();
    row(text, "unknown", p.unknown(), String.format(Locale.ROOT, "%.3f%%", share));
    row(
        text,
        "racy events",
        p.racyEvents(),
        Printable.count(p.racyLocations(), "location")
            + ", "
            + Printable.count(p.racyVariables(), "variable"));
    text.append("  ").append(Printable.millis(millis)).append('\n').append(listed);
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String races(Verdicts p) {
    StringBuilder text =
        new StringBuilder("%,d in the order of the trace".formatted(p.inTraceOrder()));
    for (int stage = 0; stage < p.stages().length; stage++) {
      text.append(", %,d by %s".formatted(p.byStage(stage), p.stages()[stage].name()));
    }
    return text.append(", %,d like another pair".formatted(p.bySimilarity()))
        .append(", %,d found by search".formatted(p.bySearch()))
        .toString();
  }

  private static void row(StringBuilder text, String name, long count, String words) {
    String line = String.format(Locale.ROOT, "  %-12s%,12d  %s", name, count, words);
    text.append(line.stripTrailing()).append('\n');
  }

  /** The verdict on one pair. */
  public byte[] text(int first, int second, Verdict verdict, int distance) {
    StringBuilder text = new StringBuilder();
    text.append(line(first, second, verdict));
    if (verdict instanceof Verdict.Race race) {
      if (distance >= 0) {
        text.append("with ").append(Printable.count(distance, "reversal")).append(", ");
      }
      text.append("after\n");
      for (int event : race.witness().schedule(trace)) {
        text.append("  ").append(event(event)).append('\n');
      }
    } else if (verdict instanceof Verdict.NoRace none
        && none.refutation() instanceof Refutation.Derivation derivation) {
      int shown = Math.min(MOST_STEPS, derivation.steps().length);
      for (int i = 0; i < shown; i++) {
        text.append("  ").append(step(derivation.steps()[i])).append('\n');
      }
      if (shown < derivation.steps().length) {
        text.append("  ... and ")
            .append(derivation.steps().length - shown)
            .append(" more steps; --format json has them all\n");
      }
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The verdict on one pair of many, in one line. */
  public String line(int first, int second, Verdict verdict) {
    return "%s and %s: %s%n".formatted(event(first), event(second), words(verdict));
  }

  /** Why a pair is no race, or not decided: the verdict, and the steps that lead there. */
  List<String> why(Verdict verdict) {
    List<String> lines = new ArrayList<>();
    lines.add(words(verdict));
    if (verdict instanceof Verdict.NoRace none
        && none.refutation() instanceof Refutation.Derivation derivation) {
      for (int i = 0; i < Math.min(MOST_STEPS, derivation.steps().length); i++) {
        lines.add(step(derivation.steps()[i]));
      }
      if (derivation.steps().length > MOST_STEPS) {
        lines.add(
            "… and %d more steps; --format json has them all"
                .formatted(derivation.steps().length - MOST_STEPS));
      }
    }
    return lines;
  }

  private String words(Verdict verdict) {
    if (verdict instanceof Verdict.Race) {
      return "race";
    }
    if (verdict instanceof Verdict.NoRace none) {
      return "no race: " + words(none.refutation());
    }
    return "unknown: " + ((Verdict.Unknown) verdict).reason();
  }

  private String words(Refutation refutation) {
    if (refutation instanceof Refutation.Contained contained) {
      return "event %d must come before event %d".formatted(contained.event(), contained.other());
    }
    if (refutation instanceof Refutation.CommonLock common) {
      return "both hold %s, acquired at events %d and %d"
          .formatted(
              Printable.of(trace.names().locks().get(trace.target(common.firstAcquire()))),
              common.firstAcquire(),
              common.secondAcquire());
    }
    Refutation.Derivation derivation = (Refutation.Derivation) refutation;
    return "%s and %s contradict each other (%s, %s)"
        .formatted(
            Printable.count(derivation.count(Rule.LOCK), "pair") + " of critical sections",
            Printable.count(derivation.count(Rule.READ), "read"),
            Printable.count(derivation.count(Rule.CYCLE), "cycle"),
            Printable.count(derivation.count(Rule.LEARNED), "step") + " of search");
  }

  private String step(Step step) {
    int[] data = step.data();
    return switch (step.rule()) {
      case LOCK ->
          "of the sections that begin at %s and %s one ends before the other begins"
              .formatted(event(data[0]), event(data[1]));
      case READ ->
          "%s comes before what %s reads from, or after that read"
              .formatted(event(data[1]), event(data[0]));
      case CYCLE -> {
        StringBuilder cycle = new StringBuilder("not all of these, which are a cycle:");
        for (int k = 0; k < data.length; k += 2) {
          cycle.append(k == 0 ? " " : ", ").append(data[k]).append(" before ").append(data[k + 1]);
        }
        yield cycle.toString();
      }
      case LEARNED -> {
        StringBuilder clause = new StringBuilder("so one of these holds:");
        for (int k = 0; k < data.length; k += 3) {
          clause.append(k == 0 ? " " : ", ").append(data[k] == 1 ? "" : "not ").append(data[k + 1]);
          clause.append(data[k + 2] < 0 ? " takes place" : " before " + data[k + 2]);
        }
        yield clause.toString();
      }
    };
  }

  private String event(int position) {
    return position + " " + Printable.of(trace.describe(position));
  }

  // ---- JSON ----

  /** The keys that come before the verdicts. */
  public void writeHeader(JsonGenerator json, String file) throws IOException {
    json.writeStartObject();
    json.writeStringField("sooth", Version.current());
    json.writeStringField("file", file);
    json.writeNumberField("events", trace.size());
  }

  /** How many pairs there are of each verdict. */
  static void writeTotals(JsonGenerator json, Verdicts p) throws IOException {
    json.writeNumberField("pairs", p.pairs());
    json.writeNumberField("race", p.races());
    json.writeNumberField("noRace", p.contained() + p.locked() + p.byDerivation());
    json.writeNumberField("unknown", p.unknown());
  }

  /** The figures of all pairs. */
  public void writeCounts(JsonGenerator json, Verdicts p, long millis) throws IOException {
    writeTotals(json, p);
    json.writeObjectFieldStart("by");
    json.writeNumberField("traceOrder", p.inTraceOrder());
    json.writeNumberField("search", p.bySearch());
    json.writeNumberField("contained", p.contained());
    json.writeNumberField("commonLock", p.locked());
    json.writeNumberField("derivation", p.byDerivation());
    json.writeNumberField("similar", p.bySimilarity());
    for (int stage = 0; stage < p.stages().length; stage++) {
      json.writeNumberField(p.stages()[stage].name(), p.byStage(stage));
    }
    json.writeEndObject();
    json.writeNumberField("racyEvents", p.racyEvents());
    json.writeNumberField("racyLocations", p.racyLocations());
    json.writeNumberField("racyVariables", p.racyVariables());
    json.writeNumberField("millis", millis);
    json.writeEndObject();
  }

  /** The verdict on one pair as an object of its own. */
  public byte[] json(String file, int first, int second, Verdict verdict, int distance)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
      writeHeader(json, file);
      writeVerdict(json, first, second, verdict, distance);
      json.writeEndObject();
    }
    bytes.write('\n');
    return bytes.toByteArray();
  }

  /** The keys of one pair, within an object. */
  public void writeVerdict(JsonGenerator json, int first, int second, Verdict verdict, int distance)
      throws IOException {
    json.writeNumberField("first", first);
    json.writeNumberField("second", second);
    if (verdict instanceof Verdict.Race race) {
      json.writeStringField("verdict", "race");
      if (distance >= 0) {
        json.writeNumberField("distance", distance);
      }
      json.writeFieldName("witness");
      int[] schedule = race.witness().schedule(trace);
      json.writeArray(schedule, 0, schedule.length);
    } else if (verdict instanceof Verdict.NoRace none) {
      json.writeStringField("verdict", "no-race");
      json.writeObjectFieldStart("reason");
      writeReason(json, none.refutation());
      json.writeStringField("words", words(none.refutation()));
      json.writeEndObject();
    } else if (verdict instanceof Verdict.Unknown unknown) {
      json.writeStringField("verdict", "unknown");
      json.writeObjectFieldStart("reason");
      json.writeStringField("kind", "budget");
      json.writeStringField("words", unknown.reason());
      json.writeEndObject();
    }
  }

  private static void writeReason(JsonGenerator json, Refutation refutation) throws IOException {
    if (refutation instanceof Refutation.Contained contained) {
      json.writeStringField("kind", "contained");
      json.writeNumberField("event", contained.event());
      json.writeNumberField("other", contained.other());
    } else if (refutation instanceof Refutation.CommonLock common) {
      json.writeStringField("kind", "common-lock");
      json.writeNumberField("firstAcquire", common.firstAcquire());
      json.writeNumberField("secondAcquire", common.secondAcquire());
    } else if (refutation instanceof Refutation.Derivation derivation) {
      json.writeStringField("kind", "derivation");
      json.writeArrayFieldStart("steps");
      for (Step step : derivation.steps()) {
        json.writeStartObject();
        json.writeStringField("rule", step.rule().name().toLowerCase(Locale.ROOT));
        json.writeFieldName("data");
        json.writeArray(step.data(), 0, step.data().length);
        json.writeEndObject();
      }
      json.writeEndArray();
    }
  }
}
