/** Methods that ask who has called them. */
public class Callers {
  static int count;

  static class Asked {
    static String byWalker() {
      count++;
      StackWalker walker = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
      return walker.getCallerClass().getName();
    }

    static String byThrowable() {
      count++;
      return new Throwable().getStackTrace()[1].getMethodName();
    }

    static String byThread() {
      count++;
      return Thread.currentThread().getStackTrace()[2].getMethodName();
    }
  }

  public static void main(String[] args) {
    System.out.println(Asked.byWalker() + " " + Asked.byThrowable() + " " + Asked.byThread());
  }
}
