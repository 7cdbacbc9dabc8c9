package dev.sooth.report;

import dev.sooth.analysis.RaceContext;
import dev.sooth.analysis.RaceGroups;
import dev.sooth.race.Access;
import dev.sooth.race.Race;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recognises the {@link Shape} of a race from its variable, the lines and methods of its accesses,
 * the locks held, and what the two threads did with the variable just before or after. A wrong hint
 * is worse than none: where a fact is missing there is no shape.
 */
final class Shapes {
  /** How far from an access its own thread's next one on the variable is looked for. */
  private static final int WINDOW = 10_000;

  private static final Pattern COLLECTION =
      Pattern.compile("(?:.* \\(java\\.util\\.(\\w+)\\)|java\\.util\\.(\\w+)\\.contents)");
  private static final Set<String> COLLECTIONS =
      Set.of(
          "ArrayDeque",
          "ArrayList",
          "BitSet",
          "EnumMap",
          "HashMap",
          "HashSet",
          "IdentityHashMap",
          "LinkedHashMap",
          "LinkedHashSet",
          "LinkedList",
          "PriorityQueue",
          "TreeMap",
          "TreeSet",
          "WeakHashMap");
  private static final List<String> MAKERS =
      List.of("get", "ensure", "init", "create", "load", "lazy");

  private final Trace trace;

  Shapes(Trace trace) {
    this.trace = trace;
  }

  /** A read of a variable and the same thread's next access to it, a write. */
  private record Update(String read, String write) {}

  /** The shape of a race on this variable; the context knows the two accesses. */
  Optional<Shape> of(Race race, String variable, RaceContext context) {
    String field = RaceGroups.field(variable);
    Matcher collection = COLLECTION.matcher(field);
    if (collection.matches()) {
      String type = collection.group(1) != null ? collection.group(1) : collection.group(2);
      return COLLECTIONS.contains(type) ? Optional.of(Shape.COLLECTION) : Optional.empty();
    }
    boolean firstWrites = race.first().kind() == Kind.WRITE;
    Access write = firstWrites ? race.first() : race.second();
    Access other = firstWrites ? race.second() : race.first();
    Optional<Place> written = Place.of(location(write));
    Optional<Place> otherPlace = Place.of(location(other));
    if (written.isEmpty() || otherPlace.isEmpty()) {
      return Optional.empty();
    }
    boolean isRead = other.kind() == Kind.READ;
    if (written.get().isConstructor()) {
      return isRead && isPublished(variable, field, written.get(), otherPlace.get())
          ? Optional.of(Shape.UNSAFE_PUBLICATION)
          : Optional.empty();
    }
    boolean isPlain = !field.endsWith("]") && !field.endsWith(")");
    if (context.whyUnknown().isPresent()) {
      return Optional.empty();
    }
    if (isRead && isUnlocked(race, context)) {
      if (isPlain && showsANewObject(write, other)) {
        return Optional.of(Shape.UNSAFE_PUBLICATION);
      }
      Optional<Shape> ofFlag = new Flags(trace).of(write, other, isPlain);
      if (ofFlag.isPresent()) {
        return ofFlag;
      }
    }
    return isPlain ? ofUpdate(race, write, other, field, context) : Optional.empty();
  }

  private static boolean isUnlocked(Race race, RaceContext context) {
    return context.held(race.first().position()).isNone()
        && context.held(race.second().position()).isNone();
  }

  /** The constructor has written a field of its own object, which code elsewhere reads. */
  private static boolean isPublished(String variable, String field, Place written, Place read) {
    int dot = field.lastIndexOf('.');
    boolean isOfObject = !variable.equals(field) && !field.endsWith("]");
    return isOfObject
        && dot > 0
        && field.substring(0, dot).equals(written.constructed())
        && !read.isConstructor();
  }

