package dev.sooth.trace.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.trace.BadTraceException;
import dev.sooth.trace.Kind;
import dev.sooth.trace.NameTable;
import dev.sooth.trace.RandomTraces;
import dev.sooth.trace.RandomTraces.Shape;
import dev.sooth.trace.Seeds;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceNames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files of version 1, which are read for ever. */
class OldSoothFileTest {
  private static final long SEED = Seeds.orElse(11);
  private static final Trace TRACE = RandomTraces.wellFormed(SEED, new Shape(30, 4, 3, 8, 12));

  /** A file whose blocks hold five events each, and where each block starts. */
  private static final class File {
    private final byte[] bytes;
    private final List<Integer> blocks;

    File(byte[] bytes, List<Integer> blocks) {
      this.bytes = bytes;
      this.blocks = blocks;
    }

    byte[] bytes() {
      return bytes;
    }

    List<Integer> blocks() {
      return blocks;
    }
  }

  private static File smallBlocks(SoothCodec codec) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<Integer> blocks = new ArrayList<>();
    // Names grow as they do in a recorder, so that every block brings some.
    TraceNames names = TraceNames.empty();
    try (OldSoothWriter writer = new OldSoothWriter(out, names, codec)) {
      for (int i = 0; i < TRACE.size(); i++) {
        byte kind = TRACE.kind(i);
        int thread = names.threads().intern(TRACE.names().threads().get(TRACE.thread(i)));
        String targetName = TRACE.names().target(kind, TRACE.target(i));
        int target =
            Kind.isAccess(kind)
                ? names.variables().intern(targetName)
                : Kind.isLockOperation(kind)
                    ? names.locks().intern(targetName)
                    : Kind.isThreadOperation(kind) ? names.threads().intern(targetName) : 99;
        int location = names.locations().intern(TRACE.names().locations().get(TRACE.location(i)));
        writer.append(kind, thread, target, location);
        if (i % 5 == 4) {
          blocks.add(out.size());
          writer.flushBlock();
        }
      }
      blocks.add(out.size());
    }
    return new File(out.toByteArray(), blocks);
  }

  @ParameterizedTest
  @EnumSource(SoothCodec.class)
  void isReadUpToTheLastWholeBlock(SoothCodec codec) throws IOException {
    File file = smallBlocks(codec);
    List<String> all = Reading.checked(file.bytes(), Reading.STRICT).events();
    assertThat(all).isEqualTo(Reading.lines(TRACE));
    for (int length = SoothLayout.MAGIC_LENGTH; length < file.bytes().length; length++) {
      int cut = length;
      int whole = (int) file.blocks().stream().skip(1).filter(start -> start <= cut).count();
      Reading.Result result = Reading.checked(Arrays.copyOf(file.bytes(), length), Reading.STRICT);
      assertThat(result.events()).isEqualTo(all.subList(0, 5 * whole));
      assertThat(result.notes()).containsExactly("truncated: " + 5 * whole + " events read");
    }
  }

  @ParameterizedTest
  @EnumSource(SoothCodec.class)
  void everyFlippedBitIsFound(SoothCodec codec) throws IOException {
    File file = smallBlocks(codec);
    for (int bit = 0; bit < 8 * file.bytes().length; bit++) {
      byte[] damaged = file.bytes().clone();
      int at = bit / 8;
      damaged[at] ^= (byte) (1 << (bit % 8));
      String complaint = Reading.complaint(damaged, Reading.as(TraceFormat.SOOTH));
      int block = (int) file.blocks().stream().filter(start -> start <= at).count();
      if (block > 0) {
        String where = "in:block " + block + " at byte " + file.blocks().get(block - 1) + ": ";
        assertThat(complaint).as("bit %d", bit).startsWith(where);
      } else {
        assertThat(complaint).startsWith("in:byte 0: ");
      }
    }
  }

  @Test
  void randomDamageOfALargeFileIsFound() throws IOException {
    Trace trace = RandomTraces.wellFormed(SEED, new Shape(150_000, 9, 9, 5000, 99));
    byte[] bytes = Reading.oldSooth(trace, SoothCodec.ZSTD);
    Random random = new Random(SEED);
    for (int i = 0; i < 60; i++) {
      byte[] damaged = bytes.clone();
      int at = random.nextInt(bytes.length);
      damaged[at] ^= (byte) (1 << random.nextInt(8));
      assertThat(Reading.complaint(damaged, Reading.as(TraceFormat.SOOTH)))
          .as("seed %d, round %d, byte %d", SEED, i, at)
          .matches("in:(block \\d+ at )?byte \\d+: .*");
    }
  }

  @Test
  void unknownBlocksAreSkippedIfTheyAreOptional() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TraceNames names = TraceNames.empty();
    byte[] payload = new byte[1000];
    try (OldSoothWriter writer = new OldSoothWriter(out, names, SoothCodec.DEFLATE)) {
      int thread = names.threads().intern("T1");
      int variable = names.variables().intern("x");
      int location = names.locations().intern("1");
      writer.append(Kind.WRITE, thread, variable, location);
      writer.writeOptionalBlock(5, payload, 10, 900);
      writer.append(Kind.READ, thread, variable, location);
      writer.writeOptionalBlock(0, payload, 0, 0);
    }
    assertThat(Reading.checked(out.toByteArray(), Reading.STRICT))
        .isEqualTo(new Reading.Result(List.of("T1|w(x)|1", "T1|r(x)|1"), List.of()));
  }

  /** One event, T1|w(x)|1, not compressed: the first block is at byte 16. */
  private static byte[] tiny() throws IOException {
    return Reading.oldSooth(
        Reading.load(Reading.utf8("T1|w(x)|1\n"), Reading.STRICT), SoothCodec.NONE);
  }

  private static final int BLOCK = SoothLayout.FILE_HEADER;
  private static final int PAYLOAD = BLOCK + SoothLayout.BLOCK_HEADER;

  /** Changes a file and makes its checksums right again, as an attacker would. */
  private static String complaintAfter(Consumer<byte[]> change) throws IOException {
    byte[] file = tiny();
    change.accept(file);
    SoothLayout.INT.set(file, 12, SoothLayout.checksum(file, 0, 12));
    int stored = (int) SoothLayout.INT.get(file, BLOCK + SoothLayout.STORED_LENGTH_AT);
    if (stored >= 0 && stored <= file.length - PAYLOAD) {
      int checksum = SoothLayout.checksum(file, PAYLOAD, stored);
      SoothLayout.INT.set(file, BLOCK + SoothLayout.PAYLOAD_CHECKSUM_AT, checksum);
    }
    int checksum = SoothLayout.checksum(file, BLOCK, SoothLayout.HEADER_CHECKSUM_AT);
    SoothLayout.INT.set(file, BLOCK + SoothLayout.HEADER_CHECKSUM_AT, checksum);
    try {
      Reading.Result result = Reading.checked(file, Reading.STRICT);
      return result.events() + " " + result.notes();
    } catch (BadTraceException e) {
      return e.getMessage();
    }
  }

  private static Consumer<byte[]> set(int at, int value) {
    return file -> SoothLayout.INT.set(file, at, value);
  }

  private static Consumer<byte[]> setByte(int at, int value) {
    return file -> file[at] = (byte) value;
  }

  @Test
  void hostileHeadersAreRefused() throws IOException {
    String where = "in:block 1 at byte 16: ";
    assertThat(complaintAfter(file -> {})).isEqualTo("[T1|w(x)|1] []");
    assertThat(complaintAfter(setByte(8, 3)))
        .isEqualTo("in:byte 8: version 3 of the format, expected version 1 or 2");
    assertThat(complaintAfter(setByte(BLOCK, 3)))
        .isEqualTo(where + "block of the unknown type 3; a newer version of Sooth is needed");
    assertThat(complaintAfter(setByte(BLOCK + 1, 3))).isEqualTo(where + "unknown compression 3");
    assertThat(complaintAfter(setByte(BLOCK + 1, 1)))
        .startsWith(where + "payload that cannot be decompressed: ");
    assertThat(complaintAfter(setByte(BLOCK + 1, 2)))
        .startsWith(where + "payload that cannot be decompressed: ");
    for (int length : new int[] {(1 << 24) + 1, Integer.MAX_VALUE, -1, Integer.MIN_VALUE}) {
      assertThat(complaintAfter(set(BLOCK + SoothLayout.RAW_LENGTH_AT, length)))
          .isEqualTo(
              where + "payload of " + (length & 0xFFFFFFFFL) + " bytes, expected at most 16 MiB");
      assertThat(complaintAfter(set(BLOCK + SoothLayout.STORED_LENGTH_AT, length)))
          .isEqualTo(where + "payload that is longer in the file than in memory");
    }
    for (int count : new int[] {65537, Integer.MAX_VALUE, -1}) {
      assertThat(complaintAfter(set(BLOCK + SoothLayout.EVENTS_AT, count)))
          .isEqualTo(where + (count & 0xFFFFFFFFL) + " events in a block, expected at most 65536");
    }
    assertThat(complaintAfter(set(BLOCK + SoothLayout.EVENTS_AT, 65536)))
        .isEqualTo(where + "payload that ends within a column");
    assertThat(complaintAfter(set(BLOCK + SoothLayout.EVENTS_AT, 0)))
        .isEqualTo(where + "payload that is longer than its columns");
    assertThat(complaintAfter(set(BLOCK + SoothLayout.FIRST_POSITION_AT, 1)))
        .isEqualTo(where + "a block is missing before this one, or stands at the wrong place");
    assertThat(complaintAfter(setByte(BLOCK, 0x85)))
        .isEqualTo(
            "in:block 2 at byte 92: a block is missing before this one, or stands at the wrong"
                + " place");
  }

  @Test
  void hostilePayloadsAreRefused() throws IOException {
    String where = "in:block 1 at byte 16: ";
    int threadCount = PAYLOAD;
    int threadLength = PAYLOAD + 4;
    int kindColumn = PAYLOAD + 4 * 4 + 3 + 2 + 2;
    int threadColumn = kindColumn + 6;
    int targetColumn = threadColumn + 5;
    int locationColumn = targetColumn + 5;
    for (int count : new int[] {1 << 20, Integer.MAX_VALUE, -1}) {
      assertThat(complaintAfter(set(threadCount, count)))
          .isEqualTo(where + "more names than bytes for them");
    }
    assertThat(complaintAfter(setByte(threadLength, 0x7F)))
        .isEqualTo(where + "payload that ends within a name");
    assertThat(complaintAfter(set(threadLength, -1)))
        .isEqualTo(where + "name that is longer than 2 MiB");
    assertThat(complaintAfter(set(kindColumn, 11))).isEqualTo(where + "unknown kind of event");
    assertThat(complaintAfter(set(kindColumn, -1))).isEqualTo(where + "unknown kind of event");
    assertThat(complaintAfter(setByte(kindColumn + 5, 11)))
        .isEqualTo(where + "unknown kind of event");
    assertThat(complaintAfter(setByte(kindColumn + 5, 255)))
        .isEqualTo(where + "unknown kind of event");
    for (int id : new int[] {1, Integer.MAX_VALUE, -1}) {
      assertThat(complaintAfter(set(threadColumn, id))).isEqualTo(where + "unknown thread");
      assertThat(complaintAfter(set(targetColumn, id))).isEqualTo(where + "unknown target");
      assertThat(complaintAfter(set(locationColumn, id))).isEqualTo(where + "unknown location");
    }
    for (int width : new int[] {5, 255}) {
      assertThat(complaintAfter(setByte(threadColumn + 4, width)))
          .isEqualTo(where + "column of an unknown width");
    }
    assertThat(complaintAfter(setByte(locationColumn + 4, 4)))
        .isEqualTo(where + "payload that ends within a column");
    // A join of what is only a variable's id.
    assertThat(complaintAfter(setByte(kindColumn + 5, Kind.ACQUIRE)))
        .isEqualTo(where + "unknown target");
    assertThat(complaintAfter(setByte(kindColumn + 5, Kind.NOP))).isEqualTo("[T1|dummy|1] []");
  }

  @Test
  void aNameListedTwiceMeansTheSame() throws IOException {
    Trace trace = Reading.load(Reading.utf8("T1|w(x)|1\nT1|w(y)|1\n"), Reading.STRICT);
    byte[] file = Reading.oldSooth(trace, SoothCodec.NONE);
    int second = PAYLOAD + 4 + 3 + 4 + 2 + 1; // the y
    assertThat(file[second]).isEqualTo((byte) 'y');
    file[second] = 'x';
    int stored = (int) SoothLayout.INT.get(file, BLOCK + SoothLayout.STORED_LENGTH_AT);
    int checksum = SoothLayout.checksum(file, PAYLOAD, stored);
    SoothLayout.INT.set(file, BLOCK + SoothLayout.PAYLOAD_CHECKSUM_AT, checksum);
    checksum = SoothLayout.checksum(file, BLOCK, SoothLayout.HEADER_CHECKSUM_AT);
    SoothLayout.INT.set(file, BLOCK + SoothLayout.HEADER_CHECKSUM_AT, checksum);
    Trace read = Reading.load(file, Reading.STRICT);
    assertThat(read.names().variables().size()).isEqualTo(1);
    assertThat(read.target(1)).isEqualTo(read.target(0)).isZero();
  }

  @Test
  void namesCanBeForgottenByTheWriter() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TraceNames names = TraceNames.empty();
    int thread = names.threads().intern("T1");
    int place = names.locations().intern("here");
    try (OldSoothWriter writer = new OldSoothWriter(bytes, names, SoothCodec.NONE)) {
      NameTable variables = (NameTable) names.variables();
      NameTable locks = (NameTable) names.locks();
      int variablesBefore = 0;
      int locksBefore = 0;
      for (int i = 0; i < 1000; i++) {
        if (i % 7 == 6) {
          variables = new NameTable();
          variablesBefore = writer.renewVariables(variables);
          locks = new NameTable();
          locksBefore = writer.renewLocks(locks);
        }
        int lock = locksBefore + locks.intern("m" + i % 3);
        writer.append(Kind.ACQUIRE, thread, lock, place);
        int variable = variablesBefore + variables.intern("x" + i % 11);
        writer.append(Kind.WRITE, thread, variable, place);
        writer.append(Kind.RELEASE, thread, lock, place);
      }
    }
    Trace read = Reading.load(bytes.toByteArray(), Reading.STRICT);
    assertThat(read.names().variables().size()).isEqualTo(11);
    assertThat(read.names().locks().size()).isEqualTo(3);
    for (int i = 0; i < 1000; i++) {
      assertThat(read.names().locks().get(read.target(3 * i))).isEqualTo("m" + i % 3);
      assertThat(read.names().variables().get(read.target(3 * i + 1))).isEqualTo("x" + i % 11);
    }
  }

  @Test
  void dataAfterTheFooterIsRefused() throws IOException {
    byte[] file = tiny();
    assertThat(Reading.complaint(Arrays.copyOf(file, file.length + 1), Reading.STRICT))
        .isEqualTo("in:block 2 at byte 92: more data after the last block");
  }

  /** A disk that is full: what was written stays readable, and is not made to look complete. */
  @Test
  void afterAFailureNothingMoreIsWritten() throws IOException {
    ByteArrayOutputStream disk = new ByteArrayOutputStream();
    java.io.OutputStream full =
        new java.io.OutputStream() {
          @Override
          public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int from, int length) throws IOException {
            int room = Math.min(length, 200 - disk.size());
            disk.write(bytes, from, room);
            if (room < length) {
              throw new IOException("disk full");
            }
          }
        };
    TraceNames names = TraceNames.empty();
    int thread = names.threads().intern("T1");
    int variable = names.variables().intern("x");
    int location = names.locations().intern("1");
    OldSoothWriter writer = new OldSoothWriter(full, names, SoothCodec.NONE);
    int blocks = 0;
    try {
      while (true) {
        writer.append(Kind.WRITE, thread, variable, location);
        writer.flushBlock();
        blocks++;
      }
    } catch (IOException e) {
      assertThat(e).hasMessage("disk full");
    }
    writer.close();
    assertThat(blocks).isPositive();
    Reading.Result result = Reading.checked(disk.toByteArray(), Reading.STRICT);
    assertThat(result.events()).hasSize(blocks);
    assertThat(result.notes()).containsExactly("truncated: " + blocks + " events read");
  }

  @Test
  void aTraceWithoutEventsHasAFooter() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new OldSoothWriter(out, TraceNames.empty(), SoothCodec.NONE).close();
    assertThat(Reading.checked(out.toByteArray(), Reading.STRICT))
        .isEqualTo(new Reading.Result(List.of(), List.of()));
  }
}
