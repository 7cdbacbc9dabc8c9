package dev.sooth.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonToken;
import dev.sooth.race.ValueSchedule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The proof of a race with other values as JSON, see {@code docs/json.md}. */
final class ValueJson {
  private ValueJson() {}

  /** Writes it as {@code values}, with all steps or with those that see another value. */
  static void write(JsonGenerator json, ValueSchedule schedule, boolean whole) throws IOException {
    json.writeObjectFieldStart("values");
    json.writeBooleanField("unexecuted", schedule.isUnexecuted());
    json.writeNumberField("events", schedule.steps().size());
    json.writeArrayFieldStart("changedReads");
    for (ValueSchedule.Step read : schedule.changedReads()) {
      step(json, read);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("wouldRun");
    for (String place : schedule.wouldRun()) {
      json.writeString(place);
    }
    json.writeEndArray();
    if (whole) {
      json.writeArrayFieldStart("schedule");
      for (ValueSchedule.Step step : schedule.steps()) {
        step(json, step);
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private static void step(JsonGenerator json, ValueSchedule.Step step) throws IOException {
    json.writeStartObject();
    json.writeNumberField("index", step.position());
    json.writeStringField("thread", step.thread());
    json.writeStringField("op", step.op());
    json.writeStringField("target", step.target());
    json.writeStringField("location", step.place());
    if (step.value() != null) {
      json.writeNumberField("value", step.value());
    }
    if (step.isChanged()) {
      json.writeNumberField("recorded", step.recorded());
    }
    json.writeEndObject();
  }

  /** Reads it, and what a report without all steps has of it. */
  static JsonReportReader.ReportedValues read(JsonInput json) throws IOException {
    List<ValueSchedule.Step> steps = null;
    List<ValueSchedule.Step> changed = List.of();
    List<String> wouldRun = List.of();
    json.expect(JsonToken.START_OBJECT, "an object as values");
    for (String key = json.nextKey(); key != null; key = json.nextKey()) {
      switch (key) {
        case "schedule" -> steps = readSteps(json);
        case "changedReads" -> changed = readSteps(json);
        case "wouldRun" -> wouldRun = json.strings(key);
        default -> json.skip();
      }
    }
    return new JsonReportReader.ReportedValues(Optional.ofNullable(steps), changed, wouldRun);
  }

  private static List<ValueSchedule.Step> readSteps(JsonInput json) throws IOException {
    List<ValueSchedule.Step> steps = new ArrayList<>();
    json.expect(JsonToken.START_ARRAY, "an array as schedule");
    while (json.next() == JsonToken.START_OBJECT) {
      steps.add(readStep(json));
    }
    json.expect(JsonToken.END_ARRAY, "an object in schedule");
    return steps;
  }

  private static ValueSchedule.Step readStep(JsonInput json) throws IOException {
    long index = ValueSchedule.UNEXECUTED;
    String thread = null;
    String op = null;
    String target = null;
    String location = null;
    Long value = null;
    Long recorded = null;
    for (String key = json.nextKey(); key != null; key = json.nextKey()) {
      switch (key) {
        case "index" -> index = json.number(key);
        case "thread" -> thread = json.string(key);
        case "op" -> op = json.string(key);
        case "target" -> target = json.string(key);
        case "location" -> location = json.string(key);
        case "value" -> value = json.number(key);
        case "recorded" -> recorded = json.number(key);
        default -> json.skip();
      }
    }
    if (thread == null || op == null || target == null || location == null) {
      throw json.bad("expected the keys thread, op, target and location in a step");
    }
    return new ValueSchedule.Step(index, thread, op, target, location, value, recorded);
  }
}
