package dev.sooth.detect;

import dev.sooth.detect.hb.HbDetector;
import dev.sooth.detect.shb.ShbDetector;
import dev.sooth.detect.syncp.SyncPDetector;
import dev.sooth.detect.wcp.WcpDetector;
import java.util.function.Supplier;

/** The engines: the one table from which the command line, the report and the tests take them. */
public enum Engine {
  HB(
      "hb",
      "unordered by happens-before; only the first race of the trace is guaranteed",
      "one pass, time linear in the events, space in threads, locks and variables",
      true,
      HbDetector::new),
  SHB(
      "shb",
      "every report is a race",
      "one pass, time linear in the events, space in threads, locks and variables",
      true,
      ShbDetector::new),
  WCP(
      "wcp",
      "unordered by weak-causal precedence; the first report is a race or a deadlock",
      "one pass, time linear in the events, space up to linear in the critical sections",
      true,
      WcpDetector::new),
  SYNCP(
      "syncp",
      "every report is a race; finds all that keep the order of critical sections",
      "trace in memory, time about linear in the events",
      false,
      SyncPDetector::new);

  private final String id;
  private final String guarantee;
  private final String cost;
  private final boolean streaming;
  private final Supplier<Detector> factory;

  Engine(String id, String guarantee, String cost, boolean streaming, Supplier<Detector> factory) {
    this.id = id;
    this.guarantee = guarantee;
    this.cost = cost;
    this.streaming = streaming;
    this.factory = factory;
  }

  /** The name on the command line and in JSON. */
  public String id() {
    return id;
  }

  /** What a report of this engine means, in one sentence. */
  public String guarantee() {
    return guarantee;
  }

  /** Time and space, for the user's choice. */
  public String cost() {
    return cost;
  }

  /**
   * Whether it runs over a cursor, without loading the trace, for {@link Pairs#FIRST_PER_EVENT}.
   */
  public boolean streaming() {
    return streaming;
  }

  /** A new detector for one run. */
  public Detector create() {
    return factory.get();
  }
}
