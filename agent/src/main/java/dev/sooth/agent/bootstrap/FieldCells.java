package dev.sooth.agent.bootstrap;

import jdk.internal.misc.Unsafe;

/**
 * The cells of an object's fields, by the numbers of the fields, as a small hash table. Those of a
 * class are numbered one after the other, so mostly the first look finds a field.
 */
final class FieldCells extends Cells {
  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final int FIRST = 4;

  /**
   * The object, if it carries its cells itself: a copy of the object, made by {@code clone},
   * carries them too, and must not have them.
   */
  final Object owner;

  private final int[] fields; // 0 for free; each is set once
  private int used; // about: no two threads agree on it, and none has to

  private FieldCells(Object owner, int capacity) {
    super(capacity);
    this.owner = owner;
    fields = new int[capacity];
  }

  static FieldCells of(Object owner) {
    return new FieldCells(owner, FIRST);
  }

  /** The index of a field, or -1. */
  int find(int field) {
    int mask = fields.length - 1;
    int at = field & mask;
    for (int i = 0; i <= mask; i++) {
      int known = fields[at];
      if (known == field) {
        return at;
      }
      if (known == 0) {
        return -1;
      }
      at = (at + 1) & mask;
    }
    return -1;
  }

  /** Gives the field a place, and returns its index; -1 if there is too little room. */
  int add(int field) {
    int mask = fields.length - 1;
    if (4 * used > 3 * mask) {
      return -1;
    }
    int at = field & mask;
    for (int i = 0; i <= mask; i++) {
      // Two fields in one place would be taken for one variable, so this has to be exact.
      if (fields[at] == 0 && UNSAFE.compareAndSetInt(fields, CellLocks.BASE + 4L * at, 0, field)) {
        used++;
        return at;
      }
      if (fields[at] == field) {
        return at;
      }
      at = (at + 1) & mask;
    }
    return -1;
  }

  /** The same with more room. */
  FieldCells grown() {
    FieldCells larger = new FieldCells(owner, 2 * fields.length);
    for (int i = 0; i < fields.length; i++) {
      if (fields[i] != 0) {
        int at = larger.add(fields[i]);
        if (at >= 0) {
          larger.take(2 * at, this, 2 * i);
          larger.take(2 * at + 1, this, 2 * i + 1);
        }
      }
    }
    return larger;
  }

  @Override
  public String toString() {
    return "cells of " + used + " fields";
  }
}
