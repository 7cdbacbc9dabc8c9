package dev.sooth.example.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.junit.RaceFree;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever JUnit calls a test is checked if it, or a class around it, asks for that. */
class KindsOfTestsTest {
  @RaceFree
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  static class Kinds {
    private int given;
    private int times;
    private int late;
    private int inner;
    private int made;
    private int known;

    @BeforeAll
    void prepare() {
      given = 1;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void given(boolean atOnce) throws InterruptedException {
      both(atOnce, () -> given++);
    }

    @RepeatedTest(2)
    void times() throws InterruptedException {
      both(true, () -> times++);
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void elsewhere() throws InterruptedException {
      both(true, () -> late++);
    }

    @TestFactory
    Stream<DynamicNode> made() {
      return Stream.of(
          DynamicTest.dynamicTest("racy", () -> both(true, () -> made++)),
          DynamicContainer.dynamicContainer(
              "more", Stream.of(DynamicTest.dynamicTest("fine", () -> both(false, () -> made++)))));
    }

    @TestFactory
    @RaceFree(expect = RaceFree.Expect.RACE)
    DynamicNode isKnown() {
      return DynamicTest.dynamicTest("known", () -> both(true, () -> known++));
    }

    @Nested
    class Inner {
      @Test
      void nested() throws InterruptedException {
        both(true, () -> inner++);
      }

      @Test
      void fine() throws InterruptedException {
        both(false, () -> inner++);
      }
    }

    /** In two threads: at once, or one after the other. */
    private static void both(boolean atOnce, Runnable work) throws InterruptedException {
      if (atOnce) {
        RaceCheckTest.together(work);
      } else {
        for (int i = 0; i < 2; i++) {
          Thread thread = new Thread(work);
          thread.start();
          thread.join();
        }
      }
    }
  }

  @Test
  void allAreChecked() {
    Map<String, String> ended = Suites.run(Kinds.class, Map.of());
    assertThat(ended).hasSize(10);
    String type = Kinds.class.getName();
    Map.of(
            "given(boolean)[1]", ".given[1]",
            "times()[1]", ".times[1]",
            "times()[2]", ".times[2]",
            "elsewhere()", ".elsewhere",
            "made()[1]", ".made[1]",
            "nested()", "$Inner.nested")
        .forEach(
            (test, name) ->
                assertThat(ended.remove(test))
                    .as(test)
                    .startsWith("1 pair of lines race in " + type + name + ", 1 verified"));
    assertThat(ended.values()).as(ended.toString()).hasSize(4).containsOnly("");
  }
}
