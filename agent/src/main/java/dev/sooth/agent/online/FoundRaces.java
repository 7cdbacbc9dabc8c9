package dev.sooth.agent.online;

import dev.sooth.agent.bootstrap.CallPaths;
import dev.sooth.agent.bootstrap.InlineListener.Names;
import dev.sooth.agent.bootstrap.Op;
import dev.sooth.race.Suppressions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The races that were found, once for each two places and the field between them, from the thread
 * that finds one to the one that says it.
 */
final class FoundRaces {
  private static final int MOST = 1 << 16;
  private static final int LONGEST_STACK = 64;
  private static final int ARRAYS = 64;

  /** A race, and those that were found before and not yet said. */
  private record Found(
      long earlier, boolean earlierIsWrite, long later, int op, int site, long key, Found next) {}

  private final Slots slots;
  private final AtomicLongArray known = new AtomicLongArray(4 * MOST); // hashes; 0 for free
  private final AtomicInteger size = new AtomicInteger();
  private final Set<String> named = new HashSet<>(); // by whoever takes, as what follows
  private final Set<String> classes = new TreeSet<>(); // of what was said
  private int said;
  private Suppressions suppressions = Suppressions.NONE; // set before the program starts
  private final AtomicReference<Found> news = new AtomicReference<>();

  FoundRaces(Slots slots) {
    this.slots = slots;
  }

  /** How many were said. */
  int size() {
    return said;
  }

  /** What is not to be said; before the first race. */
  void suppress(Suppressions those) {
    suppressions = those;
  }

  Suppressions suppressions() {
    return suppressions;
  }

  /** The classes of the fields and of the lines. */
  Set<String> classes() {
    return classes;
  }

  /** The class of a place, or of a member that may have something behind it. */
  private static void addClass(Set<String> classes, String member) {
    String name = member.substring(member.lastIndexOf(' ') + 1).replaceAll("[(\\[].*", "");
    int dot = name.lastIndexOf('.');
    if (dot > 0) {
      classes.add(name.substring(0, dot));
    }
  }

  /** By the thread that finds it, perhaps under a lock. */
  void add(long earlier, boolean earlierIsWrite, long later, int op, int site, long key) {
    // Of arrays it is not known yet in which field they are; a few stand for all.
    long field = Op.space(op) == Op.ELEMENTS ? ~(key >>> 31 & ARRAYS - 1) : key & 0xFF_FFFF;
    int first = Epoch.place(earlier);
    int second = Epoch.place(later);
    if (!isNew(Math.min(first, second), Math.max(first, second), field)) {
      return;
    }
    Found before;
    do {
      before = news.get();
    } while (!news.compareAndSet(
        before, new Found(earlier, earlierIsWrite, later, op, site, key, before)));
  }

  private boolean isNew(int first, int second, long field) {
    if (size.get() >= MOST) {
      return false;
    }
    long hash = ((long) first << 32 ^ second) * 0x9E37_79B9_7F4A_7C15L;
    hash = (hash ^ hash >>> 29 ^ field) * 0xBF58_476D_1CE4_E5B9L;
    hash = (hash ^ hash >>> 32) | 1;
    int mask = known.length() - 1;
    int at = (int) (hash >>> 20) & mask;
    while (true) {
      long there = known.get(at);
      if (there == hash) {
        return false;
      }
      if (there == 0 && known.compareAndSet(at, 0, hash)) {
        size.incrementAndGet();
        return true;
      }
      if (there != 0) {
        at = (at + 1) & mask;
      }
    }
  }

  /** What has been found since, in ThreadSanitizer's shape. */
  List<String> take(Names names, String mode) {
    Found found = news.get() == null ? null : news.getAndSet(null);
    if (found == null) {
      return List.of();
    }
    Deque<Found> inOrder = new ArrayDeque<>();
    for (; found != null; found = found.next()) {
      inOrder.addFirst(found);
    }
    List<String> lines = new ArrayList<>();
    for (Found one : inOrder) {
      add(lines, one, names, mode);
    }
    return lines;
  }

  private void add(List<String> lines, Found found, Names names, String mode) {
    String variable = names.target(found.op(), found.key());
    String first = line(Epoch.place(found.earlier()), names);
    String second = line(Epoch.place(found.later()), names);
    boolean inOrder = first.compareTo(second) <= 0;
    String lineAndField =
        field(variable) + '\n' + (inOrder ? first : second) + '\n' + (inOrder ? second : first);
    if (!named.add(lineAndField)) {
      return; // other stacks, or another array
    }
    List<String> laterStack = stack(Epoch.place(found.later()), names);
    List<String> earlierStack = stack(Epoch.place(found.earlier()), names);
    List<String> tops = List.of(laterStack.get(0), earlierStack.get(0));
    List<String> callers = new ArrayList<>(laterStack.subList(1, laterStack.size()));
    callers.addAll(earlierStack.subList(1, earlierStack.size()));
    if (suppressions.match(field(variable), tops, callers).isPresent()) {
      return;
    }
    said++;
    addClass(classes, field(variable));
    addClass(classes, laterStack.get(0));
    addClass(classes, earlierStack.get(0));
    boolean isWrite = found.op() == Op.FIELD_WRITE || found.op() == Op.ELEMENT_WRITE;
    ThreadNames.Named later = thread(found.later());
    ThreadNames.Named earlier = thread(found.earlier());
    lines.add("==================");
    lines.add("WARNING: Sooth: data race on %s (%s)".formatted(field(variable), mode));
    lines.add(
        "  %s of %s by thread %s:".formatted(isWrite ? "Write" : "Read", variable, later.name()));
    addStack(lines, laterStack);
    lines.add("");
    lines.add(
        "  Previous %s of %s by thread %s:"
            .formatted(found.earlierIsWrite() ? "write" : "read", variable, earlier.name()));
    addStack(lines, earlierStack);
    lines.add("==================");
  }

  private ThreadNames.Named thread(long epoch) {
    return slots.owner(Epoch.slot(epoch), Epoch.time(epoch));
  }

  private static String line(int place, Names names) {
    return names.site(CallPaths.areKept() ? CallPaths.site(place) : place);
  }

  private static void addStack(List<String> lines, List<String> stack) {
    for (int i = 0; i < stack.size(); i++) {
      lines.add("    #%d %s".formatted(i, stack.get(i)));
    }
  }

  private static List<String> stack(int place, Names names) {
    if (!CallPaths.areKept()) {
      return List.of(names.site(place));
    }
    List<String> stack = new ArrayList<>();
    int path = place;
    for (int i = 0; i < LONGEST_STACK && (path != CallPaths.ROOT || i == 0); i++) {
      stack.add(names.site(CallPaths.site(path)));
      path = CallPaths.parent(path);
    }
    return stack;
  }

  /** The variable without the number of its object, and without an index. */
  static String field(String variable) {
    return variable.replaceAll("@\\d+", "").replaceAll("\\[\\d+\\]$", "[]");
  }
}
