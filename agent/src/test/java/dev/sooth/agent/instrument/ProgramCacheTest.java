package dev.sooth.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.agent.bootstrap.Methods;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one run of a program leaves for the next. */
class ProgramCacheTest {
  private static final byte[] GIVEN = {1, 2, 3};
  private static final byte[] CHANGED = {4, 5, 6, 7};
  private static final ClassLoader LOADER = ClassLoader.getSystemClassLoader();
  private static final ClassLoader OTHER = new ClassLoader(LOADER) {};

  @TempDir Path folder;

  private SiteTable sites = new SiteTable();
  private FieldTable fields = new FieldTable();

  private ProgramCache read() {
    sites = new SiteTable();
    fields = new FieldTable();
    return new ProgramCache(folder, "a program", sites, fields, LOADER);
  }

  private int fill() {
    ProgramCache cache = read();
    sites.number("One.java:1 a.One.f");
    fields.instanceField("java/util/One", "value");
    fields.instanceField("a/One", "value");
    fields.staticField(OTHER, "a/Two", "hidden");
    fields.staticField(LOADER, "a/Two", "common");
    fields.classIndex(OTHER, "a/Three");
    fields.classIndex(LOADER, "a/Two");
    int method = Methods.number("a.One.f()V", 12345);
    cache.put("a/One", GIVEN, CHANGED, List.of("value"), List.of("java/lang/Runnable"), 1);
    cache.save();
    return method;
  }

  @Test
  void numbersMeanTheSameInTheNextRun() {
    int method = fill();
    ProgramCache cache = read();
    int loaded = Methods.loaded();
    assertThat(cache.find(LOADER, "a/One", GIVEN)).isEqualTo(CHANGED);
    assertThat(Methods.loaded()).isEqualTo(loaded + 1);
    assertThat(sites.name(1)).isEqualTo("One.java:1 a.One.f");
    assertThat(sites.number("Two.java:1 a.Two.g")).isEqualTo(2);
    assertThat(fields.jdkFields()).containsExactly("java/util/One.value");
    assertThat(fields.instanceField("a/One", "value")).isEqualTo(1);
    assertThat(fields.staticField(LOADER, "a/Two", "common")).isEqualTo(3);
    assertThat(fields.fieldClass(3)).isEqualTo("a.Two");
    assertThat(fields.classIndex(LOADER, "a/Two")).isEqualTo(2);
    assertThat(Methods.name(method)).isEqualTo("a.One.f()V");
    assertThat(Methods.hash(method)).isEqualTo(12345);
  }

  /** In another run another loader may have that number. */
  @Test
  void whatIsOfAnotherLoaderGetsANewNumber() {
    fill();
    read();
    assertThat(fields.staticField(OTHER, "a/Two", "hidden")).isEqualTo(4);
    assertThat(fields.classIndex(OTHER, "a/Three")).isEqualTo(3);
  }

  @Test
  void onlyTheSameBytesOfTheSameLoaderAreKnown() {
    fill();
    ProgramCache cache = read();
    assertThat(cache.find(LOADER, "a/One", CHANGED)).isNull();
    assertThat(cache.find(LOADER, "a/One", new byte[] {1, 2, 4})).isNull();
    assertThat(cache.find(OTHER, "a/One", GIVEN)).isNull();
    assertThat(cache.find(LOADER, "a/Two", GIVEN)).isNull();
  }

  @Test
  void anotherProgramKnowsNothing() {
    fill();
    ProgramCache other =
        new ProgramCache(folder, "another", new SiteTable(), new FieldTable(), LOADER);
    assertThat(other.find(LOADER, "a/One", GIVEN)).isNull();
  }

  /** The code that is kept has numbers of the JDK's fields, which come from another file. */
  @Test
  void nothingIsTakenIfFieldsOfTheJdkHaveOtherNumbers() {
    fill();
    sites = new SiteTable();
    fields = new FieldTable();
    fields.instanceField("java/util/Zero", "value");
    ProgramCache cache = new ProgramCache(folder, "a program", sites, fields, LOADER);
    assertThat(cache.find(LOADER, "a/One", GIVEN)).isNull();
    assertThat(fields.instanceField("a/Any", "value")).isEqualTo(1);
  }

  @Test
  void nothingIsTakenFromADamagedFile() throws IOException {
    fill();
    Path file;
    try (var files = Files.list(folder)) {
      file = files.findFirst().orElseThrow();
    }
    byte[] whole = Files.readAllBytes(file);
    for (int at : new int[] {10, whole.length / 2, whole.length - 1}) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 1;
      Files.write(file, damaged);
      assertThat(read().find(LOADER, "a/One", GIVEN)).as("byte " + at).isNull();
      assertThat(fields.instanceField("a/Any", "value")).isEqualTo(1);
    }
    Files.write(file, new byte[2]);
    assertThat(read().find(LOADER, "a/One", GIVEN)).isNull();
  }

  @Test
  void addsToWhatWasThere() {
    fill();
    ProgramCache second = read();
    sites.number("Two.java:1 a.Two.g");
    second.put("a/Two", CHANGED, GIVEN, List.of(), List.of(), 0);
    second.save();
    ProgramCache third = read();
    assertThat(third.find(LOADER, "a/One", GIVEN)).isEqualTo(CHANGED);
    assertThat(third.find(LOADER, "a/Two", CHANGED)).isEqualTo(GIVEN);
    assertThat(sites.number("Two.java:1 a.Two.g")).isEqualTo(2);
  }

  private ProgramCache small() {
    sites = new SiteTable();
    fields = new FieldTable();
    return new ProgramCache(folder, "small", sites, fields, LOADER, 10_000);
  }

  private static void put(ProgramCache cache, String name, int size) {
    cache.put(name, GIVEN, new byte[size], List.of(), List.of(), 0);
  }

  /** Otherwise nothing new would be kept ever again. */
  @Test
  void whatIsFullOfWhatNobodyAsksForIsMadeAgain() {
    ProgramCache cache = small();
    put(cache, "a/Old", 9_000);
    cache.save();
    cache = small();
    put(cache, "a/One", 4_000);
    cache.save();
    cache = small();
    assertThat(cache.find(LOADER, "a/Old", GIVEN)).isNull();
    put(cache, "a/One", 4_000);
    cache.save();
    assertThat(small().find(LOADER, "a/One", GIVEN)).hasSize(4_000);
  }

  @Test
  void whatIsFullOfWhatIsUsedStays() {
    ProgramCache cache = small();
    put(cache, "a/Old", 9_000);
    cache.save();
    cache = small();
    assertThat(cache.find(LOADER, "a/Old", GIVEN)).hasSize(9_000);
    put(cache, "a/One", 4_000);
    cache.save();
    assertThat(small().find(LOADER, "a/Old", GIVEN)).hasSize(9_000);
  }
}
