package dev.sooth.detect.wcp;

import dev.sooth.order.GrowingClock;
import dev.sooth.order.Knowledge;
import dev.sooth.order.MemoryBudget;
import dev.sooth.order.Publication;
import dev.sooth.trace.TraceTooLargeException;
import java.util.Arrays;

/**
 * The clocks of WCP, see {@link WcpDetector}. Legend to [WCP17] Alg. 1: {@code happensBefore} is
 * H_t, {@code before} is P_t, {@code now} is N_t.
 *
 * <p>A thread's time advances when it publishes (release, fork, volatile write), so a time known to
 * another thread stands for all that the publication at that time told.
 */
final class WcpOrder implements Knowledge {
  private ThreadState[] threads = new ThreadState[16];
  private LockState[] locks = new LockState[16];
  private VolatileState[] volatiles = new VolatileState[16];
  private final MemoryBudget budget = new MemoryBudget("the clocks of its threads");
  private final SectionConflicts conflicts = new SectionConflicts();

  @Override
  public int time(int thread, int of) {
    return thread < threads.length && threads[thread] != null ? threads[thread].before.time(of) : 0;
  }

  @Override
  public int now(int thread) {
    return thread(thread).now;
  }

  void read(int thread, int variable) {
    ThreadState t = thread(thread);
    for (int i = 0; i < t.depth; i++) {
      conflicts.read(t.held[i], variable, thread, t.before);
    }
  }

  void write(int thread, int variable) {
    ThreadState t = thread(thread);
    for (int i = 0; i < t.depth; i++) {
      conflicts.write(t.held[i], variable, thread, t.before);
    }
  }

  void acquire(int thread, int lock) {
    ThreadState t = thread(thread);
    LockState l = lock(lock);
    if (l.lastRelease != null) {
      t.happensBefore.join(l.lastRelease);
      t.before.join(l.beforeLastRelease);
    }
    t.open(new Section(lock, t.now));
  }

  void release(int thread, int lock) {
    ThreadState t = thread(thread);
    LockState l = lock(lock);
    Section section = t.close(lock);
    l.orderEarlierReleases(thread, t.before); // rule (b)
    Publication release = t.publication(thread);
    conflicts.close(section, release); // for rule (a)
    if (section.startTime < t.now) {
      l.addSection(section.startTime, release);
    }
    l.lastRelease = release;
    l.beforeLastRelease = t.before.snapshot();
    t.tick();
  }

  void fork(int parent, int child) {
    ThreadState p = thread(parent);
    ThreadState c = thread(child);
    Publication fork = p.publication(parent);
    c.happensBefore.join(fork);
    c.before.join(fork);
    p.tick();
  }

  void join(int parent, int child) {
    ThreadState p = thread(parent);
    ThreadState c = thread(child);
    Publication end = c.publication(child);
    p.happensBefore.join(end);
    p.before.join(end);
    c.tick();
  }

  void volatileWrite(int thread, int variable) {
    write(thread, variable); // in a section it conflicts like any write
    ThreadState t = thread(thread);
    if (variable >= volatiles.length) {
      volatiles = Arrays.copyOf(volatiles, Math.max(variable + 1, volatiles.length * 2));
    }
    if (volatiles[variable] == null) {
      volatiles[variable] = new VolatileState();
    }
    volatiles[variable].write(t.publication(thread));
    t.tick();
  }

  void volatileRead(int thread, int variable) {
    read(thread, variable);
    if (variable < volatiles.length && volatiles[variable] != null) {
      ThreadState t = thread(thread);
      VolatileState state = volatiles[variable];
      for (int i = 0; i < state.writers(); i++) {
        Publication write = state.lastOf(i);
        if (write.thread() != thread) {
          t.happensBefore.join(write);
          t.before.join(write);
        }
      }
    }
  }

  private ThreadState thread(int thread) {
    if (thread >= threads.length) {
      threads = Arrays.copyOf(threads, Math.max(thread + 1, threads.length * 2));
    }
    ThreadState state = threads[thread];
    if (state == null) {
      state = new ThreadState(budget);
      threads[thread] = state;
    }
    return state;
  }

  private LockState lock(int lock) {
    if (lock >= locks.length) {
      locks = Arrays.copyOf(locks, Math.max(lock + 1, locks.length * 2));
    }
    LockState state = locks[lock];
    if (state == null) {
      state = new LockState();
      locks[lock] = state;
    }
    return state;
  }

  private static final class ThreadState {
    private final GrowingClock happensBefore;
    private final GrowingClock before;
    private int now = 1;
    private Section[] held = new Section[4];
    private int depth;

    ThreadState(MemoryBudget budget) {
      happensBefore = new GrowingClock(budget);
      before = new GrowingClock(budget);
    }

    Publication publication(int self) {
      return new Publication(self, now, happensBefore.snapshot());
    }

    void tick() {
      if (++now == Integer.MAX_VALUE) {
        throw new TraceTooLargeException("a thread synchronises more than 2^31 times");
      }
    }

    void open(Section section) {
      if (depth == held.length) {
        held = Arrays.copyOf(held, depth * 2);
      }
      held[depth++] = section;
    }

    /** Closes the section on this lock, mostly but not always the innermost. */
    Section close(int lock) {
      int i = depth - 1;
      while (held[i].lock != lock) {
        i--;
      }
      Section section = held[i];
      System.arraycopy(held, i + 1, held, i, depth - i - 1);
      held[--depth] = null;
      return section;
    }
  }
}
