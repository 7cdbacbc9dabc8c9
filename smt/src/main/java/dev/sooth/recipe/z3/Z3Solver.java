package dev.sooth.recipe.z3;

import com.microsoft.z3.BitVecExpr;
import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Context;
import com.microsoft.z3.Global;
import com.microsoft.z3.IntExpr;
import com.microsoft.z3.IntNum;
import com.microsoft.z3.Model;
import com.microsoft.z3.Params;
import com.microsoft.z3.Status;
import com.microsoft.z3.Z3Exception;
import dev.sooth.recipe.Expr;
import dev.sooth.recipe.Formula;
import dev.sooth.recipe.Node;
import dev.sooth.recipe.Solver;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;

/**
 * Z3: orders as integers in difference logic, values as bit-vectors, since Java wraps. Of all
 * classes only this one names Z3, so that its library is loaded when a question is asked.
 */
@SuppressWarnings("unchecked") // arrays of generic expressions, which Z3 asks for
public final class Z3Solver implements Solver {
  private static final int DIFFERENCE_LOGIC = 3;

  /** So much memory, outside of Java's heap, the solver may take; then it does not know. */
  private static final int MOST_MEGABYTES = 2_000;

  private final Context context = new Context();
  private final com.microsoft.z3.Solver solver = context.mkSimpleSolver();
  private final Map<Integer, BoolExpr> executed = new HashMap<>();
  private final Map<Integer, IntExpr> orders = new HashMap<>();
  private final Map<Integer, IntExpr> seen = new HashMap<>(); // by read
  private final Map<Expr, BitVecExpr> values = new HashMap<>();
  private final long from;
  private boolean exhausted;
  private Model model;

  static {
    Global.setParameter("memory_max_size", String.valueOf(MOST_MEGABYTES));
  }

  /** What was read before this position of the trace is what it was. */
  public Z3Solver(long from) {
    this.from = from;
    Params params = context.mkParams();
    params.add("auto_config", false);
    params.add("arith.solver", DIFFERENCE_LOGIC);
    solver.setParameters(params);
  }

  @Override
  public void add(Formula formula) {
    try {
      if (!exhausted) {
        solver.add(bool(formula));
      }
    } catch (Z3Exception e) {
      exhausted = true; // out of memory
    }
  }

  @Override
  public Answer check(Formula question, long millis) {
    model = null;
    if (exhausted) {
      return Answer.UNKNOWN;
    }
    try {
      Params params = context.mkParams();
      params.add("timeout", (int) Math.min(Integer.MAX_VALUE, Math.max(1, millis)));
      solver.setParameters(params);
      solver.push();
      solver.add(bool(question));
      Status status = solver.check();
      model = status == Status.SATISFIABLE ? solver.getModel() : null;
      solver.pop();
      return switch (status) {
        case SATISFIABLE -> Answer.SATISFIABLE;
        case UNSATISFIABLE -> Answer.UNSATISFIABLE;
        default -> Answer.UNKNOWN;
      };
    } catch (Z3Exception e) {
      exhausted = true;
      return Answer.UNKNOWN;
    }
  }

  @Override
  public boolean holds(Formula variable) {
    return model.eval(bool(variable), false).isTrue();
  }

  @Override
  public long order(Node node) {
    IntExpr variable = orders.get(node.id);
    return variable != null && model.eval(variable, true) instanceof IntNum number
        ? number.getInt64()
        : 0;
  }

  @Override
  public void close() {
    context.close();
  }

  private BoolExpr executed(Node node) {
    return executed.computeIfAbsent(node.id, id -> context.mkBoolConst("x" + id));
  }

  private IntExpr order(int id) {
    return orders.computeIfAbsent(id, n -> context.mkIntConst("o" + n));
  }

  private IntExpr seen(Node read) {
    return seen.computeIfAbsent(read.id, n -> context.mkIntConst("s" + n));
  }

  private BoolExpr sees(Node read, Node write) {
    return context.mkBoolConst("s" + read.id + " " + write.id);
  }

  private BoolExpr bool(Formula formula) {
    if (formula instanceof Formula.Executed node) {
      return executed(node.node());
    } else if (formula instanceof Formula.Before before) {
      return context.mkLt(order(before.first().id), order(before.second().id));
    } else if (formula instanceof Formula.Sees sees) {
      return sees(sees.read(), sees.write());
    } else if (formula instanceof Formula.BeforeSeen before) {
      return context.mkLt(order(before.write().id), seen(before.read()));
    } else if (formula instanceof Formula.Chosen chosen) {
      return context.mkBoolConst("c" + chosen.first().id + " " + chosen.second().id);
    } else if (formula instanceof Formula.Not not) {
      return context.mkNot(bool(not.formula()));
    } else if (formula instanceof Formula.And and) {
      return context.mkAnd(all(and.parts()));
    } else if (formula instanceof Formula.Or or) {
      return context.mkOr(all(or.parts()));
    } else if (formula instanceof Formula.Equal equal) {
      return context.mkEq(value(equal.left()), value(equal.right()));
    } else if (formula instanceof Formula.Holds holds) {
      BoolExpr condition = comparison(holds.condition());
      return holds.outcome() ? condition : context.mkNot(condition);
    }
    throw new IllegalArgumentException(formula.toString());
  }

