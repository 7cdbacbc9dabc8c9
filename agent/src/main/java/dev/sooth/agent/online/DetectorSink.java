package dev.sooth.agent.online;

import com.carrotsearch.hppc.LongArrayList;
import dev.sooth.agent.bootstrap.ThreadLog;
import dev.sooth.agent.record.EventSink;
import dev.sooth.agent.record.KeyIds;
import dev.sooth.agent.record.Names;
import dev.sooth.agent.record.OneLine;
import dev.sooth.agent.record.RecordedEvent;
import dev.sooth.agent.record.RecordedEvent.Target;
import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.detect.StreamingDetector;
import dev.sooth.race.RaceSink;
import dev.sooth.race.Suppressions;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Kind;
import dev.sooth.trace.NameTable;
import dev.sooth.trace.TraceNames;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Analyses the events in the process of the program, by a streaming engine, and says each pair of
 * racing lines once for each field. Nothing is proved here: what is said is a candidate, unless the
 * engine guarantees its reports. Ids stay with their keys for as long as the program runs, since a
 * variable that came back under another one would have lost the order that it made; so memory grows
 * with the objects that threads touch, up to a limit at which the analysis ends.
 */
public final class DetectorSink implements EventSink {
  private static final int BATCH = 4096;

  /** Measured: id, key and the state of shb take less. */
  private static final int HEAP_A_VARIABLE = 800;

  /** Two places and the field between them; all elements of arrays are one. */
  private record Said(int firstSite, int secondSite, int field) {}

  private final Engine engine;
  private final Names named;
  private final StreamingDetector detector;
  private final PrintStream out;
  // As many names as ids, all empty.
  private final NameTable variables = new NameTable();
  private final NameTable locks = new NameTable();
  private final TraceNames counted =
      new TraceNames(new NameTable(), variables, locks, new NameTable());
  private final Map<Target, KeyIds> ids = new EnumMap<>(Target.class);
  private final List<Target> variableTargets = new ArrayList<>(); // by id
  private final LongArrayList variableKeys = new LongArrayList(); // by id
  private final EventBatch batch = new EventBatch();
  private final Set<Said> said = new HashSet<>();
  private final Suppressions suppressions;
  private final long mostIds;
  private int found; // and said
  private boolean over;

  private DetectorSink(Engine engine, Names named, Suppressions suppressions, PrintStream out) {
    this.engine = engine;
    this.named = named;
    this.suppressions = suppressions;
    this.out = out;
    mostIds = Runtime.getRuntime().maxMemory() / HEAP_A_VARIABLE;
    for (Target target : Target.values()) {
      ids.put(target, new KeyIds());
    }
    batch.kind = new byte[BATCH];
    batch.thread = new int[BATCH];
    batch.target = new int[BATCH];
    batch.location = new int[BATCH];
    detector = engine.createStreaming();
    detector.begin(counted, Pairs.FIRST_PER_EVENT, races(), Stop.NEVER);
  }

  /**
   * A sink for a streaming engine that writes what it says to this file, too.
   *
   * @throws IllegalArgumentException if there is no such engine
   */
  public static DetectorSink of(String engine, Names named, Suppressions suppressions, Path file)
      throws IOException {
    Engine found =
        Engines.find(engine)
            .filter(Engine::streaming)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "online=%s, expected one of %s".formatted(engine, streaming())));
    PrintStream out = new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8);
    return new DetectorSink(found, named, suppressions, out);
  }

  private static String streaming() {
    return String.join(
        ", ", Engines.all().stream().filter(Engine::streaming).map(Engine::id).toList());
  }

  @Override
  public void thread(ThreadLog log) {
    counted.threads().append("");
  }

  @Override
  public void event(RecordedEvent event) {
    if (over) {
      return;
    }
    int at = batch.to;
    batch.kind[at] = event.kind;
    batch.thread[at] = event.thread;
    batch.target[at] =
        switch (event.target) {
          case NONE -> 0;
          case THREAD -> (int) event.key;
          default -> id(event.target, event.key);
        };
    batch.location[at] = event.site;
    batch.to++;
    if (batch.to == BATCH) {
      pass();
    }
  }

  private int id(Target target, long key) {
    KeyIds known = ids.get(target);
    int id = known.get(key);
    if (id < 0) {
      boolean variable =
          target == Target.FIELD || target == Target.ELEMENT || target == Target.HIDDEN;
      NameTable table = variable ? variables : locks;
      id = table.append("");
      known.put(key, id);
      if (variable) {
        variableTargets.add(target);
        variableKeys.add(key);
      }
    }
    return id;
  }

  private void pass() {
    if (batch.size() == 0) {
      return;
    }
    detector.accept(batch);
    batch.base += batch.size();
    batch.to = 0;
    if (variables.size() + (long) locks.size() > mostIds) {
      over = true;
      say("%s ended: the program has touched more than %,d variables".formatted(engine, mostIds));
    }
  }

  private RaceSink races() {
    return (variable,
        firstPosition,
        firstKind,
        firstThread,
        firstLocation,
        secondPosition,
        secondKind,
        secondThread,
        secondLocation) -> {
      if (said.add(new Said(firstLocation, secondLocation, field(variable)))
          && !isSuppressed(variable, firstLocation, secondLocation)) {
        found++;
        say(
            "%s: race on %s: %s with %s"
                .formatted(
                    engine,
                    variable(variable),
                    access(secondKind, secondThread, secondLocation),
                    access(firstKind, firstThread, firstLocation)));
      }
    };
  }

  private boolean isSuppressed(int variable, int firstSite, int secondSite) {
    List<String> places = List.of(named.site(firstSite), named.site(secondSite));
    String field = FoundRaces.field(variable(variable));
    return suppressions.match(field, places, List.of()).isPresent();
  }

  private int field(int id) {
    return variableTargets.get(id) == Target.FIELD ? (int) variableKeys.get(id) & 0xFF_FFFF : -1;
  }

  private String variable(int id) {
    return named.of(variableTargets.get(id), variableKeys.get(id));
  }

  private String access(byte kind, int thread, int site) {
    return "%s by thread %s at %s"
        .formatted(kind == Kind.WRITE ? "write" : "read", named.thread(thread), named.site(site));
  }

  private void say(String text) {
    String line = OneLine.of(text);
    System.err.println("sooth: " + line);
    out.println(line);
  }

  @Override
  public void flush() {
    pass();
  }

  @Override
  public String summary() {
    String line =
        "while running: %s found %d %s of racing lines%s"
            .formatted(
                engine, found, found == 1 ? "pair" : "pairs", over ? ", and ended early" : "");
    List<String> lines = new ArrayList<>(List.of(line));
    lines.addAll(suppressions.summary());
    return String.join("\n", lines);
  }

  @Override
  public void close() {
    if (!over) {
      pass();
      detector.end();
    }
    out.close();
  }
}
