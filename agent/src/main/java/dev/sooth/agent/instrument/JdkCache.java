package dev.sooth.agent.instrument;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
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
  private static final int MAGIC = 0x534F4F55;
  private static final int MOST_FILES = 8;

  /** A decision; a class from the file stays there until it is asked for. */
  private static final class Entry {
    private static final int NOTHING = -1; // to observe

    private final int sum;
    private final byte[] bytes; // the changed class is in these
    private final int from;
    private final int length; // or NOTHING

    Entry(int sum, byte[] bytes, int from, int length) {
      this.sum = sum;
      this.bytes = bytes;
      this.from = from;
      this.length = length;
    }

    byte[] changed() {
      return length == NOTHING ? null : Arrays.copyOfRange(bytes, from, from + length);
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
      try {
        byte[] bytes = Files.readAllBytes(file);
        read(bytes, ByteBuffer.wrap(bytes));
      } catch (IOException | RuntimeException e) {
        entries.clear(); // not whole: it is made again
      }
    }
  }

  private void read(byte[] bytes, ByteBuffer in) throws IOException {
    if (in.getInt() != MAGIC || !string(bytes, in).equals(key)) {
      return;
    }
    List<String> siteNames = strings(bytes, in);
    List<String> fieldKeys = strings(bytes, in);
    int classes = in.getInt();
    for (int i = 0; i < classes; i++) {
      String name = string(bytes, in);
      int sum = in.getInt();
      int length = in.getInt();
      entries.put(name, new Entry(sum, bytes, in.position(), length));
      in.position(in.position() + Math.max(0, length));
    }
    if (in.getInt() != MAGIC) {
      throw new IOException("not whole");
    }
    // Only now, when all could be read: numbers are given in this order.
    sites.addJdkNames(siteNames);
    for (String field : fieldKeys) {
      fields.addJdkField(field);
    }
  }

  /** A string as {@link DataOutputStream#writeUTF} writes it; in names of the JDK this is UTF-8. */
  private static String string(byte[] bytes, ByteBuffer in) {
    int length = in.getShort() & 0xFFFF;
    String string = new String(bytes, in.position(), length, UTF_8);
    in.position(in.position() + length);
    return string;
  }

  private static List<String> strings(byte[] bytes, ByteBuffer in) {
    int n = in.getInt();
    List<String> result = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      result.add(string(bytes, in));
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
    return entry != null && entry.length == Entry.NOTHING;
  }

  /** Whether a class made of these bytes is known. */
  synchronized boolean knows(String name, byte[] classFile) {
    Entry entry = entries.get(name);
    return entry != null && entry.sum == sum(classFile);
  }

  /** The changed class, or null if there is nothing to see in it. */
  synchronized byte[] get(String name) {
    return entries.get(name).changed();
  }

  /** Takes note of a decision. */
  synchronized void put(String name, byte[] classFile, byte[] changed) {
    int length = changed == null ? Entry.NOTHING : changed.length;
    entries.put(name, new Entry(sum(classFile), changed, 0, length));
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
      forgetOldFiles(file.getParent(), "jdk-*.classes", MOST_FILES);
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
      Entry entry = e.getValue();
      out.writeInt(entry.length);
      if (entry.length != Entry.NOTHING) {
        out.write(entry.bytes, entry.from, entry.length);
      }
    }
    out.writeInt(MAGIC);
  }

  /** Those of JDKs, agents and programs that are gone. */
  static void forgetOldFiles(Path folder, String names, int kept) throws IOException {
    List<Path> files = new ArrayList<>();
    try (var all = Files.newDirectoryStream(folder, names)) {
      all.forEach(files::add);
    }
    if (files.size() > kept) {
      files.sort((a, b) -> Long.compare(a.toFile().lastModified(), b.toFile().lastModified()));
      for (Path old : files.subList(0, files.size() - kept)) {
        Files.deleteIfExists(old);
      }
    }
  }
}
