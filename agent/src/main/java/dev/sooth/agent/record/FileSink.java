package dev.sooth.agent.record;

import com.carrotsearch.hppc.IntIntHashMap;
import dev.sooth.agent.bootstrap.CallPaths;
import dev.sooth.agent.bootstrap.ThreadLog;
import dev.sooth.agent.instrument.SiteTable;
import dev.sooth.agent.record.RecordedEvent.Target;
import dev.sooth.trace.Kind;
import dev.sooth.trace.NameTable;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.format.SoothCodec;
import dev.sooth.trace.format.SoothWriter;
import dev.sooth.trace.format.StackWriter;
import dev.sooth.trace.format.ValueWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Writes the events to a trace, with names, and stacks and values beside it. */
final class FileSink implements EventSink {
  private static final int CREATION_DEPTH = 16;
  private static final int STACK_BLOCK = 1 << 20;

  // A name takes about 100 bytes: a sixteenth of the heap at most.
  private static final int HEAP_A_NAME = 1600;
  private static final int LEAST_NAMES = 50_000;
  private static final int MOST_NAMES = 400_000;

  private final Path file;
  private final Names named;
  private final TraceNames names = TraceNames.empty();
  private final CountedStream stream;
  private final SoothWriter writer;
  private final ValueWriter values; // null unless values are recorded
  private final Map<Target, KeyIds> ids = new EnumMap<>(Target.class);
  private NameTable variables = names.variables();
  private NameTable locks = names.locks();
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
  private long events;

  FileSink(Path file, Names named, boolean withValues, int stackDepth) throws IOException {
    this.file = file;
    this.named = named;
    this.stackDepth = stackDepth;
    long heap = Runtime.getRuntime().maxMemory();
    mostNames = (int) Math.max(LEAST_NAMES, Math.min(MOST_NAMES, heap / HEAP_A_NAME));
    for (Target target : Target.values()) {
      ids.put(target, new KeyIds());
    }
    stream = new CountedStream(Files.newOutputStream(file));
    writer = new SoothWriter(stream, names, SoothCodec.NONE);
    stacks = new StackWriter(StackWriter.besides(file));
    values = withValues ? new ValueWriter(ValueWriter.besides(file)) : null;
  }

  @Override
  public long bytes() {
    return stream.count;
  }

  @Override
  public String summary() {
    return "trace: "
        + file
        + ", "
        + events
        + " events, "
        + names.threads().size()
        + " threads, "
        + (variablesBefore + variables.size())
        + (variablesBefore == 0 ? " variables, " : " or fewer variables, ")
        + (locksBefore + locks.size())
        + (locksBefore == 0 ? " locks" : " or fewer locks");
  }

  @Override
  public void thread(ThreadLog log) {
    if (log.number >= threadIds.length) {
      threadIds = Arrays.copyOf(threadIds, Math.max(log.number + 1, 2 * threadIds.length));
    }
    threadIds[log.number] = names.threads().intern(named.thread(log.number));
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
        String source = frame.getFileName() == null ? "?" : frame.getFileName();
        String line = frame.getLineNumber() > 0 ? ":" + frame.getLineNumber() : "";
        places.add(source + line + " " + type + "." + frame.getMethodName());
      }
    }
    return places;
  }

  @Override
  public void event(RecordedEvent event) throws IOException {
    int caller = event.path == CallPaths.ROOT ? StackWriter.ROOT : caller(event.path);
    int place = location(event.site);
    if (event.kind == Kind.FORK) {
      caller = creationCallers.getOrDefault((int) event.key, caller);
      place = creationPlaces.getOrDefault((int) event.key, place);
    }
    if (caller != StackWriter.ROOT) {
      stacks.event(events, caller);
      if (stacks.pending() > STACK_BLOCK) {
        stacks.flush();
      }
    }
    writer.append(event.kind, threadIds[event.thread], target(event), place);
    events++;
    if (values != null) {
      values.next(event.valueKnown, event.value);
    }
  }

  private int target(RecordedEvent event) throws IOException {
    return switch (event.target) {
      case NONE -> 0;
      case THREAD -> threadIds[(int) event.key];
      default -> id(event.target, event.key);
    };
  }

  private int id(Target target, long key) throws IOException {
    KeyIds known = ids.get(target);
    int id = known.get(key);
    if (id < 0) {
      forgetIfMany();
      id =
          switch (target) {
            case ELEMENT -> variablesBefore + appendElement(key);
            case FIELD, HIDDEN -> variablesBefore + variables.append(named.of(target, key));
            default -> locksBefore + locks.append(named.of(target, key));
          };
      known.put(key, id);
    }
    return id;
  }

  private int appendElement(long key) {
    ElementNames elements = named.elements();
    int length = elements.name(key >>> 31, (int) key & Integer.MAX_VALUE);
    return variables.append(elements.bytes(), 0, length);
  }

  /**
   * A program makes objects without end, most of which it never touches again. What was named is
   * forgotten from time to time; what comes up again is named again, which readers understand.
   */
  private void forgetIfMany() throws IOException {
    if (variables.size() + locks.size() < mostNames) {
      return;
    }
    variables = new NameTable();
    locks = new NameTable();
    variablesBefore = writer.renewVariables(variables);
    locksBefore = writer.renewLocks(locks);
    ids.values().forEach(KeyIds::clear);
  }

  /** The frame that stands for a call path, of which the outer end is cut off. */
  private int caller(int path) {
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
        : stacks.frame(frame(CallPaths.parent(path), depth - 1), named.site(CallPaths.site(path)));
  }

  private int location(int site) {
    boolean ofTheJdk = site >= SiteTable.FIRST_OF_JDK;
    int[] known = ofTheJdk ? jdkLocationIds : locationIds;
    int at = ofTheJdk ? site - SiteTable.FIRST_OF_JDK : site;
    if (at >= known.length) {
      known = Arrays.copyOf(known, Math.max(at + 1, 2 * known.length));
      if (ofTheJdk) {
        jdkLocationIds = known;
      } else {
        locationIds = known;
      }
    }
    if (known[at] == 0) {
      known[at] = names.locations().intern(named.site(site)) + 1;
    }
    return known[at] - 1;
  }

  @Override
  public void flush() throws IOException {
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
