import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.SwitchPoint;

/** A thread that takes the other way of a guarded handle comes after the one that switched it. */
public class SwitchGuardOk {
  static int data;

  static int waiting() {
    return -1;
  }

  static int switched() {
    return data;
  }

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodType type = MethodType.methodType(int.class);
    SwitchPoint point = new SwitchPoint();
    MethodHandle handle =
        point.guardWithTest(
            lookup.findStatic(SwitchGuardOk.class, "waiting", type),
            lookup.findStatic(SwitchGuardOk.class, "switched", type));
    Thread thread =
        new Thread(
            () -> {
              data = 5;
              SwitchPoint.invalidateAll(new SwitchPoint[] {point});
            });
    thread.start();
    int value;
    while ((value = (int) handle.invokeExact()) < 0) {
      Thread.yield();
    }
    System.out.println(value);
    thread.join();
  }
}
