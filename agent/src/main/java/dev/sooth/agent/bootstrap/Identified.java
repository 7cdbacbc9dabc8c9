package dev.sooth.agent.bootstrap;

/** Added to instrumented classes: the object carries its own number, 0 until it needs one. */
@SuppressWarnings("MemberName") // the names must not clash with any of the program's
public interface Identified {
  long $sooth$id();

  void $sooth$id(long id);
}
