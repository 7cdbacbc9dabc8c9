package dev.sooth.detect;

/** An engine that guarantees its reports made one that the checker rejects: a bug of ours. */
public final class UnsoundReportException extends RuntimeException {
  public UnsoundReportException(Engine engine, int first, int second, String objection) {
    super(
        "internal error: engine %s reports events %d and %d, and the checker rejects it: %s"
            .formatted(engine.id(), first, second, objection));
  }
}
