package dev.sooth.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.cyclonedx.Version;
import org.cyclonedx.exception.ParseException;
import org.cyclonedx.model.Bom;
import org.cyclonedx.model.Component;
import org.cyclonedx.parsers.JsonParser;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is made for a release only, by {@code .ci/release}. */
class ReleaseIT {
  private static final Path FOLDER = Path.of(System.getProperty("sooth.folder"));
  private static final Path ROOT = Path.of(System.getProperty("sooth.root"));

  @BeforeAll
  static void isRelease() {
    assumeTrue(
        Files.exists(FOLDER.resolveSibling(FOLDER.getFileName() + ".zip")),
        "no release was built (mvn -Prelease)");
  }

  @Test
  void theBillOfMaterialsIsOneAndNamesWhatIsInTheArchive() throws IOException, ParseException {
    JsonParser parser = new JsonParser();
    byte[] bill = Files.readAllBytes(FOLDER.resolve("sooth.cdx.json"));
    assertThat(parser.validate(new String(bill, StandardCharsets.UTF_8), Version.VERSION_16))
        .isEmpty();
    assertThat(
            parser.validate("{\"bomFormat\":\"CycloneDX\",\"components\":1}", Version.VERSION_16))
        .as("the schema is used")
        .isNotEmpty();
    Bom bom = parser.parse(bill);
    List<String> names = bom.getComponents().stream().map(Component::getName).toList();
    assertThat(names)
        .contains(
            "asm",
            "hppc",
            "jackson-core",
            "picocli",
            "postgresql",
            "sooth-cli",
            "z3-turnkey",
            "zstd-jni");
    assertThat(bom.getComponents())
        .filteredOn(component -> !component.getGroup().equals("dev.sooth"))
        .allSatisfy(
            component -> {
              assertThat(component.getLicenses()).as(component.getName()).isNotNull();
              assertThat(component.getHashes()).as(component.getName()).isNotEmpty();
            });
  }

  /** Central takes no jar without the jars of its sources and its documentation. */
  @Test
  void eachLibraryHasSourcesAndDocumentation() throws IOException {
    List<String> modules =
        Files.readAllLines(ROOT.resolve("bom/pom.xml")).stream()
            .filter(line -> line.contains("<artifactId>sooth-") && !line.contains("bom"))
            .map(line -> line.replaceAll(".*<artifactId>sooth-|</artifactId>.*", ""))
            .distinct()
            .filter(module -> !module.equals("parent"))
            .toList();
    assertThat(modules).hasSizeGreaterThan(5);
    for (String module : modules) {
      Path target = ROOT.resolve(module).resolve("target");
      for (String kind : List.of("-sources.jar", "-javadoc.jar")) {
        try (Stream<Path> files = Files.list(target)) {
          List<Path> found =
              files
                  .filter(file -> file.getFileName().toString().startsWith("sooth-" + module + "-"))
                  .filter(file -> file.toString().endsWith(kind))
                  .toList();
          assertThat(found).as(module + kind).hasSize(1);
          try (ZipFile jar = new ZipFile(found.get(0).toFile())) {
            assertThat(jar.stream())
                .as(module + kind)
                .anyMatch(entry -> entry.getName().startsWith("dev/sooth/"));
          }
        }
      }
    }
  }

  /** Both archives have the same files, and the launcher of Unix may be run. */
  @Test
  void theArchiveHasTheFolder() throws IOException {
    String name = FOLDER.getFileName().toString();
    List<String> inFolder;
    try (Stream<Path> all = Files.walk(FOLDER)) {
      inFolder =
          all.filter(Files::isRegularFile)
              .map(file -> name + "/" + FOLDER.relativize(file).toString().replace('\\', '/'))
              .filter(file -> !file.endsWith(".archive")) // of a run since
              .toList();
    }
    try (ZipFile zip = new ZipFile(FOLDER.resolveSibling(name + ".zip").toFile())) {
      assertThat(zip.stream().filter(entry -> !entry.isDirectory()).map(Object::toString))
          .containsExactlyInAnyOrderElementsOf(inFolder);
    }
  }
}
