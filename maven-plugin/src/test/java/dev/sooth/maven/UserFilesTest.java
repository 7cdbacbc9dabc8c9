package dev.sooth.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a file is looked for that is named once for all modules. */
class UserFilesTest {
  @TempDir private Path top;
  private Path module;
  private UserFiles files;

  @BeforeEach
  void make() throws Exception {
    module = Files.createDirectory(top.resolve("module"));
    files = new UserFiles(List.of(module, top));
  }

  @Test
  void theOneOfTheModuleComesFirst() throws Exception {
    Path common = Files.createFile(top.resolve("known.json"));
    assertThat(files.find("known.json")).isEqualTo(common);
    Path own = Files.createFile(module.resolve("known.json"));
    assertThat(files.find("known.json")).isEqualTo(own);
    assertThat(files.find(common.toString())).isEqualTo(common);
  }

  @Test
  void oneThatIsNowhereIsNamed() throws Exception {
    assertThat(files.find(null)).isNull();
    assertThatThrownBy(() -> files.find("known.json"))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(module.resolve("known.json").toString());
  }
}
