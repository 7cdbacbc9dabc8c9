package dev.sooth.agent.online;

import dev.sooth.agent.bootstrap.CheckState;

/**
 * One word that says who has accessed a variable, when and where: {@code time(28) | slot(12) |
 * place(23)}, never negative, see {@link CheckState}. The time counts what a thread has given to
 * others; the slot stands for the thread and is used again when it has ended; the place is a site,
 * or a call path.
 */
final class Epoch {
  static final int PLACE_BITS = CheckState.PLACE_BITS;
  static final int SLOT_BITS = CheckState.SLOT_BITS;

  /** Slots are kept plus 1: none is 0 in a word. */
  static final int SLOTS = (1 << SLOT_BITS) - 1;

  static final int LAST_TIME = (1 << (63 - SLOT_BITS - PLACE_BITS)) - 1;

  private static final int PLACE = (1 << PLACE_BITS) - 1;

  private Epoch() {}

  /** An epoch without its place. */
  static long of(int time, int slot) {
    return (long) time << (SLOT_BITS + PLACE_BITS) | (slot + 1L) << PLACE_BITS;
  }

  /** Whether it is no epoch but a number in its place: there are several, in a list. */
  static boolean isListed(long word) {
    return word != 0 && word < CheckState.FIRST;
  }

  /** Places beyond the bits are not known. */
  static long at(long epoch, int place) {
    return (place & ~PLACE) == 0 ? epoch | place : epoch;
  }

  static int time(long epoch) {
    return (int) (epoch >>> (SLOT_BITS + PLACE_BITS));
  }

  static int slot(long epoch) {
    return ((int) (epoch >>> PLACE_BITS) & SLOTS) - 1;
  }

  static int place(long epoch) {
    return (int) epoch & PLACE;
  }
}
