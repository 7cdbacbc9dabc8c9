package dev.sooth.trace.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sooth.trace.BadTraceException;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Family;
import dev.sooth.trace.Kind;
import dev.sooth.trace.RandomTraces;
import dev.sooth.trace.RandomTraces.Shape;
import dev.sooth.trace.Seeds;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceTooLargeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SoothFileTest {
  private static final long SEED = Seeds.orElse(11);
  private static final Trace TRACE = RandomTraces.wellFormed(SEED, new Shape(30, 4, 3, 8, 12));

  @TempDir Path folder;

  /** A file whose blocks hold five events each, and where each block of events ends. */
  private static final class SmallBlocks {
    private final byte[] bytes;
    private final List<Integer> ends;

    SmallBlocks(byte[] bytes, List<Integer> ends) {
      this.bytes = bytes;
      this.ends = ends;
    }

    byte[] bytes() {
      return bytes;
    }

    List<Integer> ends() {
      return ends;
    }
  }

  private static SmallBlocks smallBlocks(SoothCodec codec) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<Integer> ends = new ArrayList<>();
    EventBatch batch = new EventBatch();
    SoothEventWriter writer = new SoothEventWriter(new SoothWriter(out, codec), TRACE.names());
    try (TraceCursor cursor = TRACE.openUnfiltered()) {
      cursor.next(batch);
      for (int i = 0; i < TRACE.size(); i += 5) {
        batch.from = i;
        batch.to = Math.min(TRACE.size(), i + 5);
        writer.append(batch);
        writer.flushBlock();
        ends.add(out.size());
      }
    }
    writer.finish();
    return new SmallBlocks(out.toByteArray(), ends);
  }

  @ParameterizedTest
  @EnumSource(SoothCodec.class)
  void isReadUpToTheLastWholeBlock(SoothCodec codec) throws IOException {
    SmallBlocks file = smallBlocks(codec);
    List<String> all = Reading.checked(file.bytes(), Reading.STRICT).events();
    assertThat(all).isEqualTo(Reading.lines(TRACE));
    for (int length = SoothLayout.MAGIC_LENGTH; length < file.bytes().length; length++) {
      int cut = length;
      int whole = (int) file.ends().stream().filter(end -> end <= cut).count();
      Reading.Result result = Reading.checked(Arrays.copyOf(file.bytes(), length), Reading.STRICT);
      assertThat(result.events()).isEqualTo(all.subList(0, Math.min(all.size(), 5 * whole)));
      assertThat(result.notes())
          .containsExactly("truncated: " + result.events().size() + " events read");
    }
  }

  @ParameterizedTest
  @EnumSource(SoothCodec.class)
  void everyFlippedBitIsFound(SoothCodec codec) throws IOException {
    byte[] bytes = smallBlocks(codec).bytes();
    for (int bit = 0; bit < 8 * bytes.length; bit++) {
      byte[] damaged = bytes.clone();
      damaged[bit / 8] ^= (byte) (1 << (bit % 8));
      assertThat(Reading.complaint(damaged, Reading.as(TraceFormat.SOOTH)))
          .as("bit %d", bit)
          .matches("in:(block \\d+ at )?byte \\d+: .*");
    }
  }

  /**
   * Damage whose checksums are right: whatever the bytes say, the answer is a trace or a complaint
   * with its place.
   */
  @ParameterizedTest
  @EnumSource(
      value = SoothCodec.class,
      names = {"NONE", "DEFLATE"})
  void hostileBlocksAreReadOrRefused(SoothCodec codec) throws IOException {
    byte[] bytes = recorded(codec);
    List<Integer> blocks = blocksOf(bytes);
    Random random = new Random(SEED);
    int read = 0;
    int refused = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] damaged = bytes.clone();
      int block = blocks.get(random.nextInt(blocks.size()));
      int stored = (int) SoothLayout.INT.get(bytes, block + SoothLayout.STORED_LENGTH_AT);
      for (int n = random.nextInt(3); n >= 0; n--) {
        int at = random.nextInt(24 + stored);
        damaged[block + (at < 24 ? at : at + 8)] = interesting(random);
      }
      seal(damaged, block);
      try {
        Reading.checked(damaged, Reading.LENIENT);
        read++;
      } catch (BadTraceException | TraceTooLargeException e) {
        refused++;
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + SEED + ", round " + round, e);
      }
    }
    assertThat(read).isGreaterThan(500);
    assertThat(refused).isGreaterThan(500);
  }

  private static byte interesting(Random random) {
    int[] some = {0, 1, 2, 0x7F, 0x80, 0xFF};
    return (byte) (random.nextBoolean() ? random.nextInt() : some[random.nextInt(some.length)]);
  }

  private static List<Integer> blocksOf(byte[] file) {
    List<Integer> blocks = new ArrayList<>();
    int at = SoothLayout.FILE_HEADER;
    while (at < file.length - SoothLayout.TRAILER) {
      blocks.add(at);
      at +=
          SoothLayout.BLOCK_HEADER
              + (int) SoothLayout.INT.get(file, at + SoothLayout.STORED_LENGTH_AT);
    }
    return blocks;
  }

  /** Makes the checksums right again, as an attacker would. */
  private static void seal(byte[] file, int block) {
    int stored = (int) SoothLayout.INT.get(file, block + SoothLayout.STORED_LENGTH_AT);
    int payload = block + SoothLayout.BLOCK_HEADER;
    if (stored >= 0 && stored <= file.length - payload) {
      int checksum = SoothLayout.checksum(file, payload, stored);
      SoothLayout.INT.set(file, block + SoothLayout.PAYLOAD_CHECKSUM_AT, checksum);
    }
    int checksum = SoothLayout.checksum(file, block, SoothLayout.HEADER_CHECKSUM_AT);
    SoothLayout.INT.set(file, block + SoothLayout.HEADER_CHECKSUM_AT, checksum);
  }

  /** A file with everything that a recorder writes. */
  static byte[] recorded(SoothCodec codec) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (SoothWriter writer = new SoothWriter(out, codec)) {
      int main = writer.thread("main");
      int worker = writer.thread("worker");
      int start = writer.place("Grid.java:7 p.Grid.start");
      int fill = writer.place("Grid.java:12 p.Grid.fill");
      int frame = writer.frame(SoothWriter.NO_FRAME, writer.place("Grid.java:3 p.Grid.main"));
      for (int block = 0; block < 2; block++) {
        Family field = Family.field("p.Grid", "cells", 0);
        int cells = writer.family(field.elements(17, List.of(2)));
        int name = writer.family(Family.field("p.Grid", "name", block));
        int map = writer.family(Family.field("p.Grid", "names", 0).holding("java.util.HashMap"));
        int lock = writer.family(Family.of("p.Grid"));
        int guarded = writer.family(Family.of("p.Grid").prefixed("guarded:"));
        if (block == 0) {
          writer.append(Kind.FORK, main, worker, start);
          writer.caller(writer.frame(frame, fill));
        }
        int monitor = writer.target(lock, 5);
        writer.append(Kind.ACQUIRE, worker, monitor, fill);
        writer.append(Kind.WRITE, worker, writer.target(cells, 60), fill);
        writer.value(-1);
        writer.append(Kind.WRITE, worker, writer.target(cells, 1_000_000), fill);
        writer.append((byte) SoothLayout.BRANCH, worker, 0, fill);
        writer.value(1);
        writer.append(Kind.READ, worker, writer.target(name, 5), fill);
        writer.caller(frame);
        writer.append(Kind.READ, worker, writer.target(map, 8), fill);
        writer.append(Kind.VOLATILE_READ, worker, writer.target(guarded, 5), fill);
        writer.append(Kind.WRITE, worker, writer.target("whole name"), fill);
        writer.append(Kind.RELEASE, worker, monitor, fill);
        writer.flushBlock();
      }
      writer.append(Kind.JOIN, main, worker, start);
    }
    return out.toByteArray();
  }

  @Test
  void namesArePutTogetherFromTheirParts() throws IOException {
    String fill = "|Grid.java:12 p.Grid.fill";
    Reading.Result result = Reading.checked(recorded(SoothCodec.NONE), Reading.STRICT);
    assertThat(result.events())
        .hasSize(20)
        .startsWith(
            "main|fork(worker)|Grid.java:7 p.Grid.start",
            "worker|acq(p.Grid@5)" + fill,
            "worker|w(p.Grid.cells[2]@17[60])" + fill,
            "worker|w(p.Grid.cells[2]@17[1000000])" + fill,
            "worker|dummy" + fill,
            "worker|r(p.Grid.name@5)" + fill,
            "worker|r(p.Grid.names (java.util.HashMap)@8)" + fill,
            "worker|vr(guarded:p.Grid@5)" + fill,
            "worker|w(whole name)" + fill,
            "worker|rel(p.Grid@5)" + fill)
        .contains("worker|r(p.Grid.name@loader1@5)" + fill)
        .endsWith("main|join(worker)|Grid.java:7 p.Grid.start");
    assertThat(result.notes()).containsExactly("skipped 2 events of kind branch");
  }

  @Test
  void whatIsWrittenAgainIsTheSame() throws IOException {
    byte[] first = recorded(SoothCodec.ZSTD);
    Trace trace = Reading.load(first, Reading.STRICT);
    byte[] again = Reading.sooth(trace, SoothCodec.NONE);
    assertThat(Reading.checked(again, Reading.STRICT).events())
        .isEqualTo(Reading.checked(first, Reading.STRICT).events());
    Trace read = Reading.load(again, Reading.STRICT);
    assertThat(read.names().variables().count()).isEqualTo(7);
    assertThat(read.names().locks().count()).isEqualTo(1);
  }

  @Test
  void valuesComeWithTheirEvents() throws IOException {
    EventBatch batch = new EventBatch();
    List<String> values = new ArrayList<>();
    byte[] file = recorded(SoothCodec.DEFLATE);
    try (TraceCursor cursor = new SoothCursor("in", new ByteArrayInputStream(file))) {
      while (cursor.next(batch)) {
        for (int i = batch.from; i < batch.to; i++) {
          if (batch.values != null && batch.values.isKnown(i)) {
            values.add(batch.base + i + " " + batch.values.get(i));
          }
        }
      }
    }
    assertThat(values).containsExactly("2 -1", "4 1", "11 -1", "13 1");
  }

  @Test
  void stacksAreFoundByPosition() throws IOException {
    String main = "Grid.java:3 p.Grid.main";
    Map<Long, List<String>> expected =
        Map.of(0L, List.of("Grid.java:12 p.Grid.fill", main), 14L, List.of(main));
    Path plain = folder.resolve("t.sooth");
    Files.write(plain, recorded(SoothCodec.NONE));
    assertThat(StackReader.read(plain, new long[] {0, 1, 14, 19, 100})).isEqualTo(expected);
    Path compressed = folder.resolve("t.sooth.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
      out.write(recorded(SoothCodec.ZSTD));
    }
    assertThat(StackReader.read(compressed, new long[] {0, 1, 14, 19, 100})).isEqualTo(expected);
    Path text = folder.resolve("t.std");
    Files.writeString(text, "T1|w(x)|1\n");
    assertThat(StackReader.read(text, new long[] {0})).isEmpty();
  }

  @Test
  void stacksOfAFileThatWasCutOffAreReadAsFarAsItGoes() throws IOException {
    byte[] whole = recorded(SoothCodec.NONE);
    Path file = folder.resolve("cut.sooth");
    for (int length = SoothLayout.MAGIC_LENGTH; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      int read = Reading.checked(Arrays.copyOf(whole, length), Reading.STRICT).events().size();
      assertThat(StackReader.read(file, new long[] {0, 14}).size())
          .as("cut at %d", length)
          .isEqualTo(read > 14 ? 2 : read > 0 ? 1 : 0);
      assertThat(StackReader.read(file, new long[] {14}).size()).isEqualTo(read > 14 ? 1 : 0);
    }
  }

  @Test
  void valuesAndStacksAreWrittenAgain() throws IOException {
    Path first = folder.resolve("first.sooth");
    Files.write(first, recorded(SoothCodec.NONE));
    Path again = folder.resolve("again.sooth");
    TraceFiles.write(
        TraceFiles.open(first, Reading.STRICT),
        again,
        TraceFormat.SOOTH,
        TraceFiles.Compression.NONE);
    long[] all = {0, 1, 14, 19};
    assertThat(StackReader.read(again, all)).hasSize(2).isEqualTo(StackReader.read(first, all));
    ValueCheck check = ValueCheck.run(TraceFiles.open(again, Reading.STRICT));
    assertThat(check.values()).isEqualTo(4);
  }

  /** By event after which they came: the numbers of the dead. */
  private static Map<Long, List<Long>> dead(TraceCursor cursor) throws IOException {
    Map<Long, List<Long>> result = new TreeMap<>();
    EventBatch batch = new EventBatch();
    while (cursor.next(batch)) {
      if (batch.dead != null) {
        result.put(batch.base + batch.to, Arrays.stream(batch.dead).boxed().toList());
      }
    }
    return result;
  }

  @Test
  void deathsComeAfterTheLastBlockOfTheirObjects() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (SoothWriter writer = new SoothWriter(out, SoothCodec.NONE)) {
      int thread = writer.thread("T1");
      int place = writer.place("A.java:1");
      for (long object = 1; object <= 3; object++) {
        int target = writer.target(writer.family(Family.field("A", "x", 0)), object);
        writer.append(Kind.WRITE, thread, target, place);
        if (object == 2) {
          writer.dead(new long[] {2, 1});
          writer.dead(new long[] {Long.MAX_VALUE});
        }
        writer.flushBlock();
      }
      writer.dead(new long[] {3}); // there is no block any more that could say it
    }
    Map<Long, List<Long>> expected = Map.of(2L, List.of(1L, 2L, Long.MAX_VALUE));
    Path file = folder.resolve("dead.sooth");
    Files.write(file, out.toByteArray());
    Path again = folder.resolve("again.sooth");
    TraceFiles.write(
        TraceFiles.open(file, Reading.STRICT),
        again,
        TraceFormat.SOOTH,
        TraceFiles.Compression.NONE);
    try (TraceCursor cursor = TraceFiles.open(file, Reading.STRICT).open();
        TraceCursor copy = TraceFiles.open(again, Reading.STRICT).open()) {
      assertThat(dead(cursor)).isEqualTo(expected);
      assertThat(dead(copy).values()).containsExactlyElementsOf(expected.values());
    }
  }

  @Test
  void moreDeathsThanABlockTellsWaitForTheNext() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (SoothWriter writer = new SoothWriter(out, SoothCodec.NONE)) {
      int thread = writer.thread("T1");
      int place = writer.place("A.java:1");
      writer.dead(LongStream.rangeClosed(1, 70_000).toArray());
      for (int i = 0; i < 2; i++) {
        writer.append(Kind.WRITE, thread, writer.target("x"), place);
        writer.flushBlock();
      }
    }
    try (TraceCursor cursor = new SoothCursor("in", new ByteArrayInputStream(out.toByteArray()))) {
      assertThat(dead(cursor).values().stream().flatMap(List::stream))
          .containsExactlyElementsOf(LongStream.rangeClosed(1, 70_000).boxed().toList());
    }
  }

  @Test
  void deathsThatCannotBeAreRefused() throws IOException {
    byte one = 1;
    byte two = 2;
    byte none = 0;
    assertThat(complaintWith(SoothLayout.DEAD, two, one, none))
        .endsWith("dead objects that are not in order");
    assertThat(complaintWith(SoothLayout.DEAD, two, one))
        .endsWith("more dead objects than bytes for them");
    assertThat(complaintWith(SoothLayout.DEAD, one, one, one)).endsWith("column of a wrong length");
  }

  /** What is said of a block of one event, T1|w(x)|1, with this part added to it. */
  private static String complaintWith(int type, byte... content) throws IOException {
    Trace tiny = Reading.load(Reading.utf8("T1|w(x)|1\n"), Reading.STRICT);
    byte[] file = Reading.sooth(tiny, SoothCodec.NONE);
    int block = blocksOf(file).get(1);
    byte[] payload =
        Arrays.copyOfRange(file, block + SoothLayout.BLOCK_HEADER, blocksOf(file).get(2));
    PayloadWriter longer = new PayloadWriter();
    longer.putBytes(payload, payload.length);
    int part = longer.startPart(type);
    longer.putBytes(content, content.length);
    longer.endPart(part);
    return Reading.complaint(replaced(file, block, longer), Reading.STRICT);
  }

  @Test
  void callersThatCannotBeAreRefused() throws IOException {
    int callers = SoothLayout.CALLER_COLUMN;
    byte one = 1;
    byte none = 0;
    assertThat(complaintWith(callers, one, none, one)).endsWith("unknown frame");
    assertThat(complaintWith(callers, one, none, none)).endsWith("unknown frame");
    assertThat(complaintWith(callers, one, one, none)).endsWith("caller of an unknown event");
    assertThat(complaintWith(callers, one)).endsWith("more callers than bytes for them");
    assertThat(complaintWith(callers, none, none)).endsWith("column of a wrong length");
  }

  @Test
  void anIndexOfOtherBlocksIsRefused() throws IOException {
    byte[] file = Reading.sooth(TRACE, SoothCodec.NONE);
    int index = blocksOf(file).get(blocksOf(file).size() - 1);
    int entries = index + SoothLayout.BLOCK_HEADER + SoothLayout.INDEX_TOTALS + Integer.BYTES;
    for (int at : new int[] {0, 8, 12}) { // offset, type, events
      byte[] changed = file.clone();
      changed[entries + at] ^= 1;
      seal(changed, index);
      assertThat(Reading.complaint(changed, Reading.STRICT))
          .endsWith("index of other blocks than those of the file");
    }
  }

  @Test
  void aPayloadEndsWhereItsCompressionEnds() throws IOException {
    byte[] file = Reading.sooth(TRACE, SoothCodec.DEFLATE);
    int block = blocksOf(file).get(1);
    assertThat(file[block + SoothLayout.CODEC_AT]).isEqualTo((byte) 1);
    int raw = (int) SoothLayout.INT.get(file, block + SoothLayout.RAW_LENGTH_AT);
    SoothLayout.INT.set(file, block + SoothLayout.RAW_LENGTH_AT, raw - 1);
    seal(file, block);
    assertThat(Reading.complaint(file, Reading.STRICT)).contains("cannot be decompressed");
  }

  @Test
  void aNameThatIsNotUtf8IsRefused() throws IOException {
    Trace tiny = Reading.load(Reading.utf8("T1|w(x)|1\n"), Reading.STRICT);
    byte[] file = Reading.sooth(tiny, SoothCodec.NONE);
    int block = blocksOf(file).get(0);
    int x = block + SoothLayout.BLOCK_HEADER + 2;
    assertThat(file[x]).isEqualTo((byte) 'x');
    file[x] = (byte) 0xC0;
    seal(file, block);
    assertThat(Reading.complaint(file, Reading.STRICT)).endsWith("name that is not UTF-8");
  }

  /** The same array is one, however it is called. */
  @Test
  void arraysAreKnownByTheirNumbers() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (SoothWriter writer = new SoothWriter(out, SoothCodec.NONE)) {
      int thread = writer.thread("main");
      int place = writer.place("here");
      for (String called : List.of("A.cells", "array")) {
        int family = writer.family(Family.of(called).elements(17, List.of()));
        writer.append(Kind.WRITE, thread, writer.target(family, 3), place);
        writer.flushBlock();
      }
    }
    assertThat(Reading.checked(out.toByteArray(), Reading.STRICT).events())
        .containsOnly("main|w(A.cells@17[3])|here");
  }

  @Test
  void unknownPartsAreSkippedIfTheyAreOptional() throws IOException {
    byte[] file = Reading.sooth(TRACE, SoothCodec.NONE);
    int block = blocksOf(file).get(1);
    byte[] payload =
        Arrays.copyOfRange(file, block + SoothLayout.BLOCK_HEADER, blocksOf(file).get(2));
    for (int type : new int[] {0xC0, 0x40}) {
      PayloadWriter longer = new PayloadWriter();
      longer.putBytes(payload, payload.length);
      int part = longer.startPart(type);
      longer.putLong(5);
      longer.endPart(part);
      byte[] changed = replaced(file, block, longer);
      if (type == 0xC0) {
        assertThat(Reading.checked(changed, Reading.STRICT).events())
            .isEqualTo(Reading.lines(TRACE));
      } else {
        assertThat(Reading.complaint(changed, Reading.STRICT))
            .endsWith("part of the unknown type 64; a newer version of Sooth is needed");
      }
    }
  }

  /** The file with another payload in one of its blocks, and without what comes after it. */
  private static byte[] replaced(byte[] file, int block, PayloadWriter payload) {
    int start = block + SoothLayout.BLOCK_HEADER;
    byte[] result = Arrays.copyOf(file, start + payload.length());
    System.arraycopy(payload.bytes(), 0, result, start, payload.length());
    SoothLayout.INT.set(result, block + SoothLayout.STORED_LENGTH_AT, payload.length());
    SoothLayout.INT.set(result, block + SoothLayout.RAW_LENGTH_AT, payload.length());
    seal(result, block);
    return result;
  }

  @Test
  void dataAfterTheEndIsRefused() throws IOException {
    byte[] file = Reading.sooth(TRACE, SoothCodec.NONE);
    assertThat(Reading.complaint(Arrays.copyOf(file, file.length + 1), Reading.STRICT))
        .endsWith("more data after the last block");
  }

  /** A disk that is full: what was written stays readable, and is not made to look complete. */
  @Test
  void afterAFailureNothingMoreIsWritten() throws IOException {
    ByteArrayOutputStream disk = new ByteArrayOutputStream();
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int from, int length) throws IOException {
            int room = Math.min(length, 500 - disk.size());
            disk.write(bytes, from, room);
            if (room < length) {
              throw new IOException("disk full");
            }
          }
        };
    String problem = "";
    try (SoothWriter writer = new SoothWriter(full, SoothCodec.NONE)) {
      int thread = writer.thread("T1");
      int place = writer.place("1");
      for (int i = 0; i < 10; i++) {
        writer.append(Kind.WRITE, thread, writer.target("x"), place);
        writer.flushBlock();
      }
    } catch (IOException e) {
      problem = e.getMessage();
    }
    assertThat(problem).isEqualTo("disk full");
    assertThat(disk.size()).isEqualTo(500);
    Reading.Result result = Reading.checked(disk.toByteArray(), Reading.STRICT);
    assertThat(result.events()).isNotEmpty().containsOnly("T1|w(x)|1");
    assertThat(result.notes())
        .containsExactly("truncated: " + result.events().size() + " events read");
  }

  @Test
  void aNameThatIsTooLongIsRefused() throws IOException {
    try (SoothWriter writer = new SoothWriter(OutputStream.nullOutputStream(), SoothCodec.NONE)) {
      assertThat(writer.thread("n".repeat(1 << 21))).isZero();
      assertThatThrownBy(() -> writer.thread("n".repeat((1 << 21) + 1)))
          .hasMessage("a name of 2097153 bytes is too long for a .sooth file");
    }
  }
}
