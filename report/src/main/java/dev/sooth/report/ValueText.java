package dev.sooth.report;

import dev.sooth.analysis.Printable;
import dev.sooth.race.ValueSchedule;
import java.util.ArrayList;
import java.util.List;

/** Schedules in which reads see other values, for people. */
public final class ValueText {
  private static final int MOST_LINES = 41; // unless all are asked for

  private ValueText() {}

  /** That the race is verified, the reads that see other values, and the lines that would run. */
  static List<String> summary(ValueSchedule schedule) {
    List<String> lines = new ArrayList<>();
    if (schedule.isUnexecuted()) {
      lines.add("The run did not take the branch to at least one of them.");
    }
    lines.add(
        "Verified (value) by a schedule of %s, checked and executed again."
            .formatted(Printable.count(schedule.steps().size(), "event")));
    List<ValueSchedule.Step> changed = schedule.changedReads();
    for (ValueSchedule.Step read : some(changed)) {
      lines.add("Another value: " + step(read));
    }
    more(lines, changed.size(), "more such read");
    for (String place : some(schedule.wouldRun())) {
      lines.add("Would run: " + Printable.of(place));
    }
    more(lines, schedule.wouldRun().size(), "more line");
    return lines;
  }

  private static <T> List<T> some(List<T> all) {
    return all.subList(0, Math.min(MOST_LINES, all.size()));
  }

  private static void more(List<String> lines, int all, String what) {
    if (all > MOST_LINES) {
      lines.add("and " + Printable.count(all - MOST_LINES, what));
    }
  }

  /** The steps in their order: all, or the last ones that tell most and all changed reads. */
  public static List<String> steps(List<ValueSchedule.Step> steps, boolean all) {
    List<String> lines = new ArrayList<>();
    int left = 0;
    for (int i = 0; i < steps.size(); i++) {
      boolean isLast = i >= steps.size() - MOST_LINES && isTelling(steps.get(i));
      if (all || isLast || steps.get(i).isChanged()) {
        addLeft(lines, left);
        left = 0;
        lines.add(step(steps.get(i)));
      } else {
        left++;
      }
    }
    addLeft(lines, left);
    return lines;
  }

  /** What the program does at a line of its own; not the state of classes and the like. */
  static boolean isTelling(ValueSchedule.Step step) {
    return step.isChanged() || Spot.of(step.place()).hasLine() || !step.op().startsWith("v");
  }

  private static void addLeft(List<String> lines, int left) {
    if (left > 0) {
      lines.add("... " + Printable.count(left, "event"));
    }
  }

  /** One step, such as {@code event 7: thread t: r(A.x) = 3, recorded 0 at A.java:5 A.run}. */
  static String step(ValueSchedule.Step step) {
    return Printable.of(
        "%s: thread %s: %s%s%s"
            .formatted(
                step.isExecuted() ? "event " + step.position() : "not in the run",
                step.thread(),
                operation(step),
                values(step),
                step.place().isEmpty() ? "" : " at " + step.place()));
  }

  /** What is done, without values. */
  static String operation(ValueSchedule.Step step) {
    return step.op() + "(" + step.target() + ")";
  }

  /** The value of a step and what was recorded, if that is another one. */
  static String values(ValueSchedule.Step step) {
    String value = step.value() == null ? "" : " = " + step.value();
    return step.isChanged() ? value + ", recorded " + step.recorded() : value;
  }
}
