package dev.sooth.trace;

import java.util.List;
import java.util.Objects;

/**
 * What variables, or locks, have in common that differ in a number only: a field of a class, which
 * each object has, or an array, which has elements. A recorder says the parts apart, and the name
 * is put together when somebody is to read it.
 *
 * @param prefix what stands before the name, such as {@code atomic:}; may be empty
 * @param owner the class, or a whole name
 * @param field the field; empty if there is none
 * @param loader the number of the class loader, 0 where the class is known without
 * @param rows for an array in an array of arrays: its indices there, outermost first
 * @param contents the class of the collection that the field holds; empty if it does not matter
 * @param array the number of the array whose elements these are, or 0
 */
public record Family(
    String prefix,
    String owner,
    String field,
    int loader,
    List<Integer> rows,
    String contents,
    long array) {

  public Family {
    Objects.requireNonNull(prefix);
    Objects.requireNonNull(owner);
    Objects.requireNonNull(field);
    Objects.requireNonNull(contents);
    rows = List.copyOf(rows);
  }

  /** A class, whose objects are told apart by their numbers. */
  public static Family of(String owner) {
    return field(owner, "", 0);
  }

  /** A field of a class. */
  public static Family field(String owner, String field, int loader) {
    return new Family("", owner, field, loader, List.of(), "", 0);
  }

  /** The same with something before its name. */
  public Family prefixed(String before) {
    return new Family(before, owner, field, loader, rows, contents, array);
  }

  /** The elements of the array of this number that is in this field. */
  public Family elements(long number, List<Integer> inRows) {
    return new Family(prefix, owner, field, loader, inRows, contents, number);
  }

  /** The contents of the collections of this class that are in this field. */
  public Family holding(String collection) {
    return new Family(prefix, owner, field, loader, rows, collection, array);
  }

  // Those that a record has by itself are linked when they first run, which takes longer than
  // reading a small trace.
  @Override
  public boolean equals(Object other) {
    return other instanceof Family that
        && loader == that.loader
        && array == that.array
        && owner.equals(that.owner)
        && field.equals(that.field)
        && prefix.equals(that.prefix)
        && contents.equals(that.contents)
        && rows.equals(that.rows);
  }

  @Override
  public int hashCode() {
    int hash = 31 * owner.hashCode() + field.hashCode();
    hash = 31 * hash + prefix.hashCode();
    hash = 31 * hash + contents.hashCode();
    hash = 31 * hash + rows.hashCode();
    return 31 * (31 * hash + loader) + Long.hashCode(array);
  }

  /**
   * The name of one of them.
   *
   * @param number of the object, 0 if there is none; in an array the index
   */
  public String name(long number) {
    StringBuilder name = new StringBuilder(prefix).append(owner);
    if (!field.isEmpty()) {
      name.append('.').append(field);
    }
    if (loader != 0) {
      name.append("@loader").append(loader);
    }
    for (int row : rows) {
      name.append('[').append(row).append(']');
    }
    if (!contents.isEmpty()) {
      name.append(" (").append(contents).append(')');
    }
    if (array != 0) {
      name.append('@').append(array).append('[').append(number).append(']');
    } else if (number != 0) {
      name.append('@').append(number);
    }
    return name.toString();
  }
}
