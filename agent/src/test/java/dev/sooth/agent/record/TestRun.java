package dev.sooth.agent.record;

import dev.sooth.agent.bootstrap.Op;
import dev.sooth.agent.bootstrap.TestLog;
import dev.sooth.agent.instrument.FieldTable;
import dev.sooth.agent.instrument.SiteTable;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;

/** What two threads have done, on its way from their logs to a sink. */
public final class TestRun {
  private TestRun() {}

  /**
   * The first thread writes a static field, forks the second, which updates a field atomically,
   * locks, writes the static field, unlocks and ends; then the first joins it.
   */
  public static void into(EventSink sink) throws IOException {
    TestLog first = new TestLog(0, false, 4);
    TestLog second = new TestLog(1, true, 4);
    long field = 1;
    long counter = 2;
    long lock = Op.syncKey(7, 1, Op.PART_LOCK);
    first.append(Op.FIELD_WRITE, field, 0);
    first.append(Op.FORK, 1, 0);
    second.append(Op.FIELD_UPDATE, counter, 0);
    second.append(Op.ACQUIRE, lock, 0);
    second.append(Op.FIELD_WRITE, field, 1);
    second.append(Op.RELEASE, lock, 1);
    second.append(Op.END, 0, 0);
    second.end();
    first.append(Op.JOIN, 1, 0);
    Names names = new Names(new SiteTable(), new FieldTable());
    Iterator<List<dev.sooth.agent.bootstrap.ThreadLog>> created =
        List.of(List.of(first.log, second.log)).iterator();
    EventMerger merger =
        new EventMerger(
            new OperationTranslator(names, sink, Long.MAX_VALUE, Long.MAX_VALUE),
            () -> created.hasNext() ? created.next() : List.of(),
            () -> null);
    while (merger.pass()) {
      // until all is out
    }
    sink.close();
  }
}
