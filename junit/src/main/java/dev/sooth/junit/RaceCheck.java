package dev.sooth.junit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs something and says which data races are predicted from what it did; for any test framework.
 *
 * <pre>{@code
 * RaceCheck.of(() -> new Bank().transferInTwoThreads()).assertRaceFree();
 * }</pre>
 */
public final class RaceCheck {
  /** What is run. */
  @FunctionalInterface
  public interface Body {
    /** Runs it. */
    @SuppressWarnings("checkstyle:IllegalThrows")
    void run() throws Throwable;
  }

  private static final AtomicInteger LAST = new AtomicInteger();

  private final Body body;
  private String name = "check";
  private List<String> engines = List.of();
  private Duration budget = Duration.ofSeconds(20);
  private int repetitions = 1;
  private boolean online;

  private RaceCheck(Body body) {
    this.body = body;
  }

  /** Of this, which is run once unless {@link #repetitions} says more. */
  public static RaceCheck of(Body body) {
    return new RaceCheck(body);
  }

  /** What it is called in reports. */
  public RaceCheck named(String test) {
    name = test.replaceAll("\\p{Cntrl}", " ");
    return this;
  }

  /** The engines by their names; {@code syncp} and {@code osr} if none is named. */
  public RaceCheck engines(String... ids) {
    engines = List.of(ids);
    return this;
  }

  /** The time for one engine. */
  public RaceCheck budget(Duration time) {
    if (time.isNegative() || time.isZero()) {
      throw new IllegalArgumentException("budget: " + time + ", expected more than nothing");
    }
    budget = time;
    return this;
  }

  /** How often it is run; all is checked together. */
  public RaceCheck repetitions(int times) {
    if (times < 1) {
      throw new IllegalArgumentException("repetitions: " + times + ", expected 1 or more");
    }
    repetitions = times;
    return this;
  }

  /**
   * While it runs, by the checks at the accesses, if the JVM was started with an agent that makes
   * them; then there is no analysis, and no race is predicted that did not happen. A JVM that is
   * recorded and not checked is asked as always.
   */
  public RaceCheck online() {
    online = true;
    return this;
  }

  /**
   * Runs it and answers.
   *
   * @throws Throwable what the body throws; then nothing is analysed
   */
  public RaceReport run() throws Throwable {
    Agent agent = Attachment.agent(online);
    String before = online ? agent.found() : null;
    if (before != null) {
      runBody();
      return RaceReport.online(name, before, agent.found());
    }
    int number = LAST.incrementAndGet();
    String mark = "checked " + number + " " + name;
    if (agent.begin(mark)) {
      try {
        runBody();
      } finally {
        agent.end(mark);
      }
    } else {
      inRecordedThread(agent, mark);
    }
    return Analyser.of(agent).check(agent, number, name, engines, budget);
  }

  /**
   * The same, which fails if there is a race, or if it cannot be said that there is none.
   *
   * @throws AssertionError with the report
   * @throws Throwable what the body throws
   */
  public void assertRaceFree() throws Throwable {
    RaceReport report = run();
    if (report.pairs() > 0 || !report.isComplete()) {
      throw new AssertionError(report.message());
    }
  }

  /**
   * The same, which fails if there is no race: for known bugs.
   *
   * @throws AssertionError if there is none
   * @throws Throwable what the body throws
   */
  public void assertRace() throws Throwable {
    RaceReport report = run();
    if (report.pairs() == 0) {
      throw new AssertionError("a race was expected: " + report.message());
    }
  }

  private void runBody() throws Throwable {
    for (int i = 0; i < repetitions; i++) {
      body.run();
    }
  }

  /** A thread that was there when the agent came is not recorded; one that starts now is. */
  private void inRecordedThread(Agent agent, String mark) throws Throwable {
    Throwable[] thrown = new Throwable[1];
    boolean[] recorded = new boolean[1];
    Thread thread =
        new Thread(
            () -> {
              recorded[0] = agent.begin(mark);
              try {
                runBody();
              } catch (Throwable e) {
                thrown[0] = e;
              } finally {
                agent.end(mark);
              }
            },
            Thread.currentThread().getName() + "-checked");
    thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
    thread.start();
    thread.join();
    if (thrown[0] != null) {
      throw thrown[0];
    }
    if (!recorded[0]) {
      throw new IllegalStateException("the agent does not record this JVM any more");
    }
  }
}
