package dev.sooth.agent.record;

import com.carrotsearch.hppc.IntIntHashMap;
import com.carrotsearch.hppc.LongIntHashMap;
import dev.sooth.agent.bootstrap.CallPaths;
import dev.sooth.agent.bootstrap.Chunk;
import dev.sooth.agent.bootstrap.ClassNumbers;
import dev.sooth.agent.bootstrap.Holders;
import dev.sooth.agent.bootstrap.Op;
import dev.sooth.agent.bootstrap.ThreadLog;
import dev.sooth.agent.instrument.FieldTable;
import dev.sooth.agent.instrument.SiteTable;
import dev.sooth.trace.Kind;
import dev.sooth.trace.NameTable;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.format.SoothCodec;
import dev.sooth.trace.format.SoothWriter;
import dev.sooth.trace.format.StackWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Turns recorded operations into events of a trace, with names, and writes them. */
final class TraceOutput implements Closeable {
  private static final int CREATION_DEPTH = 16;
  private static final int STACK_BLOCK = 1 << 20;

  // A name takes about 100 bytes: a sixteenth of the heap at most.
  private static final int HEAP_A_NAME = 1600;
  private static final int LEAST_NAMES = 50_000;
  private static final int MOST_NAMES = 400_000;

  private final SiteTable sites;
  private final FieldTable fields;
  private final TraceNames names = TraceNames.empty();
  private final CountedStream stream;
  private final SoothWriter writer;
  private final ValueOutput values; // null unless values are recorded

  private final KeyIds fieldVariables = new KeyIds();
  private final ElementNames elementNames;
  private final KeyIds elementVariables = new KeyIds();
  private final KeyIds hiddenVariables = new KeyIds();
  private final KeyIds locks = new KeyIds();
  private final KeyIds fieldLocks = new KeyIds();
  private final KeyIds elementLocks = new KeyIds();
  private NameTable variables = names.variables();
  private NameTable lockNames = names.locks();
  private int variablesBefore; // in tables that are forgotten
  private int locksBefore;
  private final int mostNames;
  private int[] locationIds = new int[1024]; // by site, id + 1
  private int[] jdkLocationIds = new int[1024]; // the same for those of the JDK
  private int[] threadIds = new int[64]; // by thread number
  private final IntIntHashMap creationPlaces = new IntIntHashMap(); // by thread number
  private final IntIntHashMap creationCallers = new IntIntHashMap(); // by thread number
  private final StackWriter stacks;
  private final int stackDepth;
  private final IntIntHashMap callers = new IntIntHashMap(); // frames by call path
  private final LongIntHashMap holders = new LongIntHashMap(); // of locks: thread + 1
  private final LockGivers givers = new LockGivers();
  private long events;

  TraceOutput(Path file, SiteTable sites, FieldTable fields, boolean withValues, int stackDepth)
      throws IOException {
    this.stackDepth = stackDepth;
    long heap = Runtime.getRuntime().maxMemory();
    mostNames = (int) Math.max(LEAST_NAMES, Math.min(MOST_NAMES, heap / HEAP_A_NAME));
    this.sites = sites;
    this.fields = fields;
    elementNames = new ElementNames(fields);
    stream = new CountedStream(Files.newOutputStream(file));
    writer = new SoothWriter(stream, names, SoothCodec.NONE);
    stacks = new StackWriter(StackWriter.besides(file));
    values = withValues ? new ValueOutput(ValueOutput.besides(file)) : null;
  }

  /** How many events were written. */
  long events() {
    return events;
  }

  /** How many bytes were written. */
  long bytes() {
    return stream.count;
  }

  /** How many threads, variables and locks there are. */
  String figures() {
    return events
        + " events, "
        + names.threads().size()
        + " threads, "
        + (variablesBefore + variables.size())
        + (variablesBefore == 0 ? " variables, " : " or fewer variables, ")
        + (locksBefore + lockNames.size())
        + (locksBefore == 0 ? " locks" : " or fewer locks");
  }

  /** Takes note of a thread, before its first event. */
  void thread(ThreadLog log) {
    String name = log.name == null || log.name.isEmpty() ? "thread" : log.name;
    if (names.threads().find(name) >= 0) {
      name += "#" + log.number;
    }
    if (log.number >= threadIds.length) {
      threadIds = Arrays.copyOf(threadIds, Math.max(log.number + 1, 2 * threadIds.length));
    }
    threadIds[log.number] = names.threads().intern(name);
    if (log.creation != null) {
      List<String> places = creationPlaces(log.creation);
      creationPlaces.put(
          log.number, names.locations().intern(places.isEmpty() ? "?" : places.get(0)));
      int caller = StackWriter.ROOT;
      for (int i = places.size() - 1; i > 0; i--) {
        caller = stacks.frame(caller, places.get(i));
      }
      creationCallers.put(log.number, caller);
    }
  }

