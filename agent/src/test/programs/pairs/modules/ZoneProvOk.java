// mechanism: ZoneRulesProvider.registerProvider publishes an own provider to getRules (concurrent map)
import java.time.ZoneOffset;
import java.time.zone.*;
import java.util.*;

class Zp extends ZoneRulesProvider {
  final String id;
  int hours;
  Zp(String id) { this.id = id; }
  protected Set<String> provideZoneIds() { return Set.of(id); }
  protected ZoneRules provideRules(String z, boolean c) { return ZoneRules.of(ZoneOffset.ofHours(hours)); }
  protected NavigableMap<String, ZoneRules> provideVersions(String z) { return new TreeMap<>(); }
}

public class ZoneProvOk {
  static final int N = 10;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    int[] sum = new int[1];
    Thread a = go(() -> {
      for (int i = 0; i < N; i++) {
        Zp z = new Zp("Adv/Z" + i);
        z.hours = i;
        ZoneRulesProvider.registerProvider(z);
      }
    });
    Thread b = go(() -> {
      for (int i = 0; i < N; ) {
        try {
          sum[0] += ZoneRulesProvider.getRules("Adv/Z" + i, false).getOffset(java.time.Instant.EPOCH).getTotalSeconds() / 3600;
          i++;
        } catch (ZoneRulesException e) { Thread.yield(); }
      }
    });
    a.join();
    b.join();
    System.out.println("sum=" + sum[0]);
  }
}
