// race: ShutHookRacy.state
public class ShutHookRacy {
  static int[] state = new int[10];
  public static void main(String[] args) throws Exception {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      int s = 0;
      for (int i = 0; i < state.length; i++) s += state[i];
      System.out.println(s >= 0 ? "done" : "?");
    }));
    Thread d = new Thread(() -> {
      for (int k = 0; k < 300; k++) {
        for (int i = 0; i < state.length; i++) state[i] = k;
        try { Thread.sleep(1); } catch (InterruptedException e) { return; }
      }
    });
    d.setDaemon(true);
    d.start();
    Thread.sleep(20);
    System.exit(0);
  }
}
