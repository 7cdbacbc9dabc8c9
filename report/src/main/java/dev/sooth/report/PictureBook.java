package dev.sooth.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sooth.race.Race;
import dev.sooth.race.Witness;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The pictures of a trace's witnesses on a page, and the events that they are made of, each once.
 * What a picture shows at first is always there; what is folded is there as long as there is room.
 */
final class PictureBook {
  private static final int MOST_EVENTS = 110_000; // of the page
  private static final int MOST_FOLDED = 300_000; // events in folds, counted for each picture
  private static final int WINDOW = 2000; // events of a witness, if there is no room for all
  private static final long MOST_CHARACTERS = 1_500_000; // of names
  private static final long MOST_WORK = 100_000_000; // events looked at; then no more are drawn

  /** A picture as it is written: rows are lists of events, one of a row that is no fold. */
  private record Drawn(
      List<WitnessPicture.Row> witness,
      List<WitnessPicture.Row> observed,
      List<int[]> witnessFolds,
      List<int[]> observedFolds,
      List<WitnessPicture.Section> sections,
      int first,
      int second,
      BitSet late,
      long size) {}

  private final Trace trace;
  private final Names names;
  private final Schedules schedules;
  private final List<Drawn> drawn = new ArrayList<>();
  private final BitSet pool = new BitSet();
  private long work;
  private int pooled;
  private int folded;

  PictureBook(Trace trace, Names names) {
    this.trace = trace;
    this.names = names;
    this.schedules = new Schedules(trace);
  }

  /** Draws a witness; returns the number of the picture, or -1 if it were too much work. */
  int draw(Race race, Witness witness) {
    if (work > MOST_WORK) {
      return -1;
    }
    work += WINDOW + (long) witness.tail().length;
    boolean all = witness.size() <= MOST_EVENTS - pooled && witness.size() <= MOST_FOLDED - folded;
    int most = all ? Math.toIntExact(witness.size()) : WINDOW;
    WitnessPicture picture = WitnessPicture.of(trace, schedules, race, witness, most);
    List<WitnessPicture.Row> rows = picture.witness();
    List<WitnessPicture.Row> observed = picture.observed();
    for (WitnessPicture.Row row : rows) {
      show(row);
    }
    BitSet late = new BitSet(); // observed, and not executed by the witness
    for (int i = 0; i < observed.size(); i++) {
      show(observed.get(i));
      late.set(i, !observed.get(i).isFold() && !picture.executes(observed.get(i).event()));
    }
    show(WitnessPicture.Row.of(picture.first()));
    show(WitnessPicture.Row.of(picture.second()));
    for (WitnessPicture.Section section : picture.sections()) {
      show(WitnessPicture.Row.of(section.acquire()));
      if (section.release() >= 0) {
        show(WitnessPicture.Row.of(section.release()));
      }
    }
    List<int[]> witnessFolds = new ArrayList<>();
    int at = 0;
    int[] window = picture.window();
    for (WitnessPicture.Row row : rows) {
      boolean isWhole = row.isFold() && (at > 0 || picture.before() == 0);
      witnessFolds.add(isWhole ? folded(window, at, (int) row.count()) : null);
      at += row.isFold() ? (int) (at == 0 ? row.count() - picture.before() : row.count()) : 1;
    }
    List<int[]> observedFolds = new ArrayList<>();
    for (WitnessPicture.Row row : observed) {
      observedFolds.add(row.isFold() ? folded(null, row.from(), (int) row.count()) : null);
    }
    drawn.add(
        new Drawn(
            rows,
            observed,
            witnessFolds,
            observedFolds,
            picture.sections(),
            picture.first(),
            picture.second(),
            late,
            witness.size()));
    return drawn.size() - 1;
  }

  private void show(WitnessPicture.Row row) {
    if (!row.isFold() && !pool.get(row.event())) {
      add(row.event());
    }
  }

  private void add(int event) {
    pool.set(event);
    pooled++;
    TraceNames of = trace.names();
    names.of(of.threads().get(trace.thread(event)));
    names.of(of.target(trace.kind(event), trace.target(event)));
    names.of(of.locations().get(trace.location(event)));
  }

