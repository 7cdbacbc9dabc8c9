package dev.sooth.libraries;

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
      default -> throw new IllegalArgumentException(args[0]);
    }
    System.out.println("done");
    System.exit(0);
  }

  private static void both(Runnable work) throws InterruptedException {
    Thread first = new Thread(work, "first");
    Thread second = new Thread(work, "second");
    first.start();
    second.start();
    first.join();
    second.join();
  }

  /** Log4j bug 54325: {@code AppenderAttachableImpl.appenderList} has no lock. */
  private static void log4j() throws InterruptedException {
    AppenderAttachableImpl appenders = new AppenderAttachableImpl();
    appenders.addAppender(new WriterAppender(new SimpleLayout(), new java.io.StringWriter()));
    both(
        () -> {
          try {
            appenders.removeAllAppenders();
          } catch (IndexOutOfBoundsException | NullPointerException e) {
            System.out.println("the bug showed itself");
          }
        });
  }

  /** DBCP-369: the map of {@code InstanceKeyObjectFactory} has no lock. */
  private static void dbcp() throws InterruptedException {
    both(
        () -> {
          try {
            PerUserPoolDataSource source = new PerUserPoolDataSource();
            Reference reference = source.getReference();
            ObjectFactory factory =
                (ObjectFactory)
                    Class.forName(
                            "org.apache.commons.dbcp.datasources.PerUserPoolDataSourceFactory")
                        .getDeclaredConstructor()
                        .newInstance();
            factory.getObjectInstance(reference, null, null, null);
            source.close();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
