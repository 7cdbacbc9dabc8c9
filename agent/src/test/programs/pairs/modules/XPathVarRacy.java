// race: Vr.lookups
import java.io.StringReader;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.*;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class Vr implements XPathVariableResolver {
  int lookups;
  @Override public Object resolveVariable(QName n) { lookups++; return "v" + (lookups % 2); }
}

public class XPathVarRacy {
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  static Document parse() throws Exception {
    return DocumentBuilderFactory.newInstance().newDocumentBuilder()
        .parse(new InputSource(new StringReader("<r><a k='v0'>1</a><a k='v1'>2</a></r>")));
  }
  public static void main(String[] args) throws Exception {
    Vr vr = new Vr();
    Act w = () -> {
      Document d = parse();
      XPath x = XPathFactory.newInstance().newXPath();
      x.setXPathVariableResolver(vr);
      XPathExpression e = x.compile("number(//a[@k=$q])");
      for (int i = 0; i < 10; i++) {
          double v = (Double) e.evaluate(d, XPathConstants.NUMBER);
          d.getDocumentElement().setAttribute("n" + (int) v, "x");
      }
    };
    Thread a = go(w);
    Thread b = go(w);
    a.join();
    b.join();
    System.out.println("done");
  }
}
