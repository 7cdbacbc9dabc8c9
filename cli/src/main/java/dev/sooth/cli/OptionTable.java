package dev.sooth.cli;

/**
 * What {@link QuickLine} knows of the options: for each verb its fields with their kind, names and
 * default. It follows from the annotations of the commands; {@code QuickLineTest} compares them,
 * and prints the table as it should be.
 */
final class OptionTable {
  static final String TEXT =
      """
      analyze:
        global.quiet flag -q,--quiet
        global.debug flag --debug
        reading.format value --input-format
        reading.lenient flag --lenient
        grains.shape value --grain-shape
        grains.size value --grain-size
        grains.states value --lru
        grains.complete flag --complete
        reports.html value --html
        reports.sarif value --sarif
        reports.junitXml value --junit-xml
        reports.json value --json
        reports.github value --github
        reports.gitlab value --gitlab
        reports.sourcePath value --source-path
        reports.baseline value --baseline
        reports.failOn value --fail-on
        reports.suppressions value --suppressions
        traces arguments -
        engines value -e,--engine syncp
        pairs value --pairs first-per-event
        first flag --first
        perVariable flag --per-variable
        threads value -j,--threads 1
        witness flag -w,--witness
        fullWitness flag --full-witness
        newOnly flag --new-only
        format value -f,--format text
        output value -o,--output
        timeout value --timeout
        proveBudget value --prove-budget
        noProve flag --no-prove
        maxRaces value --max-races 1000000
        noFilter flag --no-filter
        heapWarning flag --max-heap-warning
      info:
        global.quiet flag -q,--quiet
        global.debug flag --debug
        reading.format value --input-format
        reading.lenient flag --lenient
        format value -f,--format text
        checkValues flag --check-values
        trace arguments -
      run:
        global.quiet flag -q,--quiet
        global.debug flag --debug
        program arguments -
        attach value --attach
        attachOff value --attach-off
        recordOnly flag --record-only
        engines value -e,--engine
        timeout value --timeout 60s
        witness flag -w,--witness
        fullWitness flag --full-witness
        values flag --values
        repeats flag --repeats
        deep.dataflow flag --dataflow
        deep.deep flag --deep
        stacks value --stacks
        maxEvents value --max-events
        maxTraceSize value --max-trace-size
        grace value --grace 10s
        duration value --duration
        strict flag --strict
        out value -o,--out
        online.online value --online
        online.in value --online-in parent
        online.noTrace flag --no-trace
        online.thenRecord flag --then-record
        checks.haltOnError flag --halt-on-error
        checks.exitCode value --exit-code
        checks.logPath value --log-path
        checks.shadowMemory value --shadow-memory
        checks.pairs value --pairs
        checks.frequent value --frequent
        reports.html value --html
        reports.sarif value --sarif
        reports.junitXml value --junit-xml
        reports.json value --json
        reports.github value --github
        reports.gitlab value --gitlab
        reports.sourcePath value --source-path
        reports.baseline value --baseline
        reports.failOn value --fail-on
        reports.suppressions value --suppressions
      """;

  private OptionTable() {}
}
