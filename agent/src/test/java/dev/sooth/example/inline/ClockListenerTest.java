package dev.sooth.example.inline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.agent.bootstrap.InlineListener;
import dev.sooth.agent.bootstrap.Op;
import org.junit.jupiter.api.Test;

/** A listener is tested by telling it what threads do. */
class ClockListenerTest {
  private static final long FIELD = Op.fieldKey(1, 2);
  private static final long LOCK = Op.syncKey(3, 1, Op.PART_LOCK);

  private final ClockListener listener = new ClockListener();
  private final Object first = listener.threadMade(0, "first", false);
  private final Object second = listener.threadMade(1, "second", true);

  private void first(int op, int site, long key) {
    listener.operation(0, first, op, site, key);
  }

  private void second(int op, int site, long key) {
    listener.operation(1, second, op, site, key);
  }

  private Iterable<String> report() {
    return listener.report(
        new InlineListener.Names() {
          @Override
          public String site(int site) {
            return "line " + site;
          }

          @Override
          public String target(int op, long key) {
            return Op.space(op) + ":" + key;
          }
        });
  }

  @Test
  void whatNothingOrdersIsARace() {
    first(Op.FORK, 0, 1);
    first(Op.FIELD_WRITE, 10, FIELD);
    second(Op.FIELD_READ, 20, FIELD);
    assertThat(report()).containsExactly("race on 0:" + FIELD + ": line 10 ~ line 20");
  }

  @Test
  void aReadRacesWithALaterWrite() {
    first(Op.FORK, 0, 1);
    second(Op.ELEMENT_READ, 20, FIELD);
    first(Op.ELEMENT_WRITE, 10, FIELD);
    assertThat(report()).containsExactly("race on 1:" + FIELD + ": line 20 ~ line 10");
  }

  @Test
  void keysOfDifferentSpacesAreDifferentThings() {
    first(Op.FORK, 0, 1);
    first(Op.FIELD_WRITE, 10, FIELD);
    second(Op.ELEMENT_WRITE, 20, FIELD);
    assertThat(report()).isEmpty();
  }

  @Test
  void forksJoinsAndLocksOrder() {
    first(Op.FIELD_WRITE, 1, FIELD);
    first(Op.FORK, 2, 1);
    first(Op.ACQUIRE, 3, LOCK);
    first(Op.FIELD_WRITE, 4, FIELD);
    first(Op.RELEASE, 5, LOCK);
    second(Op.ACQUIRE, 6, LOCK);
    second(Op.FIELD_WRITE, 7, FIELD);
    second(Op.RELEASE, 8, LOCK);
    second(Op.FIELD_READ, 9, FIELD);
    second(Op.END, 0, 0);
    first(Op.JOIN, 10, 1);
    first(Op.FIELD_WRITE, 11, FIELD);
    assertThat(report()).isEmpty();
  }

  @Test
  void whoComesAfterAllRacesWithNothingBefore() {
    first(Op.FORK, 0, 1);
    second(Op.FIELD_WRITE, 20, FIELD);
    first(Op.AFTER_ALL, 0, 0);
    first(Op.FIELD_WRITE, 10, FIELD);
    assertThat(report()).isEmpty();
  }
}
