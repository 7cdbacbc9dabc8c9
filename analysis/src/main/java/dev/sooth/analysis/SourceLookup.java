package dev.sooth.analysis;

import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceSource;
import dev.sooth.trace.format.StackReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks up locks and forks in memory if the trace is there, and else in the file once more.
 *
 * @param loaded the whole trace, if it is in memory
 */
record SourceLookup(TraceSource source, Optional<Trace> loaded) implements ContextLookup {
  @Override
  public RaceContext at(long[] positions) throws IOException {
    if (loaded.isPresent()) {
      try (TraceCursor cursor = loaded.get().openUnfiltered()) {
        return RaceContext.collect(cursor, positions);
      }
    }
    if (!source.repeatable()) {
      return RaceContext.unknown("the trace was read from a pipe");
    }
    try (TraceCursor cursor = source.open()) {
      return RaceContext.collect(cursor, positions);
    }
  }

  @Override
  public Map<Long, List<String>> callers(long[] positions) throws IOException {
    return isFile() ? StackReader.read(Path.of(source.name()), positions) : Map.of();
  }

  @Override
  public ContextLookup withoutTrace() {
    return isFile() && !(source instanceof Trace)
        ? new SourceLookup(source, Optional.empty())
        : ContextLookup.unavailable("the trace is not kept: it would take too much memory");
  }

  private boolean isFile() {
    return source.repeatable() && Files.isRegularFile(Path.of(source.name()));
  }
}
