package dev.sooth.agent.instrument;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sooth.agent.bootstrap.FieldWords;
import dev.sooth.agent.bootstrap.Methods;
import dev.sooth.agent.bootstrap.OpaqueHooks;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ref.SoftReference;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;

/**
 * The instrumented classes of a program, from one run to the next: to instrument a class takes much
 * longer than to load it, and the JIT compiles what does it.
 *
 * <p>The code holds numbers of places, fields, classes and methods. So the file has these tables,
 * too, and they are filled from it before a number is given: a number means in each run what it
 * meant when the code was made. What a class becomes depends on others, of which it takes note; so
 * a file is for one class path, whose files are the same as then, and for classes of the loader of
 * the class path alone, which asks its parents first. A class is taken only if it was made of the
 * very bytes that the JVM gives us.
 */
public final class ProgramCache {
  private static final int MAGIC = 0x534F5032;
  private static final int MOST_FILES = 8;
  private static final long MOST_BYTES = 64L << 20; // of a file

  /** An instrumented class; one from the file stays there until it is asked for. */
  private static final class Entry {
    private final int sum; // of what it was made of
    private final int size;
    private final byte[] own; // null if it is in those of the file
    private final int from;
    private final int length;
    private final List<String> words; // fields that have words in the objects
    private final List<String> references; // see OpaqueHooks
    private final int methods; // with two bodies

    Entry(
        int sum,
        int size,
        byte[] own,
        int from,
        int length,
        List<String> words,
        List<String> references,
        int methods) {
      this.methods = methods;
      this.sum = sum;
      this.size = size;
      this.own = own;
      this.from = from;
      this.length = length;
      this.words = words;
      this.references = references;
    }
  }

  private final Path file; // null to keep nothing
  private final String key;
  private final SiteTable sites;
  private final FieldTable fields;
  private final ClassLoader loader;
  private final Map<String, Entry> entries = new HashMap<>(); // guarded by this
  private final long most; // bytes of the file
  private SoftReference<byte[]> inFile =
      new SoftReference<>(null); // not to fill the program's heap
  private long bytes; // guarded by this
  private long used; // of these, by this run; guarded by this
  private boolean grown; // guarded by this
  private boolean full; // guarded by this

  /**
   * Reads what is known; before anything else of the program's is numbered.
   *
   * @param folder where the caches are, or null for none
   * @param key what the code depends on: the JDK, the agent, its options, the class path
   * @param loader of the classes
   */
  public ProgramCache(
      Path folder, String key, SiteTable sites, FieldTable fields, ClassLoader loader) {
    this(folder, key, sites, fields, loader, MOST_BYTES);
  }

  ProgramCache(
      Path folder, String key, SiteTable sites, FieldTable fields, ClassLoader loader, long most) {
    this.most = most;
    this.key = key;
    this.sites = sites;
    this.fields = fields;
    this.loader = loader;
    boolean usable =
        folder != null
            && loader.getClass().getName().equals("jdk.internal.loader.ClassLoaders$AppClassLoader")
            && fields.isFirst(loader);
    file = usable ? folder.resolve("program-" + Integer.toHexString(sum(key)) + ".classes") : null;
    if (file != null && Files.isReadable(file)) {
      try {
        byte[] all = Files.readAllBytes(file);
        read(all, ByteBuffer.wrap(all));
      } catch (IOException | RuntimeException e) {
        entries.clear(); // not whole: it is made again
      }
    }
  }

  private static int sum(String text) {
    byte[] utf = text.getBytes(UTF_8);
    return sum(utf, utf.length);
  }

  private static int sum(byte[] all, int length) {
    CRC32 crc = new CRC32();
    crc.update(all, 0, length);
    return (int) crc.getValue();
  }

  // ---- reading ------------------------------------------------------------------------------

  private void read(byte[] all, ByteBuffer in) throws IOException {
    int end = all.length - Integer.BYTES;
    if (end < 0 || in.getInt(end) != sum(all, end)) {
      throw new IOException("not whole");
    }
    if (in.getInt() != MAGIC || !string(all, in).equals(key)) {
      return;
    }
    List<String> siteNames = strings(all, in);
    List<String> jdkFields = strings(all, in);
    List<String> fieldKeys = strings(all, in);
    List<String> classKeys = strings(all, in);
    List<String> methodNames = strings(all, in);
    List<Long> hashes = new ArrayList<>();
    for (int i = 0; i < methodNames.size(); i++) {
      hashes.add(in.getLong());
    }
    Map<String, Entry> read = new HashMap<>();
    int classes = in.getInt();
    for (int i = 0; i < classes; i++) {
      String name = string(all, in);
      List<String> words = strings(all, in);
      List<String> references = strings(all, in);
      int sum = in.getInt();
      int size = in.getInt();
      int doubled = in.getInt();
      int length = in.getInt();
      int from = in.position();
      read.put(name, new Entry(sum, size, null, from, length, words, references, doubled));
      in.position(in.position() + length);
    }
    // Only now, when all could be read: the numbers are given in this order.
    if (begins(methodNames, hashes)
        && sites.isNew()
        && fields.restore(jdkFields, fieldKeys, classKeys)) {
      siteNames.forEach(sites::number);
      for (int i = Methods.size(); i < methodNames.size(); i++) {
        Methods.number(methodNames.get(i), hashes.get(i));
      }
      entries.putAll(read);
      bytes = all.length;
      inFile = new SoftReference<>(all);
    }
  }

