package dev.sooth.libraries;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Runs the main method of the class that the first argument names. When it was called (milliseconds
 * since 1970) goes to stderr, and when it has returned, the time that it took, without the start of
 * the JVM, and the peak resident set of the process.
 */
public final class Measured {
  private Measured() {}

  public static void main(String[] args) throws Exception {
    Class<?> program = Class.forName(args[0]);
    var main = program.getDeclaredMethod("main", String[].class);
    main.setAccessible(true);
    System.err.println("harness begin-millis " + System.currentTimeMillis());
    long start = System.nanoTime();
    try {
      main.invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
    } catch (InvocationTargetException e) {
      e.getCause().printStackTrace();
      System.exit(1);
    }
    System.err.println("harness millis " + (System.nanoTime() - start) / 1_000_000);
    System.err.println("harness rss-kb " + peakResidentKilobytes());
    System.exit(0);
  }

  /** The most memory that this process has had resident so far; 0 where Linux does not tell. */
  private static long peakResidentKilobytes() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    }
  }
}
