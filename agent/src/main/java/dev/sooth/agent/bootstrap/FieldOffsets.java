package dev.sooth.agent.bootstrap;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import jdk.internal.misc.Unsafe;

/** Which field lies at an offset in the objects of a class, as {@code Unsafe} names fields. */
final class FieldOffsets {
  private static final Unsafe UNSAFE = Unsafe.getUnsafe();

  private static final ClassValue<FieldOffsets> ALL =
      new ClassValue<>() {
        @Override
        protected FieldOffsets computeValue(Class<?> type) {
          return new FieldOffsets(type);
        }
      };

  private final long[] offsets; // sorted
  private final int[] fields;

  private FieldOffsets(Class<?> type) {
    long[] found = new long[16];
    Field[] of = new Field[16];
    int n = 0;
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          if (n == found.length) {
            found = Arrays.copyOf(found, 2 * n);
            of = Arrays.copyOf(of, 2 * n);
          }
          found[n] = UNSAFE.objectFieldOffset(field);
          of[n++] = field;
        }
      }
    }
    offsets = Arrays.copyOf(found, n);
    Arrays.sort(offsets);
    fields = new int[n];
    for (int i = 0; i < n; i++) {
      fields[Arrays.binarySearch(offsets, found[i])] = AtomicHooks.fieldNumber(of[i]);
    }
  }

  /** The number of the field, or 0. The caller's log is busy. */
  static int field(Class<?> type, long offset) {
    FieldOffsets known = ALL.get(type);
    int at = Arrays.binarySearch(known.offsets, offset);
    return at < 0 ? 0 : known.fields[at];
  }

  /** The numbers of the volatile fields of a class's objects. The caller's log is busy. */
  static int[] volatileFields(Class<?> type) {
    int[] result = new int[8];
    int n = 0;
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        int modifiers = field.getModifiers();
        if (Modifier.isVolatile(modifiers) && !Modifier.isStatic(modifiers)) {
          if (n == result.length) {
            result = Arrays.copyOf(result, 2 * n);
          }
          result[n++] = AtomicHooks.fieldNumber(field);
        }
      }
    }
    return Arrays.copyOf(result, n);
  }

  /** The number of a static field of this class, or 0. The caller's log is busy. */
  static int staticField(Class<?> type, long offset) {
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) && UNSAFE.staticFieldOffset(field) == offset) {
        return AtomicHooks.fieldNumber(field);
      }
    }
    return 0;
  }

  /** The index of the element that begins at an offset in an array of this class, or -1. */
  static int element(Class<?> arrayType, long offset) {
    long[] layout = LAYOUTS.get(arrayType);
    long distance = offset - layout[0];
    return distance >= 0 && distance % layout[1] == 0 ? (int) (distance / layout[1]) : -1;
  }

  /** Where the elements of arrays begin, and how far apart they lie. */
  private static final ClassValue<long[]> LAYOUTS =
      new ClassValue<>() {
        @Override
        protected long[] computeValue(Class<?> arrayType) {
          return new long[] {ask("arrayBaseOffset", arrayType), ask("arrayIndexScale", arrayType)};
        }
      };

  /** By reflection: the type of the result is not the same in all JDKs. */
  private static long ask(String method, Class<?> arrayType) {
    try {
      Number result =
          (Number) Unsafe.class.getMethod(method, Class.class).invoke(UNSAFE, arrayType);
      return result.longValue();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
