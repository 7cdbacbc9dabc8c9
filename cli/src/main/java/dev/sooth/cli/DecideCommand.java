package dev.sooth.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sooth.detect.Engines;
import dev.sooth.detect.Verdicts;
import dev.sooth.race.Verdict;
import dev.sooth.report.Sources;
import dev.sooth.report.VerdictPage;
import dev.sooth.report.VerdictText;
import dev.sooth.trace.Trace;
import dev.sooth.verify.CutChecker;
import dev.sooth.verify.RefutationChecker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Gives a verdict on every conflicting pair of a trace, or on one. */
@Command(
    name = "decide",
    description = "Decide for every conflicting pair of accesses whether it can race.",
    footer = {
      "",
      "Every witness and every derivation is checked by code that shares nothing with the search.",
      "Exit status: 66 if a pair can race, 0 if none was found to; see `sooth analyze --help`."
    })
final class DecideCommand implements Callable<Integer> {
  /** How the answer looks. */
  enum Format {
    text,
    json
  }

  private final Io io;

  @Mixin GlobalOptions global = new GlobalOptions();
  @Mixin private ReadingOptions reading = new ReadingOptions();

  @Parameters(paramLabel = "TRACE", description = "The trace; - is stdin.")
  private String name;

  @Option(
      names = "--pair",
      split = ",",
      paramLabel = "I,J",
      arity = "1",
      description = "Decide this pair only: two positions, counted from 0.")
  private int[] pair;

  @Option(
      names = {"-e", "--engine"},
      paramLabel = "ENGINE",
      defaultValue = "portfolio",
      description = "portfolio, which asks the cheap questions first (the only one so far).")
  private String engine;

  @Option(
      names = "--budget-ideals",
      paramLabel = "N",
      defaultValue = "1000000",
      description =
          "Give up on a pair after so many wrong choices of a set or an order (default:"
              + " ${DEFAULT-VALUE}).")
  private long budgetIdeals;

  @Option(
      names = "--budget-millis",
      paramLabel = "MS",
      defaultValue = "10000",
      description = "Give up on a pair after so much time (default: ${DEFAULT-VALUE}).")
  private long budgetMillis;

  @Option(
      names = "--budget-total",
      paramLabel = "MS",
      defaultValue = "300000",
      description = "Start no search after so much time (default: ${DEFAULT-VALUE}).")
  private long budgetTotal;

