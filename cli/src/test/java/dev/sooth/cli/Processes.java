package dev.sooth.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs a command as a process of its own. */
final class Processes {
  private static final long SECONDS = 120;

  private Processes() {}

  /** A started command whose output is being collected. */
  record Running(Process process, CompletableFuture<String> out, CompletableFuture<String> err) {
    /** Not by the process itself, which would close the streams that are being collected. */
    void kill() {
      process.toHandle().destroyForcibly();
    }

    Cli.Result await() throws InterruptedException {
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("still running after " + SECONDS + " s");
      }
      return new Cli.Result(process.exitValue(), out.join(), err.join());
    }
  }

  static Running start(Path folder, Map<String, String> environment, List<String> command)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    environment.forEach(
        (name, value) -> {
          if (value.isEmpty()) {
            builder.environment().remove(name);
          } else {
            builder.environment().put(name, value);
          }
        });
    Process process = builder.start();
    return new Running(
        process, collect(process.getInputStream()), collect(process.getErrorStream()));
  }

  static Cli.Result run(Path folder, Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    return run(folder, environment, new byte[0], command);
  }

  static Cli.Result run(
      Path folder, Map<String, String> environment, byte[] input, List<String> command)
      throws IOException, InterruptedException {
    Running running = start(folder, environment, command);
    try (OutputStream stdin = running.process().getOutputStream()) {
      stdin.write(input);
    } catch (IOException e) {
      // The process has ended without reading its input, which it may.
    }
    return running.await();
  }

  private static CompletableFuture<String> collect(InputStream stream) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        Processes::inThread);
  }

  /** A pool may have one thread for all, which waits for another process. */
  private static void inThread(Runnable task) {
    Thread thread = new Thread(task, "collects output");
    thread.setDaemon(true);
    thread.start();
  }
}
