package dev.sooth.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** The races that are known, by fingerprint: a file of our own, or any JSON report. */
public final class Baseline {
  /** A known race, with what helps a person who reads the file. */
  public record Known(String fingerprint, String field, String first, String second) {}

  private static final String VERSION_KEY = "soothBaseline";

  private final Map<String, Known> known = new TreeMap<>();

  /** A baseline without a race. */
  public Baseline() {}

  /**
   * Adds what a file names, a baseline or a JSON report of {@code analyze}.
   *
   * @param name of the file, for messages
   * @return how many of its races were new
   */
  public int read(InputStream in, String name) throws IOException {
    int before = known.size();
    JsonInput.read(in, name, this::read);
    return known.size() - before;
  }

  private void read(JsonInput json) throws IOException {
    JsonToken token = json.next();
    boolean isArray = token == JsonToken.START_ARRAY;
    token = isArray ? json.next() : token;
    boolean any = false;
    while (token != null && token != JsonToken.END_ARRAY) {
      json.expect(JsonToken.START_OBJECT, "a baseline or a run, that is an object");
      readObject(json);
      any = true;
      token = json.next();
    }
    if (!any) {
      throw json.bad("expected a baseline or a JSON report, found neither");
    }
  }

  private void readObject(JsonInput json) throws IOException {
    boolean isOurs = false;
    for (String key = json.nextKey(); key != null; key = json.nextKey()) {
      isOurs |= key.equals(VERSION_KEY) || key.equals("sooth");
      if (key.equals("known") || key.equals("groups")) {
        json.expect(JsonToken.START_ARRAY, "an array as " + key);
        while (json.next() == JsonToken.START_OBJECT) {
          readRace(json);
        }
        json.expect(JsonToken.END_ARRAY, "an object in " + key);
      } else {
        json.skip();
      }
    }
    if (!isOurs) {
      throw json.bad("expected the key " + VERSION_KEY + " of a baseline, or sooth of a report");
    }
  }

  private void readRace(JsonInput json) throws IOException {
    String fingerprint = null;
    String field = "";
    String[] lines = {"", ""};
    for (String key = json.nextKey(); key != null; key = json.nextKey()) {
      switch (key) {
        case "fingerprint" -> fingerprint = json.string(key);
        case "field" -> field = json.string(key);
        case "lines" -> {
          json.expect(JsonToken.START_ARRAY, "an array as lines");
          for (int i = 0; json.next() == JsonToken.VALUE_STRING; i++) {
            if (i < lines.length) {
              lines[i] = json.string(key);
            }
          }
        }
        default -> json.skip();
      }
    }
    if (fingerprint == null) {
      throw json.bad("expected the key fingerprint; a report of an older version has none");
    }
    known.putIfAbsent(fingerprint, new Known(fingerprint, field, lines[0], lines[1]));
  }

  boolean contains(String fingerprint) {
    return known.containsKey(fingerprint);
  }

  /** All, in the order of their fingerprints: a file of it changes where something has changed. */
  public Collection<Known> all() {
    return known.values();
  }

  /** Writes them as a file that {@link #read} understands. */
  public void write(OutputStream out) throws IOException {
    JsonFactory factory = new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    try (JsonGenerator json = factory.createGenerator(out)) {
      json.setPrettyPrinter(new DefaultPrettyPrinter());
      json.writeStartObject();
      json.writeNumberField(VERSION_KEY, 1);
      json.writeArrayFieldStart("known");
      for (Known race : known.values()) {
        json.writeStartObject();
        json.writeStringField("fingerprint", race.fingerprint());
        json.writeStringField("field", race.field());
        json.writeArrayFieldStart("lines");
        json.writeString(race.first());
        json.writeString(race.second());
        json.writeEndArray();
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    out.write('\n');
    out.flush();
  }
}