  /** The places in the program on the way to {@code Thread.start}, innermost first. */
  private static List<String> creationPlaces(StackTraceElement[] stack) {
    List<String> places = new ArrayList<>();
    for (StackTraceElement frame : stack) {
      String type = frame.getClassName();
      boolean inside =
          type.startsWith("java.")
              || type.startsWith("jdk.")
              || type.startsWith("dev.sooth.agent.");
      if (!inside && places.size() < CREATION_DEPTH) {
        String file = frame.getFileName() == null ? "?" : frame.getFileName();
        String line = frame.getLineNumber() > 0 ? ":" + frame.getLineNumber() : "";
        places.add(file + line + " " + type + "." + frame.getMethodName());
      }
    }
    return places;
  }

  /** The frame that stands for a call path, of which the outer end is cut off. */
  private int caller(int path) {
    if (path == CallPaths.ROOT) {
      return StackWriter.ROOT;
    }
    int known = callers.getOrDefault(path, -1);
    if (known < 0) {
      known = frame(path, stackDepth - 1);
      callers.put(path, known);
    }
    return known;
  }

  private int frame(int path, int depth) {
    return path == CallPaths.ROOT || depth == 0
        ? StackWriter.ROOT
        : stacks.frame(frame(CallPaths.parent(path), depth - 1), sites.name(CallPaths.site(path)));
  }

  /** Writes one operation. */
  void event(int threadNumber, long head, long key, Chunk chunk, int at) throws IOException {
    int thread = threadIds[threadNumber];
    int caller = chunk.paths == null ? StackWriter.ROOT : caller(chunk.paths[at >> 1]);
    if (Op.op(head) == Op.FORK) {
      caller = creationCallers.getOrDefault((int) key, caller);
    }
    if (caller != StackWriter.ROOT) {
      stacks.event(mainPosition(Op.op(head)), caller);
      if (stacks.pending() > STACK_BLOCK) {
        stacks.flush();
      }
    }
    int place = location(Op.site(head));
    int op = Op.op(head);
    switch (op) {
      case Op.FIELD_READ -> read(Kind.READ, thread, field(key), place, head, chunk, at);
      case Op.FIELD_WRITE -> write(Kind.WRITE, thread, field(key), place, head, chunk, at);
      case Op.FIELD_VOLATILE_READ ->
          read(Kind.VOLATILE_READ, thread, field(key), place, head, chunk, at);
      case Op.FIELD_VOLATILE_WRITE ->
          write(Kind.VOLATILE_WRITE, thread, field(key), place, head, chunk, at);
      case Op.FIELD_UPDATE -> update(false, thread, key, place, head, chunk, at);
      case Op.ELEMENT_READ -> read(Kind.READ, thread, element(key), place, head, chunk, at);
      case Op.ELEMENT_WRITE -> write(Kind.WRITE, thread, element(key), place, head, chunk, at);
      case Op.ELEMENT_VOLATILE_READ -> append(Kind.VOLATILE_READ, thread, element(key), place);
      case Op.ELEMENT_VOLATILE_WRITE -> append(Kind.VOLATILE_WRITE, thread, element(key), place);
      case Op.ELEMENT_UPDATE -> update(true, thread, key, place, head, chunk, at);
      case Op.ACQUIRE -> {
        int holder = holders.put(key, thread + 1);
        if (holder != 0) {
          throw new UnseenReleaseException(
              names.threads().get(holder - 1) + " has given " + object(key));
        }
        append(Kind.ACQUIRE, thread, lock(key), place);
      }
      case Op.RELEASE -> {
        holders.remove(key);
        givers.add(key, threadNumber);
        append(Kind.RELEASE, thread, lock(key), place);
      }
      case Op.FIELD_CHAIN -> chain(thread, field(key), place);
      case Op.ELEMENT_CHAIN -> chain(thread, element(key), place);
      case Op.HIDDEN_READ -> append(Kind.VOLATILE_READ, thread, hidden(key), place);
      case Op.HIDDEN_WRITE -> append(Kind.VOLATILE_WRITE, thread, hidden(key), place);
      case Op.HIDDEN_UPDATE -> chain(thread, hidden(key), place);
      case Op.FORK ->
          append(
              Kind.FORK,
              thread,
              threadIds[(int) key],
              creationPlaces.getOrDefault((int) key, place));
      case Op.JOIN -> append(Kind.JOIN, thread, threadIds[(int) key], place);
      case Op.BEGIN -> append(Kind.BEGIN, thread, 0, place);
      case Op.END -> append(Kind.END, thread, 0, place);
      default -> throw new IllegalStateException("operation " + op);
    }
  }

