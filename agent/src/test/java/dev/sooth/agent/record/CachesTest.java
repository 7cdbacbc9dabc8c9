package dev.sooth.agent.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the key of kept classes of the program says of the class path. */
class CachesTest {
  private static final FileTime THEN = FileTime.fromMillis(1_000_000_000_000L);

  @TempDir Path folder;

  private Path classes;
  private Path changing;

  @BeforeEach
  void classes() throws IOException {
    classes = Files.createDirectories(folder.resolve("classes"));
    changing = Files.createDirectories(classes.resolve("a")).resolve("B.class");
    write(changing, 3);
  }

  private static void write(Path file, int... content) throws IOException {
    byte[] bytes = new byte[content.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) content[i];
    }
    Files.write(file, bytes);
    Files.setLastModifiedTime(file, THEN);
  }

  private static String key(Path entry) {
    return Caches.files(entry.toString(), null);
  }

  private void assertSeesChanges(Path entry) throws IOException {
    String before = key(entry);
    assertThat(key(entry)).isNotNull().isEqualTo(before);
    write(changing, 3, 4);
    assertThat(key(entry)).isNotNull().isNotEqualTo(before);
  }

  @Test
  void anotherClassFileIsAnotherKey() throws IOException {
    assertSeesChanges(classes);
  }

  @Test
  void soItIsBehindALinkInTheClassPath() throws IOException {
    assertSeesChanges(Files.createSymbolicLink(folder.resolve("current"), classes));
  }

  @Test
  void soItIsBehindALinkBelow() throws IOException {
    Path whole = Files.createDirectories(folder.resolve("whole"));
    Files.createSymbolicLink(whole.resolve("a"), classes.resolve("a"));
    assertSeesChanges(whole);
  }

  @Test
  void aLinkThatLeadsElsewhereIsAnotherKey() throws IOException {
    Path other = Files.createDirectories(folder.resolve("other/a"));
    write(other.resolve("B.class"), 4);
    Path link = Files.createSymbolicLink(folder.resolve("current"), classes);
    String before = key(link);
    Files.delete(link);
    Files.createSymbolicLink(link, other.getParent());
    assertThat(key(link)).isNotNull().isNotEqualTo(before);
  }

  @Test
  void thereIsNoKeyWhereLinksGoInACircle() throws IOException {
    Files.createSymbolicLink(classes.resolve("again"), classes);
    assertThat(key(classes)).isNull();
  }

  /** Files that are no classes take time, too: the entry may be a home. */
  @Test
  void thereIsNoKeyOfManyFiles() throws IOException {
    Path files = Files.createDirectory(folder.resolve("files"));
    Path links = Files.createDirectory(folder.resolve("links"));
    for (int i = 0; i * i < Caches.MOST_FILES; i++) { // in as many folders as there are in each
      Files.createFile(files.resolve("any" + i));
      Files.createSymbolicLink(links.resolve("again" + i), files);
    }
    assertThat(key(folder)).isNull();
    assertThat(key(classes)).isNotNull();
  }

  @Test
  void thereIsNoKeyOfWhatIsNoPath() {
    assertThat(Caches.files("\0")).isNull();
  }
}
