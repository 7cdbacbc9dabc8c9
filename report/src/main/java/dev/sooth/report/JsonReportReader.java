package dev.sooth.report;

import com.fasterxml.jackson.core.JsonToken;
import dev.sooth.race.ValueSchedule;
import dev.sooth.race.Witness;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/**
 * Reads the reports that {@link JsonReport} writes, as an array or line by line, one race at a
 * time: a report with witnesses can be much larger than memory. Keys that it does not know are
 * skipped.
 */
public final class JsonReportReader {
  /**
   * Which run the next races belong to.
   *
   * @param leftOut whether witnesses lack accesses that only their thread can see
   */
  public record Run(String file, String engine, long events, boolean leftOut) {}

  /**
   * A proof with other values.
   *
   * @param schedule its steps, if the report has them
   * @param changedReads those that see another value
   * @param wouldRun lines that the run did not execute
   */
  public record ReportedValues(
      Optional<List<ValueSchedule.Step>> schedule,
      List<ValueSchedule.Step> changedReads,
      List<String> wouldRun) {}

  /** One of the two accesses, as the report names it; the index is -1 if the run has it not. */
  public record ReportedAccess(long index, String thread, String op, String location) {}

  /**
   * A race as the report names it.
   *
   * @param witness if the report has it
   * @param values if it is verified with other values; then there is no witness
   * @param reason of a candidate, if the report has it; else empty
   * @param fingerprint if the report has it; else empty
   */
  public record ReportedRace(
      String id,
      String variable,
      ReportedAccess first,
      ReportedAccess second,
      boolean verified,
      Optional<Witness> witness,
      Optional<ReportedValues> values,
      String reason,
      String fingerprint) {}

  /** Takes the races in the order of the report. */
  @FunctionalInterface
  public interface Visitor {
    void race(Run run, ReportedRace race) throws IOException;
  }

  /** Called for each run before its races. */
  @FunctionalInterface
  public interface RunVisitor {
    /** Whether the races of this run are wanted. */
    boolean run(Run run) throws IOException;
  }

  private static final String VERIFIED = "verified";
  private static final long UNKNOWN = -1;
  private static final long MISSING = Long.MIN_VALUE;

  private final JsonInput json;
  private final RunVisitor runs;
  private final Visitor races;

  private JsonReportReader(JsonInput json, RunVisitor runs, Visitor races) {
    this.json = json;
    this.runs = runs;
    this.races = races;
  }

  /**
   * Reads a whole report.
   *
   * @param name of the file, for messages
   * @throws BadReportException if it is not a report; the message says where
   */
  public static void read(InputStream in, String name, RunVisitor runs, Visitor races)
      throws IOException {
    JsonInput.read(in, name, json -> new JsonReportReader(json, runs, races).read());
  }

  private void read() throws IOException {
    JsonToken token = json.next();
    if (token == null) {
      throw json.bad("the report is empty");
    }
    boolean anyRun = false;
    boolean array = token == JsonToken.START_ARRAY;
    if (array) {
      token = json.next();
    }
    while (token != null && token != JsonToken.END_ARRAY) {
      json.expect(JsonToken.START_OBJECT, "a run, that is an object");
      readRun();
      anyRun = true;
      token = json.next();
    }
    if (!anyRun) {
      throw json.bad("the report is of no run");
    }
    if (array && token == null) {
      throw json.bad("the array of runs is not closed");
    }
  }

