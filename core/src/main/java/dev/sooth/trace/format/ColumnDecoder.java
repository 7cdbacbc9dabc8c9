package dev.sooth.trace.format;

import static dev.sooth.trace.format.PayloadReader.require;

import dev.sooth.trace.DeadNames;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.EventCallers;
import dev.sooth.trace.EventValues;
import dev.sooth.trace.Families;
import dev.sooth.trace.Family;
import dev.sooth.trace.Kind;
import dev.sooth.trace.StructuredNames;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceNotes;
import dev.sooth.trace.format.PayloadReader.Malformed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Version 2: a block says itself what its events are about, by families and numbers, and only
 * strings, threads, places and frames come from blocks before it.
 */
final class ColumnDecoder extends SoothDecoder {
  private static final int PARTS = 256;
  private static final int ABSENT = -1;
  private static final int NO_TABLE = -1;
  private static final int KINDS = 16;

  /** A family by the numbers of its strings. Equality is written out as in {@link Family}. */
  private record Shape(
      int prefix, int owner, int field, int loader, int contents, List<Integer> rows) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Shape that
          && field == that.field
          && owner == that.owner
          && prefix == that.prefix
          && loader == that.loader
          && contents == that.contents
          && rows.equals(that.rows);
    }

    @Override
    public int hashCode() {
      int hash = 31 * (31 * owner + field) + prefix;
      return 31 * (31 * (31 * hash + contents) + loader) + rows.hashCode();
    }
  }

  private final Definitions definitions = new Definitions();
  private final Families families = new Families(definitions.strings());
  private final StructuredNames variables = new StructuredNames(families);
  private final StructuredNames locks = new StructuredNames(families);
  private final TraceNames names =
      new TraceNames(definitions.threads(), variables, locks, definitions.places());
  private final Map<Shape, Integer> shapes = new HashMap<>();
  private Shape lastShape; // arrays come one after the other, and most are called alike
  private int lastShapeNumber;

  private int[] blockFamilies = new int[64]; // numbers in families
  private int familyCount;
  private int[] targetFamilies = {};
  private long[] targetNumbers = {};
  private int[] ids = {}; // of variables, of locks, 0, of threads; ABSENT until an event needs it
  private final int[] startOf = new int[KINDS]; // by kind: where its targets start in ids
  private final int[] maskOf = new int[KINDS]; // by kind: 0 if it has no target
  private final int[] lastOf = new int[KINDS]; // by kind: its largest target
  private int targetCount;
  private final int[] partAt = new int[PARTS];
  private final int[] partLength = new int[PARTS];

  private Values values; // of the last block, null if it has none
  private EventCallers callers; // of the last block, null if it has none
  private long[] dead; // after the last block, null if none are
  private final DeadNames deadNames = new DeadNames(families, variables, locks);
  private long branches;
  private boolean withoutVariables;
  private PayloadReader payload;

  @Override
  public TraceNames names() {
    return names;
  }

  @Override
  public void leaveOutVariables() {
    withoutVariables = true;
  }

  @Override
  public void forgetDead(BitSet exceptVariables, DeadNames.LastUses known) {
    deadNames.begin(exceptVariables, known);
  }

  @Override
  public boolean knows(int type) {
    return type == SoothLayout.DEFINITIONS_BLOCK
        || type == SoothLayout.COLUMNS_BLOCK
        || type == SoothLayout.INDEX_BLOCK;
  }

  @Override
  public boolean hasEvents(int type) {
    return type == SoothLayout.COLUMNS_BLOCK;
  }

  @Override
  public int trailer() {
    return SoothLayout.TRAILER;
  }

  @Override
  public void addTo(TraceNotes notes) {
    notes.count("skipped {n} events of kind branch", branches);
  }

  @Override
  public void show(EventBatch batch, int count) {
    columns.show(batch, count);
    batch.values = values;
    batch.callers = callers;
    batch.dead = dead;
    deadNames.show(batch);
  }

  @Override
  public boolean isLast(int type, long events, PayloadWriter index, PayloadReader block)
      throws Malformed {
    if (type != SoothLayout.INDEX_BLOCK) {
      return false;
    }
    require(
        block.readLong("the index") == events, "index with other totals than those of the blocks");
    definitions.checkTotals(block);
    int count = block.readInt("the index");
    require(
        count >= 0 && (long) count * SoothLayout.INDEX_ENTRY == block.left(),
        "index of a wrong length");
    int from = block.at();
    require(
        count == 0
            || Arrays.equals(block.raw(), from, block.length(), index.bytes(), 0, index.length()),
        "index of other blocks than those of the file");
    return true;
  }

  @Override
  public void take(int type, int count, PayloadReader block) throws Malformed {
    values = null;
    callers = null;
    dead = null;
    if (type == SoothLayout.DEFINITIONS_BLOCK) {
      beforeNamesChange.run();
      definitions.take(block);
      return;
    }
    if (deadNames.isDue()) {
      beforeNamesChange.run();
      deadNames.forget();
    }
    payload = block;
    readFamilies();
    readTargets();
    findParts();
    readColumns(count);
    if (partAt[SoothLayout.VALUE_COLUMN] != ABSENT) {
      values = readValues(count);
    }
    if (partAt[SoothLayout.CALLER_COLUMN] != ABSENT) {
      callers = readCallers(count);
    }
    if (partAt[SoothLayout.DEAD] != ABSENT) {
      dead = readDead();
    }
    deadNames.tell(count, dead);
    resolve(count);
  }

  private void readFamilies() throws Malformed {
    int count = payload.readCount("families");
    if (blockFamilies.length <= count) {
      blockFamilies = new int[2 * count];
    }
    blockFamilies[0] = Families.WHOLE_NAMES;
    for (int i = 1; i <= count; i++) {
      blockFamilies[i] = readFamily();
    }
    familyCount = count + 1;
  }

  private int readFamily() throws Malformed {
    int strings = definitions.stringCount();
    int prefix = payload.readBelow(strings, "string");
    int owner = payload.readBelow(strings, "string");
    int field = payload.readBelow(strings, "string");
    int loader = payload.readInt31("the loaders");
    int contents = payload.readBelow(strings, "string");
    long array = payload.readVarint("the families");
    int depth = payload.readCount("rows");
    List<Integer> rows = List.of();
    if (depth > 0) {
      rows = new ArrayList<>(depth);
      for (int i = 0; i < depth; i++) {
        rows.add(payload.readInt31("the rows"));
      }
    }
    int shape = shape(new Shape(prefix, owner, field, loader, contents, rows));
    return array == 0 ? shape : array(shape, array);
  }

  private int shape(Shape shape) {
    if (!shape.equals(lastShape)) {
      Integer number = shapes.get(shape);
      if (number == null) {
        number = newShape(shape);
        shapes.put(shape, number);
      }
      lastShape = shape;
      lastShapeNumber = number;
    }
    return lastShapeNumber;
  }

  private int array(int shape, long array) {
    int known = families.findArray(shape, array);
    if (known != Families.UNKNOWN) {
      return known;
    }
    beforeNamesChange.run();
    return families.array(shape, array);
  }

  private int newShape(Shape shape) {
    beforeNamesChange.run();
    return families.shape(
        new Family(
            string(shape.prefix()),
            string(shape.owner()),
            string(shape.field()),
            shape.loader(),
            shape.rows(),
            string(shape.contents()),
            0));
  }

  private String string(int number) {
    return definitions.strings().get(definitions.string(number));
  }

  private void readTargets() throws Malformed {
    long count = payload.readVarint("the targets");
    require(count <= SoothLayout.MOST_TARGETS, "more targets than a block can have");
    targetCount = (int) count;
    if (targetFamilies.length < targetCount) {
      targetFamilies = new int[targetCount];
      targetNumbers = new long[targetCount];
    }
    payload.readColumn(targetFamilies, targetCount, familyCount, "family");
    payload.readColumn(targetNumbers, targetCount);
    long strings = definitions.stringCount();
    for (int i = 0; i < targetCount; i++) {
      long number = targetNumbers[i];
      require(number >= 0 && (targetFamilies[i] != 0 || number < strings), "unknown target");
    }
  }

  /** Notes where the parts are, each with its type and its length. */
  private void findParts() throws Malformed {
    Arrays.fill(partAt, ABSENT);
    while (payload.left() > 0) {
      int type = payload.readByte("a part");
      int length = payload.readInt("a part");
      require(length >= 0 && length <= payload.left(), "payload that ends within a part");
      require(partAt[type] == ABSENT, "part that comes twice");
      boolean isKnown = type >= SoothLayout.KIND_COLUMN && type <= SoothLayout.PLACE_COLUMN;
      if (!isKnown && (type & SoothLayout.OPTIONAL) == 0) {
        throw new Malformed(
            "part of the unknown type " + type + "; a newer version of Sooth is needed");
      }
      partAt[type] = payload.at();
      partLength[type] = length;
      payload.skip(length);
    }
  }

  private void readColumns(int count) throws Malformed {
    columns.makeRoom(count);
    enter(SoothLayout.KIND_COLUMN);
    require(partLength[SoothLayout.KIND_COLUMN] == count, "payload that ends within a column");
    System.arraycopy(payload.raw(), payload.at(), columns.kinds, 0, count);
    readColumn(
        SoothLayout.THREAD_COLUMN, columns.threads, count, definitions.threadCount(), "thread");
    readColumn(SoothLayout.TARGET_COLUMN, columns.targets, count, Integer.MAX_VALUE, "target");
    readColumn(
        SoothLayout.PLACE_COLUMN, columns.places, count, definitions.placeCount(), "location");
  }

  private void readColumn(int part, int[] column, int count, int limit, String what)
      throws Malformed {
    enter(part);
    payload.readColumn(column, count, limit, what);
    leave(part);
  }

  private void enter(int part) throws Malformed {
    require(partAt[part] != ABSENT, "block without one of its columns");
    payload.moveTo(partAt[part]);
  }

  private void leave(int part) throws Malformed {
    require(payload.at() == partAt[part] + partLength[part], "column of a wrong length");
  }

  /**
   * Turns the numbers of the file into ids. Kinds come in no order that a processor could foresee,
   * so what a target means is looked up and not asked: for each kind where its targets start in one
   * table of ids, and whether it has any.
   */
  private void resolve(int count) throws Malformed {
    prepareKinds();
    check(count);
    definitions.threadIds(columns.threads, count);
    definitions.placeIds(columns.places, count);
    byte[] kinds = columns.kinds;
    int[] targets = columns.targets;
    for (int i = 0; i < count; i++) {
      int kind = kinds[i] & 15;
      int at = startOf[kind] + (targets[i] & maskOf[kind]);
      int id = ids[at];
      targets[i] = id == ABSENT ? newId(at) : id;
    }
  }

  /**
   * Most targets are variables of blocks before this one. Looked up one after the other they cost
   * half of what they would cost in the order of the events: a processor does several at a time.
   */
  private void findKnownVariables() {
    for (int t = 0; t < targetCount; t++) {
      int family = blockFamilies[targetFamilies[t]];
      long number = targetNumbers[t];
      if (family == Families.WHOLE_NAMES) {
        ids[t] = variables.findWhole(definitions.string((int) number));
      } else {
        ids[t] = variables.find(family, number);
      }
    }
  }

  private void prepareKinds() {
    int none = 2 * targetCount;
    int firstThread = none + 1;
    int threadCount = definitions.threadCount();
    if (ids.length < firstThread + threadCount) {
      ids = new int[2 * (firstThread + threadCount)];
    }
    if (!withoutVariables) {
      findKnownVariables();
    }
    Arrays.fill(ids, targetCount, none, ABSENT);
    ids[none] = 0;
    for (int thread = 0; thread < threadCount; thread++) {
      ids[firstThread + thread] = definitions.threadId(thread);
    }
    for (byte kind = 0; kind < KINDS; kind++) {
      int table = kind < Kind.COUNT ? SoothLayout.tableOfTarget(kind) : NO_TABLE;
      boolean hasTarget =
          table != NO_TABLE && !(withoutVariables && table == SoothLayout.VARIABLES);
      maskOf[kind] = hasTarget ? -1 : 0;
      lastOf[kind] =
          switch (table) {
            case SoothLayout.VARIABLES, SoothLayout.LOCKS -> targetCount - 1;
            case SoothLayout.THREADS -> threadCount - 1;
            default -> Integer.MAX_VALUE;
          };
      startOf[kind] =
          switch (table) {
            case SoothLayout.VARIABLES -> hasTarget ? 0 : none;
            case SoothLayout.LOCKS -> targetCount;
            case SoothLayout.THREADS -> firstThread;
            default -> none;
          };
    }
  }

  /** Whether all kinds are known, and all targets of the kinds that have one. */
  private void check(int count) throws Malformed {
    byte[] kinds = columns.kinds;
    int[] targets = columns.targets;
    int kindSigns = 0;
    int targetSigns = 0;
    int largest = 0;
    for (int i = 0; i < count; i++) {
      int kind = kinds[i];
      kindSigns |= kind | (SoothLayout.BRANCH - kind);
      targetSigns |= lastOf[kind & 15] - targets[i];
      largest = Math.max(largest, kind);
    }
    require(kindSigns >= 0, "unknown kind of event");
    require(targetSigns >= 0, "unknown target");
    if (largest == SoothLayout.BRANCH) {
      skipBranches(count);
    }
  }

  private void skipBranches(int count) {
    for (int i = 0; i < count; i++) {
      if (columns.kinds[i] == SoothLayout.BRANCH) {
        columns.kinds[i] = Kind.NOP;
        branches++;
      }
    }
  }

  private int newId(int at) {
    beforeNamesChange.run();
    boolean isVariable = at < targetCount;
    StructuredNames table = isVariable ? variables : locks;
    int target = isVariable ? at : at - targetCount;
    int family = targetFamilies[target];
    long number = targetNumbers[target];
    ids[at] =
        family == 0
            ? table.whole(definitions.string((int) number))
            : table.id(blockFamilies[family], number);
    return ids[at];
  }

  /** How many events after the last one that has a caller, and the frame that called it. */
  private EventCallers readCallers(int count) throws Malformed {
    enter(SoothLayout.CALLER_COLUMN);
    int[] frames = new int[count];
    long event = 0;
    for (int n = payload.readCount("callers"); n > 0; n--) {
      event += payload.readVarint("the callers");
      require(event >= 0 && event < count, "caller of an unknown event");
      require(frames[(int) event] == 0, "two callers of one event");
      int frame = payload.readBelow(definitions.frameCount() + 1, "frame");
      require(frame != 0, "unknown frame");
      frames[(int) event] = frame;
    }
    leave(SoothLayout.CALLER_COLUMN);
    return new Callers(definitions, frames);
  }

  /** How many, then how much larger each is than the one before. */
  private long[] readDead() throws Malformed {
    enter(SoothLayout.DEAD);
    long[] numbers = new long[payload.readCount("dead objects")];
    long number = 0;
    for (int i = 0; i < numbers.length; i++) {
      long more = payload.readVarint("the dead objects");
      require(more > 0 && number + more > 0, "dead objects that are not in order");
      number += more;
      numbers[i] = number;
    }
    leave(SoothLayout.DEAD);
    return numbers;
  }

  /** A bit for each event that says whether it has a value, then the values of those that have. */
  private Values readValues(int count) throws Malformed {
    enter(SoothLayout.VALUE_COLUMN);
    int bytes = (count + Byte.SIZE - 1) / Byte.SIZE;
    require(bytes <= partLength[SoothLayout.VALUE_COLUMN], "payload that ends within a column");
    BitSet known = new BitSet(count);
    for (int i = 0; i < count; i++) {
      known.set(i, (payload.raw()[payload.at() + i / Byte.SIZE] & 1 << i % Byte.SIZE) != 0);
    }
    payload.skip(bytes);
    long[] dense = new long[known.cardinality()];
    payload.readColumn(dense, dense.length);
    leave(SoothLayout.VALUE_COLUMN);
    long[] byEvent = new long[count];
    int next = 0;
    for (int i = known.nextSetBit(0); i >= 0; i = known.nextSetBit(i + 1)) {
      byEvent[i] = dense[next++];
    }
    return new Values(known, byEvent);
  }

  private static final class Callers implements EventCallers {
    private final Definitions definitions;
    private final int[] frames;

    Callers(Definitions definitions, int[] frames) {
      this.definitions = definitions;
      this.frames = frames;
    }

    @Override
    public List<String> of(int i) {
      return definitions.stack(frames[i]);
    }
  }

  private static final class Values implements EventValues {
    private final BitSet known;
    private final long[] values;

    Values(BitSet known, long[] values) {
      this.known = known;
      this.values = values;
    }

    @Override
    public boolean isKnown(int i) {
      return known.get(i);
    }

    @Override
    public long get(int i) {
      return values[i];
    }
  }
}
