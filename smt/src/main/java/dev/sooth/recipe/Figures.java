package dev.sooth.recipe;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a trace has, as in table II of [RECIPE].
 *
 * @param reads of variables that several threads use
 * @param writes to such variables
 * @param bases those of the reads that give an object that is used then
 * @param branches that depend on such a read
 * @param allBranches that were executed
 * @param sync events of locks and threads, and accesses to volatile variables
 */
public record Figures(
    int threads,
    long reads,
    long writes,
    long bases,
    long branches,
    long allBranches,
    long sync,
    long events) {
  static Figures of(Unfolding unfolding, long allBranches) {
    Map<Integer, Integer> users = new HashMap<>();
    BitSet shared = new BitSet();
    Set<Integer> threads = new HashSet<>();
    for (Node node : unfolding.nodes) {
      threads.add(node.thread);
      if (node.isPlain() && node.isExecuted()) {
        Integer user = users.putIfAbsent(node.target, node.thread);
        if (user != null && user != node.thread) {
          shared.set(node.target);
        }
      }
    }
    long reads = 0;
    long writes = 0;
    long branches = 0;
    long sync = 0;
    BitSet bases = new BitSet();
    for (Node node : unfolding.nodes) {
      if (!node.isExecuted()) {
        continue;
      }
      boolean counts = node.isPlain() && shared.get(node.target);
      reads += counts && node.isRead() ? 1 : 0;
      writes += counts && node.isWrite() ? 1 : 0;
      sync += node.isPlain() ? 0 : 1;
      for (Guard guard : node.guards) {
        if (guard.reason() == Guard.Reason.BASE) {
          guard.condition().symbols().keySet().forEach(bases::set);
        } else if (guard.reason() == Guard.Reason.BRANCH) {
          branches++;
        }
      }
    }
    long baseReads =
        bases.stream().filter(s -> shared.get(unfolding.symbolReads.get(s).target)).count();
    return new Figures(
        threads.size(),
        reads,
        writes,
        baseReads,
        branches,
        allBranches,
        sync,
        unfolding.trace.size());
  }
}
