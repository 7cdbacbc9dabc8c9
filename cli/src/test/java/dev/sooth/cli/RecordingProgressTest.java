package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingProgressTest {
  @TempDir Path folder;

  @Test
  void allJvmsAreCountedInOneLineThatVanishes() throws Exception {
    Files.writeString(folder.resolve(".running"), "0 0 1000 2000000\n");
    Path child = Files.createDirectory(folder.resolve("17"));
    Files.writeString(child.resolve(".running"), "15 1 500 500000\n");
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Io io =
        new Io(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            true);
    AtomicInteger looks = new AtomicInteger();
    new RecordingProgress(io, new RunningJvms(folder), () -> looks.incrementAndGet() < 3).run();
    String text = err.toString(StandardCharsets.UTF_8);
    assertThat(text)
        .contains("\rsooth: recording for ", "1,500 events, 0 a second, 2.5 MB")
        .endsWith("\r\u001b[K\r");
  }
}
