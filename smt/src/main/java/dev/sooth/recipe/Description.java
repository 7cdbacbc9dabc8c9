package dev.sooth.recipe;

import dev.sooth.race.ValueSchedule;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** Schedules for people: with the names of what their nodes stand for. */
final class Description {
  private final Trace trace;
  private final Unfolding unfolding;

  Description(Trace trace, Unfolding unfolding) {
    this.trace = trace;
    this.unfolding = unfolding;
  }

  /** The race of a schedule; the problem is null if it is verified. */
  Found of(Schedule schedule, String problem, List<String> walked) {
    List<ValueSchedule.Step> steps = new ArrayList<>();
    for (Node node : schedule.order) {
      if (node.kind != Kind.END) {
        steps.add(step(schedule, node));
      }
    }
    boolean inOrder = isBefore(schedule.first, schedule.second);
    Node first = inOrder ? schedule.first : schedule.second;
    Node second = inOrder ? schedule.second : schedule.first;
    ValueSchedule proof =
        new ValueSchedule(
            steps,
            step(schedule, first),
            step(schedule, second),
            List.copyOf(new LinkedHashSet<>(walked)));
    boolean isKnown = first.target < trace.names().variables().size();
    return new Found(
        proof,
        isKnown ? first.target : Found.NEW_VARIABLE,
        unfolding.facts.anyName(first.target),
        problem);
  }

  /** In the order of the trace; what was not executed is last. */
  private static boolean isBefore(Node one, Node other) {
    return one.isExecuted() && (!other.isExecuted() || one.position <= other.position);
  }

  private ValueSchedule.Step step(Schedule schedule, Node node) {
    boolean past = schedule.contains(node);
    Long value = past && node.value != null ? node.value.evaluate(schedule.symbols) : null;
    boolean changed =
        value != null && node.isRead() && node.isExecuted() && value != node.value.recorded();
    return new ValueSchedule.Step(
        node.position,
        trace.names().threads().get(node.thread),
        Kind.symbol(node.kind),
        target(node),
        node.place,
        value,
        changed ? node.value.recorded() : null);
  }

  private String target(Node node) {
    if (node.isRead() || node.isWrite()) {
      return unfolding.facts.anyName(node.target);
    }
    return node.isExecuted() ? trace.names().target(node.kind, node.target) : "";
  }
}
