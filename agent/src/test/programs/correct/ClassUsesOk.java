import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.ObjectInputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.EnumSet;

/** A class that another thread has initialised, used by what only the JDK looks at. */
public class ClassUsesOk {
  enum Named {
    ONE,
    TWO;
    int value = name().length();
  }

  enum Listed {
    ONE,
    TWO;
    int value = name().length();
  }

  enum Member {
    ONE,
    TWO;
    int value = name().length();
  }

  static class Read {
    static final int[] VALUES = {1, 2};
  }

  static class Varied {
    static int[] values = {1, 2};
  }

  static class Revived implements java.io.Serializable {
    private static final long serialVersionUID = 1;
    static int[] added = {5};
    int value;

    private Object readResolve() {
      value += added[0];
      return this;
    }
  }

  static class Handled {
    static final int[] VALUES = {1, 2};
  }

  static int use() {
    try {
      int sum = Enum.valueOf(Named.class, "TWO").value;
      sum += Listed.class.getEnumConstants()[1].value;
      for (Member member : EnumSet.allOf(Member.class)) {
        sum += member.value;
      }
      sum += ((int[]) Read.class.getDeclaredField("VALUES").get(null))[1];
      MethodHandle getter =
          MethodHandles.lookup().findStaticGetter(Handled.class, "VALUES", int[].class);
      sum += ((int[]) getter.invokeExact())[1];
      VarHandle handle =
          MethodHandles.lookup().findStaticVarHandle(Varied.class, "values", int[].class);
      sum += ((int[]) handle.get())[0];
      return sum + revived().value;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** From a stream that is written by hand, so that nobody has loaded the class before. */
  static Revived revived() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(0xACED0005);
    out.writeShort(0x7372); // an object of a class
    out.writeUTF("ClassUsesOk$Revived");
    out.writeLong(1);
    out.writeByte(2); // serializable
    out.writeShort(1);
    out.writeByte('I');
    out.writeUTF("value");
    out.writeShort(0x7870); // no superclass
    out.writeInt(7);
    return (Revived)
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
  }

  public static void main(String[] args) throws InterruptedException {
    int[] sums = new int[3];
    Thread[] threads = new Thread[3];
    for (int i = 0; i < 3; i++) {
      int k = i;
      threads[i] = new Thread(() -> sums[k] = use());
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(sums[0] + sums[1] + sums[2]);
  }
}
