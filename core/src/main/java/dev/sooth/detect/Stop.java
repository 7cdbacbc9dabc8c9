package dev.sooth.detect;

/**
 * Asked by an engine between steps of bounded work whether it should end now and keep what it
 * found.
 */
@FunctionalInterface
public interface Stop {
  /** Never stop. */
  Stop NEVER = () -> false;

  boolean now();
}
