package dev.sooth.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sooth.race.ValueSchedule;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A schedule in which reads see other values, for the page: its last steps, and before them those
 * that see another value. Values are strings there: a number of the page's script has 53 bits.
 */
final class ValueTable {
  private static final int MOST_STEPS = 400;

  private final Names names;
  private final SourceLines sources;

  ValueTable(Names names, SourceLines sources) {
    this.names = names;
    this.sources = sources;
  }

  void write(JsonGenerator json, ValueSchedule schedule) throws IOException {
    json.writeObjectFieldStart("values");
    List<ValueSchedule.Step> steps = schedule.steps();
    int last = Math.max(0, steps.size() - MOST_STEPS);
    json.writeNumberField("size", steps.size());
    json.writeNumberField("changed", schedule.changedReads().size());
    json.writeArrayFieldStart("steps");
    int left = 0;
    int early = 0;
    for (int i = 0; i < steps.size(); i++) {
      ValueSchedule.Step step = steps.get(i);
      boolean isShown =
          i >= last ? ValueText.isTelling(step) : step.isChanged() && early++ < MOST_STEPS;
      if (isShown) {
        step(json, step, left);
      }
      left = isShown ? 0 : left + 1;
    }
    json.writeEndArray();
    json.writeArrayFieldStart("accesses");
    step(json, schedule.first(), 0);
    step(json, schedule.second(), 0);
    json.writeEndArray();
    json.writeArrayFieldStart("wouldRun");
    for (String place : schedule.wouldRun()) {
      json.writeStartObject();
      json.writeNumberField("location", names.of(place));
      Optional<String> source = sources.show(place);
      if (source.isPresent()) {
        json.writeStringField("source", source.get());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** A step, and how many before it are left out. */
  private void step(JsonGenerator json, ValueSchedule.Step step, int left) throws IOException {
    json.writeStartObject();
    if (left > 0) {
      json.writeNumberField("left", left);
    }
    if (step.isExecuted()) {
      json.writeNumberField("position", step.position());
    }
    json.writeNumberField("thread", names.of(step.thread()));
    json.writeStringField("op", step.op());
    json.writeNumberField("target", names.of(step.target()));
    json.writeNumberField("location", names.of(step.place()));
    if (step.value() != null) {
      json.writeStringField("value", Long.toString(step.value()));
    }
    if (step.isChanged()) {
      json.writeStringField("recorded", Long.toString(step.recorded()));
    }
    json.writeEndObject();
  }
}
