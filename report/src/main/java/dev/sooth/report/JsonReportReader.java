package dev.sooth.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamReadException;
import dev.sooth.race.Witness;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads the reports that {@link JsonReport} writes, as an array or line by line, one race at a
 * time: a report with witnesses can be much larger than memory. Keys that it does not know are
 * skipped.
 */
public final class JsonReportReader {
  private static final JsonFactory FACTORY = new JsonFactory();

  /** Which run the next races belong to. */
  public record Run(String file, String engine, long events) {}

  /** One of the two accesses, as the report names it. */
  public record ReportedAccess(long index, String thread, String op, String location) {}

  /** A race as the report names it; {@code witness} if the report has it. */
  public record ReportedRace(
      String id,
      String variable,
      ReportedAccess first,
      ReportedAccess second,
      boolean verified,
      Optional<Witness> witness) {}

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

  private final String name;
  private final JsonParser json;
  private final RunVisitor runs;
  private final Visitor races;

  private JsonReportReader(String name, JsonParser json, RunVisitor runs, Visitor races) {
    this.name = name;
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
    try (JsonParser json = FACTORY.createParser(in)) {
      new JsonReportReader(name, json, runs, races).read();
    } catch (StreamReadException e) {
      throw new BadReportException(at(name, e.getLocation()) + e.getOriginalMessage());
    }
  }

  private void read() throws IOException {
    JsonToken token = json.nextToken();
    if (token == null) {
      throw bad("the report is empty");
    }
    boolean array = token == JsonToken.START_ARRAY;
    if (array) {
      token = json.nextToken();
    }
    while (token != null && token != JsonToken.END_ARRAY) {
      expect(JsonToken.START_OBJECT, "a run, that is an object");
      readRun();
      token = json.nextToken();
    }
    if (array && token == null) {
      throw bad("the array of runs is not closed");
    }
  }

  private void readRun() throws IOException {
    String file = null;
    String engine = null;
    long events = -1;
    boolean hasRaces = false;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String key = json.currentName();
      json.nextToken();
      switch (key) {
        case "file" -> file = string(key);
        case "engine" -> engine = string(key);
        case "trace" -> events = readEvents();
        case "races" -> {
          if (file == null || engine == null || events < 0) {
            throw bad("expected the keys file, trace and engine before races");
          }
          hasRaces = true;
          readRaces(new Run(file, engine, events));
        }
        default -> json.skipChildren();
      }
    }
    if (!hasRaces) {
      throw bad("a run without the key races");
    }
  }

  private long readEvents() throws IOException {
    expect(JsonToken.START_OBJECT, "an object as trace");
    long events = -1;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String key = json.currentName();
      json.nextToken();
      if (key.equals("events")) {
        events = number(key);
      } else {
        json.skipChildren();
      }
    }
    return events;
  }

  private void readRaces(Run run) throws IOException {
    expect(JsonToken.START_ARRAY, "an array as races");
    boolean wanted = runs.run(run);
    while (json.nextToken() == JsonToken.START_OBJECT) {
      if (wanted) {
        races.race(run, readRace());
      } else {
        json.skipChildren();
      }
    }
    expect(JsonToken.END_ARRAY, "an object in races");
  }

  private ReportedRace readRace() throws IOException {
    String id = null;
    String variable = null;
    ReportedAccess first = null;
    ReportedAccess second = null;
    String status = null;
    Witness witness = null;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String key = json.currentName();
      json.nextToken();
      switch (key) {
        case "id" -> id = string(key);
        case "variable" -> variable = string(key);
        case "first" -> first = readAccess();
        case "second" -> second = readAccess();
        case "status" -> status = string(key);
        case "witness" -> witness = readWitness();
        default -> json.skipChildren();
      }
    }
    if (id == null || variable == null || first == null || second == null || status == null) {
      throw bad("expected the keys id, variable, first, second and status in a race");
    }
    return new ReportedRace(
        id, variable, first, second, status.equals("verified"), Optional.ofNullable(witness));
  }

  private ReportedAccess readAccess() throws IOException {
    expect(JsonToken.START_OBJECT, "an object as access");
    long index = -1;
    String thread = null;
    String op = null;
    String location = null;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String key = json.currentName();
      json.nextToken();
      switch (key) {
        case "index" -> index = number(key);
        case "thread" -> thread = string(key);
        case "op" -> op = string(key);
        case "location" -> location = string(key);
        default -> json.skipChildren();
      }
    }
    if (index < 0 || thread == null || op == null || location == null) {
      throw bad("expected the keys index, thread, op and location in an access");
    }
    return new ReportedAccess(index, thread, op, location);
  }

  private Witness readWitness() throws IOException {
    expect(JsonToken.START_ARRAY, "an array as witness");
    int[] schedule = new int[64];
    int size = 0;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
        throw bad("expected positions in a witness");
      }
      if (size == schedule.length) {
        schedule = Arrays.copyOf(schedule, size * 2);
      }
      schedule[size++] = json.getIntValue();
    }
    return new Witness(Arrays.copyOf(schedule, size));
  }

  private String string(String key) throws IOException {
    expect(JsonToken.VALUE_STRING, "a string as " + key);
    return json.getText();
  }

  private long number(String key) throws IOException {
    expect(JsonToken.VALUE_NUMBER_INT, "a number as " + key);
    return json.getLongValue();
  }

  private void expect(JsonToken token, String what) throws IOException {
    if (json.currentToken() != token) {
      throw bad("expected " + what);
    }
  }

  private BadReportException bad(String problem) {
    return new BadReportException(at(name, json.currentLocation()) + problem);
  }

  private static String at(String name, JsonLocation location) {
    return location == null
        ? name + ": "
        : "%s:%d:%d: ".formatted(name, location.getLineNr(), location.getColumnNr());
  }
}
