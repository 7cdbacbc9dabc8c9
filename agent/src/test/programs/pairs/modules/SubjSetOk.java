// mechanism: javax.security.auth.Subject principals: synchronized set written by add, copied under its monitor by getPrincipals(Class)
import java.security.Principal;
import java.util.Set;
import javax.security.auth.Subject;

class Pr implements Principal {
  final String name;
  int rank;
  Pr(String n) { name = n; }
  @Override public String getName() { return name; }
}

public class SubjSetOk {
  static final int N = 25;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    Subject s = new Subject();
    int[] sum = new int[1];
    Thread a = go(() -> {
      for (int i = 0; i < N; i++) {
        Pr p = new Pr("p" + i);
        p.rank = i;
        s.getPrincipals().add(p);
      }
    });
    Thread b = go(() -> {
      Set<Pr> set;
      while ((set = s.getPrincipals(Pr.class)).size() < N) Thread.yield();
      for (Pr p : set) sum[0] += p.rank;
    });
    a.join();
    b.join();
    System.out.println("sum=" + sum[0]);
  }
}
