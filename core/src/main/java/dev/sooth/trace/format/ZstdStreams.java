package dev.sooth.trace.format;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import com.github.luben.zstd.util.Native;
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
    requireLibrary();
    return new ZstdOutputStreamNoFinalizer(out, LEVEL);
  }

  /** Zstandard is native code, which is unpacked to a file and loaded at its first use. */
  static void requireLibrary() throws IOException {
    try {
      Native.load();
    } catch (LinkageError e) {
      throw new IOException(
          "cannot unpack and load the library for Zstandard in the temporary folder "
              + System.getProperty("java.io.tmpdir")
              + "; name another one with -Djava.io.tmpdir",
          e);
    }
  }

  static InputStream decompress(InputStream in) throws IOException {
    requireLibrary();
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
