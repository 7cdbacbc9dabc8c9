package dev.sooth.trace.format;

import dev.sooth.trace.BadTraceException;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.NameTable;
import dev.sooth.trace.Quoted;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceNotes;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Reads a text format: splits the input into lines, leaves out blank and comment lines, and lets
 * the format parse the others. Works on the bytes of one buffer; no string is made for a line.
 *
 * <p>Columns in messages count bytes from 1.
 */
abstract class TextCursor implements TraceCursor {
  /** A longer line is refused: it is no trace, and would have to be held in memory. */
  static final int LONGEST_LINE = 1 << 20;

  // Small inputs should not cost large arrays: both grow once they are used in full.
  private static final int FIRST_CAPACITY = 1 << 12;
  private static final int CAPACITY = 1 << 18;
  private static final int FIRST_BATCH = 1 << 8;
  private static final int BATCH = 1 << 14;
  private static final int MOST_EVENTS_A_LINE = 4;

  private final String name;
  private final InputStream in;
  private final NameTable variableTable = new NameTable();
  private final NameTable lockTable = new NameTable();
  private final TraceNames names =
      new TraceNames(new NameTable(), variableTable, lockTable, new NameTable());
  private final TraceNotes notes = new TraceNotes();
  private final SkippedKinds skipped = new SkippedKinds();

  /**
   * The text: {@code buffer[at .. limit)} is not parsed yet, {@code buffer[limit]} is a newline.
   */
  private byte[] buffer = new byte[FIRST_CAPACITY + Words.PADDING];

  private int at;
  private int limit;
  private boolean ended;
  private long line = 1; // number of the line that starts at `at`
  private int lineStart; // in the buffer, of the line that is being parsed

  private byte[] kinds = {};
  private int[] threads = {};
  private int[] targets = {};
  private int[] locations = {};
  private int[] lines = {}; // relative to firstLine
  private int[] columns = {};
  private int count;
  private long base; // position of the first event of the batch
  private long firstLine;

  TextCursor(String name, InputStream in) {
    this.name = name;
    this.in = in;
  }

  /**
   * Parses as many whole lines as it can in a quick way, calling {@link #endOfLine} after each.
   *
   * @param from where a line starts in the buffer
   * @return where the first line starts that it left alone
   */
  int parsePlainLines(byte[] text, int from, int to) {
    return from;
  }

  /** Parses the line {@code from <= i < to}, which has no line end and is not blank at its ends. */
  abstract void parseLine(byte[] text, int from, int to) throws BadTraceException;

  /** Whether a line that starts like this is no event line and needs no mention. */
  static boolean isCommentLine(byte[] text, int from, int to) {
    return text[from] == '#' || (text[from] == '/' && from + 1 < to && text[from + 1] == '/');
  }

  @Override
  public final boolean next(EventBatch batch) throws IOException {
    base += count;
    if (!hasRoom()) {
      allocateColumns(kinds.length == 0 ? FIRST_BATCH : BATCH);
    }
    count = 0;
    firstLine = line;
    // lines[] is relative, so that it can hold ints; a run of blank lines may end a batch early.
    while (hasRoom() && line - firstLine < Integer.MAX_VALUE - LONGEST_LINE) {
      at = parsePlainLines(buffer, at, limit);
      if (hasRoom() && !takeLine()) {
        break;
      }
    }
    skipped.moveTo(notes);
    batch.kind = kinds;
    batch.thread = threads;
    batch.target = targets;
    batch.location = locations;
    batch.from = 0;
    batch.to = count;
    batch.base = base;
    return count > 0 || (!(ended && at == limit) && next(batch));
  }

  private void allocateColumns(int size) {
    if (size > kinds.length) {
      kinds = new byte[size];
      threads = new int[size];
      targets = new int[size];
      locations = new int[size];
      lines = new int[size];
      columns = new int[size];
    }
  }

  /** Whether the batch can take the events of another line. */
  final boolean hasRoom() {
    return count <= kinds.length - MOST_EVENTS_A_LINE;
  }

