package dev.sooth.agent.online;

import dev.sooth.agent.bootstrap.Methods;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** For how many executions pairs of methods were the reason to check them, summed up of threads. */
final class SampledPairs {
  private static final int MOST = 1 << 16; // a server starts threads for ever

  private final Map<Long, Integer> executions = new HashMap<>();

  /** Adds those of a thread, by pair: two numbers of methods, of which 0 is none. */
  void add(long[] pairs, int[] counts) {
    for (int i = 0; i < Math.min(pairs.length, counts.length); i++) {
      boolean known = executions.size() < MOST || executions.containsKey(pairs[i]);
      if (counts[i] > 0 && pairs[i] >>> 32 != 0 && known) {
        executions.merge(pairs[i], counts[i], Integer::sum);
      }
    }
  }

  /** The classes of the pairs with most executions. */
  Set<String> classes(int pairs) {
    List<Map.Entry<Long, Integer>> most = new ArrayList<>(executions.entrySet());
    most.sort(
        Map.Entry.<Long, Integer>comparingByValue()
            .reversed()
            .thenComparing(Map.Entry.comparingByKey()));
    Set<String> classes = new TreeSet<>();
    for (Map.Entry<Long, Integer> entry : most.subList(0, Math.min(pairs, most.size()))) {
      long pair = entry.getKey();
      classes.add(className(Methods.name((int) (pair >>> 32))));
      classes.add(className(Methods.name((int) pair)));
    }
    return classes;
  }

  /** Of {@code some.Name.method(I)V}. */
  private static String className(String method) {
    return method.substring(0, method.lastIndexOf('.', method.indexOf('(')));
  }
}
