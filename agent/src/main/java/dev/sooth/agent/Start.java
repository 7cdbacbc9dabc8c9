package dev.sooth.agent;

/** Where {@code java -jar sooth.jar} starts: the command line, in the loader of our classes. */
public final class Start {
  private Start() {}

  public static void main(String[] args) throws Exception {
    ClassLoader own = OwnLoader.open();
    Thread.currentThread().setContextClassLoader(own);
    Class.forName("dev.sooth.cli.Main", true, own)
        .getMethod("main", String[].class)
        .invoke(null, (Object) args);
  }
}
