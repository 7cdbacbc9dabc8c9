package dev.sooth.agent.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sooth.agent.bootstrap.Chunk;
import dev.sooth.agent.bootstrap.Op;
import dev.sooth.agent.bootstrap.TestLog;
import dev.sooth.agent.bootstrap.ThreadLog;
import dev.sooth.agent.instrument.FieldTable;
import dev.sooth.agent.instrument.SiteTable;
import dev.sooth.trace.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which events an operation is, with their places and values. */
class OperationTranslatorTest {
  private static final int SITE = 5;
  private static final int PATH = 9;
  private static final long KEY = 77;
  private static final long LOCK = Op.syncKey(7, 1, Op.PART_LOCK);

  /** Writes events down as {@code thread kind target key}. */
  private static final class Lines implements EventSink {
    final List<String> lines = new ArrayList<>();
    final List<ThreadLog> threads = new ArrayList<>();
    long bytes;

    @Override
    public void thread(ThreadLog log) {
      threads.add(log);
    }

    @Override
    public void event(RecordedEvent event) {
      StringBuilder line = new StringBuilder();
      line.append(event.thread).append(' ').append(Kind.symbol(event.kind));
      line.append(' ').append(event.target);
      line.append(event.target == RecordedEvent.Target.NONE ? "" : " " + event.key);
      line.append(event.site == 0 ? "" : " at " + event.site);
      line.append(event.path == 0 ? "" : " by " + event.path);
      line.append(event.valueKnown ? " = " + event.value : "");
      lines.add(line.toString());
    }

    @Override
    public long bytes() {
      return bytes;
    }

    @Override
    public void flush() {}

    @Override
    public String summary() {
      return "";
    }

    @Override
    public void close() {}

    List<String> take() {
      List<String> taken = List.copyOf(lines);
      lines.clear();
      return taken;
    }
  }

  private final Lines sink = new Lines();
  private final Names names = new Names(new SiteTable(), new FieldTable());
  private final OperationTranslator translator = translator(Long.MAX_VALUE, Long.MAX_VALUE);

  private OperationTranslator translator(long maxEvents, long maxBytes) {
    return new OperationTranslator(names, sink, maxEvents, maxBytes);
  }

  /** The second of two entries, which has read 30 and written 31. */
  private static Chunk chunk(boolean withValues) {
    Chunk chunk = TestLog.chunk(2, withValues);
    if (withValues) {
      chunk.values[2] = 30;
      chunk.values[3] = 31;
      chunk.paths[1] = PATH;
    }
    return chunk;
  }

  private List<String> events(long head, long key) throws IOException {
    translator.operation(3, head, key, chunk(true), 2);
    return sink.take();
  }

  private List<String> events(int op) throws IOException {
    return events(Op.head(op, SITE) | Op.READ_KNOWN | Op.WRITTEN_KNOWN, KEY);
  }

  @Test
  void accessesHavePlacePathAndValue() throws IOException {
    assertThat(events(Op.FIELD_READ)).containsExactly("3 r FIELD 77 at 5 by 9 = 30");
    assertThat(events(Op.FIELD_WRITE)).containsExactly("3 w FIELD 77 at 5 by 9 = 31");
    assertThat(events(Op.FIELD_VOLATILE_READ)).containsExactly("3 vr FIELD 77 at 5 by 9 = 30");
    assertThat(events(Op.FIELD_VOLATILE_WRITE)).containsExactly("3 vw FIELD 77 at 5 by 9 = 31");
    assertThat(events(Op.ELEMENT_READ)).containsExactly("3 r ELEMENT 77 at 5 by 9 = 30");
    assertThat(events(Op.ELEMENT_WRITE)).containsExactly("3 w ELEMENT 77 at 5 by 9 = 31");
    assertThat(events(Op.ELEMENT_VOLATILE_READ)).containsExactly("3 vr ELEMENT 77 at 5 by 9");
    assertThat(events(Op.ELEMENT_VOLATILE_WRITE)).containsExactly("3 vw ELEMENT 77 at 5 by 9");
  }

