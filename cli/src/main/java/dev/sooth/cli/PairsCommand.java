package dev.sooth.cli;

import dev.sooth.agent.online.ManagedPairs;
import dev.sooth.agent.online.PairStore;
import dev.sooth.agent.online.PairStore.Pairs;
import dev.sooth.analysis.Failure;
import dev.sooth.analysis.Printable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks after the files or databases in which AtexRace keeps pairs of methods. */
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
      description =
          "The files, or databases (jdbc:postgresql://HOST/DATABASE); the first is "
              + PairStore.DEFAULT
              + " if there is none.")
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
    String name = files.isEmpty() ? PairStore.DEFAULT : files.get(0);
    check(name, action != Action.merge);
    for (int i = 1; i < files.size(); i++) {
      check(files.get(i), true);
    }
    ManagedPairs store = PairStore.at(name, io::say);
    switch (action) {
      case merge -> {
        for (String other : files.subList(1, files.size())) {
          store.merge(PairStore.at(other, io::say).read());
        }
      }
      case prune -> store.prune(unseen);
      default -> {}
    }
    Pairs pairs = store.read();
    String line =
        "%s: %s, %s of methods, %s in the last execution, %s in the last two%n"
            .formatted(
                PairStore.shown(name),
                Printable.count(pairs.executions(), "execution"),
                Printable.count(pairs.pairs().size(), "pair"),
                Printable.grouped(pairs.frequent(1).size()),
                Printable.grouped(pairs.frequent(2).size()));
    io.out().write(line.getBytes(StandardCharsets.UTF_8));
    io.out().flush();
    return ExitStatus.OK;
  }

  /** Before anything is changed. */
  private void check(String name, boolean mustExist) throws IOException {
    try {
      PairStore.check(name);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
    ManagedPairs store = PairStore.at(name, io::say);
    Optional<String> problem;
    try {
      if (mustExist && !store.exists()) {
        throw new IOException(PairStore.isDatabase(name) ? "no pairs yet" : "no such file");
      }
      problem = store.problem();
    } catch (IOException e) {
      throw new FailedException(
          new Failure(Failure.Kind.IO, PairStore.shown(name) + ": " + e.getMessage(), e));
    }
    if (problem.isPresent()) {
      String what =
          PairStore.isDatabase(name) ? ": no tables of pairs, " : ": not a file of pairs, ";
      String message = PairStore.shown(name) + what + problem.get();
      throw new FailedException(
          new Failure(Failure.Kind.BAD_INPUT, message, new IOException(message)));
    }
  }
}
