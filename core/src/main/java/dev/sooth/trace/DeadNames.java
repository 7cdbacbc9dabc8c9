package dev.sooth.trace;

import com.carrotsearch.hppc.LongHashSet;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Queue;

/**
 * Forgets the variables and locks of objects that are dead, so that their ids are given again: a
 * program that allocates for ever is read in the memory of what is alive.
 *
 * <p>What is told of a block is done when three more have been read. A reader may be so far ahead
 * of its user, who still looks at the names. Arrays are forgotten one by one. For other objects all
 * names are gone through, when there are as many dead as a quarter of the names, or twice as many
 * names as were left the last time: an object can have many.
 */
public final class DeadNames {
  /** What is known of a file besides what it says itself. */
  public interface LastUses {
    /** Objects that no block after this one names and that were not told before; or null. */
    long[] deadAfter(long block);
  }

  private static final int BLOCKS_LATER = 3;
  private static final int LEAST = 1 << 12;
  private static final BitSet NOTHING = new BitSet();

  /** Objects that were dead after so many blocks with events. */
  private static final class Told {
    final long[] objects;
    final long block;

    Told(long[] objects, long block) {
      this.objects = objects;
      this.block = block;
    }
  }

  private final Families families;
  private final StructuredNames variables;
  private final StructuredNames locks;
  private final Queue<Told> told = new ArrayDeque<>();
  private long blocks; // with events
  private final LongHashSet dead = new LongHashSet();
  private int namesLeft; // when they were gone through
  private volatile LastUses lastUses; // null if there is nothing to know
  private volatile BitSet except; // null as long as nothing may be forgotten
  private IdRanges forgottenVariables;
  private IdRanges forgottenLocks;

  public DeadNames(Families families, StructuredNames variables, StructuredNames locks) {
    this.families = families;
    this.variables = variables;
    this.locks = locks;
  }

  /**
   * From now on; see {@link TraceCursor#forgetDead}.
   *
   * @param known besides what is told, or null
   */
  public void begin(BitSet exceptVariables, LastUses known) {
    lastUses = known;
    except = exceptVariables;
  }

  /**
   * A block is over.
   *
   * @param events how many events it has
   * @param objects which are dead after it, or null
   */
  public void tell(int events, long[] objects) {
    blocks += events > 0 ? 1 : 0;
    if (except != null && objects != null) {
      told.add(new Told(objects, blocks));
    }
    long[] more = except == null || lastUses == null ? null : lastUses.deadAfter(blocks);
    if (more != null) {
      told.add(new Told(more, blocks));
    }
  }

  /** Whether there is something to {@link #forget}, which changes the names. */
  public boolean isDue() {
    return !told.isEmpty() && told.peek().block + BLOCKS_LATER <= blocks;
  }

  /** Forgets what can be forgotten by now. */
  public void forget() {
    if (forgottenVariables == null) {
      forgottenVariables = new IdRanges();
      forgottenLocks = new IdRanges();
    }
    while (isDue()) {
      for (long object : told.remove().objects) {
        forgetArray(object);
        dead.add(object);
      }
    }
    int names = variables.singles() + locks.singles();
    if (dead.size() >= LEAST && (dead.size() >= names / 4 || names >= 2 * namesLeft)) {
      variables.forgetSingles(dead, except, forgottenVariables);
      locks.forgetSingles(dead, NOTHING, forgottenLocks);
      dead.release();
      namesLeft = variables.singles() + locks.singles();
    }
  }

  private void forgetArray(long object) {
    for (int prefix = 0; prefix < families.prefixes(); prefix++) {
      int array = families.arrayOf(prefix, object);
      if (array != Families.UNKNOWN) {
        boolean noVariable = variables.forgetArray(array, except, forgottenVariables);
        boolean noLock = locks.forgetArray(array, NOTHING, forgottenLocks);
        if (noVariable && noLock) {
          families.removeArray(array);
        }
      }
    }
  }

  /** Tells the user what was forgotten since the last time. */
  public void show(EventBatch batch) {
    batch.forgottenVariables = forgottenVariables;
    batch.forgottenLocks = forgottenLocks;
    forgottenVariables = null;
    forgottenLocks = null;
  }
}
