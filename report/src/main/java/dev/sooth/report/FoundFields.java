package dev.sooth.report;

import dev.sooth.analysis.Printable;
import dev.sooth.analysis.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The table that closes the report on a trace: what all engines have found on its fields. */
final class FoundFields {
  private static final List<String> HEADER = List.of("field", "lines", "races", "status");
  private static final int COLUMNS_FROM = 3; // engines, from which on each has a column

  /** Found by some engines at one pair of lines. */
  private static final class Row {
    private final String lines;
    private final Map<String, Findings.Answer> engines = new LinkedHashMap<>();
    private int races;
    private boolean verified;

    Row(String lines) {
      this.lines = lines;
    }
  }

  private final Map<String, Map<List<String>, Row>> fields = new LinkedHashMap<>();

  /** What each engine says of what it did not find. */
  private final Map<String, Findings.Answer> engines = new LinkedHashMap<>();

  /** An engine has run, or has failed to. */
  void add(RunResult run) {
    engines.put(run.engine().id(), Findings.answerElsewhere(run));
  }

  void add(Block block) {
    Row row =
        fields
            .computeIfAbsent(block.field(), key -> new LinkedHashMap<>())
            .computeIfAbsent(block.key(), key -> new Row(lines(block)));
    row.races = Math.max(row.races, block.size());
    row.verified |= block.isVerified();
    row.engines.put(
        block.result().engine().id(),
        block.isVerified() ? Findings.Answer.VERIFIED : Findings.Answer.CANDIDATE);
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
    boolean isWide = engines.size() >= COLUMNS_FROM;
    List<String> header = new ArrayList<>(HEADER);
    header.addAll(isWide ? engines.keySet() : List.of("found by"));
    List<String[]> rows = new ArrayList<>();
    rows.add(header.toArray(String[]::new));
    fields.forEach(
        (field, found) ->
            found.values().forEach(row -> rows.add(columns(Printable.of(field), row, isWide))));
    String alignment = "llr" + "l".repeat(header.size() - HEADER.size() + 1);
    return new Table(rows, alignment).text() + (isWide ? agreement() : "");
  }

  private String[] columns(String field, Row row, boolean isWide) {
    List<String> columns = new ArrayList<>();
    columns.add(field);
    columns.add(row.lines);
    columns.add(Printable.grouped(row.races));
    columns.add(row.verified ? "verified" : "candidate");
    if (isWide) {
      engines.forEach((id, other) -> columns.add(row.engines.getOrDefault(id, other).words()));
    } else {
      columns.add(String.join(", ", row.engines.keySet()));
    }
    return columns.toArray(String[]::new);
  }

  /** Where the engines agree, and what some of them alone have seen. */
  private String agreement() {
    Map<String, Integer> counts = new TreeMap<>(); // by the engines that found it
    for (Map<List<String>, Row> rows : fields.values()) {
      for (Row row : rows.values()) {
        String by =
            row.engines.keySet().containsAll(engines.keySet())
                ? "all engines"
                : String.join(", ", row.engines.keySet()) + " only";
        counts.merge(by, 1, Integer::sum);
      }
    }
    StringBuilder text = new StringBuilder("Pairs of lines seen by ");
    String separator = "";
    for (Map.Entry<String, Integer> count : counts.entrySet()) {
      text.append(separator).append(count.getKey()).append(": ").append(count.getValue());
      separator = "; by ";
    }
    return text.append(".\n").toString();
  }
}
