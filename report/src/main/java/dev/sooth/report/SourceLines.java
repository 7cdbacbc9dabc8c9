package dev.sooth.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sooth.analysis.Printable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The source lines that a page shows, each once. */
final class SourceLines {
  private static final int AROUND = 4;
  private static final int LONGEST = 240;
  private static final long MOST_CHARACTERS = 600_000;

  private final Sources sources;
  private final Map<String, TreeMap<Integer, String>> files = new LinkedHashMap<>();
  private long characters;

  SourceLines(Sources sources) {
    this.sources = sources;
  }

  /** The path of the file whose lines around this location will be on the page, if there are. */
  Optional<String> show(String location) {
    Spot spot = Spot.of(location);
    Optional<Sources.Found> found = spot.hasLine() ? sources.find(spot) : Optional.empty();
    if (found.isEmpty() || characters > MOST_CHARACTERS) {
      return Optional.empty();
    }
    List<String> lines = found.get().lines();
    if (spot.line() > lines.size()) {
      return Optional.empty(); // the file is another one than was run
    }
    TreeMap<Integer, String> shown =
        files.computeIfAbsent(found.get().path(), path -> new TreeMap<>());
    int last = Math.min(lines.size(), spot.line() + AROUND);
    for (int line = Math.max(1, spot.line() - AROUND); line <= last; line++) {
      String text = Printable.of(lines.get(line - 1).replace("\t", "    "), LONGEST);
      if (shown.put(line, text) == null) {
        characters += text.length() + 10;
      }
    }
    return Optional.of(found.get().path());
  }

  void write(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("sources");
    for (Map.Entry<String, TreeMap<Integer, String>> file : files.entrySet()) {
      json.writeObjectFieldStart(file.getKey());
      for (Map.Entry<Integer, String> line : file.getValue().entrySet()) {
        json.writeStringField(Integer.toString(line.getKey()), line.getValue());
      }
      json.writeEndObject();
    }
    json.writeEndObject();
  }
}