  /** Adds an event of the current line. */
  final void add(byte kind, int thread, int target, int location, int column) {
    int i = count++;
    kinds[i] = kind;
    threads[i] = thread;
    targets[i] = target;
    locations[i] = location;
    lines[i] = (int) (line - firstLine);
    columns[i] = column;
  }

  /** How many events the batch has so far. */
  final int count() {
    return count;
  }

  /** Gives events of the batch their targets. */
  final void setTargets(int[] events, int[] ids, int n) {
    for (int i = 0; i < n; i++) {
      targets[events[i]] = ids[i];
    }
  }

  /** Gives consecutive events of the batch their locations. */
  final void setLocations(int first, int[] ids, int n) {
    System.arraycopy(ids, 0, locations, first, n);
  }

  /** Tells that the next event stands in the next line. */
  final void endOfLine() {
    line++;
  }

  /** Parses one line in full; false at the end of the input. */
  private boolean takeLine() throws IOException {
    int end = Words.find(buffer, at, limit, (byte) '\n');
    while (end == limit && !ended) {
      int searched = end - at;
      fill();
      end = Words.find(buffer, at + searched, limit, (byte) '\n');
    }
    if (end - at > LONGEST_LINE) {
      throw tooLong();
    }
    if (at == limit) {
      return false;
    }
    int start = at;
    int from = Ascii.skipBlanks(buffer, start, end);
    int to = Ascii.trimEnd(buffer, from, end);
    lineStart = start;
    requireOneLine(from, to);
    if (from < to && !isCommentLine(buffer, from, to)) {
      parseLine(buffer, from, to);
    }
    at = Math.min(end + 1, limit);
    endOfLine();
    return true;
  }

  /** Lines that a carriage return alone ends would all be the first line's comment or location. */
  private void requireOneLine(int from, int to) throws BadTraceException {
    int end = Words.find(buffer, from, to, (byte) '\r');
    if (end < to) {
      throw bad(end, "found a carriage return in a line, expected \\n or \\r\\n at its end");
    }
  }

  /** The column of this index of the buffer in the line that is being parsed. */
  final int columnOf(int index) {
    return index - lineStart + 1;
  }

  /** A complaint about the current line at this index of the buffer. */
  final BadTraceException bad(int index, String problem) {
    return new BadTraceException(name, line + ":" + columnOf(index), problem);
  }

  /** A complaint that quotes what was found. */
  final BadTraceException bad(byte[] text, int from, int to, String expected) {
    return bad(from, "found " + Quoted.of(text, from, to) + ", expected " + expected);
  }

  private BadTraceException tooLong() {
    return new BadTraceException(name, line + ":1", "line longer than 1 MiB");
  }

  /** Reads more text behind what is not parsed yet. */
  private void fill() throws IOException {
    int rest = limit - at;
    if (rest > LONGEST_LINE) {
      throw tooLong();
    }
    int capacity = buffer.length - Words.PADDING;
    boolean wasFull = limit == capacity;
    if (rest > capacity / 2 || (wasFull && capacity < CAPACITY)) {
      capacity *= 2;
    }
    byte[] next =
        capacity + Words.PADDING > buffer.length ? new byte[capacity + Words.PADDING] : buffer;
    System.arraycopy(buffer, at, next, 0, rest);
    buffer = next;
    at = 0;
    limit = rest;
    int got = in.read(buffer, limit, capacity - limit);
    if (got < 0) {
      ended = true;
    } else {
      limit += got;
    }
    Arrays.fill(buffer, limit, limit + Words.PADDING, (byte) '\n');
  }

  /** Counts an event of a kind that means nothing to us. */
  final void skip(byte[] text, int from, int to) {
    skipped.count(text, from, to);
  }

  /** The same table as in {@link #names}, which takes bytes. */
  final NameTable variableTable() {
    return variableTable;
  }

  final NameTable lockTable() {
    return lockTable;
  }

  @Override
  public final TraceNames names() {
    return names;
  }

  @Override
  public final TraceNotes notes() {
    return notes;
  }

  @Override
  public final String where(long position) {
    int i = (int) (position - base);
    return (firstLine + lines[i]) + ":" + columns[i];
  }

  @Override
  public final void close() throws IOException {
    in.close();
  }
}
