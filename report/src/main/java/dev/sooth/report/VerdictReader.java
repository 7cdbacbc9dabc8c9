package dev.sooth.report;

import com.fasterxml.jackson.core.JsonToken;
import dev.sooth.race.Refutation;
import dev.sooth.race.Refutation.Rule;
import dev.sooth.race.Refutation.Step;
import dev.sooth.race.Verdict;
import dev.sooth.race.Witness;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reads the verdicts that {@code sooth decide --format json} prints: of one pair, or of all pairs
 * with {@code --list}, one verdict at a time. Several such objects may follow each other. Keys that
 * it does not know are skipped.
 */
public final class VerdictReader {
  /**
   * A verdict as the file has it.
   *
   * @param file the trace as named there
   * @param events how many events the trace had, or -1 if the file does not say
   */
  public record ReportedVerdict(String file, long events, int first, int second, Verdict verdict) {}

  /** Takes the verdicts in the order of the file. */
  @FunctionalInterface
  public interface Visitor {
    void verdict(ReportedVerdict verdict) throws IOException;
  }

  private final JsonInput json;
  private final Visitor visitor;
  private String file = "";
  private long events = -1;

  private VerdictReader(JsonInput json, Visitor visitor) {
    this.json = json;
    this.visitor = visitor;
  }

  /** Whether the file is of this kind, and not a report of races, as far as its first keys tell. */
  public static boolean recognises(InputStream in, String name) throws IOException {
    boolean[] answer = {false};
    JsonInput.read(
        in,
        name,
        json -> {
          if (json.next() == JsonToken.START_OBJECT) {
            for (String key = json.nextKey(); key != null; key = json.nextKey()) {
              if (isOfRaces(key)) {
                return;
              }
              if (isOfVerdicts(key)) {
                answer[0] = true;
                return;
              }
              json.skip();
            }
          }
        });
    return answer[0];
  }

  private static boolean isOfRaces(String key) {
    return key.equals("trace") || key.equals("engine") || key.equals("races");
  }

  private static boolean isOfVerdicts(String key) {
    return switch (key) {
      case "events", "first", "second", "verdict", "verdicts", "pairs" -> true;
      default -> false;
    };
  }

  /**
   * Reads the whole file.
   *
   * @param name of the file, for messages
   * @throws BadReportException if there is something else in it; the message says where
   */
  public static void read(InputStream in, String name, Visitor visitor) throws IOException {
    JsonInput.read(in, name, json -> new VerdictReader(json, visitor).read());
  }

  private void read() throws IOException {
    while (json.next() != null) {
      json.expect(JsonToken.START_OBJECT, "an object");
      file = "";
      events = -1;
      readPair(true);
    }
  }

  /** Reads an object with one verdict, or, at the outermost level, with a list of them. */
  private void readPair(boolean outermost) throws IOException {
    int first = -1;
    int second = -1;
    String name = null;
    Witness witness = null;
    Verdict reason = null;
    boolean isList = false;
    for (String key = json.nextKey(); key != null; key = json.nextKey()) {
      switch (key) {
        case "file" -> file = json.string(key);
        case "events" -> events = json.number(key);
        case "first" -> first = json.integer(key);
        case "second" -> second = json.integer(key);
        case "verdict" -> name = json.string(key);
        case "witness" -> witness = new Witness(json.integers(key));
        case "reason" -> reason = readReason();
        case "verdicts" -> {
          isList = outermost;
          readList();
        }
        default -> json.skip();
      }
    }
    boolean isVerdict = first >= 0 || second >= 0 || name != null || witness != null;
    if (outermost && !isVerdict && !isList) {
      throw json.bad("there is no verdict to check; run sooth decide with --list or --pair");
    }
    if (isVerdict || !isList) {
      visitor.verdict(
          new ReportedVerdict(
              file, events, first, second, verdict(first, second, name, witness, reason)));
    }
  }

  private void readList() throws IOException {
    json.expect(JsonToken.START_ARRAY, "an array as verdicts");
    while (json.next() == JsonToken.START_OBJECT) {
      readPair(false);
    }
    json.expect(JsonToken.END_ARRAY, "an object in verdicts");
  }

  private Verdict verdict(int first, int second, String name, Witness witness, Verdict reason)
      throws IOException {
    if (first < 0 || second < 0 || name == null) {
      throw json.bad("expected the keys first, second and verdict, positions from 0 on");
    }
    switch (name) {
      case "race" -> {
        if (witness != null) {
          return new Verdict.Race(witness);
        }
        throw json.bad("expected the key witness in a race");
      }
      case "no-race" -> {
        if (reason instanceof Verdict.NoRace) {
          return reason;
        }
        throw json.bad(
            "expected a reason of kind contained, common-lock or derivation for no-race");
      }
      case "unknown" -> {
        return reason instanceof Verdict.Unknown ? reason : new Verdict.Unknown("");
      }
      default -> throw json.bad("expected race, no-race or unknown as verdict");
    }
  }

  private Verdict readReason() throws IOException {
    json.expect(JsonToken.START_OBJECT, "an object as reason");
    String kind = null;
    String words = "";
    int event = -1;
    int other = -1;
    int firstAcquire = -1;
    int secondAcquire = -1;
    Step[] steps = null;
    for (String key = json.nextKey(); key != null; key = json.nextKey()) {
      switch (key) {
        case "kind" -> kind = json.string(key);
        case "words" -> words = json.string(key);
        case "event" -> event = json.integer(key);
        case "other" -> other = json.integer(key);
        case "firstAcquire" -> firstAcquire = json.integer(key);
        case "secondAcquire" -> secondAcquire = json.integer(key);
        case "steps" -> steps = readSteps();
        default -> json.skip();
      }
    }
    if (kind == null) {
      throw json.bad("expected the key kind in a reason");
    }
    return switch (kind) {
      case "contained" -> new Verdict.NoRace(new Refutation.Contained(event, other));
      case "common-lock" ->
          new Verdict.NoRace(new Refutation.CommonLock(firstAcquire, secondAcquire));
      case "derivation" -> {
        if (steps == null) {
          throw json.bad("expected the key steps in a derivation");
        }
        yield new Verdict.NoRace(new Refutation.Derivation(steps));
      }
      default -> new Verdict.Unknown(words);
    };
  }

  private Step[] readSteps() throws IOException {
    json.expect(JsonToken.START_ARRAY, "an array as steps");
    List<Step> steps = new ArrayList<>();
    while (json.next() == JsonToken.START_OBJECT) {
      Rule rule = null;
      int[] data = null;
      for (String key = json.nextKey(); key != null; key = json.nextKey()) {
        switch (key) {
          case "rule" -> rule = rule(json.string(key));
          case "data" -> data = json.integers(key);
          default -> json.skip();
        }
      }
      if (rule == null || data == null) {
        throw json.bad("expected the keys rule and data in a step");
      }
      steps.add(new Step(rule, data));
    }
    json.expect(JsonToken.END_ARRAY, "an object in steps");
    return steps.toArray(new Step[0]);
  }

  private Rule rule(String name) throws IOException {
    for (Rule rule : Rule.values()) {
      if (rule.name().toLowerCase(Locale.ROOT).equals(name)) {
        return rule;
      }
    }
    throw json.bad("expected lock, read, cycle or learned as rule");
  }
}
