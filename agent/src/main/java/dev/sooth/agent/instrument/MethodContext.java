package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.Op;
import org.objectweb.asm.Opcodes;

/** What the transformers of one method share: where they are, and what the class is. */
final class MethodContext {
  private static final int MOST_CELLS = 16;

  final ClassContext owner;
  final int access;
  final String name;
  final String descriptor;

  /** Whether accesses are recorded in this method. */
  final boolean recordsAccesses;

  /** The method's place in the class file, where the way of the threads is recorded. */
  int number;

  /** Which instruction of the original method the visitors are at, from 0. */
  int instruction = -1;

  /** The source line that the visitors are at. */
  int line;

  /** In a body without checks: see {@link DoubledMethod}. */
  boolean unchecked;

  /** Whether accesses are checked only in an execution that is sampled. */
  boolean conditional;

  /** Of a method that has only the body with checks of another one, see {@link DoubledMethod}. */
  final boolean apart;

  /** Inside a constructor, before it has called another: {@code this} has no identity yet. */
  boolean beforeSuper;

  private boolean usesState;
  private int cells;

  MethodContext(
      ClassContext owner, int access, String name, String descriptor, boolean recordsAccesses) {
    this(owner, access, name, descriptor, recordsAccesses, false);
  }

  private MethodContext(
      ClassContext owner,
      int access,
      String name,
      String descriptor,
      boolean recordsAccesses,
      boolean apart) {
    this.owner = owner;
    this.recordsAccesses = recordsAccesses;
    this.access = access;
    this.name = name;
    this.descriptor = descriptor;
    this.apart = apart;
    beforeSuper = beforeThis();
  }

  /** For a method of its own with this one's body; places keep this one's name. */
  MethodContext setApart(int access) {
    MethodContext result =
        new MethodContext(owner, access, name, descriptor, recordsAccesses, true);
    result.number = number;
    return result;
  }

  /** Whether {@code this} is not yet an object at the method's start. */
  boolean beforeThis() {
    return name.equals("<init>") && !apart;
  }

  boolean isStatic() {
    return (access & Opcodes.ACC_STATIC) != 0;
  }

  /** The first local variable that nobody uses. */
  int firstFreeLocal() {
    return unusedLocal() + (owner.direct ? 1 + MOST_CELLS : 0);
  }

  /** The first one that the method does not use. */
  private int unusedLocal() {
    return owner.locals.of(name, descriptor);
  }

  /** Where the thread's {@code CheckState} is, see {@link StateLocals}. */
  int stateLocal() {
    usesState = true;
    return unusedLocal();
  }

  boolean usesState() {
    return usesState;
  }

  /** Where an access to an array finds the cells of last time. */
  int nextCellsLocal() {
    int local = stateLocal() + 1 + cells % MOST_CELLS;
    cells++;
    return local;
  }

  /** How many of these there are. */
  int cellsLocals() {
    return Math.min(cells, MOST_CELLS);
  }

  /** What the hook of a plain access is told besides. */
  long condition() {
    return conditional ? Op.IF_SAMPLED : 0;
  }

  /** The number of the place that the visitors are at. */
  int site() {
    String place =
        owner.sourceFile
            + (line > 0 ? ":" + line : "")
            + " "
            + owner.info.name.replace('/', '.')
            + "."
            + name;
    return owner.flowClass < 0
        ? owner.sites.number(place)
        : owner.sites.instruction(place, owner.flowClass, number, instruction);
  }
}
