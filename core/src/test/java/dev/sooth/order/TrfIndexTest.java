package dev.sooth.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class TrfIndexTest {
  private final TraceBuilder builder = new TraceBuilder("test", TraceNames.empty());

  private TrfIndex index() {
    Trace trace = builder.build();
    return new TrfIndex(trace, new CriticalSections(trace), () -> false);
  }

  private static int needed(TrfIndex index, int thread, int eventIndex, int other) {
    return index.vectors().get(index.vectorBefore(thread, eventIndex), other);
  }

  @Test
  void readsBringInWhatTheWriterKnew() {
    builder.add(Kind.WRITE, "a", "x", "1");
    builder.add(Kind.READ, "b", "x", "2");
    builder.add(Kind.WRITE, "b", "y", "3");
    builder.add(Kind.WRITE, "a", "z", "4");
    builder.add(Kind.READ, "c", "y", "5");
    builder.add(Kind.READ, "c", "y", "6");
    TrfIndex index = index();
    assertThat(needed(index, 2, 0, 0)).isZero();
    assertThat(needed(index, 2, 1, 0)).isEqualTo(1);
    assertThat(needed(index, 2, 1, 1)).isEqualTo(2);
    // The second read tells nothing new, so no vector is kept for it.
    assertThat(index.vectorAfter(2, 2)).isEqualTo(index.vectorAfter(2, 1));
  }

  @Test
  void initialValuesAndOwnWritesBringInNothing() {
    builder.add(Kind.READ, "a", "x", "1");
    builder.add(Kind.READ, "b", "x", "2");
    builder.add(Kind.WRITE, "b", "x", "3");
    builder.add(Kind.READ, "b", "x", "4");
    TrfIndex index = index();
    assertThat(index.vectors().size()).isEqualTo(1);
  }

  @Test
  void forkAndJoin() {
    builder.add(Kind.WRITE, "a", "x", "1");
    builder.add(Kind.FORK, "a", "b", "2");
    builder.add(Kind.WRITE, "a", "x", "3");
    builder.add(Kind.WRITE, "b", "y", "4");
    builder.add(Kind.BEGIN, "b", "", "5");
    builder.add(Kind.JOIN, "a", "b", "6");
    builder.add(Kind.WRITE, "a", "y", "7");
    TrfIndex index = index();
    assertThat(needed(index, 1, 0, 0)).isEqualTo(2);
    assertThat(needed(index, 0, 3, 1)).isZero();
    assertThat(needed(index, 0, 4, 1)).isEqualTo(2); // markers count
  }

  @Test
  void aForkConcernsOnlyWhatComesAfterIt() {
    builder.add(Kind.WRITE, "b", "x", "1");
    builder.add(Kind.READ, "a", "x", "2");
    builder.add(Kind.FORK, "a", "b", "3");
    builder.add(Kind.WRITE, "b", "x", "4");
    builder.add(Kind.READ, "c", "x", "5");
    builder.add(Kind.NOP, "c", "", "6");
    TrfIndex index = index();
    assertThat(index.vectorAfter(0, 1)).isZero();
    assertThat(needed(index, 0, 1, 1)).isEqualTo(2);
    assertThat(needed(index, 2, 1, 1)).isEqualTo(2);
    assertThat(needed(index, 1, 1, 0)).isEqualTo(1);
  }

  /** The last event that the child knows of its parent is the one before the fork. */
  @Test
  void aForkIsNewToWhoKnowsAllBeforeIt() {
    builder.add(Kind.WRITE, "a", "x", "1");
    builder.add(Kind.READ, "b", "x", "2");
    builder.add(Kind.FORK, "a", "b", "3");
    builder.add(Kind.NOP, "b", "", "4");
    assertThat(needed(index(), 1, 1, 0)).isEqualTo(2);
  }

  @Test
  void aSecondJoinTellsNothingNew() {
    builder.add(Kind.WRITE, "b", "x", "1");
    builder.add(Kind.JOIN, "a", "b", "2");
    builder.add(Kind.JOIN, "a", "b", "3");
    TrfIndex index = index();
    assertThat(index.vectorAfter(1, 2)).isEqualTo(index.vectorAfter(1, 1));
  }

  @Test
  void eventsStandThreadByThread() {
    builder.add(Kind.WRITE, "a", "x", "1");
    builder.add(Kind.FORK, "a", "b", "2");
    builder.add(Kind.WRITE, "b", "x", "3");
    builder.add(Kind.WRITE, "a", "x", "4");
    TrfIndex index = index();
    assertThat(index.trace().size()).isEqualTo(4);
    assertThat(index.threads()).isEqualTo(2);
    assertThat(index.events(0)).isEqualTo(3);
    assertThat(index.events(1)).isEqualTo(1);
    assertThat(index.index(3)).isEqualTo(2);
    assertThat(index.slot(1, 0)).isEqualTo(3);
    assertThat(index.slot(0, 2)).isEqualTo(2);
    assertThat(index.slotOf(3)).isEqualTo(2);
    assertThat(index.slotOf(2)).isEqualTo(3);
    assertThat(index.position(0, 2)).isEqualTo(3);
    assertThat(index.position(1, 0)).isEqualTo(2);
    assertThat(index.fork(0)).isEqualTo(-1);
    assertThat(index.forkedAt(0)).isEqualTo(-1);
    assertThat(index.fork(1)).isEqualTo(1);
    assertThat(index.forkedAt(1)).isZero();
  }

  @Test
  void stopsWhenAsked() {
    builder.add(Kind.WRITE, "a", "x", "1");
    Trace trace = builder.build();
    CriticalSections sections = new CriticalSections(trace);
    assertThatThrownBy(() -> new TrfIndex(trace, sections, () -> true))
        .isInstanceOf(CancellationException.class);
  }
}
