package dev.sooth.cli;

import java.io.File;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Does what short runs do, so that the JVM that is asked to keep the classes of this process keeps
 * those that they need. Started by the launcher.
 */
public final class Rehearsal {
  private Rehearsal() {}

  /** Of the traces in the first folder; the second one is for files. */
  public static void main(String[] args) {
    String traces = args[0] + File.separator;
    String made = args[1] + File.separator;
    Io io =
        new Io(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
            false);
    String[][] lines = {
      {"--version"},
      {"analyze", "-w", traces + "bank.std"},
      {"generate", "--events", "100", made + "a.sooth"},
      {"analyze", "-e", "syncp,osr,hb,shb", made + "a.sooth", traces + "bank.std"},
      {"info", made + "a.sooth"},
      {"run", "-o", made + "run", "no-program"},
      {"--help"}
    };
    int worst = ExitStatus.OK;
    for (String[] line : lines) {
      int status = Main.run(line, io);
      worst = status == ExitStatus.INTERNAL || status == ExitStatus.IO ? status : worst;
    }
    System.exit(worst);
  }
}
