package dev.sooth.report;

import dev.sooth.analysis.Printable;
import dev.sooth.analysis.RaceContext;
import dev.sooth.analysis.RunResult;
import dev.sooth.analysis.Timings;
import dev.sooth.race.Access;
import dev.sooth.race.Race;
import dev.sooth.race.ValueSchedule;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceNames;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Stream;

/**
 * The runs as text for people, in the manner of ThreadSanitizer: a block for each pair of source
 * lines that race on a field, then notes; after the last run on a trace a table of its fields, and
 * a SUMMARY line for each run.
 */
public final class TextReport implements Report {
  private static final String RULE = "==================\n";
  private static final int NAMED = 8; // of roles and of pairs of lines
  private static final int FOLDED_VARIABLES = 12; // named one by one
  private static final int FOLDED_IDS = 5;
  private static final int LONGEST_PATH = 1000;

  private final Writer out;
  private final ReportFormat.Settings settings;
  private final Set<List<String>> written = new HashSet<>(); // verified, of this trace
  private boolean explained; // what the word verified means
  private String lastError = "";
  private String file = ""; // the trace that the next two are about
  private FoundFields found = new FoundFields();
  private final Fingerprints fingerprints = new Fingerprints();
  private final List<String> summaries = new ArrayList<>();
  private Map<Long, List<String>> callers = Map.of(); // of the run that is written

  /** Writes to this stream. */
  public TextReport(OutputStream out, ReportFormat.Settings settings) {
    this.out = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    this.settings = settings;
  }

  @Override
  public void add(RunResult result) throws IOException {
    long start = System.nanoTime();
    if (!result.file().equals(file)) {
      close();
      file = result.file();
    }
    found.add(result);
    if (result.failure().isPresent()) {
      error(result);
      return;
    }
    List<Block> blocks = Block.of(result);
    blocks.forEach(found::add);
    List<Block> open = settings.extras().triage().isNone() ? blocks : open(result, blocks);
    List<Block> shown = open.stream().filter(this::isNew).toList();
    if (!shown.isEmpty()) {
      blocks(result, shown);
    }
    if (shown.size() < open.size()) {
      line(
          "NOTE: %s: %s of lines and field already reported above.",
          engine(result), Printable.count(open.size() - shown.size(), "pair"));
    }
    notes(result);
    out.flush();
    summaries.add(summary(result, blocks, System.nanoTime() - start));
  }

  /** Without those that are known or suppressed, which are counted. */
  private List<Block> open(RunResult result, List<Block> blocks) throws IOException {
    List<Block> open = new ArrayList<>();
    int known = 0;
    Map<String, Integer> suppressed = new LinkedHashMap<>(); // by reason
    for (Block block : blocks) {
      Triage.Judgement judgement = settings.extras().triage().of(block, fingerprints.of(block));
      if (judgement.isOpen()) {
        open.add(block);
      } else if (judgement.rule().isPresent()) {
        suppressed.merge(judgement.rule().get().reason(), 1, Integer::sum);
      } else {
        known++;
      }
    }
    if (known > 0) {
      line(
          "KNOWN: %s: %s of lines and field in the baseline.",
          engine(result), Printable.count(known, "pair"));
    }
    for (Map.Entry<String, Integer> rule : suppressed.entrySet()) {
      line(
          "SUPPRESSED: %s: %s of lines and field: %s.",
          engine(result), Printable.count(rule.getValue(), "pair"), Printable.of(rule.getKey()));
    }
    return open;
  }

  /** Whether it is at lines and on a field that no engine before has verified on this trace. */
  private boolean isNew(Block block) {
    return !settings.newOnly()
        || (block.isVerified() ? written.add(block.key()) : !written.contains(block.key()));
  }

  private void blocks(RunResult result, List<Block> shown) throws IOException {
    int[] chosen = shown.stream().mapToInt(Block::example).toArray();
    RaceContext context = result.context().at(positions(result, chosen));
    callers = result.context().callers(stackPositions(result, chosen, context));
    for (int i = 0; i < shown.size(); i++) {
      block(shown.get(i), context);
      boolean isFirst = i == 0 || !shown.get(i - 1).field().equals(shown.get(i).field());
      if (isFirst) {
        sameField(shown.subList(i, shown.size()));
      }
      Optional<Shape> shape = shown.get(i).shape(context);
      if (shape.isPresent()) {
        line("  Hint: this %s.", shape.get().hint());
      }
    }
    out.write(RULE);
  }

