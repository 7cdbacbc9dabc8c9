package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces that come through a pipe with a name, as of {@code <(…)} in a shell. */
class PipesTest {
  @TempDir Path folder;

  private Cli.Result throughPipe(String example, String... verb)
      throws IOException, InterruptedException {
    Path pipe = folder.resolve("pipe");
    Files.deleteIfExists(pipe);
    assumeTrue(Files.exists(Path.of("/usr/bin/mkfifo")), "needs mkfifo");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    byte[] content = Files.readAllBytes(Path.of(example));
    Thread writer =
        new Thread(
            () -> {
              try (OutputStream out = Files.newOutputStream(pipe)) {
                out.write(content);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    writer.start();
    String[] arguments = java.util.Arrays.copyOf(verb, verb.length + 1);
    arguments[verb.length] = pipe.toString();
    Cli.Result result = Cli.run(arguments);
    writer.join();
    return result;
  }

  @Test
  void textAndBinaryAreReadFromAPipe() throws IOException, InterruptedException {
    Cli.Result text = throughPipe(Cli.example("bank.std"), "analyze");
    assertThat(text.status()).as(text.err()).isEqualTo(66);
    Path binary = folder.resolve("bank.sooth");
    assertThat(Cli.run("convert", Cli.example("bank.std"), binary.toString()).status()).isZero();
    Cli.Result analysis = throughPipe(binary.toString(), "analyze", "-e", "hb,syncp");
    assertThat(analysis.status()).as(analysis.err()).isEqualTo(66);
    Cli.Result info = throughPipe(Cli.example("bank.std"), "info");
    assertThat(info.status()).as(info.err()).isZero();
  }
}
