package dev.sooth.trace.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.trace.Kind;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;

/** A recorder inside another program writes traces with nothing but our classes and the JDK. */
class WithoutZstdTest {
  @Test
  void theWriterNeedsOnlyTheJdk() throws Exception {
    URL classes = SoothWriter.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
      for (SoothCodec codec : new SoothCodec[] {SoothCodec.NONE, SoothCodec.DEFLATE}) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Class<?> codecClass = loader.loadClass(SoothCodec.class.getName());
        Object itsCodec = codecClass.getField(codec.name()).get(null);
        Class<?> writerClass = loader.loadClass(SoothWriter.class.getName());
        assertThat(writerClass).isNotSameAs(SoothWriter.class);
        try (AutoCloseable writer =
            (AutoCloseable)
                writerClass
                    .getConstructor(OutputStream.class, codecClass)
                    .newInstance(out, itsCodec)) {
          for (String definition : new String[] {"thread", "place", "target"}) {
            writerClass.getMethod(definition, String.class).invoke(writer, "T1");
          }
          for (int i = 0; i < 100; i++) {
            writerClass
                .getMethod("append", byte.class, int.class, int.class, int.class)
                .invoke(writer, Kind.WRITE, 0, 0, 0);
          }
        }
        assertThat(Reading.checked(out.toByteArray(), Reading.STRICT).events())
            .hasSize(100)
            .containsOnly("T1|w(T1)|T1");
      }
    }
  }
}