  /** Names the other lines of the first block's field. */
  private void sameField(List<Block> blocks) throws IOException {
    List<String> others = new ArrayList<>();
    for (int i = 1; i < blocks.size() && blocks.get(i).field().equals(blocks.get(0).field()); i++) {
      others.add(FoundFields.lines(blocks.get(i)));
    }
    if (!others.isEmpty()) {
      line(
          "  %s of lines on this field below: %s.",
          Printable.count(others.size(), "more pair"), some(others, "; "));
    }
  }

  private static String some(List<String> names, String separator) {
    String some = String.join(separator, names.subList(0, Math.min(NAMED, names.size())));
    return names.size() <= NAMED
        ? some
        : some + " and " + Printable.grouped(names.size() - NAMED) + " more";
  }

  /** Ends what is said about a trace. */
  private void close() throws IOException {
    out.write(found.text());
    for (String summary : summaries) {
      line("%s", summary);
    }
    out.flush();
    found = new FoundFields();
    summaries.clear();
    written.clear();
  }

  @Override
  public void finish() throws IOException {
    close();
  }

  /** A trace that cannot be read fails for each engine; saying it once is enough. */
  private void error(RunResult result) throws IOException {
    String error = result.failure().orElseThrow().message();
    if (!error.equals(lastError)) {
      line("ERROR: Sooth: %s was not analysed by %s: %s", file(result), engine(result), error);
      out.flush();
    }
    lastError = error;
  }

  private static long[] positions(RunResult result, int[] chosen) {
    long[] positions = new long[2 * chosen.length];
    for (int i = 0; i < chosen.length; i++) {
      Race race = result.races().get(chosen[i]);
      positions[2 * i] = race.first().position();
      positions[2 * i + 1] = race.second().position();
    }
    Arrays.sort(positions);
    return positions;
  }

  /** Of the accesses and of the forks of their threads. */
  private static long[] stackPositions(RunResult result, int[] chosen, RaceContext context) {
    long[] accesses = positions(result, chosen);
    long[] forks =
        Arrays.stream(chosen)
            .mapToObj(index -> result.races().get(index))
            .flatMap(race -> Stream.of(race.first(), race.second()))
            .map(access -> context.creation(result.names().threads().get(access.thread())))
            .flatMap(Optional::stream)
            .mapToLong(RaceContext.Creation::position)
            .toArray();
    long[] all = Arrays.copyOf(accesses, accesses.length + forks.length);
    System.arraycopy(forks, 0, all, accesses.length, forks.length);
    Arrays.sort(all);
    return all;
  }

  private void callers(long position) throws IOException {
    int depth = 1;
    for (String place : callers.getOrDefault(position, List.of())) {
      line("    #%d %s", depth++, location(place));
    }
  }

  private void block(Block block, RaceContext context) throws IOException {
    RunResult result = block.result();
    int index = block.example();
    Race race = block.race();
    boolean verified = block.isVerified();
    out.write(RULE);
    line(
        "WARNING: Sooth: %s on %s (%s R%d) in %s",
        verified ? "data race" : "candidate of a data race",
        Printable.of(block.field()),
        engine(result),
        index + 1,
        file(result));
    access("", race, race.second(), result.names(), context);
    String previous = block.values().isPresent() ? "Other " : "Previous ";
    access(previous, race, race.first(), result.names(), context);
    if (context.whyUnknown().isPresent()) {
      line("  Locks held and thread creation are not known: %s", context.whyUnknown().get());
      line("");
    } else {
      creation(race.second(), result.names(), context);
      creation(race.first(), result.names(), context);
    }
    if (block.values().isPresent()) {
      values(block.values().get());
    } else if (verified) {
      line(
          "  Verified by a witness of %s: after executing these events both accesses are enabled.",
          Printable.count(result.proofs().witnessSize(index), "event"));
      if (settings.witnesses() && result.trace().isPresent()) {
        witness(result.trace().get(), result, index, race);
      }
    } else {
      line("  Candidate: %s.", result.proofs().reason(index));
    }
    line("  Fingerprint: %s", fingerprints.of(block));
    folded(block);
  }

