// mechanism: shutdown hook started by System.exit: all that the exiting thread did before is visible to the hook
public class ShutHookOk {
  static int[] state = new int[10];
  public static void main(String[] args) throws Exception {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      int s = 0;
      for (int i = 0; i < state.length; i++) s += state[i];
      System.out.println("s=" + s);
    }));
    for (int i = 0; i < state.length; i++) state[i] = i;
    System.exit(0);
  }
}
