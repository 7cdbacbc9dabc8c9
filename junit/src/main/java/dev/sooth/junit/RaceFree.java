package dev.sooth.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The test, or each test of the class, fails if a data race is predicted from what it does. It runs
 * under Sooth's agent: that of the JVM, or one that is attached before the first such test.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@Inherited
@ExtendWith(RaceFreeExtension.class)
public @interface RaceFree {
  /** What is expected of a test. */
  enum Expect {
    /** That there is no race. */
    NO_RACE,
    /** That there is one: a known bug, which somebody will want to know to be gone. */
    RACE
  }

  /** The engines by their names; {@code syncp} and {@code osr} if none is named. */
  String[] engines() default {};

  /** Seconds for one engine. */
  int budget() default 20;

  /**
   * How often the body of the test is run, on the same instance, and checked as a whole: what is
   * done before and after each test is done once.
   */
  int repetitions() default 1;

  /**
   * Whether races are found while the test runs, if the JVM was started with an agent that checks
   * accesses; see {@link RaceCheck#online}.
   */
  boolean online() default false;

  /** What is expected. */
  Expect expect() default Expect.NO_RACE;
}
