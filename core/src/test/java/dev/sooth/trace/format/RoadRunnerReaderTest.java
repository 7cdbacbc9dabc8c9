package dev.sooth.trace.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoadRunnerReaderTest {
  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      value = {
        "@     AWr(0,@05[13])  Final  Functions.java:116:153"
            + " => T0|w(@05[13])|Functions.java:116:153",
        "@ ARd(2,@05[13])  Final  F.java:1:2 => T2|r(@05[13])|F.java:1:2",
        "@ Rd(0,a.b)  Shared  F.java:1:2 => T0|r(a.b)|F.java:1:2",
        "@ Wr(0,a.b)  Shared  F.java:1:2 => T0|w(a.b)|F.java:1:2",
        "@ VRd(0,a.b)  Shared  F.java:1:2 => T0|vr(a.b)|F.java:1:2",
        "@ VWr(0,a.b)  Shared  F.java:1:2 => T0|vw(a.b)|F.java:1:2",
        "@ Rd(0,a.b)  Shared => T0|r(a.b)|",
        "@ Rd(0,a.b) => T0|r(a.b)|",
        "@ Acquire(0,@01) => T0|acq(@01)|",
        "@ Release(0,@01)  x  F.java:1:2 => T0|rel(@01)|F.java:1:2",
        "@ Start(0,1) => T0|fork(T1)|",
        "@ Join(0,1) => T0|join(T1)|",
        "@ Start(main,worker) => main|fork(worker)|",
        "@ Enter(0,f(int)) => T0|dummy|",
        "@ Exit(0,f(int)) => T0|dummy|",
        "@ Dummy(0,0) => T0|dummy|",
        "@ Rd(0,f(x)) => T0|r(f(x))|",
      })
  void aLineIsAnEvent(String line, String event) throws IOException {
    assertThat(Reading.unchecked(line).events()).containsExactly(event);
    assertThat(Reading.unchecked("some output\n" + line + "\r\n@ Rd(9,y)\n").events())
        .containsExactly(event, "T9|r(y)|");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      value = {
        "@ Rd(0) => 2:3: found “Rd(0)”, expected an event such as Rd(0,x)",
        "@ Rd(,x) => 2:3: found “Rd(,x)”, expected an event such as Rd(0,x)",
        "@ Rd(0,) => 2:3: found “Rd”, expected a name in parentheses after it",
        "@ Rd(0,x => 2:3: found “Rd(0,x”, expected a closing parenthesis at the end of the"
            + " operation",
        "@ Rd(0, x) => 2:3: found “Rd(0,”, expected a closing parenthesis at the end of the"
            + " operation",
        "@ Release(0,m) => 2:3: T0 releases m, which it does not hold",
      })
  void aBadLineIsRefusedWithItsPlace(String line, String complaint) throws IOException {
    assertThat(Reading.complaint("@ Rd(1,z)\n" + line + "\n")).isEqualTo("in:" + complaint);
  }

  @Test
  void theOutputOfTheProgramIsSkippedAndCounted() throws IOException {
    Reading.Result result =
        Reading.checked("hello | world\n\n@ Rd(0,x)  A  F:1:1\n  @ Rd(0,x)\n@home\n@ Wr(0,x)\n");
    assertThat(result.events()).containsExactly("T0|r(x)|F:1:1", "T0|w(x)|");
    assertThat(result.notes())
        .containsExactly("skipped lines of the program's own output (3 times)");
  }
}
