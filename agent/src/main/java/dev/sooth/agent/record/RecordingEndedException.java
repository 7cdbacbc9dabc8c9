package dev.sooth.agent.record;

/** Recording ends with the events that came so far, which are right; the message says why. */
final class RecordingEndedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Whether the user has asked for it. */
  final boolean isExpected;

  private RecordingEndedException(String message, boolean isExpected) {
    super(message);
    this.isExpected = isExpected;
  }

  /** The limit of this option is reached. */
  static RecordingEndedException limit(String option) {
    return new RecordingEndedException(option + " reached", true);
  }

  /** A lock is taken that another thread holds, as far as was seen. */
  static RecordingEndedException unseenRelease(String what) {
    return new RecordingEndedException(
        what + " by means that are not seen, such as Object.wait by reflection", false);
  }
}
