package dev.sooth.order;

/**
 * An order on the events of a trace at one point of a pass over it, as logical times: the events of
 * a thread carry its time, which never decreases, and {@code time(t, u)} is the latest time of u
 * such that all events of u up to that time are ordered before what t does next.
 */
public interface Knowledge {
  /** What the thread knows of another one; 0 if nothing. */
  int time(int thread, int of);

  /** The time that the thread's next event carries; at least 1. */
  int now(int thread);
}
