// race: FileLockTblRacy.shared
import java.nio.channels.*;
import java.nio.file.*;

public class FileLockTblRacy {
  static int shared;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  static void work(FileChannel ch) throws Exception {
    for (int i = 0; i < 30; ) {
      FileLock l;
      try { l = ch.tryLock(); } catch (OverlappingFileLockException e) { Thread.yield(); continue; }
      i++;
      l.release();
      shared++;
    }
  }
  public static void main(String[] args) throws Exception {
    Path p = Files.createTempFile("pair", ".lock");
    // closing any channel of a file drops its POSIX locks, so both stay open until the end
    FileChannel c1 = FileChannel.open(p, StandardOpenOption.WRITE);
    FileChannel c2 = FileChannel.open(p, StandardOpenOption.WRITE);
    Thread a = go(() -> work(c1));
    Thread b = go(() -> work(c2));
    a.join();
    b.join();
    c1.close();
    c2.close();
    Files.delete(p);
    System.out.println("done");
  }
}