  /** Whether the methods that have numbers, mostly none, have these. */
  private static boolean begins(List<String> names, List<Long> hashes) {
    for (int i = 0; i < Math.min(Methods.size(), names.size()); i++) {
      if (!Methods.name(i + 1).equals(names.get(i)) || Methods.hash(i + 1) != hashes.get(i)) {
        return false;
      }
    }
    return true;
  }

  private static String string(byte[] all, ByteBuffer in) {
    int length = in.getInt();
    String string = new String(all, in.position(), length, UTF_8);
    in.position(in.position() + length);
    return string;
  }

  private static List<String> strings(byte[] all, ByteBuffer in) {
    int n = in.getInt();
    List<String> result = new ArrayList<>(n);
    for (int i = 0; i < n; i++) {
      result.add(string(all, in));
    }
    return result;
  }

  // ---- using --------------------------------------------------------------------------------

  /** Whether classes of this loader are kept. */
  boolean keeps(ClassLoader of) {
    return file != null && of == loader;
  }

  /**
   * The instrumented class that was made of these bytes, or null; what else there is to do when a
   * class is instrumented has then been done.
   */
  byte[] find(ClassLoader of, String name, byte[] classFile) {
    Entry entry;
    byte[] all;
    synchronized (this) {
      entry = keeps(of) ? entries.get(name) : null;
      all = entry == null || entry.own != null ? null : inFile.get();
    }
    if (all == null
        || entry.size != classFile.length
        || entry.sum != sum(classFile, classFile.length)) {
      return null;
    }
    for (String field : entry.words) {
      FieldWords.declare(fields.instanceField(name, field), name.replace('/', '.'), field);
    }
    entry.references.forEach(OpaqueHooks::noteReference);
    Methods.load(entry.methods);
    synchronized (this) {
      used += entry.length;
    }
    return Arrays.copyOfRange(all, entry.from, entry.from + entry.length);
  }

  /**
   * Keeps a class that was instrumented without anything to say about it. Those that libraries make
   * while the program runs mostly have other names in the next run.
   */
  void put(String name, byte[] classFile, byte[] changed, ClassContext context) {
    if (loader.getResource(name + ".class") != null) {
      put(name, classFile, changed, context.withWords, context.references, context.doubled);
    }
  }

  synchronized void put(
      String name,
      byte[] classFile,
      byte[] changed,
      Collection<String> words,
      Collection<String> references,
      int doubled) {
    full |= bytes + changed.length > most;
    if (bytes + changed.length <= most) {
      bytes += changed.length;
      used += changed.length;
      int sum = sum(classFile, classFile.length);
      List<String> kept = List.copyOf(words);
      List<String> noted = List.copyOf(references);
      entries.put(
          name, new Entry(sum, classFile.length, changed, 0, changed.length, kept, noted, doubled));
      grown = true;
    }
  }

  // ---- writing ------------------------------------------------------------------------------

  /** Writes what has been learnt, if anything; what goes wrong costs the next run time only. */
  public synchronized void save() {
    if (file == null || !(grown || full)) {
      return;
    }
    byte[] all = inFile.get(); // from here on it stays
    if (all == null) {
      entries.values().removeIf(entry -> entry.own == null);
    }
    try {
      if (full && used < most / 2) { // full of what other runs have used: the next one begins anew
        Files.deleteIfExists(file);
        return;
      }
      Files.createDirectories(file.getParent());
      Path part = Files.createTempFile(file.getParent(), "program", ".part");
      try {
        CheckedOutputStream summed =
            new CheckedOutputStream(
                new BufferedOutputStream(Files.newOutputStream(part), 1 << 16), new CRC32());
        try (OutputStream closed = summed;
            DataOutputStream out = new DataOutputStream(closed)) {
          write(out, all);
          out.writeInt((int) summed.getChecksum().getValue());
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(part);
      }
      JdkCache.forgetOldFiles(file.getParent(), "program-*.classes", MOST_FILES);
    } catch (IOException | RuntimeException e) {
      // no home, no room, no right to write
    }
  }

  private void write(DataOutputStream out, byte[] all) throws IOException {
    out.writeInt(MAGIC);
    write(out, key);
    int count = Methods.size();
    List<String> methodNames = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      methodNames.add(Methods.name(i));
    }
    for (List<String> strings :
        List.of(sites.all(), fields.jdkFields(), fields.keys(), fields.classKeys(), methodNames)) {
      write(out, strings);
    }
    for (int i = 1; i <= count; i++) {
      out.writeLong(Methods.hash(i));
    }
    out.writeInt(entries.size());
    for (Map.Entry<String, Entry> named : entries.entrySet()) {
      Entry entry = named.getValue();
      write(out, named.getKey());
      write(out, entry.words);
      write(out, entry.references);
      out.writeInt(entry.sum);
      out.writeInt(entry.size);
      out.writeInt(entry.methods);
      out.writeInt(entry.length);
      out.write(entry.own == null ? all : entry.own, entry.from, entry.length);
    }
  }

  private static void write(DataOutputStream out, List<String> strings) throws IOException {
    out.writeInt(strings.size());
    for (String string : strings) {
      write(out, string);
    }
  }

  private static void write(DataOutputStream out, String string) throws IOException {
    byte[] utf = string.getBytes(UTF_8);
    out.writeInt(utf.length);
    out.write(utf);
  }
}
