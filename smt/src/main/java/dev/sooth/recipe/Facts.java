package dev.sooth.recipe;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;

/**
 * What the recorded run says of objects and variables, for ways that were not taken: lengths of
 * arrays, values of final fields, classes of objects, names of variables, and what variables held
 * before anything was written.
 */
final class Facts {
  /** What the hidden variable of a class begins with, which its initialiser updates. */
  private static final String INITIALISER = "class:";

  /** What a constructor or an initialiser has written. */
  private record MadeFinal(Expr object, String field, Expr value) {}

  /** Through so many final fields one after the other objects are numbered. */
  private static final int MOST_STEPS = 3;

  private final Trace trace;
  private final Program program;
  private final Map<String, Integer> variables = new HashMap<>(); // by name
  private final List<String> newNames = new ArrayList<>(); // of variables not in the trace
  private final Map<Long, String> arrays = new HashMap<>(); // the beginning of its elements' names
  private final Map<Long, Integer> locks = new HashMap<>(); // by object
  private final Map<String, Long> finals = new HashMap<>();
  private final Map<Long, Long> lengths = new HashMap<>();
  private final Map<Long, String> types = new HashMap<>(); // of objects that were seen made
  private final Set<String> loaded = new HashSet<>(); // classes that there are several of
  private final Map<Integer, Long> firstRead = new HashMap<>(); // of variables not written before
  private final Map<Integer, Long> lastValues = new HashMap<>();
  private final Set<Integer> written = new HashSet<>();
  private final List<Expr> madeObjects = new ArrayList<>();
  private final List<String> madeTypes = new ArrayList<>(); // of those
  private final List<MadeFinal> madeFinals = new ArrayList<>();
  private final Map<Integer, Integer> roots = new HashMap<>(); // by thread
  private boolean complete;
  private long lastFresh;
  private int nextLock;

  Facts(Trace trace, Program program) {
    this.trace = trace;
    this.program = program;
    nextLock = trace.names().locks().size();
    BitSet knownVariables = new BitSet();
    BitSet knownLocks = new BitSet();
    for (int i = 0; i < trace.size(); i++) {
      byte kind = trace.kinds()[i];
      int target = trace.targets()[i];
      if (Kind.isAccess(kind) && !knownVariables.get(target)) {
        knownVariables.set(target);
        variables.putIfAbsent(name(target), target);
        noteName(name(target));
      } else if (Kind.isLockOperation(kind) && !knownLocks.get(target)) {
        knownLocks.set(target);
        String name = trace.names().locks().get(target);
        if (!name.startsWith("atomic:")) {
          locks.put(objectOf(name), target);
        }
      }
    }
  }

  private void noteName(String name) {
    int loader = name.indexOf("@loader");
    if (loader >= 0) {
      boolean isOfInitialiser = name.startsWith(INITIALISER);
      int from = isOfInitialiser ? INITIALISER.length() : 0;
      int to = isOfInitialiser ? loader : name.lastIndexOf('.', loader);
      if (to > from) {
        loaded.add(name.substring(from, to));
      }
    }
    if (name.endsWith("]")) {
      arrays.put(objectOf(name), name.substring(0, name.lastIndexOf('[') + 1));
    }
  }

  /** The name of a variable of the trace. */
  String name(int variable) {
    return trace.names().variables().get(variable);
  }

  /** The number of the object in a name, 0 if there is none. */
  static long objectOf(String name) {
    int at = name.lastIndexOf('@');
    int end = name.endsWith("]") ? name.lastIndexOf('[') : name.length();
    if (at < 0 || end <= at + 1) {
      return 0;
    }
    for (int i = at + 1; i < end; i++) {
      if (name.charAt(i) < '0' || name.charAt(i) > '9') {
        return 0;
      }
    }
    return Long.parseLong(name.substring(at + 1, end));
  }

  /** The index in the name of an element. */
  static int indexOf(String name) {
    return Integer.parseInt(name.substring(name.lastIndexOf('[') + 1, name.length() - 1));
  }

  /** The variable that a field is, 0 for the object of a static one; -1 if that is not certain. */
  int field(ClassNode owner, String field, long object) {
    String type = owner.name.replace('/', '.');
    if (loaded.contains(type) || object < 0) {
      return -1;
    }
    return variable(type + "." + field + (object == 0 ? "" : "@" + object));
  }

  /** The variable that an element is; -1 if that is not certain. */
  int element(long array, long index) {
    String prefix = arrays.get(array);
    return prefix == null ? -1 : variable(prefix + index + "]");
  }

  /** The name of a variable, be it in the trace or not. */
  String anyName(int variable) {
    int known = trace.names().variables().size();
    return variable < known ? name(variable) : newNames.get(variable - known);
  }

