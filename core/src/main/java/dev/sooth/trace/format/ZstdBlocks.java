package dev.sooth.trace.format;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.Closeable;
import java.util.zip.DataFormatException;

/**
 * Zstandard for the blocks of a {@code .sooth} file. Apart from its users, so that they can be
 * loaded where the library is not.
 */
final class ZstdBlocks implements Closeable {
  private static final int LEVEL = 1;

  private final ZstdDecompressCtx context = new ZstdDecompressCtx();

  /** The length of the compressed bytes, or -1 if they are not shorter than the input. */
  static int compress(byte[] from, int length, byte[] to, int at) {
    byte[] room = new byte[(int) Zstd.compressBound(length)];
    long stored = Zstd.compressByteArray(room, 0, room.length, from, 0, length, LEVEL);
    if (Zstd.isError(stored) || stored >= length) {
      return -1;
    }
    System.arraycopy(room, 0, to, at, (int) stored);
    return (int) stored;
  }

  /** Decompresses to exactly {@code rawLength} bytes at the start of {@code to}. */
  void decompress(byte[] from, int length, byte[] to, int rawLength) throws DataFormatException {
    int got;
    try {
      got = context.decompressByteArray(to, 0, rawLength, from, 0, length);
    } catch (ZstdException e) {
      throw new DataFormatException(e.getMessage());
    }
    if (got != rawLength) {
      throw new DataFormatException("it holds " + got + " bytes");
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
