package dev.sooth.trace.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvReaderTest {
  private static Reading.Result read(String text) throws IOException {
    return Reading.unchecked(Reading.utf8(text), Reading.as(TraceFormat.CSV));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      value = {
        "w(x) => T0|w(x)|",
        "`,w(x)` => T1|w(x)|",
        "`,,r(x),,` => T2|r(x)|",
        "` , r( x ) , ` => T1|r(x)|",
        "`,acq(m)` => T1|acq(m)|",
        "`,rel(m)` => T1|rel(m)|",
        "start(T3) => T0|fork(T3)|",
        "fork(T3) => T0|fork(T3)|",
        "start(3) => T0|fork(T3)|",
        "join(T3) => T0|join(T3)|",
        "enter(f()) => T0|dummy|",
        "exit(f()) => T0|dummy|",
        "dummy() => T0|dummy|",
        "begin() => T0|begin|",
        "end => T0|end|",
        "vr(x) => T0|vr(x)|",
        "vw(x) => T0|vw(x)|",
        "r(a(b)) => T0|r(a(b))|",
      })
  void aCellIsAnEvent(String line, String event) throws IOException {
    assertThat(read(line).events()).containsExactly(event);
    assertThat(read("\n# comment\n" + line + "\r\n,,,,w(y)\n").events())
        .containsExactly(event, "T4|w(y)|");
  }

  @Test
  void syncIsAnAccessInItsOwnLock() throws IOException {
    assertThat(read(",sync(x)\nr(x)\n").events())
        .containsExactly(
            "T1|acq(VARLOCK-x)|", "T1|r(x)|", "T1|w(x)|", "T1|rel(VARLOCK-x)|", "T0|r(x)|");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      value = {
        "`w(x),w(y)` => 2:6: found “w(y)”, expected one event in a line",
        "`,,` => 2:1: a line without an event, expected one in the column of its thread",
        "`,hello world` => 2:2: found “hello world”, expected an operation such as r(x) or acq(m)",
        "`, w(x` => 2:3: found “w(x”, expected a closing parenthesis at the end of the operation",
        "`, w()` => 2:3: found “w”, expected a name in parentheses after it",
        "`,read(x)` => 2:2: found “read”, expected acq, rel, r, w, start, join, sync, begin, end,"
            + " vr, vw, or a kind without effect",
        "`,rel(m)` => 2:2: T1 releases m, which it does not hold",
      })
  void aBadLineIsRefusedWithItsPlace(String line, String complaint) throws IOException {
    assertThat(Reading.complaint("w(x)\n" + line + "\n")).isEqualTo("in:" + complaint);
  }

  @Test
  void theFormatIsFoundFromTheContent() throws IOException {
    assertThat(Reading.checked("# a comment | with a bar\n,,w(x)\n").events())
        .containsExactly("T2|w(x)|");
  }
}
