// mechanism: class compiled in memory by javax.tools; its static initialiser (class init lock) orders its tables for two threads
import java.io.*;
import java.net.URI;
import java.util.*;
import java.util.function.IntSupplier;
import javax.tools.*;

public class CompClinitOk {
  static final String SRC = "public class Gen implements java.util.function.IntSupplier {\n"
    + "  static int[] tab; static int uses;\n"
    + "  static { tab = new int[32]; for (int i = 0; i < 32; i++) tab[i] = i; }\n"
    + "  public int getAsInt() { int s = 0; for (int v : tab) s += v; return s; }\n"
    + "}\n";
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  static class Ldr extends ClassLoader {
    final byte[] code;
    Ldr(byte[] c) { code = c; }
    @Override protected Class<?> findClass(String n) { return defineClass(n, code, 0, code.length); }
  }
  public static void main(String[] args) throws Exception {
    JavaCompiler jc = ToolProvider.getSystemJavaCompiler();
    ByteArrayOutputStream bo = new ByteArrayOutputStream();
    JavaFileManager fm = new ForwardingJavaFileManager<JavaFileManager>(jc.getStandardFileManager(null, null, null)) {
      @Override public JavaFileObject getJavaFileForOutput(Location l, String c, JavaFileObject.Kind k, FileObject s) {
        return new SimpleJavaFileObject(URI.create("mem:///" + c + ".class"), k) {
          @Override public OutputStream openOutputStream() { return bo; }
        };
      }
    };
    JavaFileObject src = new SimpleJavaFileObject(URI.create("mem:///Gen.java"), JavaFileObject.Kind.SOURCE) {
      @Override public CharSequence getCharContent(boolean b) { return SRC; }
    };
    if (!jc.getTask(null, fm, null, List.of("-proc:none"), null, List.of(src)).call()) System.exit(1);
    Ldr l = new Ldr(bo.toByteArray());
    int[] s = new int[2];
    Thread a = go(() -> s[0] = ((IntSupplier) Class.forName("Gen", true, l).getConstructor().newInstance()).getAsInt());
    Thread b = go(() -> s[1] = ((IntSupplier) Class.forName("Gen", true, l).getConstructor().newInstance()).getAsInt());
    a.join();
    b.join();
    System.out.println(s[0] + " " + s[1]);
  }
}
