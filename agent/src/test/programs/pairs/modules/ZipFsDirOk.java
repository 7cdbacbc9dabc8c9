// mechanism: jdk.zipfs: createDirectory (write lock) seen by Files.exists (read lock) of another thread (actual behaviour)
import java.net.URI;
import java.nio.file.*;
import java.util.Map;

public class ZipFsDirOk {
  static final int N = 20;
  static int[] data = new int[N];
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    Path tmp = Files.createTempDirectory("pair");
    Path zip = tmp.resolve("a.zip");
    int[] sum = new int[1];
    try (FileSystem fs = FileSystems.newFileSystem(URI.create("jar:" + zip.toUri()), Map.of("create", "true"))) {
      Thread a = go(() -> {
        for (int i = 0; i < N; i++) {
          data[i] = i;
          Files.createDirectory(fs.getPath("/d" + i));
        }
      });
      Thread b = go(() -> {
        for (int i = 0; i < N; i++) {
          while (!Files.exists(fs.getPath("/d" + i))) Thread.yield();
          sum[0] += data[i];
        }
      });
      a.join();
      b.join();
    }
    Files.deleteIfExists(zip);
    Files.delete(tmp);
    System.out.println("sum=" + sum[0]);
  }
}
