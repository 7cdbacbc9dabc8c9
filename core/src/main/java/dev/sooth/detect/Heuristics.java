package dev.sooth.detect;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an engine leaves out to be fast, for the reports, which need not know the engine: a line for
 * people, and values under the names of JSON for machines.
 */
public final class Heuristics {
  private final String description;
  private final Map<String, Object> values;

  private Heuristics(String description, Map<String, Object> values) {
    this.description = description;
    this.values = values;
  }

  /** One line for people, and no value yet. */
  public static Heuristics of(String description) {
    return new Heuristics(description, Map.of());
  }

  /** One value more. */
  public Heuristics with(String name, String value) {
    return and(name, value);
  }

  /** One value more. */
  public Heuristics with(String name, int value) {
    return and(name, value);
  }

  /** One value more. */
  public Heuristics with(String name, boolean value) {
    return and(name, value);
  }

  private Heuristics and(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(values);
    more.put(name, value);
    return new Heuristics(description, more);
  }

  /** Which they are, in one line. */
  public String description() {
    return description;
  }

  /** Strings, integers and booleans in the order in which they were added. */
  public Map<String, Object> values() {
    return Collections.unmodifiableMap(values);
  }
}
