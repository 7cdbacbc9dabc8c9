package dev.sooth.cli;

import dev.sooth.recipe.Figures;
import dev.sooth.recipe.Found;
import dev.sooth.recipe.Level;
import dev.sooth.recipe.Prediction;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The rows of {@code bench recipe}, their sums, and what must hold of them. */
final class RecipeBenchTable {
  static final String ALIGNMENT = "lrrrrrrrrrrrrrrrl";
  private static final List<String> HEADINGS =
      List.of(
          "program",
          "threads",
          "reads",
          "writes",
          "bases",
          "branches",
          "sync",
          "events",
          "rv-all",
          "rv",
          "recipe-s",
          "recipe",
          "s rv-all",
          "s rv",
          "s recipe-s",
          "s recipe",
          "open");

  /** The engines on one trace. */
  static final class Row {
    private final String name;
    private final Map<Level, Set<String>> pairs = new EnumMap<>(Level.class);
    private final Map<Level, Double> seconds = new EnumMap<>(Level.class);
    private final Map<Level, Prediction> runs = new EnumMap<>(Level.class);
    private Figures figures;

    Row(String name) {
      this.name = name;
    }

    void add(DeepAnalysis.Run run) {
      Prediction prediction = run.prediction();
      Set<String> found = new TreeSet<>();
      prediction.verified().stream().map(Found::pair).forEach(found::add);
      pairs.put(prediction.level(), found);
      seconds.put(prediction.level(), run.result().timings().detection().toMillis() / 1000.0);
      runs.put(prediction.level(), prediction);
      figures = prediction.figures();
    }

    int races(Level level) {
      return pairs.get(level).size();
    }

    int unconfirmed() {
      return runs.values().stream().mapToInt(run -> run.unverified().size()).sum();
    }

    /** Whether it is of a program that has no race. */
    boolean isFixed() {
      return name.replaceFirst(" \\d+$", "").endsWith("Fixed");
    }

    /** How many pairs a weaker engine has found that the next stronger one has not. */
    int lost() {
      int lost = 0;
      Set<String> weaker = new HashSet<>();
      for (Level level : Level.values()) { // from the weakest to the strongest
        weaker.removeAll(pairs.get(level));
        lost += weaker.size();
        weaker = new HashSet<>(pairs.get(level));
      }
      return lost;
    }

    private int counted(String... what) {
      int sum = 0;
      for (Prediction run : runs.values()) {
        for (String one : what) {
          sum += run.counts().getOrDefault(one, 0);
        }
      }
      return sum;
    }

    /** What was not decided, in a few characters. */
    String open() {
      List<String> open = new ArrayList<>();
      if (lost() > 0) {
        open.add("-" + lost());
      }
      int unknown = counted("unknown", "not asked, out of time");
      if (unknown > 0) {
        open.add(unknown + "?");
      }
      int left = counted("windows left out", "windows too large");
      if (left > 0) {
        open.add(left + " left");
      }
      if (runs.values().stream().anyMatch(run -> !run.isComplete())) {
        open.add("not complete");
      }
      if (unconfirmed() > 0) {
        open.add(unconfirmed() + "!");
      }
      return String.join(", ", open);
    }

    String progress() {
      List<String> races = new ArrayList<>();
      for (Level level : Level.values()) {
        races.add(
            String.format(Locale.ROOT, "%s %d (%.1f s)", level.id(), races(level), time(level)));
      }
      String open = open();
      return name + ": " + String.join(", ", races) + (open.isEmpty() ? "" : "; open: " + open);
    }

    private double time(Level level) {
      return seconds.get(level);
    }
  }

  private final List<Row> rows = new ArrayList<>();

  void add(Row row) {
    rows.add(row);
  }

  /** The table, with a line for all together. */
  List<String[]> rows() {
    List<String[]> lines = new ArrayList<>();
    lines.add(HEADINGS.toArray(String[]::new));
    for (Row row : rows) {
      Figures f = row.figures;
      List<String> line = new ArrayList<>(List.of(row.name));
      line.add(grouped(f.threads()));
      line.add(grouped(f.reads()));
      line.add(grouped(f.writes()));
      line.add(grouped(f.bases()));
      line.add(grouped(f.branches()) + "/" + grouped(f.allBranches()));
      line.add(grouped(f.sync()));
      line.add(grouped(f.events()));
      for (Level level : Level.values()) {
        line.add(grouped(row.races(level)));
      }
      for (Level level : Level.values()) {
        line.add(String.format(Locale.ROOT, "%.1f", row.time(level)));
      }
      line.add(row.open());
      lines.add(line.toArray(String[]::new));
    }
    List<String> all = new ArrayList<>(List.of("all", "", "", "", "", "", "", ""));
    for (Level level : Level.values()) {
      all.add(grouped(total(level)));
    }
    for (Level level : Level.values()) {
      double sum = rows.stream().mapToDouble(row -> row.time(level)).sum();
      all.add(String.format(Locale.ROOT, "%.1f", sum));
    }
    all.add("");
    lines.add(all.toArray(String[]::new));
    return lines;
  }

  private long total(Level level) {
    return rows.stream().mapToLong(row -> row.races(level)).sum();
  }

  private static String grouped(long n) {
    return String.format(Locale.ROOT, "%,d", n);
  }

  /** Ratios, and whether what must hold does. */
  String summary() {
    StringBuilder text = new StringBuilder();
    for (Level weaker : List.of(Level.RV_ALL, Level.RV, Level.RECIPE_S)) {
      if (total(weaker) > 0) {
        double ratio = total(Level.RECIPE) / (double) total(weaker);
        text.append(
            String.format(
                Locale.ROOT, "recipe finds %.2f times as many as %s%n", ratio, weaker.id()));
      }
    }
    long fixed = rows.stream().filter(Row::isFixed).count();
    long reported =
        rows.stream().filter(Row::isFixed).filter(r -> r.races(Level.RECIPE) > 0).count();
    text.append("fixed programs with a report: ").append(reported).append(" of ").append(fixed);
    int unconfirmed = rows.stream().mapToInt(Row::unconfirmed).sum();
    text.append("; models not confirmed: ").append(unconfirmed);
    int lost = rows.stream().mapToInt(Row::lost).sum();
    text.append("; pairs that only a weaker engine has: ").append(lost).append('\n');
    double slowest = rows.stream().mapToDouble(row -> row.time(Level.RECIPE)).max().orElse(0);
    text.append(String.format(Locale.ROOT, "slowest recipe: %.1f s%n", slowest));
    return text.toString();
  }

  /** Whether there is a report that is false, or one that could not be confirmed. */
  boolean isFalse() {
    return rows.stream().anyMatch(row -> row.unconfirmed() > 0)
        || rows.stream().filter(Row::isFixed).anyMatch(row -> row.races(Level.RECIPE) > 0);
  }
}
