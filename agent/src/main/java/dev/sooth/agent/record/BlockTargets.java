package dev.sooth.agent.record;

import com.carrotsearch.hppc.IntIntHashMap;
import com.carrotsearch.hppc.LongIntHashMap;
import dev.sooth.agent.instrument.FieldTable;
import dev.sooth.agent.record.RecordedEvent.Target;
import dev.sooth.trace.format.SoothWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * The numbers that the targets of events have in the block of the trace that is being written. A
 * program makes objects without end; nothing of them is remembered from one block to the next.
 */
final class BlockTargets {
  private static final int UNKNOWN = -1;

  private final Names names;
  private final SoothWriter writer;
  private final Map<Target, KeyIds> ids = new EnumMap<>(Target.class);
  private final KeyIds idsOfFields; // these two are asked for nearly each event
  private final KeyIds idsOfElements;
  private final FieldFamilies fields = new FieldFamilies();
  private final Map<Target, IntIntHashMap> families = new EnumMap<>(Target.class);
  private final Map<Target, LongIntHashMap> arrayFamilies = new EnumMap<>(Target.class);

  BlockTargets(Names names, SoothWriter writer) {
    this.names = names;
    this.writer = writer;
    for (Target target : Target.values()) {
      ids.put(target, new KeyIds());
      families.put(target, new IntIntHashMap());
      arrayFamilies.put(target, new LongIntHashMap());
    }
    idsOfFields = ids.get(Target.FIELD);
    idsOfElements = ids.get(Target.ELEMENT);
  }

  /** Forgets all: the block is written. */
  void clear() {
    ids.values().forEach(KeyIds::clear);
    fields.clear();
    families.values().forEach(IntIntHashMap::clear);
    arrayFamilies.values().forEach(LongIntHashMap::clear);
  }

  /** The number of what an event is about; not of threads. */
  int number(Target target, long key) throws IOException {
    KeyIds known =
        target == Target.FIELD
            ? idsOfFields
            : target == Target.ELEMENT ? idsOfElements : ids.get(target);
    int id = known.get(key);
    if (id < 0) {
      int family = target == Target.FIELD ? familyOfField(key) : family(target, key);
      id = writer.target(family, Names.number(target, key));
      known.put(key, id);
    }
    return id;
  }

  private int family(Target target, long key) throws IOException {
    return switch (target) {
      case ELEMENT, ELEMENT_UPDATES -> arrayFamily(target, key);
      default ->
          names.isOneFamily(target, key)
              ? familyOfObjects(target, key)
              : writer.family(names.family(target, key));
    };
  }

  /** Asked for each object that the block has not had yet, so the table of names is not asked. */
  private int familyOfField(long key) throws IOException {
    int field = (int) key & 0xFF_FFFF;
    int known = fields.get(field);
    if (known > 0) {
      return known;
    }
    boolean common = known != FieldFamilies.NONE_COMMON && names.isOneFamily(Target.FIELD, key);
    int family = writer.family(names.family(Target.FIELD, key));
    fields.put(field, common ? family : FieldFamilies.NONE_COMMON);
    return family;
  }

  private int familyOfObjects(Target target, long key) throws IOException {
    int common = (int) key & 0xFF_FFFF;
    IntIntHashMap known = families.get(target);
    int family = known.getOrDefault(common, UNKNOWN);
    if (family == UNKNOWN) {
      family = writer.family(names.family(target, key));
      known.put(common, family);
    }
    return family;
  }

  private int arrayFamily(Target target, long key) throws IOException {
    LongIntHashMap known = arrayFamilies.get(target);
    int family = known.getOrDefault(key >>> 31, UNKNOWN);
    if (family == UNKNOWN) {
      family = writer.family(names.family(target, key));
      known.put(key >>> 31, family);
    }
    return family;
  }

  /**
   * What the members of one field of all objects are called in the block, by the field's number.
   */
  private static final class FieldFamilies {
    /** Of a field that is called otherwise in each object. */
    static final int NONE_COMMON = -1;

    private int[] ofProgram = new int[1024]; // 0 if not known
    private int[] ofJdk = new int[1024];

    int get(int field) {
      int[] known = isOfJdk(field) ? ofJdk : ofProgram;
      int at = place(field);
      return at < known.length ? known[at] : 0;
    }

    void put(int field, int family) {
      int at = place(field);
      if (isOfJdk(field)) {
        ofJdk = with(ofJdk, at, family);
      } else {
        ofProgram = with(ofProgram, at, family);
      }
    }

    void clear() {
      Arrays.fill(ofProgram, 0);
      Arrays.fill(ofJdk, 0);
    }

    private static boolean isOfJdk(int field) {
      return field >= FieldTable.FIRST_OF_JDK;
    }

    private static int place(int field) {
      return isOfJdk(field) ? field - FieldTable.FIRST_OF_JDK : field;
    }

    private static int[] with(int[] known, int at, int family) {
      int[] result =
          at < known.length ? known : Arrays.copyOf(known, Math.max(at + 1, 2 * known.length));
      result[at] = family;
      return result;
    }
  }
}
