package dev.sooth.agent.record;

import com.carrotsearch.hppc.IntIntHashMap;
import dev.sooth.agent.bootstrap.CallPaths;
import dev.sooth.agent.bootstrap.ThreadLog;
import dev.sooth.agent.instrument.SiteTable;
import dev.sooth.trace.Kind;
import dev.sooth.trace.format.SoothCodec;
import dev.sooth.trace.format.SoothWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Writes the events to a trace, with stacks and values. */
final class FileSink implements EventSink {
  private static final int CREATION_DEPTH = 16;

  private final TraceFile file;
  private final Names named;
  private final SoothWriter writer;
  private final BlockTargets targets;
  private int[] placeNumbers = new int[1024]; // by site, number + 1
  private int[] jdkPlaceNumbers = new int[1024]; // the same for those of the JDK
  private int[] threadNumbers = new int[64]; // by number of the log
  private final IntIntHashMap creationPlaces = new IntIntHashMap(); // by number of the log
  private final IntIntHashMap creationCallers = new IntIntHashMap(); // by number of the log
  private final int stackDepth;
  private int[] callers = new int[1024]; // by call path, the frame's number + 1

  private final FlowRecorder flow; // null if the way of the threads is not recorded

  FileSink(TraceFile file, Names named, int stackDepth, boolean withFlow) throws IOException {
    this.file = file;
    this.named = named;
    this.stackDepth = stackDepth;
    writer = new SoothWriter(file, SoothCodec.NONE);
    targets = new BlockTargets(named, writer);
    flow = withFlow ? new FlowRecorder(named.sites(), writer) : null;
  }

  @Override
  public long bytes() {
    return file.size() + writer.pendingBytes() + (flow == null ? 0 : flow.pendingBytes());
  }

  @Override
  public String summary() {
    long events = file.failed() ? writer.writtenEvents() : writer.events();
    return "trace: " + file.path() + ", " + events + " events, " + writer.threads() + " threads";
  }

  @Override
  public void thread(ThreadLog log) throws IOException {
    if (log.number >= threadNumbers.length) {
      threadNumbers =
          Arrays.copyOf(threadNumbers, Math.max(log.number + 1, 2 * threadNumbers.length));
    }
    threadNumbers[log.number] = writer.thread(named.thread(log.number));
    if (log.creation != null) {
      creation(log.number, log.creation);
    }
  }

  private void creation(int thread, StackTraceElement[] stack) throws IOException {
    List<String> places = creationPlaces(stack);
    creationPlaces.put(thread, writer.place(places.isEmpty() ? "?" : places.get(0)));
    int caller = SoothWriter.NO_FRAME;
    for (int i = places.size() - 1; i > 0; i--) {
      caller = writer.frame(caller, writer.place(places.get(i)));
    }
    creationCallers.put(thread, caller);
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
    if (writer.isFull()) {
      flush();
    }
    int caller = event.path == CallPaths.ROOT ? SoothWriter.NO_FRAME : caller(event.path);
    int place = place(event.site);
    if (event.kind == Kind.FORK) {
      caller = creationCallers.getOrDefault((int) event.key, caller);
      place = creationPlaces.getOrDefault((int) event.key, place);
    }
    if (flow != null) {
      flow.event(event, threadNumbers[event.thread], writer.events());
    }
    writer.append(event.kind, threadNumbers[event.thread], target(event), place);
    if (caller != SoothWriter.NO_FRAME) {
      writer.caller(caller);
    }
    if (event.valueKnown) {
      writer.value(event.value);
    }
  }

  private int target(RecordedEvent event) throws IOException {
    return switch (event.target) {
      case NONE -> 0;
      case THREAD -> threadNumbers[(int) event.key];
      default -> targets.number(event.target, event.key);
    };
  }

  /** The frame that stands for a call path, of which the outer end is cut off. */
  private int caller(int path) throws IOException {
    if (path >= callers.length) {
      callers = Arrays.copyOf(callers, Math.max(path + 1, 2 * callers.length));
    }
    if (callers[path] == 0) {
      callers[path] = frame(path, stackDepth - 1) + 1;
    }
    return callers[path] - 1;
  }

  private int frame(int path, int depth) throws IOException {
    return path == CallPaths.ROOT || depth == 0
        ? SoothWriter.NO_FRAME
        : writer.frame(frame(CallPaths.parent(path), depth - 1), place(CallPaths.site(path)));
  }

  private int place(int site) throws IOException {
    boolean ofTheJdk = site >= SiteTable.FIRST_OF_JDK;
    int[] known = ofTheJdk ? jdkPlaceNumbers : placeNumbers;
    int at = ofTheJdk ? site - SiteTable.FIRST_OF_JDK : site;
    if (at >= known.length) {
      known = Arrays.copyOf(known, Math.max(at + 1, 2 * known.length));
      if (ofTheJdk) {
        jdkPlaceNumbers = known;
      } else {
        placeNumbers = known;
      }
    }
    if (known[at] == 0) {
      known[at] = writer.place(named.site(site)) + 1;
    }
    return known[at] - 1;
  }

  @Override
  public void flow(int thread, int op, int site, long word) throws IOException {
    if (flow != null) {
      flow.flow(threadNumbers[thread], op, site, word);
    }
  }

  @Override
  public void dead(long[] numbers) {
    writer.dead(numbers);
  }

  @Override
  public void flush() throws IOException {
    writer.flushBlock();
    targets.clear();
    if (flow != null) {
      flow.flush();
    }
  }

  @Override
  public void close() throws IOException {
    if (flow != null) {
      flow.flush();
    }
    writer.close();
  }
}
