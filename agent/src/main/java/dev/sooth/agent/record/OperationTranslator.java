package dev.sooth.agent.record;

import com.carrotsearch.hppc.LongIntHashMap;
import dev.sooth.agent.bootstrap.CallPaths;
import dev.sooth.agent.bootstrap.Chunk;
import dev.sooth.agent.bootstrap.Op;
import dev.sooth.agent.bootstrap.ThreadLog;
import dev.sooth.agent.record.RecordedEvent.Target;
import dev.sooth.trace.Kind;
import java.io.IOException;
import java.util.List;

/** Turns operations, of which one can be several events, into the events of a trace. */
final class OperationTranslator implements MergedOperations {
  private final Names names;
  private final EventSink sink;
  private final RecordedEvent event = new RecordedEvent();
  private final LongIntHashMap holders = new LongIntHashMap(); // of locks: thread + 1
  private final LockGivers givers = new LockGivers();
  private static final int EVENTS_BETWEEN_LOOKS = 1024; // at the size of the file

  private final long maxEvents;
  private final long maxBytes;
  private long events;
  private int threads;

  OperationTranslator(Names names, EventSink sink, long maxEvents, long maxBytes) {
    this.names = names;
    this.sink = sink;
    this.maxEvents = maxEvents;
    this.maxBytes = maxBytes;
  }

  @Override
  public void thread(ThreadLog log) throws IOException {
    threads += log.isRecorded() ? 1 : 0;
    names.add(log);
    sink.thread(log);
  }

  @Override
  public void dead(long[] numbers) throws IOException {
    sink.dead(numbers);
  }

  @Override
  public void operation(int thread, long head, long key, Chunk chunk, int at) throws IOException {
    event.thread = thread;
    event.site = Op.site(head);
    event.path = chunk.paths == null ? CallPaths.ROOT : chunk.paths[at >> 1];
    event.valueKnown = false;
    switch (Op.op(head)) {
      case Op.FIELD_READ -> read(Kind.READ, Target.FIELD, key, head, chunk, at);
      case Op.FIELD_WRITE -> write(Kind.WRITE, Target.FIELD, key, head, chunk, at);
      case Op.FIELD_VOLATILE_READ -> read(Kind.VOLATILE_READ, Target.FIELD, key, head, chunk, at);
      case Op.FIELD_VOLATILE_WRITE ->
          write(Kind.VOLATILE_WRITE, Target.FIELD, key, head, chunk, at);
      case Op.FIELD_UPDATE -> update(Target.FIELD, Target.FIELD_UPDATES, key, head, chunk, at);
      case Op.ELEMENT_READ -> read(Kind.READ, Target.ELEMENT, key, head, chunk, at);
      case Op.ELEMENT_WRITE -> write(Kind.WRITE, Target.ELEMENT, key, head, chunk, at);
      case Op.ELEMENT_VOLATILE_READ -> emit(Kind.VOLATILE_READ, Target.ELEMENT, key);
      case Op.ELEMENT_VOLATILE_WRITE -> emit(Kind.VOLATILE_WRITE, Target.ELEMENT, key);
      case Op.ELEMENT_UPDATE ->
          update(Target.ELEMENT, Target.ELEMENT_UPDATES, key, head, chunk, at);
      case Op.ACQUIRE -> acquire(thread, key);
      case Op.RELEASE -> {
        holders.remove(key);
        givers.add(key, thread);
        emit(Kind.RELEASE, Target.LOCK, key);
      }
      case Op.FIELD_CHAIN -> chain(Target.FIELD, key);
      case Op.ELEMENT_CHAIN -> chain(Target.ELEMENT, key);
      case Op.HIDDEN_READ -> emit(Kind.VOLATILE_READ, Target.HIDDEN, key);
      case Op.HIDDEN_WRITE -> emit(Kind.VOLATILE_WRITE, Target.HIDDEN, key);
      case Op.HIDDEN_UPDATE -> chain(Target.HIDDEN, key);
      case Op.FORK -> emit(Kind.FORK, Target.THREAD, key);
      case Op.JOIN -> emit(Kind.JOIN, Target.THREAD, key);
      case Op.FLOW_BRANCHES, Op.FLOW_VALUE, Op.FLOW_RESULT, Op.FLOW_ENTER, Op.FLOW_CAUGHT ->
          sink.flow(thread, Op.op(head), Op.site(head), key);
      case Op.BEGIN, Op.TEST_BEGIN -> emit(Kind.BEGIN, Target.NONE, 0);
      case Op.END, Op.TEST_END -> emit(Kind.END, Target.NONE, 0);
      default -> throw new IllegalStateException("operation " + Op.op(head));
    }
  }

