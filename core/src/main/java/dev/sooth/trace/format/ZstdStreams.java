package dev.sooth.trace.format;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.ZipException;

/** Zstandard for whole files. Its complaints come as those of the JDK's own decompression. */
final class ZstdStreams {
  private static final int LEVEL = 3;

  private ZstdStreams() {}

  static OutputStream compress(OutputStream out) throws IOException {
    return new ZstdOutputStreamNoFinalizer(out, LEVEL);
  }

  static InputStream decompress(InputStream in) throws IOException {
    return new FilterInputStream(new ZstdInputStreamNoFinalizer(in)) {
      @Override
      public int read(byte[] bytes, int from, int length) throws IOException {
        try {
          return super.read(bytes, from, length);
        } catch (ZstdIOException e) {
          ZipException damage = new ZipException(e.getMessage());
          damage.initCause(e);
          throw damage;
        }
      }
    };
  }
}
