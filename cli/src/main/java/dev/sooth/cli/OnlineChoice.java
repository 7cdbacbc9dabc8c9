package dev.sooth.cli;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import java.util.Iterator;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** What finds races while the program runs, and where. */
final class OnlineChoice {
  /** Which process does something. */
  enum Place {
    parent,
    program
  }

  @Option(
      names = "--online",
      paramLabel = "ENGINE",
      completionCandidates = StreamingNames.class,
      description =
          "Also analyse while the program runs, with one of ${COMPLETION-CANDIDATES}, and say each"
              + " race when it is found. The report at the end is of the same engine, unless"
              + " --engine names others. fasttrack, literace and atexrace check accesses where they"
              + " take place, all or some, and write no trace; with --record-only fasttrack does.")
  private String online;

  @Option(
      names = "--online-in",
      paramLabel = "PROCESS",
      defaultValue = "parent",
      description =
          "Where --online analyses: parent, which follows the trace, or program, in whose heap it"
              + " is then done (default: ${DEFAULT-VALUE}).")
  private Place in;

  @Option(
      names = "--no-trace",
      description =
          "With --online, which is then done in the program: write no trace. Nothing is proved.")
  private boolean noTrace;

  @Option(
      names = "--then-record",
      description =
          "With --online fasttrack, literace or atexrace: then run the program once more, record"
              + " the classes of the races and of what was sampled most, and analyse that.")
  private boolean thenRecord;

  /** Refuses what does not go together. */
  void check(boolean recordOnly) {
    if (thenRecord && (!checksAccesses() || recordOnly)) {
      throw new UsageException(
          "--then-record needs --online %s, without --record-only"
              .formatted(String.join(" or ", CheckOptions.MODES)));
    }
    if (checksAccesses()) {
      if (recordOnly && !online.equals("fasttrack")) {
        throw new UsageException("--record-only goes with --online fasttrack, not " + online);
      }
      noTrace = !recordOnly;
    } else if (any()) {
      engine();
    } else if (noTrace) {
      throw new UsageException("--no-trace needs --online ENGINE");
    }
  }

  /** Whether a recording follows. */
  boolean thenRecords() {
    return thenRecord;
  }

  /** From here on the program is recorded, as without these options. */
  void recordInstead() {
    online = null;
    noTrace = false;
    thenRecord = false;
  }

  boolean any() {
    return online != null;
  }

  /** What was given; null for nothing. */
  String name() {
    return online;
  }

  /** Whether no trace is written. */
  boolean withoutTrace() {
    return noTrace;
  }

  /** Whether accesses are checked where they take place. */
  boolean checksAccesses() {
    return online != null && CheckOptions.MODES.contains(online);
  }

  /**
   * Whether races are found in the process of the program.
   *
   * @param ofOthers whether a command starts the JVMs
   */
  boolean inTheProgram(boolean ofOthers) {
    return any() && (noTrace || ofOthers || in == Place.program || checksAccesses());
  }

  /** The engine, if it is one. */
  Engine engine() {
    return Engines.find(online)
        .filter(Engine::streaming)
        .orElseThrow(
            () ->
                new UsageException(
                    "--online takes one of %s, not '%s'"
                        .formatted(String.join(", ", new StreamingNames()), online)));
  }

  /** The engines that can analyse a trace while it is being written, and the other ways. */
  static final class StreamingNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      Stream<String> engines = Engines.all().stream().filter(Engine::streaming).map(Engine::id);
      return Stream.concat(engines, CheckOptions.MODES.stream()).iterator();
    }
  }
}
