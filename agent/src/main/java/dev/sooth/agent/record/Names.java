package dev.sooth.agent.record;

import dev.sooth.agent.bootstrap.ClassNumbers;
import dev.sooth.agent.bootstrap.Holders;
import dev.sooth.agent.bootstrap.Op;
import dev.sooth.agent.bootstrap.ThreadLog;
import dev.sooth.agent.instrument.FieldTable;
import dev.sooth.agent.instrument.SiteTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Names of what the keys of events stand for, made when somebody is to read them. */
public final class Names {
  private final SiteTable sites;
  private final FieldTable fields;
  private final ElementNames elements;
  private final List<String> threads = new ArrayList<>(); // by number
  private final Set<String> threadNames = new HashSet<>();

  Names(SiteTable sites, FieldTable fields) {
    this.sites = sites;
    this.fields = fields;
    elements = new ElementNames(fields);
  }

  /** Gives a name of its own to a thread; they come in the order of their numbers. */
  void add(ThreadLog log) {
    String name = log.name == null || log.name.isEmpty() ? "thread" : log.name;
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
  public String of(RecordedEvent.Target target, long key) {
    return switch (target) {
      case FIELD -> field(key);
      case ELEMENT -> element(key);
      case HIDDEN -> part((int) key & 0xF) + ":" + object(key);
      case LOCK -> object(key);
      case FIELD_UPDATES -> "atomic:" + field(key);
      case ELEMENT_UPDATES -> "atomic:" + element(key);
      case THREAD, NONE -> throw new IllegalArgumentException("no name of " + target);
    };
  }

  /** For those who name many elements: their names are no objects. */
  ElementNames elements() {
    return elements;
  }

  private String element(long key) {
    return elements.string(key >>> 31, (int) key & Integer.MAX_VALUE);
  }

  private String field(long key) {
    long object = key >>> 24;
    int field = (int) key & 0xFF_FFFF;
    String name = fields.fieldName(field);
    if (object == 0) {
      return name;
    }
    Holders.Holder holder = fields.isContents(field) ? Holders.of(object) : null;
    return (holder == null ? name : collection(holder)) + "@" + object;
  }

  private String collection(Holders.Holder holder) {
    return holder.field == 0
        ? fields.fieldName(holder.contents)
        : fields.fieldName(holder.field) + " (" + fields.fieldClass(holder.contents) + ")";
  }

  private String object(long key) {
    int type = (int) (key >>> 4) & 0xF_FFFF;
    int part = (int) key & 0xF;
    if (part == Op.PART_CHANGED || part == Op.PART_PAST) {
      return "thread " + (type - 1) + (part == Op.PART_PAST ? "" : "@" + (key >>> 24));
    }
    return type == 0
        ? fields.className((int) (key >>> 24))
        : ClassNumbers.name(type - 1) + "@" + (key >>> 24);
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
