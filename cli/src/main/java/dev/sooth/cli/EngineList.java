package dev.sooth.cli;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Engines as the user lists them: {@code hb,syncp}, or {@code all} that take polynomial time. */
record EngineList(List<Engine> engines) {
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

  static final class Converter implements ITypeConverter<EngineList> {
    @Override
    public EngineList convert(String value) {
      Set<Engine> engines = new LinkedHashSet<>();
      for (String name : value.split(",", -1)) {
        if (name.equals(ALL)) {
          Engines.all().stream().filter(Engine::polynomial).forEach(engines::add);
        } else {
          engines.add(
              Engines.find(name)
                  .orElseThrow(
                      () ->
                          new TypeConversionException(
                              "unknown engine '%s', expected all or some of: %s"
                                  .formatted(name, names()))));
        }
      }
      return new EngineList(new ArrayList<>(engines));
    }
  }
}
