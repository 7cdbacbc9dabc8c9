package dev.sooth.cli;

import dev.sooth.analysis.Failure;
import dev.sooth.analysis.Printable;
import dev.sooth.detect.Engine;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.race.RaceSink;
import dev.sooth.race.Suppressions;
import dev.sooth.trace.ForwardingSource;
import dev.sooth.trace.Kind;
import dev.sooth.trace.RelevantSource;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceSource;
import dev.sooth.trace.format.ReadOptions;
import dev.sooth.trace.format.TraceFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Runs a streaming engine over a trace that is still being written, in a thread of its own, and
 * says each race on stderr as soon as the engine finds it; once for each two source lines. Its
 * memory is that of the engine. Proofs come with the report at the end, which reads the whole file.
 */
final class OnlineAnalysis {
  private final Engine engine;
  private final Suppressions suppressions;
  private final Path benign; // what the program calls so; the agent writes it before the events
  private int benignKnown; // lines of it; used by the thread only
  private final FollowedFile file;
  private final String name;
  private final Io io;
  private final Thread thread;
  private final Set<Long> said = new HashSet<>(); // pairs of locations; used by the thread only
  private TraceNames names = TraceNames.empty(); // used by the thread only

  private OnlineAnalysis(Engine engine, Path trace, Suppressions suppressions, Io io) {
    this.engine = engine;
    this.suppressions = suppressions.and(List.of());
    benign = trace.resolveSibling("benign.txt");
    this.io = io;
    file = new FollowedFile(trace);
    name = trace.toString();
    thread = new Thread(this::run, "sooth-online");
    thread.setDaemon(true); // it must not keep a run alive that fails elsewhere
  }

  /** Begins to follow the trace, which need not be there yet. */
  static OnlineAnalysis start(Engine engine, Path trace, Suppressions suppressions, Io io) {
    OnlineAnalysis analysis = new OnlineAnalysis(engine, trace, suppressions, io);
    analysis.thread.start();
    return analysis;
  }

  /** Waits until all is analysed; the program that writes the trace has ended. */
  void finish() throws InterruptedException {
    file.writerHasGone();
    thread.join();
    suppressions.summary().forEach(io::say);
  }

  private void run() {
    try {
      TraceSource source = new Named(TraceFiles.stream(file, name, ReadOptions.defaults()));
      engine
          .create()
          .run(RelevantSource.of(source, false), Pairs.FIRST_PER_EVENT, sink(), Stop.NEVER);
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      io.say("the analysis while running ended: " + Failure.of(e, name).message());
    }
  }

  private RaceSink sink() {
    return (variable,
        firstPosition,
        firstKind,
        firstThread,
        firstLocation,
        secondPosition,
        secondKind,
        secondThread,
        secondLocation) -> {
      if (said.add(((long) firstLocation << 32) | secondLocation)
          && !isSuppressed(variable, firstLocation, secondLocation)) {
        io.say(
            "%s: race on %s: %s with %s"
                .formatted(
                    engine.id(),
                    Printable.of(names.variables().get(variable)),
                    access(secondKind, secondThread, secondLocation, secondPosition),
                    access(firstKind, firstThread, firstLocation, firstPosition)));
      }
    };
  }

  private void learnBenign() {
    try {
      List<String> lines = Files.exists(benign) ? Files.readAllLines(benign) : List.of();
      if (lines.size() > benignKnown) {
        suppressions.learn(lines.subList(benignKnown, lines.size()));
        benignKnown = lines.size();
      }
    } catch (IOException e) {
      // Then a race is said that need not be.
    }
  }

  private boolean isSuppressed(int variable, int firstLocation, int secondLocation) {
    learnBenign();
    String first = names.locations().get(firstLocation);
    String second = names.locations().get(secondLocation);
    return suppressions
        .match(names.variables().get(variable), List.of(first, second), List.of())
        .isPresent();
  }

  private String access(byte kind, int ofThread, int location, long position) {
    return "%s by thread %s at %s (event %d)"
        .formatted(
            kind == Kind.WRITE ? "write" : "read",
            Printable.of(names.threads().get(ofThread)),
            Printable.of(names.locations().get(location)),
            position);
  }

  /** Keeps hold of the names of the pass, for what is said about it. */
  private final class Named extends ForwardingSource {
    Named(TraceSource input) {
      super(input);
    }

    @Override
    public TraceCursor open() throws IOException {
      TraceCursor cursor = input.open();
      names = cursor.names();
      return cursor;
    }
  }
}
