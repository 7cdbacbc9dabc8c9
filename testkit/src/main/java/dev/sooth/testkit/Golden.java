package dev.sooth.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sooth.trace.Trace;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The golden small traces: computed once by an oracle that shares no code with this project. The
 * format is described in the README beside the file.
 */
public final class Golden {
  private static final String FILE = "golden/small-traces.jsonl";

  private Golden() {}

  /**
   * One line.
   *
   * @param id the name of the trace
   * @param tags what the trace is there for
   * @param trace the trace
   * @param classes the pairs of each class of races, by key; without the classes that were not
   *     computed for this trace
   * @param distances the least number of reversals over all witnesses of a predictable race
   */
  public record Line(
      String id,
      List<String> tags,
      Trace trace,
      Map<String, NavigableSet<Pair>> classes,
      NavigableMap<Pair, Integer> distances) {
    /** All pairs of this class, such as {@code osr}; nothing if it was not computed. */
    public Optional<NavigableSet<Pair>> pairs(String key) {
      return Optional.ofNullable(classes.get(key));
    }
  }

  /** All lines. */
  public static List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    ObjectMapper mapper = new ObjectMapper();
    try (InputStream stream = Golden.class.getResourceAsStream(FILE);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line(mapper.readTree(line)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lines;
  }

  private static Line line(JsonNode json) {
    List<String> tags = new ArrayList<>();
    json.get("tags").forEach(tag -> tags.add(tag.asText()));
    List<String> events = new ArrayList<>();
    json.get("trace").forEach(event -> events.add(event.asText()));
    Map<String, NavigableSet<Pair>> classes = new TreeMap<>();
    NavigableMap<Pair, Integer> distances = new TreeMap<>();
    for (Iterator<Map.Entry<String, JsonNode>> it = json.properties().iterator(); it.hasNext(); ) {
      Map.Entry<String, JsonNode> entry = it.next();
      switch (entry.getKey()) {
        case "id", "tags", "trace" -> {}
        case "distance" ->
            entry.getValue().forEach(item -> distances.put(pair(item), item.get(2).asInt()));
        default -> {
          if (!entry.getValue().isNull()) {
            NavigableSet<Pair> pairs = new TreeSet<>();
            entry.getValue().forEach(item -> pairs.add(pair(item)));
            classes.put(entry.getKey(), pairs);
          }
        }
      }
    }
    return new Line(json.get("id").asText(), tags, Traces.ofLines(events), classes, distances);
  }

  private static Pair pair(JsonNode item) {
    return new Pair(item.get(0).asInt(), item.get(1).asInt());
  }
}
