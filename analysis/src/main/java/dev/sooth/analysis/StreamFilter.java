package dev.sooth.analysis;

import dev.sooth.detect.Detector;
import dev.sooth.detect.Engine;
import dev.sooth.detect.StreamingDetector;
import dev.sooth.trace.format.TraceFiles;
import dev.sooth.trace.format.TraceFiles.Compression;
import dev.sooth.trace.format.TraceFormat;

/**
 * Whether an engine that runs on a stream is faster with the filter. Filtering a stream takes a
 * pass of its own over the file to learn who uses what, so it has to save more than that pass
 * costs. It does for shb and wcp where reading is cheap, in our binary form; it does not where
 * lines are parsed or a whole file is decompressed, nor for hb, which does little for each access.
 * Nor does it for an engine that can forget dead objects on a long file: the filter has to know all
 * variables of the file at once. The result is the same either way; the figures are in {@code
 * docs/cli.md}.
 */
final class StreamFilter {
  private StreamFilter() {}

  static boolean pays(Engine engine, Detector detector, String file) {
    boolean forgets = detector instanceof StreamingDetector streaming && streaming.canForget();
    return engine.gainsFromFilter()
        && !(forgets && TraceFiles.isLong(file))
        && TraceFiles.compressionOf(file) == Compression.NONE
        && TraceFiles.formatOf(file).filter(format -> format == TraceFormat.SOOTH).isPresent();
  }
}