  @Option(
      names = "--max-distance",
      paramLabel = "L",
      defaultValue = "" + Verdicts.Budget.ANY_DISTANCE,
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
      description =
          "Look only for witnesses that reverse at most L pairs of conflicting writes or of"
              + " acquires of one lock; other pairs are refuted at no cost or unknown. With --pair"
              + " the least number is printed.")
  private int maxDistance;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Also write a page with the verdicts: races with their witnesses, and why other pairs"
              + " cannot race; of those that are refuted by counting only with --pair.")
  private String html;

  @Option(
      names = "--list",
      description =
          "List the pairs that could not be decided, and those refuted by a derivation; in JSON all"
              + " pairs that were looked at one by one, with what `sooth verify` needs.")
  private boolean list;

  @Option(
      names = {"-f", "--format"},
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Format format;

  private VerdictPage page; // null without --html

  DecideCommand(Io io) {
    this.io = io;
  }

  @Override
  public Integer call() throws IOException {
    checkUsage();
    Trace trace = Trace.load(reading.open(name, io));
    if (trace.notes().repaired() > 0 && !global.quiet) {
      io.say(
          "%s: verdicts are about the trace without the %d events that --lenient dropped"
              .formatted(name, trace.notes().repaired()));
    }
    Verdicts verdicts =
        Engines.verdicts(
            trace.filtered(),
            new Verdicts.Budget(budgetIdeals, budgetMillis, budgetTotal, maxDistance));
    if (html == null) {
      return decide(trace, verdicts);
    }
    OutputFile.requireOther(ReadingOptions.path(html), List.of(name));
    try (OutputFile file = new OutputFile(ReadingOptions.path(html))) {
      page = new VerdictPage(trace);
      int status = decide(trace, verdicts);
      page.write(file.stream(), name, Sources.NONE);
      file.commit();
      return status;
    }
  }

  private int decide(Trace trace, Verdicts verdicts) throws IOException {
    return pair == null ? decideAll(trace, verdicts) : decidePair(trace, verdicts);
  }

  private void checkUsage() {
    if (pair != null && pair.length != 2) {
      throw usage("--pair takes two positions, such as 3,17");
    }
    if (!engine.equals("portfolio") && !engine.equals("exact")) {
      throw usage("unknown engine '%s', expected portfolio".formatted(engine));
    }
    if (budgetIdeals < 1 || budgetMillis < 1 || budgetTotal < 1) {
      throw usage("budgets must be at least 1");
    }
    if (maxDistance < Verdicts.Budget.ANY_DISTANCE) {
      throw usage("--max-distance must not be negative");
    }
  }

  private static UsageException usage(String message) {
    return new UsageException(message);
  }

  private int decidePair(Trace trace, Verdicts verdicts) throws IOException {
    int first = Math.min(pair[0], pair[1]);
    int second = Math.max(pair[0], pair[1]);
    if (first < 0 || second >= trace.size()) {
      throw usage("--pair: positions are 0 to %d".formatted(trace.size() - 1));
    }
    if (!PlainConflict.of(trace, first, second)) {
      throw usage(
          "--pair: events %d and %d are not %s".formatted(first, second, PlainConflict.WORDS));
    }
    Verdict verdict = verdicts.decide(first, second);
    new Check(trace).accept(first, second, verdict);
    show(first, second, verdict);
    VerdictText text = new VerdictText(trace);
    int distance =
        maxDistance >= 0 && verdict instanceof Verdict.Race
            ? verdicts.distance(first, second)
            : Verdicts.Budget.ANY_DISTANCE;
    io.out()
        .write(
            format == Format.json
                ? text.json(name, first, second, verdict, distance)
                : text.text(first, second, verdict, distance));
    io.out().flush();
    return verdict instanceof Verdict.Race ? ExitStatus.RACES : ExitStatus.OK;
  }

  private int decideAll(Trace trace, Verdicts verdicts) throws IOException {
    VerdictText text = new VerdictText(trace);
    Check check = new Check(trace);
    if (format == Format.json) {
      printJson(text, check, verdicts);
    } else {
      printText(text, check, verdicts);
    }
    if (page != null) {
      page.total(verdicts);
    }
    io.out().flush();
    return verdicts.racyEvents() > 0 ? ExitStatus.RACES : ExitStatus.OK;
  }

  private void printText(VerdictText text, Check check, Verdicts verdicts) throws IOException {
    long start = System.nanoTime();
    StringBuilder listed = new StringBuilder();
    verdicts.decideAll(
        (first, second, verdict) -> {
          check.accept(first, second, verdict);
          show(first, second, verdict);
          if (list && !(verdict instanceof Verdict.Race)) {
            listed.append(text.line(first, second, verdict));
          }
        });
    io.out().write(text.text(name, verdicts, millisSince(start), listed));
  }

  /** Verdicts are written as they are found: their proofs can be larger than memory. */
  private void printJson(VerdictText text, Check check, Verdicts verdicts) throws IOException {
    long start = System.nanoTime();
    JsonFactory factory = new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    try (JsonGenerator json = factory.createGenerator(io.out())) {
      text.writeHeader(json, name);
      if (list) {
        json.writeArrayFieldStart("verdicts");
      }
      verdicts.decideAll(
          (first, second, verdict) -> {
            check.accept(first, second, verdict);
            show(first, second, verdict);
            if (list) {
              try {
                json.writeStartObject();
                text.writeVerdict(json, first, second, verdict, Verdicts.Budget.ANY_DISTANCE);
                json.writeEndObject();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            }
          });
      if (list) {
        json.writeEndArray();
      }
      text.writeCounts(json, verdicts, millisSince(start));
    }
    io.out().write('\n');
  }

  private void show(int first, int second, Verdict verdict) {
    if (page != null) {
      page.add(first, second, verdict);
    }
  }

  private static long millisSince(long start) {
    return (System.nanoTime() - start) / 1_000_000;
  }

  /** Has every verdict checked; a verdict that fails is a bug of ours, never an answer. */
  private static final class Check {
    private final CutChecker witnesses;
    private final RefutationChecker refutations;

    Check(Trace trace) {
      witnesses = new CutChecker(trace);
      refutations = new RefutationChecker(trace);
    }

    void accept(int first, int second, Verdict verdict) {
      Optional<String> objection = Optional.empty();
      if (verdict instanceof Verdict.Race race) {
        objection = witnesses.objection(first, second, race.witness());
      } else if (verdict instanceof Verdict.NoRace none) {
        objection = refutations.objection(first, second, none.refutation());
      }
      if (objection.isPresent()) {
        throw new IllegalStateException(
            "the verdict on events %d and %d fails its check: %s"
                .formatted(first, second, objection.get()));
      }
    }
  }
}
