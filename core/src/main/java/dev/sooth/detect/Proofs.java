package dev.sooth.detect;

import dev.sooth.race.Proof;
import dev.sooth.race.Race;
import dev.sooth.race.Witness;
import dev.sooth.trace.Trace;
import dev.sooth.verify.CutChecker;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Turns the reports of an engine into proofs: searches a witness and has it checked by {@link
 * CutChecker}, which shares no code with any engine. A report of an engine that guarantees all its
 * reports must pass; if it does not, that is a bug of ours and said so, never a race.
 */
public final class Proofs {
  private static final int LONG_TRACE = 1 << 17;

  private final Engine engine;
  private final WitnessSearch search;
  private final CutChecker checker;
  private final long repaired;
  private final Trace trace;

  public Proofs(Engine engine, Trace trace) {
    this.engine = engine;
    this.trace = trace;
    FutureTask<CutChecker> check = new FutureTask<>(() -> new CutChecker(trace));
    if (trace.size()
        >= LONG_TRACE) { // both take a pass over the trace, and neither needs the other
      Thread helper = new Thread(check, "sooth-checker");
      helper.setDaemon(true);
      helper.start();
    }
    this.search = engine.witnessSearch(trace);
    this.checker = result(check);
    this.repaired = trace.notes().repaired();
  }

  private static CutChecker result(FutureTask<CutChecker> check) {
    check.run(); // if nobody has begun
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return check.get();
        } catch (InterruptedException e) {
          interrupted = true; // it will be there soon
        } catch (ExecutionException e) {
          if (e.getCause() instanceof Error error) {
            throw error; // out of memory, most likely, which the caller knows how to say
          }
          throw new IllegalStateException(e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Proves one race of this engine.
   *
   * @throws UnsoundReportException if the engine guarantees its reports and this one fails the
   *     check
   */
  public Proof prove(Race race) {
    int first = trace.index(race.first().position());
    int second = trace.index(race.second().position());
    Optional<Witness> witness = search.find(first, second);
    if (witness.isEmpty()) {
      if (engine.sound()) {
        throw new UnsoundReportException(engine, first, second, "no witness was found");
      }
      return new Proof.Candidate("no sync-preserving reordering shows it");
    }
    Optional<String> objection = checker.objection(first, second, witness.get());
    if (objection.isPresent()) {
      // A search that offers a wrong schedule is broken, whoever reported the pair.
      throw new UnsoundReportException(engine, first, second, objection.get());
    }
    if (repaired > 0) {
      return new Proof.Candidate("--lenient dropped " + repaired + " events of the trace");
    }
    return new Proof.Verified(witness.get());
  }
}
