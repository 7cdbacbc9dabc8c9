// mechanism: ImageIO ServiceRegistry: RegisterableService callbacks under the per-category SubRegistry monitor
import java.util.Locale;
import javax.imageio.*;
import javax.imageio.spi.*;

public class IioRegOk {
  static int regs;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  static class TSpi extends ImageTranscoderSpi {
    public String getReaderServiceProviderName() { return "x"; }
    public String getWriterServiceProviderName() { return "y"; }
    public ImageTranscoder createTranscoderInstance() { return null; }
    public String getDescription(Locale l) { return "t"; }
    @Override public void onRegistration(ServiceRegistry r, Class<?> c) { regs++; }
  }
  static class RSpi extends ImageReaderSpi {
    public boolean canDecodeInput(Object o) { return false; }
    public ImageReader createReaderInstance(Object o) { return null; }
    public String getDescription(Locale l) { return "r"; }
    @Override public void onRegistration(ServiceRegistry r, Class<?> c) { regs++; }
  }
  public static void main(String[] args) throws Exception {
    System.setProperty("java.awt.headless", "true");
    IIORegistry reg = IIORegistry.getDefaultInstance();
    Thread a = go(() -> { for (int i = 0; i < 50; i++) reg.registerServiceProvider(new TSpi(), ImageTranscoderSpi.class); });
    Thread b = go(() -> { for (int i = 0; i < 50; i++) reg.registerServiceProvider(new TSpi(), ImageTranscoderSpi.class); });
    a.join();
    b.join();
    System.out.println("regs=" + regs);
  }
}
