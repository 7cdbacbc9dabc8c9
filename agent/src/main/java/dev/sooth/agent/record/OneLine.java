package dev.sooth.agent.record;

import java.util.regex.Pattern;

/** Names of the program, as they are printed while it runs: threads can have any. */
public final class OneLine {
  /** Control characters, and what turns the direction of writing or ends a line. */
  private static final Pattern UNSAFE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

  private OneLine() {}

  /** The text with a question mark for what a terminal might obey in the place of showing it. */
  public static String of(String text) {
    return UNSAFE.matcher(text).replaceAll("?");
  }
}
