package dev.sooth.trace.format;

import dev.sooth.trace.Kind;
import dev.sooth.trace.TraceNames;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Writes what RoadRunner prints: {@code @ Op(tid,target) - location}. A thread that is called T and
 * a number is written as the number, which is how it is read back.
 */
final class RoadRunnerWriter extends TextWriter {
  private static final String[] WORDS = {
    "Dummy", "Rd", "Wr", "Acquire", "Release", "Start", "Join", "Begin", "End", "VRd", "VWr"
  };

  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  private final WrittenNames threads;
  private final WrittenNames variables;
  private final WrittenNames locks;
  private final WrittenNames locations;
  private byte[] shownFrom = new byte[64]; // per thread: index in its name + 1, 0 if not known

  RoadRunnerWriter(OutputStream out, TraceNames names) {
    super(out, names);
    WrittenNames.Rules word = new WrittenNames.Rules(",", true, false, false);
    threads = new WrittenNames(names.threads(), word);
    variables = new WrittenNames(names.variables(), word);
    locks = new WrittenNames(names.locks(), word);
    locations = new WrittenNames(names.locations(), new WrittenNames.Rules("", false, true, false));
  }

  @Override
  void putEvent(byte kind, int thread, int target, int location) {
    put("@  ");
    put(WORDS[kind]);
    put('(');
    putThread(thread);
    put(',');
    if (Kind.isAccess(kind)) {
      put(variables, target);
    } else if (Kind.isLockOperation(kind)) {
      put(locks, target);
    } else if (Kind.isThreadOperation(kind)) {
      putThread(target);
    }
    put(")  -  ");
    put(locations, location);
  }

  private void putThread(int id) {
    if (id >= shownFrom.length) {
      shownFrom = Arrays.copyOf(shownFrom, Math.max(id + 1, 2 * shownFrom.length));
    }
    if (shownFrom[id] == 0) {
      shownFrom[id] = (byte) (1 + chooseThread(id));
    }
    put(threads, id, shownFrom[id] - 1);
  }

  /** How many characters of the thread's name are left out: its T, if a number follows. */
  private int chooseThread(int id) {
    if (NUMBER.matcher(names.threads().get(id)).matches()) {
      threads.prefix(id, "_"); // a number would be read as T and the number
    }
    String name = threads.get(id);
    return name.startsWith("T") && NUMBER.matcher(name.substring(1)).matches() ? 1 : 0;
  }
}
