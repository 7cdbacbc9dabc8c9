package dev.sooth.report;

import dev.sooth.race.Access;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.Optional;

/**
 * Recognises plain flags. A flag is a variable that one thread writes, once and without looking at
 * it, and that another one, which never writes it, reads at one place of its code both before and
 * after that: it polls. A read that repeats what its thread has read is not recorded, but those two
 * are.
 */
final class Flags {
  /** How far around the write of a flag its other accesses are looked for. */
  private static final int WINDOW = 100_000;

  private static final int NONE = -1;

  private final Trace trace;

  Flags(Trace trace) {
    this.trace = trace;
  }

  /** The shape of a race between these two on one variable, which may be an element. */
  Optional<Shape> of(Access write, Access read, boolean isField) {
    int written = trace.index(write.position());
    int seen = trace.index(read.position());
    if (isField && isPolled(written, trace.thread(seen), trace.location(seen))) {
      return Optional.of(Shape.FLAG);
    }
    int set = next(written, 1);
    int polled = next(seen, -1);
    boolean isHandedOver =
        set != NONE
            && polled != NONE
            && trace.kind(set) == Kind.WRITE
            && trace.kind(polled) == Kind.READ
            && trace.target(set) == trace.target(polled)
            && trace.target(set) != trace.target(written)
            && isPolled(set, trace.thread(polled), trace.location(polled));
    return isHandedOver ? Optional.of(Shape.FLAG_PUBLICATION) : Optional.empty();
  }

  /** The next event of the thread of this one in this direction. */
  private int next(int event, int direction) {
    int to =
        direction > 0 ? Math.min(trace.size(), event + WINDOW) : Math.max(NONE, event - WINDOW);
    for (int i = event + direction; i != to; i += direction) {
      if (trace.thread(i) == trace.thread(event)) {
        return i;
      }
    }
    return NONE;
  }

  /** Whether this write sets a flag that the thread polls there. */
  private boolean isPolled(int write, int by, int location) {
    int flag = trace.target(write);
    boolean before = false;
    boolean after = false;
    int to = Math.min(trace.size(), write + WINDOW);
    for (int i = Math.max(0, write - WINDOW); i < to; i++) {
      byte kind = trace.kind(i);
      if (trace.target(i) != flag || (kind != Kind.READ && kind != Kind.WRITE)) {
        continue;
      }
      if (kind == Kind.WRITE) {
        if (i != write) {
          return false;
        }
      } else if (trace.thread(i) == trace.thread(write)) {
        return false;
      } else if (trace.thread(i) == by && trace.location(i) == location) {
        before |= i < write;
        after |= i > write;
      }
    }
    return before && after;
  }
}