  /** The events of a fold, if there is room for them; of the trace if no window is given. */
  private int[] folded(int[] window, int from, int count) {
    if (count > MOST_FOLDED - folded
        || count > MOST_EVENTS - pooled
        || names.characters() > MOST_CHARACTERS) {
      return null;
    }
    folded += count;
    int[] events = new int[count];
    for (int i = 0; i < count; i++) {
      events[i] = window == null ? from + i : window[from + i];
      show(WitnessPicture.Row.of(events[i]));
    }
    return events;
  }

  // ---- writing ----

  /** Writes the pictures and their events. */
  void write(JsonGenerator json) throws IOException {
    int[] events = pool.stream().toArray();
    int[] ids = new int[events.length == 0 ? 0 : events[events.length - 1] + 1];
    for (int i = 0; i < events.length; i++) {
      ids[events[i]] = i;
    }
    TraceNames of = trace.names();
    int[] kinds = new int[events.length];
    int[] threads = new int[events.length];
    int[] targets = new int[events.length];
    int[] locations = new int[events.length];
    json.writeObjectFieldStart("pool");
    json.writeArrayFieldStart("steps"); // from one position to the next
    long last = 0;
    for (int i = 0; i < events.length; i++) {
      int event = events[i];
      json.writeNumber(trace.position(event) - last);
      last = trace.position(event);
      kinds[i] = trace.kind(event);
      threads[i] = names.of(of.threads().get(trace.thread(event)));
      targets[i] = names.of(of.target(trace.kind(event), trace.target(event)));
      locations[i] = names.of(of.locations().get(trace.location(event)));
    }
    json.writeEndArray();
    array(json, "kinds", kinds);
    array(json, "threads", threads);
    array(json, "targets", targets);
    array(json, "locations", locations);
    json.writeEndObject();
    json.writeArrayFieldStart("pictures");
    for (Drawn picture : drawn) {
      write(json, picture, ids);
    }
    json.writeEndArray();
  }

  private static void array(JsonGenerator json, String key, int[] values) throws IOException {
    json.writeFieldName(key);
    json.writeArray(values, 0, values.length);
  }

  private static void write(JsonGenerator json, Drawn picture, int[] ids) throws IOException {
    json.writeStartObject();
    json.writeNumberField("size", picture.size());
    json.writeNumberField("first", ids[picture.first()]);
    json.writeNumberField("second", ids[picture.second()]);
    json.writeArrayFieldStart("witness");
    rows(json, picture.witness(), picture.witnessFolds(), ids);
    json.writeEndArray();
    json.writeArrayFieldStart("observed");
    rows(json, picture.observed(), picture.observedFolds(), ids);
    json.writeEndArray();
    array(json, "late", picture.late().stream().toArray());
    json.writeArrayFieldStart("sections");
    for (WitnessPicture.Section section : picture.sections()) {
      json.writeStartArray();
      json.writeNumber(ids[section.acquire()]);
      json.writeNumber(section.release() < 0 ? -1 : ids[section.release()]);
      json.writeNumber(section.order().number());
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** An event is its number, a fold is its size and, if its events are there, runs of them. */
  private static void rows(
      JsonGenerator json, List<WitnessPicture.Row> rows, List<int[]> folds, int[] ids)
      throws IOException {
    for (int i = 0; i < rows.size(); i++) {
      if (!rows.get(i).isFold()) {
        json.writeNumber(ids[rows.get(i).event()]);
      } else {
        json.writeStartArray();
        json.writeNumber(rows.get(i).count());
        int[] events = folds.get(i) == null ? new int[0] : folds.get(i);
        for (int from = 0, to; from < events.length; from = to) {
          to = from + 1;
          while (to < events.length && ids[events[to]] == ids[events[to - 1]] + 1) {
            to++;
          }
          json.writeNumber(ids[events[from]]);
          json.writeNumber(to - from);
        }
        json.writeEndArray();
      }
    }
  }
}