  private void access(
      String previous, Race race, Access access, TraceNames names, RaceContext context)
      throws IOException {
    String verb = access.kind() == Kind.WRITE ? "write" : "read";
    boolean isExecuted = access.position() >= 0;
    line(
        "  %s of %s by thread %s (%s):",
        previous.isEmpty() ? capital(verb) : previous + verb,
        Printable.of(names.variables().get(race.variable())),
        thread(access, names),
        isExecuted ? "event " + access.position() : "not executed in the recorded run");
    line("    #0 %s", location(names.locations().get(access.location())));
    callers(access.position());
    if (context.whyUnknown().isEmpty() && isExecuted) {
      held(context.held(access.position()));
    }
    line("");
  }

  private void held(RaceContext.Held held) throws IOException {
    for (RaceContext.HeldLock lock : held.named()) {
      line(
          "    holding lock %s, acquired at %s (event %d)",
          Printable.of(lock.lock()), location(lock.location()), lock.position());
    }
    if (held.more() > 0) {
      line("    and %s", Printable.count(held.more(), "more lock"));
    } else if (held.isNone()) {
      line("    holding no lock");
    }
  }

  private void creation(Access access, TraceNames names, RaceContext context) throws IOException {
    String thread = thread(access, names);
    var fork = context.creation(names.threads().get(access.thread()));
    if (fork.isPresent()) {
      line(
          "  Thread %s created by thread %s (event %d):",
          thread, Printable.of(fork.get().parent()), fork.get().position());
      line("    #0 %s", location(fork.get().location()));
      callers(fork.get().position());
    } else if (access.position() >= 0) {
      line("  Thread %s runs from the start of the trace", thread);
    } else {
      return; // it was not asked for, of what was not executed
    }
    line("");
  }

  private void witness(Trace trace, RunResult result, int index, Race race) throws IOException {
    int[] schedule = result.proofs().witness(index).schedule(trace);
    for (String line : WitnessText.lines(trace, schedule, race, settings.fullWitnesses())) {
      line("    %s", line);
    }
    line("  and then, in either order and with nothing between them:");
    line("    %s", WitnessText.event(trace, trace.index(race.first().position())));
    line("    %s", WitnessText.event(trace, trace.index(race.second().position())));
  }

  /** What proves a race with other values. */
  private void values(ValueSchedule schedule) throws IOException {
    for (String line : ValueText.summary(schedule)) {
      line("  %s", line);
    }
    if (settings.witnesses()) {
      for (String line : ValueText.steps(schedule.steps(), settings.fullWitnesses())) {
        line("    %s", line);
      }
      line("  and then, in either order and with nothing between them:");
      line("    %s", ValueText.step(schedule.first()));
      line("    %s", ValueText.step(schedule.second()));
    }
  }

  private void folded(Block block) throws IOException {
    int others = block.size() - 1;
    if (others == 0) {
      return;
    }
    StringJoiner ids = new StringJoiner(", ");
    int named = 0;
    String whyNot = "";
    for (int member = 0; member <= others; member++) {
      int race = block.race(member);
      if (!block.result().proofs().isVerified(race)) {
        whyNot = block.result().proofs().reason(race);
      }
      if (race != block.example() && named < FOLDED_IDS) {
        ids.add("R" + (race + 1));
        named++;
      }
    }
    int verified = block.verifiedRaces();
    line(
        "  %s between these lines on this field (%s%s): %s in all, %s verified, on %s, by %s.",
        Printable.count(others, "more race"),
        ids,
        others > named ? ", ..." : "",
        Printable.grouped(others + 1),
        Printable.grouped(verified),
        variables(block),
        some(block.roles().stream().map(Printable::of).toList(), ", "));
    byVariable(block);
    if (verified > 0 && verified <= others) {
      line("  The other %s: %s.", Printable.count(others + 1 - verified, "race"), whyNot);
    }
  }

  /** Which threads use which of the variables, if that is not the same for all. */
  private void byVariable(Block block) throws IOException {
    Map<String, List<String>> byVariable = block.rolesByVariable();
    int shown = 0;
    for (Map.Entry<String, List<String>> each : byVariable.entrySet()) {
      if (shown++ == FOLDED_VARIABLES) {
        line("    and %s more", Printable.grouped(byVariable.size() - FOLDED_VARIABLES));
        break;
      }
      line(
          "    %s by %s",
          Printable.of(each.getKey()),
          some(each.getValue().stream().map(Printable::of).toList(), ", "));
    }
  }

