package dev.sooth.recipe;

import dev.sooth.trace.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Executes the program's code again, thread by thread, with the values that a schedule gives to its
 * reads: each thread must come to the nodes of the schedule, and write what the schedule says that
 * it writes. No expression and no formula is used for that, only values.
 */
final class Reexecution implements Way {
  private final Schedule schedule;
  private final List<Node> expected;
  private final List<String> walked;
  private final Map<Long, Long> names = new HashMap<>(); // of new objects, by those of the nodes
  private int next;
  private String failure;

  private Reexecution(Schedule schedule, List<Node> expected, List<String> walked) {
    this.schedule = schedule;
    this.expected = expected;
    this.walked = walked;
  }

  /**
   * Why the threads do not come to what the schedule says, or null. Places that the run did not
   * execute are added to the list.
   */
  static String violation(Schedule schedule, List<String> walked) {
    Unfolding unfolding = schedule.window.unfolding;
    Map<Integer, Node> last = new HashMap<>(); // by thread
    for (Node node : schedule.order) {
      last.put(node.thread, node);
    }
    last.put(schedule.first.thread, schedule.first);
    last.put(schedule.second.thread, schedule.second);
    for (Map.Entry<Integer, Node> entry : last.entrySet()) {
      List<Node> path = new ArrayList<>();
      for (Node node = entry.getValue(); node != null; node = node.parent) {
        if (node.kind != Kind.END) {
          path.add(node);
        }
      }
      Collections.reverse(path);
      Reexecution way = new Reexecution(schedule, path, walked);
      String failure = way.run(unfolding, entry.getKey());
      if (failure != null) {
        return failure;
      }
    }
    return null;
  }

  private String run(Unfolding unfolding, int thread) {
    Machine machine =
        new Machine(unfolding.program, unfolding.trace, unfolding.facts, this, thread);
    while (failure == null && next < expected.size() && machine.step()) {
      // Goes on until the last of the nodes, or until something is different.
      if (machine.speculative && machine.depth() > 0) {
        walked.add(machine.top().place());
      }
    }
    if (failure == null && next < expected.size()) {
      failure = "a thread does not come to an event: " + machine.reason;
    }
    return failure;
  }

  /** The node that the machine should have come to. */
  private Node take(byte kind, int target, long position) {
    if (failure != null || next >= expected.size()) {
      return null;
    }
    Node node = expected.get(next++);
    if (node.kind != kind || node.target != target || node.position != position) {
      failure = "another event than that of the schedule";
      return null;
    }
    return node;
  }

  @Override
  public void event(Machine machine, byte kind, int target, long position, String place) {
    if (Kind.isAccess(kind) || Kind.isLockOperation(kind) || Kind.isThreadOperation(kind)) {
      take(kind, target, position);
    }
  }

  @Override
  public Expr read(
      Machine machine,
      byte kind,
      int variable,
      long position,
      String place,
      char type,
      long recorded) {
    Node node = take(kind, variable, position);
    boolean known = node != null && schedule.happened(node);
    long now = known ? schedule.symbols[node.value.symbol()] : recorded;
    now = names.getOrDefault(now, now);
    return Expr.changed(type, now, recorded);
  }

  @Override
  public void write(
      Machine machine, byte kind, int variable, long position, String place, Expr value) {
    Node node = take(kind, variable, position);
    if (node != null && value.isFresh() && node.value.isFresh() && node.value.value() < 0) {
      names.put(node.value.value(), value.value());
    }
    if (node != null
        && schedule.contains(node)
        && (!value.isConstant() || value.value() != node.value.evaluate(schedule.symbols))
        && !value.isFresh()) {
      failure = "another value is written than in the schedule";
    }
  }

  @Override
  public void guard(Machine machine, Guard guard) {
    boolean holds = guard.condition().isConstant() && guard.condition().value() != 0;
    if (failure == null && next < expected.size() && holds != guard.outcome()) {
      failure = "a guard does not hold (" + guard.reason() + ")";
    }
  }

  @Override
  public void fork(Machine other, List<Guard> guards) {}

  @Override
  public boolean forks(Machine machine) {
    return false;
  }

  @Override
  public long assumed(Expr value, Guard.Reason why) {
    return value.recorded(); // all values are known here
  }

  @Override
  public void lost(Machine machine, String reason) {
    for (Node node : expected) {
      boolean changed =
          schedule.contains(node)
              && node.isRead()
              && !node.strict
              && schedule.symbols[node.value.symbol()] != node.value.recorded();
      if (changed) {
        failure = "a thread that cannot be followed with other values";
      }
    }
  }
}
