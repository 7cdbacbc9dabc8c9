// mechanism: StreamHandler.flush/publish write to the OutputStream under the handler's monitor
import java.io.OutputStream;
import java.util.logging.*;

class Sink extends OutputStream {
  int bytes;
  int calls;
  @Override public void write(int b) { bytes++; calls++; }
  @Override public void write(byte[] b, int off, int len) { bytes += len; calls++; }
}

public class LogStreamOk {
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    Sink sink = new Sink();
    Formatter f = new Formatter() {
      @Override public String format(LogRecord r) { return r.getMessage(); }
    };
    StreamHandler h1 = new StreamHandler(sink, f);
    StreamHandler h2 = h1;
    Thread a = go(() -> { for (int i = 0; i < 60; i++) { h1.publish(new LogRecord(Level.INFO, "hello")); h1.flush(); } });
    Thread b = go(() -> { for (int i = 0; i < 60; i++) { h2.publish(new LogRecord(Level.INFO, "world")); h2.flush(); } });
    a.join();
    b.join();
    System.out.println("bytes=" + sink.bytes);
  }
}
