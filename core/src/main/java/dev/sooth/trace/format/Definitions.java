package dev.sooth.trace.format;

import static dev.sooth.trace.format.PayloadReader.require;

import dev.sooth.trace.NameTable;
import dev.sooth.trace.Place;
import dev.sooth.trace.format.PayloadReader.Malformed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What the blocks of definitions of a file have said so far. */
final class Definitions {
  /** Strings, threads or places: what has a number in the file, and an id in a table. */
  private static final class Numbered {
    private final NameTable table = new NameTable();
    private int[] ids = new int[64]; // by number
    private int count;
    private boolean same = true; // all ids are numbers

    void add(int id) {
      same &= id == count;
      if (count == ids.length) {
        ids = Arrays.copyOf(ids, 2 * count);
      }
      ids[count++] = id;
    }
  }

  private final Numbered strings = new Numbered();
  private final Numbered threads = new Numbered();
  private final Numbered places = new Numbered();
  private int[] frameCallers = new int[64];
  private int[] framePlaces = new int[64];
  private int frames;

  Definitions() {
    strings.add(strings.table.intern(""));
  }

  /** Takes a block of definitions. */
  void take(PayloadReader payload) throws Malformed {
    for (int n = payload.readCount("strings"); n > 0; n--) {
      int size = payload.readNameLength();
      int at = payload.at();
      payload.checkUtf8(size);
      strings.add(strings.table.intern(payload.raw(), at, at + size));
      payload.skip(size);
    }
    for (int n = payload.readCount("places"); n > 0; n--) {
      String file = readString(payload);
      int line = payload.readInt31("the lines");
      String type = readString(payload);
      String method = readString(payload);
      places.add(places.table.intern(new Place(file, line, type, method).text()));
    }
    for (int n = payload.readCount("threads"); n > 0; n--) {
      threads.add(threads.table.intern(readString(payload)));
    }
    for (int n = payload.readCount("frames"); n > 0; n--) {
      addFrame(payload.readBelow(frames + 1, "frame"), payload.readBelow(places.count, "place"));
    }
    require(payload.left() == 0, "payload that is longer than its definitions");
  }

  private void addFrame(int caller, int place) {
    if (frames == frameCallers.length) {
      frameCallers = Arrays.copyOf(frameCallers, 2 * frames);
      framePlaces = Arrays.copyOf(framePlaces, 2 * frames);
    }
    frameCallers[frames] = caller;
    framePlaces[frames++] = place;
  }

  private String readString(PayloadReader payload) throws Malformed {
    return strings.table.get(strings.ids[payload.readBelow(strings.count, "string")]);
  }

  /** All strings, by id and not by number. */
  NameTable strings() {
    return strings.table;
  }

  /** How many strings have a number, the empty one among them. */
  int stringCount() {
    return strings.count;
  }

  /** The id of the string of this number. */
  int string(int number) {
    return strings.ids[number];
  }

  NameTable threads() {
    return threads.table;
  }

  int threadCount() {
    return threads.count;
  }

  NameTable places() {
    return places.table;
  }

  int placeCount() {
    return places.count;
  }

  int frameCount() {
    return frames;
  }

  /** Turns numbers of threads into ids; they have been checked. */
  void threadIds(int[] numbers, int count) {
    toIds(threads, numbers, count);
  }

  int threadId(int number) {
    return threads.ids[number];
  }

  void placeIds(int[] numbers, int count) {
    toIds(places, numbers, count);
  }

  private static void toIds(Numbered defined, int[] numbers, int count) {
    for (int i = 0; i < count && !defined.same; i++) {
      numbers[i] = defined.ids[numbers[i]];
    }
  }

  /** The places from this frame outwards; frames count from 1. */
  List<String> stack(int frame) {
    List<String> result = new ArrayList<>();
    for (int f = frame; f != SoothWriter.NO_FRAME; f = frameCallers[f - 1]) {
      result.add(places.table.get(places.ids[framePlaces[f - 1]]));
    }
    return result;
  }

  /** Compares the totals at the start of an index with what was read. */
  void checkTotals(PayloadReader payload) throws Malformed {
    boolean equal = payload.readInt("the index") == strings.count - 1;
    equal &= payload.readInt("the index") == places.count;
    equal &= payload.readInt("the index") == threads.count;
    equal &= payload.readInt("the index") == frames;
    require(equal, "index with other totals than those of the blocks");
  }
}