  /**
   * Whether the write, which rests on no check, hands over an object: what the reader touches next
   * is what a constructor has written in the writing thread just before.
   */
  private boolean showsANewObject(Access write, Access read) {
    if (update(write).isPresent()) {
      return false;
    }
    int written = trace.index(write.position());
    int seen = readAfter(written, trace.thread(trace.index(read.position())));
    int used = seen < 0 ? -1 : next(seen);
    if (used < 0 || trace.kind(used) != Kind.READ) {
      return false;
    }
    int part = trace.target(used);
    for (int i = written - 1; i >= Math.max(0, written - WINDOW); i--) {
      boolean isItsWrite = trace.target(i) == part && trace.kind(i) == Kind.WRITE;
      if (isItsWrite) {
        return trace.thread(i) == trace.thread(written)
            && Place.of(trace.names().locations().get(trace.location(i)))
                .filter(Place::isConstructor)
                .isPresent();
      }
    }
    return false;
  }

  /** The first read of this thread, after this write, of what it has written, or -1. */
  private int readAfter(int written, int thread) {
    int to = Math.min(trace.size(), written + WINDOW);
    for (int i = written + 1; i < to; i++) {
      if (trace.thread(i) == thread
          && trace.target(i) == trace.target(written)
          && trace.kind(i) == Kind.READ) {
        return i;
      }
    }
    return -1;
  }

  /** The next event of the same thread that is about another variable than this one, or -1. */
  private int next(int event) {
    int to = Math.min(trace.size(), event + WINDOW);
    for (int i = event + 1; i < to; i++) {
      boolean isAgain = trace.kind(i) == Kind.READ && trace.target(i) == trace.target(event);
      if (trace.thread(i) == trace.thread(event) && !isAgain) {
        return i;
      }
    }
    return -1;
  }

  /** Of a write that follows a read of its thread in the same method. */
  private Optional<Shape> ofUpdate(
      Race race, Access write, Access other, String field, RaceContext context) {
    Optional<Update> update = update(write);
    if (update.isEmpty()
        || waits(write, update.get().read())
        || waits(other, update.get().read())) {
      return Optional.empty();
    }
    Optional<Place> checked = Place.of(update.get().read());
    Place acted = Place.of(update.get().write()).orElseThrow();
    if (checked.isEmpty()
        || !checked.get().isInTheMethodOf(acted)
        || checked.get().line() > acted.line()) {
      return Optional.empty();
    }
    boolean isNamedForIt = makes(acted.simpleMethod(), field);
    if (isDoubleChecked(write, other, context)) {
      return Optional.of(Shape.DOUBLE_CHECKED_LOCKING);
    }
    Optional<Update> otherUpdate = update(other);
    boolean bothUpdate = otherUpdate.equals(update);
    if (checked.get().line() == acted.line()) {
      if (bothUpdate && !isNamedForIt) {
        return Optional.of(Shape.COUNTER);
      }
    } else if (bothUpdate) {
      boolean isMadeByEach =
          isNamedForIt && isUnlocked(race, context) && writesOnce(write) && writesOnce(other);
      return Optional.of(isMadeByEach ? Shape.LAZY_INITIALISATION : Shape.CHECK_THEN_ACT);
    }
    if (checked.get().line() == acted.line() && isCheckedBefore(write, other, acted)) {
      return Optional.of(Shape.CHECK_THEN_ACT);
    }
    // The other thread has made the same check, and did not write: the write is conditional.
    boolean isOnlyChecked =
        other.kind() == Kind.READ
            && otherUpdate.isEmpty()
            && location(other).equals(update.get().read());
    if (!isOnlyChecked) {
      return Optional.empty();
    }
    if (isNamedForIt && isUnlocked(race, context)) {
      return Optional.of(Shape.LAZY_INITIALISATION);
    }
    return checked.get().line() < acted.line()
        ? Optional.of(Shape.CHECK_THEN_ACT)
        : Optional.empty();
  }

  /**
   * Of {@code if (n > 0) n--}, in several lines: the thread that writes has read there as the other
   * one does, in an earlier line of the same method, and then once more for the update.
   */
  private boolean isCheckedBefore(Access write, Access other, Place acted) {
    Optional<Place> check = Place.of(location(other));
    if (other.kind() != Kind.READ
        || check.isEmpty()
        || !check.get().isInTheMethodOf(acted)
        || check.get().line() >= acted.line()) {
      return false;
    }
    int reading = neighbour(trace.index(write.position()), -1);
    int checking = neighbour(reading, -1);
    return checking >= 0
        && trace.kind(checking) == Kind.READ
        && trace.names().locations().get(trace.location(checking)).equals(location(other))
        && !waits(other, location(other));
  }

