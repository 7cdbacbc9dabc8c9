package dev.sooth.trace.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.trace.RandomTraces;
import dev.sooth.trace.RandomTraces.NameStyle;
import dev.sooth.trace.RandomTraces.Shape;
import dev.sooth.trace.Trace;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StdReaderTest {
  /** Line and event; “\n” and the like are written out. */
  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      value = {
        "T1|w(x)|12 => T1|w(x)|12",
        "T1|r(x)|12 => T1|r(x)|12",
        "T1|acq(m)|12 => T1|acq(m)|12",
        "T1|rel(m)|12 => T1|rel(m)|12",
        "T1|fork(T2)|12 => T1|fork(T2)|12",
        "T1|join(T2)|12 => T1|join(T2)|12",
        "T1|vr(x)|12 => T1|vr(x)|12",
        "T1|vw(x)|12 => T1|vw(x)|12",
        "T1|begin|12 => T1|begin|12",
        "T1|begin()|12 => T1|begin|12",
        "T1|begin(T1)|12 => T1|begin|12",
        "T1|end|12 => T1|end|12",
        // location missing, empty, or with anything in it
        "T1|w(x) => T1|w(x)|",
        "T1|w(x)| => T1|w(x)|",
        "T1|w(x)|a|b||c => T1|w(x)|a|b||c",
        "T1|w(x)|a b(c) => T1|w(x)|a b(c)",
        "T1|w(x)|A.java:12:3 => T1|w(x)|A.java:12:3",
        // names with parentheses, dots, spaces, letters of any language
        "T1|w(f(g)(h))|1 => T1|w(f(g)(h))|1",
        "T1|w(f())|1 => T1|w(f())|1",
        "T1|w())|1 => T1|w())|1",
        "T1|r(a b)|1 => T1|r(a b)|1",
        "T1|r(x[12].y$z)|1 => T1|r(x[12].y$z)|1",
        "main thread|r(x)|1 => main thread|r(x)|1",
        "Grüße|r(größe)|Straße => Grüße|r(größe)|Straße",
        "a-name-that-is-longer-than-a-word|r(another-such-name)|and-one-more-of-those"
            + " => a-name-that-is-longer-than-a-word|r(another-such-name)|and-one-more-of-those",
        // spaces around the fields
        "`  T1 | w( x ) | 12  ` => T1|w(x)|12",
        "`\tT1\t|\tw(x)\t|\t12\t` => T1|w(x)|12",
        "T1|w (x)|12 => T1|w(x)|12",
        // kinds that mean nothing to us keep their position
        "T1|req(m)|12 => T1|dummy|12",
        "T1|dummy|12 => T1|dummy|12",
        "T1|branch(17)|12 => T1|dummy|12",
        "T1|enter(f(int))|12 => T1|dummy|12",
        "T1|exit|12 => T1|dummy|12",
        "T1|my_kind-2(a)|12 => T1|dummy|12",
      })
  void aLineIsAnEvent(String line, String event) throws IOException {
    for (String end : List.of("", "\n", "\r\n", "\n\n# comment\n")) {
      assertThat(Reading.unchecked(line + end).events()).containsExactly(event);
    }
    assertThat(Reading.unchecked("T0|w(y)|1\n" + line + "\r\nT0|w(y)|2\n").events())
        .containsExactly("T0|w(y)|1", event, "T0|w(y)|2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      value = {
        "T1 w(x) 12 => 2:1: found “T1 w(x) 12”, expected an event such as T1|w(x)|12",
        "|w(x)|12 => 2:1: no thread before the first bar, expected an event such as T1|w(x)|12",
        "` |w(x)|12` => 2:2: no thread before the first bar, expected an event such as T1|w(x)|12",
        "T1||12 => 2:4: found “”, expected an operation such as r(x) or acq(m)",
        "T1| => 2:4: found “”, expected an operation such as r(x) or acq(m)",
        "T1|(x)|12 => 2:4: found “(x)”, expected an operation such as r(x) or acq(m)",
        "T1|1(x)|12 => 2:4: found “1(x)”, expected an operation such as r(x) or acq(m)",
        "T1|w x|12 => 2:4: found “w x”, expected an operation such as r(x) or acq(m)",
        "T1|w(x|12 => 2:4: found “w(x”, expected a closing parenthesis at the end of the operation",
        "T1|w(x)y|12"
            + " => 2:4: found “w(x)y”, expected a closing parenthesis at the end of the operation",
        "T1|w(a|b)|12"
            + " => 2:4: found “w(a”, expected a closing parenthesis at the end of the operation",
        "T1|w()|12 => 2:4: found “w”, expected a name in parentheses after it",
        "T1|w|12 => 2:4: found “w”, expected a name in parentheses after it",
        "T1| acq( ) |12 => 2:5: found “acq”, expected a name in parentheses after it",
        "T1|fork()|12 => 2:4: found “fork”, expected a name in parentheses after it",
        "T1|write(x)|12 => 2:4: found “write”, expected r, w, acq, rel, fork, join, begin, end,"
            + " vr, vw, or a kind without effect",
        "T1|lock(x)|12 => 2:4: found “lock”, expected r, w, acq, rel, fork, join, begin, end,"
            + " vr, vw, or a kind without effect",
      })
  void aBadLineIsRefusedWithItsPlace(String line, String complaint) throws IOException {
    for (String end : List.of("", "\n", "\r\nT0|r(x)|3")) {
      assertThat(Reading.complaint("T0|w(y)|1\n" + line + end)).isEqualTo("in:" + complaint);
    }
  }

  /** Else all of the trace would be the comment or the location of its first line. */
  @Test
  void linesThatACarriageReturnAloneEndsAreRefused() throws IOException {
    for (String first : List.of("# comment", "T1|w(x)|1", "T1|fork(T2)|1")) {
      assertThat(Reading.complaint(first + "\rT1|w(x)|1\rT2|w(x)|2\r"))
          .isEqualTo(
              "in:1:%d: found a carriage return in a line, expected \\n or \\r\\n at its end"
                  .formatted(first.length() + 1));
    }
    assertThat(Reading.complaint("T1|w(x)|1\nT1|w(x)|1\rT2|w(x)|2\n")).startsWith("in:2:10: ");
  }

  @Test
  void linesWithoutEventsHaveNoPositionButCountAsLines() throws IOException {
    String text =
        "\uFEFF# comment\n\n   \nT1|w(x)|1\n// comment\n  # comment\r\n\r\nT1|req(m)|2\nT2|w(x)|3";
    Reading.Result result = Reading.checked(text);
    assertThat(result.events()).containsExactly("T1|w(x)|1", "T1|dummy|2", "T2|w(x)|3");
    assertThat(result.notes()).containsExactly("skipped 1 event of kind req");
    assertThat(Reading.complaint(text + "\nbad")).startsWith("in:10:1: found “bad”");
    assertThat(Reading.complaint(text + "\nT2|rel(m)|4"))
        .isEqualTo("in:10:4: T2 releases m, which it does not hold");
  }

  @Test
  void skippedKindsAreCounted() throws IOException {
    StringBuilder text = new StringBuilder("T1|w(x)|1\n");
    text.append("T1|req(m)|2\n".repeat(40_000)).append("T1|branch|2\n");
    Reading.Result result = Reading.checked(text.toString());
    assertThat(result.events()).hasSize(40_002);
    assertThat(result.notes())
        .containsExactly("skipped 40000 events of kind req", "skipped 1 event of kind branch");
  }

  @Test
  void notesStayShortWhateverTheInputHolds() throws IOException {
    StringBuilder text = new StringBuilder("T1|w(x)|1\n");
    for (int i = 0; i < 10_000; i++) {
      text.append("T1|kind").append(i).append("(x)|2\n");
    }
    assertThat(Reading.checked(text.toString()).notes())
        .hasSize(51)
        .contains("skipped 9950 events of other kinds");
  }

  @Test
  void operationsOfAnotherDialectAreDroppedWhenLenient() throws IOException {
    byte[] text = Reading.utf8("T1|w(x)|1\nT1|lock(m)|2\n");
    Reading.Result result = Reading.checked(text, Reading.LENIENT);
    assertThat(result.events()).containsExactly("T1|w(x)|1", "T1|dummy|2");
    assertThat(result.notes()).containsExactly("dropped 1 event: operation of another dialect");
  }

  @Test
  void aNumberMeansTheThreadOfThatNumberWhereThreadsAreCalledSo() throws IOException {
    Reading.Result result =
        Reading.checked(
            "T80|fork(125)|1\nT125|w(x)|2\nT80|fork(126)|3\nT80|join(125)|4\nT80|fork(9)|5\n");
    assertThat(result.events())
        .containsExactly(
            "T80|fork(T125)|1",
            "T125|w(x)|2",
            "T80|fork(T126)|3",
            "T80|join(T125)|4",
            "T80|fork(T9)|5");
    assertThat(result.notes())
        .containsExactly("read the number of a thread as its name, 125 as T125 (4 times)");
  }

  @Test
  void aNumberIsANameWhereThreadsAreCalledByNumbers() throws IOException {
    Reading.Result result = Reading.checked("80|fork(125)|1\n125|w(x)|2\n80|join(125)|3\n");
    assertThat(result.events()).containsExactly("80|fork(125)|1", "125|w(x)|2", "80|join(125)|3");
    assertThat(result.notes()).isEmpty();
    assertThat(Reading.checked("main|fork(1)|1\n1|w(x)|2\n").events())
        .containsExactly("main|fork(1)|1", "1|w(x)|2");
    assertThat(Reading.checked("Tom|fork(1)|1\n1|w(x)|2\n").events())
        .containsExactly("Tom|fork(1)|1", "1|w(x)|2");
    // A thread that has had events under the number is that thread.
    assertThat(Reading.checked("5|w(x)|1\nT1|w(x)|1\nT1|join(5)|2\n").events())
        .containsExactly("5|w(x)|1", "T1|w(x)|1", "T1|join(5)|2");
  }

  @Test
  void aNumberThatTurnsOutToBeANameIsRefused() throws IOException {
    assertThat(Reading.complaint("T80|fork(125)|1\nT125|w(x)|1\n125|w(x)|2\n"))
        .isEqualTo(
            "in:3:1: a thread called 125, but a fork or join of 125 was read as the thread T125");
  }

  @Test
  void emptyInputIsAnEmptyTrace() throws IOException {
    for (String text : List.of("", "\n", "# nothing\n", "\uFEFF", "\r\n\r\n  ")) {
      assertThat(Reading.checked(text)).isEqualTo(new Reading.Result(List.of(), List.of()));
    }
  }

  @Test
  void textInUtf16IsNamed() throws IOException {
    byte[] utf16 = "T1|w(x)|1\n".getBytes(java.nio.charset.StandardCharsets.UTF_16);
    assertThat(Reading.complaint(utf16, Reading.STRICT))
        .isEqualTo("in:1:1: found UTF-16 text, expected UTF-8");
  }

  /** A space at the end of a line keeps it from the quick way. */
  @Test
  void theQuickWayReadsTheSameAsTheCompleteOne() throws IOException {
    for (int seed = 0; seed < 20; seed++) {
      NameStyle style = seed % 2 == 0 ? NameStyle.PLAIN : NameStyle.RICH;
      Shape shape = new Shape(3000, 1 + seed, 1 + 3 * seed, 1 + 40 * seed, 300);
      Trace trace = RandomTraces.wellFormed(seed, shape, style);
      byte[] quick = Reading.written(trace, TraceFormat.STD, TraceFiles.Compression.NONE);
      String text = new String(quick, java.nio.charset.StandardCharsets.UTF_8);
      String complete = " " + text.replace("\n", " \n ");
      assertThat(Reading.checked(quick, Reading.STRICT).events())
          .as("seed %d", seed)
          .isEqualTo(Reading.checked(complete).events())
          .isEqualTo(Reading.lines(trace));
      assertThat(Reading.checked(text.replace("\n", "\r\n")).events())
          .isEqualTo(Reading.lines(trace));
    }
  }

  @Test
  void linesMayBeSplitBetweenReadsAtAnyPlace() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 30_000; i++) {
      text.append("T").append(i % 7).append("|w(x").append(i).append(")|").append(i * 31);
      text.append(i % 5 == 0 ? "\r\n" : "\n");
    }
    byte[] bytes = Reading.utf8(text.toString());
    List<String> expected = Reading.checked(bytes, Reading.STRICT).events();
    assertThat(expected).hasSize(30_000);
    java.util.Random random = new java.util.Random(1);
    java.io.InputStream dribble =
        new java.io.ByteArrayInputStream(bytes) {
          @Override
          public synchronized int read(byte[] b, int off, int len) {
            return super.read(b, off, Math.min(len, 1 + random.nextInt(1000)));
          }
        };
    assertThat(Reading.read(TraceFiles.stream(dribble, "in", Reading.STRICT)).events())
        .isEqualTo(expected);
  }

  @Test
  void aLineMayBeOneMebibyteLongAndNoLonger() throws IOException {
    String prefix = "T1|w(x)|";
    String longest = prefix + "a".repeat(TextCursor.LONGEST_LINE - prefix.length());
    assertThat(Reading.checked("T1|w(x)|1\n" + longest + "\nT1|w(x)|2\n").events()).hasSize(3);
    assertThat(Reading.complaint("T1|w(x)|1\n" + longest + "a\nT1|w(x)|2\n"))
        .isEqualTo("in:2:1: line longer than 1 MiB");
    assertThat(Reading.complaint("T1|w(x)|1\n\n" + longest.repeat(10)))
        .isEqualTo("in:3:1: line longer than 1 MiB");
  }
}
