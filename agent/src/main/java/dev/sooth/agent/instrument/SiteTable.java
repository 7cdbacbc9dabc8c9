package dev.sooth.agent.instrument;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers of the places in the program's code, by the name they have in the trace: {@code
 * Account.java:14 bank.Account.deposit}. 0 is a place that is not known.
 */
public final class SiteTable {
  private static final int MOST = 1 << 24;

  private final Map<String, Integer> numbers = new HashMap<>(); // guarded by this
  private final List<String> names = new ArrayList<>(); // guarded by this

  public SiteTable() {
    number("?");
  }

  synchronized int number(String name) {
    Integer known = numbers.get(name);
    if (known != null) {
      return known;
    }
    if (names.size() == MOST) {
      return 0;
    }
    names.add(name);
    numbers.put(name, names.size() - 1);
    return names.size() - 1;
  }

  /** The name of a place. */
  public synchronized String name(int number) {
    return names.get(number);
  }
}
