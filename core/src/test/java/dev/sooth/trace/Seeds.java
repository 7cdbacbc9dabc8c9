package dev.sooth.trace;

/** Where the random tests take their seeds from; set {@code -Dsooth.seed} to try another. */
public final class Seeds {
  private Seeds() {}

  /** The seed that was given, or this one. */
  public static long orElse(long usual) {
    String given = System.getProperty("sooth.seed", "");
    return given.isBlank() ? usual : Long.parseLong(given.trim());
  }
}
