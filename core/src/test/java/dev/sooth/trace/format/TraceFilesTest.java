package dev.sooth.trace.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sooth.trace.BadTraceException;
import dev.sooth.trace.RandomTraces;
import dev.sooth.trace.RandomTraces.Shape;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceSource;
import dev.sooth.trace.format.TraceFiles.Compression;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceFilesTest {
  private static final Trace TRACE = RandomTraces.wellFormed(1, new Shape(500, 5, 5, 20, 20));

  @TempDir Path folder;

  @Test
  void aFileIsReadRepeatedlyWhateverItIsCalled() throws IOException {
    for (TraceFormat format : List.of(TraceFormat.STD, TraceFormat.ROADRUNNER, TraceFormat.SOOTH)) {
      for (Compression compression : Compression.values()) {
        Path file = folder.resolve("trace.csv"); // a wrong name
        TraceFiles.write(TRACE, file, format, compression);
        TraceSource source = TraceFiles.open(file, ReadOptions.defaults());
        assertThat(source.repeatable()).isTrue();
        assertThat(source.name()).isEqualTo(file.toString());
        for (int pass = 0; pass < 2; pass++) {
          assertThat(Reading.read(source).events()).isEqualTo(Reading.lines(TRACE));
        }
      }
    }
  }

  /** A text is a trace, too, only one that has none. */
  @Test
  void dataFlowIsLookedForInEveryFormat() throws IOException {
    for (TraceFormat format : TraceFormat.values()) {
      for (Compression compression : Compression.values()) {
        Path file = folder.resolve("trace");
        TraceFiles.write(TRACE, file, format, compression);
        assertThat(FlowFormat.read(file)).as(format + " " + compression).isEmpty();
      }
    }
  }

  @Test
  void whatIsNoFileIsNamed() {
    Path missing = folder.resolve("missing.std");
    assertThatThrownBy(() -> TraceFiles.open(missing, ReadOptions.defaults()))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(missing + ": no such file");
    assertThatThrownBy(() -> TraceFiles.open(folder, ReadOptions.defaults()))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(folder + ": is a folder, expected a trace");
    assertThatThrownBy(() -> TraceFiles.write(TRACE, folder, TraceFormat.STD, Compression.NONE))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(folder + ": is a folder, expected a file to write");
    Path lost = folder.resolve("no-such-folder").resolve("x.std");
    assertThatThrownBy(() -> TraceFiles.write(TRACE, lost, TraceFormat.STD, Compression.NONE))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(lost + ": no such folder to write to");
  }

  @Test
  void aStreamIsReadOnce() throws IOException {
    byte[] bytes = Reading.written(TRACE, TraceFormat.SOOTH, Compression.NONE);
    TraceSource source =
        TraceFiles.stream(new ByteArrayInputStream(bytes), "stdin", ReadOptions.defaults());
    assertThat(source.repeatable()).isFalse();
    assertThat(Reading.read(source).events()).isEqualTo(Reading.lines(TRACE));
    assertThatThrownBy(source::open).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aFileThatChangesBetweenTwoPassesIsRefused() throws IOException {
    Path file = folder.resolve("t.std");
    Files.writeString(file, "T1|w(x)|1\n");
    TraceSource source = TraceFiles.open(file, ReadOptions.defaults());
    assertThat(Reading.read(source).events()).hasSize(1);
    Files.writeString(file, "T1|w(x)|1\nT2|w(x)|1\n");
    assertThatThrownBy(source::open)
        .isInstanceOf(IOException.class)
        .hasMessage(file + ": changed while it was being analysed");
  }

  @Test
  void aFailedWriteLeavesTheOldFileAndNothingElse() throws IOException {
    Path bad = folder.resolve("bad.std");
    Files.writeString(bad, "T1|w(x)|1\n".repeat(100_000) + "T1|rel(m)|1\n");
    for (TraceFormat format : TraceFormat.values()) {
      Path out = folder.resolve("out");
      Files.writeString(out, "precious");
      TraceSource source = TraceFiles.open(bad, ReadOptions.defaults());
      for (Compression compression : Compression.values()) {
        assertThatThrownBy(() -> TraceFiles.write(source, out, format, compression))
            .isInstanceOf(BadTraceException.class)
            .hasMessage(bad + ":100001:4: T1 releases m, which it does not hold");
      }
      assertThat(Files.readString(out)).isEqualTo("precious");
      try (Stream<Path> files = Files.list(folder)) {
        assertThat(files).containsExactlyInAnyOrder(bad, out);
      }
    }
  }

  @Test
  void aTraceMayBeWrittenOverItself() throws IOException {
    Path file = folder.resolve("t.std");
    TraceFiles.write(TRACE, file, TraceFormat.STD, Compression.NONE);
    TraceSource source = TraceFiles.open(file, ReadOptions.defaults());
    TraceFiles.write(source, file, TraceFormat.SOOTH, Compression.NONE);
    assertThat(Reading.read(TraceFiles.open(file, ReadOptions.defaults())).events())
        .isEqualTo(Reading.lines(TRACE));
  }

  /** Filtering is for analyses; a converted trace is complete. */
  @Test
  void aFilteredTraceIsWrittenInFull() throws IOException {
    Path file = folder.resolve("t.std");
    TraceFiles.write(TRACE.filtered(), file, TraceFormat.STD, Compression.NONE);
    assertThat(Reading.read(TraceFiles.open(file, ReadOptions.defaults())).events())
        .isEqualTo(Reading.lines(TRACE));
  }

  @Test
  void aFormatThatIsNamedIsNotGuessed() throws IOException {
    // In STD this is a line with a bar; in CSV it is no event.
    byte[] text = Reading.utf8("T1|w(x)|1\n");
    assertThat(Reading.complaint(text, Reading.as(TraceFormat.CSV)))
        .isEqualTo("in:1:1: found “T1|w(x)|1”, expected an operation such as r(x) or acq(m)");
    assertThat(Reading.complaint(text, Reading.as(TraceFormat.SOOTH)))
        .isEqualTo("in:byte 0: not a .sooth file");
    assertThat(Reading.checked(text, Reading.as(TraceFormat.ROADRUNNER)).events()).isEmpty();
  }

  @Test
  void whatIsNoTraceIsRefused() throws IOException {
    assertThat(Reading.complaint("\n\nhello\nworld\n"))
        .isEqualTo(
            "in:3:1: found “hello”, expected an event in STD, CSV or RoadRunner form, or a .sooth"
                + " file");
    // The format is that of the first line that has one; the first bad line is the complaint.
    assertThat(Reading.complaint("hello\nT1|w(x)|1\n"))
        .isEqualTo("in:1:1: found “hello”, expected an event such as T1|w(x)|12");
  }

  @Test
  void theFirstEventMayComeLate() throws IOException {
    String output = "a line that the program printed\n".repeat(10_000);
    assertThat(Reading.checked(output + "@ Rd(0,x)\n").events()).containsExactly("T0|r(x)|");
    String comments = "# a comment\n".repeat(10_000);
    assertThat(Reading.checked(comments + "T1|w(x)|1\n").events()).containsExactly("T1|w(x)|1");
    assertThat(Reading.checked(comments + ",w(x)\n").events()).containsExactly("T1|w(x)|");
  }

  @ParameterizedTest
  @CsvSource({
    "x.std, STD, NONE",
    "x.std.gz, STD, GZIP",
    "x.STD.GZ, STD, GZIP",
    "x.csv.zst, CSV, ZSTD",
    "x.rr, ROADRUNNER, NONE",
    "x.sooth, SOOTH, NONE",
    "x.sooth.gz, SOOTH, GZIP",
    "x.txt, , NONE",
    "x.gz, , GZIP",
    "std, , NONE",
  })
  void namesSuggestAFormat(String name, TraceFormat format, Compression compression) {
    assertThat(TraceFiles.formatOf(name)).isEqualTo(Optional.ofNullable(format));
    assertThat(TraceFiles.compressionOf(name)).isEqualTo(compression);
  }

  @Test
  void formatsAreFoundByTheirId() {
    for (TraceFormat format : TraceFormat.values()) {
      assertThat(TraceFormat.find(format.id())).contains(format);
    }
    assertThat(TraceFormat.find("rr")).contains(TraceFormat.ROADRUNNER);
    assertThat(TraceFormat.find("xml")).isEmpty();
  }
}
