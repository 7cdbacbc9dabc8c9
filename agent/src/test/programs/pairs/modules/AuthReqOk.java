// mechanism: Authenticator.requestPasswordAuthentication calls getPasswordAuthentication under the authenticator's monitor
import java.net.*;

class Au extends Authenticator {
  static int asked;
  static String lastHost = "";
  @Override protected PasswordAuthentication getPasswordAuthentication() {
    asked++;
    lastHost = getRequestingHost();
    return null;
  }
}

public class AuthReqOk {
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    Au a1 = new Au();
    Au a2 = a1;
    Thread a = go(() -> {
      for (int i = 0; i < 50; i++)
        Authenticator.requestPasswordAuthentication(a1, "h" + i, null, 1, "http", "p", "basic", null, Authenticator.RequestorType.SERVER);
    });
    Thread b = go(() -> {
      for (int i = 0; i < 50; i++)
        Authenticator.requestPasswordAuthentication(a2, "g" + i, null, 1, "http", "p", "basic", null, Authenticator.RequestorType.SERVER);
    });
    a.join();
    b.join();
    System.out.println("asked=" + Au.asked);
  }
}
