package dev.sooth.detect;

import dev.sooth.trace.Trace;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * An engine and the options it runs with: a value. All that the command line, the reports and the
 * analysis know of an engine is what its registration says, so that nothing but {@link Engines} has
 * to name one.
 *
 * <pre>{@code
 * Engine mine =
 *     Engine.named("mine")
 *         .guarantee("every report is a race", Engine.Trust.EACH_REPORT)
 *         .cost("one pass, time linear in the events", Engine.Growth.LINEAR)
 *         .streaming()
 *         .detector(MyDetector::new)
 *         .witnesses(MyWitnesses::new);
 * }</pre>
 */
public final class Engine {
  /** What a report is worth before it is proved. */
  public enum Trust {
    /** Every report is a race: one without an accepted witness is a bug of ours. */
    EACH_REPORT,
    /** A report may be none. */
    NEEDS_PROOF
  }

  /** How the time grows with the trace. */
  public enum Growth {
    LINEAR,
    POLYNOMIAL,
    EXPONENTIAL
  }

  private final Builder is;
  private final EngineOptions options;

  private Engine(Builder is, EngineOptions options) {
    this.is = is;
    this.options = options;
  }

  /** Begins the registration of an engine, with its name on the command line and in JSON. */
  public static Builder named(String id) {
    return new Builder(id);
  }

  /** The name on the command line and in JSON. */
  public String id() {
    return is.id;
  }

  /** What a report of this engine means, in one sentence. */
  public String guarantee() {
    return is.guarantee;
  }

  /** Time and space, for the user's choice. */
  public String cost() {
    return is.cost;
  }

  /** Whether every report is a race, so that a report without an accepted witness is a bug. */
  public boolean sound() {
    return is.trust == Trust.EACH_REPORT;
  }

  /** Whether its time is polynomial, so that {@code all} includes it on a trace of any size. */
  public boolean polynomial() {
    return is.growth != Growth.EXPONENTIAL;
  }

  /**
   * Whether it runs over a cursor, without loading the trace, for {@link Pairs#FIRST_PER_EVENT},
   * with its options.
   */
  public boolean streaming() {
    return is.streaming && options.allowsStreaming();
  }

  /** Whether an access costs it so much that a pass to leave out needless ones is worth it. */
  public boolean gainsFromFilter() {
    return is.gainsFromFilter;
  }

  /** What its detectors run with. */
  public EngineOptions options() {
    return options;
  }

  /** Whether it has options of this family. */
  public boolean takes(Class<? extends EngineOptions> family) {
    return is.family == family;
  }

  /**
   * The same engine with other options.
   *
   * @throws IllegalArgumentException if they are those of another family
   */
  public Engine with(EngineOptions other) {
    if (!is.family.isInstance(other)) {
      throw new IllegalArgumentException(
          "%s takes %s, not %s".formatted(is.id, is.family.getSimpleName(), other));
    }
    return new Engine(is, other);
  }

  /** The same engine for so many threads. */
  public Engine withThreads(int threads) {
    return with(options.withThreads(threads));
  }

  /** A new detector for one run. */
  public Detector create() {
    return is.detector.apply(options);
  }

  /**
   * A new detector for one run to which events are pushed.
   *
   * @throws IllegalStateException if the engine needs the trace in memory, see {@link #streaming}
   */
  public StreamingDetector createStreaming() {
    if (streaming() && create() instanceof StreamingDetector detector) {
      return detector;
    }
    throw new IllegalStateException(is.id + " needs the trace in memory");
  }

  /** The search for witnesses of this engine's reports on one trace. */
  public WitnessSearch witnessSearch(Trace trace) {
    return is.witnesses.apply(trace);
  }

  /** For the report: what it leaves out to be fast; nothing if it always finds all of its class. */
  public Optional<Heuristics> heuristics() {
    return options.heuristics();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Engine engine && is == engine.is && options.equals(engine.options);
  }

  @Override
  public int hashCode() {
    return Objects.hash(is.id, options);
  }

  @Override
  public String toString() {
    return is.id;
  }

  /** The registration of an engine; all parts are needed but {@link #streaming} and the filter. */
  public static final class Builder {
    private final String id;
    private String guarantee;
    private Trust trust;
    private String cost;
    private Growth growth;
    private boolean streaming;
    private boolean gainsFromFilter = true;
    private EngineOptions defaults;
    private Class<? extends EngineOptions> family;
    private Function<EngineOptions, Detector> detector;
    private Function<Trace, WitnessSearch> witnesses;

    private Builder(String id) {
      this.id = Objects.requireNonNull(id);
    }

    /** What a report means, in one sentence for the user, and what it is worth unproved. */
    public Builder guarantee(String sentence, Trust reports) {
      guarantee = sentence;
      trust = reports;
      return this;
    }

    /** Time and space, in one sentence for the user, and how the time grows. */
    public Builder cost(String sentence, Growth time) {
      cost = sentence;
      growth = time;
      return this;
    }

    /** It needs one pass over a cursor and not the trace in memory. */
    public Builder streaming() {
      streaming = true;
      return this;
    }

    /** It does so little for an access that to filter a stream costs more. */
    public Builder cheaperThanFilter() {
      gainsFromFilter = false;
      return this;
    }

    /** Makes its detectors; it has no options. */
    public Builder detector(Supplier<Detector> factory) {
      return detector(new EngineOptions.None(), EngineOptions.None.class, none -> factory.get());
    }

    /** Makes its detectors from options of a family of its own. */
    public <O extends EngineOptions> Builder detector(
        O whenNothingIsSaid, Class<O> ofFamily, Function<O, Detector> factory) {
      defaults = whenNothingIsSaid;
      family = ofFamily;
      detector = options -> factory.apply(ofFamily.cast(options));
      return this;
    }

    /** The last part of an engine that needs more than the events of a trace. */
    public Engine runElsewhere() {
      return detector(
              () -> {
                throw new IllegalStateException(id + " needs more than the events of a trace");
              })
          .witnesses(
              trace -> {
                throw new IllegalStateException(id + " has no witnesses");
              });
    }

    /** The last part: how witnesses for its reports are searched for on one trace. */
    public Engine witnesses(Function<Trace, WitnessSearch> search) {
      witnesses = Objects.requireNonNull(search);
      Objects.requireNonNull(guarantee, "guarantee");
      Objects.requireNonNull(cost, "cost");
      Objects.requireNonNull(detector, "detector");
      return new Engine(this, defaults);
    }
  }
}
