package dev.sooth.trace.format;

import dev.sooth.trace.BadTraceException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Reads CSV as RAPID does: a column for each thread, and in each line one cell that is not empty,
 * which holds the event. Column i is the thread {@code Ti}.
 */
final class CsvCursor extends OperationCursor {
  private static final byte COMMA = ',';

  private int[] threadOfColumn = new int[16]; // thread id + 1, 0 if not seen
  private final int noLocation = locations.intern("");

  CsvCursor(String name, InputStream in, boolean lenient) {
    super(name, in, Operations.CSV, lenient);
  }

  @Override
  void parseLine(byte[] text, int from, int to) throws BadTraceException {
    int column = -1;
    int eventFrom = 0;
    int eventTo = 0;
    int cell = from;
    for (int i = 0; cell <= to; i++) {
      int end = Words.find(text, cell, to, COMMA);
      int cellFrom = Ascii.skipBlanks(text, cell, end);
      if (cellFrom < end) {
        if (column >= 0) {
          throw bad(text, cellFrom, Ascii.trimEnd(text, cellFrom, end), "one event in a line");
        }
        column = i;
        eventFrom = cellFrom;
        eventTo = Ascii.trimEnd(text, cellFrom, end);
      }
      cell = end + 1;
    }
    if (column < 0) {
      throw bad(from, "a line without an event, expected one in the column of its thread");
    }
    event.parse(this, text, eventFrom, eventTo);
    addEvent(text, thread(column), noLocation, columnOf(eventFrom));
  }

  private int thread(int column) {
    if (column >= threadOfColumn.length) {
      threadOfColumn = Arrays.copyOf(threadOfColumn, Math.max(column + 1, 2 * column));
    }
    if (threadOfColumn[column] == 0) {
      threadOfColumn[column] = threads.intern("T" + column) + 1;
    }
    return threadOfColumn[column] - 1;
  }
}
