package dev.sooth.agent.record;

import dev.sooth.agent.bootstrap.ThreadLog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Holds back the news that objects are dead until all that was recorded of them is out: an access
 * is in the log of its thread before the object can die, so that is when the writer has come to
 * where all logs ended when the news came.
 */
final class DeathNotices {
  private final Supplier<long[]> news;
  private final List<LogEnd> before = new ArrayList<>();
  private long[] held; // null if there are none

  /** With the objects that have died since it was asked last, null for none. */
  DeathNotices(Supplier<long[]> news) {
    this.news = news;
  }

  /**
   * Takes news if it has told those before; whether there are any, which must then be {@link #hold
   * held}.
   */
  boolean take() {
    if (held == null) {
      held = news.get();
      return held != null;
    }
    return false;
  }

  /** All logs that there are, asked for after the news were taken. */
  void hold(List<ThreadLog> logs) {
    for (ThreadLog log : logs) {
      before.add(LogEnd.of(log));
    }
  }

  /** The objects of which all is out; null if there are none. */
  long[] ripe() {
    before.removeIf(LogEnd::isReached);
    if (held == null || !before.isEmpty()) {
      return null;
    }
    long[] ripe = held;
    held = null;
    return ripe;
  }
}
