package dev.sooth.agent.online;

/**
 * One word that says who has accessed a variable, when and where: {@code time(29) | slot(12) |
 * place(23)}. The time counts what a thread has given to others; the slot stands for the thread and
 * is used again when it has ended; the place is a site, or a call path.
 */
final class Epoch {
  static final int PLACE_BITS = 23;
  static final int SLOT_BITS = 12;

  static final int SLOTS = 1 << SLOT_BITS;
  static final int LAST_TIME = (1 << (64 - SLOT_BITS - PLACE_BITS)) - 1;

  /** In the place of an epoch: there are several, in a list. No access has time 0. */
  static final long LISTED = 1;

  private static final int PLACE = (1 << PLACE_BITS) - 1;

  private Epoch() {}

  /** An epoch without its place. */
  static long of(int time, int slot) {
    return (long) time << (SLOT_BITS + PLACE_BITS) | (long) slot << PLACE_BITS;
  }

  /** Places beyond the bits are not known. */
  static long at(long epoch, int place) {
    return (place & ~PLACE) == 0 ? epoch | place : epoch;
  }

  static int time(long epoch) {
    return (int) (epoch >>> (SLOT_BITS + PLACE_BITS));
  }

  static int slot(long epoch) {
    return (int) (epoch >>> PLACE_BITS) & (SLOTS - 1);
  }

  static int place(long epoch) {
    return (int) epoch & PLACE;
  }
}
