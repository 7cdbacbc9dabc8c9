package dev.sooth.bench;

import dev.sooth.order.ThreadClocks;
import java.util.Arrays;

/**
 * Thread clocks as {@link TreeClock}s, to be measured against flat ones. A channel that several
 * threads have added to keeps one tree for each of them, since the join of trees with different
 * roots is no tree of either. Not thread-safe.
 */
final class TreeClocks implements ThreadClocks {
  private TreeClock[] clocks = new TreeClock[16];

  @Override
  public int time(int thread, int of) {
    return thread < clocks.length && clocks[thread] != null ? clocks[thread].time(of) : 0;
  }

  @Override
  public int now(int thread) {
    return clock(thread).time(thread);
  }

  @Override
  public void fork(int parent, int child) {
    clock(child).join(clock(parent));
    clock(parent).tick();
  }

  @Override
  public void join(int parent, int child) {
    clock(parent).join(clock(child));
  }

  @Override
  public Channels newChannels() {
    return new TreeChannels();
  }

  private TreeClock clock(int thread) {
    if (thread >= clocks.length) {
      clocks = Arrays.copyOf(clocks, Math.max(thread + 1, clocks.length * 2));
    }
    TreeClock clock = clocks[thread];
    if (clock == null) {
      clock = new TreeClock(thread, 1);
      clocks[thread] = clock;
    }
    return clock;
  }

  private final class TreeChannels implements Channels {
    private TreeClock[][] told = new TreeClock[16][];

    @Override
    public void publish(int thread, int channel) {
      ensure(channel);
      TreeClock mine = clock(thread);
      TreeClock[] old = told[channel];
      if (old != null && old.length == 1 && mine.knows(old[0])) {
        old[0].copyMonotone(mine);
      } else {
        told[channel] = new TreeClock[] {copyOf(mine)};
      }
      mine.tick();
    }

    @Override
    public void publishMore(int thread, int channel) {
      ensure(channel);
      TreeClock mine = clock(thread);
      TreeClock[] old = told[channel];
      int unknown = 0;
      TreeClock[] all = new TreeClock[old == null ? 1 : old.length + 1];
      for (int i = 0; old != null && i < old.length; i++) {
        if (!mine.knows(old[i])) {
          all[unknown++] = old[i];
        }
      }
      all[unknown++] = copyOf(mine);
      told[channel] = Arrays.copyOf(all, unknown);
      mine.tick();
    }

    @Override
    public void learn(int thread, int channel) {
      if (channel < told.length && told[channel] != null) {
        TreeClock mine = clock(thread);
        for (TreeClock clock : told[channel]) {
          mine.join(clock);
        }
      }
    }

    private TreeClock copyOf(TreeClock clock) {
      TreeClock copy = new TreeClock();
      copy.copy(clock);
      return copy;
    }

    private void ensure(int channel) {
      if (channel >= told.length) {
        told = Arrays.copyOf(told, Math.max(channel + 1, told.length * 2));
      }
    }
  }
}
