package dev.sooth.agent.instrument;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * What was decided for the classes of a JDK in earlier runs: that there is nothing to observe, or
 * the class file as it was changed. Looking through the classes that are loaded before the program
 * takes longer than most programs need to start.
 *
 * <p>The code holds numbers of places and fields, so these come from the cache, too. A class is
 * used only if it was made from the very bytes that the JVM gives us now.
 */
public final class JdkCache {
  private static final int MAGIC = 0x534F4F54;
  private static final int MOST_FILES = 8;

  private static final class Entry {
    private final int sum;
    private final byte[] changed; // null if there is nothing to observe

    Entry(int sum, byte[] changed) {
      this.sum = sum;
      this.changed = changed;
    }
  }

  private final Path file; // null to keep nothing
  private final String key;
  private final SiteTable sites;
  private final FieldTable fields;
  private final Map<String, Entry> entries = new HashMap<>(); // guarded by this
  private boolean grown; // guarded by this

  /**
   * Reads what is known.
   *
   * @param folder where the caches are, or null for none
   * @param key what the decisions depend on: the JDK, the agent, its options
   */
  public JdkCache(Path folder, String key, SiteTable sites, FieldTable fields) {
    file =
        folder == null
            ? null
            : folder.resolve("jdk-" + Integer.toHexString(sum(key.getBytes(UTF_8))) + ".classes");
    this.key = key;
    this.sites = sites;
    this.fields = fields;
    if (file != null && Files.isReadable(file)) {
      try (DataInputStream in =
          new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
        read(in);
      } catch (IOException e) {
        entries.clear(); // not whole: it is made again
      }
    }
  }

  private void read(DataInputStream in) throws IOException {
    if (in.readInt() != MAGIC || !in.readUTF().equals(key)) {
      return;
    }
    List<String> siteNames = strings(in);
    List<String> fieldKeys = strings(in);
    int classes = in.readInt();
    for (int i = 0; i < classes; i++) {
      String name = in.readUTF();
      int sum = in.readInt();
      int length = in.readInt();
      entries.put(name, new Entry(sum, length < 0 ? null : in.readNBytes(length)));
    }
    if (in.readInt() != MAGIC) {
      throw new IOException("not whole");
    }
    // Only now, when all could be read: numbers are given in this order.
    siteNames.forEach(sites::jdkNumber);
    fieldKeys.forEach(fields::addJdkField);
  }

  private static List<String> strings(DataInputStream in) throws IOException {
    int n = in.readInt();
    List<String> result = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      result.add(in.readUTF());
    }
    return result;
  }

  /** Whether nothing is known. */
  synchronized boolean isEmpty() {
    return entries.isEmpty();
  }

  /** Whether it is known that there is nothing to see in this class. */
  synchronized boolean isNothing(String name) {
    Entry entry = entries.get(name);
    return entry != null && entry.changed == null;
  }

  /** Whether a class made of these bytes is known. */
  synchronized boolean knows(String name, byte[] classFile) {
    Entry entry = entries.get(name);
    return entry != null && entry.sum == sum(classFile);
  }

  /** The changed class, or null if there is nothing to see in it. */
  synchronized byte[] get(String name) {
    return entries.get(name).changed;
  }

  /** Takes note of a decision. */
  synchronized void put(String name, byte[] classFile, byte[] changed) {
    entries.put(name, new Entry(sum(classFile), changed));
    grown = true;
  }

  private static int sum(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  /**
   * Writes what has been learnt, if anything; what goes wrong costs the next run some time only.
   */
  public synchronized void save() {
    if (file == null || !grown) {
      return;
    }
    try {
      Files.createDirectories(file.getParent());
      Path part = Files.createTempFile(file.getParent(), "jdk", ".part");
      try {
        try (DataOutputStream out =
            new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(part), 1 << 16))) {
          write(out);
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(part);
      }
      forgetOldFiles();
    } catch (IOException | RuntimeException e) {
      // no home, no room, no right to write
    }
  }

  private void write(DataOutputStream out) throws IOException {
    out.writeInt(MAGIC);
    out.writeUTF(key);
    for (List<String> strings : List.of(sites.jdkNames(), fields.jdkFields())) {
      out.writeInt(strings.size());
      for (String string : strings) {
        out.writeUTF(string);
      }
    }
    out.writeInt(entries.size());
    for (Map.Entry<String, Entry> e : entries.entrySet()) {
      out.writeUTF(e.getKey());
      out.writeInt(e.getValue().sum);
      byte[] changed = e.getValue().changed;
      out.writeInt(changed == null ? -1 : changed.length);
      if (changed != null) {
        out.write(changed);
      }
    }
    out.writeInt(MAGIC);
  }

  /** Those of JDKs and agents that are gone. */
  private void forgetOldFiles() throws IOException {
    List<Path> files = new ArrayList<>();
    try (var all = Files.newDirectoryStream(file.getParent(), "jdk-*.classes")) {
      all.forEach(files::add);
    }
    if (files.size() > MOST_FILES) {
      files.sort((a, b) -> Long.compare(a.toFile().lastModified(), b.toFile().lastModified()));
      for (Path old : files.subList(0, files.size() - MOST_FILES)) {
        Files.deleteIfExists(old);
      }
    }
  }
}
