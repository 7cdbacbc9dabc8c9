package dev.sooth.agent.online;

import dev.sooth.agent.bootstrap.MethodSampler;
import java.io.IOException;
import java.util.Set;

/** {@link FastTrack} on the executions of methods that AtexRace samples. */
public final class AtexRace extends FastTrack {
  private static final int BURST = 10;
  private static final int OUT_OF = 100;

  private static final int MOST_SAMPLED = 10; // pairs of methods

  private final AtexRaceSampler sampler = new AtexRaceSampler(BURST, OUT_OF);

  @Override
  public MethodSampler sampler() {
    return sampler;
  }

  /** Takes what earlier executions have seen; a pair counts if the last n all have. */
  public void load(PairStore store, int n) throws IOException {
    PairStore.Pairs pairs = store.read();
    sampler.hot(pairs.frequent(n), pairs.executions());
  }

  /** Adds what this execution has seen. */
  public void save(PairStore store) throws IOException {
    store.add(sampler.seen());
  }

  @Override
  protected Set<String> oftenSampled() {
    return sampler.classesOfMostSampled(MOST_SAMPLED);
  }

  @Override
  protected String mode() {
    return "atexrace";
  }

  @Override
  protected String sampled() {
    return "%s, %,d pairs of methods".formatted(sampler.counts().text(), sampler.seen().size());
  }
}
