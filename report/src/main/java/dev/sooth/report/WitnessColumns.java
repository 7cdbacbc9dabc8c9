package dev.sooth.report;

import dev.sooth.analysis.Printable;
import dev.sooth.race.Race;
import dev.sooth.race.Witness;
import dev.sooth.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A witness in columns of text, one for each thread, below the order that was observed: the
 * terminal's form of the picture on the page.
 */
public final class WitnessColumns {
  private static final int NUMBER = 9; // width of the column of positions
  private static final int NARROWEST = 16;
  private static final int LOOKED_AT = 100_000; // events of a witness
  private static final String[] WORDS = {
    "-",
    "read",
    "write",
    "lock",
    "unlock",
    "start",
    "join",
    "begin",
    "end",
    "volatile read",
    "volatile write"
  };
  private static final String RESET = "\u001b[0m";
  private static final String RACE = "\u001b[1;31m";
  private static final String EARLIER = "\u001b[36m";
  private static final String LATER = "\u001b[33m";
  private static final String FAINT = "\u001b[2m";

  private final Trace trace;
  private final int width;
  private final boolean colour;
  private final boolean all;
  private final List<String> lines = new ArrayList<>();
  private final List<Integer> columns = new ArrayList<>(); // threads
  private final Map<Integer, WitnessPicture.Order> moved = new HashMap<>(); // by event
  private WitnessPicture picture;
  private boolean hasOthers;

  private WitnessColumns(Trace trace, int width, boolean colour, boolean all) {
    this.trace = trace;
    this.width = width;
    this.colour = colour;
    this.all = all;
  }

  /**
   * The lines of the picture.
   *
   * @param width of the terminal, in characters
   * @param colour whether it understands colours
   * @param all whether to unfold the witness
   */
  public static List<String> lines(
      Trace trace, Race race, Witness witness, int width, boolean colour, boolean all) {
    WitnessColumns text = new WitnessColumns(trace, width, colour, all);
    int most = (int) Math.min(LOOKED_AT, witness.size());
    text.picture = WitnessPicture.of(trace, new Schedules(trace), race, witness, most);
    text.draw();
    return text.lines;
  }

  private void draw() {
    chooseColumns();
    for (WitnessPicture.Section section : picture.sections()) {
      if (section.order() != WitnessPicture.Order.KEPT) {
        mark(section);
      }
    }
    lines.add("Observed: the order that was recorded");
    header();
    for (WitnessPicture.Row row : picture.observed()) {
      row(row);
    }
    lines.add("");
    lines.add("Witness: an order in which both accesses are next");
    header();
    int at = 0;
    for (WitnessPicture.Row row : picture.witness()) {
      long inWindow = row.count() - (row.isFold() && at == 0 ? picture.before() : 0);
      if (row.isFold() && all) {
        unfold(row, at, (int) inWindow);
      } else {
        row(row);
      }
      at += (int) inWindow;
    }
    event(picture.first(), "next");
    event(picture.second(), "next");
    lines.add("");
    lines.add("* the two accesses, which nothing orders now");
    if (moved.containsValue(WitnessPicture.Order.EARLIER)) {
      lines.add("> " + paint(EARLIER, "a critical section that comes earlier than observed"));
    }
    if (moved.containsValue(WitnessPicture.Order.LATER)) {
      lines.add("< " + paint(LATER, "one that it overtakes: later, or not before the race"));
    }
  }

  private void unfold(WitnessPicture.Row row, int from, int count) {
    if (count < row.count()) {
      row(new WitnessPicture.Row(-1, 0, row.count() - count));
    }
    for (int i = from; i < from + count; i++) {
      row(WitnessPicture.Row.of(picture.window()[i]));
    }
  }

  /** The two threads, and as many others as there is room for; the rest share the last column. */
  private void chooseColumns() {
    int room = Math.max(3, (width - NUMBER) / NARROWEST);
    columns.add(trace.thread(picture.first()));
    columns.add(trace.thread(picture.second()));
    List<WitnessPicture.Row> rows = new ArrayList<>(picture.witness());
    rows.addAll(picture.observed());
    for (WitnessPicture.Row row : rows) {
      if (!row.isFold() && !columns.contains(trace.thread(row.event()))) {
        if (columns.size() < room - 1) {
          columns.add(trace.thread(row.event()));
        } else {
          hasOthers = true;
        }
      }
    }
    hasOthers |= all;
  }

  /** All events of the section that its thread executes. */
  private void mark(WitnessPicture.Section section) {
    int last = section.release() < 0 ? section.acquire() : section.release();
    for (int event = section.acquire(); event <= last; event++) {
      if (trace.thread(event) == trace.thread(section.acquire())) {
        moved.put(event, section.order());
      }
    }
  }

  private int columnWidth() {
    return Math.max(NARROWEST, (width - NUMBER) / (columns.size() + (hasOthers ? 1 : 0)));
  }

  private void header() {
    StringBuilder line = new StringBuilder(" ".repeat(NUMBER));
    for (int thread : columns) {
      line.append(cell(Printable.of(trace.names().threads().get(thread))));
    }
    line.append(hasOthers ? "other threads" : "");
    lines.add(line.toString().stripTrailing());
  }

  private String cell(String text) {
    int room = columnWidth() - 1;
    String cut = text.length() <= room ? text : text.substring(0, room - 1) + "…";
    return cut + " ".repeat(columnWidth() - cut.length());
  }

  private void row(WitnessPicture.Row row) {
    if (row.isFold()) {
      String fold = " ".repeat(NUMBER) + "⋯ " + Printable.count(row.count(), "event");
      lines.add(paint(FAINT, fold));
    } else {
      event(row.event(), Printable.grouped(trace.position(row.event())));
    }
  }

  private void event(int event, String number) {
    boolean isAccess = event == picture.first() || event == picture.second();
    WitnessPicture.Order order = moved.get(event);
    String mark =
        isAccess
            ? "*"
            : order == WitnessPicture.Order.EARLIER
                ? ">"
                : order == WitnessPicture.Order.LATER ? "<" : " ";
    int column = columns.indexOf(trace.thread(event));
    column = column < 0 ? columns.size() : column;
    byte kind = trace.kind(event);
    String target = Printable.of(trace.names().target(kind, trace.target(event)));
    String location = Place.lineOf(trace.names().locations().get(trace.location(event)));
    String who =
        column == columns.size()
            ? Printable.of(trace.names().threads().get(trace.thread(event))) + ": "
            : "";
    String text =
        (mark + who + WORDS[kind] + " " + target).stripTrailing()
            + (location.isEmpty() ? "" : "  " + Printable.of(location));
    String padded = " ".repeat(Math.max(0, NUMBER - 1 - number.length())) + number + " ";
    String code =
        isAccess
            ? RACE
            : order == WitnessPicture.Order.EARLIER
                ? EARLIER
                : order == WitnessPicture.Order.LATER ? LATER : "";
    int room = Math.max(NARROWEST, width - NUMBER - column * columnWidth());
    String cut = text.length() <= room ? text : text.substring(0, room - 1) + "…";
    lines.add(padded + " ".repeat(column * columnWidth()) + paint(code, cut));
  }

  private String paint(String code, String text) {
    return colour && !code.isEmpty() ? code + text + RESET : text;
  }
}
