package dev.sooth.cli;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.recipe.Level;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Engines as the user lists them: {@code hb,syncp}, or {@code all} that take polynomial time; and
 * the levels of those that look at values, which need a trace with data flow.
 *
 * @param isAll whether he said that
 */
record EngineList(List<Engine> engines, List<Level> levels, boolean isAll) {
  static final String ALL = "all";

  /** These engines, and then those that reports call by the names of the levels. */
  List<Engine> andLevels(List<Engine> chosen) {
    return Stream.concat(chosen.stream(), levels.stream().map(Level::engine)).toList();
  }

  static String names() {
    return String.join(", ", new Names());
  }

  /** All engines, for help and messages. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      Stream<String> levels = Stream.of(Level.values()).map(Level::id);
      return Stream.concat(Engines.all().stream().map(Engine::id), levels).iterator();
    }
  }

  /** Those that the user named; the message of the exception is for him. */
  static EngineList of(String value) {
    Map<String, Engine> engines = new LinkedHashMap<>(); // by name
    Set<Level> levels = EnumSet.noneOf(Level.class); // from the weakest to the strongest
    for (String name : value.split(",", -1)) {
      Optional<Level> level =
          Stream.of(Level.values()).filter(l -> l.id().equals(name)).findFirst();
      if (level.isPresent()) {
        levels.add(level.get());
      } else if (name.equals(ALL)) {
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
    return new EngineList(
        new ArrayList<>(engines.values()), List.copyOf(levels), value.equals(ALL));
  }
}
