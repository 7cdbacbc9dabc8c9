package dev.sooth.cli;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * Reads plain command lines without the model of all verbs and options, which takes longer to build
 * than a small trace to analyse. Whatever is not plain is left to {@link Verbs}: help, mistakes,
 * short options in one word, options that repeat. {@code QuickLineTest} checks that both understand
 * the same.
 */
final class QuickLine {
  private static final String FLAG = "flag";
  private static final String ARGUMENTS = "arguments";
  private static final int MOST_DIGITS = 9;

  /** One line of the {@link OptionTable}. */
  private record Entry(String field, String kind, List<String> names, String byDefault) {
    static Entry of(String line) {
      String[] words = line.split(" ", -1);
      return new Entry(
          words[0], words[1], List.of(words[2].split(",", -1)), words.length > 3 ? words[3] : null);
    }
  }

  /** The line is not for us. */
  private static final class NotPlainException extends Exception {
    private static final long serialVersionUID = 1L;

    NotPlainException() {
      super(null, null, false, false);
    }
  }

  private final Object command;
  private final List<Entry> entries;
  private final Set<String> given = new HashSet<>(); // fields
  private final List<String> arguments = new ArrayList<>();

  private QuickLine(Object command, List<Entry> entries) {
    this.command = command;
    this.entries = entries;
  }

  /** The command that the line asks for, or null if the line is not plain. */
  static Callable<Integer> read(String[] args, Io io) {
    if (args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"))) {
      return () -> Main.sayVersion(io);
    }
    Callable<Integer> command = args.length == 0 ? null : command(args[0], io);
    if (command == null) {
      return null;
    }
    boolean stopAtArgument = command instanceof RunCommand; // the rest is the program's
    try {
      new QuickLine(command, entries(args[0])).read(args, stopAtArgument);
      return command;
    } catch (NotPlainException | IllegalArgumentException e) {
      return null;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e); // the table is wrong
    }
  }

  /** The verbs that can be read here; the others are rare, or take long anyway. */
  private static Callable<Integer> command(String verb, Io io) {
    return switch (verb) {
      case "analyze" -> new AnalyzeCommand(io);
      case "info" -> new InfoCommand(io);
      case "run" -> new RunCommand(io);
      default -> null;
    };
  }

  private static List<Entry> entries(String verb) {
    List<Entry> entries = new ArrayList<>();
    String heading = verb + ":\n";
    int at = OptionTable.TEXT.indexOf(heading) + heading.length();
    while (OptionTable.TEXT.startsWith("  ", at)) {
      int end = OptionTable.TEXT.indexOf('\n', at);
      entries.add(Entry.of(OptionTable.TEXT.substring(at + 2, end)));
      at = end + 1;
    }
    return entries;
  }

  private void read(String[] args, boolean stopAtArgument)
      throws NotPlainException, ReflectiveOperationException {
    int next = 1;
    while (next < args.length && !(stopAtArgument && !arguments.isEmpty())) {
      String arg = args[next++];
      if (arg.equals("--") && stopAtArgument) {
        break;
      } else if (arg.startsWith("-")) {
        next = option(arg, args, next);
      } else {
        arguments.add(plain(arg));
      }
    }
    for (; next < args.length; next++) {
      if (args[next].startsWith("@") || args[next].equals("--")) {
        throw new NotPlainException();
      }
      arguments.add(args[next]);
    }
    for (Entry entry : entries) {
      if (entry.kind.equals(ARGUMENTS)) {
        setArguments(entry);
      } else if (entry.byDefault != null && !given.contains(entry.field)) {
        set(entry, entry.byDefault);
      }
    }
  }

  /** Reads one option; returns where the next one is. */
  private int option(String arg, String[] args, int next)
      throws NotPlainException, ReflectiveOperationException {
    int equals = arg.startsWith("--") ? arg.indexOf('=') : -1;
    Entry entry = find(equals < 0 ? arg : arg.substring(0, equals));
    if (!given.add(entry.field)) {
      throw new NotPlainException();
    }
    if (entry.kind.equals(FLAG)) {
      if (equals >= 0) {
        throw new NotPlainException();
      }
      set(entry, null);
      return next;
    }
    if (equals < 0 && next == args.length) {
      throw new NotPlainException();
    }
    String value = equals < 0 ? args[next] : arg.substring(equals + 1);
    if (value.startsWith("-")) {
      throw new NotPlainException();
    }
    set(entry, plain(value));
    return equals < 0 ? next + 1 : next;
  }

  private Entry find(String name) throws NotPlainException {
    for (Entry entry : entries) {
      if (!entry.kind.equals(ARGUMENTS) && entry.names.contains(name)) {
        return entry;
      }
    }
    throw new NotPlainException();
  }

  /** A word that means itself: not the name of a file with more words, and not quoted. */
  private static String plain(String word) throws NotPlainException {
    if (word.isEmpty() || word.startsWith("@") || word.indexOf('"') >= 0) {
      throw new NotPlainException();
    }
    return word;
  }

  private void setArguments(Entry entry) throws NotPlainException, ReflectiveOperationException {
    if (arguments.isEmpty()) {
      throw new NotPlainException();
    }
    Field field = field(command, entry.field);
    if (field.getType() == List.class) {
      field.set(command, arguments);
    } else if (arguments.size() == 1) {
      field.set(command, arguments.get(0));
    } else {
      throw new NotPlainException();
    }
  }

  /** Sets a flag, or the value of an option. */
  private void set(Entry entry, String text)
      throws NotPlainException, ReflectiveOperationException {
    int dot = entry.field.indexOf('.');
    Object owner = dot < 0 ? command : field(command, entry.field.substring(0, dot)).get(command);
    Field field = field(owner, entry.field.substring(dot + 1));
    if (entry.kind.equals(FLAG)) {
      field.setBoolean(owner, true);
    } else {
      field.set(owner, value(field.getType(), text));
    }
  }

  private static Field field(Object owner, String name) throws NoSuchFieldException {
    Field field = owner.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  private static Object value(Class<?> type, String text) throws NotPlainException {
    if (type == String.class) {
      return text;
    } else if (type == int.class || type == Integer.class) {
      return number(text);
    } else if (Values.TYPES.contains(type)) {
      return Values.of(type, text);
    }
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(text)) {
        return constant;
      }
    }
    throw new NotPlainException();
  }

  private static int number(String text) throws NotPlainException {
    boolean plain = !text.isEmpty() && text.length() <= MOST_DIGITS;
    for (int i = 0; i < text.length(); i++) {
      plain &= text.charAt(i) >= '0' && text.charAt(i) <= '9';
    }
    if (!plain || (text.length() > 1 && text.charAt(0) == '0')) {
      throw new NotPlainException();
    }
    return Integer.parseInt(text);
  }
}
