package dev.sooth.report;

import dev.sooth.analysis.Printable;
import dev.sooth.analysis.ProofTable;
import dev.sooth.analysis.RaceContext;
import dev.sooth.analysis.RaceGroups;
import dev.sooth.analysis.RunResult;
import dev.sooth.analysis.RunStatus;
import dev.sooth.race.Access;
import dev.sooth.race.Race;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceNames;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The runs as text for people, in the manner of ThreadSanitizer: a block for each pair of source
 * lines that race, then notes, then a SUMMARY line.
 */
public final class TextReport implements Report {
  private static final String RULE = "==================\n";
  private static final int SCHEDULE_END = 20; // events printed at either end of a long witness
  private static final int FOLDED_IDS = 5;
  private static final int LONGEST_PATH = 1000;

  private final Writer out;
  private final boolean witnesses;
  private final boolean newOnly;
  private final Set<String> written = new HashSet<>(); // files and pairs of lines, if new only
  private boolean explained; // what the word verified means
  private String lastError = "";
  private Map<Long, List<String>> callers = Map.of(); // of the run that is written

  /**
   * Writes to this stream.
   *
   * @param witnesses whether to print the schedules of verified races
   * @param newOnly whether to leave out what an earlier engine verified at the same lines
   */
  public TextReport(OutputStream out, boolean witnesses, boolean newOnly) {
    this.newOnly = newOnly;
    this.out = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    this.witnesses = witnesses;
  }

  @Override
  public void add(RunResult result) throws IOException {
    if (result.failure().isPresent()) {
      error(result);
      return;
    }
    RaceGroups groups = RaceGroups.of(result.races(), result.names());
    int[] shown =
        IntStream.range(0, groups.size())
            .filter(group -> isNew(result, representative(groups, group, result.proofs())))
            .toArray();
    int[] chosen =
        Arrays.stream(shown).map(group -> representative(groups, group, result.proofs())).toArray();
    if (chosen.length > 0) {
      RaceContext context = result.context().at(positions(result, chosen));
      callers = result.context().callers(stackPositions(result, chosen, context));
      for (int i = 0; i < shown.length; i++) {
        block(result, groups, shown[i], chosen[i], context);
      }
      out.write(RULE);
    }
    if (shown.length < groups.size()) {
      line(
          "NOTE: %s: %s of racing lines already reported above.",
          engine(result), Printable.count(groups.size() - shown.length, "pair"));
    }
    notes(result);
    summary(result, groups);
    out.flush();
  }

  /** Whether the race is at lines that no engine before has verified on this trace. */
  private boolean isNew(RunResult result, int index) {
    if (!newOnly) {
      return true;
    }
    Race race = result.races().get(index);
    String first = result.names().locations().get(race.first().location());
    String second = result.names().locations().get(race.second().location());
    String lines = first.compareTo(second) <= 0 ? first + "|" + second : second + "|" + first;
    String key = result.file() + "|" + lines;
    return result.proofs().isVerified(index) ? written.add(key) : !written.contains(key);
  }

