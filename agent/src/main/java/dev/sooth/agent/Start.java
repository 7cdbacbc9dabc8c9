package dev.sooth.agent;

/**
 * Where {@code java -jar sooth.jar} starts, in the loader of our classes: the command line, or
 * another main class that the agent starts in a process of its own.
 */
public final class Start {
  private Start() {}

  public static void main(String[] args) throws Exception {
    ClassLoader own = OwnLoader.open();
    Thread.currentThread().setContextClassLoader(own);
    Class.forName(System.getProperty("sooth.main", "dev.sooth.cli.Main"), true, own)
        .getMethod("main", String[].class)
        .invoke(null, (Object) args);
  }
}
