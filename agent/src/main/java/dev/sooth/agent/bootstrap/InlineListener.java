package dev.sooth.agent.bootstrap;

import java.lang.ref.Reference;
import java.util.List;

/**
 * Works inside the running program, at the very moment of each operation: a detector such as
 * FastTrack that needs no trace. An implementation is a public class with a public constructor
 * without parameters, in the agent's jar; {@code listener=} names it.
 *
 * <p>What is promised:
 *
 * <ul>
 *   <li>The calls of one thread come in its order, by itself. The fork of a thread comes before all
 *       of its own; a join after them.
 *   <li>An operation below {@link Op#FIRST_WITHOUT_STRIPE} comes while the {@linkplain Op#stripe
 *       stripe} of its key is locked: for one key the order of the calls is the order in which the
 *       accesses took place, and that of the trace. What is kept by stripe or by key needs no lock.
 *   <li>An error ends the listening, with a message; the program goes on.
 * </ul>
 *
 * <p>What is asked in return, because other threads wait for the stripe meanwhile, and because the
 * program may be at the end of its stack:
 *
 * <ul>
 *   <li>Use {@code java.base} and this package only. Wait for nothing but locks of your own whose
 *       holders do not wait; start no threads, print nothing, call nothing of the program. What is
 *       called is not recorded.
 *   <li>Load no class late. To that end a second object of the class is taken through a few
 *       operations before the program starts, and thrown away; so keep no static state.
 *   <li>Stay flat: when the stack is full the JVM gives one page ({@code -XX:StackReservedPages}),
 *       which is enough for some ten small frames. Never recurse without bound: an overflow is the
 *       one error that the program gets too, because the JVM throws it again when the hook ends.
 *   <li>Keys are unique among those of their {@linkplain Op#space space} only. Objects have their
 *       numbers for ever, so what is kept by key grows with what the program touches.
 * </ul>
 */
public abstract class InlineListener {
  /** For subclasses. */
  protected InlineListener() {}

  /**
   * A thread gets a log: by the one that starts it, before the fork, or by itself if the JVM or
   * native code has started it. One call at a time, in the order of the numbers.
   *
   * @param thread its number, from 0 on
   * @param name its name now, null while the JVM makes it
   * @param forked whether a fork will be told
   * @return what is to be given back with each operation of the thread
   */
  public abstract Object threadMade(int thread, String name, boolean forked);

  /** The same with the thread, which must not be kept alive. */
  public Object threadMade(int thread, String name, boolean forked, Reference<Thread> object) {
    return threadMade(thread, name, forked);
  }

  /**
   * The same as the next with the object whose number stands in the key, if it is known, else null.
   * It is given to {@link AccessChecker}s only, and must not be kept alive.
   */
  public void operation(int thread, Object state, int op, int site, long key, Object subject) {
    operation(thread, state, op, site, key);
  }

  /**
   * The current thread does something.
   *
   * @param thread its number
   * @param state what {@link #threadMade} has returned for it
   * @param op the operation, see {@link Op}; {@link Op#BEGIN} is not told, and {@link Op#END} not
   *     of all threads
   * @param site the place in the program, a name for which {@link Names} has
   * @param key what is touched, see {@link Op}
   */
  public abstract void operation(int thread, Object state, int op, int site, long key);

  /**
   * What to say at the end of the run, by another thread. Nothing new is told any more, but a
   * thread that runs on may not yet have returned from its last operation.
   */
  public List<String> report(Names names) {
    return List.of();
  }

  /** What to say now, by another thread, which asks again and again while the program runs. */
  public List<String> news(Names names) {
    return List.of();
  }

  /** Names for people, see {@link #report}. */
  public interface Names {
    /** The place in the program's source. */
    String site(int site);

    /** What the key of this operation stands for, as in a trace; not of threads. */
    String target(int op, long key);
  }
}
