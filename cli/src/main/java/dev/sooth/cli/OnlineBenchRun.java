package dev.sooth.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One execution of a program, as measured from outside.
 *
 * @param cpuMillis of the whole process
 * @param peakKilobytes of its resident memory; 0 where the system does not tell
 * @param races pairs of lines, each with its field
 * @param methods as the summary counts those that have two bodies; 0 where nothing is sampled
 * @param pairs of methods, the same
 * @param sampledPercent of their executions; 100 where nothing is sampled
 */
record OnlineBenchRun(
    int status,
    long cpuMillis,
    long peakKilobytes,
    Set<String> races,
    long methods,
    long pairs,
    double sampledPercent) {
  private static final Path OWN = Path.of("/proc/self/stat");
  private static final int CHILDREN_USER = 13; // fields behind the name, see proc(5)
  private static final int CHILDREN_SYSTEM = 14;
  private static final long TICK_MILLIS = 10; // USER_HZ is 100 everywhere
  private static final long LOOK_MILLIS = 10;

  private static final Pattern RACE =
      Pattern.compile("WARNING: Sooth: data race on (.*) \\(\\w+\\)");
  private static final Pattern PLACE = Pattern.compile("    #0 (.*)");
  private static final Pattern METHODS = Pattern.compile("executions of ([\\d,]+) methods");
  private static final Pattern PAIRS = Pattern.compile("([\\d,]+) pairs of methods");
  private static final Pattern SHARE = Pattern.compile("([\\d.]+)%");

  /**
   * Runs it to its end.
   *
   * @param folder where the agent, if it is in the command, leaves its files
   */
  static OnlineBenchRun of(List<String> command, Path folder, long timeoutMillis)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    for (String old : List.of("online.txt", "recording.txt")) {
      Files.deleteIfExists(folder.resolve(old));
    }
    long before = childrenMillis();
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(folder.resolve("stderr.txt").toFile())
            .start();
    long peak = 0;
    try {
      Path status = Path.of("/proc", Long.toString(process.pid()), "status");
      while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        peak = Math.max(peak, peakKilobytes(status));
        if (millisSince(start) > timeoutMillis) {
          throw new IOException("no end in " + timeoutMillis / 1000 + " s: " + command);
        }
      }
    } finally {
      process.destroyForcibly();
    }
    long cpu = before < 0 ? millisSince(start) : childrenMillis() - before;
    String summary = read(folder.resolve("recording.txt"));
    return new OnlineBenchRun(
        process.exitValue(),
        cpu,
        peak,
        races(read(folder.resolve("online.txt"))),
        (long) number(METHODS, summary, 0),
        (long) number(PAIRS, summary, 0),
        number(SHARE, summary, 100));
  }

  /** Whether CPU time is that; otherwise it is that of the clock. */
  static boolean measuresCpu() throws IOException {
    return childrenMillis() >= 0;
  }

  private static long millisSince(long start) {
    return (System.nanoTime() - start) / 1_000_000;
  }

  /** CPU time of our children that have ended, or -1. */
  private static long childrenMillis() throws IOException {
    if (!Files.exists(OWN)) {
      return -1;
    }
    String stat = Files.readString(OWN, StandardCharsets.ISO_8859_1);
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long ticks = Long.parseLong(fields[CHILDREN_USER]) + Long.parseLong(fields[CHILDREN_SYSTEM]);
    return ticks * TICK_MILLIS;
  }

  private static long peakKilobytes(Path status) {
    try {
      for (String line : Files.readAllLines(status)) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.replaceAll("\\D", ""));
        }
      }
    } catch (IOException e) {
      // It has just ended, or the system has no such file.
    }
    return 0;
  }

  private static String read(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : "";
  }

  private static double number(Pattern pattern, String text, double otherwise) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Double.parseDouble(matcher.group(1).replace(",", "")) : otherwise;
  }

  /** The innermost lines of both stacks, in whichever order they came, and the field. */
  static Set<String> races(String said) {
    Set<String> races = new TreeSet<>();
    String field = "";
    List<String> places = new ArrayList<>();
    for (String line : said.split("\n", -1)) {
      Matcher race = RACE.matcher(line);
      Matcher place = PLACE.matcher(line);
      if (race.matches()) {
        // The modes do not see alike which field has held an array first.
        field = race.group(1).endsWith("[]") ? "elements" : race.group(1);
        places.clear();
      } else if (place.matches()) {
        places.add(place.group(1));
        if (places.size() == 2) {
          places.sort(null);
          races.add(field + ": " + String.join(" ~ ", places));
        }
      }
    }
    return races;
  }
}
