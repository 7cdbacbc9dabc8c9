package dev.sooth.trace.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sooth.trace.Kind;
import dev.sooth.trace.SharedUse;
import dev.sooth.trace.Trace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SyntheticTraceTest {
  private static Trace load(Workload workload) throws IOException {
    return Trace.load(new SyntheticTrace(workload));
  }

  @Test
  void hasExactlyTheEventsAsked() throws IOException {
    Trace trace = load(Workload.of(200_000, 16, 100, 10_000, 1));
    assertThat(trace.size()).isEqualTo(200_000);
    assertThat(trace.names().threads().size()).isEqualTo(16);
    assertThat(trace.names().locks().size()).isEqualTo(100);
    assertThat(trace.names().variables().size()).isBetween(5_000, 10_000);
    assertWellFormed(trace, true);
  }

  @Test
  void sameSeedGivesTheSameTrace() throws IOException {
    SyntheticTrace source = new SyntheticTrace(Workload.of(50_000, 8, 10, 1_000, 7));
    Trace once = Trace.load(source);
    Trace again = Trace.load(source);
    Trace other = load(Workload.of(50_000, 8, 10, 1_000, 8));
    assertThat(text(again)).isEqualTo(text(once)).isNotEqualTo(text(other));
  }

  /** Pins the trace of one seed: benchmarks of different versions must measure the same input. */
  @Test
  void theTraceOfASeedNeverChanges() throws IOException, NoSuchAlgorithmException {
    Trace trace = load(Workload.of(20_000, 5, 7, 300, 42));
    byte[] text = text(trace).getBytes(StandardCharsets.UTF_8);
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
    assertThat(HexFormat.of().formatHex(digest))
        .isEqualTo("0962395fcf83535fe84cc32a093189d167ebe725709b726c885099935fccf81e");
  }

  @Test
  void sharesAreRoughlyAsAsked() throws IOException {
    Workload workload =
        new Workload(400_000, 8, 50, 10_000, 3, 0.4, 3, 0, 0.4, 0.1, 0.02, 0.4, 32, true);
    Trace trace = load(workload);
    assertWellFormed(trace, true);
    int accesses = 0;
    int inSection = 0;
    int racy = 0;
    int deepest = 0;
    int[] depth = new int[8];
    for (int i = 0; i < trace.size(); i++) {
      int thread = trace.thread(i);
      byte kind = trace.kind(i);
      if (kind == Kind.ACQUIRE) {
        deepest = Math.max(deepest, ++depth[thread]);
      } else if (kind == Kind.RELEASE) {
        depth[thread]--;
      } else if (Kind.isAccess(kind)) {
        accesses++;
        inSection += depth[thread] > 0 ? 1 : 0;
        racy += name(trace, i).startsWith("racy") ? 1 : 0;
      }
    }
    assertThat(inSection / (double) accesses).isBetween(0.35, 0.5);
    assertThat(racy / (double) accesses).isBetween(0.018, 0.022);
    assertThat(deepest).isEqualTo(3);
  }

  @Test
  void classesKeepTheirProtection() throws IOException {
    Trace trace = load(Workload.of(300_000, 6, 20, 2_000, 5));
    SharedUse use = new SharedUse();
    use.add(trace.kinds(), trace.threads(), trace.targets(), 0, trace.size());
    int[][] held = new int[6][20];
    boolean forked = false;
    for (int i = 0; i < trace.size(); i++) {
      byte kind = trace.kind(i);
      if (kind == Kind.FORK) {
        forked = true;
      } else if (Kind.isLockOperation(kind)) {
        held[trace.thread(i)][lockNumber(trace, i)] += kind == Kind.ACQUIRE ? 1 : -1;
      } else if (Kind.isAccess(kind)) {
        String name = name(trace, i);
        if (name.startsWith("local")) {
          assertThat(use.isThreadLocal(trace.target(i))).as(name).isTrue();
        } else if (name.startsWith("constant")) {
          assertThat(kind == Kind.READ || !forked).as(trace.describe(i)).isTrue();
        } else if (name.startsWith("shared")) {
          int lock = Integer.parseInt(name.substring("shared".length())) % 20;
          assertThat(held[trace.thread(i)][lock]).as(name).isPositive();
        }
      }
    }
  }

  private static int lockNumber(Trace trace, int position) {
    return Integer.parseInt(
        trace.names().locks().get(trace.target(position)).substring("lock".length()));
  }

  private static String name(Trace trace, int position) {
    return trace.names().variables().get(trace.target(position));
  }

  @Test
  void skewMakesTheFirstRanksPopular() {
    FastRandom random = new FastRandom(11);
    ZipfSampler uniform = new ZipfSampler(100, 0);
    ZipfSampler skewed = new ZipfSampler(100, 1);
    int[] counts = new int[100];
    int uniformFirst = 0;
    for (int i = 0; i < 100_000; i++) {
      counts[skewed.draw(random)]++;
      uniformFirst += uniform.draw(random) == 0 ? 1 : 0;
    }
    assertThat(uniformFirst).isBetween(850, 1150);
    assertThat(counts[0]).isBetween(18_500, 20_000); // 1 / H(100) = 0.1928
    assertThat(counts[1]).isBetween(9_000, 10_300);
    assertThat(counts[99]).isBetween(120, 270);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void anySmallWorkloadIsWellFormed(long seed) throws IOException {
    Random random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      int threads = 1 + random.nextInt(6);
      boolean forkJoin = random.nextBoolean();
      double local = share(random);
      double constant = (1 - local) * share(random);
      double racy = (1 - local - constant) * share(random);
      Workload workload =
          new Workload(
              2L * (threads - 1) + random.nextInt(60),
              threads,
              random.nextInt(4),
              1 + random.nextInt(8),
              random.nextLong(),
              share(random),
              1 + random.nextInt(3),
              random.nextInt(3) / 2.0,
              local,
              constant,
              racy,
              share(random),
              1 + random.nextInt(10),
              forkJoin);
      Trace trace = load(workload);
      assertThat(trace.size()).as(workload.toString()).isEqualTo((int) workload.events());
      assertWellFormed(trace, forkJoin);
    }
  }

  private static double share(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> 0;
      case 1 -> 1;
      default -> random.nextDouble();
    };
  }

  @Test
  void refusesWhatCannotBe() {
    assertThatThrownBy(() -> Workload.of(5, 16, 1, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("16 threads need at least 30 events to be forked and joined");
    assertThatThrownBy(() -> Workload.of(5, 0, 1, 1, 1)).hasMessageContaining("threads must be");
    assertThatThrownBy(() -> Workload.of(5, 1, -1, 1, 1)).hasMessageContaining("locks must not");
    assertThatThrownBy(() -> Workload.of(5, 1, 1, 0, 1)).hasMessageContaining("variables must be");
  }

  private static String text(Trace trace) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < trace.size(); i++) {
      text.append(trace.describe(i)).append('\n');
    }
    return text.toString();
  }

  /** By the definition, apart from the check that readers use. */
  private static void assertWellFormed(Trace trace, boolean forkJoin) {
    int threads = trace.names().threads().size();
    int[] holder = new int[trace.names().locks().size()];
    int[] depth = new int[holder.length];
    boolean[] forked = new boolean[threads];
    boolean[] joined = new boolean[threads];
    Arrays.fill(holder, -1);
    for (int i = 0; i < trace.size(); i++) {
      int thread = trace.thread(i);
      int target = trace.target(i);
      boolean isMain = trace.names().threads().get(thread).equals("main");
      assertThat(isMain || !forkJoin || forked[thread]).as("forked at %d", i).isTrue();
      assertThat(joined[thread]).as("joined at %d", i).isFalse();
      switch (trace.kind(i)) {
        case Kind.ACQUIRE -> {
          assertThat(holder[target] == -1 || holder[target] == thread).as("acq %d", i).isTrue();
          holder[target] = thread;
          depth[target]++;
        }
        case Kind.RELEASE -> {
          assertThat(holder[target]).as("rel at %d", i).isEqualTo(thread);
          holder[target] = --depth[target] == 0 ? -1 : thread;
        }
        case Kind.FORK -> {
          assertThat(forked[target]).isFalse();
          forked[target] = true;
        }
        case Kind.JOIN -> {
          assertThat(joined[target]).isFalse();
          joined[target] = true;
        }
        default -> {}
      }
    }
    assertThat(holder).containsOnly(holder.length == 0 ? new int[0] : new int[] {-1});
    assertThat(forked).isEqualTo(joined);
  }
}
