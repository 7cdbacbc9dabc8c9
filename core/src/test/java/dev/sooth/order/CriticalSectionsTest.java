package dev.sooth.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CriticalSectionsTest {
  /** Locks released in any order: each point has its locks, and a context stands for one set. */
  @Test
  void agreesWithPlainSets() {
    Random random = new Random(11);
    for (int round = 0; round < 200; round++) {
      TraceBuilder builder = new TraceBuilder("test", TraceNames.empty());
      List<Set<String>> held = new ArrayList<>();
      TreeSet<String> now = new TreeSet<>();
      int locks = 1 + random.nextInt(20);
      for (int i = 0; i < 200; i++) {
        String lock = "l" + random.nextInt(locks);
        held.add(Set.copyOf(now));
        boolean acquires = now.add(lock);
        if (!acquires) {
          now.remove(lock);
        }
        builder.add(acquires ? Kind.ACQUIRE : Kind.RELEASE, "t", lock, "1");
      }
      Trace trace = builder.build();
      CriticalSections sections = new CriticalSections(trace);
      Map<Integer, Set<String>> ofContext = new HashMap<>();
      for (int point = 0; point < held.size(); point++) {
        Set<String> found = new TreeSet<>();
        int context = sections.context(0, point);
        for (int c = context; c != 0; c = sections.outer(c, point)) {
          String lock = trace.names().locks().get(sections.lock(sections.section(c)));
          assertThat(found.add(lock)).isTrue();
        }
        assertThat(found).as("round %d, point %d", round, point).isEqualTo(held.get(point));
        Set<String> known = ofContext.putIfAbsent(context, found);
        assertThat(known == null ? found : known).isEqualTo(found);
      }
    }
  }
}
