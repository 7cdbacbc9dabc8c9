package dev.sooth.cli;

import dev.sooth.report.Table;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/** What {@code sooth bench online} prints: the tables and the curve of [Atex17] on our programs. */
final class OnlineBenchTables {
  /** The program without the agent, in the place of a mode. */
  static final String PLAIN = "plain";

  private static final String COMPLETE = "fasttrack";

  /** By program, then by mode: all executions in their order. */
  private final Map<String, Map<String, List<OnlineBenchRun>>> runs;

  private final List<String> modes;
  private final int executions;

  OnlineBenchTables(
      Map<String, Map<String, List<OnlineBenchRun>>> runs, List<String> modes, int executions) {
    this.runs = runs;
    this.modes = modes;
    this.executions = executions;
  }

  void print(OutputStream out) throws IOException {
    heading(out, "Time: CPU time of the process against the plain run, mean of all executions");
    ratios(r -> r.cpuMillis()).print(out);
    heading(out, "Memory: peak of the resident memory against the plain run");
    ratios(r -> r.peakKilobytes()).print(out);
    heading(
        out, "Races: pairs of lines and field, all executions together (mean of one execution)");
    races().print(out);
    heading(out, "Sampling: methods, pairs of methods, executions of methods that were checked");
    sampling().print(out);
    heading(out, "Over executions: geometric mean of the time, races found up to then");
    curve().print(out);
  }

  private static void heading(OutputStream out, String text) throws IOException {
    out.write(("\n" + text + "\n\n").getBytes(StandardCharsets.UTF_8));
  }

  private List<OnlineBenchRun> of(String program, String mode) {
    return runs.get(program).get(mode);
  }

  private static double mean(List<OnlineBenchRun> some, ToDoubleFunction<OnlineBenchRun> figure) {
    return some.stream().mapToDouble(figure).average().orElse(0);
  }

  /** Against the mean of the plain runs: a single one would bring its noise into all others. */
  private double ratio(
      String program, List<OnlineBenchRun> some, ToDoubleFunction<OnlineBenchRun> figure) {
    return mean(some, figure) / Math.max(1, mean(of(program, PLAIN), figure));
  }

  private Table ratios(ToDoubleFunction<OnlineBenchRun> figure) {
    List<String[]> rows = new ArrayList<>();
    List<String> heading = new ArrayList<>(List.of("program", PLAIN));
    for (String mode : modes) {
      heading.add(mode);
      heading.add(mode + ", last");
    }
    rows.add(heading.toArray(new String[0]));
    double[] logs = new double[2 * modes.size()];
    for (String program : runs.keySet()) {
      List<String> row = new ArrayList<>();
      row.add(program);
      row.add(format("%,.0f", mean(of(program, PLAIN), figure)));
      for (int m = 0; m < modes.size(); m++) {
        List<OnlineBenchRun> all = of(program, modes.get(m));
        double mean = ratio(program, all, figure);
        double last = ratio(program, all.subList(all.size() - 1, all.size()), figure);
        row.add(format("%.2f", mean));
        row.add(format("%.2f", last));
        logs[2 * m] += Math.log(mean);
        logs[2 * m + 1] += Math.log(last);
      }
      rows.add(row.toArray(new String[0]));
    }
    List<String> means = new ArrayList<>(List.of("geometric mean", ""));
    for (double log : logs) {
      means.add(format("%.2f", Math.exp(log / runs.size())));
    }
    rows.add(means.toArray(new String[0]));
    return new Table(rows, "l" + "r".repeat(heading.size() - 1));
  }

  private Set<String> union(String program, String mode, int upTo) {
    Set<String> all = new TreeSet<>();
    for (OnlineBenchRun run : of(program, mode).subList(0, upTo)) {
      all.addAll(run.races());
    }
    return all;
  }

  /** What the mode has found of what the complete one has, all if that was not asked. */
  private int found(String program, String mode, int upTo) {
    Set<String> all = union(program, mode, upTo);
    if (modes.contains(COMPLETE)) {
      all.retainAll(union(program, COMPLETE, executions));
    }
    return all.size();
  }

  private Table races() {
    List<String[]> rows = new ArrayList<>();
    List<String> heading = new ArrayList<>(List.of("program"));
    heading.addAll(modes);
    rows.add(heading.toArray(new String[0]));
    int[] sums = new int[modes.size()];
    for (String program : runs.keySet()) {
      List<String> row = new ArrayList<>(List.of(program));
      for (int m = 0; m < modes.size(); m++) {
        String mode = modes.get(m);
        int found = found(program, mode, executions);
        int more = union(program, mode, executions).size() - found;
        sums[m] += found;
        String mean = format("%.1f", mean(of(program, mode), r -> r.races().size()));
        row.add(found + (more > 0 ? "+" + more : "") + " (" + mean + ")");
      }
      rows.add(row.toArray(new String[0]));
    }
    List<String> total = new ArrayList<>(List.of("all"));
    for (int m = 0; m < modes.size(); m++) {
      total.add(sums[m] + share(sums[m], modes.contains(COMPLETE)));
    }
    rows.add(total.toArray(new String[0]));
    return new Table(rows, "l" + "r".repeat(modes.size()));
  }

  private String share(int found, boolean known) {
    int all = 0;
    for (String program : runs.keySet()) {
      all += known ? union(program, COMPLETE, executions).size() : 0;
    }
    return all == 0 ? "" : format(", %.1f%%", 100.0 * found / all);
  }

  private Table sampling() {
    List<String[]> rows = new ArrayList<>();
    rows.add(new String[] {"program", "mode", "methods", "pairs", "checked, first", "last"});
    for (String program : runs.keySet()) {
      for (String mode : modes) {
        List<OnlineBenchRun> all = of(program, mode);
        OnlineBenchRun last = all.get(all.size() - 1);
        if (!mode.equals(COMPLETE)) {
          rows.add(
              new String[] {
                program,
                mode,
                format("%,d", last.methods()),
                last.pairs() == 0 ? "" : format("%,d", last.pairs()),
                format("%.2f%%", all.get(0).sampledPercent()),
                format("%.2f%%", last.sampledPercent())
              });
        }
      }
    }
    return new Table(rows, "llrrrr");
  }

  /** Figure 8 of the paper, in numbers. */
  private Table curve() {
    List<String[]> rows = new ArrayList<>();
    List<String> heading = new ArrayList<>(List.of("execution"));
    for (String mode : modes) {
      heading.add(mode);
      heading.add("races");
    }
    rows.add(heading.toArray(new String[0]));
    for (int i = 0; i < executions; i++) {
      List<String> row = new ArrayList<>(List.of(Integer.toString(i + 1)));
      for (String mode : modes) {
        double log = 0;
        int found = 0;
        for (String program : runs.keySet()) {
          log += Math.log(ratio(program, of(program, mode).subList(i, i + 1), r -> r.cpuMillis()));
          found += found(program, mode, i + 1);
        }
        row.add(format("%.2f", Math.exp(log / runs.size())));
        row.add(Integer.toString(found));
      }
      rows.add(row.toArray(new String[0]));
    }
    return new Table(rows, "r".repeat(heading.size()));
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
