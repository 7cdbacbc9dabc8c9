package dev.sooth.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The commands of the documents, and what the documents say that they print. */
final class DocumentedCommands {
  private static final Pattern COMMAND =
      Pattern.compile("([A-Z_]+=\\S+ )*(\\./sooth|sooth|mvn|java|for|cd|[\\w./-]*\\.sh)(?!\\S).*");

  /** A comment at the end of a line, or the rest of an outline in architecture.md. */
  private static final Pattern COMMENT = Pattern.compile("\\s{2,}#.*");

  private DocumentedCommands() {}

  /**
   * A command.
   *
   * @param place file and line
   * @param output the block that follows, without commands of its own; null if there is none
   */
  record Command(String place, String text, List<String> output) {}

  /** Those in blocks of the README, of CONTRIBUTING and of all pages in docs. */
  static List<Command> inBlocks(Path root) throws IOException {
    List<Command> commands = new ArrayList<>();
    for (Path document : documents(root)) {
      commands.addAll(inBlocks(root.relativize(document).toString(), Files.readAllLines(document)));
    }
    return commands;
  }

  /** Mentions in the text, such as {@code `sooth run --attach PID`}. */
  static List<Command> inText(Path root) throws IOException {
    List<Command> commands = new ArrayList<>();
    Pattern span = Pattern.compile("`(?:\\./)?(sooth [a-z]+[^`]*)`");
    for (Path document : documents(root)) {
      int line = 0;
      for (String text : Files.readAllLines(document)) {
        line++;
        Matcher matcher = span.matcher(text);
        while (matcher.find()) {
          commands.add(new Command(root.relativize(document) + ":" + line, matcher.group(1), null));
        }
      }
    }
    return commands;
  }

  private static List<Path> documents(Path root) throws IOException {
    try (Stream<Path> docs = Files.list(root.resolve("docs"))) {
      return Stream.concat(
              Stream.of(root.resolve("README.md"), root.resolve("CONTRIBUTING.md")),
              docs.filter(file -> file.toString().endsWith(".md")).sorted())
          .toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  static List<Command> inBlocks(String document, List<String> lines) {
    List<Command> commands = new ArrayList<>();
    Command last = null; // whose output a later block may be
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.startsWith("#")) {
        last = null;
      } else if (line.startsWith("```")) {
        int end = i + 1;
        while (!lines.get(end).startsWith("```")) {
          end++;
        }
        List<Command> found =
            line.equals("```") ? commands(document, i + 1, lines.subList(i + 1, end)) : List.of();
        if (line.equals("```") && found.isEmpty() && last != null) {
          commands.set(
              commands.indexOf(last),
              new Command(last.place(), last.text(), List.copyOf(lines.subList(i + 1, end))));
          last = null;
        } else if (!found.isEmpty()) {
          last = found.get(0);
        }
        commands.addAll(found);
        i = end;
      } else if (line.startsWith("    ") && (i == 0 || lines.get(i - 1).isBlank())) {
        int end = i;
        while (end < lines.size() && lines.get(end).startsWith("    ")) {
          end++;
        }
        commands.addAll(commands(document, i, lines.subList(i, end)));
        i = end - 1;
      }
    }
    return commands;
  }

  private static List<Command> commands(String document, int before, List<String> block) {
    List<Command> commands = new ArrayList<>();
    for (int i = 0; i < block.size(); i++) {
      String text = block.get(i).strip();
      int first = i;
      while (text.endsWith("\\") && i + 1 < block.size()) {
        text = text.substring(0, text.length() - 1) + block.get(++i).strip();
      }
      if (COMMAND.matcher(text).matches()) {
        String place = document + ":" + (before + first + 1);
        commands.add(new Command(place, COMMENT.matcher(text).replaceFirst(""), null));
      }
    }
    return commands;
  }
}
