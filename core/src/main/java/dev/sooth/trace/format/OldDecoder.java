package dev.sooth.trace.format;

import static dev.sooth.trace.format.PayloadReader.require;

import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Kind;
import dev.sooth.trace.NameTable;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceNotes;
import dev.sooth.trace.format.PayloadReader.Malformed;
import java.util.Arrays;

/** Version 1: names are strings, those of a block come after those of all blocks before it. */
final class OldDecoder extends SoothDecoder {
  private final NameTable[] tables = {
    new NameTable(), new NameTable(), new NameTable(), new NameTable()
  };
  private final TraceNames names =
      new TraceNames(
          tables[SoothLayout.THREADS],
          tables[SoothLayout.VARIABLES],
          tables[SoothLayout.LOCKS],
          tables[SoothLayout.LOCATIONS]);
  private final int[] listed = new int[SoothLayout.TABLES]; // names in the file so far
  private final int[][] known = new int[SoothLayout.TABLES][]; // ids, null while all names differ

  @Override
  public TraceNames names() {
    return names;
  }

  @Override
  public boolean knows(int type) {
    return type == SoothLayout.EVENTS_BLOCK || type == SoothLayout.FOOTER_BLOCK;
  }

  @Override
  public boolean hasEvents(int type) {
    return type == SoothLayout.EVENTS_BLOCK;
  }

  @Override
  public int trailer() {
    return 0;
  }

  @Override
  public void addTo(TraceNotes notes) {
    // nothing is left out
  }

  @Override
  public void show(EventBatch batch, int count) {
    columns.show(batch, count);
    batch.values = null;
    batch.callers = null;
    batch.dead = null;
  }

  @Override
  public void take(int type, int count, PayloadReader payload) throws Malformed {
    columns.makeRoom(count);
    for (int t = 0; t < SoothLayout.TABLES; t++) {
      readNames(t, payload);
    }
    readKinds(count, payload);
    payload.readColumn(columns.threads, count, listed[SoothLayout.THREADS], "thread");
    payload.readColumn(columns.targets, count, Integer.MAX_VALUE, "target");
    payload.readColumn(columns.places, count, listed[SoothLayout.LOCATIONS], "location");
    require(payload.left() == 0, "payload that is longer than its columns");
    checkTargets(count);
    useKnownNames(count);
  }

  @Override
  public boolean isLast(int type, long events, PayloadWriter index, PayloadReader payload)
      throws Malformed {
    if (type != SoothLayout.FOOTER_BLOCK) {
      return false;
    }
    require(payload.length() == SoothLayout.FOOTER_LENGTH, "footer of a wrong length");
    boolean equal = payload.readLong("the footer") == events;
    for (int t = 0; t < SoothLayout.TABLES; t++) {
      equal &= payload.readInt("the footer") == listed[t];
    }
    require(equal, "footer with other totals than those of the blocks");
    return true;
  }

  private void readNames(int t, PayloadReader payload) throws Malformed {
    NameTable table = tables[t];
    int count = payload.readInt("the names");
    require(count >= 0 && count <= payload.left(), "more names than bytes for them");
    if (count > 0) {
      beforeNamesChange.run();
    }
    for (int i = 0; i < count; i++) {
      int size = payload.readNameLength();
      name(t, table.intern(payload.raw(), payload.at(), payload.at() + size));
      payload.skip(size);
    }
  }

  /** Takes note of the next name of a table. A name may be listed again: it is the same one. */
  private void name(int t, int id) {
    int number = listed[t]++;
    int[] ids = known[t];
    if (ids == null) {
      if (id == number) {
        return;
      }
      ids = new int[2 * number + 2];
      for (int i = 0; i < number; i++) {
        ids[i] = i;
      }
    } else if (number == ids.length) {
      ids = Arrays.copyOf(ids, 2 * number);
    }
    ids[number] = id;
    known[t] = ids;
  }

  private void useKnownNames(int count) {
    useKnownNames(known[SoothLayout.THREADS], columns.threads, count);
    useKnownNames(known[SoothLayout.LOCATIONS], columns.places, count);
    boolean targetsKnown = true;
    for (int t = SoothLayout.THREADS; t <= SoothLayout.LOCKS; t++) {
      targetsKnown &= known[t] == null;
    }
    for (int i = 0; i < count && !targetsKnown; i++) {
      int table = SoothLayout.tableOfTarget(columns.kinds[i]);
      if (table >= 0 && known[table] != null) {
        columns.targets[i] = known[table][columns.targets[i]];
      }
    }
  }

  private static void useKnownNames(int[] ids, int[] column, int count) {
    if (ids != null) {
      for (int i = 0; i < count; i++) {
        column[i] = ids[column[i]];
      }
    }
  }

  private void readKinds(int count, PayloadReader payload) throws Malformed {
    int min = payload.readMin();
    int width = payload.readWidth(count, Integer.BYTES);
    require(min >= 0 && min < Kind.COUNT && width <= 1, "unknown kind of event");
    if (width == 0) {
      Arrays.fill(columns.kinds, 0, count, (byte) min);
      return;
    }
    int largest = 0;
    byte[] raw = payload.raw();
    int at = payload.at();
    for (int i = 0; i < count; i++) {
      int kind = (raw[at + i] & 0xFF) + min;
      largest = Math.max(largest, kind);
      columns.kinds[i] = (byte) kind;
    }
    payload.skip(count);
    require(largest < Kind.COUNT, "unknown kind of event");
  }

  /** What a target is depends on the kind; so does how many there are. */
  private void checkTargets(int count) throws Malformed {
    int threadCount = listed[SoothLayout.THREADS];
    int variableCount = listed[SoothLayout.VARIABLES];
    int lockCount = listed[SoothLayout.LOCKS];
    int[] last = new int[16]; // the largest target of each kind; a mask saves the range check
    last[Kind.READ] = variableCount - 1;
    last[Kind.WRITE] = variableCount - 1;
    last[Kind.VOLATILE_READ] = variableCount - 1;
    last[Kind.VOLATILE_WRITE] = variableCount - 1;
    last[Kind.ACQUIRE] = lockCount - 1;
    last[Kind.RELEASE] = lockCount - 1;
    last[Kind.FORK] = threadCount - 1;
    last[Kind.JOIN] = threadCount - 1;
    int signs = 0;
    for (int i = 0; i < count; i++) {
      signs |= last[columns.kinds[i] & 15] - columns.targets[i];
    }
    require(signs >= 0, "unknown target");
  }
}
