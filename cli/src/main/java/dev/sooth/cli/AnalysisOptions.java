package dev.sooth.cli;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Pairs;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What to do with each trace.
 *
 * @param engines in the order in which their results are reported
 * @param firstOnly end each run at its first race
 * @param perVariable report the first race of each variable only
 * @param filter leave out what cannot matter to any other thread
 * @param maxRaces how many races to keep; all are counted
 * @param timeout for one engine on one trace, reading included
 * @param proveBudget time for the proofs of one run; empty switches proving off
 * @param keepWitnesses whether the report will print them
 */
record AnalysisOptions(
    List<Engine> engines,
    Pairs pairs,
    boolean firstOnly,
    boolean perVariable,
    boolean filter,
    int maxRaces,
    Optional<Duration> timeout,
    Optional<Duration> proveBudget,
    boolean keepWitnesses) {}
