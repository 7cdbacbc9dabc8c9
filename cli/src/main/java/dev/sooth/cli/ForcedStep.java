package dev.sooth.cli;

import dev.sooth.race.ValueSchedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A step of a schedule before which a thread can be stopped: an access to a field, or what is done
 * at a line, such as entering a monitor.
 *
 * @param owner the class of the field, empty if the thread is stopped at the line
 * @param field its name, or empty
 * @param code the class whose line it is
 */
record ForcedStep(
    ValueSchedule.Step step, String owner, String field, String code, String method, int line) {
  private static final Pattern PLACE = Pattern.compile("\\S+:(\\d+) (\\S+)\\.([^.\\s]+)");
  private static final Pattern FIELD = Pattern.compile("([\\w$.]+)\\.([\\w$]+)(@\\d+)?");

  /** The step, if the program has a line for it and a thread can be stopped before it. */
  static Optional<ForcedStep> of(ValueSchedule.Step step) {
    Matcher place = PLACE.matcher(step.place());
    boolean isAccess = step.op().equals("r") || step.op().equals("w");
    boolean isVolatile = step.op().equals("vr") || step.op().equals("vw");
    if (!place.matches() || !(isAccess || isVolatile || step.op().equals("acq"))) {
      return Optional.empty();
    }
    String code = place.group(2);
    int line = Integer.parseInt(place.group(1));
    Matcher field = FIELD.matcher(step.target());
    boolean isField = !step.op().equals("acq") && field.matches();
    if (isAccess && !isField) {
      return Optional.empty(); // an element, which nobody can watch
    }
    if (isField && !field.group(1).startsWith("java.")) {
      return Optional.of(
          new ForcedStep(step, field.group(1), field.group(2), code, place.group(3), line));
    }
    return Optional.of(new ForcedStep(step, "", "", code, place.group(3), line));
  }

  /** Those of a schedule; what one thread does at one line without a field is one step. */
  static List<ForcedStep> all(List<ValueSchedule.Step> schedule) {
    List<ForcedStep> all = new ArrayList<>();
    for (ValueSchedule.Step step : schedule) {
      Optional<ForcedStep> forced = of(step);
      boolean again =
          forced.isPresent() && !all.isEmpty() && forced.get().isSame(all.get(all.size() - 1));
      if (forced.isPresent() && !again) {
        all.add(begin(all, forced.get()), forced.get());
      }
    }
    return all;
  }

  /** A thread comes to a line before it comes to the fields of the line. */
  private static int begin(List<ForcedStep> all, ForcedStep step) {
    int begin = all.size();
    for (int i = all.size() - 1; i >= 0 && !step.isField(); i--) {
      ForcedStep other = all.get(i);
      if (other.thread().equals(step.thread())) {
        if (!other.isField() || !other.isAt(step.code, step.method, step.line)) {
          break;
        }
        begin = i;
      }
    }
    return begin;
  }

  private boolean isSame(ForcedStep last) {
    return !isField()
        && !last.isField()
        && thread().equals(last.thread())
        && isAt(last.code, last.method, last.line);
  }

  boolean isField() {
    return !field.isEmpty();
  }

  boolean isAt(String type, String name, int number) {
    return code.equals(type) && method.equals(name) && line == number;
  }

  boolean writes() {
    return step.op().endsWith("w");
  }

  String thread() {
    return step.thread();
  }
}
