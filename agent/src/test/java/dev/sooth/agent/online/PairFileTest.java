package dev.sooth.agent.online;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairFileTest {
  @TempDir Path folder;
  private final List<String> warnings = new ArrayList<>();

  private ManagedPairs store() {
    return PairStore.at(folder.resolve("sub/pairs").toString(), warnings::add);
  }

  @Test
  void aBrokenFileIsMovedAside() throws IOException {
    store().add(Set.of(1L, 2L, 3L));
    Path file = folder.resolve("sub/pairs");
    String whole = Files.readString(file);
    int broken = 0;
    for (String text :
        List.of("", "x", whole.substring(0, whole.length() - 3), whole.replace("1 1", "1 2"))) {
      Files.writeString(file, text);
      assertThat(store().problem()).as(text).isPresent();
      assertThat(store().read().pairs()).as(text).isEmpty();
      assertThat(file).doesNotExist();
      assertThat(warnings).hasSize(++broken);
      assertThat(folder.resolve("sub/pairs.broken-" + broken)).content().isEqualTo(text);
    }
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThat(store().read().pairs()).isEmpty();
    store().add(Set.of(4L));
    assertThat(store().read().pairs()).containsOnlyKeys(4L);
    assertThat(store().problem()).isEmpty();
  }

  /** Ten processes at once, of which some are killed: what was merged stays, nothing breaks. */
  @Test
  void whatIsMergedIsNotLost() throws IOException, InterruptedException {
    new Mergers(folder, folder.resolve("sub/pairs").toString()).run();
    assertThat(warnings).isEmpty();
    assertThat(folder.resolve("sub/pairs.broken-1")).doesNotExist();
  }
}
