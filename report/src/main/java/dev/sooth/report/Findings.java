package dev.sooth.report;

import dev.sooth.analysis.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The runs of all engines on one trace, and their races as one list. */
final class Findings {
  /** What an engine has to say about a race that some engine has found. */
  enum Answer {
    VERIFIED("verified"),
    CANDIDATE("candidate"),
    NOT_FOUND("not-found"),
    /** It did not see the whole trace, and did not find the race before it ended. */
    NOT_COMPLETE("not-complete"),
    NOT_RUN("not-run");

    private final String id;

    Answer(String id) {
      this.id = id;
    }

    /** Its name in JSON. */
    String id() {
      return id;
    }

    /** In a table for people. */
    String words() {
      return this == NOT_FOUND ? "-" : id.replace('-', ' ');
    }
  }

  private final String file;
  private final Fingerprints fingerprints = new Fingerprints();
  private final List<RunResult> runs = new ArrayList<>();
  private final Map<List<String>, Finding> byLines = new LinkedHashMap<>();

  Findings(String file) {
    this.file = file;
  }

  void add(RunResult run) {
    runs.add(run);
    if (run.failure().isEmpty()) {
      for (Block block : Block.of(run)) {
        byLines.computeIfAbsent(block.key(), key -> new Finding(fingerprints.of(block))).add(block);
      }
    }
  }

  String file() {
    return file;
  }

  List<RunResult> runs() {
    return runs;
  }

  /** The findings; those of a field stand together, in the order in which they were first found. */
  List<Finding> list() {
    Map<String, List<Finding>> fields = new LinkedHashMap<>();
    for (Finding finding : byLines.values()) {
      fields.computeIfAbsent(finding.field(), key -> new ArrayList<>()).add(finding);
    }
    return fields.values().stream().flatMap(List::stream).toList();
  }

  static Answer answer(Finding finding, RunResult run) {
    return finding
        .of(run)
        .map(block -> block.isVerified() ? Answer.VERIFIED : Answer.CANDIDATE)
        .orElseGet(() -> answerElsewhere(run));
  }

  /** What an engine says of a race that it did not find. */
  static Answer answerElsewhere(RunResult run) {
    return switch (run.status()) {
      case COMPLETE, TRUNCATED -> Answer.NOT_FOUND;
      case ERROR -> Answer.NOT_RUN;
      case INCOMPLETE, TIMEOUT, CANCELLED -> Answer.NOT_COMPLETE;
    };
  }
}
