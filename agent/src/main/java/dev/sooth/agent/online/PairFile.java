package dev.sooth.agent.online;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Pairs in a file, which is replaced as a whole, under the lock of a file beside it, so whoever
 * reads finds a whole one, and of two that change it at once no change is lost.
 */
final class PairFile implements ManagedPairs {
  /** What to do with what a file holds. */
  private interface Change {
    Pairs apply(Pairs pairs);
  }

  private final Path file;
  private final Consumer<String> warnings;

  PairFile(Path file, Consumer<String> warnings) {
    this.file = file;
    this.warnings = warnings;
  }

  @Override
  public boolean exists() {
    return Files.exists(file);
  }

  /** The file stays as it is. */
  @Override
  public Optional<String> problem() throws IOException {
    try {
      PairText.parse(Files.readString(file, StandardCharsets.UTF_8));
      return Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (java.nio.charset.CharacterCodingException e) {
      return Optional.of("it is not text");
    } catch (IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
  }

  @Override
  public Pairs read() throws IOException {
    String text;
    try {
      text = Files.readString(file, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return Pairs.NONE;
    } catch (java.nio.charset.CharacterCodingException e) {
      return broken("it is not text");
    }
    try {
      return PairText.parse(text);
    } catch (IllegalArgumentException e) {
      return broken(e.getMessage());
    }
  }

  private Pairs broken(String reason) throws IOException {
    Path aside = file;
    for (int i = 1; Files.exists(aside); i++) {
      aside = file.resolveSibling(file.getFileName() + ".broken-" + i);
    }
    try {
      Files.move(file, aside);
      warnings.accept("%s is broken (%s) and was moved to %s".formatted(file, reason, aside));
    } catch (NoSuchFileException e) {
      // another process has done so at the same time
    }
    return Pairs.NONE;
  }

  @Override
  public void add(Set<Long> seen) throws IOException {
    change(pairs -> pairs.with(seen));
  }

  @Override
  public void merge(Pairs other) throws IOException {
    change(pairs -> pairs.and(other));
  }

  @Override
  public void prune(int n) throws IOException {
    change(pairs -> pairs.pruned(n));
  }

  /** Changes the file; nobody else does meanwhile. */
  private void change(Change change) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    Path lockFile = file.resolveSibling(file.getFileName() + ".lock");
    try (FileChannel channel =
        FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.lock(); // given back when the file is closed
      write(folder, change.apply(read()));
    }
  }

  private void write(Path folder, Pairs pairs) throws IOException {
    String text = PairText.of(pairs);
    Path part = Files.createTempFile(folder, "." + file.getFileName(), ".part");
    try {
      try (FileChannel out = FileChannel.open(part, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          out.write(bytes);
        }
        out.force(true);
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
