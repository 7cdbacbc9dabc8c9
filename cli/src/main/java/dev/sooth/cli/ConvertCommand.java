package dev.sooth.cli;

import dev.sooth.analysis.ObservedSource;
import dev.sooth.analysis.Printable;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a trace in another format. */
@Command(
    name = "convert",
    description = "Write a trace in another format.",
    footer = {
      "",
      "The name of OUT tells the format and the compression: .std, .csv, .rr, .sooth,",
      "and then .gz or .zst. Example: sooth convert run.std.gz run.sooth"
    })
final class ConvertCommand implements Callable<Integer> {
  private final Io io;

  @Spec private CommandSpec spec;
  @Mixin GlobalOptions global;
  @Mixin private ReadingOptions reading;
  @Mixin private WritingOptions writing;

  @Parameters(index = "0", paramLabel = "IN", description = "The trace to read; - is stdin.")
  private String in;

  @Parameters(index = "1", paramLabel = "OUT", description = "The file to write; - is stdout.")
  private String out;

  ConvertCommand(Io io) {
    this.io = io;
  }

  @Override
  public Integer call() throws IOException {
    try (Progress progress = Progress.on(io, global.quiet, in)) {
      ObservedSource source = ObservedSource.of(reading.open(in, io), progress);
      writing.write(source, out, io, spec);
      if (!global.quiet) {
        source.notes().lines().forEach(note -> io.say(in + ": " + Printable.of(note)));
        io.say(out + ": " + Printable.count(source.counts().events(), "event"));
      }
    }
    return ExitStatus.OK;
  }
}
