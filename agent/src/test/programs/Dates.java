import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One format that two threads use at a time, which it does not allow; and collections that are locked. */
public class Dates {
  static final SimpleDateFormat FORMAT = new SimpleDateFormat("yyyy-MM-dd");
  static final Map<Integer, String> MAP = new HashMap<>();
  static final List<String> LIST = Collections.synchronizedList(new ArrayList<>());

  static void work(boolean locked, int k) {
    for (int i = 0; i < 20; i++) {
      String day;
      if (locked) {
        synchronized (FORMAT) {
          day = FORMAT.format(new Date(i * 86_400_000L));
        }
      } else {
        day = FORMAT.format(new Date(i * 86_400_000L));
      }
      synchronized (MAP) {
        MAP.put(i * 2 + k, day);
        for (Map.Entry<Integer, String> e : MAP.entrySet()) {
          LIST.add(e.getValue());
        }
      }
      LIST.size();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    boolean locked = args[0].equals("locked");
    FORMAT.format(new Date()); // fills the caches of the JDK, which would order the two threads
    Thread t = new Thread(() -> work(locked, 1));
    t.start();
    work(locked, 0);
    t.join();
    System.out.println(MAP.size() + " " + LIST.size());
  }
}