  @Test
  void valuesThatWereNotSeenAreNotKnown() throws IOException {
    long read = Op.head(Op.FIELD_READ, SITE);
    long write = Op.head(Op.FIELD_WRITE, SITE);
    assertThat(events(read | Op.WRITTEN_KNOWN, KEY)).containsExactly("3 r FIELD 77 at 5 by 9");
    assertThat(events(write | Op.READ_KNOWN, KEY)).containsExactly("3 w FIELD 77 at 5 by 9");
    translator.operation(3, read | Op.READ_KNOWN, KEY, chunk(false), 2);
    translator.operation(3, write | Op.WRITTEN_KNOWN, KEY, chunk(false), 2);
    assertThat(sink.take()).containsExactly("3 r FIELD 77 at 5", "3 w FIELD 77 at 5");
  }

  @Test
  void updatesAreSectionsAndChainsAreNot() throws IOException {
    assertThat(events(Op.FIELD_UPDATE))
        .containsExactly(
            "3 acq FIELD_UPDATES 77 at 5",
            "3 vr FIELD 77 at 5 by 9 = 30",
            "3 vw FIELD 77 at 5 = 31",
            "3 rel FIELD_UPDATES 77 at 5");
    assertThat(events(Op.ELEMENT_UPDATE))
        .containsExactly(
            "3 acq ELEMENT_UPDATES 77 at 5",
            "3 vr ELEMENT 77 at 5 by 9 = 30",
            "3 vw ELEMENT 77 at 5 = 31",
            "3 rel ELEMENT_UPDATES 77 at 5");
    assertThat(events(Op.FIELD_CHAIN))
        .containsExactly("3 vr FIELD 77 at 5 by 9", "3 vw FIELD 77 at 5");
    assertThat(events(Op.ELEMENT_CHAIN))
        .containsExactly("3 vr ELEMENT 77 at 5 by 9", "3 vw ELEMENT 77 at 5");
    assertThat(events(Op.HIDDEN_UPDATE))
        .containsExactly("3 vr HIDDEN 77 at 5 by 9", "3 vw HIDDEN 77 at 5");
  }

  @Test
  void theRestIsOneEventEach() throws IOException {
    assertThat(events(Op.HIDDEN_READ)).containsExactly("3 vr HIDDEN 77 at 5 by 9");
    assertThat(events(Op.HIDDEN_WRITE)).containsExactly("3 vw HIDDEN 77 at 5 by 9");
    assertThat(events(Op.FORK)).containsExactly("3 fork THREAD 77 at 5 by 9");
    assertThat(events(Op.JOIN)).containsExactly("3 join THREAD 77 at 5 by 9");
    assertThat(events(Op.BEGIN)).containsExactly("3 begin NONE at 5 by 9");
    assertThat(events(Op.END)).containsExactly("3 end NONE at 5 by 9");
    assertThatThrownBy(() -> events(63)).hasMessage("operation 63");
  }

  private void lockBy(int thread, int op) throws IOException {
    translator.operation(thread, Op.head(op, 0), LOCK, TestLog.chunk(1, false), 0);
  }

  @Test
  void aLockIsTakenOnce() throws IOException {
    List<TestLog> logs = threads(2);
    lockBy(1, Op.ACQUIRE);
    lockBy(1, Op.RELEASE);
    lockBy(0, Op.ACQUIRE);
    assertThat(sink.take())
        .containsExactly("1 acq LOCK " + LOCK, "1 rel LOCK " + LOCK, "0 acq LOCK " + LOCK);
    assertThatThrownBy(() -> lockBy(1, Op.ACQUIRE))
        .isInstanceOf(RecordingEndedException.class)
        .hasMessageStartingWith(names.thread(0) + " has given ");
    assertThat(sink.threads).containsExactly(logs.get(0).log, logs.get(1).log);
  }

