// race: Ksp.entries
import java.io.*;
import java.security.*;
import java.security.cert.Certificate;
import java.util.*;

class Ksp extends KeyStoreSpi {
  static int[] entries = new int[20];
  static int loads;
  public Key engineGetKey(String a, char[] p) { return null; }
  public Certificate[] engineGetCertificateChain(String a) { return null; }
  public Certificate engineGetCertificate(String a) { return null; }
  public Date engineGetCreationDate(String a) { return null; }
  public void engineSetKeyEntry(String a, Key k, char[] p, Certificate[] c) { }
  public void engineSetKeyEntry(String a, byte[] k, Certificate[] c) { }
  public void engineSetCertificateEntry(String a, Certificate c) { }
  public void engineDeleteEntry(String a) { }
  public Enumeration<String> engineAliases() { return Collections.emptyEnumeration(); }
  public boolean engineContainsAlias(String a) { return false; }
  public int engineSize() { return 7; }
  public boolean engineIsKeyEntry(String a) { return false; }
  public boolean engineIsCertificateEntry(String a) { return false; }
  public String engineGetCertificateAlias(Certificate c) { return null; }
  public void engineStore(OutputStream o, char[] p) { }
  public void engineLoad(InputStream i, char[] p) { load(); }
  @Override public void engineLoad(KeyStore.LoadStoreParameter p) { load(); }
  void load() { loads++; for (int i = 0; i < entries.length; i++) entries[i] += i; }
}

public class KsBuilderRacy {
  public static class Ksp2 extends Ksp { public Ksp2() { } }
  @SuppressWarnings({"serial", "deprecation"})
  public static class Prov extends Provider {
    public Prov() { super("Adv", "1.0", "pair"); put("KeyStore.ADV", Ksp2.class.getName()); }
  }
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    Provider p = new Prov();
    KeyStore.Builder b1 = KeyStore.Builder.newInstance("ADV", p, new KeyStore.PasswordProtection("x".toCharArray()));
    KeyStore.Builder b2 = KeyStore.Builder.newInstance("ADV", p, new KeyStore.PasswordProtection("x".toCharArray()));
    Thread a = go(() -> { for (int i = 0; i < 10; i++) b1.getKeyStore(); });
    Thread b = go(() -> { for (int i = 0; i < 10; i++) b2.getKeyStore(); });
    a.join();
    b.join();
    int s = 0;
    for (int e : Ksp.entries) s += e;
    System.out.println("done");
  }
}
