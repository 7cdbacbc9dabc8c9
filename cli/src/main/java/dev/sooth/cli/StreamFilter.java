package dev.sooth.cli;

import dev.sooth.detect.Engine;

/**
 * Whether an engine that runs on a stream is faster with the filter. Filtering a stream takes a
 * pass of its own over the file to learn who uses what, so it has to save more than a pass costs.
 * The result is the same either way; measured figures are in {@code docs/cli.md}.
 */
final class StreamFilter {
  private StreamFilter() {}

  static boolean pays(Engine engine) {
    return engine == Engine.WCP;
  }
}
