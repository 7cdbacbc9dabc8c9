package dev.sooth.trace.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.trace.DeadNames;
import dev.sooth.trace.Family;
import dev.sooth.trace.ForwardingSource;
import dev.sooth.trace.Kind;
import dev.sooth.trace.RelevantSource;
import dev.sooth.trace.Seeds;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs that allocate for ever: the ids of dead objects are given again, and nobody is misled.
 */
class DeadNamesTest {
  private static final long SEED = Seeds.orElse(11);
  private static final int BLOCKS = 120;
  private static final int OBJECTS = 150; // a block; as many arrays, and as many locks
  private static final int ALIVE = 3; // blocks
  private static final int THREADS = 3;
  private static final Family ARRAY = Family.field("A", "cells", 0);
  private static final Family LOCK = Family.of("java.lang.Object");

  @TempDir Path folder;
  private Path file;

  /** Threads that use arrays, some long, under the lock of an object or under none. */
  @BeforeEach
  void write() throws IOException {
    Random random = new Random(SEED);
    file = folder.resolve("t.sooth");
    try (SoothWriter writer = new SoothWriter(Files.newOutputStream(file), SoothCodec.NONE)) {
      int[] threads = new int[THREADS];
      int[] places = new int[THREADS];
      for (int t = 0; t < THREADS; t++) {
        threads[t] = writer.thread("T" + t);
        places[t] = writer.place("A.java:" + (t + 1));
      }
      for (int block = 0; block < BLOCKS; block++) {
        for (int use = 0; use < 4 * OBJECTS; use++) {
          int t = random.nextInt(THREADS);
          int age = random.nextInt(Math.min(ALIVE, block + 1));
          long object = 1 + (long) (block - age) * OBJECTS + random.nextInt(OBJECTS);
          boolean locked = random.nextInt(15) > 0;
          if (locked) {
            int lock = writer.target(writer.family(LOCK), object);
            writer.append(Kind.ACQUIRE, threads[t], lock, places[t]);
          }
          int family = writer.family(ARRAY.elements(object, List.of()));
          long index = object % 10 == 0 ? 5_000 + random.nextInt(3) : random.nextInt(3);
          byte kind = random.nextBoolean() ? Kind.WRITE : Kind.READ;
          writer.append(kind, threads[t], writer.target(family, index), places[t]);
          if (locked) {
            int lock = writer.target(writer.family(LOCK), object);
            writer.append(Kind.RELEASE, threads[t], lock, places[t]);
          }
        }
        if (block >= ALIVE - 1) {
          long first = 1 + (long) (block - ALIVE + 1) * OBJECTS;
          writer.dead(LongStream.range(first, first + OBJECTS).toArray());
        }
        writer.flushBlock();
      }
    }
  }

  /** The source, and the names that its reader had at the end. */
  private static final class Named extends ForwardingSource {
    private TraceNames names;

    Named(TraceSource input) {
      super(input);
    }

    @Override
    public TraceCursor open() throws IOException {
      TraceCursor cursor = input.open();
      names = cursor.names();
      return cursor;
    }
  }

  private static List<String> races(Engine engine, Named source, TraceSource read)
      throws IOException {
    record Found(int variable, String pair) {}
    List<Found> found = new ArrayList<>();
    engine
        .create()
        .run(
            read,
            Pairs.FIRST_PER_EVENT,
            (variable, first, k1, t1, l1, second, k2, t2, l2) ->
                found.add(new Found(variable, " " + first + "," + second + "," + l1 + "," + l2)),
            Stop.NEVER);
    return found.stream()
        .map(race -> source.names.variables().get(race.variable()) + race.pair())
        .toList();
  }

  @Test
  void theSameRacesAreFoundInTheRoomOfWhatIsAlive() throws IOException {
    Trace trace = Trace.load(TraceFiles.open(file, Reading.STRICT));
    for (Engine engine : List.of(Engines.HB, Engines.SHB, Engines.WCP)) {
      Named whole = new Named(trace);
      whole.names = trace.names();
      List<String> expected = races(engine, whole, trace);
      Named forgetting = new Named(TraceFiles.open(file, Reading.STRICT));
      assertThat(races(engine, forgetting, RelevantSource.of(forgetting, false)))
          .as("%s, seed %d", engine, SEED)
          .isEqualTo(expected);
      assertThat(expected).hasSizeGreaterThan(BLOCKS);
      assertThat(forgetting.names.variables().count()).isEqualTo(trace.names().variables().count());
      assertThat(forgetting.names.locks().count()).isEqualTo(trace.names().locks().count());
      if (!engine.equals(Engines.WCP)) { // which keeps sections by variable, and forgets nothing
        assertThat(forgetting.names.variables().size())
            .isLessThan(trace.names().variables().size() / 2);
        assertThat(forgetting.names.locks().size()).isLessThan(trace.names().locks().size());
      }
    }
  }

