package dev.sooth.agent.record;

import dev.sooth.agent.online.AtexRace;
import dev.sooth.agent.online.FastTrack;
import dev.sooth.agent.online.LiteRace;
import java.util.Optional;

/** The ways to check accesses where they take place: values of {@code online=}. */
enum OnlineMode {
  FASTTRACK("fasttrack", FastTrack.class, false),
  LITERACE("literace", LiteRace.class, true),
  ATEXRACE("atexrace", AtexRace.class, true);

  final String id;
  final String listener;

  /** Whether not all accesses are checked. */
  final boolean samples;

  OnlineMode(String id, Class<?> listener, boolean samples) {
    this.id = id;
    this.listener = listener.getName();
    this.samples = samples;
  }

  static Optional<OnlineMode> find(String name) {
    for (OnlineMode mode : values()) {
      if (mode.id.equals(name)) {
        return Optional.of(mode);
      }
    }
    return Optional.empty();
  }
}
