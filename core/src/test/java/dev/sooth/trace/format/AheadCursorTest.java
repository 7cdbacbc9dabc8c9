package dev.sooth.trace.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sooth.trace.BadTraceException;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Kind;
import dev.sooth.trace.RandomTraces;
import dev.sooth.trace.RandomTraces.Shape;
import dev.sooth.trace.Seeds;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files of so many blocks that another thread reads them ahead. */
class AheadCursorTest {
  private static final long SEED = Seeds.orElse(5);
  private static final Trace TRACE =
      RandomTraces.wellFormed(SEED, new Shape(700_000, 5, 6, 900, 80));
  private static List<String> lines;

  @BeforeAll
  static void describe() throws IOException {
    lines = Reading.lines(TRACE);
  }

  @AfterEach
  void noThreadIsLeft() {
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("sooth-read-ahead"));
  }

  private static AheadCursor open(InputStream in) throws IOException {
    return new AheadCursor(new SoothCursor("t.sooth", in), 4);
  }

  private static List<String> read(AheadCursor cursor) throws IOException {
    List<String> read = new ArrayList<>();
    EventBatch batch = new EventBatch();
    while (cursor.next(batch)) {
      for (int i = batch.from; i < batch.to; i++) {
        read.add(Reading.describe(batch, i, cursor.names()));
      }
    }
    return read;
  }

  @ParameterizedTest
  @EnumSource(SoothCodec.class)
  void allEventsAreRead(SoothCodec codec) throws IOException {
    byte[] file = Reading.sooth(TRACE, codec);
    try (AheadCursor cursor = open(new ByteArrayInputStream(file))) {
      assertThat(read(cursor)).as("seed %d", SEED).isEqualTo(lines);
      assertThat(cursor.notes().lines()).isEmpty();
      assertThat(cursor.next(new EventBatch())).isFalse();
    }
  }

  /** The user sees all names that there are, and they do not change while he looks. */
  @Test
  void namesChangeInNextOnly() throws Exception {
    byte[] file = Reading.sooth(fresh(), SoothCodec.NONE);
    EventBatch batch = new EventBatch();
    try (AheadCursor cursor = open(new ByteArrayInputStream(file))) {
      int before = 0;
      while (cursor.next(batch)) {
        int size = cursor.names().variables().size();
        assertThat(size).isGreaterThanOrEqualTo(before);
        before = size;
        Thread.sleep(5); // the other thread has come to a new name by then
        assertThat(cursor.names().variables().size()).isEqualTo(size);
        assertThat(cursor.names().variables().get(batch.target[batch.to - 1]))
            .isEqualTo("v" + (batch.base + batch.to - 1));
      }
      assertThat(before).isEqualTo(600_000);
    }
  }

  /** A trace in which every event accesses a variable that no event before it does. */
  private static Trace fresh() {
    TraceBuilder builder = new TraceBuilder("fresh", TraceNames.empty());
    for (int i = 0; i < 600_000; i++) {
      builder.add(Kind.WRITE, "T1", "v" + i, "A.java:1");
    }
    return builder.build();
  }

  @Test
  void aFileThatWasCutOffIsReadToItsLastWholeBlock() throws IOException {
    byte[] file = Reading.sooth(TRACE, SoothCodec.ZSTD);
    for (int length : new int[] {file.length - 1, file.length - 200, 3 * file.length / 4}) {
      try (AheadCursor cursor = open(new ByteArrayInputStream(file, 0, length))) {
        List<String> read = read(cursor);
        assertThat(read).hasSizeBetween(lines.size() / 2, lines.size());
        assertThat(read).as("seed %d", SEED).isEqualTo(lines.subList(0, read.size()));
        assertThat(cursor.notes().lines()).hasSize(1);
      }
    }
  }

  @Test
  void aDamagedBlockIsNamed() throws IOException {
    byte[] file = Reading.sooth(TRACE, SoothCodec.ZSTD);
    file[3 * file.length / 4] ^= 1;
    try (AheadCursor cursor = open(new ByteArrayInputStream(file))) {
      assertThatThrownBy(() -> read(cursor))
          .isInstanceOf(BadTraceException.class)
          .hasMessageMatching("(?s).*block \\d+ at byte \\d+.*checksum is wrong.*");
    }
  }

  @Test
  void aFailureOfTheInputIsPassedOn() throws IOException {
    byte[] file = Reading.sooth(TRACE, SoothCodec.NONE);
    for (Exception failure :
        List.of(new IOException("the disk is gone"), new IllegalStateException("strange"))) {
      InputStream in = failingAfter(new ByteArrayInputStream(file), 3 * file.length / 4, failure);
      try (AheadCursor cursor = open(in)) {
        assertThatThrownBy(() -> read(cursor)).isSameAs(failure);
      }
    }
  }

  private static InputStream failingAfter(InputStream in, int bytes, Exception failure) {
    return new FilterInputStream(in) {
      private int left = bytes;

      @Override
      public int read(byte[] to, int at, int length) throws IOException {
        left -= length;
        if (left < 0) {
          if (failure instanceof IOException e) {
            throw e;
          }
          throw (RuntimeException) failure;
        }
        return super.read(to, at, length);
      }
    };
  }

  @Test
  void aReaderMayStopAnywhere() throws IOException {
    byte[] file = Reading.sooth(TRACE, SoothCodec.ZSTD);
    for (int batches = 0; batches < 9; batches++) {
      try (AheadCursor cursor = open(new ByteArrayInputStream(file))) {
        EventBatch batch = new EventBatch();
        for (int i = 0; i < batches; i++) {
          assertThat(cursor.next(batch)).isTrue();
        }
      }
      noThreadIsLeft();
    }
  }

  @Test
  void anInterruptedReaderReadsOn() throws IOException {
    byte[] file = Reading.sooth(TRACE, SoothCodec.ZSTD);
    try (AheadCursor cursor = open(new ByteArrayInputStream(file))) {
      Thread.currentThread().interrupt();
      assertThat(read(cursor)).as("seed %d", SEED).isEqualTo(lines);
      assertThat(Thread.interrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void whatIsNoVariableIsReadWithoutVariables() throws IOException {
    byte[] file = Reading.sooth(TRACE, SoothCodec.NONE);
    EventBatch all = new EventBatch();
    EventBatch some = new EventBatch();
    try (AheadCursor cursor = open(new ByteArrayInputStream(file));
        AheadCursor without = open(new ByteArrayInputStream(file))) {
      without.leaveOutVariables();
      while (cursor.next(all)) {
        assertThat(without.next(some)).isTrue();
        for (int i = all.from; i < all.to; i++) {
          boolean isAccess = SoothLayout.tableOfTarget(all.kind[i]) == SoothLayout.VARIABLES;
          String expected = isAccess ? "" : Reading.describe(all, i, cursor.names());
          assertThat(some.kind[i]).isEqualTo(all.kind[i]);
          assertThat(isAccess ? "" : Reading.describe(some, i, without.names()))
              .isEqualTo(expected);
        }
      }
      assertThat(without.next(some)).isFalse();
      assertThat(without.names().variables().size()).isZero();
      assertThat(cursor.names().variables().size()).isPositive();
    }
  }
}
