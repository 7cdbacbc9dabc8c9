package dev.sooth.cli;

import dev.sooth.analysis.Printable;
import dev.sooth.race.Refutation;
import dev.sooth.race.Refutation.Rule;
import dev.sooth.race.Verdict;
import dev.sooth.report.BadReportException;
import dev.sooth.report.VerdictReader.ReportedVerdict;
import dev.sooth.trace.Trace;
import dev.sooth.verify.RefutationChecker;
import dev.sooth.verify.WitnessCheck;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Checks verdicts that were read from a file, against the trace and nothing else. */
final class VerdictVerifier {
  /** What a verdict rests on, and what was done to check it. */
  private enum Proof {
    WITNESS("race", "the witness was executed"),
    CONTAINED("no race, contained", "what the later access needs was computed from the trace"),
    COMMON_LOCK("no race, common lock", "both sections were found in the trace"),
    DERIVATION("no race, derivation", "each rule and cycle was rebuilt from the trace"),
    EXHAUSTED(
        "no race, exhausted search",
        "each excluded choice was derived again from the rules and cycles"),
    NOTHING("unknown", "nothing to check; it may or may not be a race");

    private final String name;
    private final String checked;

    Proof(String name, String checked) {
      this.name = name;
      this.checked = checked;
    }
  }

  private final Io io;
  private final String reportName;
  private final String traceName;
  private final Trace trace;
  private final WitnessCheck witnesses;
  private final RefutationChecker refutations;
  private final Map<Proof, int[]> counts = new EnumMap<>(Proof.class); // accepted, rejected

  VerdictVerifier(Io io, String reportName, String traceName, Trace trace, WitnessCheck witnesses) {
    this.io = io;
    this.reportName = reportName;
    this.traceName = traceName;
    this.trace = trace;
    this.witnesses = witnesses;
    refutations = new RefutationChecker(trace);
    for (Proof proof : Proof.values()) {
      counts.put(proof, new int[2]);
    }
  }

  void check(ReportedVerdict reported) throws IOException {
    checkPair(reported);
    int first = reported.first();
    int second = reported.second();
    Verdict verdict = reported.verdict();
    Optional<String> objection = Optional.empty();
    if (verdict instanceof Verdict.Race race) {
      objection = witnesses.objection(first, second, race.witness());
    } else if (verdict instanceof Verdict.NoRace none) {
      objection = refutations.objection(first, second, none.refutation());
    }
    Proof proof = proofOf(verdict);
    counts.get(proof)[objection.isPresent() ? 1 : 0]++;
    if (objection.isPresent()) {
      io.say(
          "%s: events %d and %d: %s rejected: %s"
              .formatted(
                  reportName,
                  first,
                  second,
                  proof == Proof.WITNESS ? "witness" : "refutation",
                  objection.get()));
    }
  }

  private static Proof proofOf(Verdict verdict) {
    if (verdict instanceof Verdict.Race) {
      return Proof.WITNESS;
    }
    if (!(verdict instanceof Verdict.NoRace none)) {
      return Proof.NOTHING;
    }
    if (none.refutation() instanceof Refutation.Contained) {
      return Proof.CONTAINED;
    }
    if (none.refutation() instanceof Refutation.Derivation derivation) {
      return derivation.count(Rule.LEARNED) > 0 ? Proof.EXHAUSTED : Proof.DERIVATION;
    }
    return Proof.COMMON_LOCK;
  }

  /** The verdict must be about two accesses of this trace that conflict. */
  private void checkPair(ReportedVerdict reported) throws IOException {
    int first = reported.first();
    int second = reported.second();
    if (reported.events() >= 0 && reported.events() != trace.size()) {
      throw misfit(
          reported,
          "the report is about %d events and the trace has %d"
              .formatted(reported.events(), trace.size()));
    }
    for (int event : new int[] {first, second}) {
      if (event >= trace.size()) {
        throw misfit(reported, "the trace has no event %d, only %d".formatted(event, trace.size()));
      }
    }
    if (!PlainConflict.of(trace, first, second)) {
      throw misfit(
          reported,
          "%s and %s are not %s"
              .formatted(trace.describe(first), trace.describe(second), PlainConflict.WORDS));
    }
  }

  private BadReportException misfit(ReportedVerdict reported, String why) {
    return new BadReportException(
        "%s: the verdict on events %d and %d does not fit %s: %s"
            .formatted(reportName, reported.first(), reported.second(), traceName, why));
  }

  /** How many proofs were rejected. */
  int rejected() {
    return counts.values().stream().mapToInt(count -> count[1]).sum();
  }

  /** One line for each kind of proof that occurred. */
  String summary() {
    int all = counts.values().stream().mapToInt(count -> count[0] + count[1]).sum();
    StringBuilder text = new StringBuilder();
    text.append("%s on %s%n".formatted(Printable.count(all, "verdict"), Printable.of(traceName)));
    counts.forEach(
        (proof, count) -> {
          if (proof == Proof.NOTHING && count[0] > 0) {
            text.append("  %s: %d; %s%n".formatted(proof.name, count[0], proof.checked));
          } else if (count[0] + count[1] > 0) {
            text.append(
                String.format(
                    Locale.ROOT,
                    "  %s: %d accepted, %d rejected; %s%n",
                    proof.name,
                    count[0],
                    count[1],
                    proof.checked));
          }
        });
    return text.toString();
  }
}
