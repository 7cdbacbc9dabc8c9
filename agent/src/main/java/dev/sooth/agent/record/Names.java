package dev.sooth.agent.record;

import dev.sooth.agent.bootstrap.ClassNumbers;
import dev.sooth.agent.bootstrap.Holders;
import dev.sooth.agent.bootstrap.Holders.Holder;
import dev.sooth.agent.bootstrap.Op;
import dev.sooth.agent.bootstrap.ThreadLog;
import dev.sooth.agent.instrument.FieldTable;
import dev.sooth.agent.instrument.SiteTable;
import dev.sooth.agent.record.RecordedEvent.Target;
import dev.sooth.trace.Family;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Names of what the keys of events stand for, made when somebody is to read them. */
public final class Names {
  private static final Family ARRAY = Family.of("array"); // of which no more is known
  private static final String UPDATES = "atomic:";
  private static final int LONGEST_THREAD_NAME = 1000;

  private final SiteTable sites;
  private final FieldTable fields;
  private final List<String> threads = new ArrayList<>(); // by number
  private final Set<String> threadNames = new HashSet<>();

  Names(SiteTable sites, FieldTable fields) {
    this.sites = sites;
    this.fields = fields;
  }

  SiteTable sites() {
    return sites;
  }

  FieldTable fields() {
    return fields;
  }

  /** Gives a name of its own to a thread; they come in the order of their numbers. */
  void add(ThreadLog log) {
    String name = log.name == null || log.name.isEmpty() ? "thread" : log.name;
    if (name.length() > LONGEST_THREAD_NAME) {
      name = name.substring(0, LONGEST_THREAD_NAME) + "…";
    }
    String unique = name;
    while (!threadNames.add(unique)) {
      unique += "#" + log.number; // also if another one is called so
    }
    threads.add(unique);
  }

  /** The name of the thread with this number. */
  public String thread(int number) {
    return threads.get(number);
  }

  /** The place in the program's source. */
  public String site(int site) {
    return sites.name(site);
  }

  /** The name of what an event is about; not of threads. */
  public String of(Target target, long key) {
    return family(target, key).name(number(target, key));
  }

  /** What tells members of a family apart: the number of the object, or an index. */
  static long number(Target target, long key) {
    return switch (target) {
      case FIELD, FIELD_UPDATES -> key >>> 24;
      case ELEMENT, ELEMENT_UPDATES -> key & Integer.MAX_VALUE;
      default -> isClass(key) || ((int) key & 0xF) == Op.PART_PAST ? 0 : key >>> 24;
    };
  }

  /** The family of what an event is about; not of threads. */
  Family family(Target target, long key) {
    return switch (target) {
      case FIELD -> field(key);
      case ELEMENT -> elements(key >>> 31);
      case HIDDEN -> object(key).prefixed(part((int) key & 0xF) + ":");
      case LOCK -> object(key);
      case FIELD_UPDATES -> field(key).prefixed(UPDATES);
      case ELEMENT_UPDATES -> elements(key >>> 31).prefixed(UPDATES);
      case THREAD, NONE -> throw new IllegalArgumentException("no name of " + target);
    };
  }

  /** Whether all keys that differ in the object only have one family. */
  boolean isOneFamily(Target target, long key) {
    return switch (target) {
      case FIELD, FIELD_UPDATES -> !fields.isContents((int) key & 0xFF_FFFF);
      case LOCK, HIDDEN -> !isClass(key);
      default -> false;
    };
  }

  private Family field(long key) {
    int field = (int) key & 0xFF_FFFF;
    Holder holder = fields.isContents(field) ? Holders.of(key >>> 24) : null;
    if (holder == null) {
      return fields.fieldFamily(field);
    }
    return holder.field == 0
        ? fields.fieldFamily(holder.contents)
        : fields.fieldFamily(holder.field).holding(fields.fieldClass(holder.contents));
  }

  private Family elements(long array) {
    Holder holder = Holders.of(array);
    if (holder == null) {
      return ARRAY.elements(array, List.of());
    }
    List<Integer> rows = new ArrayList<>();
    for (Holder h = holder; h.outer != null; h = h.outer) {
      rows.add(0, h.index);
    }
    return fields.fieldFamily(holder.field).elements(array, rows);
  }

  private Family object(long key) {
    int type = (int) (key >>> 4) & 0xF_FFFF;
    int part = (int) key & 0xF;
    if (part == Op.PART_CHANGED || part == Op.PART_PAST) {
      // Of no thread: what orders those that a late start has found with all others.
      return Family.of(type == 0 ? "threads from before" : "thread " + (type - 1));
    }
    return isClass(key)
        ? fields.classFamily((int) (key >>> 24))
        : Family.of(ClassNumbers.name(type - 1));
  }

  private static boolean isClass(long key) {
    return ((key >>> 4) & 0xF_FFFF) == 0;
  }

  private static String part(int part) {
    return switch (part) {
      case Op.PART_WRITERS -> "writers";
      case Op.PART_READERS -> "readers";
      case Op.PART_SIGNAL -> "signal";
      case Op.PART_INTERRUPT -> "interrupt";
      case Op.PART_PERMIT -> "permit";
      case Op.PART_CLASS -> "class";
      case Op.PART_ALIVE -> "alive";
      case Op.PART_ATTEMPTS -> "attempts";
      case Op.PART_MONITOR -> "guarded";
      case Op.PART_CHANGED -> "changed";
      case Op.PART_PAST -> "past";
      default -> "state";
    };
  }
}
