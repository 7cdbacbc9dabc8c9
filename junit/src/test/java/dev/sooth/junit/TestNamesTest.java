package dev.sooth.junit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.support.descriptor.MethodSource;

/** What a test is called, by what each engine says of it. */
class TestNamesTest {
  @ParameterizedTest
  @CsvSource({
    "[engine:junit-jupiter]/[class:a.B]/[method:m()], m(), a.B.m",
    "[engine:junit-jupiter]/[class:a.B]/[test-template:m(int)]/[test-template-invocation:#2], m(int)[2], a.B.m[2]",
    "[engine:junit-jupiter]/[class:a.B]/[test-factory:m()]/[dynamic-container:#2]/[dynamic-test:#1], m()[2][1], a.B.m[2.1]",
    "[engine:junit-jupiter]/[class-template:a.B]/[class-template-invocation:#3]/[method:m()], m(), a.B.m[3]",
    "[engine:junit-jupiter]/[class-template:a.B]/[class-template-invocation:#3]/[test-template:m(int)]/[test-template-invocation:#1], m(int)[1], a.B.m[3.1]",
    "[engine:spock]/[spec:a.B]/[feature:$spock_feature_0_0]/[iteration:4], m [x: 1; #4], a.B.m[4]",
    "[engine:junit-vintage]/[runner:a.B]/[test:m(a.B)], m, a.B.m",
    "[engine:junit-vintage]/[runner:a.B]/[test:%5B1%5D]/[test:m%5B1%5D(a.B)], m[1], a.B.m[1]",
    "[engine:junit-vintage]/[runner:a.B]/[test:x], m[1: some value], a.B.m[1]",
    "[engine:junit-vintage]/[runner:a.B]/[test:x], m[some value], a.B.m"
  })
  void isThatOfTheMethodWithANumber(String id, String reported, String name) {
    assertThat(TestNames.of(MethodSource.from("a.B", "m"), id, reported)).isEqualTo(name);
  }
}
