package dev.sooth.cli;

import dev.sooth.analysis.AnalysisProgress;
import java.util.Locale;
import java.util.Timer;
import java.util.TimerTask;

/**
 * Shows on a terminal that long work goes on: nothing for the first two seconds, then a line that
 * vanishes when the work is done.
 */
class Progress implements AnalysisProgress, AutoCloseable {
  /** Shows nothing. */
  static final Progress NONE = new Progress();

  /** A line on stderr if that is a terminal and the user has not asked for silence. */
  static Progress on(Io io, boolean quiet, String task) {
    return of(io, quiet, task, " M events", 1_000_000);
  }

  /** The same for work that is counted in windows of a trace. */
  static Progress ofWindows(Io io, boolean quiet, String task) {
    return of(io, quiet, task, " windows", 1);
  }

  private static Progress of(Io io, boolean quiet, String task, String unit, long size) {
    return io.errIsTerminal() && !quiet ? new Line(io, task, unit, size) : NONE;
  }

  @Override
  public void close() {}

  /** All fields are guarded by this: the timer draws, the worker counts. */
  private static final class Line extends Progress {
    private static final long UNKNOWN = -1;
    private static final long DELAY_MILLIS = 2_000;
    private static final long PAUSE_MILLIS = 500;
    private static final int WIDTH = 79;
    private static final String CLEAR = "\u001b[K";

    private final Io io;
    private final String task;
    private final String unit;
    private final long unitSize;
    private final Timer timer = new Timer("progress", true);
    private final long start = System.nanoTime();
    private long total = UNKNOWN;
    private long done;
    private String phase = "";
    private boolean shown;
    private boolean closed;
    private long lastDone;
    private long lastDrawn = start;

    Line(Io io, String task, String unit, long unitSize) {
      this.io = io;
      this.task = task;
      this.unit = unit;
      this.unitSize = unitSize;
      timer.schedule(
          new TimerTask() {
            @Override
            public void run() {
              draw();
            }
          },
          DELAY_MILLIS,
          PAUSE_MILLIS);
    }

    private synchronized void draw() {
      if (closed) {
        return;
      }
      shown = true;
      String line = line(System.nanoTime());
      io.err().print("\r" + line.substring(0, Math.min(line.length(), WIDTH)) + CLEAR);
      io.err().flush();
    }

    /** Said is what is known: of a trace that is read as it comes nobody knows how long it is. */
    private String line(long now) {
      StringBuilder line = new StringBuilder();
      line.append((now - start) / 1_000_000_000L).append(" s ").append(phase);
      if (done > 0 || total > 0) {
        line.append(' ').append(units((double) done));
        if (total > 0) {
          line.append(" of ").append(units((double) total));
        }
        line.append(unit);
        if (total > 0) {
          line.append(" (").append(Math.min(100, 100 * done / total)).append("%)");
        }
        double perSecond = Math.max(0, done - lastDone) * 1e9 / Math.max(1, now - lastDrawn);
        if (perSecond > 0 && unitSize > 1) {
          line.append(", ").append(units(perSecond)).append(" M/s");
        }
      }
      lastDone = done;
      lastDrawn = now;
      return line.append(", ").append(task).toString();
    }

    private String units(double count) {
      return String.format(Locale.ROOT, unitSize > 1 ? "%.1f" : "%.0f", count / (double) unitSize);
    }

    @Override
    public synchronized void expect(long events) {
      total = events;
    }

    @Override
    public synchronized void events(long count) {
      done = count;
    }

    @Override
    public synchronized void phase(String name) {
      phase = name;
      done = 0;
    }

    @Override
    public synchronized void close() {
      closed = true;
      timer.cancel();
      if (shown) {
        io.err().print("\r" + CLEAR);
        io.err().flush();
      }
    }
  }
}
