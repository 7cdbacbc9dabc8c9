package dev.sooth.trace.format;

import java.util.Arrays;
import java.util.Optional;

/** The forms in which a trace can be stored; {@code docs/trace-format.md} specifies each. */
public enum TraceFormat {
  /** One event a line: {@code T1|w(x)|12}. */
  STD("std", ".std"),
  /** One column a thread, as RAPID reads it. */
  CSV("csv", ".csv"),
  /** RoadRunner's printed form. */
  ROADRUNNER("rr", ".rr"),
  /** Our binary form: blocks of columns, compressed, with checksums. */
  SOOTH("sooth", ".sooth");

  private final String id;
  private final String extension;

  TraceFormat(String id, String extension) {
    this.id = id;
    this.extension = extension;
  }

  /** The name on the command line. */
  public String id() {
    return id;
  }

  /** How names of files of this format end, before {@code .gz} or {@code .zst}. */
  public String extension() {
    return extension;
  }

  /** Whether a file may have lines that are comments. */
  public boolean hasComments() {
    return this != SOOTH;
  }

  /** The format with this name on the command line, or nothing. */
  public static Optional<TraceFormat> find(String id) {
    return Arrays.stream(values()).filter(format -> format.id.equals(id)).findFirst();
  }
}
