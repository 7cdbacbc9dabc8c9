package dev.sooth.example.inline;

import dev.sooth.agent.bootstrap.InlineListener;
import dev.sooth.agent.bootstrap.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Says in which order it was told of the operations on each location, so that the seam can be
 * compared with the trace. Nothing but the stripe guards its lists: without it entries would be
 * lost.
 */
public final class OrderListener extends InlineListener {
  /** The start of its lines; then come the location, a bar, and the event. */
  public static final String LINE = "told ";

  private final long[][] byStripe = new long[Op.STRIPES][]; // thread, operation, key
  private final int[] used = new int[Op.STRIPES];
  private final List<String> threads = new ArrayList<>();

  @Override
  public Object threadMade(int thread, String name, boolean forked) {
    String unique = name == null || name.isEmpty() ? "thread" : name; // as in the trace
    while (threads.contains(unique)) {
      unique += "#" + thread;
    }
    threads.add(unique);
    return null;
  }

  @Override
  public void operation(int thread, Object state, int op, int site, long key) {
    if (op >= Op.FIRST_WITHOUT_STRIPE) {
      return;
    }
    int stripe = Op.stripe(key);
    int at = used[stripe];
    if (byStripe[stripe] == null) {
      byStripe[stripe] = new long[12];
    } else if (at == byStripe[stripe].length) {
      byStripe[stripe] = Arrays.copyOf(byStripe[stripe], 2 * at);
    }
    byStripe[stripe][at] = thread;
    byStripe[stripe][at + 1] = op;
    byStripe[stripe][at + 2] = key;
    used[stripe] = at + 3;
  }

  /** A line for each event of a location, as it has to be in the trace. */
  @Override
  public List<String> report(Names names) {
    List<String> lines = new ArrayList<>();
    for (int stripe = 0; stripe < Op.STRIPES; stripe++) {
      for (int at = 0; at < used[stripe]; at += 3) {
        int op = (int) byStripe[stripe][at + 1];
        if (op != Op.AFTER_ALL) {
          String target = names.target(op, byStripe[stripe][at + 2]);
          for (String kind : kinds(op)) {
            lines.add(LINE + target + "|" + threads.get((int) byStripe[stripe][at]) + " " + kind);
          }
        }
      }
    }
    return lines;
  }

  private static List<String> kinds(int op) {
    return switch (op) {
      case Op.FIELD_READ, Op.ELEMENT_READ -> List.of("r");
      case Op.FIELD_WRITE, Op.ELEMENT_WRITE -> List.of("w");
      case Op.FIELD_VOLATILE_READ, Op.ELEMENT_VOLATILE_READ, Op.HIDDEN_READ -> List.of("vr");
      case Op.FIELD_VOLATILE_WRITE, Op.ELEMENT_VOLATILE_WRITE, Op.HIDDEN_WRITE -> List.of("vw");
      case Op.ACQUIRE -> List.of("acq");
      case Op.RELEASE -> List.of("rel");
      default -> List.of("vr", "vw");
    };
  }
}
