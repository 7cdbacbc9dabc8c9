package dev.sooth.report;

import dev.sooth.analysis.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What all engines together say about one pair of lines and one field of a trace: what a person
 * takes for one race.
 */
final class Finding {
  private final String fingerprint;
  private final List<Block> blocks = new ArrayList<>(); // one an engine, in the order of the runs

  Finding(String fingerprint) {
    this.fingerprint = fingerprint;
  }

  void add(Block block) {
    blocks.add(block);
  }

  String fingerprint() {
    return fingerprint;
  }

  List<Block> blocks() {
    return blocks;
  }

  /** The block that stands for all: one that is verified, if there is one. */
  Block best() {
    for (Block block : blocks) {
      if (block.isVerified()) {
        return block;
      }
    }
    return blocks.get(0);
  }

  boolean isVerified() {
    return best().isVerified();
  }

  String field() {
    return best().field();
  }

  /** How many races the engine has that saw most. */
  int races() {
    return blocks.stream().mapToInt(Block::size).max().orElse(0);
  }

  /** What the engine of this run has found here. */
  Optional<Block> of(RunResult run) {
    return blocks.stream()
        .filter(block -> block.result().engine().id().equals(run.engine().id()))
        .findFirst();
  }

  /** The name of the race that stands for all, such as {@code syncp R1}. */
  String name() {
    Block best = best();
    return best.result().engine().id() + " R" + (best.example() + 1);
  }
}
