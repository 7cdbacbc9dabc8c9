package dev.sooth.detect.syncp;

import dev.sooth.detect.Detector;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.race.RaceSink;
import dev.sooth.trace.TraceSource;
import java.io.IOException;

/** Placeholder. */
public final class SyncPDetector implements Detector {
  @Override
  public void run(TraceSource source, Pairs pairs, RaceSink sink, Stop stop) throws IOException {
    throw new IllegalStateException("not yet");
  }
}
