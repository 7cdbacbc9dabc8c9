package dev.sooth.detect.osr;

import com.carrotsearch.hppc.IntArrayList;
import dev.sooth.detect.Detector;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Parallelism;
import dev.sooth.detect.Stop;
import dev.sooth.order.TrfIndex;
import dev.sooth.race.RaceSink;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceSource;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.CancellationException;

/**
 * Finds exactly the optimistic sync-reversal races of [OSR24] (Algorithms 1 to 4): a pair races if
 * its optimistic lock closure can be put in an order in which only critical sections that stay open
 * move behind those that are closed. Every report is a race; {@link OsrWitnesses} has the proof.
 *
 * <p>Cost: O(events × threads) to build the index, then at worst a decision for each pair of runs
 * (see {@link AccessRuns}) of rival groups; near linear where locks, data or forks order most
 * accesses. The trace and about 40 bytes an event in memory, and a vector for each event that
 * learns something from another thread.
 *
 * <p>Departs from the paper: conflict edges as in {@link SuccessorsBuilder}, pairs with a member
 * inside the closure as in {@link OptimisticClosure} (the paper is unsound in both); vectors only
 * where they change; refutations are reused ({@link Refutations}). Volatile accesses order events
 * as plain ones do and are never reported. See docs/osr.md.
 *
 * <p>Second accesses are dealt to the workers in small pieces of the trace; what is reported does
 * not depend on the number of workers.
 */
public final class OsrDetector implements Detector {
  private static final int PIECE = 256; // positions that a worker takes at a time
  private static final int NOT_YET = 0;

  private final int workers;

  /** A detector with as many workers as the user asked for. */
  public OsrDetector() {
    this(Parallelism.threads());
  }

  /** A detector with this many workers. */
  public OsrDetector(int workers) {
    if (workers < 1) {
      throw new IllegalArgumentException("at least one worker is needed, not " + workers);
    }
    this.workers = workers;
  }

  @Override
  public void run(TraceSource source, Pairs pairs, RaceSink sink, Stop stop) throws IOException {
    Trace trace = Trace.load(source);
    try {
      new Run(OsrIndex.of(trace, stop::now), pairs, sink, stop).scan();
    } catch (CancellationException e) {
      // Stopped before the first race could be found: there is nothing to report.
    }
  }

  /** One analysis of one trace. */
  private final class Run {
    private final OsrIndex index;
    private final TrfIndex trf;
    private final Trace trace;
    private final AccessRuns runs;
    private final Pairs pairs;
    private final RaceSink sink;
    private final Stop stop;
    private final int[] partner; // per run: NOT_YET, or 1 + its first partner, 0 if it has none
    private final BitSet reportedVariables = new BitSet();

    Run(OsrIndex index, Pairs pairs, RaceSink sink, Stop stop) {
      this.index = index;
      this.pairs = pairs;
      this.sink = sink;
      this.stop = stop;
      trf = index.trf();
      trace = trf.trace();
      runs = index.runs();
      partner = new int[pairs == Pairs.ALL ? 0 : runs.runs()];
      Arrays.fill(partner, NOT_YET);
    }

    void scan() {
      // All pairs of a window are held in memory; a variable is skipped only in later windows.
      int window = pairs == Pairs.FIRST_PER_EVENT ? 1 << 20 : 1 << 14;
      PartnerScan[] scans = new PartnerScan[workers];
      for (int w = 0; w < workers; w++) {
        scans[w] = new PartnerScan(index);
      }
      try (Workers crew = new Workers(workers, stop)) {
        for (int from = 0; from < trace.size() && !crew.isStopped(); from += window) {
          int first = from;
          int to = (int) Math.min(trace.size(), from + (long) window);
          int pieces = (to - from + PIECE - 1) / PIECE;
          IntArrayList[] found = new IntArrayList[pairs == Pairs.ALL ? pieces : 0];
          crew.forEach(
              pieces,
              (worker, piece) -> {
                int start = first + piece * PIECE;
                int end = Math.min(to, start + PIECE);
                if (pairs == Pairs.ALL) {
                  found[piece] = findAll(crew, scans[worker], start, end);
                } else {
                  findFirst(crew, scans[worker], start, end);
                }
              });
          if (pairs == Pairs.ALL) {
            for (IntArrayList list : found) {
              reportAll(list);
            }
          } else {
            reportFirst(from, to);
          }
        }
      }
    }

    private void findFirst(Workers crew, PartnerScan scan, int from, int to) {
      for (int p = from; p < to && !crew.isStopped(); p++) {
        int run = runs.runOf(trf.slotOf(p));
        if (run == AccessRuns.NONE || runs.head(run) != trf.index(p)) {
          continue;
        }
        if (pairs == Pairs.PER_VARIABLE && reportedVariables.get(trace.target(p))) {
          continue;
        }
        partner[run] = 1 + scan.firstPartner(run);
      }
    }

    private void reportFirst(int from, int to) {
      for (int p = from; p < to; p++) {
        int run = runs.runOf(trf.slotOf(p));
        if (run == AccessRuns.NONE || partner[run] == NOT_YET) {
          continue;
        }
        if (pairs == Pairs.PER_VARIABLE) {
          if (reportedVariables.get(trace.target(p))) {
            continue;
          }
          reportedVariables.set(trace.target(p));
        }
        int other = partner[run] - 1;
        report(trf.position(runs.thread(runs.groupOf(other)), runs.head(other)), p);
      }
    }

    /** Each second access of the piece that races: its position, how many runs, the runs. */
    private IntArrayList findAll(Workers crew, PartnerScan scan, int from, int to) {
      IntArrayList list = new IntArrayList(0);
      for (int p = from; p < to && !crew.isStopped(); p++) {
        int run = runs.runOf(trf.slotOf(p));
        if (run != AccessRuns.NONE) {
          int size = list.size();
          list.add(p, 0);
          scan.allPartners(run, list);
          int count = list.size() - size - 2;
          if (count == 0) {
            list.elementsCount = size;
          } else {
            list.set(size + 1, count);
          }
        }
      }
      return list;
    }

    private void reportAll(IntArrayList list) {
      if (list == null) {
        return; // stopped before this piece
      }
      int at = 0;
      while (at < list.size()) {
        int second = list.get(at);
        int end = at + 2 + list.get(at + 1);
        IntArrayList firsts = new IntArrayList();
        for (at += 2; at < end; at++) {
          addAccesses(list.get(at), firsts);
        }
        int[] sorted = firsts.toArray();
        Arrays.sort(sorted);
        for (int first : sorted) {
          report(first, second);
        }
      }
    }

    private void addAccesses(int run, IntArrayList positions) {
      int thread = runs.thread(runs.groupOf(run));
      int left = runs.length(run);
      for (int i = runs.head(run); left > 0; i++) {
        if (runs.runOf(trf.slot(thread, i)) == run) {
          positions.add(trf.position(thread, i));
          left--;
        }
      }
    }

    private void report(int first, int second) {
      sink.race(
          trace.target(second),
          first,
          trace.kind(first),
          trace.thread(first),
          trace.location(first),
          second,
          trace.kind(second),
          trace.thread(second),
          trace.location(second));
    }
  }
}
