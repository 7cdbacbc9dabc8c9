package dev.sooth.trace.format;

import dev.sooth.trace.NameList;
import dev.sooth.trace.NameTable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Names as they can stand in a text format. A character that would end the field becomes an
 * underscore; if the name is then no longer the only one of its kind, a number is added. So a
 * program's odd thread name cannot make a trace unreadable, nor make two names one.
 */
final class WrittenNames {
  /** What may not stand in a name. */
  record Rules(String forbidden, boolean noBlanks, boolean mayBeEmpty, boolean noComment) {}

  private static final int LONGEST = 50_000; // characters; a line has 1 MiB and four names

  private final NameList names;
  private final Rules rules;
  private final NameTable written = new NameTable();
  private int[] writtenId = new int[64]; // of name i: its id in `written` + 1, 0 if not chosen yet
  private int lastNumber = 1; // the last one that was added to a name

  WrittenNames(NameList names, Rules rules) {
    this.names = names;
    this.rules = rules;
  }

  /** The length of the name as it is written. */
  int length(int id) {
    return written.length(choose(id, ""));
  }

  /** Copies the name as it is written. */
  void copy(int id, byte[] target, int at) {
    written.copy(choose(id, ""), target, at);
  }

  /** The name as it is written. */
  String get(int id) {
    return written.get(choose(id, ""));
  }

  /** Whether it has been decided how this name is written. */
  boolean isChosen(int id) {
    return id < writtenId.length && writtenId[id] != 0;
  }

  /** Has this name written with these characters before it, if it was not written before. */
  void prefix(int id, String prefix) {
    choose(id, prefix);
  }

  private int choose(int id, String prefix) {
    if (!isChosen(id)) {
      if (id >= writtenId.length) {
        writtenId = Arrays.copyOf(writtenId, Math.max(id + 1, 2 * writtenId.length));
      }
      byte[] name = legal(id, prefix);
      if (written.find(name, 0, name.length) < 0) {
        writtenId[id] = written.intern(name, 0, name.length) + 1;
      } else {
        writtenId[id] = written.intern(unused(name)) + 1;
      }
    }
    return writtenId[id] - 1;
  }

  private String unused(byte[] name) {
    String base = new String(name, StandardCharsets.UTF_8) + "~";
    do {
      lastNumber++;
    } while (written.find(base + lastNumber) >= 0);
    return base + lastNumber;
  }

  /** As much of a name as a line has room for, without a byte order mark at its start. */
  private static String shortened(String name) {
    String rest = name.length() > LONGEST ? name.substring(0, LONGEST) : name;
    return rest.startsWith("\uFEFF") ? "_" + rest.substring(1) : rest;
  }

  private byte[] legal(int id, String prefix) {
    byte[] name = (prefix + shortened(names.get(id))).getBytes(StandardCharsets.UTF_8);
    if (name.length == 0 && !rules.mayBeEmpty()) {
      return new byte[] {'_'};
    }
    for (int i = 0; i < name.length; i++) {
      boolean atEnd = i == 0 || i == name.length - 1;
      if (name[i] == '\n'
          || name[i] == '\r'
          || (name[i] >= 0 && rules.forbidden().indexOf(name[i]) >= 0)
          || (Ascii.isBlank(name[i]) && (atEnd || rules.noBlanks()))) {
        name[i] = '_';
      }
    }
    boolean comment =
        name.length > 0
            && (name[0] == '#' || (name.length > 1 && name[0] == '/' && name[1] == '/'));
    if (comment && rules.noComment()) {
      name[0] = '_';
    }
    return name;
  }
}
