package dev.sooth.cli;

import dev.sooth.analysis.AnalysisProgress;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.Timer;
import java.util.TimerTask;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows on a terminal that long work goes on: nothing for the first two seconds, then a bar that
 * vanishes when the work is done.
 */
class Progress implements AnalysisProgress, AutoCloseable {
  /** Shows nothing. */
  static final Progress NONE = new Progress();

  /** A bar on stderr if that is a terminal and the user has not asked for silence. */
  static Progress on(Io io, boolean quiet, String task) {
    return of(io, quiet, task, " M events", 1_000_000);
  }

  /** The same for work that is counted in windows of a trace. */
  static Progress ofWindows(Io io, boolean quiet, String task) {
    return of(io, quiet, task, " windows", 1);
  }

  private static Progress of(Io io, boolean quiet, String task, String unit, long size) {
    return io.errIsTerminal() && !quiet ? new Bar(io, task, unit, size) : NONE;
  }

  @Override
  public void close() {}

  /** All fields are guarded by this: the timer makes the bar, the worker moves it. */
  private static final class Bar extends Progress {
    private static final long UNKNOWN = -1;
    private static final long DELAY_MILLIS = 2_000;
    private static final int WIDTH = 79;

    private final Io io;
    private final String task;
    private final String unit;
    private final long unitSize;
    private final Timer timer = new Timer("progress", true);
    private long total = UNKNOWN;
    private String phase = "";
    private boolean closed;
    private ProgressBar bar; // null until the timer makes it

    Bar(Io io, String task, String unit, long unitSize) {
      this.io = io;
      this.task = task;
      this.unit = unit;
      this.unitSize = unitSize;
      timer.schedule(
          new TimerTask() {
            @Override
            public void run() {
              show();
            }
          },
          DELAY_MILLIS);
    }

    private synchronized void show() {
      if (closed) {
        return;
      }
      bar =
          new ProgressBarBuilder()
              .setTaskName(task)
              .setInitialMax(total)
              .setUnit(unit, unitSize)
              .showSpeed(new DecimalFormat("0.0", DecimalFormatSymbols.getInstance(Locale.ROOT)))
              .setStyle(ProgressBarStyle.ASCII)
              .setConsumer(new ConsoleProgressBarConsumer(io.err(), WIDTH))
              .setUpdateIntervalMillis(200)
              .clearDisplayOnFinish()
              .build();
      bar.setExtraMessage(" " + phase);
    }

    @Override
    public synchronized void expect(long events) {
      total = events;
      if (bar != null) {
        bar.maxHint(events);
      }
    }

    @Override
    public synchronized void events(long count) {
      if (bar != null) {
        bar.stepTo(count);
      }
    }

    @Override
    public synchronized void phase(String name) {
      phase = name;
      if (bar != null) {
        bar.setExtraMessage(" " + name);
      }
    }

    @Override
    public synchronized void close() {
      closed = true;
      timer.cancel();
      if (bar != null) {
        bar.close();
      }
    }
  }
}
