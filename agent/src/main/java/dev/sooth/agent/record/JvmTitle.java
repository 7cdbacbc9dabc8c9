package dev.sooth.agent.record;

import dev.sooth.agent.Bystander;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a JVM runs, in words that fit a line: a report may be about several. */
final class JvmTitle {
  private static final int LONGEST = 120;

  /** A jar or class, the folder of the files, the number of the fork, and a file of properties. */
  private static final Pattern SUREFIRE =
      Pattern.compile(
          "(?:\\S*surefirebooter[^/ ]*\\.jar|org\\.apache\\.maven\\.surefire\\.booter\\.ForkedBooter)"
              + " (.*) \\S*-jvmRun(\\d+) (\\S+tmp)( .*)?");

  private static final String TEST_CLASS = "forkTestSet"; // of a fork for one class

  private JvmTitle() {}

  static String ofThis() {
    return ProcessHandle.current().pid() + " " + of(System.getProperty("sun.java.command", "?"));
  }

  static String of(String command) {
    Matcher surefire = SUREFIRE.matcher(command);
    if (surefire.matches()) {
      String fork = "Surefire fork " + surefire.group(2);
      String test = testClass(Path.of(surefire.group(1), surefire.group(3)));
      return test.isEmpty() ? fork : fork + ", " + test;
    }
    String first = command.split(" ", 2)[0];
    String main = Bystander.main(command);
    String title = main.equals(first) ? command : command.substring(first.length() + 1);
    return title.length() <= LONGEST ? title : title.substring(0, LONGEST - 1) + "…";
  }

  /** The class that the fork is for, if it is for one; such values stand behind their type. */
  private static String testClass(Path properties) {
    Properties values = new Properties();
    try (InputStream in = Files.newInputStream(properties)) {
      values.load(in);
    } catch (IOException | IllegalArgumentException e) {
      return ""; // another version of Surefire; the number must do
    }
    String value = values.getProperty(TEST_CLASS, "");
    return value.substring(value.indexOf('|') + 1);
  }
}
