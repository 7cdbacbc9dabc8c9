package dev.sooth.libraries;

import groovy.lang.GroovyShell;
import java.util.Map;
import javax.naming.Reference;
import javax.naming.spi.ObjectFactory;
import org.apache.commons.dbcp.datasources.PerUserPoolDataSource;
import org.apache.log4j.SimpleLayout;
import org.apache.log4j.WriterAppender;
import org.apache.log4j.helpers.AppenderAttachableImpl;

/**
 * Harnesses for released libraries with documented races; the argument names one. Nothing fails
 * visibly in these runs.
 */
public final class KnownRaces {
  private KnownRaces() {}

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "log4j" -> log4j();
      case "dbcp" -> dbcp();
      case "groovy" -> groovy();
      default -> throw new IllegalArgumentException(args[0]);
    }
    System.out.println("done");
    System.exit(0);
  }

  interface Work {
    void run() throws Exception;
  }

  /**
   * Runs the work in two threads. The second sleeps first, which orders nothing but keeps the two
   * apart, so that the bug does not show itself.
   */
  private static void both(Work work) throws InterruptedException {
    Thread first = new Thread(() -> quietly(0, work), "first");
    Thread second = new Thread(() -> quietly(300, work), "second");
    first.start();
    second.start();
    first.join();
    second.join();
  }

  private static void quietly(long millis, Work work) {
    try {
      Thread.sleep(millis);
      work.run();
    } catch (Exception e) {
      System.out.println("the bug showed itself");
      e.printStackTrace();
    }
  }

  /** Log4j bug 54325: {@code AppenderAttachableImpl.appenderList} has no lock. */
  private static void log4j() throws InterruptedException {
    AppenderAttachableImpl appenders = new AppenderAttachableImpl();
    appenders.addAppender(new WriterAppender(new SimpleLayout(), new java.io.StringWriter()));
    both(appenders::removeAllAppenders);
  }

  /** DBCP-369: the map of {@code InstanceKeyObjectFactory} has no lock. */
  private static void dbcp() throws InterruptedException {
    both(
        () -> {
          PerUserPoolDataSource source = new PerUserPoolDataSource();
          Reference reference = source.getReference();
          ObjectFactory factory =
              (ObjectFactory)
                  Class.forName("org.apache.commons.dbcp.datasources.PerUserPoolDataSourceFactory")
                      .getDeclaredConstructor()
                      .newInstance();
          factory.getObjectInstance(reference, null, null, null);
          source.close();
        });
  }

  /**
   * GROOVY-4292: {@code ClassHelper.ClassHelperCache.classCache}, a {@code WeakHashMap} that all
   * compilations share, has no lock.
   */
  private static void groovy() throws InterruptedException {
    Map<String, String> scripts =
        Map.of(
            "first", "new BitSet().size()", "second", "new StringTokenizer('a b').countTokens()");
    both(() -> new GroovyShell().parse(scripts.get(Thread.currentThread().getName())).run());
  }
}
