package dev.sooth.agent.bootstrap;

import java.util.Arrays;

/** What the hooks remember of a thread's start, its methods and its uses of classes. */
abstract class CallState extends HeldLocks {
  /** Whether its fork is in the log of the thread that starts it; the starter's. */
  boolean forkRecorded;

  /** Whether a thread that is not recorded starts it; the starter's. */
  boolean startedByOld;

  /** Whether the thread was started by a second attempt; the starter's, read after the start. */
  boolean startedAgain;

  /** Above 0 inside a JDK method that is modelled as a whole, so that its internals stay silent. */
  int quiet;

  /** What it was before the program was called, see {@link JdkHooks#leavingSilence}. */
  int quietBefore;

  /** How many links had been made when the thread last read of them, see {@link LinkHooks}. */
  int linksKnown;

  /** What the key that was computed last is the key of: {@link Op#FIELDS} or its like. */
  int space;

  /** Set while what is recorded stands for plain state, by which nobody comes after another. */
  boolean plainState;

  /** State of the random pauses, see {@link Jitter}. */
  int jitter;

  /** The method of the JDK that recorded code has called last, see {@link RecordedJdkHooks}. */
  int calledJdk;

  /** Whether the recorded method of the JDK that runs was called by recorded code. */
  boolean inCalledJdk;

  /** What the method is that the program is about to call, see {@link FlowHooks#calling}. */
  int expectedCall;

  /** Whether the arguments of the method that was just entered are recorded. */
  boolean tellsArguments;

  /** Maps of which the thread has lately seen entries, newest first; null until there is one. */
  EntryOwners.Recent entriesSeen;

  /** Whether the access in progress is a store into an array, see {@link Hooks#afterStore}. */
  boolean storing;

  /** A reference about to be stored into an array. */
  Object storedReference;

  // The same of its callers: bit per call.
  private long[] outerJdk = new long[1];
  private int jdkDepth;

  private long[] initialised = new long[4]; // bit per class whose initialisation was seen

  void jdkEntered(int call) {
    int word = jdkDepth >>> 6;
    if (word == outerJdk.length) {
      outerJdk = Arrays.copyOf(outerJdk, 2 * word);
    }
    long bit = 1L << jdkDepth++;
    outerJdk[word] = inCalledJdk ? outerJdk[word] | bit : outerJdk[word] & ~bit;
    inCalledJdk = calledJdk == call;
    calledJdk = 0;
  }

  void jdkLeft() {
    if (jdkDepth > 0) {
      jdkDepth--;
      inCalledJdk = (outerJdk[jdkDepth >>> 6] & 1L << jdkDepth) != 0;
    }
  }

  /** Whether the class is marked as seen initialised. */
  boolean hasUsed(int classIndex) {
    int w = classIndex >>> 6;
    return w < initialised.length && (initialised[w] & 1L << classIndex) != 0;
  }

  /** Marks the class as seen initialised; true the first time. */
  boolean firstUse(int classIndex) {
    int w = classIndex >>> 6;
    if (w >= initialised.length) {
      initialised = Arrays.copyOf(initialised, Math.max(w + 1, initialised.length * 2));
    }
    long bit = 1L << classIndex;
    if ((initialised[w] & bit) != 0) {
      return false;
    }
    initialised[w] |= bit;
    return true;
  }
}
