package dev.sooth.example.junit;

import dev.sooth.junit.RaceCheck;
import dev.sooth.junit.RaceReport;
import java.lang.reflect.Method;
import java.util.List;

/** A program without the agent, and without JUnit: the first check attaches it. */
public final class Attached {
  private static int shared;
  private static boolean stop;
  private static int guarded;

  private Attached() {}

  /** Prints what two checks say, which may be asked to be online; they may end meanwhile. */
  public static void main(String[] args) throws Throwable {
    List<String> asked = List.of(args);
    RaceCheck racy =
        asked.contains("failing")
            ? RaceCheck.of(Attached::failsListening).named("failing")
            : RaceCheck.of(Attached::race).named("racy");
    RaceCheck locked = RaceCheck.of(Attached::locks).named("locked");
    if (asked.contains("online")) {
      racy.online();
      locked.online();
    }
    try {
      say(racy.run());
      say(locked.run());
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
    System.out.println("counted: " + shared + " " + guarded);
  }

  private static void say(RaceReport report) {
    System.out.println(report.message());
  }

  /** What happens when the checker itself does not work any more. */
  private static void failsListening() throws ReflectiveOperationException {
    Method fail =
        Class.forName("dev.sooth.agent.bootstrap.Inline", true, null)
            .getDeclaredMethod("fail", Throwable.class);
    fail.setAccessible(true);
    fail.invoke(null, new IllegalStateException("on purpose"));
  }

  /** Side by side for certain: the other thread ends because of what this one does. */
  private static void race() throws InterruptedException {
    Thread other =
        new Thread(
            () -> {
              while (!stop) {
                shared++;
              }
            });
    other.start();
    shared = 5;
    stop = true;
    other.join();
  }

  private static void locks() throws InterruptedException {
    Thread other = new Thread(Attached::count);
    other.start();
    count();
    other.join();
  }

  private static synchronized void count() {
    guarded++;
  }
}
