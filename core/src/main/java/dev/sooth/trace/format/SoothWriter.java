package dev.sooth.trace.format;

import dev.sooth.trace.Family;
import dev.sooth.trace.Place;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes a {@code .sooth} file, block by block. Threads, places and frames are numbered for the
 * whole file; what events are about is numbered anew in each block, so that neither the writer nor
 * a reader has to remember all objects of a long run: when {@link #isFull} says so, call {@link
 * #flushBlock} and forget the numbers of families and targets.
 *
 * <p>With the codecs {@code NONE} and {@code DEFLATE} only the JDK is needed. Not thread-safe.
 */
public final class SoothWriter implements Closeable {
  /** The caller of an event that was called from nowhere. */
  public static final int NO_FRAME = 0;

  /** The family of names without parts, of which the number is that of a string. */
  private static final int WHOLE_NAMES = 0;

  /** A block of definitions, or the families of a block, are ended when they are as long. */
  private static final int ENOUGH_BYTES = 1 << 20;

  private static final int BYTES_A_TARGET = 4;
  private static final int BYTES_AN_EVENT = 6;

  private final BlockWriter blocks;
  private final OutputStream out;

  // Definitions: what is new, and how many there are in the file.
  private final Map<String, Integer> strings = new HashMap<>();
  private final Map<String, Integer> places = new HashMap<>();
  private final Map<Long, Integer> frames = new HashMap<>();
  private final Definitions newStrings = new Definitions();
  private final Definitions newPlaces = new Definitions();
  private final Definitions newThreads = new Definitions();
  private final Definitions newFrames = new Definitions();

  // The block.
  private final PayloadWriter families = new PayloadWriter();
  private int familyCount;
  private int[] targetFamilies = new int[1 << 10];
  private long[] targetNumbers = new long[1 << 10];
  private int targetCount;
  private final byte[] kinds = new byte[SoothLayout.MOST_EVENTS];
  private final int[] threads = new int[SoothLayout.MOST_EVENTS];
  private final int[] targets = new int[SoothLayout.MOST_EVENTS];
  private final int[] eventPlaces = new int[SoothLayout.MOST_EVENTS];
  private long[] values; // null until there is one
  private long[] valued; // bits of the events that have one
  private final PayloadWriter callers = new PayloadWriter();
  private int callerCount;
  private int lastCalled;
  private long[] dead = {}; // in no later block
  private int deadCount;
  private int count;
  private long written; // events in the blocks before this one
  private final PayloadWriter payload = new PayloadWriter();
  private boolean closed;

  /** Definitions of one kind: bytes of the new ones. */
  private static final class Definitions {
    private final PayloadWriter bytes = new PayloadWriter();
    private int fresh;
    private int all;

    int add() {
      fresh++;
      return all++;
    }

    void moveTo(PayloadWriter payload) {
      payload.putVarint(fresh);
      payload.putAll(bytes);
      bytes.clear();
      fresh = 0;
    }
  }

  public SoothWriter(OutputStream out, SoothCodec codec) throws IOException {
    this.out = out;
    blocks = new BlockWriter(out, codec);
  }

  /** Defines a thread; its number. */
  public int thread(String name) throws IOException {
    newThreads.bytes.putVarint(string(name));
    return newThreads.add();
  }

  /** The number of a place in the source, see {@link Place}. */
  public int place(String text) throws IOException {
    Integer known = places.get(text);
    if (known == null) {
      Place place = Place.parse(text);
      int file = string(place.file());
      int type = string(place.type());
      int method = string(place.method());
      newPlaces.bytes.putVarint(file);
      newPlaces.bytes.putVarint(place.line());
      newPlaces.bytes.putVarint(type);
      newPlaces.bytes.putVarint(method);
      known = newPlaces.add();
      places.put(text, known);
    }
    return known;
  }

  /** The number of a frame at this place, called from that frame or from {@link #NO_FRAME}. */
  public int frame(int caller, int place) {
    Integer known = frames.get((long) caller << 32 | place);
    if (known == null) {
      newFrames.bytes.putVarint(caller);
      newFrames.bytes.putVarint(place);
      known = newFrames.add() + 1;
      frames.put((long) caller << 32 | place, known);
    }
    return known;
  }

  /** The number of a string, 0 for the empty one. */
  private int string(String text) throws IOException {
    if (text.isEmpty()) {
      return 0;
    }
    Integer known = strings.get(text);
    if (known == null) {
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      if (utf8.length > SoothLayout.LONGEST_NAME) {
        throw new IOException("a name of " + utf8.length + " bytes is too long for a .sooth file");
      }
      if (newStrings.bytes.length() > ENOUGH_BYTES) {
        writeDefinitions();
      }
      newStrings.bytes.putVarint(utf8.length);
      newStrings.bytes.putBytes(utf8, utf8.length);
      known = newStrings.add() + 1;
      strings.put(text, known);
    }
    return known;
  }

  /** Whether the block has to be ended before more comes. */
  public boolean isFull() {
    return count == SoothLayout.MOST_EVENTS || families.length() > ENOUGH_BYTES;
  }

  /** The number of a family in this block; the same one twice gets two. */
  public int family(Family family) throws IOException {
    int prefix = string(family.prefix());
    int owner = string(family.owner());
    int field = string(family.field());
    int contents = string(family.contents());
    families.putVarint(prefix);
    families.putVarint(owner);
    families.putVarint(field);
    families.putVarint(family.loader());
    families.putVarint(contents);
    families.putVarint(family.array());
    families.putVarint(family.rows().size());
    for (int row : family.rows()) {
      families.putVarint(row);
    }
    return ++familyCount;
  }

  /** The number in this block of a member of a family; the same one twice gets two. */
  public int target(int family, long number) {
    if (targetCount == targetFamilies.length) {
      targetFamilies = Arrays.copyOf(targetFamilies, 2 * targetCount);
      targetNumbers = Arrays.copyOf(targetNumbers, 2 * targetCount);
    }
    targetFamilies[targetCount] = family;
    targetNumbers[targetCount] = number;
    return targetCount++;
  }

  /** The number in this block of a target that has a name without parts. */
  public int target(String name) throws IOException {
    return target(WHOLE_NAMES, string(name));
  }

  /**
   * Appends one event; the block must not be full. The target is one of this block, for forks and
   * joins a thread, and ignored for kinds that have none.
   */
  public void append(byte kind, int thread, int target, int place) {
    kinds[count] = kind;
    threads[count] = thread;
    targets[count] = SoothLayout.tableOfTarget(kind) < 0 ? 0 : target;
    eventPlaces[count] = place;
    count++;
  }

  /** What the event that was appended last has read or written, or how the branch went. */
  public void value(long value) {
    if (values == null) {
      values = new long[SoothLayout.MOST_EVENTS];
      valued = new long[SoothLayout.MOST_EVENTS / Long.SIZE];
    }
    int at = count - 1;
    values[at] = value;
    valued[at / Long.SIZE] |= 1L << at;
  }

  /** From where the place of the event that was appended last was called. */
  public void caller(int frame) {
    callers.putVarint(count - 1 - lastCalled);
    callers.putVarint(frame);
    lastCalled = count - 1;
    callerCount++;
  }

  /** Objects of these numbers are in no event that is still to come. */
  public void dead(long[] numbers) {
    if (deadCount + numbers.length > dead.length) {
      dead = Arrays.copyOf(dead, Math.max(deadCount + numbers.length, 2 * dead.length));
    }
    System.arraycopy(numbers, 0, dead, deadCount, numbers.length);
    deadCount += numbers.length;
  }

  /** How many events there are. */
  public long events() {
    return written + count;
  }

  /** How many of them are in blocks that are written. */
  public long writtenEvents() {
    return written;
  }

  /** About how many bytes the block takes that is not written yet. */
  public long pendingBytes() {
    return families.length() + BYTES_A_TARGET * (long) targetCount + BYTES_AN_EVENT * (long) count;
  }

  /** How many threads were defined. */
  public int threads() {
    return newThreads.all;
  }

  /** Writes a block about the ways of the threads, see {@link FlowFormat}. */
  void flow(PayloadWriter bytes) throws IOException {
    blocks.write(SoothLayout.FLOW_BLOCK, bytes, 0, written);
  }

  /** Writes what came since the last block, so that it survives the end of the process. */
  public void flushBlock() throws IOException {
    writeDefinitions();
    if (count > 0) {
      writeColumns();
    }
    families.clear();
    familyCount = 0;
    targetCount = 0;
    callers.clear();
    callerCount = 0;
    lastCalled = 0;
    count = 0;
  }

  private void writeDefinitions() throws IOException {
    if (newStrings.fresh + newPlaces.fresh + newThreads.fresh + newFrames.fresh == 0) {
      return;
    }
    payload.clear();
    newStrings.moveTo(payload);
    newPlaces.moveTo(payload);
    newThreads.moveTo(payload);
    newFrames.moveTo(payload);
    blocks.write(SoothLayout.DEFINITIONS_BLOCK, payload, 0, written);
  }

  private void writeColumns() throws IOException {
    payload.clear();
    payload.putVarint(familyCount);
    payload.putAll(families);
    payload.putVarint(targetCount);
    payload.putColumn(targetFamilies, targetCount);
    payload.putColumn(targetNumbers, targetCount);
    int part = payload.startPart(SoothLayout.KIND_COLUMN);
    payload.putBytes(kinds, count);
    payload.endPart(part);
    putColumn(SoothLayout.THREAD_COLUMN, threads);
    putColumn(SoothLayout.TARGET_COLUMN, targets);
    putColumn(SoothLayout.PLACE_COLUMN, eventPlaces);
    putValues();
    putCallers();
    putDead();
    blocks.write(SoothLayout.COLUMNS_BLOCK, payload, count, written);
    written += count;
  }

  private void putColumn(int type, int[] column) {
    int part = payload.startPart(type);
    payload.putColumn(column, count);
    payload.endPart(part);
  }

  private void putCallers() {
    if (callerCount > 0) {
      int part = payload.startPart(SoothLayout.CALLER_COLUMN);
      payload.putVarint(callerCount);
      payload.putAll(callers);
      payload.endPart(part);
    }
  }

  /** How many, then how much larger each is than the one before; the rest waits for a block. */
  private void putDead() {
    if (deadCount == 0) {
      return;
    }
    int told = Math.min(deadCount, SoothLayout.MOST_EVENTS);
    Arrays.sort(dead, 0, told);
    int part = payload.startPart(SoothLayout.DEAD);
    payload.putVarint(told);
    long last = 0;
    for (int i = 0; i < told; i++) {
      payload.putVarint(dead[i] - last);
      last = dead[i];
    }
    payload.endPart(part);
    deadCount -= told;
    System.arraycopy(dead, told, dead, 0, deadCount);
  }

  /** A bit for each event that says whether it has a value, then the values of those that have. */
  private void putValues() {
    if (values == null) {
      return;
    }
    int part = payload.startPart(SoothLayout.VALUE_COLUMN);
    int known = 0;
    for (int i = 0; i < count; i++) {
      if ((valued[i / Long.SIZE] & 1L << i) != 0) {
        values[known++] = values[i];
      }
    }
    for (int i = 0; i < count; i += Byte.SIZE) {
      payload.putByte((int) (valued[i / Long.SIZE] >>> i));
    }
    payload.putColumn(values, known);
    payload.endPart(part);
    Arrays.fill(valued, 0);
  }

  /**
   * Writes the rest and the index, and closes the stream. After a failure nothing more is written:
   * the file is then one that was cut off.
   */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (OutputStream stream = out) {
      if (blocks.failed()) {
        return;
      }
      flushBlock();
      payload.clear();
      payload.putLong(written);
      payload.putInt(newStrings.all);
      payload.putInt(newPlaces.all);
      payload.putInt(newThreads.all);
      payload.putInt(newFrames.all);
      blocks.writeIndex(payload, written);
      stream.flush();
    } finally {
      blocks.close();
    }
  }
}
