package dev.sooth.trace.format;

import com.carrotsearch.hppc.IntHashSet;
import com.carrotsearch.hppc.IntLongHashMap;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.EventValues;
import dev.sooth.trace.Kind;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Verifies that a trace is value-consistent: every read has read the value of the last write before
 * it. The first read of a variable that was not written before tells its initial value.
 */
public final class ValueCheck {
  private static final int COMPLAINTS = 10;

  private long values;
  private long checked;
  private long wrong;
  private final List<String> complaints = new ArrayList<>();

  private ValueCheck() {}

  /** Checks the trace against the values recorded with it. */
  public static ValueCheck run(TraceSource trace) throws IOException {
    ValueCheck check = new ValueCheck();
    try (TraceCursor cursor = trace.open()) {
      check.compare(cursor);
    }
    return check;
  }

  private void compare(TraceCursor cursor) throws IOException {
    IntLongHashMap last = new IntLongHashMap();
    IntHashSet unknown = new IntHashSet();
    EventBatch batch = new EventBatch();
    while (cursor.next(batch)) {
      EventValues recorded = batch.values;
      for (int i = batch.from; i < batch.to; i++) {
        boolean known = recorded != null && recorded.isKnown(i);
        long value = known ? recorded.get(i) : 0;
        values += known ? 1 : 0;
        byte kind = batch.kind[i];
        int variable = batch.target[i];
        if (kind == Kind.WRITE || kind == Kind.VOLATILE_WRITE) {
          if (known) {
            last.put(variable, value);
            unknown.removeAll(variable);
          } else {
            unknown.add(variable);
          }
        } else if ((kind == Kind.READ || kind == Kind.VOLATILE_READ) && known) {
          checked++;
          int slot = last.indexOf(variable);
          if (!unknown.contains(variable)
              && last.indexExists(slot)
              && last.indexGet(slot) != value) {
            wrong++;
            if (complaints.size() < COMPLAINTS) {
              complaints.add(
                  "event "
                      + (batch.base + i)
                      + " reads "
                      + value
                      + " from "
                      + cursor.names().variables().get(variable)
                      + ", last written "
                      + last.indexGet(slot));
            }
          }
          last.put(variable, value);
          unknown.removeAll(variable);
        }
      }
    }
  }

  /** How many events had a value. */
  public long values() {
    return values;
  }

  /** How many reads had a value to compare. */
  public long checked() {
    return checked;
  }

  /** How many reads did not read the last value written. */
  public long wrong() {
    return wrong;
  }

  /** The first of them. */
  public List<String> complaints() {
    return complaints;
  }
}
