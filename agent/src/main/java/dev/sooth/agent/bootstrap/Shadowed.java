package dev.sooth.agent.bootstrap;

/**
 * Added to instrumented classes, in the place of {@link Identified}, when accesses are checked
 * while the program runs: the object carries what is known of the accesses to its fields.
 */
@SuppressWarnings("MemberName") // the names must not clash with any of the program's
public interface Shadowed extends Identified {
  Object $sooth$shadow();

  void $sooth$shadow(Object shadow);
}
