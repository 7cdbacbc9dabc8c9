package dev.sooth.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.trace.RandomTraces.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LongTracesTest {
  private static final long SEED = Seeds.orElse(8);

  @Test
  void onlyWhatMattersIsLoadedAndKeepsItsPosition() throws IOException {
    int dropped = 0;
    for (int round = 0; round < 300; round++) {
      Trace whole = RandomTraces.wellFormed(SEED + round, new Shape(60, 3, 3, 25, 9));
      TraceSource file = file(whole);
      Trace loaded = LongTraces.load(file, 10);
      Trace filtered = whole.filtered();
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < whole.size(); i++) {
        byte kind = Kind.isAccess(whole.kind(i)) ? filtered.relevantKinds()[i] : whole.kind(i);
        if (kind != Kind.NOP) {
          expected.add(i + " " + whole.describe(i));
        } else {
          dropped++;
          assertThat(loaded.index(i)).isEqualTo(-1);
        }
      }
      List<String> found = new ArrayList<>();
      for (int i = 0; i < loaded.size(); i++) {
        assertThat(loaded.index(loaded.position(i))).isEqualTo(i);
        found.add(loaded.position(i) + " " + loaded.describe(i));
      }
      assertThat(found).as("seed %d", SEED + round).isEqualTo(expected);
      assertThat(LongTraces.load(file, 60).isWhole()).isTrue();
    }
    assertThat(dropped).isPositive();
  }

  /** The trace as a file that is read, and not as a trace in memory. */
  private static TraceSource file(Trace trace) {
    return new TraceSource() {
      @Override
      public String name() {
        return trace.name();
      }

      @Override
      public TraceCursor open() {
        return trace.openUnfiltered();
      }

      @Override
      public boolean repeatable() {
        return true;
      }
    };
  }
}
