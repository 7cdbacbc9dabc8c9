package dev.sooth.cli;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Engines as the user lists them: {@code hb,syncp}, or {@code all} that take polynomial time.
 *
 * @param isAll whether he said that
 */
record EngineList(List<Engine> engines, boolean isAll) {
  static final String ALL = "all";

  static String names() {
    return String.join(", ", new Names());
  }

  /** All engines, for help and messages. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Engines.all().stream().map(Engine::id).iterator();
    }
  }

  /** Those that the user named; the message of the exception is for him. */
  static EngineList of(String value) {
    Map<String, Engine> engines = new LinkedHashMap<>(); // by name
    for (String name : value.split(",", -1)) {
      if (name.equals(ALL)) {
        Engines.all().stream().filter(Engine::polynomial).forEach(e -> engines.put(e.id(), e));
      } else {
        engines.put(
            name,
            Engines.find(name)
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            "unknown engine '%s', expected all or some of: %s"
                                .formatted(name, names()))));
      }
    }
    return new EngineList(new ArrayList<>(engines.values()), value.equals(ALL));
  }
}
