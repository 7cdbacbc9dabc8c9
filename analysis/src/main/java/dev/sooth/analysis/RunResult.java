package dev.sooth.analysis;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Pairs;
import dev.sooth.race.RaceList;
import dev.sooth.race.Races;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The run of one engine on one trace.
 *
 * @param file the trace as the user named it
 * @param engine with the options that it ran with
 * @param counts of the whole trace, or of the part that was read
 * @param names behind the ids in {@code races}
 * @param races in the order in which they were found
 * @param proofs of these races, by index
 * @param trace if it is in memory: witnesses can then be printed event by event
 * @param context looks up what a text report says about an access beyond its line
 * @param notes what reading left out or changed, and what was cut off
 * @param failure what went wrong; present iff the status is ERROR
 */
public record RunResult(
    String file,
    Engine engine,
    Pairs pairs,
    RunStatus status,
    TraceCounts counts,
    TraceNames names,
    Timings timings,
    Races races,
    ProofTable proofs,
    Optional<Trace> trace,
    ContextLookup context,
    List<String> notes,
    Optional<Failure> failure) {

  public RunResult {
    notes = List.copyOf(notes);
  }

  /** Begins the result of a run that is complete and has found nothing. */
  public static Builder of(String file, Engine engine, Pairs pairs) {
    return new Builder(file, engine, pairs);
  }

  /** The same with one more note. */
  public RunResult withNote(String note) {
    List<String> more = new ArrayList<>(notes);
    more.add(note);
    return new RunResult(
        file, engine, pairs, status, counts, names, timings, races, proofs, trace, context, more,
        failure);
  }

  /** Without the trace, which takes memory; reports then show no witness. */
  public RunResult withoutTrace() {
    return new RunResult(
        file,
        engine,
        pairs,
        status,
        counts,
        names,
        timings,
        races,
        proofs.withoutWitnesses(),
        Optional.empty(),
        context.withoutTrace(),
        notes,
        failure);
  }

  /** Parts that are not named are those of a complete run without a race. */
  public static final class Builder {
    private final String file;
    private final Engine engine;
    private final Pairs pairs;
    private RunStatus status = RunStatus.COMPLETE;
    private TraceCounts counts = TraceCounts.NONE;
    private TraceNames names = TraceNames.empty();
    private Timings timings = Timings.NONE;
    private Races races = new RaceList();
    private ProofTable proofs = ProofTable.of(List.of());
    private Optional<Trace> trace = Optional.empty();
    private ContextLookup context = ContextLookup.unavailable("the trace cannot be read again");
    private List<String> notes = List.of();
    private Optional<Failure> failure = Optional.empty();

    private Builder(String file, Engine engine, Pairs pairs) {
      this.file = file;
      this.engine = engine;
      this.pairs = pairs;
    }

    public Builder status(RunStatus ended) {
      status = ended;
      return this;
    }

    /** What was read. */
    public Builder read(TraceCounts size, TraceNames behindIds) {
      counts = size;
      names = behindIds;
      return this;
    }

    public Builder timings(Timings spent) {
      timings = spent;
      return this;
    }

    /** What was found; the proofs are those of these races. */
    public Builder races(Races found, ProofTable proved) {
      races = found;
      proofs = proved;
      return this;
    }

    public Builder trace(Optional<Trace> inMemory) {
      trace = inMemory;
      return this;
    }

    public Builder context(ContextLookup lookup) {
      context = lookup;
      return this;
    }

    public Builder notes(List<String> lines) {
      notes = lines;
      return this;
    }

    /** The run failed: there are no results. */
    public Builder failure(Failure what) {
      status = RunStatus.ERROR;
      context = ContextLookup.unavailable("the run failed");
      failure = Optional.of(what);
      return this;
    }

    public RunResult build() {
      return new RunResult(
          file, engine, pairs, status, counts, names, timings, races, proofs, trace, context, notes,
          failure);
    }
  }
}
