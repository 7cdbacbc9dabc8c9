package dev.sooth.agent.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.agent.bootstrap.Chunk;
import dev.sooth.agent.bootstrap.Op;
import dev.sooth.agent.bootstrap.TestThread;
import dev.sooth.agent.bootstrap.ThreadLog;
import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.detect.Pairs;
import dev.sooth.race.Race;
import dev.sooth.race.RaceList;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What is left out of the logs does not matter: random executions, each as a trace of all that was
 * done and as the trace that the logs give.
 */
class RepeatsTest {
  private static final int EXECUTIONS = 500;

  private static long nextObject = 1L << 30; // of each execution its own

  @BeforeEach
  void on() {
    TestThread.recording(true);
  }

  @AfterEach
  void off() {
    TestThread.recording(false);
  }

  /** One execution, whose operations are whole, so that any interleaving is one of them. */
  private static final class Execution implements MergedOperations {
    final Random random;
    final List<TestThread> threads = new ArrayList<>();
    final List<ThreadLog> created = new ArrayList<>();
    final long[] variables;
    final long[] locks;
    final int[] holder;
    final TraceBuilder full = new TraceBuilder("full", TraceNames.empty());
    final TraceBuilder recorded = new TraceBuilder("recorded", TraceNames.empty());

    Execution(long seed) {
      this(seed, 1 + (int) (seed % 4));
    }

    Execution(long seed, int variableCount) {
      TestThread.forgetAll();
      random = new Random(seed);
      int count = 2 + random.nextInt(2);
      variables = new long[variableCount];
      for (int i = 0; i < variables.length; i++) {
        do {
          variables[i] = Op.fieldKey(++nextObject, 1);
        } while (i > 0
            && random.nextBoolean()
            && Op.stripe(variables[i]) != Op.stripe(variables[0]));
      }
      locks = new long[random.nextInt(3)];
      for (int i = 0; i < locks.length; i++) {
        locks[i] = Op.syncKey(nextObject++, 1, Op.PART_LOCK);
      }
      holder = new int[locks.length];
      for (int i = 0; i < count; i++) {
        TestThread thread = new TestThread(i);
        threads.add(thread);
        created.add(thread.log);
      }
    }

    void run(int steps) throws IOException {
      EventMerger merger = new EventMerger(this, this::takeCreated, () -> null);
      int thread = 0;
      for (int i = 0; i < steps; i++) {
        if (random.nextInt(4) == 0) {
          thread = random.nextInt(threads.size());
        }
        step(thread);
        if (random.nextInt(8) == 0) {
          merger.pass();
        }
      }
      for (int t = 0; t < threads.size(); t++) {
        threads.get(t).doesWithoutStripe(Op.END, 0);
      }
      while (merger.pass()) {
        // until all is out
      }
    }

    private List<ThreadLog> takeCreated() {
      List<ThreadLog> taken = List.copyOf(created);
      created.clear();
      return taken;
    }

    private void step(int t) {
      int what = random.nextInt(12);
      if (what == 0 && locks.length > 0) {
        int lock = random.nextInt(locks.length);
        if (holder[lock] == 0) {
          holder[lock] = t + 1;
          done(t, Op.ACQUIRE, 0, locks[lock]);
          return;
        } else if (holder[lock] == t + 1) {
          holder[lock] = 0;
          done(t, Op.RELEASE, 0, locks[lock]);
          return;
        }
      }
      long variable = variables[random.nextInt(variables.length)];
      int site = 10 * (t + 1) + random.nextInt(2);
      if (what == 1 && random.nextInt(4) == 0) {
        done(t, random.nextBoolean() ? Op.HIDDEN_READ : Op.HIDDEN_WRITE, 0, variables[0]);
      } else {
        done(t, random.nextInt(3) == 0 ? Op.FIELD_WRITE : Op.FIELD_READ, site, variable);
      }
    }

    private void done(int thread, int op, int site, long key) {
      add(full, thread, op, site, key);
      threads.get(thread).does(op, site, key);
    }

    private static void add(TraceBuilder trace, int thread, int op, int site, long key) {
      byte kind =
          switch (op) {
            case Op.FIELD_READ -> Kind.READ;
            case Op.FIELD_WRITE -> Kind.WRITE;
            case Op.ACQUIRE -> Kind.ACQUIRE;
            case Op.RELEASE -> Kind.RELEASE;
            case Op.HIDDEN_READ -> Kind.VOLATILE_READ;
            case Op.HIDDEN_WRITE -> Kind.VOLATILE_WRITE;
            default -> throw new AssertionError(op);
          };
      trace.add(kind, "T" + thread, (Kind.isPlainAccess(kind) ? "x" : "s") + key, "" + site);
    }

    @Override
    public void thread(ThreadLog log) {}

    @Override
    public void operation(int thread, long head, long key, Chunk chunk, int at) {
      if (Op.op(head) != Op.END) {
        add(recorded, thread, Op.op(head), Op.site(head), key);
      }
    }

