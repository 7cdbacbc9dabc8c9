package dev.sooth.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A JSON file that is read token by token, with complaints that say where. */
final class JsonInput {
  private static final JsonFactory FACTORY = new JsonFactory();

  /** Reads from an open file. */
  @FunctionalInterface
  interface Reading {
    void run(JsonInput json) throws IOException;
  }

  private final String name;
  private final JsonParser parser;
  private boolean hasBegun;

  private JsonInput(String name, JsonParser parser) {
    this.name = name;
    this.parser = parser;
  }

  /**
   * Opens the stream for a reader.
   *
   * @param name of the file, for messages
   */
  static void read(InputStream in, String name, Reading reading) throws IOException {
    try (JsonParser parser = FACTORY.createParser(in)) {
      JsonInput input = new JsonInput(name, parser);
      try {
        reading.run(input);
      } catch (JsonProcessingException e) {
        if (!input.hasBegun) { // what JSON may begin with helps nobody who gave another file
          throw new BadReportException(name + ":1:1: this is no JSON, expected a JSON report");
        }
        JsonLocation place = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
        throw new BadReportException(at(name, place) + e.getOriginalMessage());
      }
    }
  }

  /** Goes to the next token; null at the end of the file. */
  JsonToken next() throws IOException {
    JsonToken token = parser.nextToken();
    hasBegun = true;
    return token;
  }

  /** Goes to the next key of the object and then to its value; null at the object's end. */
  String nextKey() throws IOException {
    if (parser.nextToken() != JsonToken.FIELD_NAME) {
      return null;
    }
    String key = parser.currentName();
    parser.nextToken();
    return key;
  }

  /** Goes to the end of the object or array, if the value is one. */
  void skip() throws IOException {
    parser.skipChildren();
  }

  String string(String key) throws IOException {
    expect(JsonToken.VALUE_STRING, "a string as " + key);
    return parser.getText();
  }

  long number(String key) throws IOException {
    expect(JsonToken.VALUE_NUMBER_INT, "a number as " + key);
    return parser.getLongValue();
  }

  int integer(String key) throws IOException {
    expect(JsonToken.VALUE_NUMBER_INT, "a number as " + key);
    return parser.getIntValue();
  }

  int[] integers(String key) throws IOException {
    expect(JsonToken.START_ARRAY, "an array as " + key);
    int[] numbers = new int[64];
    int size = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (size == numbers.length) {
        numbers = Arrays.copyOf(numbers, size * 2);
      }
      expect(JsonToken.VALUE_NUMBER_INT, "positions as " + key);
      numbers[size++] = parser.getIntValue();
    }
    return Arrays.copyOf(numbers, size);
  }

  List<String> strings(String key) throws IOException {
    expect(JsonToken.START_ARRAY, "an array as " + key);
    List<String> strings = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      strings.add(string(key));
    }
    return strings;
  }

  void expect(JsonToken token, String what) throws IOException {
    if (parser.currentToken() != token) {
      throw bad("expected " + what);
    }
  }

  BadReportException bad(String problem) {
    return new BadReportException(at(name, parser.currentLocation()) + problem);
  }

  private static String at(String name, JsonLocation location) {
    return location == null
        ? name + ": "
        : "%s:%d:%d: ".formatted(name, location.getLineNr(), location.getColumnNr());
  }
}