  /** Read, then write: where all writers do so, they stay in one chain by reads-from. */
  private void chain(int thread, int variable, int place) throws IOException {
    append(Kind.VOLATILE_READ, thread, variable, place);
    append(Kind.VOLATILE_WRITE, thread, variable, place);
  }

  /** A thread comes after all that these others have done until now. */
  void afterAll(int thread, List<ThreadLog> running, int[] ended) throws IOException {
    for (ThreadLog log : running) {
      if (log.number != thread) {
        after(thread, log.number);
      }
    }
    for (int other : ended) {
      append(Kind.JOIN, threadIds[thread], threadIds[other], location(0));
    }
  }

  /** A thread comes after all that those have done until now who have given this lock. */
  void afterLock(int thread, long lock, List<ThreadLog> byNumber) throws IOException {
    for (int giver = 0; giver < byNumber.size(); giver++) {
      if (giver == thread || !givers.contains(lock, giver)) {
        continue;
      }
      ThreadLog log = byNumber.get(giver);
      if (log == null || log.endWritten) {
        append(Kind.JOIN, threadIds[thread], threadIds[giver], location(0));
      } else if (!log.forked || log.forkWritten) {
        after(thread, giver);
      }
    }
  }

  /** The other one writes a variable of its own, so that nobody else is ordered. */
  private void after(int thread, int other) throws IOException {
    int variable = hidden(Op.syncKey(0, other + 1, Op.PART_PAST));
    append(Kind.VOLATILE_WRITE, threadIds[other], variable, location(0));
    append(Kind.VOLATILE_READ, threadIds[thread], variable, location(0));
  }

  /** The position of the access among the events that the operation becomes. */
  private long mainPosition(int op) {
    return op == Op.FIELD_UPDATE || op == Op.ELEMENT_UPDATE ? events + 1 : events;
  }

  private void read(byte kind, int thread, int variable, int place, long head, Chunk chunk, int at)
      throws IOException {
    appendEvent(kind, thread, variable, place);
    if (values != null) {
      values.next((head & Op.READ_KNOWN) != 0, chunk.values[at]);
    }
  }

  private void write(byte kind, int thread, int variable, int place, long head, Chunk chunk, int at)
      throws IOException {
    appendEvent(kind, thread, variable, place);
    if (values != null) {
      values.next((head & Op.WRITTEN_KNOWN) != 0, chunk.values[at + 1]);
    }
  }

  /** An atomic update: both accesses in an implicit critical section. */
  private void update(
      boolean element, int thread, long key, int place, long head, Chunk chunk, int at)
      throws IOException {
    int lock = implicitLock(element, key);
    int variable = element ? element(key) : field(key);
    append(Kind.ACQUIRE, thread, lock, place);
    read(Kind.VOLATILE_READ, thread, variable, place, head, chunk, at);
    write(Kind.VOLATILE_WRITE, thread, variable, place, head, chunk, at);
    append(Kind.RELEASE, thread, lock, place);
  }

  private void append(byte kind, int thread, int target, int place) throws IOException {
    appendEvent(kind, thread, target, place);
    if (values != null) {
      values.next(false, 0);
    }
  }

  private void appendEvent(byte kind, int thread, int target, int place) throws IOException {
    writer.append(kind, thread, target, place);
    events++;
  }

  private int field(long key) throws IOException {
    int id = fieldVariables.get(key);
    if (id < 0) {
      id = variable(fieldName(key));
      fieldVariables.put(key, id);
    }
    return id;
  }

  private String fieldName(long key) {
    long object = key >>> 24;
    int field = (int) key & 0xFF_FFFF;
    String name = fields.fieldName(field);
    if (object == 0) {
      return name;
    }
    Holders.Holder holder = fields.isContents(field) ? Holders.of(object) : null;
    return (holder == null ? name : collectionName(holder)) + "@" + object;
  }

  private String collectionName(Holders.Holder holder) {
    return holder.field == 0
        ? fields.fieldName(holder.contents)
        : fields.fieldName(holder.field) + " (" + fields.fieldClass(holder.contents) + ")";
  }

