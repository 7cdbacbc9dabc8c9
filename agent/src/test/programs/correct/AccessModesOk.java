import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

/** Spin locks whose variable is accessed by method handles of its access modes. */
public class AccessModesOk {
  int lock;
  static int count;
  static int other;

  public static void main(String[] args) throws Throwable {
    VarHandle variable =
        MethodHandles.lookup().findVarHandle(AccessModesOk.class, "lock", int.class);
    MethodHandle take = variable.toMethodHandle(VarHandle.AccessMode.COMPARE_AND_SET);
    MethodType set = MethodType.methodType(void.class, AccessModesOk.class, int.class);
    MethodType compare =
        MethodType.methodType(boolean.class, AccessModesOk.class, int.class, int.class);
    MethodHandle give = MethodHandles.varHandleExactInvoker(VarHandle.AccessMode.SET_RELEASE, set);
    MethodHandle takeWeakly =
        MethodHandles.varHandleInvoker(VarHandle.AccessMode.WEAK_COMPARE_AND_SET_ACQUIRE, compare);
    AccessModesOk first = new AccessModesOk();
    AccessModesOk second = new AccessModesOk();
    Thread[] threads = new Thread[2];
    for (int i = 0; i < 2; i++) {
      threads[i] =
          new Thread(
              () -> {
                try {
                  for (int k = 0; k < 20; k++) {
                    while (!(boolean) take.invokeExact(first, 0, 1)) {
                      Thread.onSpinWait();
                    }
                    count++;
                    give.invokeExact(variable, first, 0);
                    while (!(boolean) takeWeakly.invokeExact(variable, second, 0, 1)) {
                      Thread.onSpinWait();
                    }
                    other++;
                    give.invokeExact(variable, second, 0);
                  }
                } catch (Throwable e) {
                  throw new IllegalStateException(e);
                }
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(count + " " + other);
  }
}