  private void acquire(int thread, long key) throws IOException {
    int holder = holders.put(key, thread + 1);
    if (holder != 0) {
      throw RecordingEndedException.unseenRelease(
          names.thread(holder - 1) + " has given " + names.of(Target.LOCK, key));
    }
    emit(Kind.ACQUIRE, Target.LOCK, key);
  }

  private void read(byte kind, Target target, long key, long head, Chunk chunk, int at)
      throws IOException {
    if (chunk.values != null) {
      event.valueKnown = (head & Op.READ_KNOWN) != 0;
      event.value = chunk.values[at];
    }
    emit(kind, target, key);
  }

  private void write(byte kind, Target target, long key, long head, Chunk chunk, int at)
      throws IOException {
    if (chunk.values != null) {
      event.valueKnown = (head & Op.WRITTEN_KNOWN) != 0;
      event.value = chunk.values[at + 1];
    }
    emit(kind, target, key);
  }

  /** An atomic update: both accesses in an implicit critical section. */
  private void update(Target target, Target lock, long key, long head, Chunk chunk, int at)
      throws IOException {
    int path = event.path;
    event.path = CallPaths.ROOT;
    emit(Kind.ACQUIRE, lock, key);
    event.path = path;
    read(Kind.VOLATILE_READ, target, key, head, chunk, at);
    write(Kind.VOLATILE_WRITE, target, key, head, chunk, at);
    event.valueKnown = false;
    emit(Kind.RELEASE, lock, key);
  }

  /** Read, then write: where all writers do so, they stay in one chain by reads-from. */
  private void chain(Target target, long key) throws IOException {
    emit(Kind.VOLATILE_READ, target, key);
    emit(Kind.VOLATILE_WRITE, target, key);
  }

  @Override
  public void afterAll(int thread, List<ThreadLog> running, int[] ended) throws IOException {
    nowhere();
    for (ThreadLog log : running) {
      if (log.number != thread) {
        after(thread, log.number);
      }
    }
    event.thread = thread;
    for (int other : ended) {
      emit(Kind.JOIN, Target.THREAD, other);
    }
  }

  @Override
  public void afterLock(int thread, long lock, List<ThreadLog> byNumber) throws IOException {
    nowhere();
    for (int giver = 0; giver < byNumber.size(); giver++) {
      if (giver == thread || !givers.contains(lock, giver)) {
        continue;
      }
      ThreadLog log = byNumber.get(giver);
      if (log == null || log.endWritten) {
        event.thread = thread;
        emit(Kind.JOIN, Target.THREAD, giver);
      } else if (!log.forked || log.forkWritten) {
        after(thread, giver);
      }
    }
  }

  /** The other one writes a variable of its own, so that nobody else is ordered. */
  private void after(int thread, int other) throws IOException {
    long past = Op.syncKey(0, other + 1, Op.PART_PAST);
    event.thread = other;
    emit(Kind.VOLATILE_WRITE, Target.HIDDEN, past);
    event.thread = thread;
    emit(Kind.VOLATILE_READ, Target.HIDDEN, past);
  }

  private void nowhere() {
    event.site = 0;
    event.path = CallPaths.ROOT;
    event.valueKnown = false;
  }

  /** How many threads were recorded; asked when nothing is written any more. */
  int threads() {
    return threads;
  }

  /** How many events there were so far. */
  long events() {
    return events;
  }

  /** The call path is said of the first event of an operation that may be reported. */
  private void emit(byte kind, Target target, long key) throws IOException {
    event.kind = kind;
    if (event.target != target) { // to store a reference costs more than all else here
      event.target = target;
    }
    event.key = key;
    sink.event(event);
    event.path = CallPaths.ROOT;
    events++;
    if (events >= maxEvents) {
      throw RecordingEndedException.limit("--max-events");
    }
    if (events % EVENTS_BETWEEN_LOOKS == 0 && sink.bytes() >= maxBytes) {
      throw RecordingEndedException.limit("--max-trace-size");
    }
  }
}
