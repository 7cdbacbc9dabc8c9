package dev.sooth.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sooth.analysis.Printable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The texts of a page, each once, made fit to be shown. */
final class Names {
  private static final int LONGEST = 1000;

  private final Map<String, Integer> ids = new LinkedHashMap<>();
  private long characters;

  int of(String name) {
    Integer id = ids.get(name);
    if (id == null) {
      id = ids.size();
      ids.put(name, id);
      characters += Math.min(name.length(), LONGEST) + 3;
    }
    return id;
  }

  /** About how long the table will be. */
  long characters() {
    return characters;
  }

  void write(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("names");
    for (String name : ids.keySet()) {
      json.writeString(Printable.of(name, LONGEST));
    }
    json.writeEndArray();
  }
}