  @Override
  public void finish() throws IOException {
    out.flush();
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

  /** A verified race says more than a candidate at the same lines. */
  private static int representative(RaceGroups groups, int group, ProofTable proofs) {
    for (int member = 0; member < groups.size(group); member++) {
      if (proofs.isVerified(groups.race(group, member))) {
        return groups.race(group, member);
      }
    }
    return groups.race(group, 0);
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

  private void block(RunResult result, RaceGroups groups, int group, int index, RaceContext context)
      throws IOException {
    Race race = result.races().get(index);
    boolean verified = result.proofs().isVerified(index);
    out.write(RULE);
    line(
        "WARNING: Sooth: %s (%s R%d) in %s",
        verified ? "data race" : "candidate of a data race",
        engine(result),
        index + 1,
        file(result));
    access("", race, race.second(), result.names(), context);
    access("Previous ", race, race.first(), result.names(), context);
    if (context.whyUnknown().isPresent()) {
      line("  Locks held and thread creation are not known: %s", context.whyUnknown().get());
      line("");
    } else {
      creation(race.second(), result.names(), context);
      creation(race.first(), result.names(), context);
    }
    if (verified) {
      line(
          "  Verified by a witness of %s: after executing these events both accesses are enabled.",
          Printable.count(result.proofs().witnessSize(index), "event"));
      if (witnesses && result.trace().isPresent()) {
        witness(result.trace().get(), result.proofs().witness(index).schedule(), race);
      }
    } else {
      line("  Candidate: %s.", result.proofs().reason(index));
    }
    folded(result, groups, group, index);
  }

  private void access(
      String previous, Race race, Access access, TraceNames names, RaceContext context)
      throws IOException {
    String verb = access.kind() == Kind.WRITE ? "write" : "read";
    line(
        "  %s of %s by thread %s (event %d):",
        previous.isEmpty() ? capital(verb) : previous + verb,
        Printable.of(names.variables().get(race.variable())),
        thread(access, names),
        access.position());
    line("    #0 %s", location(names.locations().get(access.location())));
    callers(access.position());
    if (context.whyUnknown().isEmpty()) {
      List<RaceContext.HeldLock> held = context.held(access.position());
      for (RaceContext.HeldLock lock : held) {
        line(
            "    holding lock %s, acquired at %s (event %d)",
            Printable.of(lock.lock()), location(lock.location()), lock.position());
      }
      if (held.isEmpty()) {
        line("    holding no lock");
      }
    }
    line("");
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
    } else {
      line("  Thread %s runs from the start of the trace", thread);
    }
    line("");
  }

  private void witness(Trace trace, int[] schedule, Race race) throws IOException {
    boolean all = schedule.length <= 2 * SCHEDULE_END + 1;
    for (int i = 0; i < schedule.length; i++) {
      if (!all && i == SCHEDULE_END) {
        int skipped = schedule.length - 2 * SCHEDULE_END;
        line("    ... %s ...", Printable.count(skipped, "more event"));
        i += skipped - 1;
      } else {
        line("    %s", event(trace, schedule[i]));
      }
    }
    line("  and then, in either order and with nothing between them:");
    line("    %s", event(trace, trace.index(race.first().position())));
    line("    %s", event(trace, trace.index(race.second().position())));
  }

  private static String event(Trace trace, int index) {
    byte kind = trace.kind(index);
    return "event %d: thread %s: %s(%s) at %s"
        .formatted(
            trace.position(index),
            Printable.of(trace.names().threads().get(trace.thread(index))),
            Kind.symbol(kind),
            Printable.of(trace.names().target(kind, trace.target(index))),
            location(trace.names().locations().get(trace.location(index))));
  }

  private void folded(RunResult result, RaceGroups groups, int group, int index)
      throws IOException {
    int others = groups.size(group) - 1;
    if (others == 0) {
      return;
    }
    BitSet variables = new BitSet();
    StringJoiner ids = new StringJoiner(", ");
    int named = 0;
    int verified = 0;
    for (int member = 0; member <= others; member++) {
      int race = groups.race(group, member);
      variables.set(result.races().get(race).variable());
      verified += result.proofs().isVerified(race) ? 1 : 0;
      if (race != index && named < FOLDED_IDS) {
        ids.add("R" + (race + 1));
        named++;
      }
    }
    line(
        "  %s between these lines (%s%s): %d in all, %d verified, on %s.",
        Printable.count(others, "more race"),
        ids,
        others > named ? ", ..." : "",
        others + 1,
        verified,
        Printable.count(variables.cardinality(), "variable"));
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
    if (result.status() == RunStatus.TIMEOUT || result.status() == RunStatus.CANCELLED) {
      line(
          "%s: %s on %s is not complete: no statement about the rest of the trace.",
          result.status(), engine(result), file(result));
    }
  }

  private void summary(RunResult result, RaceGroups groups) throws IOException {
    String unfinished =
        switch (result.status()) {
          case TIMEOUT -> " before time ran out";
          case CANCELLED -> " before it was stopped";
          default -> "";
        };
    String size =
        "%s, %s, %s, %s in %s"
            .formatted(
                Printable.count(result.counts().events(), "event"),
                Printable.count(result.counts().threads(), "thread"),
                Printable.count(result.counts().variables(), "variable"),
                Printable.count(result.counts().locks(), "lock"),
                Printable.millis(result.timings().search().toMillis()));
    if (result.races().pairs() == 0) {
      line(
          "SUMMARY: Sooth: no race found by %s in %s%s (%s)",
          engine(result), file(result), unfinished, size);
      return;
    }
    int verified = result.proofs().verified();
    line(
        "SUMMARY: Sooth: %s found by %s in %s%s: %d verified, %d candidates; %s; "
            + "%s at %s on %s (%s)",
        Printable.count(result.races().pairs(), "race"),
        engine(result),
        file(result),
        unfinished,
        verified,
        result.races().pairs() - verified,
        Printable.count(groups.size(), "pair") + " of lines",
        Printable.count(result.races().racyEvents(), "racy event"),
        Printable.count(result.races().racyLocations(), "location"),
        Printable.count(result.races().racyVariables(), "variable"),
        size);
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
    out.write(args.length == 0 ? format : String.format(Locale.ROOT, format, args));
    out.write('\n');
  }
}
