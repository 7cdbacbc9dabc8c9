package dev.sooth.agent.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read while the program runs. */
class BenignFileTest {
  @TempDir Path folder;

  /** Who has begun to read the file comes to its end, and finds no line that is cut. */
  @Test
  void whoReadsItReadsWholeLines() throws Exception {
    BenignFile file = new BenignFile(folder.resolve("trace.sooth"));
    file.keep(List.of("field\ta.B.c\twhy not"));
    try (InputStream in = Files.newInputStream(folder.resolve("benign.txt"))) {
      file.keep(List.of("field\ta.B.c\twhy not", "field\ta.B.d\tas well"));
      String read = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(read).isEqualTo("field\ta.B.c\twhy not\n");
    }
    assertThat(folder.resolve("benign.txt")).content().contains("a.B.c", "a.B.d");
    assertThat(folder).isDirectoryNotContaining(p -> p.endsWith("benign.part"));
  }

  /** A build may clean its folders up while a program of it is recorded. */
  @Test
  void aFolderThatIsGoneEndsNothing() throws Exception {
    Path gone = folder.resolve("gone");
    BenignFile file = new BenignFile(gone.resolve("trace.sooth"));
    List<String> lines = List.of("field\ta.B.c\twhy not");
    assertThatCode(() -> file.keepIfPossible(lines)).doesNotThrowAnyException();
    Files.createDirectory(gone);
    file.keepIfPossible(lines);
    assertThat(gone.resolve("benign.txt")).hasContent("field\ta.B.c\twhy not");
  }
}
