package dev.sooth.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The program while it runs, with the processes below it. A signal that asks for the end is passed
 * on once, unless it came to the program too, as from a terminal, which sends it to all. Then the
 * program has its grace to end; what is left after that is killed. Nothing outlives this object
 * that it was asked to end.
 */
final class ProgramRun implements RecordedProgram {
  private static final long NOTICE_MILLIS = 400; // in which the agent tells of a signal
  private static final long PAUSE_MILLIS = 20;
  private static final long SAME_MILLIS = 1_000; // signals of one keystroke are not further apart

  private final Process process;
  private final RunningJvms jvms;
  private final LeftJvms left;
  private final Duration grace;
  private final Io io;
  private final boolean quiet;
  private final AtomicBoolean asked = new AtomicBoolean();
  private final AtomicBoolean interrupted = new AtomicBoolean();
  private final List<ProcessHandle> toEnd = new ArrayList<>(); // guarded by itself
  private volatile long lastNanos; // when the grace is over, once asked

  private ProgramRun(
      Process process, RunningJvms jvms, LeftJvms left, Duration grace, Io io, boolean quiet) {
    this.process = process;
    this.jvms = jvms;
    this.left = left;
    this.grace = grace;
    this.io = io;
    this.quiet = quiet;
  }

  static ProgramRun start(
      ProcessBuilder builder, RunningJvms jvms, LeftJvms left, Duration grace, Io io, boolean quiet)
      throws IOException {
    return new ProgramRun(builder.inheritIO().start(), jvms, left, grace, io, quiet);
  }

  /** Waits for the end; after this time, if it is not null, the program is asked for it. */
  @Override
  public int await(Duration limit) throws InterruptedException {
    long end = limit == null ? Long.MAX_VALUE : System.nanoTime() + limit.toNanos();
    if (limit == null) {
      process.waitFor();
      awaitLeft(end);
      return awaitAll();
    }
    if (process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS) && awaitLeft(end)) {
      return awaitAll();
    }
    end(Signals.Kind.TERM, Long.MAX_VALUE / 2); // nobody else can have sent that
    int status = awaitAll();
    return status == Signals.Kind.TERM.status() ? ExitStatus.OK : status; // as it was asked
  }

  private int awaitAll() throws InterruptedException {
    int status = process.waitFor();
    for (ProcessHandle below : askedToEnd()) {
      awaitBelow(below);
    }
    return status;
  }

  /** What a script has left in the background is recorded until it ends; false if time is up. */
  private boolean awaitLeft(long end) throws InterruptedException {
    List<ProcessHandle> all = left.now();
    if (!all.isEmpty() && !asked.get()) {
      say(
          "the command has ended; what it left in the background is recorded until it ends, too: "
              + all.stream().map(p -> "process " + p.pid()).collect(Collectors.joining(", ")));
    }
    while (!all.isEmpty() && !asked.get()) {
      if (System.nanoTime() >= end) {
        return false;
      }
      Thread.sleep(PAUSE_MILLIS * 5);
      all = left.now();
    }
    return true;
  }

  private List<ProcessHandle> askedToEnd() {
    synchronized (toEnd) {
      return List.copyOf(toEnd);
    }
  }

  /** A script that is ended may leave behind what it has started. */
  private void awaitBelow(ProcessHandle below) throws InterruptedException {
    try {
      long left = Math.max(0, lastNanos - System.nanoTime());
      below.onExit().get(left, TimeUnit.NANOSECONDS);
    } catch (TimeoutException | java.util.concurrent.ExecutionException e) {
      below.destroyForcibly();
    }
  }

  @Override
  public boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void end(Signals.Kind signal, long time) {
    if (signal == Signals.Kind.INT && !interrupted.compareAndSet(false, true)) {
      say("SIGINT again: the program is killed");
      kill();
      return;
    }
    if (!asked.compareAndSet(false, true)) {
      return;
    }
    lastNanos = System.nanoTime() + grace.toNanos();
    List<ProcessHandle> all = tree();
    synchronized (toEnd) {
      toEnd.addAll(all);
    }
    if (!hasCome(signal, time)) {
      send(signal, all);
    }
    Thread timer = new Thread(this::killAfterGrace, "sooth-grace");
    timer.setDaemon(true);
    timer.start();
  }

  private void killAfterGrace() {
    try {
      if (!process.waitFor(lastNanos - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        say("the program did not end in " + grace.toMillis() / 1000.0 + " s and is killed");
        kill();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void say(String message) {
    if (!quiet) {
      io.say(message);
    }
  }

  private void kill() {
    tree().forEach(ProcessHandle::destroyForcibly);
    askedToEnd().forEach(ProcessHandle::destroyForcibly); // also those whose parent has gone
  }

  private List<ProcessHandle> tree() {
    List<ProcessHandle> all = new ArrayList<>(left.now());
    Stream.concat(Stream.of(process.toHandle()), process.descendants())
        .filter(p -> !all.contains(p))
        .forEach(all::add);
    return all;
  }

  /** Whether the signal was sent to the program as well. */
  private boolean hasCome(Signals.Kind signal, long time) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(NOTICE_MILLIS);
    boolean anyJvm = false;
    while (System.nanoTime() < end && process.isAlive()) {
      List<RunningJvms.State> states = jvms.states();
      anyJvm |= !states.isEmpty();
      for (RunningJvms.State state : states) {
        if (state.signal() == signal.number && state.signalMillis() >= time - SAME_MILLIS) {
          return true;
        }
      }
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return !anyJvm && signal == Signals.Kind.INT && isForeground();
  }

  /** Whether a terminal's Ctrl-C goes to us, and so to all of our group. */
  private static boolean isForeground() {
    try {
      String stat = Files.readString(Path.of("/proc/self/stat"), StandardCharsets.ISO_8859_1);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return fields[2].equals(fields[5]); // its group is that of the terminal
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }

  /** Java can send SIGTERM only. */
  private static void send(Signals.Kind signal, List<ProcessHandle> all) {
    String pids = all.stream().map(p -> Long.toString(p.pid())).collect(Collectors.joining(" "));
    try {
      new ProcessBuilder("sh", "-c", "kill -s " + signal + " " + pids + " 2>/dev/null")
          .start()
          .waitFor();
    } catch (IOException e) {
      all.forEach(ProcessHandle::destroy); // a system without a shell
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Kills the program if it should still run, because something of ours has failed. */
  @Override
  public void close() {
    if (process.isAlive()) {
      kill();
    }
  }
}
