package dev.sooth.detect.osr;

import com.carrotsearch.hppc.IntArrayList;
import dev.sooth.detect.Detector;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.detect.Workers;
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
 * accesses. The trace and about 40 bytes an event in memory, and what differs for each event that
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
  private static final int FIRST_WINDOW = 1 << 12;
  private static final int LAST_WINDOW = 1 << 20;
  private static final int LAST_WINDOW_OF_ALL = 1 << 14;
  private static final int NOT_YET = 0;

  private final int workers;

  /** A detector with this many workers. */
  public OsrDetector(int workers) {
    if (workers < 1) {
      throw new IllegalArgumentException("at least one worker is needed, not " + workers);
    }
    this.workers = workers;
  }

  @Override
  public void run(TraceSource source, Pairs pairs, RaceSink sink, Stop stop) throws IOException {
    Workers crew = new Workers(workers, stop);
    try {
      new Run(OsrIndex.of(Trace.load(source), crew), pairs, sink).scan(crew);
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
    private final int[] partner; // per run: NOT_YET or none, or 1 + its first partner
    private final BitSet unwanted = new BitSet(); // variables of which no more races are of use
    private final BitSet racy = new BitSet(); // variables of which a run has a partner
    private final BitSet[] racyOf = new BitSet[workers]; // the same, found by each worker

    Run(OsrIndex index, Pairs pairs, RaceSink sink) {
      this.index = index;
      this.pairs = pairs;
      this.sink = sink;
      trf = index.trf();
      trace = trf.trace();
      runs = index.runs();
      partner = new int[pairs == Pairs.ALL ? 0 : runs.runs()];
    }

    void scan(Workers crew) {
      PartnerScan[] scans = new PartnerScan[workers];
      for (int w = 0; w < workers; w++) {
        scans[w] = new PartnerScan(index);
        racyOf[w] = new BitSet();
      }
      // Windows grow since variables become unwanted early; all pairs of a window are in memory.
      int window = FIRST_WINDOW;
      int last = pairs == Pairs.ALL ? LAST_WINDOW_OF_ALL : LAST_WINDOW;
      int from = 0;
      while (from < trace.size() && !crew.isStopped()) {
        int to = (int) Math.min(trace.size(), from + (long) window);
        scan(crew, scans, from, to);
        from = to;
        window = Math.min(4 * window, last);
      }
    }

    private void scan(Workers crew, PartnerScan[] scans, int from, int to) {
      int pieces = (to - from + PIECE - 1) / PIECE;
      int[] reached = new int[pieces]; // how far each piece was done
      IntArrayList[] found = new IntArrayList[pairs == Pairs.ALL ? pieces : 0];
      crew.forEach(
          pieces,
          (worker, piece) -> {
            int start = from + piece * PIECE;
            int end = Math.min(to, start + PIECE);
            if (pairs == Pairs.ALL) {
              found[piece] = new IntArrayList(0);
              reached[piece] = findAll(crew, scans[worker], start, end, found[piece]);
            } else {
              reached[piece] = findFirst(crew, scans[worker], racyOf[worker], start, end);
            }
          });
      for (BitSet ofWorker : racyOf) {
        racy.or(ofWorker);
      }
      // If it was stopped, then what is reported is all up to some position and nothing beyond.
      boolean whole = true;
      for (int piece = 0; piece < pieces && whole; piece++) {
        int start = from + piece * PIECE;
        whole = reached[piece] == Math.min(to, start + PIECE);
        if (reached[piece] > start && pairs == Pairs.ALL) {
          reportAll(found[piece]);
        } else if (reached[piece] > start) {
          reportFirst(start, reached[piece]);
        }
      }
    }

    private int findFirst(Workers crew, PartnerScan scan, BitSet found, int from, int to) {
      for (int p = from; p < to; p++) {
        int run = runs.runOf(trf.slotOf(p));
        if (run != AccessRuns.NONE
            && runs.head(run) == trf.index(p)
            && !unwanted.get(trace.target(p))) {
          if (crew.isStopped()) {
            return p;
          }
          int first = scan.firstPartner(run);
          if (first != PartnerScan.NONE) { // else leave the cache line to the other workers
            partner[run] = 1 + first;
            found.set(trace.target(p));
          }
        }
      }
      return to;
    }

    private void reportFirst(int from, int to) {
      if (racy.isEmpty()) {
        return;
      }
      int[] targets = trace.targets();
      for (int p = from; p < to; p++) {
        if (!racy.get(targets[p])) { // which needs no look at the run: most events end here
          continue;
        }
        int run = runs.runOf(trf.slotOf(p));
        if (run != AccessRuns.NONE && partner[run] != NOT_YET && !unwanted.get(trace.target(p))) {
          int other = partner[run] - 1;
          report(trf.position(runs.thread(other), runs.head(other)), p);
          unwanted.set(trace.target(p), !sink.wants(trace.target(p)));
        }
      }
    }

    /** Appends for each second access that races: its position, the number of runs, the runs. */
    private int findAll(Workers crew, PartnerScan scan, int from, int to, IntArrayList list) {
      for (int p = from; p < to; p++) {
        int run = runs.runOf(trf.slotOf(p));
        if (run != AccessRuns.NONE && !unwanted.get(trace.target(p))) {
          if (crew.isStopped()) {
            return p;
          }
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
      return to;
    }

    private void reportAll(IntArrayList list) {
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
        unwanted.set(trace.target(second), !sink.wants(trace.target(second)));
      }
    }

    private void addAccesses(int run, IntArrayList positions) {
      int thread = runs.thread(run);
      int left = runs.length(run);
      for (int i = runs.head(run); left > 0; i++) {
        if (runs.runOf(trf.slot(thread, i)) == run) {
          positions.add(trf.position(thread, i));
          left--;
        }
      }
    }

    private void report(int first, int second) {
      sink.race(trace, first, second);
    }
  }
}
