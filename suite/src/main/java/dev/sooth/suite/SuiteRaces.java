package dev.sooth.suite;

import dev.sooth.analysis.Printable;
import dev.sooth.analysis.RaceGroups;
import dev.sooth.analysis.RunResult;
import dev.sooth.race.Access;
import dev.sooth.race.Race;
import dev.sooth.suite.TestSpans.Owner;
import dev.sooth.trace.TraceNames;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The races of all JVMs of a suite: the same field at the same two lines is one race. */
public final class SuiteRaces {
  private static final int NAMED_TESTS = 5;

  /** One of them, in all JVMs and by all engines. */
  private static final class Found {
    private final Set<String> tests = new TreeSet<>();
    private final Set<String> maybe = new TreeSet<>();
    private boolean outside; // of any test
    private boolean verified;
    private boolean open;

    /** A race is in the tests of both accesses; what is not sure of one may be by the other. */
    void add(Owner a, Owner b) {
      if (a.sure()) {
        tests.addAll(a.tests());
      }
      if (b.sure()) {
        tests.addAll(b.tests());
      }
      if (a.sure() != b.sure()) {
        Owner known = a.sure() ? a : b;
        Owner unknown = a.sure() ? b : a;
        if (Collections.disjoint(known.tests(), unknown.tests())) {
          maybe.addAll(unknown.tests());
        }
      } else if (!a.sure()) {
        Set<String> common = new TreeSet<>(a.tests());
        common.retainAll(b.tests());
        maybe.addAll(common.isEmpty() ? a.tests() : common);
        if (common.isEmpty()) {
          maybe.addAll(b.tests());
        }
      }
      outside |= a.tests().isEmpty() && b.tests().isEmpty();
    }
  }

  /**
   * A pair of lines that race on a field.
   *
   * @param what field and lines
   * @param verified whether one of its races is proved
   * @param open whether it waits for somebody: it is neither suppressed nor known
   * @param tests in which it was predicted for certain
   * @param maybe of these one or more, because they ran at the same time
   */
  public record SuiteRace(
      String what,
      boolean verified,
      boolean open,
      Set<String> tests,
      Set<String> maybe,
      boolean outside) {

    /** One line for people. */
    public String line() {
      List<String> where = new ArrayList<>();
      if (!tests.isEmpty()) {
        where.add("in " + some(tests));
      }
      if (!maybe.isEmpty()) {
        where.add("in one of " + some(maybe) + ", which ran at the same time");
      }
      if (outside) {
        where.add("outside of any test");
      }
      return what
          + (verified ? "; verified; " : "; candidate; ")
          + (open ? "" : "known or suppressed; ")
          + String.join("; ", where);
    }

    private static String some(Set<String> names) {
      List<String> first = names.stream().limit(NAMED_TESTS).map(Printable::of).toList();
      int more = names.size() - first.size();
      return String.join(", ", first) + (more == 0 ? "" : " and " + more + " more");
    }
  }

  private final Map<String, Found> races = new TreeMap<>();
  private final Set<String> tests = new TreeSet<>();

  /**
   * Adds what an engine has found in the trace of one JVM.
   *
   * @param open the indices of the races that wait for somebody
   */
  public void add(RunResult result, TestSpans spans, BitSet open) {
    tests.addAll(spans.tests());
    TraceNames names = result.names();
    for (int i = 0; i < result.races().size(); i++) {
      Race race = result.races().get(i);
      Found found = races.computeIfAbsent(what(race, names), key -> new Found());
      found.verified |= result.proofs().isVerified(i);
      found.open |= open.get(i);
      found.add(owner(race.first(), names, spans), owner(race.second(), names, spans));
    }
  }

  /** Adds what an engine has found that is known to be of this test. */
  void addOf(RunResult result, String test) {
    for (int i = 0; i < result.races().size(); i++) {
      Found found =
          races.computeIfAbsent(what(result.races().get(i), result.names()), key -> new Found());
      found.verified |= result.proofs().isVerified(i);
      found.open = true;
      found.tests.add(test);
    }
  }

  /** Adds the races of another part of the suite. */
  public void addAll(SuiteRaces other) {
    tests.addAll(other.tests);
    other.races.forEach(
        (what, more) -> {
          Found found = races.computeIfAbsent(what, key -> new Found());
          found.verified |= more.verified;
          found.open |= more.open;
          found.outside |= more.outside;
          found.tests.addAll(more.tests);
          found.maybe.addAll(more.maybe);
        });
  }

  /** Field and lines of a race, the same for every engine and JVM. */
  static String what(Race race, TraceNames names) {
    String a = names.locations().get(race.first().location());
    String b = names.locations().get(race.second().location());
    String lines =
        a.equals(b) ? "at " + a : a.compareTo(b) < 0 ? a + " with " + b : b + " with " + a;
    return Printable.of(RaceGroups.field(names.variables().get(race.variable())))
        + ": "
        + Printable.of(lines);
  }

  private static Owner owner(Access access, TraceNames names, TestSpans spans) {
    return spans.ownerOf(names.threads().get(access.thread()), access.position());
  }

  /** The tests that ran. */
  public int tests() {
    return tests.size();
  }

  /** Those that wait for somebody. */
  public List<SuiteRace> open() {
    return races().stream().filter(SuiteRace::open).toList();
  }

  /** All races, in the order of fields and lines. */
  public List<SuiteRace> races() {
    List<SuiteRace> all = new ArrayList<>();
    races.forEach(
        (what, found) -> {
          Set<String> maybe = new TreeSet<>(found.maybe);
          maybe.removeAll(found.tests);
          all.add(
              new SuiteRace(
                  what,
                  found.verified,
                  found.open,
                  new TreeSet<>(found.tests),
                  maybe,
                  found.outside));
        });
    return all;
  }
}