  private void readRun() throws IOException {
    String file = null;
    String engine = null;
    long events = -1;
    boolean leftOut = false;
    boolean hasRaces = false;
    long listed = UNKNOWN; // verified races
    long said = UNKNOWN;
    for (String key = json.nextKey(); key != null; key = json.nextKey()) {
      switch (key) {
        case "file" -> file = json.string(key);
        case "engine" -> engine = json.string(key);
        case "trace" -> events = readEvents();
        case "leftOut" -> leftOut = !json.string(key).isEmpty();
        case "races" -> {
          if (file == null || engine == null || events < 0) {
            throw json.bad("expected the keys file, trace and engine before races");
          }
          hasRaces = true;
          listed = readRaces(new Run(file, engine, events, leftOut));
        }
        case "verifiedRaces" -> said = said == UNKNOWN ? json.number(key) : said;
        case "verifiedListed" -> said = json.number(key);
        default -> json.skip();
      }
    }
    if (!hasRaces) {
      throw json.bad("a run without the key races, expected a JSON report of sooth");
    }
    if (listed != UNKNOWN && said != UNKNOWN && said != listed) {
      throw json.bad("a run says %d verified races and lists %d".formatted(said, listed));
    }
  }

  private long readEvents() throws IOException {
    json.expect(JsonToken.START_OBJECT, "an object as trace");
    long events = -1;
    for (String key = json.nextKey(); key != null; key = json.nextKey()) {
      if (key.equals("events")) {
        events = json.number(key);
      } else {
        json.skip();
      }
    }
    return events;
  }

  /** Returns how many of the races are verified, if they were asked for. */
  private long readRaces(Run run) throws IOException {
    json.expect(JsonToken.START_ARRAY, "an array as races");
    boolean wanted = runs.run(run);
    long verified = 0;
    while (json.next() == JsonToken.START_OBJECT) {
      if (wanted) {
        ReportedRace race = readRace();
        verified += race.verified() ? 1 : 0;
        races.race(run, race);
      } else {
        json.skip();
      }
    }
    json.expect(JsonToken.END_ARRAY, "an object in races");
    return wanted ? verified : UNKNOWN;
  }

  private ReportedRace readRace() throws IOException {
    String id = null;
    String variable = null;
    ReportedAccess first = null;
    ReportedAccess second = null;
    String status = null;
    Witness witness = null;
    ReportedValues values = null;
    String reason = "";
    String fingerprint = "";
    for (String key = json.nextKey(); key != null; key = json.nextKey()) {
      switch (key) {
        case "id" -> id = json.string(key);
        case "variable" -> variable = json.string(key);
        case "first" -> first = readAccess();
        case "second" -> second = readAccess();
        case "status" -> status = readStatus();
        case "witness" -> witness = new Witness(json.integers(key));
        case "values" -> values = ValueJson.read(json);
        case "reason" -> reason = json.string(key);
        case "fingerprint" -> fingerprint = json.string(key);
        default -> json.skip();
      }
    }
    if (id == null || variable == null || first == null || second == null || status == null) {
      throw json.bad("expected the keys id, variable, first, second and status in a race");
    }
    if (values == null && (first.index() < 0 || second.index() < 0) && status.equals("verified")) {
      throw json.bad("a verified race of an access that the run has not, and no values");
    }
    return new ReportedRace(
        id,
        variable,
        first,
        second,
        status.equals(VERIFIED),
        Optional.ofNullable(witness),
        Optional.ofNullable(values),
        reason,
        fingerprint);
  }

  private String readStatus() throws IOException {
    String status = json.string("status");
    if (!status.equals(VERIFIED) && !status.equals("candidate")) {
      throw json.bad("expected verified or candidate as status of a race");
    }
    return status;
  }

  private ReportedAccess readAccess() throws IOException {
    json.expect(JsonToken.START_OBJECT, "an object as access");
    long index = MISSING;
    String thread = null;
    String op = null;
    String location = null;
    for (String key = json.nextKey(); key != null; key = json.nextKey()) {
      switch (key) {
        case "index" -> index = json.number(key);
        case "thread" -> thread = json.string(key);
        case "op" -> op = json.string(key);
        case "location" -> location = json.string(key);
        default -> json.skip();
      }
    }
    if (index < ValueSchedule.UNEXECUTED || thread == null || op == null || location == null) {
      throw json.bad("expected the keys index, thread, op and location in an access");
    }
    return new ReportedAccess(index, thread, op, location);
  }
}
