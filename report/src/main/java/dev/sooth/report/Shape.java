package dev.sooth.report;

/** A kind of race that is known well, and how it is usually mended. */
enum Shape {
  COLLECTION(
      "unsynchronised-collection",
      "a collection that is not made for several threads: use one of java.util.concurrent, or hold"
          + " one lock at every use of it, iteration included"),
  COUNTER(
      "counter",
      "a counter: the read and the write of this line, as in x++, are two steps, and an update"
          + " between them is lost; use an atomic class, such as AtomicInteger, or hold one lock"
          + " around both"),
  CHECK_THEN_ACT(
      "check-then-act",
      "check-then-act: what was read can change before the write that follows it; hold one lock"
          + " around both, or use one atomic operation, such as compareAndSet"),
  LAZY_INITIALISATION(
      "lazy-initialisation",
      "lazy initialisation without volatile: a thread can make a second object, or see one that is"
          + " not complete; use a holder class, or hold one lock around check and assignment"),
  DOUBLE_CHECKED_LOCKING(
      "double-checked-locking",
      "double-checked locking without volatile: the check outside of the lock can see an old value,"
          + " or an object that is not complete; declare the field volatile"),
  FLAG(
      "flag",
      "a flag that one thread sets and another one polls: without volatile nothing makes the write"
          + " visible, and a loop that waits for it may never end; declare the field volatile"),
  FLAG_PUBLICATION(
      "flag-publication",
      "data that is handed over by a plain flag, which is set after it was written and polled"
          + " before it is read: nothing orders the two; declare the flag volatile"),
  UNSAFE_PUBLICATION(
      "unsafe-publication",
      "unsafe publication: a thread reads what the constructor of the object wrote, and nothing"
          + " orders the two; make the field final if it can be, or hand the object over through a"
          + " volatile field, a lock or a concurrent collection");

  private final String id;
  private final String words;

  Shape(String id, String words) {
    this.id = id;
    this.words = words;
  }

  /** Its name in JSON. */
  String id() {
    return id;
  }

  /** One sentence without its full stop; what it says of the program is never sure. */
  String hint() {
    return "looks like " + words;
  }
}