    @Override
    public void afterAll(int thread, List<ThreadLog> running, int[] ended) {}

    @Override
    public void afterLock(int thread, long lock, List<ThreadLog> byNumber) {}

    @Override
    public void dead(long[] numbers) {}
  }

  /** Variable and sites of the races. */
  private static Set<String> races(Engine engine, Trace trace) throws IOException {
    RaceList races = new RaceList();
    engine.create().run(trace, Pairs.ALL, races, () -> false);
    Set<String> result = new TreeSet<>();
    for (int i = 0; i < races.size(); i++) {
      Race race = races.get(i);
      String first = trace.names().locations().get(race.first().location());
      String second = trace.names().locations().get(race.second().location());
      result.add(
          trace.names().variables().get(race.variable())
              + (first.compareTo(second) < 0
                  ? " " + first + " " + second
                  : " " + second + " " + first));
    }
    return result;
  }

  /** No engine reports a pair that it does not report of the full trace; `hb` reports the same. */
  @Test
  void nothingIsReportedThatIsNotInTheFullTrace() throws IOException {
    long first = Long.getLong("sooth.seed", 1);
    int leftOut = 0;
    for (long seed = first; seed < first + EXECUTIONS; seed++) {
      Execution execution = new Execution(seed);
      execution.run(30);
      Trace full = execution.full.build();
      Trace recorded = execution.recorded.build();
      leftOut += full.size() - recorded.size();
      assertThat(races(Engines.HB, recorded))
          .as("seed %d", seed)
          .isEqualTo(races(Engines.HB, full));
      Set<String> predictable = races(Engines.EXACT, full);
      for (Engine engine : Engines.all()) {
        Set<String> real = races(engine, full);
        real.addAll(predictable);
        assertThat(real).as("%s, seed %d", engine.id(), seed).containsAll(races(engine, recorded));
      }
    }
    assertThat(leftOut).isGreaterThan(3 * EXECUTIONS);
  }

  /**
   * A known miss: the second read of a thread races with a write of another that comes after it has
   * read what the first wrote in between. All four accesses are unordered by happens-before, and
   * the pair of the first read and that write is what is left of it.
   */
  @Test
  void aReadThatOnlyARacyChainTellsFromTheFirstIsMissed() throws IOException {
    Execution execution = new Execution(1, 1);
    long x = execution.variables[0];
    execution.done(0, Op.FIELD_WRITE, 10, x);
    execution.done(0, Op.FIELD_READ, 11, x);
    execution.done(0, Op.FIELD_WRITE, 10, x);
    execution.done(0, Op.FIELD_READ, 11, x);
    execution.done(1, Op.FIELD_READ, 20, x);
    execution.done(1, Op.FIELD_WRITE, 21, x);
    execution.run(0);
    String missed = "x" + x + " 11 21";
    assertThat(races(Engines.EXACT, execution.full.build())).contains(missed);
    assertThat(races(Engines.EXACT, execution.recorded.build())).doesNotContain(missed);
    assertThat(races(Engines.HB, execution.recorded.build())).contains(missed);
  }

  /** Who sees what a thread has published sees what it has done before, if only by a race. */
  @Test
  void theWritesOfAThreadKeepTheirOrder() throws IOException {
    Execution execution = new Execution(1, 2);
    long content = execution.variables[0];
    long reference = execution.variables[1];
    for (int i = 0; i < 3; i++) {
      execution.done(0, Op.FIELD_WRITE, 10, content);
    }
    for (int i = 0; i < 3; i++) {
      execution.done(0, Op.FIELD_WRITE, 11, reference);
    }
    execution.done(1, Op.FIELD_READ, 20, reference);
    execution.done(1, Op.FIELD_READ, 21, content);
    execution.run(0);
    assertThat(races(Engines.EXACT, execution.recorded.build()))
        .containsExactly("x" + reference + " 11 20");
  }

  /** A read that repeats is left out until somebody else has written. */
  @Test
  void onlyReadsThatSayNothingNewAreLeftOut() throws IOException {
    Execution execution = new Execution(1, 2);
    long x = execution.variables[0];
    for (int i = 0; i < 100; i++) {
      execution.done(0, Op.FIELD_READ, 11, x);
    }
    execution.done(1, Op.FIELD_WRITE, 20, x);
    execution.done(1, Op.FIELD_WRITE, 20, x);
    for (int i = 0; i < 100; i++) {
      execution.done(0, Op.FIELD_READ, 11, x);
    }
    execution.run(0);
    Trace recorded = execution.recorded.build();
    StringBuilder kinds = new StringBuilder();
    for (int i = 0; i < recorded.size(); i++) {
      kinds.append(recorded.names().threads().get(recorded.thread(i)));
      kinds.append(Kind.symbol(recorded.kind(i))).append(' ');
    }
    assertThat(kinds.toString()).isEqualTo("T0r T1w T1w T0r ");
  }
}
