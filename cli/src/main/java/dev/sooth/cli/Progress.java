package dev.sooth.cli;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows on a terminal that long work goes on: nothing for the first two seconds, then a bar that
 * vanishes when the work is done. One thread works; the bar's own thread draws.
 */
class Progress implements AutoCloseable {
  /** Shows nothing. */
  static final Progress NONE = new Progress();

  private static final int WIDTH = 80;
  private static final long QUIET_NANOS = 2_000_000_000L;

  /** A bar on stderr if that is a terminal and the user has not asked for silence. */
  static Progress on(Io io, boolean quiet, String task) {
    return io.errIsTerminal() && !quiet ? new Bar(io, task) : NONE;
  }

  /** So many events of the current pass have been read. */
  void events(long count) {}

  /** What is being done now. */
  void phase(String name) {}

  @Override
  public void close() {}

  private static final class Bar extends Progress {
    private final Io io;
    private final String task;
    private final long start = System.nanoTime();
    private String phase = "";
    private ProgressBar bar; // null for the first two seconds

    Bar(Io io, String task) {
      this.io = io;
      this.task = task;
    }

    @Override
    void events(long count) {
      if (isVisible()) {
        bar.stepTo(count);
      }
    }

    @Override
    void phase(String name) {
      phase = name;
      if (isVisible()) {
        bar.setExtraMessage(name);
      }
    }

    private boolean isVisible() {
      if (bar == null && System.nanoTime() - start > QUIET_NANOS) {
        bar =
            new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(-1)
                .setUnit(" M events", 1_000_000)
                .setStyle(ProgressBarStyle.ASCII)
                .setConsumer(new ConsoleProgressBarConsumer(io.err(), WIDTH))
                .setUpdateIntervalMillis(200)
                .clearDisplayOnFinish()
                .build();
        bar.setExtraMessage(phase);
      }
      return bar != null;
    }

    @Override
    public void close() {
      if (bar != null) {
        bar.close();
      }
    }
  }
}
