package dev.sooth.trace.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.trace.Kind;
import dev.sooth.trace.RandomTraces;
import dev.sooth.trace.RandomTraces.NameStyle;
import dev.sooth.trace.RandomTraces.Shape;
import dev.sooth.trace.Seeds;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.format.TraceFiles.Compression;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RoundTripTest {
  private static final long SEED = Seeds.orElse(7);

  private static Trace random(int i, NameStyle style) {
    Shape shape = new Shape(50 + 37 * i, 1 + i % 9, i % 5, 1 + 3 * i, 1 + 2 * i);
    return RandomTraces.wellFormed(SEED + i, shape, style);
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void stdAndSoothKeepEverything(Compression compression) throws IOException {
    for (NameStyle style : NameStyle.values()) {
      for (int i = 0; i < 30; i++) {
        Trace trace = random(i, style);
        for (TraceFormat format : List.of(TraceFormat.STD, TraceFormat.SOOTH)) {
          byte[] bytes = Reading.written(trace, format, compression);
          Trace back = Reading.load(bytes, Reading.STRICT);
          assertThat(Reading.lines(back)).as("seed %d", SEED + i).isEqualTo(Reading.lines(trace));
        }
      }
    }
  }

  @Test
  void roadRunnerKeepsEverythingWhoseNamesItCanWrite() throws IOException {
    for (int i = 0; i < 30; i++) {
      Trace trace = random(i, NameStyle.PLAIN);
      byte[] bytes = Reading.written(trace, TraceFormat.ROADRUNNER, Compression.NONE);
      assertThat(Reading.lines(Reading.load(bytes, Reading.STRICT)))
          .as("seed %d", SEED + i)
          .isEqualTo(Reading.lines(trace));
    }
  }

  /** The same trace but for names, from every format to every other. */
  @ParameterizedTest
  @EnumSource(TraceFormat.class)
  void anyFormatToAnyOther(TraceFormat first) throws IOException {
    for (TraceFormat second : TraceFormat.values()) {
      boolean locations = first != TraceFormat.CSV && second != TraceFormat.CSV;
      for (NameStyle style : NameStyle.values()) {
        for (int i = 0; i < 10; i++) {
          Trace trace = random(i, style);
          Trace once =
              Reading.load(Reading.written(trace, first, Compression.NONE), Reading.STRICT);
          Trace twice =
              Reading.load(Reading.written(once, second, Compression.GZIP), Reading.STRICT);
          assertThat(withoutNames(twice, locations))
              .as("%s to %s, seed %d", first, second, SEED + i)
              .isEqualTo(withoutNames(trace, locations));
        }
      }
    }
  }

  /** Events with names replaced by the order of their first use. */
  private static List<String> withoutNames(Trace trace, boolean locations) {
    Map<String, Integer> seen = new HashMap<>();
    List<String> events = new ArrayList<>();
    for (int i = 0; i < trace.size(); i++) {
      byte kind = trace.kind(i);
      String table =
          Kind.isAccess(kind)
              ? "variable"
              : Kind.isLockOperation(kind)
                  ? "lock"
                  : Kind.isThreadOperation(kind) ? "thread" : "none";
      String event =
          kind
              + " "
              + number(seen, "thread", trace.thread(i))
              + " "
              + number(seen, table, table.equals("none") ? 0 : trace.target(i));
      events.add(locations ? event + " " + number(seen, "location", trace.location(i)) : event);
    }
    return events;
  }

  private static int number(Map<String, Integer> seen, String table, int id) {
    return seen.computeIfAbsent(table + id, name -> seen.size());
  }

  @ParameterizedTest
  @EnumSource(TraceFormat.class)
  void namesThatCannotBeWrittenStayDifferent(TraceFormat format) throws IOException {
    List<String> names =
        List.of(
            "a|b", "a_b", "a,b", "a\nb", "a b", " a", "a ", "_a", "a_", "a~2", "a_b~2", "", "_",
            "#a", "//a", "@a", "1", "T1", "01", "T01", "_1", "(", ")", "a)", "(a", "\r", "\t", "é",
            "a\rb", ")|1");
    TraceBuilder builder = new TraceBuilder("in", TraceNames.empty());
    for (String name : names) {
      builder.add(Kind.FORK, "main", name, name);
    }
    for (String name : names) {
      builder.add(Kind.WRITE, name, name, name);
      builder.add(Kind.ACQUIRE, name, name, name);
      builder.add(Kind.BEGIN, name, name, name);
    }
    Trace trace = builder.build();
    Trace back = Reading.load(Reading.written(trace, format, Compression.NONE), Reading.STRICT);
    boolean locations = format != TraceFormat.CSV;
    assertThat(withoutNames(back, locations)).isEqualTo(withoutNames(trace, locations));
    assertThat(back.names().variables().size()).isEqualTo(names.size());
    if (format == TraceFormat.SOOTH) {
      assertThat(Reading.lines(back)).isEqualTo(Reading.lines(trace));
    }
  }

  /** Otherwise the reader would take the forked 5 for T5. */
  @Test
  void aThreadCalledByANumberIsNotTakenForAnother() throws IOException {
    TraceBuilder builder = new TraceBuilder("in", TraceNames.empty());
    builder.add(Kind.FORK, "T1", "5", "").add(Kind.WRITE, "5", "x", "");
    builder.add(Kind.WRITE, "T5", "x", "").add(Kind.JOIN, "T1", "5", "");
    Trace trace = builder.build();
    byte[] bytes = Reading.written(trace, TraceFormat.STD, Compression.NONE);
    Trace back = Reading.load(bytes, Reading.STRICT);
    assertThat(withoutNames(back, true)).isEqualTo(withoutNames(trace, true));
  }

  @Test
  void csvTellsTheNamesOfTheThreads() throws IOException {
    Trace trace = Reading.load(Reading.utf8("main|fork(w,1)|1\nw,1|w(x)|2\n"), Reading.STRICT);
    byte[] bytes = Reading.written(trace, TraceFormat.CSV, Compression.NONE);
    assertThat(new String(bytes, java.nio.charset.StandardCharsets.UTF_8))
        .isEqualTo("start(T1)\n,w(x)\n# T0 is main\n# T1 is w_1\n");
  }

  /** The writer ends a block early when there are many new names. */
  @Test
  void manyLongNamesAreSpreadOverBlocks() throws IOException {
    TraceBuilder builder = new TraceBuilder("in", TraceNames.empty());
    for (int i = 0; i < 40; i++) {
      builder.add(Kind.WRITE, "T1", ("x" + i).repeat(60_000), "y".repeat(200_000) + i);
    }
    Trace trace = builder.build();
    for (SoothCodec codec : SoothCodec.values()) {
      Trace back = Reading.load(Reading.sooth(trace, codec), Reading.STRICT);
      assertThat(Reading.lines(back)).isEqualTo(Reading.lines(trace));
    }
  }

  @Test
  void moreEventsThanFitInABlock() throws IOException {
    Shape shape = new Shape(200_000, 20, 30, 70_000, 1000);
    Trace trace = RandomTraces.wellFormed(SEED, shape);
    for (SoothCodec codec : SoothCodec.values()) {
      Trace back = Reading.load(Reading.sooth(trace, codec), Reading.STRICT);
      assertThat(Reading.lines(back)).isEqualTo(Reading.lines(trace));
    }
    assertThat(new HashSet<>(Reading.lines(trace))).hasSizeGreaterThan(50_000);
  }

  /** A line has 1 MiB, and a byte order mark at the start of a file is none of its text. */
  @Test
  void namesThatALineCannotHoldStayDifferent() throws IOException {
    TraceBuilder builder = new TraceBuilder("in", TraceNames.empty());
    String longName = "n".repeat(2_000_000);
    builder.add(Kind.WRITE, "\uFEFFT", longName + "a", "1");
    builder.add(Kind.WRITE, "T", longName + "b", "1");
    builder.add(Kind.WRITE, "_T", longName + "a", "1");
    byte[] std = Reading.written(builder.build(), TraceFormat.STD, Compression.NONE);
    Trace back = Reading.load(std, Reading.STRICT);
    assertThat(back.names().threads().size()).isEqualTo(3);
    assertThat(back.names().variables().size()).isEqualTo(2);
  }
}