  private static String variables(Block block) {
    boolean areElements = block.field().endsWith("[]");
    boolean areObjects = !areElements && !block.field().equals(block.variable());
    return Printable.count(
        block.variables(), areElements ? "element" : areObjects ? "object" : "variable");
  }

  private void notes(RunResult result) throws IOException {
    if (result.proofs().verified() > 0 && !explained) {
      explained = true;
      line(
          "NOTE: verified means proved against the recorded trace; docs/soundness.md names what a"
              + " trace can lack.");
    }
    for (String note : result.notes()) {
      line("NOTE: %s", Printable.of(note));
    }
    if (result.engine().heuristics().isPresent()) {
      line("NOTE: %s: %s.", engine(result), result.engine().heuristics().get().description());
    }
    if (!result.engine().sound() && result.proofs().verified() < result.proofs().size()) {
      line(
          "NOTE: %s: %s. Later reports are not guaranteed unless they are verified.",
          engine(result), result.engine().guarantee());
    }
    if (Findings.answerElsewhere(result) == Findings.Answer.NOT_COMPLETE) {
      line(
          "%s: %s on %s is not complete: no statement about the rest of the trace.",
          result.status(), engine(result), file(result));
    }
  }

  private static String summary(RunResult result, List<Block> blocks, long reportNanos) {
    String unfinished =
        switch (result.status()) {
          case INCOMPLETE -> " with questions left open";
          case TIMEOUT -> " before time ran out";
          case CANCELLED -> " before it was stopped";
          case TRUNCATED -> ", the end of which is missing";
          default -> "";
        };
    String size =
        Printable.fill(
            "%s, %s, %s, %s in %s",
            Printable.count(result.counts().events(), "event"),
            Printable.count(result.counts().threads(), "thread"),
            Printable.count(result.counts().variables(), "variable"),
            Printable.count(result.counts().locks(), "lock"),
            times(result.timings(), reportNanos / 1_000_000));
    if (result.races().pairs() == 0) {
      return Printable.fill(
          "SUMMARY: Sooth: no race found by %s in %s%s (%s)",
          engine(result), file(result), unfinished, size);
    }
    return Printable.fill(
        "SUMMARY: Sooth: %s found by %s in %s%s: %s; %s by field, %s verified; %s at %s on %s (%s)",
        Printable.count(result.races().pairs(), "race"),
        engine(result),
        file(result),
        unfinished,
        proofs(result, blocks),
        Printable.count(blocks.size(), "pair") + " of lines",
        Printable.grouped(Block.verified(blocks)),
        Printable.count(result.races().racyEvents(), "racy event"),
        Printable.count(result.races().racyLocations(), "location"),
        Printable.count(result.races().racyVariables(), "variable"),
        size);
  }

  /** A race is a candidate only if no other one of its lines and field is verified. */
  private static String proofs(RunResult result, List<Block> blocks) {
    int candidates = 0;
    for (Block block : blocks) {
      candidates += block.isVerified() ? 0 : block.size();
    }
    int verified = result.proofs().verified();
    int rest = result.races().size() - verified - candidates;
    return Printable.grouped(verified)
        + " verified, "
        + Printable.count(candidates, "candidate")
        + (rest == 0 ? "" : ", " + Printable.grouped(rest) + " more of verified lines");
  }

  private static String times(Timings spent, long reportMillis) {
    return Printable.fill(
        "%s: reading %s, detection %s, proof %s, report %s",
        Printable.millis(spent.whole().toMillis() + reportMillis),
        Printable.millis(spent.reading().toMillis()),
        Printable.millis(spent.detection().toMillis()),
        Printable.millis(spent.proof().toMillis()),
        Printable.millis(reportMillis));
  }

  private static String file(RunResult result) {
    return Printable.of(result.file(), LONGEST_PATH);
  }

  private static String engine(RunResult result) {
    return result.engine().id();
  }

  private static String thread(Access access, TraceNames names) {
    return Printable.of(names.threads().get(access.thread()));
  }

  private static String location(String location) {
    return location.isEmpty() ? "unknown location" : Printable.of(location);
  }

  private static String capital(String word) {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }

  private void line(String format, Object... args) throws IOException {
    out.write(args.length == 0 ? format : Printable.fill(format, args));
    out.write('\n');
  }
}
