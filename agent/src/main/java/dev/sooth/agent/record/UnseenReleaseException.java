package dev.sooth.agent.record;

/** A lock is taken that another thread holds, as far as was seen: the trace is right up to here. */
final class UnseenReleaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnseenReleaseException(String what) {
    super(what + " by means that are not seen, such as Object.wait by reflection");
  }
}
