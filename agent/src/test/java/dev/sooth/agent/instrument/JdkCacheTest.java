package dev.sooth.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one run of the agent leaves for the next. */
class JdkCacheTest {
  private static final byte[] GIVEN = {1, 2, 3};
  private static final byte[] CHANGED = {4, 5, 6, 7};

  @TempDir Path folder;

  private static JdkCache read(Path folder, SiteTable sites, FieldTable fields) {
    return new JdkCache(folder, "a JDK", sites, fields);
  }

  private static void fill(Path folder) {
    SiteTable sites = new SiteTable();
    FieldTable fields = new FieldTable();
    JdkCache cache = read(folder, sites, fields);
    sites.jdkNumber("java.util.One.f");
    sites.jdkNumber("java.util.Two.g");
    fields.instanceField("java/util/One", "value");
    cache.put("java/util/One", GIVEN, CHANGED);
    cache.put("java/util/Two", GIVEN, null);
    cache.save();
  }

  @Test
  void keepsDecisionsAndNumbers() {
    fill(folder);
    SiteTable sites = new SiteTable();
    FieldTable fields = new FieldTable();
    JdkCache cache = read(folder, sites, fields);
    assertThat(cache.knows("java/util/One", GIVEN)).isTrue();
    assertThat(cache.knows("java/util/One", CHANGED)).isFalse();
    assertThat(cache.get("java/util/One")).isEqualTo(CHANGED);
    assertThat(cache.isNothing("java/util/One")).isFalse();
    assertThat(cache.isNothing("java/util/Two")).isTrue();
    assertThat(sites.name(SiteTable.FIRST_OF_JDK + 1)).isEqualTo("java.util.Two.g");
    assertThat(sites.jdkNumber("java.util.Two.g")).isEqualTo(SiteTable.FIRST_OF_JDK + 1);
    assertThat(sites.jdkNumber("java.util.Three.h")).isEqualTo(SiteTable.FIRST_OF_JDK + 2);
    assertThat(fields.jdkFields()).isEqualTo(List.of("java/util/One.value"));
  }

  @Test
  void addsToWhatWasThere() {
    fill(folder);
    JdkCache second = read(folder, new SiteTable(), new FieldTable());
    second.put("java/util/Three", GIVEN, GIVEN);
    second.save();
    JdkCache third = read(folder, new SiteTable(), new FieldTable());
    assertThat(third.get("java/util/One")).isEqualTo(CHANGED);
    assertThat(third.get("java/util/Three")).isEqualTo(GIVEN);
  }

  @Test
  void forgetsAFileThatIsNotWhole() throws IOException {
    fill(folder);
    Path file;
    try (var files = Files.list(folder)) {
      file = files.findFirst().orElseThrow();
    }
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      SiteTable sites = new SiteTable();
      assertThat(read(folder, sites, new FieldTable()).isEmpty()).as("%d bytes", length).isTrue();
      assertThat(sites.jdkNames()).isEmpty();
    }
  }
}
