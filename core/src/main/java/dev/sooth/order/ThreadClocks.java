package dev.sooth.order;

import dev.sooth.trace.IdRanges;

/**
 * A clock for each thread, and channels through which threads tell each other what they know: a
 * release publishes to the lock's channel, an acquire learns from it. The engines use {@link
 * FlatClocks}; why, and against what they were measured, is in docs/clocks.md.
 *
 * <p>A thread's time advances when it publishes, so that what it does afterwards is not yet known
 * to whoever learns. Ids of threads and channels are small integers; memory grows with the largest
 * used.
 */
public interface ThreadClocks extends Knowledge {
  /** The parent's events so far are ordered before all events of the child. */
  void fork(int parent, int child);

  /** The child has ended, and all its events are ordered before what the parent does next. */
  void join(int parent, int child);

  /** A new family of channels, for instance one channel for each lock. */
  Channels newChannels();

  /** Channels by id; a channel that was never published to has nothing to tell. */
  interface Channels {
    /** Replaces what the channel tells by what the thread knows now. */
    void publish(int thread, int channel);

    /** Adds what the thread knows now to what the channel tells. */
    void publishMore(int thread, int channel);

    /** These ids are those of other channels from now on, which have nothing to tell. */
    default void forget(IdRanges channels) {}

    /** The thread learns what the channel tells. */
    void learn(int thread, int channel);
  }
}