  private int element(long key) throws IOException {
    int id = elementVariables.get(key);
    if (id < 0) {
      forgetIfMany();
      int length = elementNames.name(key >>> 31, (int) key & Integer.MAX_VALUE);
      id = variablesBefore + variables.append(elementNames.bytes(), 0, length);
      elementVariables.put(key, id);
    }
    return id;
  }

  private int hidden(long key) throws IOException {
    int id = hiddenVariables.get(key);
    if (id < 0) {
      id = variable(part((int) key & 0xF) + ":" + object(key));
      hiddenVariables.put(key, id);
    }
    return id;
  }

  private int lock(long key) throws IOException {
    int id = locks.get(key);
    if (id < 0) {
      id = newLock(object(key));
      locks.put(key, id);
    }
    return id;
  }

  /** The lock of the updates of a field or of an element. */
  private int implicitLock(boolean element, long key) throws IOException {
    KeyIds known = element ? elementLocks : fieldLocks;
    int id = known.get(key);
    if (id < 0) {
      id =
          newLock(
              "atomic:"
                  + (element
                      ? elementNames.string(key >>> 31, (int) key & Integer.MAX_VALUE)
                      : fieldName(key)));
      known.put(key, id);
    }
    return id;
  }

  private int variable(String name) throws IOException {
    forgetIfMany();
    return variablesBefore + variables.append(name);
  }

  private int newLock(String name) throws IOException {
    forgetIfMany();
    return locksBefore + lockNames.append(name);
  }

  /**
   * A program makes objects without end, most of which it never touches again. What was named is
   * forgotten from time to time; what comes up again is named again, which readers understand.
   */
  private void forgetIfMany() throws IOException {
    if (variables.size() + lockNames.size() < mostNames) {
      return;
    }
    variables = new NameTable();
    lockNames = new NameTable();
    variablesBefore = writer.renewVariables(variables);
    locksBefore = writer.renewLocks(lockNames);
    for (KeyIds map :
        List.of(
            fieldVariables, elementVariables, hiddenVariables, locks, fieldLocks, elementLocks)) {
      map.clear();
    }
  }

  private String object(long key) {
    int type = (int) (key >>> 4) & 0xF_FFFF;
    int part = (int) key & 0xF;
    if (part == Op.PART_CHANGED || part == Op.PART_PAST) {
      return "thread " + (type - 1) + (part == Op.PART_PAST ? "" : "@" + (key >>> 24));
    }
    return type == 0
        ? fields.className((int) (key >>> 24))
        : ClassNumbers.name(type - 1) + "@" + (key >>> 24);
  }

  private static String part(int part) {
    return switch (part) {
      case Op.PART_WRITERS -> "writers";
      case Op.PART_READERS -> "readers";
      case Op.PART_SIGNAL -> "signal";
      case Op.PART_INTERRUPT -> "interrupt";
      case Op.PART_PERMIT -> "permit";
      case Op.PART_CLASS -> "class";
      case Op.PART_ALIVE -> "alive";
      case Op.PART_ATTEMPTS -> "attempts";
      case Op.PART_MONITOR -> "guarded";
      case Op.PART_CHANGED -> "changed";
      case Op.PART_PAST -> "past";
      default -> "state";
    };
  }

  private int location(int site) {
    boolean ofTheJdk = site >= SiteTable.FIRST_OF_JDK;
    int[] ids = ofTheJdk ? jdkLocationIds : locationIds;
    int at = ofTheJdk ? site - SiteTable.FIRST_OF_JDK : site;
    if (at >= ids.length) {
      ids = Arrays.copyOf(ids, Math.max(at + 1, 2 * ids.length));
      if (ofTheJdk) {
        jdkLocationIds = ids;
      } else {
        locationIds = ids;
      }
    }
    if (ids[at] == 0) {
      ids[at] = names.locations().intern(sites.name(site)) + 1;
    }
    return ids[at] - 1;
  }

  /** Makes what was written so far survive the end of the process. */
  void flush() throws IOException {
    writer.flushBlock();
    stacks.flush();
    if (values != null) {
      values.flush();
    }
  }

  @Override
  public void close() throws IOException {
    writer.close();
    stacks.close();
    if (values != null) {
      values.close();
    }
  }

  /** Counts what goes through. */
  private static final class CountedStream extends OutputStream {
    private final OutputStream next;
    private long count;

    CountedStream(OutputStream next) {
      this.next = next;
    }

    @Override
    public void write(int b) throws IOException {
      next.write(b);
      count++;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      next.write(bytes, from, length);
      count += length;
    }

    @Override
    public void close() throws IOException {
      next.close();
    }
  }
}
