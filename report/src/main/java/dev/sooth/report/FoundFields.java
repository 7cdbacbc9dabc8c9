package dev.sooth.report;

import dev.sooth.analysis.Printable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The table that closes the report on a trace: what all engines have found on its fields. */
final class FoundFields {
  private static final String[] HEADER = {"field", "lines", "races", "status", "found by"};

  /** Found by some engines at one pair of lines. */
  private static final class Row {
    private final String lines;
    private final Set<String> engines = new LinkedHashSet<>();
    private int races;
    private boolean verified;

    Row(String lines) {
      this.lines = lines;
    }
  }

  private final Map<String, Map<List<String>, Row>> fields = new LinkedHashMap<>();

  void add(Block block) {
    Row row =
        fields
            .computeIfAbsent(block.field(), key -> new LinkedHashMap<>())
            .computeIfAbsent(block.key(), key -> new Row(lines(block)));
    row.races = Math.max(row.races, block.size());
    row.verified |= block.isVerified();
    row.engines.add(block.result().engine().id());
  }

  /** The lines of a block, the earlier access first. */
  static String lines(Block block) {
    String first = line(block.firstLocation());
    String second = line(block.secondLocation());
    return first.equals(second) ? first : first + " and " + second;
  }

  private static String line(String location) {
    return location.isEmpty() ? "unknown location" : Printable.of(Place.lineOf(location));
  }

  /** The table, empty if nothing was found. */
  String text() {
    if (fields.isEmpty()) {
      return "";
    }
    List<String[]> rows = new ArrayList<>();
    rows.add(HEADER);
    fields.forEach(
        (field, found) ->
            found.values().forEach(row -> rows.add(columns(Printable.of(field), row))));
    return new Table(rows, "llrll").text();
  }

  private static String[] columns(String field, Row row) {
    return new String[] {
      field,
      row.lines,
      Printable.grouped(row.races),
      row.verified ? "verified" : "candidate",
      String.join(", ", row.engines)
    };
  }
}
