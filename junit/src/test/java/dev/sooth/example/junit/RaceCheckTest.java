package dev.sooth.example.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sooth.junit.RaceCheck;
import dev.sooth.junit.RaceReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Under the agent; see {@link AttachTest} for JVMs without it. */
class RaceCheckTest {
  private int plain;
  private int guarded;
  private int local;

  /** Runs it in two threads and waits for them. */
  static void together(Runnable work) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Thread thread = new Thread(work);
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private synchronized void lock() {
    guarded++;
  }

  @Test
  void aRaceIsFoundAndProved() throws Throwable {
    RaceReport report = RaceCheck.of(() -> together(() -> plain++)).named("plain").run();
    assertThat(report.message()).startsWith("1 pair of lines race in plain, 1 verified");
    assertThat(report.text()).contains("data race on dev.sooth.example.junit.RaceCheckTest.plain");
    assertThat(report.pairs()).isEqualTo(1);
    assertThat(report.isComplete()).isTrue();
  }

  @Test
  void aRaceWithTheThreadOfTheCheckIsFound() throws Throwable {
    RaceReport report =
        RaceCheck.of(
                () -> {
                  Thread thread = new Thread(() -> local = 1);
                  thread.start();
                  local = 2;
                  thread.join();
                })
            .run();
    assertThat(report.pairs()).as(report.message()).isEqualTo(1);
  }

  @Test
  void whatIsOrderedIsNoRace() throws Throwable {
    RaceCheck.of(() -> together(this::lock)).repetitions(3).assertRaceFree();
    assertThat(guarded).isEqualTo(6);
    assertThatThrownBy(() -> RaceCheck.of(() -> together(this::lock)).assertRace())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("a race was expected: no data race is predicted");
  }

  @Test
  void whatTheBodyThrowsIsThrown() {
    assertThatThrownBy(
            () ->
                RaceCheck.of(
                        () -> {
                          throw new java.io.IOException("of the body");
                        })
                    .run())
        .isInstanceOf(java.io.IOException.class)
        .hasMessage("of the body");
    assertThatCode(() -> RaceCheck.of(() -> {}).assertRaceFree()).doesNotThrowAnyException();
  }

  @Test
  void anEngineThatIsNotThereIsNoAnswer() {
    assertThatThrownBy(() -> RaceCheck.of(() -> {}).engines("none").assertRaceFree())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("it cannot be said that check has no data race")
        .hasMessageContaining("there is no engine 'none'");
  }

  @Test
  void whatCannotBeMeantIsSaidBeforeTheBodyRuns() {
    RaceCheck check = RaceCheck.of(() -> {});
    assertThatThrownBy(() -> check.budget(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("budget: PT-1S, expected more than nothing");
    assertThatThrownBy(() -> check.repetitions(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