  private List<TestLog> threads(int count) throws IOException {
    List<TestLog> logs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      logs.add(new TestLog(i, i > 0, 1));
      translator.thread(logs.get(i).log);
    }
    return logs;
  }

  private static long past(int thread) {
    return Op.syncKey(0, thread + 1, Op.PART_PAST);
  }

  /** After those that run by a variable of theirs, after those that have ended by a join. */
  @Test
  void afterAllOthers() throws IOException {
    List<ThreadLog> running = threads(3).stream().map(log -> log.log).toList();
    events(Op.FIELD_READ); // whose place is not that of what follows
    translator.afterAll(1, running, new int[] {5, 4});
    assertThat(sink.take())
        .containsExactly(
            "0 vw HIDDEN " + past(0),
            "1 vr HIDDEN " + past(0),
            "2 vw HIDDEN " + past(2),
            "1 vr HIDDEN " + past(2),
            "1 join THREAD 5",
            "1 join THREAD 4");
    translator.afterAll(1, List.of(), new int[] {6});
    assertThat(sink.take()).containsExactly("1 join THREAD 6");
  }

  @Test
  void afterThoseWhoHaveGivenTheLock() throws IOException {
    ThreadLog[] byNumber =
        threads(7).stream().map(log -> log.log).toList().toArray(new ThreadLog[0]);
    for (int giver : new int[] {0, 1, 2, 3, 4, 6}) {
      lockBy(giver, Op.ACQUIRE);
      lockBy(giver, Op.RELEASE);
    }
    sink.take();
    byNumber[2].forkWritten = true;
    byNumber[3].forkWritten = true;
    byNumber[3].endWritten = true;
    byNumber[5].forkWritten = true; // and has not given it
    byNumber[6] = null; // has ended and is forgotten
    events(Op.FIELD_READ);
    translator.afterLock(1, LOCK, Arrays.asList(byNumber));
    assertThat(sink.take())
        .containsExactly(
            "0 vw HIDDEN " + past(0),
            "1 vr HIDDEN " + past(0),
            "2 vw HIDDEN " + past(2),
            "1 vr HIDDEN " + past(2),
            "1 join THREAD 3",
            "1 join THREAD 6");
  }

  /** A lock keeps a bit for every 64th thread. */
  @Test
  void theLockOfTheFirstOfSixtyFourThreads() throws IOException {
    List<ThreadLog> byNumber = threads(64).stream().map(log -> log.log).toList();
    lockBy(0, Op.ACQUIRE);
    lockBy(0, Op.RELEASE);
    sink.take();
    translator.afterLock(1, LOCK, byNumber);
    assertThat(sink.take()).containsExactly("0 vw HIDDEN " + past(0), "1 vr HIDDEN " + past(0));
  }

  @Test
  void limitsEndTheRecording() throws IOException {
    OperationTranslator three = translator(3, Long.MAX_VALUE);
    Chunk chunk = TestLog.chunk(1, false);
    long head = Op.head(Op.FIELD_READ, 0);
    three.operation(0, head, KEY, chunk, 0);
    three.operation(0, head, KEY, chunk, 0);
    assertThatThrownBy(() -> three.operation(0, head, KEY, chunk, 0))
        .hasMessage("--max-events reached");
    assertThat(sink.take()).hasSize(3);

    OperationTranslator small = translator(Long.MAX_VALUE, 100);
    for (int i = 0; i < 1024; i++) {
      sink.bytes = i < 1023 ? 1_000 : 99; // looked at now and then only
      small.operation(0, head, KEY, chunk, 0);
    }
    sink.bytes = 100;
    for (int i = 0; i < 1023; i++) {
      small.operation(0, head, KEY, chunk, 0);
    }
    assertThatThrownBy(() -> small.operation(0, head, KEY, chunk, 0))
        .hasMessage("--max-trace-size reached");
  }
}