  private int variable(String name) {
    return variables.computeIfAbsent(name, this::newVariable);
  }

  private int newVariable(String name) {
    newNames.add(name);
    return trace.names().variables().size() + newNames.size() - 1;
  }

  /** The lock that is the monitor of an object. */
  int lock(long object) {
    return locks.computeIfAbsent(object, o -> nextLock++);
  }

  void finalValue(long object, String field, long value) {
    finals.put(field + "@" + object, value);
  }

  Long finalValue(long object, String field) {
    String type = field.substring(0, field.lastIndexOf('.')).replace('/', '.');
    if (object == 0 && loaded.contains(type)) {
      return null; // of which of these classes is not known
    }
    return finals.get(field + "@" + object);
  }

  void length(long array, long length) {
    lengths.put(array, length);
  }

  Long length(long array) {
    return lengths.get(array);
  }

  /** The class of an object that the program has made, or null. */
  String type(long object) {
    return types.get(object);
  }

  /**
   * A final field was written, of an object whose number may turn up later, null for a static one.
   * An object without a number is not remembered: it may have one under another name.
   */
  void madeFinal(Expr object, String field, Expr value) {
    if (!complete) {
      madeFinals.add(new MadeFinal(object, field, value));
    }
  }

  /** A number for an object of which the number is not known yet. */
  long nextFresh() {
    return --lastFresh;
  }

  /** An object was made, whose number may turn up later. */
  void made(Expr object, String type) {
    if (!complete) {
      madeObjects.add(object);
      madeTypes.add(type);
    }
  }

  /** All threads were walked: of objects that were made the numbers are known, or not needed. */
  void complete() {
    complete = true;
    for (int i = 0; i < MOST_STEPS; i++) {
      madeFinals.forEach(this::number);
    }
    for (int i = 0; i < madeObjects.size(); i++) {
      long number = madeObjects.get(i).recorded();
      if (number > 0) {
        types.put(number, madeTypes.get(i));
      }
    }
    for (MadeFinal made : madeFinals) {
      long object = made.object == null ? 0 : made.object.recorded();
      boolean known = made.value.type != 'A' || made.value.recorded() >= 0;
      if (object >= 0 && known && (made.object == null || object > 0)) {
        finals.putIfAbsent(made.field + "@" + object, made.value.recorded());
      }
    }
    madeObjects.clear();
    madeTypes.clear();
    madeFinals.clear();
  }

  /** What was read of a final field is what was written to it, whose number is known so. */
  private void number(MadeFinal made) {
    long object = made.object == null ? 0 : made.object.recorded();
    boolean known = made.object == null || object > 0;
    Long seen = known ? finalValue(object, made.field) : null;
    if (seen != null && made.value.isFresh()) {
      made.value.agrees(seen);
    }
  }

  void setRoots(int thread, int count) {
    roots.put(thread, count);
  }

  boolean hasOneRoot(int thread) {
    return roots.getOrDefault(thread, 0) == 1;
  }

  /** What the variable held last, a guess for ways that were not taken. */
  long lastValue(int variable) {
    Long last = lastValues.get(variable);
    return last == null ? 0 : last;
  }

  void noteValue(int variable, long value) {
    lastValues.put(variable, value);
  }

  /** A read in the order of the trace, before which the variable was not written. */
  void noteInitial(int variable, long value) {
    firstRead.put(variable, value);
  }

  void noteWritten(int variable) {
    written.add(variable);
  }

  boolean isWritten(int variable) {
    return written.contains(variable);
  }

  /**
   * What a variable holds before anything is written to it; null if that is not known. A static
   * field of a recorded class has its default then, if no constant is given in the class file, and
   * so has a field of an object that was seen made.
   */
  Long initial(int variable) {
    Long seen = firstRead.get(variable);
    if (seen != null) {
      return seen;
    }
    return initial(anyName(variable));
  }

  private Long initial(String name) {
    if (name.contains(" (") || name.contains(":") || name.endsWith("]")) {
      return null;
    }
    long object = objectOf(name);
    String field = object == 0 ? name : name.substring(0, name.lastIndexOf('@'));
    int dot = field.lastIndexOf('.');
    if (dot < 0 || field.contains("@")) {
      return null;
    }
    ClassNode owner =
        program.declaring(field.substring(0, dot).replace('.', '/'), field.substring(dot + 1));
    if (owner == null) {
      return null;
    }
    FieldNode node = Program.field(owner, field.substring(dot + 1));
    boolean isStatic = (node.access & Opcodes.ACC_STATIC) != 0;
    boolean known = isStatic ? object == 0 && node.value == null : types.containsKey(object);
    return known ? 0L : null;
  }
}
