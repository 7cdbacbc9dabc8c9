package dev.sooth.trace;

import dev.sooth.trace.format.ReadOptions;
import dev.sooth.trace.format.TraceFiles;
import dev.sooth.trace.format.TraceFiles.Compression;
import dev.sooth.trace.format.TraceFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * Measures how fast traces are read, in processor time: 10 million events, 16 threads, 100 locks,
 * 100,000 variables. Arguments: the number of events, and names of files to try such as t.std.gz.
 * Not a test, since other work on the machine would decide it; run it by hand:
 *
 * <pre>
 * java -XX:+UseSerialGC -cp core/target/classes:core/target/test-classes:(zstd-jni jar) \
 *     dev.sooth.trace.ReaderSpeed
 * </pre>
 */
public final class ReaderSpeed {
  private static final int EVENTS = 10_000_000;
  private static final int THREADS = 16;
  private static final int LOCKS = 100;
  private static final int VARIABLES = 100_000;
  private static final int LOCATIONS = 5_000;
  private static final int ROUNDS = 5;

  private ReaderSpeed() {}

  public static void main(String[] args) throws IOException {
    int events = args.length > 0 ? Integer.parseInt(args[0]) : EVENTS;
    Path folder = Files.createTempDirectory("sooth-speed");
    try {
      Trace trace = synthetic(events, 1);
      List<String> files =
          args.length > 1
              ? List.of(args).subList(1, args.length)
              : List.of("t.std.gz", "t.std.zst", "t.rr", "t.csv", "t.std", "t.sooth");
      for (String name : files) {
        TraceFormat format = TraceFiles.formatOf(name).orElseThrow();
        Compression compression = TraceFiles.compressionOf(name);
        Path file = folder.resolve(name);
        long start = now();
        TraceFiles.write(trace, file, format, compression);
        double writing = (now() - start) / 1e9;
        System.out.printf(
            "%-12s %6.1f bytes an event, written at %5.1f million events/s%n",
            name, Files.size(file) / (double) events, events / writing / 1e6);
      }
      for (String name : files) {
        StringBuilder line = new StringBuilder("%-12s read, million events/s:".formatted(name));
        TraceSource source = TraceFiles.open(folder.resolve(name), ReadOptions.defaults());
        for (int round = 0; round < ROUNDS; round++) {
          long start = now();
          long seen = count(source);
          if (seen != events) {
            throw new IllegalStateException(name + " has " + seen + " events");
          }
          line.append(" %6.1f".formatted(events / ((now() - start) / 1e3)));
        }
        System.out.println(line);
      }
      Path file = folder.resolve(files.get(files.size() - 1));
      TraceSource source = TraceFiles.open(file, ReadOptions.defaults());
      measureRest(source, events);
    } finally {
      try (var files = Files.list(folder)) {
        for (Path file : (Iterable<Path>) files::iterator) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }

  /** Processor time of this thread: other work on the machine does not count. */
  private static long now() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static void measureRest(TraceSource source, int events) throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      TraceSource relevant = RelevantSource.of(source, true);
      long start = now();
      count(relevant);
      double filtered = (now() - start) / 1e3;
      start = now();
      TraceStatistics statistics = TraceStatistics.of(source);
      double counted = (now() - start) / 1e3;
      System.out.printf(
          "filtered stream (two passes) %6.1f, statistics of %d events %6.1f million events/s%n",
          events / filtered, statistics.events(), events / counted);
    }
  }

  private static long count(TraceSource source) throws IOException {
    long seen = 0;
    EventBatch batch = new EventBatch();
    try (TraceCursor cursor = source.open()) {
      while (cursor.next(batch)) {
        seen += batch.size();
      }
    }
    return seen;
  }

  private static Trace synthetic(int events, long seed) {
    Random random = new Random(seed);
    TraceNames names = TraceNames.empty();
    for (int t = 0; t < THREADS; t++) {
      names.threads().intern("T" + t);
    }
    for (int v = 0; v < VARIABLES; v++) {
      names.variables().intern("V" + v);
    }
    for (int l = 0; l < LOCKS; l++) {
      names.locks().intern("L" + l);
    }
    for (int l = 0; l < LOCATIONS; l++) {
      names.locations().intern("" + l);
    }
    TraceBuilder builder = new TraceBuilder("synthetic", names);
    int[] held = new int[THREADS]; // lock + 1
    boolean[] taken = new boolean[LOCKS];
    while (builder.size() < events) {
      int thread = random.nextInt(THREADS);
      int location = random.nextInt(LOCATIONS);
      int choice = random.nextInt(10);
      if (choice == 0 && held[thread] == 0) {
        int lock = random.nextInt(LOCKS);
        if (!taken[lock]) {
          taken[lock] = true;
          held[thread] = lock + 1;
          builder.add(Kind.ACQUIRE, thread, lock, location);
        }
      } else if (choice == 1 && held[thread] != 0) {
        builder.add(Kind.RELEASE, thread, held[thread] - 1, location);
        taken[held[thread] - 1] = false;
        held[thread] = 0;
      } else {
        byte kind = choice < 7 ? Kind.READ : Kind.WRITE;
        builder.add(kind, thread, random.nextInt(VARIABLES), location);
      }
    }
    return builder.build();
  }
}
