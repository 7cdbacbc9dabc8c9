package dev.sooth.agent.instrument;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers of the places in the program's code, by the name they have in the trace: {@code
 * Account.java:14 bank.Account.deposit}. 0 is a place that is not known.
 */
public final class SiteTable {
  /** Where the numbers of places in the JDK start, which come from {@link JdkCache}. */
  public static final int FIRST_OF_JDK = 1 << 23;

  private static final int MOST = FIRST_OF_JDK;

  private final Map<String, Integer> numbers = new HashMap<>(); // guarded by this
  private final List<String> names = new ArrayList<>(); // guarded by this
  private final Map<String, Integer> jdkNumbers = new HashMap<>(); // guarded by this
  private final List<String> jdkNames = new ArrayList<>(); // guarded by this

  private final Map<Integer, Instruction> instructions = new HashMap<>(); // guarded by this
  private final List<Instruction> fresh = new ArrayList<>(); // guarded by this
  private final Map<ByteBuffer, Integer> classes = new HashMap<>(); // guarded by this
  private final List<byte[]> freshClasses = new ArrayList<>(); // guarded by this

  public SiteTable() {
    number("?");
  }

  /** The number of the place of this name. */
  public synchronized int number(String name) {
    Integer known = numbers.get(name);
    if (known != null) {
      return known;
    }
    if (names.size() == MOST) {
      return 0;
    }
    names.add(name);
    numbers.put(name, names.size() - 1);
    return names.size() - 1;
  }

  /** Whether no place of the program has a number. */
  synchronized boolean isNew() {
    return names.size() == 1;
  }

  /** The places of the program, in the order of their numbers. */
  synchronized List<String> all() {
    return List.copyOf(names);
  }

  /**
   * The number of an instruction, which no other has.
   *
   * @param method of the class, in the order of its file
   * @param instruction of the method; -1 for the method itself
   */
  synchronized int instruction(String name, int flowClass, int method, int instruction) {
    if (names.size() == MOST) {
      return 0;
    }
    String key = name + '\0' + flowClass + ' ' + method + ' ' + instruction;
    Integer known = numbers.get(key);
    if (known != null) {
      return known;
    }
    names.add(name);
    int number = names.size() - 1;
    numbers.put(key, number);
    instructions.put(number, new Instruction(number, flowClass, method, instruction));
    fresh.add(instructions.get(number));
    return number;
  }

  /** An instruction of a recorded class, where the way of the threads is recorded. */
  public record Instruction(int site, int flowClass, int method, int instruction) {}

  /** Those that were numbered since this was asked last. */
  public synchronized List<Instruction> takeInstructions() {
    List<Instruction> taken = List.copyOf(fresh);
    fresh.clear();
    return taken;
  }

  /** Whether the number is that of an instruction. */
  public synchronized boolean isInstruction(int site) {
    return instructions.containsKey(site);
  }

  /** Numbers a class file, and keeps it for {@link #takeClasses}; the same one is kept once. */
  synchronized int flowClass(byte[] classFile) {
    ByteBuffer content = ByteBuffer.wrap(classFile.clone());
    Integer known = classes.putIfAbsent(content, classes.size());
    if (known != null) {
      return known;
    }
    freshClasses.add(content.array());
    return classes.size() - 1;
  }

  /** The class files that came since this was asked last, in the order of their numbers. */
  public synchronized List<byte[]> takeClasses() {
    List<byte[]> taken = List.copyOf(freshClasses);
    freshClasses.clear();
    return taken;
  }

  /** Adds places that {@link #jdkNames} has given in an earlier run. */
  synchronized void addJdkNames(List<String> names) {
    jdkNames.addAll(names);
  }

  /** The number of a place in the JDK. */
  synchronized int jdkNumber(String name) {
    if (jdkNumbers.isEmpty()) { // most runs ask for none
      for (String known : jdkNames) {
        jdkNumbers.put(known, FIRST_OF_JDK + jdkNumbers.size());
      }
    }
    Integer known = jdkNumbers.get(name);
    if (known != null) {
      return known;
    }
    jdkNames.add(name);
    int number = FIRST_OF_JDK + jdkNames.size() - 1;
    jdkNumbers.put(name, number);
    return number;
  }

  /** The places in the JDK, in the order of their numbers. */
  synchronized List<String> jdkNames() {
    return List.copyOf(jdkNames);
  }

  /** The name of a place. */
  public synchronized String name(int number) {
    return number >= FIRST_OF_JDK ? jdkNames.get(number - FIRST_OF_JDK) : names.get(number);
  }
}
