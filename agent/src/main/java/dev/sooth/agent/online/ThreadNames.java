package dev.sooth.agent.online;

import java.lang.ref.Reference;
import java.util.HashSet;
import java.util.Set;

/** Names for threads, no two alike; of the threads that a report may name, not of all that were. */
final class ThreadNames {
  private static final int LONGEST = 1000;
  private static final int MOST = 1 << 12; // of a server that starts threads for ever

  /** A thread as a report names it. */
  record Named(int number, String name, Reference<Thread> thread) {}

  static final Named FORGOTTEN = new Named(-1, "that has ended", null);

  private final Set<String> taken = new HashSet<>(); // guarded by this
  private Named last = FORGOTTEN; // guarded by this

  /** Names a thread. */
  synchronized void add(int number, String given, Reference<Thread> thread) {
    String name = given == null || given.isEmpty() ? "thread" : given;
    if (name.length() > LONGEST) {
      name = name.substring(0, LONGEST) + "…";
    }
    if (taken.size() == MOST) {
      taken.clear(); // the number makes it unique
    }
    if (!taken.add(name)) {
      name += "#" + number;
    }
    last = new Named(number, name, thread);
  }

  /** The thread that was named last, or one like it. */
  synchronized Named of(int number, String name) {
    return last.number() == number ? last : new Named(number, name, null);
  }
}
