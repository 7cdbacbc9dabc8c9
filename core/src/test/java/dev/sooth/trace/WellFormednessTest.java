package dev.sooth.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sooth.trace.format.ReadOptions;
import dev.sooth.trace.format.TraceFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WellFormednessTest {
  /** Traces in one line: events without locations, separated by spaces. */
  private static Trace read(String events, boolean lenient) throws IOException {
    byte[] text = events.trim().replaceAll("\\s+", "\n").getBytes(StandardCharsets.UTF_8);
    ReadOptions options = new ReadOptions(Optional.empty(), lenient);
    return Trace.load(TraceFiles.stream(new ByteArrayInputStream(text), "in", options));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "A|acq(m) A|acq(m) A|rel(m) A|rel(m) B|acq(m)",
        "A|fork(B)",
        "A|fork(B) A|join(B)",
        "A|fork(B) B|w(x) A|join(B) A|join(B)",
        "A|w(x) B|w(x) A|join(B)",
        "A|fork(B) B|fork(C) C|w(x) B|join(C) A|join(B)",
        "A|acq(m) A|fork(B) B|w(x)",
        "A|begin A|begin A|end A|end A|begin",
        "B|begin A|fork(B) B|w(x) A|join(B) B|end",
        "B|req(m) A|fork(B) B|w(x) A|join(B) B|req(m)",
        "B|begin A|w(x) A|join(B)",
        "A|acq(m) A|w(x) A|fork(B) A|rel(m) B|begin",
      })
  void isFine(String events) throws IOException {
    assertThat(read(events, false).notes().repaired()).isZero();
    assertThat(read(events, true).notes().repaired()).isZero();
  }

  /** The artificial first thread of a recorder has the name of a thread that is forked later. */
  @Test
  void aThreadForkedByItsOwnDescendantIsANewOne() throws IOException {
    Trace trace = read("A|fork(B) B|fork(C) A|w(x) C|fork(A) A|w(y) C|join(A)", false);
    assertThat(trace.notes().repaired()).isZero();
    assertThat(trace.notes().lines())
        .containsExactly(
            "took a thread that its own descendant forks for a new one of the same name");
    assertThatThrownBy(() -> read("A|fork(B) B|fork(A) B|fork(A)", false))
        .hasMessage("in:3:3: B forks A, which was forked before");
    assertThatThrownBy(() -> read("A|fork(B) C|fork(A)", false))
        .hasMessage("in:2:3: C forks A, which already has events; a fork comes before them");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      value = {
        "A|w(x) A|rel(m) => 2:3: A releases m, which it does not hold",
        "A|acq(m) A|rel(m) A|rel(m) => 3:3: A releases m, which it does not hold",
        "A|acq(m) B|rel(m) => 2:3: B releases m, which A holds",
        "A|acq(m) B|acq(m) => 2:3: B acquires m, which A holds",
        "A|acq(m) A|acq(m) A|rel(m) B|acq(m) => 4:3: B acquires m, which A holds",
        "B|w(x) A|fork(B) => 2:3: A forks B, which already has events; a fork comes before them",
        "A|fork(B) B|w(x) A|fork(B) => 3:3: A forks B, which was forked before",
        "A|fork(B) A|fork(B) => 2:3: A forks B, which was forked before",
        "A|fork(B) A|join(B) A|fork(B) => 3:3: A forks B, which was joined before",
        "A|fork(A) => 1:3: A forks itself",
        "A|join(A) => 1:3: A joins itself",
        "A|fork(B) B|w(x) A|join(B) B|r(x) => 4:3: event of B after it was joined",
        "A|fork(B) A|join(B) B|acq(m) => 3:3: event of B after it was joined",
        "B|w(x) A|join(B) B|fork(C) => 3:3: event of B after it was joined",
        "A|w(x) A|join(B)" + " => 2:3: A joins B, a thread that was never forked and has no events",
      })
  void isRefused(String events, String complaint) {
    assertThatThrownBy(() -> read(events, false))
        .isInstanceOf(BadTraceException.class)
        .hasMessage("in:" + complaint);
  }

  /** What is left, and how many events were dropped. */
  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      value = {
        "A|w(x) A|rel(m) A|w(y) => A|w(x) A|dummy() A|w(y)",
        "A|acq(m) B|acq(m) B|w(x) B|rel(m) A|rel(m)"
            + " => A|acq(m) B|dummy() B|w(x) B|dummy() A|rel(m)",
        "A|acq(m) B|acq(m) A|rel(m) B|acq(m) B|rel(m) B|rel(m) A|acq(m)"
            + " => A|acq(m) B|dummy() A|rel(m) B|acq(m) B|rel(m) B|dummy() A|acq(m)",
        "A|fork(B) A|fork(B) B|w(x) => A|fork(B) A|dummy() B|w(x)",
        "A|rel(m) B|fork(A) A|w(x) => A|dummy() B|fork(A) A|w(x)",
        "B|w(x) A|fork(B) B|r(x) => B|w(x) A|dummy() B|r(x)",
        "A|fork(B) A|join(B) B|w(x) A|w(x) => A|fork(B) A|join(B) B|dummy() A|w(x)",
        "A|join(B) A|w(x) => A|dummy() A|w(x)",
        "A|fork(A) A|join(A) => A|dummy() A|dummy()",
      })
  void isRepairedWhenLenient(String events, String repaired) throws IOException {
    Trace trace = read(events, true);
    List<String> left = new ArrayList<>();
    int dropped = 0;
    for (int i = 0; i < trace.size(); i++) {
      String event = trace.describe(i);
      left.add(event.substring(0, event.length() - 1));
      dropped += trace.kind(i) == Kind.NOP ? 1 : 0;
    }
    assertThat(String.join(" ", left)).isEqualTo(repaired);
    assertThat(trace.notes().repaired()).isEqualTo(dropped).isPositive();
    assertThat(trace.notes().lines()).allMatch(note -> note.startsWith("dropped "));
    assertThat(read(String.join(" ", left), false).size()).isEqualTo(trace.size());
  }

  /** Whatever the events are, what lenient reading leaves of them is well-formed. */
  @Test
  void whatIsLeftOfRandomEventsIsWellFormed() throws IOException {
    byte[] kinds = {
      Kind.READ,
      Kind.WRITE,
      Kind.ACQUIRE,
      Kind.RELEASE,
      Kind.RELEASE,
      Kind.FORK,
      Kind.JOIN,
      Kind.BEGIN
    };
    for (int seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      TraceNames names = TraceNames.empty();
      TraceBuilder builder = new TraceBuilder("random", names);
      for (int i = 0; i < 60; i++) {
        byte kind = kinds[random.nextInt(kinds.length)];
        String target = Kind.isThreadOperation(kind) ? "T" : "x";
        builder.add(kind, "T" + random.nextInt(6), target + random.nextInt(6), "1");
      }
      Trace repaired = Trace.load(new CheckedSource(asRead(builder), true));
      assertThat(repaired.size()).isEqualTo(60);
      Trace again = Trace.load(new CheckedSource(asRead(repaired), false)); // must not throw
      assertThat(again.kinds()).as("seed %d", seed).startsWith(repaired.kinds());
    }
  }

  /** Markers of a thread may come before its fork and after its join; its events must not. */
  @Test
  void lenientReadingDoesNotWriteToItsInput() throws IOException {
    Trace input = read("A|w(x) B|w(x)", false);
    TraceBuilder builder = new TraceBuilder("in", input.names());
    builder.add(Kind.RELEASE, "A", "m", "").add(Kind.WRITE, "A", "x", "");
    TraceSource raw = asRead(builder);
    assertThat(Trace.load(new CheckedSource(raw, true)).kind(0)).isEqualTo(Kind.NOP);
    assertThatThrownBy(() -> Trace.load(new CheckedSource(raw, false)))
        .hasMessage("raw:event 0: A releases m, which it does not hold");
  }

  /** Names in complaints are input too: they must not break the line. */
  @Test
  void complaintsStayOneShortLine() {
    String name = "n\u0007\u2028\u202e".repeat(1000);
    TraceBuilder builder = new TraceBuilder("in", TraceNames.empty());
    builder.add(Kind.RELEASE, name, name, name);
    assertThatThrownBy(() -> Trace.load(new CheckedSource(asRead(builder), false)))
        .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1))
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300).doesNotContain("\u202e"));
  }

  private static TraceSource asRead(TraceBuilder builder) {
    return new ColumnSource(builder);
  }

  private static TraceSource asRead(Trace trace) {
    TraceBuilder builder = new TraceBuilder("again", trace.names());
    for (int i = 0; i < trace.size(); i++) {
      builder.add(trace.kind(i), trace.thread(i), trace.target(i), trace.location(i));
    }
    return new ColumnSource(builder);
  }

  /** The events as they are, in batches of odd sizes that do not start at column 0. */
  private record ColumnSource(TraceBuilder builder) implements TraceSource {
    @Override
    public String name() {
      return "raw";
    }

    @Override
    public boolean repeatable() {
      return true;
    }

    @Override
    public TraceCursor open() {
      return new ColumnCursor(builder);
    }
  }

  private static final class ColumnCursor implements TraceCursor {
    private final TraceBuilder builder;
    private final EventBatch all = new EventBatch();
    private int next;

    ColumnCursor(TraceBuilder builder) {
      this.builder = builder;
      builder.show(all);
    }

    @Override
    public boolean next(EventBatch batch) {
      batch.kind = all.kind;
      batch.thread = all.thread;
      batch.target = all.target;
      batch.location = all.location;
      batch.from = next;
      next = Math.min(next + 17, builder.size());
      batch.to = next;
      batch.base = 0;
      return batch.size() > 0;
    }

    @Override
    public TraceNames names() {
      return builder.names();
    }

    @Override
    public String where(long position) {
      return "event " + position;
    }

    @Override
    public TraceNotes notes() {
      return new TraceNotes();
    }

    @Override
    public void close() {}
  }
}
