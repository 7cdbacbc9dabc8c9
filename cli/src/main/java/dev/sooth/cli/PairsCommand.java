package dev.sooth.cli;

import dev.sooth.agent.online.PairStore;
import dev.sooth.agent.online.PairStore.Pairs;
import dev.sooth.analysis.Printable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks after the file in which AtexRace keeps pairs of methods. */
@Command(
    name = "pairs",
    description = "Show, merge or prune what `run --online atexrace` keeps across executions.",
    footer = {
      "",
      "show [FILE]           how many executions and pairs there are",
      "merge FILE OTHER...   add what others have kept",
      "prune [FILE]          forget pairs that were not seen lately"
    })
final class PairsCommand implements Callable<Integer> {
  private static final String DEFAULT = ".sooth/pairs";

  /** What to do. */
  enum Action {
    show,
    merge,
    prune
  }

  private final Io io;

  @Mixin GlobalOptions global = new GlobalOptions();

  @Parameters(index = "0", paramLabel = "ACTION", description = "show, merge or prune.")
  private Action action;

  @Parameters(
      index = "1..*",
      paramLabel = "FILE",
      description = "The files; the first is " + DEFAULT + " if there is none.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--unseen",
      paramLabel = "N",
      defaultValue = "10",
      description =
          "Of prune: forget those that none of the last N executions has seen (default:"
              + " ${DEFAULT-VALUE}).")
  private int unseen;

  PairsCommand(Io io) {
    this.io = io;
  }

  @Override
  public Integer call() throws IOException {
    if (action == Action.merge ? files.size() < 2 : files.size() > 1) {
      throw new UsageException(
          action == Action.merge ? "merge needs FILE and OTHER" : action + " takes one FILE");
    }
    if (unseen < 1) {
      throw new UsageException("--unseen must be at least 1");
    }
    Path file = Path.of(files.isEmpty() ? DEFAULT : files.get(0));
    PairStore store = new PairStore(file, io::say);
    if (action != Action.merge && !Files.exists(file)) {
      io.say(file + ": no such file");
      return ExitStatus.IO;
    }
    for (String name : files) {
      Path given = Path.of(name);
      Optional<String> problem =
          Files.exists(given) ? new PairStore(given, io::say).problem() : Optional.empty();
      if (problem.isPresent()) {
        io.say(name + ": not a file of pairs, " + problem.get());
        return ExitStatus.BAD_INPUT;
      }
    }
    switch (action) {
      case merge -> {
        for (String other : files.subList(1, files.size())) {
          if (!Files.exists(Path.of(other))) {
            io.say(other + ": no such file");
            return ExitStatus.IO;
          }
          Pairs added = new PairStore(Path.of(other), io::say).read();
          store.change(pairs -> pairs.and(added));
        }
      }
      case prune -> store.change(pairs -> pairs.pruned(unseen));
      default -> {}
    }
    Pairs pairs = store.read();
    String line =
        "%s: %s, %s of methods, %s in the last execution, %s in the last two%n"
            .formatted(
                file,
                Printable.count(pairs.executions(), "execution"),
                Printable.count(pairs.pairs().size(), "pair"),
                Printable.grouped(pairs.frequent(1).size()),
                Printable.grouped(pairs.frequent(2).size()));
    io.out().write(line.getBytes(StandardCharsets.UTF_8));
    io.out().flush();
    return ExitStatus.OK;
  }
}
