package dev.sooth.cli;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.recipe.Level;
import dev.sooth.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the engines with what they promise and what they cost. */
@Command(name = "engines", description = "List the engines with guarantee and cost.")
final class EnginesCommand implements Callable<Integer> {
  private final Io io;

  @Mixin GlobalOptions global = new GlobalOptions();

  EnginesCommand(Io io) {
    this.io = io;
  }

  @Override
  public Integer call() throws IOException {
    List<String[]> rows = new ArrayList<>();
    rows.add(new String[] {"engine", "guarantee", "cost"});
    for (Engine engine : Engines.all()) {
      rows.add(new String[] {engine.id(), engine.guarantee(), engine.cost()});
    }
    for (Level level : Level.values()) {
      Engine engine = level.engine();
      rows.add(new String[] {engine.id(), engine.guarantee(), engine.cost()});
    }
    new Table(rows, "lll").print(io.out());
    return ExitStatus.OK;
  }
}
