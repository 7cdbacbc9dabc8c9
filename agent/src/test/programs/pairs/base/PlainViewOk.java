import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** What a lock guards says who may use the rest, and is in a buffer. */
public class PlainViewOk {
    static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
    static final ByteBuffer STATE = ByteBuffer.allocate(8);
    static final Object LOCK = new Object();
    static int x;

    public static void main(String[] args) throws Exception {
        Thread one = new Thread(() -> {
            x = 1;
            synchronized (LOCK) {
                INTS.set(STATE, 0, 7);
            }
        });
        Thread other = new Thread(() -> {
            boolean done = false;
            while (!done) {
                synchronized (LOCK) {
                    done = (int) INTS.get(STATE, 0) == 7;
                }
                Thread.yield();
            }
            x++;
        });
        one.start();
        other.start();
        one.join();
        other.join();
        System.out.println(x);
    }
}
