package dev.sooth.recipe;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a model says: the nodes that are executed, in this order, before both accesses of the race
 * can take place; and what each read sees, found by going through them.
 */
final class Schedule {
  final Window window;
  final List<Node> order;
  final Node first;
  final Node second;
  final long[] symbols;
  private final Map<Node, Integer> places = new HashMap<>();

  Schedule(Window window, List<Node> order, Node first, Node second) {
    this.window = window;
    this.order = List.copyOf(order);
    this.first = first;
    this.second = second;
    for (int i = 0; i < order.size(); i++) {
      places.put(order.get(i), i);
    }
    symbols = window.unfolding.recordedSymbols();
    execute();
  }

  /** Reads give what was written last; what is not known stays as it was, and is found later. */
  private void execute() {
    Map<Integer, Long> memory = new HashMap<>();
    for (Node node : order) {
      if (node.isWrite() && node.value != null) {
        memory.put(node.target, node.value.evaluate(symbols));
      } else if (node.isRead() && !node.strict) {
        Long value = memory.get(node.target);
        Long initial = value == null ? window.initial(node.target) : value;
        if (initial != null) {
          symbols[node.value.symbol()] = initial;
        }
      }
    }
  }

  boolean contains(Node node) {
    return places.containsKey(node);
  }

  /** Whether the node has happened: here, or before the window. */
  boolean happened(Node node) {
    return node == null || window.isPast(node) || contains(node);
  }

  /** The place of a node in the order; before all if it is past. */
  int at(Node node) {
    Integer place = places.get(node);
    return place == null ? -1 : place;
  }
}
