package dev.sooth.trace.format;

import com.carrotsearch.hppc.IntIntHashMap;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.EventValues;
import dev.sooth.trace.NameList;
import dev.sooth.trace.StructuredNames;
import dev.sooth.trace.TraceNames;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Writes events that have ids, with the names behind them, as a {@code .sooth} file. */
final class SoothEventWriter implements EventWriter {
  private static final int UNKNOWN = -1;

  /** The numbers in the file of what a table has ids for. */
  private static final class Numbers {
    private int[] numbers = {}; // by id + 1, 0 is unknown

    int get(int id) {
      return id < numbers.length ? numbers[id] - 1 : UNKNOWN;
    }

    void put(int id, int number) {
      if (id >= numbers.length) {
        numbers = Arrays.copyOf(numbers, Math.max(id + 1, 2 * numbers.length));
      }
      numbers[id] = number + 1;
    }
  }

  private final SoothWriter writer;
  private final TraceNames names;
  private final Numbers threads = new Numbers();
  private final Numbers places = new Numbers();
  // Of the block that is being written.
  private final IntIntHashMap variables = new IntIntHashMap();
  private final IntIntHashMap locks = new IntIntHashMap();
  private final IntIntHashMap families = new IntIntHashMap();

  SoothEventWriter(SoothWriter writer, TraceNames names) {
    this.writer = writer;
    this.names = names;
  }

  @Override
  public void append(EventBatch batch) throws IOException {
    EventValues values = batch.values;
    for (int i = batch.from; i < batch.to; i++) {
      append(batch.kind[i], batch.thread[i], batch.target[i], batch.location[i]);
      if (values != null && values.isKnown(i)) {
        writer.value(values.get(i));
      }
      if (batch.callers != null) {
        caller(batch.callers.of(i));
      }
    }
    if (batch.dead != null) {
      writer.dead(batch.dead);
    }
  }

  private void append(byte kind, int thread, int target, int location) throws IOException {
    if (writer.isFull()) {
      flushBlock();
    }
    int number =
        switch (SoothLayout.tableOfTarget(kind)) {
          case SoothLayout.VARIABLES -> target(names.variables(), variables, target);
          case SoothLayout.LOCKS -> target(names.locks(), locks, target);
          case SoothLayout.THREADS -> thread(target);
          default -> 0;
        };
    writer.append(kind, thread(thread), number, place(location));
  }

  private void caller(List<String> stack) throws IOException {
    int frame = SoothWriter.NO_FRAME;
    for (int i = stack.size() - 1; i >= 0; i--) {
      frame = writer.frame(frame, writer.place(stack.get(i)));
    }
    if (frame != SoothWriter.NO_FRAME) {
      writer.caller(frame);
    }
  }

  void flushBlock() throws IOException {
    writer.flushBlock();
    variables.clear();
    locks.clear();
    families.clear();
  }

  private int thread(int id) throws IOException {
    int number = threads.get(id);
    if (number == UNKNOWN) {
      number = writer.thread(names.threads().get(id));
      threads.put(id, number);
    }
    return number;
  }

  private int place(int id) throws IOException {
    int number = places.get(id);
    if (number == UNKNOWN) {
      number = writer.place(names.locations().get(id));
      places.put(id, number);
    }
    return number;
  }

  private int target(NameList list, IntIntHashMap known, int id) throws IOException {
    int slot = known.indexOf(id);
    if (known.indexExists(slot)) {
      return known.indexGet(slot);
    }
    int number;
    if (list instanceof StructuredNames structured && !structured.isWhole(id)) {
      number = writer.target(family(structured, id), structured.numberOf(id));
    } else {
      number = writer.target(list.get(id));
    }
    known.indexInsert(slot, id, number);
    return number;
  }

  private int family(StructuredNames structured, int id) throws IOException {
    int family = structured.familyOf(id); // the same in both tables of a trace
    int number = families.getOrDefault(family, UNKNOWN);
    if (number == UNKNOWN) {
      number = writer.family(structured.family(id));
      families.put(family, number);
    }
    return number;
  }

  @Override
  public void finish() throws IOException {
    writer.close();
  }

  @Override
  public void close() throws IOException {
    // After a failure the footer must not be written: it would make the output look complete.
    // The stream itself is closed by its owner.
  }
}
