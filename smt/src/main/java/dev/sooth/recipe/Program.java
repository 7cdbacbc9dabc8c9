package dev.sooth.recipe;

import dev.sooth.trace.format.FlowFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/** The classes of the program as the recorder saw them, and its ways through them. */
public final class Program {
  /** Code of a method with its instructions numbered, as the recorder numbers them. */
  static final class Code {
    final ClassNode owner;
    final MethodNode method;
    final List<AbstractInsnNode> instructions = new ArrayList<>();
    final Map<LabelNode, Integer> labels = new HashMap<>();
    private final List<Integer> lines = new ArrayList<>();

    Code(ClassNode owner, MethodNode method) {
      this.owner = owner;
      this.method = method;
      int line = 0;
      for (AbstractInsnNode node : method.instructions) {
        if (node instanceof LabelNode label) {
          labels.put(label, instructions.size());
        } else if (node instanceof LineNumberNode number) {
          line = number.line;
        } else if (node.getOpcode() >= 0) {
          instructions.add(node);
          lines.add(line);
        }
      }
    }

    /** The place of an instruction, called as in the trace. */
    String place(int instruction) {
      String simple = owner.name.substring(owner.name.lastIndexOf('/') + 1);
      int dollar = simple.indexOf('$', 1);
      String file =
          owner.sourceFile != null
              ? owner.sourceFile
              : (dollar > 0 ? simple.substring(0, dollar) : simple) + ".class";
      int line = lines.get(instruction);
      return file
          + (line > 0 ? ":" + line : "")
          + " "
          + owner.name.replace('/', '.')
          + "."
          + method.name;
    }

    boolean is(int flag) {
      return (method.access & flag) != 0;
    }
  }

  /** An instruction of the program; the number -1 is that of the method itself. */
  record Site(int flowClass, int method, int instruction) {}

  private final List<ClassNode> classes = new ArrayList<>(); // by number
  private final Map<String, ClassNode> byName = new HashMap<>();
  private final Map<Integer, Site> sites = new HashMap<>();
  private final Map<MethodNode, Code> codes = new HashMap<>();
  private final Map<Integer, FlowStream> streams = new TreeMap<>(); // by thread of the trace
  private long streamBytes;
  private long branches;

  /** Reads the blocks of a trace. */
  public static Program read(List<byte[]> blocks) throws IOException {
    Program program = new Program();
    for (byte[] block : blocks) {
      program.add(new FlowFormat.Input(block));
    }
    return program;
  }

  private void add(FlowFormat.Input in) throws IOException {
    int holds = in.get();
    switch (holds) {
      case FlowFormat.CLASS_FILE -> {
        in.getVarint();
        ClassNode node = new ClassNode();
        byte[] bytes = in.getAll((int) in.getVarint());
        new ClassReader(bytes).accept(node, ClassReader.SKIP_FRAMES);
        classes.add(node);
        byName.putIfAbsent(node.name, node);
      }
      case FlowFormat.INSTRUCTIONS -> {
        long count = in.getVarint();
        for (long i = 0; i < count; i++) {
          int site = (int) in.getVarint();
          int flowClass = (int) in.getVarint();
          int method = (int) in.getVarint();
          sites.put(site, new Site(flowClass, method, (int) in.getVarint() - 1));
        }
      }
      case FlowFormat.STREAM -> {
        int thread = (int) in.getVarint();
        byte[] bytes = in.getAll((int) in.getVarint());
        streamBytes += bytes.length;
        streams.computeIfAbsent(thread, t -> new FlowStream()).add(new FlowFormat.Input(bytes));
      }
      default -> throw new IOException("data flow of the unknown kind " + holds);
    }
  }

  public boolean isEmpty() {
    return streams.isEmpty();
  }

  /** The ways by thread. */
  Map<Integer, FlowStream> streams() {
    return streams;
  }

  /** How many bytes the ways take in the file. */
  public long streamBytes() {
    return streamBytes;
  }

  /** How many branches were executed. */
  public long branches() {
    if (branches == 0) {
      for (FlowStream stream : streams.values()) {
        for (int i = 0; i < stream.size; i++) {
          branches += stream.tags[i] == FlowFormat.BRANCHES ? 1 : 0;
        }
      }
    }
    return branches;
  }

  Site site(int number) {
    return sites.get(number);
  }

  Code code(Site site) {
    ClassNode owner = classes.get(site.flowClass());
    return code(owner, owner.methods.get(site.method()));
  }

  private Code code(ClassNode owner, MethodNode method) {
    return codes.computeIfAbsent(method, m -> new Code(owner, m));
  }

  boolean has(String type) {
    return byName.containsKey(type);
  }

  /** The class that declares the field, as the JVM looks it up; null if it is not recorded. */
  ClassNode declaring(String owner, String field) {
    ClassNode node = byName.get(owner);
    while (node != null) {
      for (FieldNode declared : node.fields) {
        if (declared.name.equals(field)) {
          return node;
        }
      }
      node = node.superName == null ? null : byName.get(node.superName);
    }
    return null;
  }

  static FieldNode field(ClassNode owner, String name) {
    for (FieldNode declared : owner.fields) {
      if (declared.name.equals(name)) {
        return declared;
      }
    }
    throw new IllegalArgumentException(owner.name + "." + name);
  }

  /** Whether something of the program runs when the class is used first. */
  static boolean hasInitialiser(ClassNode owner) {
    for (MethodNode method : owner.methods) {
      if (method.name.equals("<clinit>")) {
        return true;
      }
    }
    return false;
  }

  /** Whether the first use of this class initialises nothing but classes of the JDK. */
  boolean isQuiet(String type) {
    ClassNode node = byName.get(type);
    if (node == null) {
      return type.startsWith("java/");
    }
    boolean quiet = !hasInitialiser(node) && isQuiet(node.superName);
    for (String above : node.interfaces) {
      quiet &= isQuiet(above);
    }
    return quiet;
  }

  /** Whether a class is another one or below it, as far as that is known; else it is said to be. */
  boolean isA(String type, String other) {
    if (type.equals(other) || type.equals("java/lang/Object")) {
      return type.equals(other);
    }
    ClassNode node = byName.get(type);
    boolean is = node == null || isA(node.superName, other);
    for (String above : node == null ? List.<String>of() : node.interfaces) {
      is |= isA(above, other);
    }
    return is;
  }

  /** Whether objects of the class are threads. */
  boolean isThread(String type) {
    String name = type;
    while (byName.containsKey(name)) {
      name = byName.get(name).superName;
    }
    return name.equals("java/lang/Thread");
  }

  /** The code that a call runs whose receiver is of this class; null if it is not recorded. */
  Code find(String type, String name, String descriptor) {
    ClassNode node = byName.get(type);
    while (node != null) {
      for (MethodNode method : node.methods) {
        if (method.name.equals(name) && method.desc.equals(descriptor)) {
          boolean hasCode = (method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
          return hasCode ? code(node, method) : null;
        }
      }
      node = node.superName == null ? null : byName.get(node.superName);
    }
    return null;
  }
}