  /** Whether the thread of this access writes the variable once only, as far as we look. */
  private boolean writesOnce(Access access) {
    int event = trace.index(access.position());
    int writes = 0;
    int to = Math.min(trace.size(), event + WINDOW);
    for (int i = Math.max(0, event - WINDOW); i < to; i++) {
      if (trace.thread(i) == trace.thread(event)
          && trace.target(i) == trace.target(event)
          && trace.kind(i) == Kind.WRITE) {
        writes++;
      }
    }
    return writes == 1;
  }

  /**
   * A read without a lock, then, in the lines of the same method, a lock, and the write under it.
   */
  private boolean isDoubleChecked(Access write, Access read, RaceContext context) {
    if (read.kind() != Kind.READ || !context.held(read.position()).isNone()) {
      return false;
    }
    Place written = Place.of(location(write)).orElseThrow();
    Place checked = Place.of(location(read)).orElseThrow();
    return checked.isInTheMethodOf(written)
        && context.held(write.position()).named().stream()
            .map(lock -> Place.of(lock.location()))
            .flatMap(Optional::stream)
            .anyMatch(
                lock ->
                    lock.isInTheMethodOf(written)
                        && checked.line() < lock.line()
                        && lock.line() <= written.line());
  }

  /** Whether a method of this name is one that makes the field when it is first asked for. */
  private static boolean makes(String method, String field) {
    String name = method.toLowerCase(Locale.ROOT);
    String simple = field.substring(field.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    if (name.equals(simple) || name.equals("get") || name.contains("instance")) {
      return true;
    }
    for (String prefix : MAKERS) {
      String rest = name.startsWith(prefix) ? name.substring(prefix.length()) : "";
      boolean isLike = rest.length() > 2 && (rest.contains(simple) || simple.contains(rest));
      if (isLike || rest.equals(simple)) {
        return true;
      }
    }
    return false;
  }

  private String location(Access access) {
    return trace.names().locations().get(trace.location(trace.index(access.position())));
  }

  /** The update that this access is the read or the write of. */
  private Optional<Update> update(Access access) {
    int event = trace.index(access.position());
    boolean isWrite = access.kind() == Kind.WRITE;
    int other = neighbour(event, isWrite ? -1 : 1);
    if (other < 0 || trace.kind(other) != (isWrite ? Kind.READ : Kind.WRITE)) {
      return Optional.empty();
    }
    String here = location(access);
    String there = trace.names().locations().get(trace.location(other));
    return Optional.of(isWrite ? new Update(there, here) : new Update(here, there));
  }

  /**
   * Whether the thread of this access reads the variable there twice, with nothing in between: it
   * waits for a change, which is no check.
   */
  private boolean waits(Access access, String readAt) {
    int event = trace.index(access.position());
    int thread = trace.thread(event);
    int variable = trace.target(event);
    boolean hasJustRead = false;
    int to = Math.min(trace.size(), event + WINDOW);
    for (int i = Math.max(0, event - WINDOW); i < to; i++) {
      if (trace.thread(i) == thread) {
        boolean reads =
            trace.kind(i) == Kind.READ
                && trace.target(i) == variable
                && trace.names().locations().get(trace.location(i)).equals(readAt);
        if (reads && hasJustRead) {
          return true;
        }
        hasJustRead = reads;
      }
    }
    return false;
  }

  /** The nearest access of the same thread to the same variable in this direction, or -1. */
  private int neighbour(int event, int direction) {
    int thread = trace.thread(event);
    int variable = trace.target(event);
    int steps = 0;
    for (int i = event + direction; i >= 0 && i < trace.size() && steps < WINDOW; i += direction) {
      byte kind = trace.kind(i);
      if (trace.thread(i) == thread
          && trace.target(i) == variable
          && (kind == Kind.READ || kind == Kind.WRITE)) {
        return i;
      }
      steps++;
    }
    return -1;
  }
}
