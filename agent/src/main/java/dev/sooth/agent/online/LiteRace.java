package dev.sooth.agent.online;

import dev.sooth.agent.bootstrap.MethodSampler;

/** {@link FastTrack} on the executions of methods that LiteRace samples. */
public final class LiteRace extends FastTrack {
  private final LiteRaceSampler sampler = new LiteRaceSampler();

  @Override
  public MethodSampler sampler() {
    return sampler;
  }

  @Override
  protected String mode() {
    return "literace";
  }

  @Override
  protected String sampled() {
    return sampler.counts().text();
  }
}
