package dev.sooth.trace.format;

/**
 * How the payload of a block of a {@code .sooth} file is compressed. All but {@link #ZSTD} need
 * nothing but the JDK.
 */
public enum SoothCodec {
  NONE(0),
  /** Raw DEFLATE, RFC 1951. */
  DEFLATE(1),
  /** Zstandard, RFC 8878. */
  ZSTD(2);

  private final int code;

  SoothCodec(int code) {
    this.code = code;
  }

  /** The byte that stands for it in a block header. */
  int code() {
    return code;
  }
}
