package dev.sooth.trace.format;

import dev.sooth.trace.BadTraceException;
import dev.sooth.trace.Kind;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Reads STD: {@code thread|operation(target)|location}, one event a line. {@link #parseLine} knows
 * the whole format; {@link #parsePlainLines} does the same for the lines that make up nearly all of
 * a trace (accesses and locking, no spaces), several times as fast.
 */
final class StdCursor extends OperationCursor {
  private static final byte BAR = '|';
  private static final int READ = pack("r(");
  private static final int WRITE = pack("w(");
  private static final int ACQUIRE = pack("acq(");
  private static final int RELEASE = pack("rel(");

  // Names of a chunk of lines are looked up together, since in a large table each look-up waits for
  // memory, and those of different names can wait at the same time.
  private static final int CHUNK = 128;
  private final int[] variableFrom = new int[CHUNK];
  private final int[] variableTo = new int[CHUNK];
  private final int[] eventOfVariable = new int[CHUNK];
  private final int[] locationFrom = new int[CHUNK];
  private final int[] locationTo = new int[CHUNK];
  private final int[] ids = new int[CHUNK];
  private int variableCount;

  StdCursor(String name, InputStream in, boolean lenient, NumberedThreads numbered) {
    super(name, in, Operations.STD, lenient, numbered);
  }

  private static int pack(String operation) {
    byte[] bytes = operation.getBytes(StandardCharsets.US_ASCII);
    int packed = 0;
    for (int i = bytes.length - 1; i >= 0; i--) {
      packed = packed << 8 | bytes[i];
    }
    return packed;
  }

  @Override
  int parsePlainLines(byte[] text, int from, int to) {
    int start = from;
    int parsed;
    do {
      int first = count();
      variableCount = 0;
      start = parseChunk(text, start, to);
      parsed = count() - first;
      variables.internAll(text, variableFrom, variableTo, variableCount, ids);
      setTargets(eventOfVariable, ids, variableCount);
      locations.internAll(text, locationFrom, locationTo, parsed, ids);
      setLocations(first, ids, parsed);
    } while (parsed == CHUNK);
    return start;
  }

  /** Adds up to {@link #CHUNK} events, and notes where their names stand. */
  private int parseChunk(byte[] text, int from, int to) {
    int start = from;
    for (int line = 0; line < CHUNK && hasRoom(); line++) {
      int bar = Words.findOrBlank(text, start, BAR);
      if (bar >= to || text[bar] != BAR || bar == start || isCommentLine(text, start, bar)) {
        return start;
      }
      int operation = (int) Words.at(text, bar + 1);
      byte kind;
      int name;
      if ((operation & 0xFFFF) == READ || (operation & 0xFFFF) == WRITE) {
        kind = (operation & 0xFFFF) == WRITE ? Kind.WRITE : Kind.READ; // no branch to mispredict
        name = bar + 3;
      } else if (operation == ACQUIRE) {
        kind = Kind.ACQUIRE;
        name = bar + 5;
      } else if (operation == RELEASE) {
        kind = Kind.RELEASE;
        name = bar + 5;
      } else {
        return start;
      }
      // The target ends at the last parenthesis of its field. If a bar follows the first one, that
      // is the last; otherwise the other method sorts it out.
      int close = Words.findOrBlank(text, name, (byte) ')');
      if (close >= to || text[close] != ')' || close == name || text[close + 1] != BAR) {
        return start;
      }
      int end = Words.findOrBlank(text, close + 2, (byte) '\n');
      int next = end + 1;
      if (text[end] == '\r') {
        next++;
      }
      if (next > to || text[next - 1] != '\n' || hasBar(text, name, close)) {
        return start;
      }
      int thread = threads.find(text, start, bar);
      if (thread < 0 || next - start > LONGEST_LINE) {
        return start; // a new thread is looked at more closely
      }
      int target = 0;
      if (kind >= Kind.ACQUIRE) {
        target = locks.intern(text, name, close);
      } else {
        int variable = variableCount++;
        variableFrom[variable] = name;
        variableTo[variable] = close;
        eventOfVariable[variable] = count();
      }
      locationFrom[line] = close + 2;
      locationTo[line] = end;
      add(kind, thread, target, 0, bar + 2 - start);
      endOfLine();
      start = next;
    }
    return start;
  }

  private static boolean hasBar(byte[] text, int from, int to) {
    return Words.find(text, from, to, BAR) < to;
  }

  @Override
  void parseLine(byte[] text, int from, int to) throws BadTraceException {
    int bar = Words.find(text, from, to, BAR);
    if (bar == to) {
      throw bad(text, from, to, "an event such as T1|w(x)|12");
    }
    int threadTo = Ascii.trimEnd(text, from, bar);
    if (threadTo == from) {
      throw bad(from, "no thread before the first bar, expected an event such as T1|w(x)|12");
    }
    int secondBar = Words.find(text, bar + 1, to, BAR);
    int operationFrom = Ascii.skipBlanks(text, bar + 1, secondBar);
    int operationTo = Ascii.trimEnd(text, operationFrom, secondBar);
    event.parse(this, text, operationFrom, operationTo);
    int placeFrom = Ascii.skipBlanks(text, Math.min(secondBar + 1, to), to);
    int location = locations.intern(text, placeFrom, to);
    addEvent(text, thread(text, from, threadTo), location, columnOf(operationFrom));
  }
}
