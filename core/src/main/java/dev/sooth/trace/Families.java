package dev.sooth.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The families of the variables and locks of a trace, as numbers. A number of an array is negative,
 * since arrays are many: one takes about thirty bytes.
 */
public final class Families {
  /** The family of names that have no parts: the number is that of a string. */
  public static final int WHOLE_NAMES = 0;

  /** No family has this number. */
  public static final int UNKNOWN = Integer.MAX_VALUE;

  private static final int IS_ARRAY = 1 << 31;

  private final NameTable strings;
  private final List<Family> shapes = new ArrayList<>(); // array number 0
  private final Map<Family, Integer> known = new HashMap<>();
  private final PairIds arrays = new PairIds(); // shape of the prefix, number of the array
  private int[] arrayShapes = new int[16];
  private int[] prefixes = {}; // of arrays, as the first numbers of the pairs

  /** With these strings as names that have no parts. */
  public Families(NameTable strings) {
    this.strings = strings;
    shape(Family.of(""));
  }

  /** The number of a family that has no array. */
  public int shape(Family family) {
    Integer number = known.get(family);
    if (number == null) {
      number = shapes.size();
      shapes.add(family);
      known.put(family, number);
    }
    return number;
  }

  /**
   * The number of an array whose elements are called like this. An array is known by its own
   * number, so what it was called first is its name for good.
   */
  public int array(int shape, long array) {
    String prefix = shapes.get(shape).prefix();
    int start = prefix.isEmpty() ? -1 : shape(Family.of(prefix));
    int found = arrays.find(start, array);
    if (found < 0) {
      found = arrays.intern(start, array);
      if (found == arrayShapes.length) {
        arrayShapes = Arrays.copyOf(arrayShapes, 2 * found);
      }
      arrayShapes[found] = shape;
      notePrefix(start);
    }
    return found | IS_ARRAY;
  }

  private void notePrefix(int start) {
    for (int prefix : prefixes) {
      if (prefix == start) {
        return;
      }
    }
    prefixes = Arrays.copyOf(prefixes, prefixes.length + 1);
    prefixes[prefixes.length - 1] = start;
  }

  /** How many prefixes arrays have: an array can be as many families. */
  int prefixes() {
    return prefixes.length;
  }

  /** The family of the array with this prefix, {@link #UNKNOWN} if there is none. */
  int arrayOf(int prefix, long array) {
    int found = arrays.find(prefixes[prefix], array);
    return found < 0 ? UNKNOWN : found | IS_ARRAY;
  }

  /** Forgets the family of an array, of which nothing is known any more. */
  void removeArray(int number) {
    arrays.remove(arrayIndex(number));
  }

  /** Arrays are numbered 0, 1, 2, …; the number of one that was removed is that of another. */
  static int arrayIndex(int number) {
    return number & ~IS_ARRAY;
  }

  /** The number of such an array, {@link #UNKNOWN} if it has not been seen; changes nothing. */
  public int findArray(int shape, long array) {
    String prefix = shapes.get(shape).prefix();
    Integer start = prefix.isEmpty() ? Integer.valueOf(-1) : known.get(Family.of(prefix));
    int found = start == null ? -1 : arrays.find(start, array);
    return found < 0 ? UNKNOWN : found | IS_ARRAY;
  }

  /** Whether the number is that of an array. */
  public static boolean isArray(int number) {
    return number < 0;
  }

  int string(String name) {
    return strings.intern(name);
  }

  /** The name of a member. */
  String name(int number, long member) {
    return number == WHOLE_NAMES ? strings.get((int) member) : get(number).name(member);
  }

  /** The family of this number, which is not {@link #WHOLE_NAMES}. */
  Family get(int number) {
    if (!isArray(number)) {
      return shapes.get(number);
    }
    int array = number & ~IS_ARRAY;
    Family shape = shapes.get(arrayShapes[array]);
    return shape.elements(arrays.second(array), shape.rows());
  }
}
