package dev.sooth.trace.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bytes that {@code docs/trace-format.md} shows are those that are written and read. */
class DocumentedExampleTest {
  private static byte[] documented() throws IOException {
    Path root = Path.of(System.getProperty("sooth.root", ".."));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    boolean inside = false;
    for (String line : Files.readAllLines(root.resolve("docs").resolve("trace-format.md"))) {
      if (line.startsWith("```")) {
        inside = line.equals("```hex");
      } else if (inside) {
        bytes.writeBytes(HexFormat.ofDelimiter(" ").parseHex(line.substring(4).trim()));
      }
    }
    return bytes.toByteArray();
  }

  @Test
  void isWhatIsRead() throws IOException {
    assertThat(Reading.checked(documented(), Reading.STRICT))
        .isEqualTo(new Reading.Result(List.of("T1|w(x)|7", "T2|r(x)|9"), List.of()));
  }

  @Test
  void isWhatIsWritten() throws IOException {
    byte[] std = Reading.utf8("T1|w(x)|7\nT2|r(x)|9\n");
    byte[] written = Reading.sooth(Reading.load(std, Reading.STRICT), SoothCodec.NONE);
    assertThat(written).isEqualTo(documented());
  }
}
