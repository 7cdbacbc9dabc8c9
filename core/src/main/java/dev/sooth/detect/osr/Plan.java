package dev.sooth.detect.osr;

import com.carrotsearch.hppc.ObjectArrayList;
import dev.sooth.detect.Workers;
import java.util.function.Supplier;

/**
 * Steps of work that need each other, for some workers: a step begins when those are done that it
 * comes after, so that nobody waits for what he does not need. Steps that were added first are done
 * first where there is a choice.
 *
 * <p>What a step writes is seen by the steps after it, and by the caller of {@link #run}.
 */
final class Plan {
  private static final int WAIT_MILLIS = 20;

  private final ObjectArrayList<Step> steps = new ObjectArrayList<>();
  private boolean failed; // guarded by this, as the counts of the steps

  /** Work in numbered pieces, which can be done at the same time. */
  static class Step {
    private final int pieces;
    private final Workers.Work work;
    private final Step[] after;
    private int begun;
    private int done;

    private Step(int pieces, Workers.Work work, Step[] after) {
      this.pieces = pieces;
      this.work = work;
      this.after = after;
    }

    /** A step without pieces is done when those before it are. */
    private boolean isDone() {
      return done == pieces && (pieces > 0 || isFree());
    }

    private boolean isReady() {
      return begun < pieces && isFree();
    }

    private boolean isFree() {
      for (Step step : after) {
        if (!step.isDone()) {
          return false;
        }
      }
      return true;
    }
  }

  /** Work that makes one thing. */
  static final class Value<T> extends Step {
    private final Result<T> result;

    private Value(Result<T> result, Step[] after) {
      super(1, result, after);
      this.result = result;
    }

    /** What was made; to be asked in steps after this one, or at the end. */
    T get() {
      return result.value;
    }
  }

  private static final class Result<T> implements Workers.Work {
    private final Supplier<T> supplier;
    private T value;

    Result(Supplier<T> supplier) {
      this.supplier = supplier;
    }

    @Override
    public void run(int worker, int piece) {
      value = supplier.get();
    }
  }

  /** Adds a step of so many pieces after these steps. */
  Step forEach(int pieces, Workers.Work work, Step... after) {
    Step step = new Step(pieces, work, after);
    steps.add(step);
    return step;
  }

  /** Adds a step that makes something, after these steps. */
  <T> Value<T> value(Supplier<T> supplier, Step... after) {
    Value<T> step = new Value<>(new Result<>(supplier), after);
    steps.add(step);
    return step;
  }

  /** Does all steps; returns early if the workers are stopped. */
  void run(Workers crew) {
    crew.forEach(
        crew.count(),
        (worker, piece) -> {
          boolean goesOn = true;
          while (goesOn) {
            goesOn = doNext(worker, crew);
          }
        });
  }

  /** Does the next piece that can be done; false if there is none any more. */
  private boolean doNext(int worker, Workers crew) {
    Step step;
    int piece;
    synchronized (this) {
      step = awaitReady(crew);
      if (step == null) {
        return false;
      }
      piece = step.begun++;
    }
    boolean succeeded = false;
    try {
      step.work.run(worker, piece);
      succeeded = true;
    } finally {
      end(step, succeeded);
    }
    return true;
  }

  private Step awaitReady(Workers crew) {
    while (!failed && !crew.isStopped()) {
      boolean isOver = true;
      for (int i = 0; i < steps.size(); i++) {
        Step step = steps.get(i);
        if (step.isReady()) {
          return step;
        }
        isOver &= step.isDone();
      }
      if (isOver) {
        return null;
      }
      try {
        wait(WAIT_MILLIS);
      } catch (InterruptedException e) {
        crew.stop();
        Thread.currentThread().interrupt();
      }
    }
    return null;
  }

  private synchronized void end(Step step, boolean succeeded) {
    step.done++;
    failed |= !succeeded;
    if (step.isDone() || failed) {
      notifyAll();
    }
  }
}
