package dev.sooth.trace;

import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.LongHashSet;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Variables or locks as a recorder tells them apart: by {@link Family} and number. An id takes
 * twenty to thirty bytes and no string.
 *
 * <p>Ids are given in units of 16. Programs sweep over arrays, so a unit stands for 16 elements in
 * a row, whether they are used or not, and in a large array 16 units are given at a time: less than
 * a byte an element. Which elements are used is counted, since people are told.
 *
 * <p>What is dead can be forgotten; then its ids are given again.
 */
public final class StructuredNames implements NameList {
  private static final int UNIT_BITS = 4;
  private static final int UNIT = 1 << UNIT_BITS;
  private static final int LONG_ROW = 16 * UNIT;
  private static final int LONG_FROM = 4 * LONG_ROW; // the index from which rows are long
  private static final int MOST_UNITS = (Integer.MAX_VALUE - UNIT) >> UNIT_BITS;

  private final Families families;
  private final PairIds singles = new PairIds(); // family, number
  private final PairIds rows = new PairIds(); // array, first index
  private short[] used = {}; // by unit of a row: bits of the elements that are used
  private int usedInRows;
  private int[] wholeIds = {}; // by string: id + 1
  private int lastArray; // 0 is none
  private long lastStart;
  private int lastRow;
  private int[] units = new int[16]; // by id / UNIT: single / UNIT, or ~row
  private int unitCount;
  private int[] unitOfSingles = new int[16]; // by single / UNIT
  private int[] unitOfRow = new int[16]; // by row: its first one
  private int[] earlierRow = new int[16]; // by row: row + 1 of the same array, 0 for none
  private int[] lastRowOf = new int[16]; // by array: row + 1, 0 for none
  private final IntArrayList freeShort = new IntArrayList(); // units of rows that are forgotten
  private final IntArrayList freeLong = new IntArrayList(); // the first ones of long rows
  private int forgottenSingles;
  private int size;

  public StructuredNames(Families families) {
    this.families = families;
  }

  /** The id of a member of a family, a new one if it has not been seen. */
  public int id(int family, long number) {
    int id = Families.isArray(family) ? element(family, number) : single(family, number);
    size = Math.max(size, id + 1);
    return id;
  }

  /** The id of a member of a family, -1 if it has not been seen; changes nothing. */
  public int find(int family, long number) {
    if (Families.isArray(family)) {
      return findElement(family, number);
    }
    int single = singles.find(family, number);
    return single < 0 ? -1 : idOfSingle(single);
  }

  /** The id of a name that has no parts, by the number of its string; -1 if it was not seen. */
  public int findWhole(int string) {
    return string < wholeIds.length ? wholeIds[string] - 1 : -1;
  }

  /** The id of a name that has no parts, by the number of its string. */
  public int whole(int string) {
    if (string >= wholeIds.length) {
      wholeIds = Arrays.copyOf(wholeIds, Math.max(string + 1, 2 * wholeIds.length));
    }
    if (wholeIds[string] == 0) {
      wholeIds[string] = id(Families.WHOLE_NAMES, string) + 1;
    }
    return wholeIds[string] - 1;
  }

  private int single(int family, long number) {
    int before = singles.size();
    int single = singles.intern(family, number);
    int unit = single >> UNIT_BITS;
    if (single == before && single % UNIT == 0) {
      unitOfSingles = room(unitOfSingles, unit);
      unitOfSingles[unit] = newUnit(unit);
    }
    return idOfSingle(single);
  }

  private int idOfSingle(int single) {
    return unitOfSingles[single >> UNIT_BITS] << UNIT_BITS | (single & (UNIT - 1));
  }

  private int element(int array, long index) {
    long start = start(index);
    int row = array == lastArray && start == lastStart ? lastRow : row(array, start);
    int id = unitOfRow[row] * UNIT + (int) (index - start);
    int bit = 1 << (id & (UNIT - 1));
    if ((used[id >> UNIT_BITS] & bit) == 0) {
      used[id >> UNIT_BITS] |= (short) bit;
      usedInRows++;
    }
    return id;
  }

  private int findElement(int array, long index) {
    long start = start(index);
    int row = array == lastArray && start == lastStart ? lastRow : rows.find(array, start);
    if (row < 0) {
      return -1;
    }
    int id = unitOfRow[row] * UNIT + (int) (index - start);
    return (used[id >> UNIT_BITS] & 1 << (id & (UNIT - 1))) == 0 ? -1 : id;
  }

  /** Where the row starts that has this index. */
  private static long start(long index) {
    return index & (index < LONG_FROM ? -UNIT : -LONG_ROW);
  }

