package dev.sooth.junit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that reads the trace while it is written, and answers what happened in a test. */
final class Analyser {
  private static final long PAUSE_MILLIS = 5;
  private static final long MORE_MILLIS = 120_000; // to start, to read the trace, and to prove
  private static final long LAST_SECONDS = 20; // Surefire waits for 30
  private static final int WORDS = 4;

  private static Analyser only; // guarded by the class

  private final Process process;
  private final String trace;
  private final BufferedReader answers;
  private final Writer questions;

  private Analyser(String trace) throws IOException {
    this.trace = trace;
    process =
        Tool.command("check-tests", trace).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    answers = process.inputReader(StandardCharsets.UTF_8);
    questions = process.outputWriter(StandardCharsets.UTF_8);
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "sooth-end-of-checks"));
  }

  /** Lets it write the reports on all tests, before a build looks for them. */
  private void end() {
    try {
      questions.close();
      process.waitFor(LAST_SECONDS, TimeUnit.SECONDS);
    } catch (IOException | InterruptedException e) {
      // It has ended already, or ends when it can.
    }
  }

  /** The one of this JVM. */
  static synchronized Analyser of(Agent agent) throws IOException {
    if (only == null || !only.process.isAlive()) {
      only = new Analyser(agent.trace());
    }
    return only;
  }

  /** What happened in a test, of which the marks are in the trace. */
  synchronized RaceReport check(
      Agent agent, int number, String name, List<String> engines, Duration budget)
      throws IOException, InterruptedException {
    String chosen = engines.isEmpty() ? "-" : String.join(",", engines);
    questions.write("%d %d %s %s%n".formatted(number, budget.toMillis(), chosen, name));
    questions.flush();
    long wait = MORE_MILLIS + budget.toMillis() * Math.max(2, engines.size());
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(wait);
    while (!answers.ready()) {
      if (!process.isAlive() || System.nanoTime() > end) {
        process.destroy();
        return new RaceReport(name, 0, 0, "the analysis gave no answer", "", trace);
      }
      agent.flushSoon();
      Thread.sleep(PAUSE_MILLIS);
    }
    String[] words = answers.readLine().split(" ", WORDS);
    StringBuilder text = new StringBuilder();
    for (int i = Integer.parseInt(words[2]); i > 0; i--) {
      text.append(answers.readLine()).append('\n');
    }
    return new RaceReport(
        name,
        Integer.parseInt(words[0]),
        Integer.parseInt(words[1]),
        words[3],
        text.toString(),
        trace);
  }
}
