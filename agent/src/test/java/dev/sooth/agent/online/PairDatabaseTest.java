package dev.sooth.agent.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sooth.agent.online.PairStore.Pairs;
import dev.sooth.testkit.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pairs in a PostgreSQL server that has room for few at once. */
@Tag("any-jdk")
class PairDatabaseTest {
  private static final int AT_ONCE = 10;
  private static final int ROOM = 16; // some of it is kept for administrators

  private static PostgresServer server;

  @TempDir Path folder;
  private final List<String> warnings = new ArrayList<>();

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    server = PostgresServer.start("max_connections=" + ROOM);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  /** Tables of its own for each test. */
  private static String address(String schema) throws IOException, InterruptedException {
    server.sql("create schema " + schema);
    return server.address() + "&currentSchema=" + schema;
  }

  @Test
  void itIsTheSameAsInAFile() throws IOException, InterruptedException {
    String given = System.getProperty("sooth.seed", "");
    long seed = given.isEmpty() ? System.nanoTime() : Long.parseLong(given);
    Random random = new Random(seed);
    ManagedPairs file = PairStore.at(folder.resolve("pairs").toString(), warnings::add);
    ManagedPairs database = PairStore.at(address("same"), warnings::add);
    assertThat(database.exists()).isFalse();
    assertThat(database.read()).isEqualTo(Pairs.NONE);
    assertThat(database.exists()).as("reading makes nothing").isFalse();
    for (int i = 0; i < 150; i++) {
      int what = random.nextInt(20);
      for (ManagedPairs store : List.of(file, database)) {
        Random same = new Random(seed + i);
        if (what == 0) {
          store.prune(1 + same.nextInt(70));
        } else if (what == 1) {
          store.merge(Pairs.NONE.with(some(same)).with(some(same)).with(some(same)));
        } else {
          store.add(some(same));
        }
      }
      if (i % 10 == 0) {
        assertThat(database.read()).as("seed %d, step %d", seed, i).isEqualTo(file.read());
      }
    }
    assertThat(database.read()).as("seed %d", seed).isEqualTo(file.read());
    assertThat(database.exists()).isTrue();
    assertThat(database.problem()).isEmpty();
    assertThat(warnings).isEmpty();
  }

  /** Few of many, so that some are not seen for long. */
  private static Set<Long> some(Random random) {
    Set<Long> pairs = new HashSet<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      long pair = random.nextInt(20);
      pairs.add(random.nextBoolean() ? pair : Long.MIN_VALUE + pair * pair);
    }
    return pairs;
  }

  @Test
  void manyPairsFit() throws IOException, InterruptedException {
    ManagedPairs store = PairStore.at(address("many"), warnings::add);
    Set<Long> many = new HashSet<>();
    for (long i = 0; i < 25_000; i++) {
      many.add(i * 0x9E37_79B9_7F4A_7C15L);
    }
    store.add(many);
    store.add(many);
    assertThat(store.read().frequent(2)).isEqualTo(many);
  }

  @Test
  void whatIsMergedIsNotLost() throws IOException, InterruptedException {
    new Mergers(folder, address("mergers")).run();
  }

  /** As ten programs that end at once. */
  @Test
  void theAgentReadsAndAddsByAProcessOfItsOwn() throws IOException, InterruptedException {
    String address = address("helped");
    ConcurrentLinkedQueue<String> said = new ConcurrentLinkedQueue<>();
    PairStore store = PairStore.fromProgram(address, said::add);
    assertThat(store.read()).isEqualTo(Pairs.NONE);
    atOnce(AT_ONCE, i -> store.add(Set.of((long) i)), said);
    assertThat(said).isEmpty();
    assertThat(store.read().executions()).isEqualTo(AT_ONCE);
    assertThat(store.read().pairs()).hasSize(AT_ONCE);
  }

  @Test
  void aServerWithoutRoomIsAskedAgain() throws IOException, InterruptedException {
    String address = address("room");
    ConcurrentLinkedQueue<String> said = new ConcurrentLinkedQueue<>();
    PairStore store = new PairDatabase(address, said::add, 120_000);
    atOnce(3 * ROOM, i -> store.add(Set.of((long) i)), said);
    assertThat(said).isEmpty();
    assertThat(store.read().executions()).isEqualTo(3 * ROOM);
    assertThat(store.read().pairs()).hasSize(3 * ROOM);
  }

  /** Something that may fail. */
  private interface Task {
    void run(int i) throws IOException;
  }

  private static void atOnce(int n, Task task, ConcurrentLinkedQueue<String> said)
      throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      int number = i;
      threads.add(
          new Thread(
              () -> {
                try {
                  task.run(number);
                } catch (IOException e) {
                  said.add(e.toString());
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Test
  void tablesOfAnotherFormAreLeftAlone() throws IOException, InterruptedException {
    String newer = address("newer");
    PairStore.at(newer, warnings::add).add(Set.of(1L));
    server.sql("update newer.sooth_executions set version = 2");
    String other = address("other");
    server.sql("create table other.sooth_executions (x int)");
    for (String address : List.of(newer, other)) {
      ManagedPairs store = PairStore.at(address, warnings::add);
      assertThat(store.problem()).isPresent();
      assertThat(store.read()).isEqualTo(Pairs.NONE);
      assertThatThrownBy(() -> store.add(Set.of(2L))).isInstanceOf(IOException.class);
    }
    assertThat(warnings).hasSize(2);
    assertThat(warnings.get(0))
        .contains("127.0.0.1", "is not used: its version is 2, expected 1")
        .doesNotContain("user=");
    assertThat(server.sql("select count(*) from newer.sooth_pairs")).isEqualTo("1");
  }

  @Test
  void aServerThatIsNotThereIsSaid() {
    String nowhere = "jdbc:postgresql://127.0.0.1:1/none?user=u&password=secret";
    for (PairStore store :
        List.of(PairStore.at(nowhere, warnings::add), new HelpedPairs(nowhere, warnings::add, 0))) {
      assertThatThrownBy(store::read)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("refused")
          .message()
          .doesNotContain("secret");
    }
    assertThatThrownBy(() -> PairStore.at("jdbc:postgresql:", warnings::add).read())
        .isInstanceOf(IOException.class);
  }
}
