package dev.sooth.trace.format;

import dev.sooth.trace.BadTraceException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Reads what RoadRunner prints: {@code @ Op(tid,target) state location}. The event lines stand
 * between lines that the program itself printed; those have no position and are counted. The thread
 * with the number n is called {@code Tn}, as in the other formats.
 */
final class RoadRunnerCursor extends OperationCursor {
  private byte[] scratch = new byte[64];

  RoadRunnerCursor(String name, InputStream in, boolean lenient) {
    super(name, in, Operations.ROADRUNNER, lenient);
  }

  /** Whether the line is an event line, right or wrong: {@code @}, space, a letter. */
  static boolean isEventLine(byte[] text, int from, int to) {
    int word = Ascii.skipBlanks(text, Math.min(from + 1, to), to);
    return from < to
        && text[from] == '@'
        && word > from + 1
        && word < to
        && Ascii.isLetter(text[word]);
  }

  @Override
  void parseLine(byte[] text, int from, int to) throws BadTraceException {
    if (columnOf(from) != 1 || !isEventLine(text, from, to)) {
      notes().count("skipped lines of the program's own output");
      return;
    }
    int wordFrom = Ascii.skipBlanks(text, from + 1, to);
    int wordTo = Ascii.skipWord(text, wordFrom, to);
    event.parse(this, text, wordFrom, wordTo);
    int threadFrom = event.targetFrom;
    int comma = Words.find(text, threadFrom, event.targetTo, (byte) ',');
    if (comma == event.targetTo || comma == threadFrom) {
      throw bad(text, wordFrom, wordTo, "an event such as Rd(0,x)");
    }
    int thread = threadByNumber(text, threadFrom, comma);
    event.targetFrom = comma + 1;
    int stateFrom = Ascii.skipBlanks(text, wordTo, to);
    int stateTo = Ascii.skipWord(text, stateFrom, to);
    int location = locations.intern(text, Ascii.skipBlanks(text, stateTo, to), to);
    addEvent(text, thread, location, columnOf(wordFrom));
  }

  @Override
  int threadTarget(byte[] text, int from, int to, int byThread) {
    return threadByNumber(text, from, to);
  }

  private int threadByNumber(byte[] text, int from, int to) {
    if (!Ascii.isNumber(text, from, to)) {
      return threads.intern(text, from, to);
    }
    int length = to - from + 1;
    if (scratch.length < length) {
      scratch = Arrays.copyOf(scratch, 2 * length);
    }
    scratch[0] = 'T';
    System.arraycopy(text, from, scratch, 1, length - 1);
    return threads.intern(scratch, 0, length);
  }
}
