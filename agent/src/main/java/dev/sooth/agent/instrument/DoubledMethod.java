package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.Methods;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Gives a method two bodies, one whose accesses are checked and one without checks, and lets it
 * choose at its start [LiteRace09]. At the head of each loop the first one may go over to the
 * second, at the same place; never back, which would be loops with two entries, and those the JIT
 * does not optimise. What synchronises is in both.
 *
 * <p>The body with checks is a method of its own where the class may get one: so what is executed
 * nearly always stays as small as it was, for the JIT to compile and to put into its callers, and
 * what is executed rarely is not compiled. If it has loops, a copy without checks is behind it.
 *
 * <p>The next visitors see one method; {@link MethodContext#unchecked} tells them which body they
 * are in. Of constructors what follows the call of another constructor is doubled. Initialisers of
 * classes keep one body, with a look at each access; and so do unusual constructors, and large
 * methods, since the JIT compiles none of more than 8000 bytes.
 */
final class DoubledMethod extends MethodNode {
  /** How the methods are called that have the body with checks of another one. */
  static final String CHECKED = "$sooth$checked$";

  static final String CHECKED_CONSTRUCTOR = "$sooth$checked";

  private static final int LARGEST = 8000;
  private static final int BYTES_A_CHECK = 24;
  private static final int BYTES_AN_INSTRUCTION = 3;
  private static final String SAMPLING = "dev/sooth/agent/bootstrap/Sampling";

  private final ClassInstrumenter.Chain next;
  private final ClassInstrumenter.Apart others;
  private final MethodContext context;
  private final int classVersion;

  /**
   * @param next what instruments a method
   * @param others where a body can go that shall be a method of its own
   */
  DoubledMethod(
      ClassInstrumenter.Chain next,
      ClassInstrumenter.Apart others,
      MethodContext context,
      int classVersion,
      String signature,
      String[] exceptions) {
    super(Opcodes.ASM9, context.access, context.name, context.descriptor, signature, exceptions);
    this.next = next;
    this.others = others;
    this.context = context;
    this.classVersion = classVersion;
  }

  /** Says something to the next visitors that is true from here on. */
  private static final class Turn extends AbstractInsnNode {
    private final Runnable said;

    Turn(Runnable said) {
      super(-1);
      this.said = said;
    }

    @Override
    public int getType() {
      return LINE; // of no instruction
    }

    @Override
    public void accept(MethodVisitor visitor) {
      said.run();
    }

    @Override
    public AbstractInsnNode clone(Map<LabelNode, LabelNode> labels) {
      return new Turn(said);
    }
  }

  @Override
  public void visitEnd() {
    int accesses = 0;
    for (AbstractInsnNode node : instructions) {
      accesses += isAccess(node) ? 1 : 0;
    }
    AbstractInsnNode start = name.equals("<init>") ? new ConstructorStart(this).last() : null;
    boolean canBe = accesses > 0 && (start != null || !name.startsWith("<"));
    Set<LabelNode> heads =
        canBe && classVersion >= Opcodes.V1_6 ? loopHeads() : Set.<LabelNode>of();
    boolean apart = canBe && canStandApart(start);
    int copies = apart && heads.isEmpty() ? 1 : 2;
    int bytes = copies * BYTES_AN_INSTRUCTION * instructions.size() + BYTES_A_CHECK * accesses;
    if (!canBe || bytes >= LARGEST) {
      context.conditional = true;
      accept(next.first());
      return;
    }
    String full = context.owner.info.name.replace('/', '.') + '.' + name + desc;
    int number = Methods.number(full, hash(full));
    context.owner.doubled++;
    if (apart) {
      setApart(number, start, heads);
    } else {
      doubleBody(number, start, heads);
      accept(next.first());
    }
  }

  private boolean isAccess(AbstractInsnNode node) {
    int opcode = node.getOpcode();
    if (node instanceof FieldInsnNode field) {
      return FieldAccessVisitor.isChecked(
          context.owner, opcode, field.owner, field.name, field.desc);
    }
    return (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD)
        || (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE)
        || (node instanceof MethodInsnNode call && call.owner.startsWith("java/util/"));
  }

  /** Whether the class may get a method that does what comes after {@code start}. */
  private boolean canStandApart(AbstractInsnNode start) {
    ClassContext owner = context.owner;
    if (!owner.direct || owner.membersFixed || owner.info.isInterface()) {
      return false;
    }
    boolean before = start != null;
    for (AbstractInsnNode node = instructions.getFirst(); node != null; node = node.getNext()) {
      if (start != null
          && node instanceof FieldInsnNode field
          && field.getOpcode() == Opcodes.PUTFIELD
          && (owner.info.fieldAccess.getOrDefault(field.name, 0) & Opcodes.ACC_FINAL) != 0) {
        return false; // a constructor alone may do that
      }
      if (before
          && node instanceof MethodInsnNode call
          && IgnoredResults.isCandidate(call.name, call.desc)) {
        return false; // they are counted from the method's start
      }
      if (node instanceof MethodInsnNode call && looksAtStack(call)) {
        return false; // it would find the method itself where it expects its caller
      }
      before &= node != start;
    }
    return true;
  }

  private static boolean looksAtStack(MethodInsnNode call) {
    return call.owner.equals("java/lang/StackWalker")
        || call.name.equals("getCallerClass")
        || call.desc.equals("()[Ljava/lang/StackTraceElement;")
        || (call.name.equals("getClassContext") && call.desc.equals("()[Ljava/lang/Class;"));
  }

  /**
   * Makes what comes after {@code start}, or all if that is null, a method of its own, which this
   * one calls if its accesses are to be checked.
   */
  private void setApart(int number, AbstractInsnNode start, Set<LabelNode> heads) {
    Map<LabelNode, LabelNode> plain = labels();
    LabelNode second = new LabelNode();
    InsnList own = new InsnList();
    addFirstLine(own);
    AbstractInsnNode first = addStart(own, start, labels(), plain, second);
    own.add(new Turn(() -> next.uncheck(context)));
    askAtStart(own, number, second);
    String called = start == null ? CHECKED + name : CHECKED_CONSTRUCTOR;
    callApart(own, called);
    addPlain(own, second, first, plain);
    MethodContext other = apartContext();
    ClassInstrumenter.Chain chain = others.add(called, other);
    MethodNode checked = checkedBody(called, other, chain, number, first, heads);
    instructions = own;
    copyTables(this, List.of(plain));
    accept(next.first());
    checked.accept(chain.first());
  }

  private MethodContext apartContext() {
    int kept = Opcodes.ACC_STATIC | Opcodes.ACC_STRICT;
    return context.setApart((access & kept) | Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC);
  }

  private MethodNode checkedBody(
      String called,
      MethodContext other,
      ClassInstrumenter.Chain chain,
      int number,
      AbstractInsnNode first,
      Set<LabelNode> heads) {
    MethodNode result = new MethodNode(Opcodes.ASM9, other.access, called, desc, null, null);
    Map<LabelNode, LabelNode> checked = labels();
    Map<LabelNode, LabelNode> plain = labels();
    LabelNode begin = new LabelNode();
    LabelNode second = new LabelNode();
    for (AbstractInsnNode node = first.getPrevious(); node != null; node = node.getPrevious()) {
      if (node instanceof LabelNode label) {
        checked.put(label, begin);
        plain.put(label, second);
      }
    }
    result.instructions.add(begin);
    addChecked(result.instructions, first, checked, heads, number, plain);
    List<Map<LabelNode, LabelNode>> copies = new ArrayList<>(List.of(checked));
    if (!heads.isEmpty()) {
      result.instructions.add(new Turn(() -> chain.uncheck(other)));
      addPlain(result.instructions, second, first, plain);
      copies.add(plain);
    }
    result.tryCatchBlocks = tryCatchBlocks;
    result.localVariables = localVariables;
    copyTables(result, copies);
    result.maxStack = maxStack;
    result.maxLocals = maxLocals;
    return result;
  }

  /** So that the call of the other method has a line in stack traces. */
  private void addFirstLine(InsnList list) {
    for (AbstractInsnNode node : instructions) {
      if (node instanceof LineNumberNode line) {
        LabelNode here = new LabelNode();
        list.add(here);
        list.add(new LineNumberNode(line.line, here));
        return;
      }
    }
  }

  private void callApart(InsnList list, String called) {
    int local = 0;
    if (!context.isStatic()) {
      list.add(new VarInsnNode(Opcodes.ALOAD, local++));
    }
    for (Type type : Type.getArgumentTypes(desc)) {
      list.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), local));
      local += type.getSize();
    }
    int call = context.isStatic() ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL;
    list.add(new MethodInsnNode(call, context.owner.info.name, called, desc, false));
    list.add(new InsnNode(Type.getReturnType(desc).getOpcode(Opcodes.IRETURN)));
  }

  /** Copies what a constructor begins with, and returns what comes after it. */
  private AbstractInsnNode addStart(
      InsnList list,
      AbstractInsnNode start,
      Map<LabelNode, LabelNode> copied,
      Map<LabelNode, LabelNode> plain,
      LabelNode second) {
    AbstractInsnNode first = instructions.getFirst();
    if (start == null) {
      return first;
    }
    list.add(new Turn(() -> context.conditional = true));
    for (; first != start.getNext(); first = first.getNext()) {
      list.add(first.clone(copied));
      if (first instanceof LabelNode label) {
        plain.put(label, second);
      }
    }
    list.add(new Turn(() -> context.conditional = false));
    return first;
  }

  private static void addChecked(
      InsnList list,
      AbstractInsnNode first,
      Map<LabelNode, LabelNode> checked,
      Set<LabelNode> heads,
      int number,
      Map<LabelNode, LabelNode> plain) {
    for (AbstractInsnNode node = first; node != null; node = node.getNext()) {
      list.add(node.clone(checked));
      LabelNode head = headBefore(node, heads);
      if (head != null) {
        ask(list, "again", number, plain.get(head));
      }
    }
  }

  private void addPlain(
      InsnList list, LabelNode begin, AbstractInsnNode first, Map<LabelNode, LabelNode> plain) {
    list.add(begin);
    if (classVersion >= Opcodes.V1_6) {
      list.add(firstFrame());
      list.add(new InsnNode(Opcodes.NOP)); // the body may begin with a frame of its own
    }
    for (AbstractInsnNode node = first; node != null; node = node.getNext()) {
      list.add(node.clone(plain));
    }
  }

  /**
   * Doubles what comes after {@code start}, or all if that is null.
   *
   * @param start the call of another constructor in a constructor: before it there is no object
   */
  private void doubleBody(int number, AbstractInsnNode start, Set<LabelNode> heads) {
    Map<LabelNode, LabelNode> checked = labels();
    Map<LabelNode, LabelNode> plain = labels();
    LabelNode second = new LabelNode();
    InsnList both = new InsnList();
    AbstractInsnNode first = addStart(both, start, checked, plain, second);
    askAtStart(both, number, second);
    addChecked(both, first, checked, heads, number, plain);
    both.add(new Turn(() -> next.uncheck(context)));
    addPlain(both, second, first, plain);
    instructions = both;
    copyTables(this, List.of(checked, plain));
  }

  /** The handlers and the names of local variables, for these copies of the body. */
  private static void copyTables(MethodNode method, List<Map<LabelNode, LabelNode>> copies) {
    List<TryCatchBlockNode> handlers = new ArrayList<>();
    List<LocalVariableNode> variables = new ArrayList<>();
    List<LocalVariableNode> old =
        method.localVariables == null ? List.<LocalVariableNode>of() : method.localVariables;
    for (Map<LabelNode, LabelNode> copy : copies) {
      for (TryCatchBlockNode block : method.tryCatchBlocks) {
        handlers.add(
            new TryCatchBlockNode(
                copy.get(block.start), copy.get(block.end), copy.get(block.handler), block.type));
      }
      for (LocalVariableNode v : old) {
        variables.add(
            new LocalVariableNode(
                v.name, v.desc, v.signature, copy.get(v.start), copy.get(v.end), v.index));
      }
    }
    method.tryCatchBlocks = handlers;
    method.localVariables = variables;
    method.visibleLocalVariableAnnotations = null; // of class files only; nobody can ask for them
    method.invisibleLocalVariableAnnotations = null;
  }

  private Map<LabelNode, LabelNode> labels() {
    Map<LabelNode, LabelNode> labels = new HashMap<>();
    for (AbstractInsnNode node : instructions) {
      if (node instanceof LabelNode label) {
        labels.put(label, new LabelNode());
      }
    }
    return labels;
  }

  private void askAtStart(InsnList list, int number, LabelNode ifNot) {
    if (!context.owner.direct) {
      ask(list, "enter", number, ifNot);
      return;
    }
    list.add(new VarInsnNode(Opcodes.ALOAD, context.stateLocal()));
    list.add(new LdcInsnNode(number));
    list.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC,
            DirectAccess.CHECKS,
            "enter",
            "(" + DirectAccess.STATE_TYPE + "I)Z",
            false));
    list.add(new JumpInsnNode(Opcodes.IFEQ, ifNot));
  }

  private static void ask(InsnList list, String what, int number, LabelNode ifNot) {
    list.add(new LdcInsnNode(number));
    list.add(new MethodInsnNode(Opcodes.INVOKESTATIC, SAMPLING, what, "(I)Z", false));
    list.add(new JumpInsnNode(Opcodes.IFEQ, ifNot));
  }

  /** Labels to which there is a jump from behind. */
  private Set<LabelNode> loopHeads() {
    Set<LabelNode> before = new HashSet<>();
    Set<LabelNode> heads = new HashSet<>();
    for (AbstractInsnNode node : instructions) {
      if (node instanceof LabelNode label) {
        before.add(label);
      }
      for (LabelNode target : targets(node)) {
        if (before.contains(target)) {
          heads.add(target);
        }
      }
    }
    return heads;
  }

  private static List<LabelNode> targets(AbstractInsnNode node) {
    if (node instanceof JumpInsnNode jump) {
      return List.of(jump.label);
    }
    List<LabelNode> targets = new ArrayList<>();
    if (node instanceof TableSwitchInsnNode table) {
      targets.addAll(table.labels);
      targets.add(table.dflt);
    } else if (node instanceof LookupSwitchInsnNode lookup) {
      targets.addAll(lookup.labels);
      targets.add(lookup.dflt);
    }
    return targets;
  }

  /** The loop's head whose frame this is, if nothing is on the stack there. */
  private static LabelNode headBefore(AbstractInsnNode node, Set<LabelNode> heads) {
    if (!(node instanceof FrameNode frame)) {
      return null;
    }
    boolean isEmpty =
        frame.type == Opcodes.F_SAME
            || frame.type == Opcodes.F_APPEND
            || frame.type == Opcodes.F_CHOP
            || (frame.type == Opcodes.F_FULL && frame.stack.isEmpty());
    AbstractInsnNode earlier = isEmpty ? node.getPrevious() : null;
    while (earlier != null && earlier.getOpcode() < 0) {
      if (earlier instanceof LabelNode label && heads.contains(label)) {
        return label;
      }
      earlier = earlier.getPrevious();
    }
    return null;
  }

  /** What the local variables hold when the method starts. */
  private FrameNode firstFrame() {
    List<Object> locals = new ArrayList<>();
    if (!context.isStatic()) {
      locals.add(context.owner.info.name);
    }
    for (Type type : Type.getArgumentTypes(desc)) {
      locals.add(Emit.verificationType(type));
    }
    return new FrameNode(Opcodes.F_FULL, locals.size(), locals.toArray(), 0, new Object[0]);
  }

  /** Of the name and of what the method does, without lines. */
  private long hash(String full) {
    long hash = full.hashCode();
    for (AbstractInsnNode node : instructions) {
      if (node.getOpcode() >= 0) {
        hash = (hash ^ node.getOpcode()) * 0x9E37_79B9_7F4A_7C15L;
        hash = (hash ^ hash >>> 31 ^ operand(node)) * 0xBF58_476D_1CE4_E5B9L;
      }
    }
    return hash ^ hash >>> 32;
  }

  private static int operand(AbstractInsnNode node) {
    if (node instanceof VarInsnNode variable) {
      return variable.var;
    } else if (node instanceof IntInsnNode number) {
      return number.operand;
    } else if (node instanceof IincInsnNode increment) {
      return 31 * increment.var + increment.incr;
    } else if (node instanceof FieldInsnNode field) {
      return 31 * field.owner.hashCode() + field.name.hashCode();
    } else if (node instanceof MethodInsnNode call) {
      return 31 * (31 * call.owner.hashCode() + call.name.hashCode()) + call.desc.hashCode();
    } else if (node instanceof TypeInsnNode type) {
      return type.desc.hashCode();
    } else if (node instanceof LdcInsnNode constant) {
      return constant.cst.toString().hashCode();
    }
    return 0;
  }
}
