// race: Cons.frames
import java.awt.image.*;
import java.util.Hashtable;

class Cons implements ImageConsumer {
  int frames;
  int pixels;
  public void setDimensions(int w, int h) { }
  public void setProperties(Hashtable<?, ?> p) { }
  public void setColorModel(ColorModel m) { }
  public void setHints(int h) { }
  public void setPixels(int x, int y, int w, int h, ColorModel m, byte[] p, int off, int s) { pixels += w * h; }
  public void setPixels(int x, int y, int w, int h, ColorModel m, int[] p, int off, int s) { pixels += w * h; }
  public void imageComplete(int st) { frames++; }
}

public class ImgConsumerRacy {
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  static MemoryImageSource src() {
    MemoryImageSource s = new MemoryImageSource(4, 4, new int[16], 0, 4);
    s.setAnimated(true);
    return s;
  }
  public static void main(String[] args) throws Exception {
    System.setProperty("java.awt.headless", "true");
    Cons c = new Cons();
    MemoryImageSource s1 = src();
    s1.addConsumer(c);
    MemoryImageSource s2 = src();
    s2.addConsumer(c);
    Thread a = go(() -> { for (int i = 0; i < 60; i++) s1.newPixels(0, 0, 2, 2); });
    Thread b = go(() -> { for (int i = 0; i < 60; i++) s2.newPixels(1, 1, 2, 2); });
    a.join();
    b.join();
    System.out.println("done");
  }
}
