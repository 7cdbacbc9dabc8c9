package dev.sooth.agent.online;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.agent.bootstrap.MethodSampler;
import dev.sooth.agent.bootstrap.Methods;
import dev.sooth.agent.bootstrap.ThreadSamples;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is sampled, as the hooks ask for it. */
class SamplersTest {
  private final int f = Methods.number("f", 11);
  private final int g = Methods.number("g", 22);
  private final int h = Methods.number("h", 33);

  /** As {@code Sampling.enter}. */
  private static boolean enter(MethodSampler sampler, ThreadSamples samples, int method) {
    if (method < samples.skips.length && samples.skips[method] > 1 && !samples.asked) {
      samples.skips[method]--;
      return false;
    }
    return sampler.decide(samples, method);
  }

  private static int sampled(MethodSampler sampler, ThreadSamples samples, int method, int calls) {
    int count = 0;
    for (int i = 0; i < calls; i++) {
      count += enter(sampler, samples, method) ? 1 : 0;
    }
    return count;
  }

  @Test
  void literaceBacksOffInBursts() {
    LiteRaceSampler sampler = new LiteRaceSampler();
    ThreadSamples thread = sampler.threadMade(0);
    assertThat(sampled(sampler, thread, f, 10)).isEqualTo(10);
    assertThat(sampled(sampler, thread, f, 90)).isZero();
    assertThat(sampled(sampler, thread, f, 10)).isEqualTo(10);
    assertThat(sampled(sampler, thread, f, 990)).isZero();
    assertThat(sampled(sampler, thread, f, 10)).isEqualTo(10);
    assertThat(sampled(sampler, thread, f, 9990)).isZero();
    assertThat(sampled(sampler, thread, f, 10)).isEqualTo(10);
    assertThat(sampled(sampler, thread, f, 100_000)).isEqualTo(100);
    assertThat(sampled(sampler, thread, g, 10)).as("another method").isEqualTo(10);
    assertThat(sampled(sampler, sampler.threadMade(1), f, 10)).as("another thread").isEqualTo(10);
  }

  @Test
  void aLoopIsNotSampledForEver() {
    for (MethodSampler sampler :
        new MethodSampler[] {new LiteRaceSampler(), new AtexRaceSampler(10, 100)}) {
      ThreadSamples thread = sampler.threadMade(0);
      sampler.decide(thread, f);
      int iterations = 0;
      while (sampler.again(thread, f)) {
        iterations++;
      }
      assertThat(iterations).isBetween(100, 10_000);
    }
  }

  @Test
  void atexraceSamplesNewPairsAndAsksTheOtherThread() {
    AtexRaceSampler sampler = new AtexRaceSampler(10, 100);
    ThreadSamples one = sampler.threadMade(0);
    ThreadSamples two = sampler.threadMade(1);
    assertThat(sampled(sampler, one, f, 90)).as("nobody else does anything").isEqualTo(10);
    assertThat(enter(sampler, two, g)).as("a new pair").isTrue();
    assertThat(one.asked).isTrue();
    assertThat(enter(sampler, one, f)).isTrue();
    assertThat(sampler.seen()).containsExactly(AtexRaceSampler.pair(11, 22));
    sampled(sampler, one, f, 1000);
    two.asked = false;
    assertThat(sampled(sampler, one, f, 50)).as("a known pair").isLessThan(11);
    two.asked = false;
    assertThat(enter(sampler, one, h)).as("hot methods, but a new pair").isTrue();
    assertThat(two.asked).isTrue();
  }

  @Test
  void knownPairsAreSampledInBursts() {
    AtexRaceSampler sampler = new AtexRaceSampler(10, 100);
    ThreadSamples one = sampler.threadMade(0);
    ThreadSamples two = sampler.threadMade(1);
    sampler.decide(two, g);
    int sampled = 0;
    for (int i = 0; i < 10; i++) {
      sampled += sampler.decide(one, f) ? 1 : 0;
    }
    assertThat(sampled).as("a new pair").isEqualTo(10);
    sampled = 0;
    for (int i = 0; i < 10_000; i++) {
      sampled += sampler.decide(one, f) ? 1 : 0; // without leaving any out
    }
    assertThat(sampled).isEqualTo(1000);
  }

  /** Each of the others stands for a pair: their bursts do not add up. */
  @Test
  void manyThreadsDoNotMakeMoreBursts() {
    AtexRaceSampler sampler = new AtexRaceSampler(10, 100);
    ThreadSamples one = sampler.threadMade(0);
    for (int i = 0; i < 11; i++) {
      sampler.decide(sampler.threadMade(i + 1), Methods.number("other" + i, 1000 + i));
      for (int call = 0; call < 9; call++) {
        sampler.decide(one, f); // so that the pairs are not met at the same time
      }
    }
    sampled(sampler, one, f, 1000);
    int sampled = 0;
    for (int i = 0; i < 10_000; i++) {
      sampled += sampler.decide(one, f) ? 1 : 0; // without leaving any out
    }
    assertThat(sampled).isEqualTo(1000);
    assertThat(sampled(sampler, one, f, 100_000)).isBetween(100, 1000);
  }

  @Test
  void whatOthersHaveMetIsCheckedOnce() {
    AtexRaceSampler sampler = new AtexRaceSampler(10, 100);
    ThreadSamples one = sampler.threadMade(0);
    sampler.decide(one, f);
    for (int thread = 1; thread < 6; thread++) {
      ThreadSamples next = sampler.threadMade(thread);
      assertThat(sampled(sampler, next, g, 50)).isEqualTo(thread == 1 ? 10 : 1);
      assertThat(one.asked).isTrue();
      sampler.ended(next);
    }
  }

  @Test
  void whoIsAskedLooksNoMoreOften() {
    AtexRaceSampler sampler = new AtexRaceSampler(10, 100);
    ThreadSamples one = sampler.threadMade(0);
    sampled(sampler, one, f, 1000);
    int left = one.skips[f];
    one.ask();
    assertThat(enter(sampler, one, f)).isTrue();
    assertThat(one.asked).isFalse();
    assertThat(one.skips[f]).isGreaterThanOrEqualTo(left);
  }

  /** Each execution meets the pair once: one in ten checks it. */
  @Test
  void pairsOfEarlierRunsAreNotNew() {
    int sampled = 0;
    for (int execution = 0; execution < 1000; execution++) {
      AtexRaceSampler sampler = new AtexRaceSampler(10, 100);
      sampler.hot(Set.of(AtexRaceSampler.pair(22, 11)), execution);
      ThreadSamples one = sampler.threadMade(0);
      ThreadSamples two = sampler.threadMade(1);
      assertThat(enter(sampler, one, f)).as("with nobody").isTrue();
      boolean checked = enter(sampler, two, g);
      assertThat(one.asked).isEqualTo(checked);
      sampled += checked ? 1 : 0;
      assertThat(sampler.seen()).as("seen in this run, too").hasSize(1);
      assertThat(enter(sampler, two, h)).isTrue();
    }
    assertThat(sampled).isBetween(50, 150);
  }

  @Test
  void threadsThatHaveEndedMakeNoPairs() {
    AtexRaceSampler sampler = new AtexRaceSampler(10, 100);
    ThreadSamples one = sampler.threadMade(0);
    sampler.decide(one, f);
    sampler.ended(one);
    enter(sampler, sampler.threadMade(1), g);
    assertThat(sampler.seen()).isEmpty();
    assertThat(sampler.counts().text()).contains(" 0 of 0 ");
  }
}