  private int row(int array, long start) {
    int row = rows.find(array, start);
    if (row < 0) {
      row = newRow(array, start);
    }
    lastArray = array;
    lastStart = start;
    lastRow = row;
    return row;
  }

  private int newRow(int array, long start) {
    int row = rows.intern(array, start);
    int index = Families.arrayIndex(array);
    while (index >= lastRowOf.length) {
      lastRowOf = room(lastRowOf, lastRowOf.length);
    }
    earlierRow = room(earlierRow, row);
    earlierRow[row] = lastRowOf[index];
    lastRowOf[index] = row + 1;
    unitOfRow = room(unitOfRow, row);
    int length = length(start);
    IntArrayList free = length == 1 ? freeShort : freeLong;
    if (free.isEmpty()) {
      unitOfRow[row] = unitCount;
      for (int i = 0; i < length; i++) {
        newUnit(~row);
      }
      if (unitCount > used.length) {
        used = Arrays.copyOf(used, units.length);
      }
    } else {
      unitOfRow[row] = free.removeLast();
      Arrays.fill(units, unitOfRow[row], unitOfRow[row] + length, ~row);
    }
    return row;
  }

  /** How many units the row has that starts there. */
  private static int length(long start) {
    return start < LONG_FROM ? 1 : LONG_ROW / UNIT;
  }

  /**
   * Forgets the elements of an array, whose ids may then be those of others.
   *
   * @param except rows with one of these ids stay
   * @param forgotten gets the ids
   * @return whether nothing of the array is left
   */
  boolean forgetArray(int array, BitSet except, IdRanges forgotten) {
    int index = Families.arrayIndex(array);
    int row = index < lastRowOf.length ? lastRowOf[index] - 1 : -1;
    int left = 0;
    lastArray = 0;
    while (row >= 0) {
      int earlier = earlierRow[row] - 1;
      int unit = unitOfRow[row];
      int end = unit + length(rows.second(row));
      int kept = except.nextSetBit(unit * UNIT);
      if (kept >= 0 && kept < end * UNIT) {
        earlierRow[row] = left;
        left = row + 1;
      } else {
        rows.remove(row);
        Arrays.fill(used, unit, end, (short) 0);
        (end - unit == 1 ? freeShort : freeLong).add(unit);
        forgotten.add(unit * UNIT, end * UNIT);
      }
      row = earlier;
    }
    if (index < lastRowOf.length) {
      lastRowOf[index] = left;
    }
    return left == 0;
  }

  /** Forgets what has the number of a dead object and is no element, as {@link #forgetArray}. */
  void forgetSingles(LongHashSet dead, BitSet except, IdRanges forgotten) {
    for (int single = 0; single < singles.size(); single++) {
      if (!singles.isFree(single)
          && singles.first(single) != Families.WHOLE_NAMES
          && dead.contains(singles.second(single))
          && !except.get(idOfSingle(single))) {
        singles.remove(single);
        forgottenSingles++;
        forgotten.add(idOfSingle(single), idOfSingle(single) + 1);
      }
    }
  }

  /** How many names there are that are no elements. */
  int singles() {
    return singles.count();
  }

  private int newUnit(int content) {
    if (unitCount == MOST_UNITS) {
      throw new TraceTooLargeException("the trace has more than 2^31 variables or locks");
    }
    units = room(units, unitCount);
    units[unitCount] = content;
    return unitCount++;
  }

  private static int[] room(int[] array, int at) {
    return at < array.length ? array : Arrays.copyOf(array, 2 * array.length);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int count() {
    return singles.count() + forgottenSingles + usedInRows;
  }

  @Override
  public String get(int id) {
    return families.name(familyOf(id), numberOf(id));
  }

  @Override
  public int intern(String name) {
    return whole(families.string(name));
  }

  /** Whether the name has no parts. */
  public boolean isWhole(int id) {
    return familyOf(id) == Families.WHOLE_NAMES;
  }

  /** The family of an id whose name has parts. */
  public Family family(int id) {
    return families.get(familyOf(id));
  }

  /** The number of the family, see {@link Families}. */
  public int familyOf(int id) {
    if (id < 0 || id >= size) {
      throw new IndexOutOfBoundsException("name " + id + " of " + size);
    }
    int content = units[id >> UNIT_BITS];
    return content >= 0
        ? singles.first(content << UNIT_BITS | (id & (UNIT - 1)))
        : rows.first(~content);
  }

  /** The number of the object, or the index. */
  public long numberOf(int id) {
    int content = units[id >> UNIT_BITS];
    int at = id & (UNIT - 1);
    return content >= 0
        ? singles.second(content << UNIT_BITS | at)
        : rows.second(~content) + id - (long) unitOfRow[~content] * UNIT;
  }
}
