package dev.sooth.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StructuredNamesTest {
  private static final long SEED = Seeds.orElse(5);

  private final NameTable strings = new NameTable();
  private final Families families = new Families(strings);
  private final StructuredNames names = new StructuredNames(families);

  @Test
  void sameFamilyAndNumberIsTheSameIdAndOthersAreOthers() {
    Random random = new Random(SEED);
    Map<String, Integer> ids = new HashMap<>();
    for (int i = 0; i < 200_000; i++) {
      int family =
          switch (random.nextInt(4)) {
            case 0 -> families.shape(Family.field("A", "f" + random.nextInt(3), 0));
            case 1 -> families.shape(Family.of("B").prefixed("guarded:"));
            case 2 -> array("A", "cells", "", 1 + random.nextInt(40));
            default -> array("A", "cells", "atomic:", 1 + random.nextInt(40));
          };
      long number = random.nextInt(random.nextBoolean() ? 20 : 5000);
      int id = names.id(family, number);
      String name = names.get(id);
      Integer known = ids.putIfAbsent(name, id);
      assertThat(known == null || known == id).as("seed %d: %s", SEED, name).isTrue();
      assertThat(names.numberOf(id)).isEqualTo(number);
    }
    assertThat(names.count()).isEqualTo(ids.size());
    assertThat(names.size()).isGreaterThanOrEqualTo(ids.size());
    assertThat(ids.values()).doesNotHaveDuplicates();
  }

  private int array(String owner, String field, String prefix, long number) {
    return families.array(families.shape(Family.field(owner, field, 0).prefixed(prefix)), number);
  }

  @Test
  void namesWithoutPartsAreThere() {
    int x = names.intern("x");
    int other = names.id(families.shape(Family.of("x")), 7);
    assertThat(names.intern("x")).isEqualTo(x).isNotEqualTo(other);
    assertThat(names.get(x)).isEqualTo("x");
    assertThat(names.isWhole(x)).isTrue();
    assertThat(names.get(other)).isEqualTo("x@7");
    assertThat(names.family(other)).isEqualTo(Family.of("x"));
  }

  @Test
  void anArrayKeepsItsFirstName() {
    int first = names.id(array("Grid", "cells", "", 17), 3);
    int later = names.id(array("array", "", "", 17), 3);
    assertThat(later).isEqualTo(first);
    assertThat(names.get(later)).isEqualTo("Grid.cells@17[3]");
  }

  @Test
  void aSweepOverALargeArrayTakesLittle() {
    int array = array("Grid", "cells", "", 1);
    for (int i = 0; i < 1_000_000; i++) {
      names.id(array, i);
    }
    assertThat(names.count()).isEqualTo(1_000_000);
    assertThat(names.size()).isEqualTo(1_000_000);
  }

  @Test
  void placesHaveParts() {
    for (String text :
        List.of(
            "A.java:14 p.A.run",
            "A.java p.A.run",
            "A.java:14",
            "12",
            "",
            "a b c",
            "x:007",
            "x:99999999999",
            ":1",
            "A.java:3 nodot",
            "?",
            "a b.c.d e.f")) {
      assertThat(Place.parse(text).text()).isEqualTo(text);
    }
    assertThat(Place.parse("A.java:14 p.A.run")).isEqualTo(new Place("A.java", 14, "p.A", "run"));
    assertThat(Place.parse("Main.java:17")).isEqualTo(new Place("Main.java", 17, "", ""));
  }
}
