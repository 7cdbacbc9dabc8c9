package dev.sooth.agent.online;

import java.io.IOException;
import java.util.Optional;

/** A store of pairs with what `sooth pairs` does to it. */
public interface ManagedPairs extends PairStore {
  /** Whether there is anything yet. */
  boolean exists() throws IOException;

  /** Why what is there is none of ours; nothing if it is one, or if nothing is there. */
  Optional<String> problem() throws IOException;

  /** Adds what another store holds, see {@link Pairs#and}. */
  void merge(Pairs other) throws IOException;

  /** Forgets what was not seen lately, see {@link Pairs#pruned}. */
  void prune(int n) throws IOException;
}