  /** The same program with fields of objects, of which the file does not tell when they die. */
  private Path writeFields() throws IOException {
    Random random = new Random(SEED);
    Path fields = folder.resolve("fields.sooth");
    try (SoothWriter writer = new SoothWriter(Files.newOutputStream(fields), SoothCodec.NONE)) {
      int[] threads = new int[THREADS];
      for (int t = 0; t < THREADS; t++) {
        threads[t] = writer.thread("T" + t);
      }
      int place = writer.place("A.java:7");
      for (int block = 0; block < BLOCKS; block++) {
        for (int use = 0; use < 4 * OBJECTS; use++) {
          int t = random.nextInt(THREADS);
          int age = random.nextInt(Math.min(ALIVE, block + 1));
          long object = 1 + (long) (block - age) * OBJECTS + random.nextInt(OBJECTS);
          int lock = writer.target(writer.family(LOCK), object - object % 3);
          boolean locked = random.nextInt(15) > 0;
          if (locked) {
            writer.append(Kind.ACQUIRE, threads[t], lock, place);
          }
          int family = writer.family(Family.field("A", "f" + random.nextInt(5), 0));
          byte kind = random.nextBoolean() ? Kind.WRITE : Kind.READ;
          writer.append(kind, threads[t], writer.target(family, object), place);
          if (use % 50 == 0) { // what all know stays
            int all = writer.target(writer.family(Family.field("A", "all", 0)), 5);
            writer.append(kind, threads[t], all, place);
          }
          if (locked) {
            writer.append(Kind.RELEASE, threads[t], lock, place);
          }
        }
        writer.flushBlock();
      }
    }
    return fields;
  }

  /** A file of which is found out first where objects are used last, with so much memory. */
  private static Named withLastUses(Path fields, long memory) throws IOException {
    return new Named(
        new ForwardingSource(TraceFiles.open(fields, Reading.STRICT)) {
          @Override
          public TraceCursor open() throws IOException {
            SoothCursor cursor = new SoothCursor("f", Files.newInputStream(fields));
            LastBlocks known = LastBlocks.of(fields, memory);
            cursor.lastUses(known::uses);
            return cursor;
          }
        });
  }

  @Test
  void deathsThatNobodyTellsAreFoundOut() throws IOException {
    Path fields = writeFields();
    Trace trace = Trace.load(TraceFiles.open(fields, Reading.STRICT));
    Named whole = new Named(trace);
    whole.names = trace.names();
    for (Engine engine : List.of(Engines.HB, Engines.SHB)) {
      List<String> expected = races(engine, whole, trace);
      assertThat(expected).hasSizeGreaterThan(BLOCKS);
      for (long memory : new long[] {1 << 30, 1 << 10}) { // each by itself, and in groups
        Named forgetting = withLastUses(fields, memory);
        assertThat(races(engine, forgetting, RelevantSource.of(forgetting, false)))
            .as("%s, seed %d, %d bytes", engine, SEED, memory)
            .isEqualTo(expected);
        assertThat(forgetting.names.variables().count())
            .isEqualTo(trace.names().variables().count());
        assertThat(forgetting.names.variables().size())
            .isLessThan(trace.names().variables().size() / 2);
      }
    }
  }

  @Test
  void nothingIsTakenForDeadWhereTheEndIsMissing() throws IOException {
    Path fields = writeFields();
    assertThat(LastBlocks.of(fields, 1 << 30)).isNotNull();
    byte[] bytes = Files.readAllBytes(fields);
    Path cut = folder.resolve("cut.sooth");
    Files.write(cut, Arrays.copyOf(bytes, bytes.length * 2 / 3));
    assertThat(LastBlocks.of(cut, 1 << 30)).isNull();
  }

  @Test
  void eachPassIsToldTheSameAndNothingAtTheEnd() throws IOException {
    LastBlocks known = LastBlocks.of(writeFields(), 1 << 30);
    DeadNames.LastUses first = known.uses();
    DeadNames.LastUses second = known.uses();
    long dead = 0;
    for (int block = 1; block < BLOCKS; block++) {
      long[] told = first.deadAfter(block);
      assertThat(second.deadAfter(block)).isEqualTo(told);
      dead += told == null ? 0 : told.length;
    }
    assertThat(dead).isGreaterThan(BLOCKS);
    assertThat(first.deadAfter(BLOCKS)).isNull();
  }

  @Test
  void anObjectWithANumberOfADamagedFileIsNoReasonToGiveUpReading() throws IOException {
    Path odd = folder.resolve("odd.sooth");
    try (SoothWriter writer = new SoothWriter(Files.newOutputStream(odd), SoothCodec.NONE)) {
      int thread = writer.thread("T1");
      int place = writer.place("A:1");
      for (long object : new long[] {1, Long.MAX_VALUE >>> 1, 2}) {
        int family = writer.family(Family.field("A", "f", 0));
        writer.append(Kind.WRITE, thread, writer.target(family, object), place);
        writer.flushBlock();
      }
    }
    assertThat(LastBlocks.of(odd, 1 << 30)).isNull();
  }
}
