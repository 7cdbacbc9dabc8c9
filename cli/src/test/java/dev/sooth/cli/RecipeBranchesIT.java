package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code recipe} can follow on ways that a run did not take. In each program the second thread
 * comes long after the first one, so that the run does not take the branches that matter.
 */
class RecipeBranchesIT {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();
  private static final String MAIN =
      """
        public static void main(String[] args) throws InterruptedException {
          Thread one = new Thread(() -> first(), "one");
          Thread two = new Thread(() -> second(), "two");
          one.start();
          Thread.sleep(300); // no order for a detector
          two.start();
          one.join();
          two.join();
        }
      }
      """;

  @TempDir Path folder;

  /** The lines of each race that recipe reports. */
  private Set<String> races(String members) throws IOException, InterruptedException {
    Path source = folder.resolve("Way.java");
    Files.writeString(source, "public class Way {\n" + members + MAIN);
    String jar = Cli.root().resolve("cli/target/sooth.jar").toString();
    List<String> command = new ArrayList<>(List.of(JAVA, "-jar", jar, "run", "-q"));
    command.addAll(List.of("-e", "recipe", "-o", "out", source.toString()));
    Cli.Result result = Processes.run(folder, Map.of(), command);
    assertThat(result.err()).doesNotContain("Candidate:", "threads lost", "internal error");
    Set<String> races = new TreeSet<>();
    List<String> lines = result.err().lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("WARNING: Sooth: data race")) {
        Set<String> pair = new TreeSet<>();
        lines.subList(i, lines.size()).stream()
            .filter(line -> line.startsWith("    #0 "))
            .limit(2)
            .forEach(line -> pair.add(line.replaceAll(".*:(\\d+) .*", "$1")));
        races.add(String.join("-", pair));
      }
    }
    return races;
  }

  /** More branches than can be followed to their ends, and none of them was taken. */
  @Test
  void whoFindsEverythingSortedCouldHaveSwapped() throws Exception {
    Set<String> races =
        races(
            """
              static final int[] data = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
              static void first() { for (int n = 0; n < 10; n++) pass(); }
              static void second() { for (int n = 0; n < 10; n++) pass(); }
              static void pass() {
                for (int i = 0; i + 1 < data.length; i++) {
                  if (data[i] > data[i + 1]) {
                    int t = data[i];
                    data[i] = data[i + 1];
                    data[i + 1] = t;
                  }
                }
              }
            """);
    assertThat(races).containsExactlyInAnyOrder("7-9", "10-7", "8-9", "10-8", "9", "10-9", "10");
  }

  @Test
  void aSwitchGoesToOtherCases() throws Exception {
    Set<String> races =
        races(
            """
              static final Object lock = new Object();
              static int state;
              static int a;
              static int b;
              static void first() {
                synchronized (lock) { state = 1; }
                a = 1;
                b = 1;
                synchronized (lock) { state = 2; }
              }
              static void second() {
                int seen;
                synchronized (lock) { seen = state; }
                switch (seen) {
                  case 1:
                    a = 2;
                    break;
                  case 2:
                    System.out.println("done");
                    break;
                  case 3:
                    b = 3;
                    break;
                  default:
                    b = 4;
                }
              }
            """);
    assertThat(races).containsExactlyInAnyOrder("17-8", "26-9");
  }

  @Test
  void objectsAreMadeAndThreadsStartedInBranches() throws Exception {
    Set<String> races =
        races(
            """
              static final class Job {
                final int size;
                int left;
                Job(int size) { this.size = size; left = size; }
                int step() { return --left; }
              }
              static final Object lock = new Object();
              static int free = 1;
              static int started;
              static void first() {
                synchronized (lock) { free -= new Job(1).size; }
                started++;
                synchronized (lock) { System.out.println(started); }
              }
              static void second() {
                boolean may;
                synchronized (lock) { may = free > 0; }
                if (may) {
                  Job job = new Job(2);
                  new Thread(() -> System.out.println(job.size), "more").start();
                  started += job.step();
                }
              }
            """);
    assertThat(races).containsExactlyInAnyOrder("13-22", "14-22");
  }

  /** The lock of the branch was never taken in the run, but it is known which object it is. */
  @Test
  void aLockIsKnownByTheFinalFieldThatHoldsIt() throws Exception {
    Set<String> races =
        races(
            """
              static final class Account {
                final Object lock = Way.class;
                final int limit = Integer.getInteger("limit", 3);
                int balance;
                boolean closed;
              }
              static final Account account = new Account();
              static void first() {
                synchronized (Way.class) { account.balance = 1; }
                account.closed = true;
              }
              static void second() {
                if (!account.closed) {
                  synchronized (account.lock) { account.balance += account.limit; }
                  account.closed = account.limit > 2;
                }
              }
            """);
    assertThat(races).containsExactlyInAnyOrder("11-14", "11-16");
  }
}
