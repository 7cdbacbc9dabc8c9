package dev.sooth.recipe;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Objects that a thread makes on a way that was not taken. Nobody else is followed to them: who
 * gets one from a variable ends there. So what is done with their fields is no event.
 */
final class OwnObjects {
  private final Map<Long, String> types = new HashMap<>(); // by number
  private final Map<Long, Long> lengths = new HashMap<>(); // of arrays
  private final Map<String, Expr> contents = new HashMap<>(); // by object and field or index
  private final Set<Long> started = new HashSet<>(); // threads

  OwnObjects copy() {
    OwnObjects copy = new OwnObjects();
    copy.types.putAll(types);
    copy.lengths.putAll(lengths);
    copy.contents.putAll(contents);
    copy.started.addAll(started);
    return copy;
  }

  void add(Expr object, String type) {
    types.put(object.value(), type);
  }

  void addArray(Expr array, long length) {
    lengths.put(array.value(), length);
  }

  /** The class of an object that was made here, or null. */
  String type(Expr object) {
    return object.isConstant() ? types.get(object.value()) : null;
  }

  /** The length of an array that was made here, or null. */
  Long length(Expr array) {
    return array.isConstant() ? lengths.get(array.value()) : null;
  }

  boolean has(Expr object) {
    return type(object) != null || length(object) != null;
  }

  void put(Expr object, String part, Expr value) {
    contents.put(object.value() + "." + part, value);
  }

  /** What was put there last, else what is there at first. */
  Expr get(Expr object, String part, char type) {
    Expr value = contents.get(object.value() + "." + part);
    return value == null ? Expr.constant(type, 0) : value;
  }

  /** Starts a thread; false if it was started before. */
  boolean start(Expr thread) {
    return started.add(thread.value());
  }
}
