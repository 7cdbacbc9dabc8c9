// race: Val.n
import java.io.Reader;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import javax.script.*;

class Val {
  int n;
}

class Fac implements ScriptEngineFactory {
  public String getEngineName() { return "pair"; }
  public String getEngineVersion() { return "1"; }
  public List<String> getExtensions() { return List.of("pair"); }
  public List<String> getMimeTypes() { return List.of(); }
  public List<String> getNames() { return List.of("pair"); }
  public String getLanguageName() { return "pair"; }
  public String getLanguageVersion() { return "1"; }
  public Object getParameter(String k) { return null; }
  public String getMethodCallSyntax(String o, String m, String... a) { return ""; }
  public String getOutputStatement(String s) { return ""; }
  public String getProgram(String... s) { return ""; }
  public ScriptEngine getScriptEngine() { return new Eng(this); }
}

class Eng extends AbstractScriptEngine {
  final Fac f;
  Eng(Fac f) { this.f = f; }
  public Object eval(String s, ScriptContext c) {
    Val v = (Val) c.getAttribute(s, ScriptContext.GLOBAL_SCOPE);
    return v == null ? null : Integer.valueOf(v.n);
  }
  public Object eval(Reader r, ScriptContext c) { return null; }
  public Bindings createBindings() { return new SimpleBindings(); }
  public ScriptEngineFactory getFactory() { return f; }
}

public class ScriptBindRacy {
  static final int N = 40;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    ScriptEngineManager m = new ScriptEngineManager();
    m.setBindings(new SimpleBindings(new ConcurrentHashMap<>()));
    m.registerEngineName("pair", new Fac());
    ScriptEngine e = m.getEngineByName("pair");
    int[] sum = new int[1];
    Thread a = go(() -> {
      for (int i = 0; i < N; i++) {
        Val v = new Val();
        m.put("k" + i, v);
        v.n = i;
      }
    });
    Thread b = go(() -> {
      for (int i = 0; i < N; ) {
        Object r = e.eval("k" + i);
        if (r != null) { sum[0] += (Integer) r; i++; } else Thread.yield();
      }
    });
    a.join();
    b.join();
    System.out.println("done");
  }
}
