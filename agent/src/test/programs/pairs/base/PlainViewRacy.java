// race: PlainViewRacy.x
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Each thread has a buffer of its own, and plain accesses order nothing anyhow. */
public class PlainViewRacy {
    static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
    static int x;

    public static void main(String[] args) throws Exception {
        ByteBuffer first = ByteBuffer.allocate(8);
        ByteBuffer second = ByteBuffer.allocate(8);
        Thread one = new Thread(() -> {
            x = 1;
            INTS.set(first, 0, 7);
        });
        Thread other = new Thread(() -> {
            try {
                Thread.sleep(300);
            } catch (InterruptedException e) {
                throw new Error(e);
            }
            int seen = (int) INTS.get(second, 0);
            x = 2 + seen;
        });
        one.start();
        other.start();
        one.join();
        other.join();
        System.out.println(x);
    }
}
