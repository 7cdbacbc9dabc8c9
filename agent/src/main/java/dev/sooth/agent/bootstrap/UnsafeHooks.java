package dev.sooth.agent.bootstrap;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/**
 * {@code sun.misc.Unsafe}, from the inside. It names a field by its offset, so the offsets that it
 * gave out are remembered; then its accesses are those of the field, atomic in the order like all
 * others.
 */
public final class UnsafeHooks {
  private static final ClassValue<Offsets> OFFSETS =
      new ClassValue<>() {
        @Override
        protected Offsets computeValue(Class<?> type) {
          return new Offsets();
        }
      };

  private UnsafeHooks() {}

  /** The fields of one class of which the offset has been asked, static ones apart. */
  private static final class Offsets {
    private long[] offsets = {}; // guarded by this
    private int[] fields = {}; // guarded by this

    synchronized void add(long offset, int field) {
      if (find(offset) == 0) {
        offsets = Arrays.copyOf(offsets, offsets.length + 1);
        fields = Arrays.copyOf(fields, offsets.length);
        offsets[offsets.length - 1] = offset;
        fields[offsets.length - 1] = field;
      }
    }

    synchronized int find(long offset) {
      for (int i = 0; i < offsets.length; i++) {
        if (offsets[i] == offset) {
          return fields[i];
        }
      }
      return 0;
    }
  }

  /** The offset of a field has been asked. Static fields lie in another object, the class's. */
  public static void offsetAsked(long offset, Field field) {
    if (field != null) {
      boolean guard = AgentGuard.enter();
      boolean isStatic = Modifier.isStatic(field.getModifiers());
      OFFSETS
          .get(field.getDeclaringClass())
          .add(isStatic ? ~offset : offset, AtomicHooks.fieldNumber(field));
      AgentGuard.exit(guard);
    }
  }

  /**
   * Before an access; {@link AtomicHooks#after} comes after it.
   *
   * @param type the descriptor of what is accessed, {@code L} for a reference
   * @param plain whether it is a plain access, which is left out if we do not know to what
   */
  public static ThreadLog before(Object target, long offset, int type, boolean plain, int site) {
    if (!Hooks.on || target == null) {
      return null;
    }
    ThreadLog log = plain ? ThreadLogs.currentForAccess() : ThreadLogs.current();
    if (log == null) {
      return null;
    }
    log.busy = true;
    Class<?> component = target.getClass().getComponentType();
    if (component != null) {
      long index = index(component, offset, (char) type);
      if (index >= 0 && index <= Integer.MAX_VALUE) {
        log.begin(
            Op.head(Op.ELEMENT_UPDATE, site),
            Op.elementKey(Identities.of(target, log), (int) index));
        return log;
      }
    } else {
      int field = field(target, offset);
      if (field != 0) {
        long id = target instanceof Class<?> ? 0 : Identities.of(target, log);
        log.begin(Op.head(Op.FIELD_UPDATE, site), Op.fieldKey(id, field));
        return log;
      }
    }
    if (plain) {
      log.busy = false;
      return null;
    }
    log.begin(
        Op.head(Op.HIDDEN_UPDATE, site),
        Op.syncKey(
            Identities.of(target, log), ClassNumbers.of(target.getClass()) + 1, Op.PART_STATE));
    return log;
  }

  private static int field(Object target, long offset) {
    if (target instanceof Class<?> type) {
      return OFFSETS.get(type).find(~offset);
    }
    for (Class<?> c = target.getClass(); c != null; c = c.getSuperclass()) {
      int field = OFFSETS.get(c).find(offset);
      if (field != 0) {
        return field;
      }
    }
    return 0;
  }

  /** The index of the element, or -1 if the access is not one to a whole element. */
  private static long index(Class<?> component, long offset, char type) {
    boolean whole =
        component.isPrimitive() ? component.descriptorString().charAt(0) == type : type == 'L';
    if (!whole) {
      return -1;
    }
    ArrayLayout layout = ArrayLayout.of(component);
    long distance = offset - layout.base();
    return distance % layout.scale() == 0 ? distance / layout.scale() : -1;
  }

  /** Where the elements of arrays lie, as {@code sun.misc.Unsafe} tells everybody. */
  private record ArrayLayout(int base, int scale) {
    private static final ClassValue<ArrayLayout> LAYOUTS =
        new ClassValue<>() {
          @Override
          protected ArrayLayout computeValue(Class<?> component) {
            String name = component.isPrimitive() ? component.getName() : "object";
            String prefix = "ARRAY_" + name.toUpperCase(java.util.Locale.ROOT);
            try {
              Class<?> unsafe = Class.forName("sun.misc.Unsafe");
              return new ArrayLayout(
                  unsafe.getField(prefix + "_BASE_OFFSET").getInt(null),
                  unsafe.getField(prefix + "_INDEX_SCALE").getInt(null));
            } catch (ReflectiveOperationException e) {
              return new ArrayLayout(Integer.MAX_VALUE, 1); // then no index is found
            }
          }
        };

    static ArrayLayout of(Class<?> component) {
      return LAYOUTS.get(component);
    }
  }
}
