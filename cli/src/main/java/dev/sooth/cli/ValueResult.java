package dev.sooth.cli;

import dev.sooth.analysis.ContextLookup;
import dev.sooth.analysis.ProofTable;
import dev.sooth.analysis.RunResult;
import dev.sooth.analysis.RunStatus;
import dev.sooth.analysis.Timings;
import dev.sooth.analysis.TraceCounts;
import dev.sooth.detect.Pairs;
import dev.sooth.race.Proof;
import dev.sooth.race.RaceList;
import dev.sooth.race.ValueSchedule;
import dev.sooth.recipe.Found;
import dev.sooth.recipe.Prediction;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What an engine that looks at values has found, as the reports take it from every engine. */
final class ValueResult {
  private static final int LONGEST_NOTE = 180;

  private final TraceNames names;
  private final RaceList races = new RaceList();
  private final List<Proof> proofs = new ArrayList<>();

  private ValueResult(TraceNames names) {
    this.names = names;
  }

  /** The result of a prediction that has run; the names of the trace get those that are new. */
  static RunResult of(
      String file,
      Path path,
      Trace trace,
      Prediction prediction,
      TraceCounts counts,
      Timings spent) {
    ValueResult result = new ValueResult(trace.names());
    prediction.verified().forEach(result::add);
    prediction.unverified().forEach(result::add);
    return RunResult.of(file, prediction.level().engine(), Pairs.FIRST_PER_EVENT)
        .status(prediction.isComplete() ? RunStatus.COMPLETE : RunStatus.INCOMPLETE)
        .read(counts, trace.names())
        .timings(spent)
        .races(result.races, ProofTable.of(result.proofs))
        .trace(Optional.of(trace))
        .context(ContextLookup.of(trace, path))
        .notes(notes(prediction))
        .build();
  }

  private void add(Found found) {
    ValueSchedule schedule = found.schedule();
    ValueSchedule.Step first = schedule.first();
    ValueSchedule.Step second = schedule.second();
    races.race(
        found.variable() != Found.NEW_VARIABLE
            ? found.variable()
            : names.variables().intern(found.name()),
        first.position(),
        kind(first),
        names.threads().intern(first.thread()),
        names.locations().intern(first.place()),
        second.position(),
        kind(second),
        names.threads().intern(second.thread()),
        names.locations().intern(second.place()));
    proofs.add(
        found.verified()
            ? new Proof.Valued(schedule)
            : new Proof.Candidate("the schedule was not confirmed: " + found.problem()));
  }

  private static byte kind(ValueSchedule.Step access) {
    return access.op().equals(Kind.symbol(Kind.WRITE)) ? Kind.WRITE : Kind.READ;
  }

  /** What was counted, in lines that no form of the report has to cut. */
  private static List<String> notes(Prediction prediction) {
    List<String> notes = new ArrayList<>();
    StringBuilder line = new StringBuilder(prediction.level().id()).append(':');
    for (Map.Entry<String, Integer> counted : prediction.counts().entrySet()) {
      String figure = " " + counted.getKey() + " " + counted.getValue() + ";";
      if (line.length() + figure.length() > LONGEST_NOTE) {
        notes.add(line.toString());
        line = new StringBuilder(prediction.level().id()).append(':');
      }
      line.append(figure);
    }
    notes.add(line.substring(0, line.length() - 1));
    return notes;
  }
}
