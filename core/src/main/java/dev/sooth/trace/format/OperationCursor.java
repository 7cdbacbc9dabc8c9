package dev.sooth.trace.format;

import dev.sooth.trace.BadTraceException;
import dev.sooth.trace.Kind;
import dev.sooth.trace.NameTable;
import dev.sooth.trace.Quoted;
import java.io.InputStream;

/**
 * What the text formats have in common beyond lines: an operation in words, whose target is a
 * variable, a lock or a thread.
 */
abstract class OperationCursor extends TextCursor {
  final NameTable threads = names().threads();
  final NameTable variables = variableTable();
  final NameTable locks = lockTable();
  final NameTable locations = names().locations();
  final EventText event;

  private final Operations operations;
  private final boolean lenient;
  private final NumberedThreads numbered;
  private final ThreadNumbers numbers = new ThreadNumbers(threads);
  private String numberNote = ""; // the note about numbers, with the first one as the example

  OperationCursor(String name, InputStream in, Operations operations, boolean lenient) {
    this(name, in, operations, lenient, NumberedThreads.UNKNOWN);
  }

  OperationCursor(
      String name,
      InputStream in,
      Operations operations,
      boolean lenient,
      NumberedThreads numbered) {
    super(name, in);
    this.numbered = numbered;
    this.operations = operations;
    this.lenient = lenient;
    event = new EventText(operations);
  }

  /** The thread of an event. */
  final int thread(byte[] text, int from, int to) throws BadTraceException {
    int known = threads.size();
    int thread = threads.intern(text, from, to);
    if (thread == known && numbers.contradicts(text, from, to)) {
      String number = Quoted.plain(threads.get(thread));
      throw bad(
          from,
          "a thread called %s, but a fork or join of %s was read as the thread T%s"
              .formatted(number, number, number));
    }
    return thread;
  }

  /** The thread that a fork or join is about. */
  int threadTarget(byte[] text, int from, int to, int byThread) {
    if (!numbers.isNumberOfThread(text, from, to, byThread) || numbered.contains(text, from, to)) {
      return threads.intern(text, from, to);
    }
    int target = numbers.intern(text, from, to);
    if (numberNote.isEmpty()) {
      String name = Quoted.plain(threads.get(target));
      numberNote = "read the number of a thread as its name, %s as %s";
      numberNote = numberNote.formatted(name.substring(1), name);
    }
    notes().count(numberNote);
    return target;
  }

  /** Adds the event whose operation stands in {@link #event}. */
  final void addEvent(byte[] text, int thread, int location, int column) throws BadTraceException {
    int meaning = event.meaning;
    int from = event.targetFrom;
    int to = event.targetTo;
    switch (meaning) {
      case Kind.READ, Kind.WRITE, Kind.VOLATILE_READ, Kind.VOLATILE_WRITE -> {
        event.requireTarget(this, text);
        add((byte) meaning, thread, variables.intern(text, from, to), location, column);
      }
      case Kind.ACQUIRE, Kind.RELEASE -> {
        event.requireTarget(this, text);
        add((byte) meaning, thread, locks.intern(text, from, to), location, column);
      }
      case Kind.FORK, Kind.JOIN -> {
        event.requireTarget(this, text);
        add((byte) meaning, thread, threadTarget(text, from, to, thread), location, column);
      }
      case Kind.BEGIN, Kind.END -> add((byte) meaning, thread, 0, location, column);
      case Operations.SYNC -> {
        event.requireTarget(this, text);
        addSynchronisedAccess(text, from, to, thread, location, column);
      }
      case Operations.FOREIGN -> {
        if (!lenient) {
          String expected = operations.listed() + ", or a kind without effect";
          throw bad(text, event.wordFrom, event.wordTo, expected);
        }
        notes().countRepair("dropped {n} events: operation of another dialect");
        add(Kind.NOP, thread, 0, location, column);
      }
      default -> {
        skip(text, event.wordFrom, event.wordTo);
        add(Kind.NOP, thread, 0, location, column);
      }
    }
  }

  /** An access inside its own lock: four events, as RAPID expands it. */
  private void addSynchronisedAccess(
      byte[] text, int from, int to, int thread, int location, int column) {
    byte[] prefix = {'V', 'A', 'R', 'L', 'O', 'C', 'K', '-'};
    byte[] lockName = new byte[prefix.length + to - from];
    System.arraycopy(prefix, 0, lockName, 0, prefix.length);
    System.arraycopy(text, from, lockName, prefix.length, to - from);
    int lock = locks.intern(lockName, 0, lockName.length);
    int variable = variables.intern(text, from, to);
    add(Kind.ACQUIRE, thread, lock, location, column);
    add(Kind.READ, thread, variable, location, column);
    add(Kind.WRITE, thread, variable, location, column);
    add(Kind.RELEASE, thread, lock, location, column);
  }
}
