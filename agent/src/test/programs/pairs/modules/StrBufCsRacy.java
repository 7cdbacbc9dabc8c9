// race: Cs.reads
class Cs implements CharSequence {
  int reads;
  int lens;
  @Override public int length() { lens++; return 3; }
  @Override public char charAt(int i) { reads++; return (char) ('a' + i); }
  @Override public CharSequence subSequence(int a, int b) { return "abc".substring(a, b); }
  @Override public String toString() { return "abc"; }
}

public class StrBufCsRacy {
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    Cs cs = new Cs();
    StringBuffer s1 = new StringBuffer();
    StringBuffer s2 = new StringBuffer();
    Thread a = go(() -> { for (int i = 0; i < 80; i++) s1.append(cs); });
    Thread b = go(() -> { for (int i = 0; i < 80; i++) s2.append(cs); });
    a.join();
    b.join();
    System.out.println("done");
  }
}
