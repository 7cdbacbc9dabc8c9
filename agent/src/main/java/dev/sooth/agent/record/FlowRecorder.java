package dev.sooth.agent.record;

import dev.sooth.agent.bootstrap.Op;
import dev.sooth.agent.instrument.SiteTable;
import dev.sooth.trace.Kind;
import dev.sooth.trace.format.FlowFormat;
import dev.sooth.trace.format.SoothWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes how each thread went, in blocks beside those of the events: a stream of bytes for each
 * thread, and the class files that it went through; {@link FlowFormat} says how.
 */
final class FlowRecorder {
  private static final int ENOUGH_BYTES = 1 << 20;

  private final SiteTable sites;
  private final SoothWriter writer;
  private final List<Stream> streams = new ArrayList<>(); // by number of the thread
  private int classes;
  private long pending;

  /** What one thread has done since the last block. */
  private static final class Stream {
    final FlowFormat.Bytes bytes = new FlowFormat.Bytes();
    long lastPosition;
  }

  FlowRecorder(SiteTable sites, SoothWriter writer) {
    this.sites = sites;
    this.writer = writer;
  }

  private Stream stream(int thread) {
    while (streams.size() <= thread) {
      streams.add(new Stream());
    }
    return streams.get(thread);
  }

  /** An event, before it is written; of an access by an instruction also which, and its value. */
  void event(RecordedEvent event, int thread, long position) throws IOException {
    Stream stream = stream(thread);
    int before = stream.bytes.length();
    boolean ofInstruction =
        Kind.isAccess(event.kind)
            && (event.target == RecordedEvent.Target.FIELD
                || event.target == RecordedEvent.Target.ELEMENT)
            && sites.isInstruction(event.site);
    if (!ofInstruction) {
      stream.bytes.put(FlowFormat.EVENT);
      stream.bytes.putVarint(position - stream.lastPosition);
      stream.lastPosition = position;
      added(stream.bytes.length() - before);
      return;
    }
    stream.bytes.put(event.valueKnown ? FlowFormat.ACCESS : FlowFormat.ACCESS_UNKNOWN);
    stream.bytes.putVarint(position - stream.lastPosition);
    stream.bytes.putVarint(event.site);
    if (event.valueKnown) {
      stream.bytes.putSigned(event.value);
    }
    stream.lastPosition = position;
    added(stream.bytes.length() - before);
  }

  void flow(int thread, int op, int site, long word) throws IOException {
    FlowFormat.Bytes bytes = stream(thread).bytes;
    int before = bytes.length();
    switch (op) {
      case Op.FLOW_BRANCHES -> {
        bytes.put(FlowFormat.BRANCHES);
        bytes.put(site);
        for (int shift = 0; shift < site; shift += Byte.SIZE) {
          bytes.put((int) (word >>> shift));
        }
      }
      case Op.FLOW_VALUE -> {
        bytes.put(FlowFormat.VALUE);
        bytes.putSigned(word);
      }
      case Op.FLOW_RESULT -> {
        bytes.put(site == 0 ? FlowFormat.RETURNED : FlowFormat.RESULT);
        if (site != 0) {
          bytes.putSigned(word);
        }
      }
      case Op.FLOW_ENTER -> {
        bytes.put(word == 0 ? FlowFormat.ENTERED : FlowFormat.ENTERED_WITH_ARGUMENTS);
        bytes.putVarint(site);
      }
      case Op.FLOW_CAUGHT -> {
        bytes.put(FlowFormat.CAUGHT);
        bytes.putVarint(site);
        bytes.putSigned(word);
      }
      default -> throw new IllegalStateException("operation " + op);
    }
    added(bytes.length() - before);
  }

  private void added(int bytes) throws IOException {
    pending += bytes;
    if (pending >= ENOUGH_BYTES) {
      flush();
    }
  }

  long pendingBytes() {
    return pending;
  }

  /** Writes what came since the last time. */
  void flush() throws IOException {
    for (byte[] classFile : sites.takeClasses()) {
      FlowFormat.Bytes bytes = new FlowFormat.Bytes();
      bytes.put(FlowFormat.CLASS_FILE);
      bytes.putVarint(classes++);
      bytes.putVarint(classFile.length);
      bytes.putAll(classFile, classFile.length);
      bytes.writeTo(writer);
    }
    List<SiteTable.Instruction> fresh = sites.takeInstructions();
    if (!fresh.isEmpty()) {
      FlowFormat.Bytes bytes = new FlowFormat.Bytes();
      bytes.put(FlowFormat.INSTRUCTIONS);
      bytes.putVarint(fresh.size());
      for (SiteTable.Instruction instruction : fresh) {
        bytes.putVarint(instruction.site());
        bytes.putVarint(instruction.flowClass());
        bytes.putVarint(instruction.method());
        bytes.putVarint(instruction.instruction() + 1L);
      }
      bytes.writeTo(writer);
    }
    for (int thread = 0; thread < streams.size(); thread++) {
      Stream stream = streams.get(thread);
      if (stream.bytes.length() > 0) {
        FlowFormat.Bytes block = new FlowFormat.Bytes();
        block.put(FlowFormat.STREAM);
        block.putVarint(thread);
        block.putVarint(stream.bytes.length());
        block.putAll(stream.bytes);
        block.writeTo(writer);
        stream.bytes.clear();
        stream.lastPosition = 0;
      }
    }
    pending = 0;
  }
}
