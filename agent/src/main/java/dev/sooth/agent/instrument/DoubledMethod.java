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
 * <p>The next visitors see one method; {@link MethodContext#unchecked} tells them which body they
 * are in. Of constructors what follows the call of another constructor is doubled. Initialisers of
 * classes keep one body, with a look at each access; and so do unusual constructors, and large
 * methods, since the JIT compiles none of more than 8000 bytes.
 */
final class DoubledMethod extends MethodNode {
  private static final int LARGEST = 8000;
  private static final int BYTES_A_CHECK = 24;
  private static final int BYTES_AN_INSTRUCTION = 3;
  private static final String SAMPLING = "dev/sooth/agent/bootstrap/Sampling";

  private final PositionTracker next;
  private final MethodVisitor unchecked;
  private final MethodContext context;
  private final int classVersion;

  /**
   * @param next what instruments a method
   * @param unchecked the first of its visitors that is also for the body without checks
   */
  DoubledMethod(
      PositionTracker next,
      MethodVisitor unchecked,
      MethodContext context,
      int classVersion,
      String signature,
      String[] exceptions) {
    super(Opcodes.ASM9, context.access, context.name, context.descriptor, signature, exceptions);
    this.next = next;
    this.unchecked = unchecked;
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
    int bytes = 2 * BYTES_AN_INSTRUCTION * instructions.size() + BYTES_A_CHECK * accesses;
    AbstractInsnNode start = name.equals("<init>") ? new ConstructorStart(this).last() : null;
    boolean canBe = start != null || !name.startsWith("<");
    if (accesses > 0 && canBe && bytes < LARGEST) {
      String full = context.owner.info.name.replace('/', '.') + '.' + name + desc;
      doubleBody(Methods.number(full, hash(full)), start);
    } else {
      context.conditional = true;
    }
    accept(next);
  }

  private static boolean isAccess(AbstractInsnNode node) {
    int opcode = node.getOpcode();
    return node instanceof FieldInsnNode
        || (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD)
        || (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE)
        || (node instanceof MethodInsnNode call && call.owner.startsWith("java/util/"));
  }

  /**
   * Doubles what comes after {@code start}, or all if that is null.
   *
   * @param start the call of another constructor in a constructor: before it there is no object
   */
  private void doubleBody(int number, AbstractInsnNode start) {
    Map<LabelNode, LabelNode> checked = labels();
    Map<LabelNode, LabelNode> plain = labels();
    Set<LabelNode> heads = classVersion >= Opcodes.V1_6 ? loopHeads() : Set.of();
    LabelNode second = new LabelNode();
    InsnList both = new InsnList();
    AbstractInsnNode first = instructions.getFirst();
    if (start != null) {
      both.add(new Turn(() -> context.conditional = true));
      for (; first != start.getNext(); first = first.getNext()) {
        both.add(first.clone(checked));
        if (first instanceof LabelNode label) {
          plain.put(label, second);
        }
      }
      both.add(new Turn(() -> context.conditional = false));
    }
    askAtStart(both, number, second);
    for (AbstractInsnNode node = first; node != null; node = node.getNext()) {
      both.add(node.clone(checked));
      LabelNode head = headBefore(node, heads);
      if (head != null) {
        ask(both, "again", number, plain.get(head));
      }
    }
    both.add(second);
    if (classVersion >= Opcodes.V1_6) {
      both.add(firstFrame());
      both.add(new InsnNode(Opcodes.NOP)); // the body may begin with a frame of its own
    }
    both.add(
        new Turn(
            () -> {
              context.unchecked = true;
              next.goOnWith(unchecked);
            }));
    for (AbstractInsnNode node = first; node != null; node = node.getNext()) {
      both.add(node.clone(plain));
    }
    instructions = both;
    copyTables(checked, plain);
  }

  /** The handlers and the names of local variables, for both bodies. */
  private void copyTables(Map<LabelNode, LabelNode> checked, Map<LabelNode, LabelNode> plain) {
    List<TryCatchBlockNode> handlers = new ArrayList<>();
    List<LocalVariableNode> variables = new ArrayList<>();
    for (Map<LabelNode, LabelNode> copy : List.of(checked, plain)) {
      for (TryCatchBlockNode block : tryCatchBlocks) {
        handlers.add(
            new TryCatchBlockNode(
                copy.get(block.start), copy.get(block.end), copy.get(block.handler), block.type));
      }
      for (LocalVariableNode v :
          localVariables == null ? List.<LocalVariableNode>of() : localVariables) {
        variables.add(
            new LocalVariableNode(
                v.name, v.desc, v.signature, copy.get(v.start), copy.get(v.end), v.index));
      }
    }
    tryCatchBlocks = handlers;
    localVariables = variables;
    visibleLocalVariableAnnotations = null; // of class files only; nobody can ask for them
    invisibleLocalVariableAnnotations = null;
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
