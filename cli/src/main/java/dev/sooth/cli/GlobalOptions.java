package dev.sooth.cli;

import picocli.CommandLine.Option;

/** Options of every verb. */
final class GlobalOptions {
  @Option(
      names = {"-q", "--quiet"},
      description = "No progress bar, no remarks on stderr; errors are still said.")
  boolean quiet;

  @Option(
      names = "--debug",
      description = "Print the stack trace when something goes wrong; for bug reports.")
  boolean debug;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  boolean help;
}
