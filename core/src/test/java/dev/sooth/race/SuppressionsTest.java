package dev.sooth.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuppressionsTest {
  private static final LocalDate TODAY = LocalDate.of(2026, 3, 1);
  private static final String FIELD = "shop.Cart.items";
  private static final List<String> PLACES =
      List.of("Cart.java:12 shop.Cart.add", "Main.java:3 shop.Main$1.run", "shop.Main.<init>");

  @TempDir Path folder;

  private static Suppressions of(String... lines) throws IOException {
    return Suppressions.of("s.txt", List.of(lines), TODAY);
  }

  private static boolean matches(String pattern) throws IOException {
    return of("race:" + pattern).match(FIELD, PLACES, List.of()).isPresent();
  }

  @Test
  void aPatternIsLookedForInFieldClassesMethodsAndFiles() throws IOException {
    for (String pattern :
        List.of(
            "items",
            "shop.Cart.items",
            "^shop.Cart.items$",
            "^shop.Cart$",
            "^shop.Cart.add$",
            "^shop.Main$1.run$",
            "^shop.Main$1$",
            "^Main.java$",
            "^Main.java:3$",
            "^shop/Cart.java$",
            "<init>",
            "sh*p.C*t",
            "^*Cart*$",
            "Cart.*",
            "^shop.Cart.*",
            "add$",
            "rt.ad")) {
      assertThat(matches(pattern)).as(pattern).isTrue();
    }
    for (String pattern :
        List.of(
            "^Cart.items$",
            "items.",
            "^items",
            "Cart$Inner",
            "shop.Car$",
            "shopxCart",
            "java:13")) {
      assertThat(matches(pattern)).as(pattern).isFalse();
    }
  }

  @Test
  void arraysAndCollectionsHaveTheNameOfTheirField() throws IOException {
    for (String field :
        List.of("Grid.cells[]", "Grid.cells@5[60]", "Grid.cells (java.util.HashMap)@7")) {
      for (String pattern : List.of("^Grid.cells$", "^Grid$")) {
        assertThat(of("race:" + pattern).match(field, List.of(), List.of())).as(field).isPresent();
      }
    }
    assertThat(of("race:java.util.HashMap").match("A.b (java.util.HashMap)", List.of(), List.of()))
        .isPresent();
  }

  @Test
  void callersAreNotLookedAtIfOnlyTheTopIsMeant() throws IOException {
    List<String> callers = List.of("Main.java:3 shop.Main.run");
    assertThat(of("race:Main").match("A.x", List.of("A.f"), callers)).isPresent();
    assertThat(of("race_top:Main").match("A.x", List.of("A.f"), callers)).isEmpty();
    assertThat(of("race_top:A.f").match("B.x", List.of("A.f"), callers)).isPresent();
  }

  @Test
  void whatTheProgramCallsBenignIsARule() throws IOException {
    Suppressions all = of("race:X").and(List.of("field\tA.x\tonly a hint", "odd"));
    Suppressions.Rule rule = all.match("A.x", List.of(), List.of()).orElseThrow();
    assertThat(rule.reason()).isEqualTo("only a hint");
    assertThat(rule.isInSource()).isTrue();
    assertThat(all.match("A.xy", List.of(), List.of())).isEmpty();
    assertThat(all.match("A.x (java.util.HashMap)", List.of(), List.of())).isPresent();
    assertThat(all.match("A.x[]", List.of(), List.of())).isPresent();
    assertThat(all.match("B.y", List.of("A.f"), List.of("A.x"))).isEmpty();
    assertThat(all.remarks()).containsExactly("suppression not used: race:X (s.txt:1)");
    assertThat(of("mutex:X # old").remarks())
        .containsExactly("suppression of no race, left out: mutex:X (s.txt:1)");
    assertThat(of("race:X # old").rules().get(0).reason()).isEqualTo("old");
    assertThat(of("race:X").rules().get(0).reason()).isEqualTo("s.txt:1");
  }

  @Test
  void itSaysWhatWasUsedAndWhatNot() throws IOException {
    Suppressions all =
        of(
            "# of the old cart",
            "",
            "race:Cart.items # known",
            "race:shop",
            "  race:Main until=2026-03-01",
            "race:Old until=2026-02-28");
    assertThat(all.match(FIELD, PLACES, List.of()).orElseThrow())
        .hasToString("race:Cart.items (s.txt:3)");
    assertThat(all.match("Other.x", List.of(), List.of("Main.java:1 Main.main"))).isPresent();
    assertThat(all.match("Old.x", List.of("Old.f"), List.of())).as("it has expired").isEmpty();
    assertThat(all.match(FIELD, List.of(), List.of())).isPresent();
    assertThat(all.suppressed()).isEqualTo(3);
    assertThat(all.summary())
        .containsExactly(
            "suppressed 2 races: race:Cart.items (s.txt:3)",
            "suppressed 1 race: race:Main until=2026-03-01 (s.txt:5)",
            "suppression not used: race:shop (s.txt:4)",
            "suppression expired, it suppresses nothing: race:Old until=2026-02-28 (s.txt:6)");
    assertThat(Suppressions.NONE.match(FIELD, PLACES, List.of())).isEmpty();
    assertThat(Suppressions.NONE.summary()).isEmpty();
  }

  @Test
  void aWrongLineIsRefusedWithItsPlace() throws IOException {
    for (String line :
        List.of(
            "Cart.items",
            "race:",
            "race:*",
            "race:^*$",
            "race: Cart",
            "race_top:",
            "lock:Cart",
            "race:Cart until=tomorrow",
            "race:Cart until=2026-02-30",
            "race:Cart 2026-01-01",
            "race:Cart until=2026-01-01 more")) {
      assertThatThrownBy(() -> of("# first", line))
          .as(line)
          .isInstanceOf(BadSuppressionsException.class)
          .hasMessageStartingWith("s.txt:2: '")
          .hasMessageContaining("expected");
    }
    Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, 0, (byte) 0xfe});
    assertThatThrownBy(() -> Suppressions.read(binary)).hasMessageStartingWith(binary + ":1: ");
  }

  @Test
  void annotationsOfTheProgramAreAboutTheAccessesAlone() throws IOException {
    Suppressions all =
        of("race:Nothing")
            .and(List.of("field\tA.hits\tmay be a little off", "method\tA.log\tone writer", "odd"));
    assertThat(all.match("A.hits", List.of("A.f"), List.of()).orElseThrow().reason())
        .isEqualTo("may be a little off");
    assertThat(all.match("A.hits[]", List.of("A.f"), List.of())).isPresent();
    assertThat(all.match("A.hitsOf", List.of("A.f"), List.of())).isEmpty();
    assertThat(all.match("A.x", List.of("A.java:1 A.log"), List.of())).isPresent();
    assertThat(all.match("A.x", List.of("A.java:1 A.lambda$log$3"), List.of())).isPresent();
    assertThat(all.match("A.x", List.of("A.java:1 A.logger"), List.of())).isEmpty();
    assertThat(all.match("A.x", List.of("A.f"), List.of("A.java:1 A.log"))).isEmpty();
    assertThat(all.remarks()).containsExactly("suppression not used: race:Nothing (s.txt:1)");
    assertThat(of("race:A.x # why").match("A.x", List.of(), List.of()).orElseThrow().reason())
        .isEqualTo("why");
  }

  @Test
  void threadsMayAskAtTheSameTime() throws IOException, InterruptedException {
    Suppressions all = of("race:Cart", "race:Main");
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      threads.add(
          new Thread(
              () -> {
                for (int i = 0; i < 1000; i++) {
                  all.match(i % 2 == 0 ? FIELD : "Main.x", List.of(), List.of());
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(all.rules()).extracting(Suppressions.Rule::count).containsExactly(4000, 4000);
  }
}