  private BoolExpr[] all(List<Formula> parts) {
    BoolExpr[] result = new BoolExpr[parts.size()];
    for (int i = 0; i < result.length; i++) {
      result[i] = bool(parts.get(i));
    }
    return result;
  }

  private BoolExpr comparison(Expr expr) {
    if (expr.isConstant()) {
      return context.mkBool(expr.value() != 0);
    }
    if (expr.isSettledBefore(from)) {
      return context.mkBool(expr.recorded() != 0);
    }
    BitVecExpr left = value(expr.left);
    BitVecExpr right = value(expr.right);
    return switch (expr.op) {
      case Opcodes.IF_ICMPEQ, Opcodes.IF_ACMPEQ -> context.mkEq(left, right);
      case Opcodes.IF_ICMPNE, Opcodes.IF_ACMPNE -> context.mkNot(context.mkEq(left, right));
      case Opcodes.IF_ICMPLT -> context.mkBVSLT(left, right);
      case Opcodes.IF_ICMPGE -> context.mkBVSGE(left, right);
      case Opcodes.IF_ICMPGT -> context.mkBVSGT(left, right);
      case Opcodes.IF_ICMPLE -> context.mkBVSLE(left, right);
      default -> throw new IllegalArgumentException("opcode " + expr.op);
    };
  }

  private BitVecExpr value(Expr expr) {
    BitVecExpr known = values.get(expr);
    if (known == null) {
      known = make(expr);
      values.put(expr, known);
    }
    return known;
  }

  private BitVecExpr make(Expr expr) {
    int width = expr.is64() ? Long.SIZE : Integer.SIZE;
    if (expr.isConstant()) {
      long value = width == Integer.SIZE ? (int) expr.value() : expr.value();
      return context.mkBV(value, width);
    }
    if (expr.isSettledBefore(from)) {
      return context.mkBV(width == Integer.SIZE ? (int) expr.recorded() : expr.recorded(), width);
    }
    if (expr.isSymbol()) {
      return context.mkBVConst("v" + expr.symbol(), width);
    }
    BitVecExpr left = value(expr.left);
    if (expr.right == null) {
      return unary(expr.op, left);
    }
    BitVecExpr right = value(expr.right);
    return switch (expr.op) {
      case Opcodes.ISHL, Opcodes.ISHR, Opcodes.IUSHR -> shift(expr.op, left, right, width);
      case Opcodes.LSHL, Opcodes.LSHR, Opcodes.LUSHR ->
          shift(expr.op - 1, left, context.mkZeroExt(Integer.SIZE, right), width);
      case Opcodes.LCMP ->
          (BitVecExpr)
              context.mkITE(
                  context.mkEq(left, right),
                  context.mkBV(0, Integer.SIZE),
                  context.mkITE(
                      context.mkBVSLT(left, right),
                      context.mkBV(-1, Integer.SIZE),
                      context.mkBV(1, Integer.SIZE)));
      default -> binary(expr.op, left, right);
    };
  }

  private BitVecExpr unary(int op, BitVecExpr value) {
    return switch (op) {
      case Opcodes.INEG, Opcodes.LNEG -> context.mkBVNeg(value);
      case Opcodes.I2L -> context.mkSignExt(Integer.SIZE, value);
      case Opcodes.L2I -> context.mkExtract(Integer.SIZE - 1, 0, value);
      case Opcodes.I2B -> context.mkSignExt(24, context.mkExtract(7, 0, value));
      case Opcodes.I2C -> context.mkZeroExt(16, context.mkExtract(15, 0, value));
      case Opcodes.I2S -> context.mkSignExt(16, context.mkExtract(15, 0, value));
      default -> throw new IllegalArgumentException("opcode " + op);
    };
  }

  /** The JVM looks at the lowest bits of the distance only. */
  private BitVecExpr shift(int op, BitVecExpr left, BitVecExpr right, int width) {
    BitVecExpr distance = context.mkBVAND(right, context.mkBV(width - 1, width));
    return switch (op) {
      case Opcodes.ISHL -> context.mkBVSHL(left, distance);
      case Opcodes.ISHR -> context.mkBVASHR(left, distance);
      default -> context.mkBVLSHR(left, distance);
    };
  }

  private BitVecExpr binary(int op, BitVecExpr left, BitVecExpr right) {
    return switch (op) {
      case Opcodes.IADD, Opcodes.LADD -> context.mkBVAdd(left, right);
      case Opcodes.ISUB, Opcodes.LSUB -> context.mkBVSub(left, right);
      case Opcodes.IMUL, Opcodes.LMUL -> context.mkBVMul(left, right);
      case Opcodes.IDIV, Opcodes.LDIV -> context.mkBVSDiv(left, right);
      case Opcodes.IREM, Opcodes.LREM -> context.mkBVSRem(left, right);
      case Opcodes.IAND, Opcodes.LAND -> context.mkBVAND(left, right);
      case Opcodes.IOR, Opcodes.LOR -> context.mkBVOR(left, right);
      case Opcodes.IXOR, Opcodes.LXOR -> context.mkBVXOR(left, right);
      default -> throw new IllegalArgumentException("opcode " + op);
    };
  }
}
