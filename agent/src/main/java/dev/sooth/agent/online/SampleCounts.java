package dev.sooth.agent.online;

import dev.sooth.agent.bootstrap.Methods;
import dev.sooth.agent.bootstrap.ThreadSamples;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/** How many executions were sampled, summed up over threads, also over those that have ended. */
final class SampleCounts {
  private final List<WeakReference<ThreadSamples>> running = new ArrayList<>(); // guarded by this
  private long executions; // of threads that have ended; guarded by this
  private long sampled; // the same

  synchronized void add(ThreadSamples samples) {
    if (running.size() % 256 == 255) {
      running.removeIf(reference -> reference.refersTo(null));
    }
    running.add(new WeakReference<>(samples));
  }

  synchronized void end(ThreadSamples samples) {
    running.removeIf(reference -> reference.refersTo(samples));
    executions += samples.executions();
    sampled += samples.sampled;
  }

  /** For the summary. */
  synchronized String text() {
    long all = executions;
    long some = sampled;
    for (WeakReference<ThreadSamples> reference : running) {
      ThreadSamples samples = reference.get();
      if (samples != null) {
        all += samples.executions();
        some += samples.sampled;
      }
    }
    return " in %,d of %,d executions of %,d methods (%.2f%%)"
        .formatted(some, all, Methods.loaded(), all == 0 ? 0.0 : 100.0 * some / all);
  }
}
