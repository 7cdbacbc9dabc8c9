package dev.sooth.report;

import dev.sooth.analysis.RunResult;
import dev.sooth.race.Suppressions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Which races are news: what is suppressed is no race that anybody wants to hear of, and what a
 * baseline has is known. Either still stands in the reports, marked as what it is.
 */
public final class Triage {
  /** All races are news. */
  public static final Triage NONE = new Triage(Optional.empty(), Suppressions.NONE, false);

  /** What a race is to the user. */
  enum State {
    /** There is no baseline. */
    OPEN("open"),
    NEW("new"),
    KNOWN("known"),
    SUPPRESSED("suppressed");

    private final String id;

    State(String id) {
      this.id = id;
    }

    /** Its name in JSON. */
    String id() {
      return id;
    }
  }

  /**
   * What was decided about a block.
   *
   * @param rule the suppression, of a suppressed one
   */
  record Judgement(State state, Optional<Suppressions.Rule> rule) {
    private static final Judgement OPEN = new Judgement(State.OPEN, Optional.empty());
    private static final Judgement NEW = new Judgement(State.NEW, Optional.empty());
    private static final Judgement KNOWN = new Judgement(State.KNOWN, Optional.empty());

    /** Whether it is to be shown as a race that waits for somebody. */
    boolean isOpen() {
      return state == State.OPEN || state == State.NEW;
    }
  }

  private final Optional<Baseline> baseline;
  private final Suppressions suppressions;
  private final boolean knownCounts;
  private final IdentityHashMap<RunResult, Map<Long, List<String>>> callers =
      new IdentityHashMap<>();
  private String file = ""; // the trace that the callers are of

  /**
   * Judges by both.
   *
   * @param knownCounts whether a known race makes a run fail
   */
  public Triage(Optional<Baseline> baseline, Suppressions suppressions, boolean knownCounts) {
    this.baseline = baseline;
    this.suppressions = suppressions;
    this.knownCounts = knownCounts;
  }

  /** Whether it has nothing to say. */
  public boolean isNone() {
    return baseline.isEmpty() && suppressions.isEmpty();
  }

  Judgement of(Finding finding) throws IOException {
    return of(finding.best(), finding.fingerprint());
  }

  Judgement of(Block block, String fingerprint) throws IOException {
    if (!suppressions.isEmpty()) {
      Optional<Suppressions.Rule> rule =
          suppressions.match(
              block.field(),
              List.of(block.firstLocation(), block.secondLocation()),
              callers(block));
      if (rule.isPresent()) {
        return new Judgement(State.SUPPRESSED, rule);
      }
    }
    if (baseline.isEmpty()) {
      return Judgement.OPEN;
    }
    return baseline.get().contains(fingerprint) ? Judgement.KNOWN : Judgement.NEW;
  }

  private List<String> callers(Block block) throws IOException {
    if (!block.result().file().equals(file)) {
      file = block.result().file();
      callers.clear();
    }
    Map<Long, List<String>> ofRun = callers.get(block.result());
    if (ofRun == null) {
      ofRun = block.result().context().callers(positions(Block.of(block.result())));
      callers.put(block.result(), ofRun);
    }
    List<String> places = new ArrayList<>();
    places.addAll(ofRun.getOrDefault(block.race().first().position(), List.of()));
    places.addAll(ofRun.getOrDefault(block.race().second().position(), List.of()));
    return places;
  }

  private static long[] positions(List<Block> blocks) {
    return blocks.stream()
        .map(Block::race)
        .flatMapToLong(race -> LongStream.of(race.first().position(), race.second().position()))
        .sorted()
        .toArray();
  }

  /**
   * The races of a run that wait for somebody, by their index; one that is known is among them only
   * if it makes a run fail.
   */
  public BitSet open(RunResult result) throws IOException {
    BitSet open = new BitSet();
    if (isNone()) {
      open.set(0, result.races().size());
      return open;
    }
    Fingerprints fingerprints = new Fingerprints();
    for (Block block : Block.of(result)) {
      Judgement judgement = of(block, fingerprints.of(block));
      if (judgement.isOpen() || (judgement.state() == State.KNOWN && knownCounts)) {
        for (int member = 0; member < block.size(); member++) {
          open.set(block.race(member));
        }
      }
    }
    return open;
  }

  /** Whether the races of a run make it fail. */
  public boolean fails(RunResult result) throws IOException {
    if (result.races().pairs() == 0) {
      return false;
    }
    if (isNone() || result.races().pairs() > result.races().size()) {
      return true; // what is not listed is not known to be known
    }
    return !open(result).isEmpty();
  }

  /** Lines for the user, after all runs. */
  public List<String> remarks() {
    return suppressions.remarks();
  }
}
