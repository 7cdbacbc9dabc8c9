package dev.sooth.cli;

import dev.sooth.analysis.ObservedSource;
import dev.sooth.analysis.Printable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

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

  @Mixin GlobalOptions global = new GlobalOptions();
  @Mixin private ReadingOptions reading = new ReadingOptions();
  @Mixin private WritingOptions writing = new WritingOptions();

  @Parameters(index = "0", paramLabel = "IN", description = "The trace to read; - is stdin.")
  private String in;

  @Parameters(index = "1", paramLabel = "OUT", description = "The file to write; - is stdout.")
  private String out;

  ConvertCommand(Io io) {
    this.io = io;
  }

  @Override
  public Integer call() throws IOException {
    if (!out.equals(WritingOptions.STDOUT)) {
      OutputFile.requireOther(ReadingOptions.path(out), List.of(in));
    }
    try (Progress progress = Progress.on(io, global.quiet, in)) {
      ObservedSource source = ObservedSource.of(reading.open(in, io), progress);
      writing.write(source, out, io);
      if (!global.quiet) {
        source.notes().lines().forEach(note -> io.say(in + ": " + Printable.of(note)));
        io.say(out + ": " + Printable.count(source.counts().events(), "event"));
      }
    }
    return ExitStatus.OK;
  }
}
