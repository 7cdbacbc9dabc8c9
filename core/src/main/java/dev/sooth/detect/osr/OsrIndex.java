package dev.sooth.detect.osr;

import dev.sooth.detect.Workers;
import dev.sooth.order.CriticalSections;
import dev.sooth.order.TrfIndex;
import dev.sooth.trace.Trace;
import java.util.Arrays;
import java.util.concurrent.CancellationException;

/** All that is computed once for a trace; immutable, so that workers can share it. */
record OsrIndex(TrfIndex trf, CriticalSections sections, Successors successors, AccessRuns runs) {

  /**
   * Computes it. What can be dealt to the workers in pieces is, by threads or by parts of the
   * resources, and steps that do not need each other are done at the same time.
   *
   * @throws CancellationException if the workers were stopped
   */
  static OsrIndex of(Trace loaded, Workers crew) {
    crew.check();
    Steps steps = new Steps(loaded, crew);
    Plan.Value<Successors> successors = steps.successors();
    Plan.Value<AccessRuns> runs = steps.runs(successors, steps.groups());
    steps.plan.run(crew);
    crew.check();
    return new OsrIndex(steps.trf.get(), steps.sections.get(), successors.get(), runs.get());
  }

  /** The steps of the plan; what all need is in fields. */
  private static final class Steps {
    final Plan plan = new Plan();
    final Workers crew;
    final int threads;
    final int parts;
    final Plan.Value<TrfIndex> trf;
    final Plan.Value<CriticalSections> sections;
    final Plan.Value<SharedResources> resources;
    final Plan.Value<int[]> part; // where the parts of the resources begin
    final Plan.Value<int[]> order; // of the threads
    Plan.Step taken; // set by successors()

    Steps(Trace loaded, Workers crew) {
      this.crew = crew;
      threads = loaded.names().threads().size();
      parts = parts(crew);
      Plan.Value<Trace> trace = plan.value(loaded::withAllLocks);
      Plan.Value<int[]> points = plan.value(() -> CriticalSections.points(loaded));
      trf =
          plan.value(() -> new TrfIndex(trace.get(), points.get(), crew::isStopped), trace, points);
      sections = plan.value(() -> new CriticalSections(trace.get(), points.get()), trace, points);
      resources = plan.value(() -> new SharedResources(trace.get()), trace);
      part = plan.value(() -> resources.get().parts(parts), resources);
      order = plan.value(() -> bySize(trf.get()), trf);
    }

    Plan.Value<Successors> successors() {
      Plan.Value<Users.Finder> finder =
          plan.value(
              () -> new Users.Finder(trf.get(), resources.get(), crew.count()), order, resources);
      Plan.Step users =
          plan.forEach(
              threads, (worker, piece) -> finder.get().find(worker, order.get()[piece]), finder);
      Plan.Value<SuccessorsBuilder[]> builders =
          plan.value(
              () -> SuccessorsBuilder.of(trf.get(), resources.get(), finder.get().users(), parts),
              users);
      Plan.Step edges =
          plan.forEach(
              parts,
              (worker, piece) ->
                  builders.get()[piece].find(part.get()[piece], part.get()[piece + 1], crew),
              builders,
              part);
      Plan.Value<Successors> successors = plan.value(() -> new Successors(trf.get()), edges);
      taken =
          plan.forEach(
              threads,
              (worker, piece) -> successors.get().takeFrom(order.get()[piece], builders.get()),
              successors);
      return successors;
    }

    Plan.Value<AccessGroups> groups() {
      Plan.Value<GuardingLocks> guards =
          plan.value(
              () -> new GuardingLocks(trf.get(), sections.get(), resources.get()),
              trf,
              sections,
              part);
      Plan.Step counted =
          plan.forEach(
              parts,
              (worker, piece) -> guards.get().count(part.get()[piece], part.get()[piece + 1], crew),
              guards);
      Plan.Value<AccessGroups.Finder> finder =
          plan.value(
              () ->
                  new AccessGroups.Finder(
                      trf.get(), sections.get(), resources.get(), guards.get(), crew.count()),
              counted);
      Plan.Step grouped =
          plan.forEach(
              threads,
              (worker, piece) -> finder.get().find(worker, order.get()[piece]),
              finder,
              order);
      return plan.value(() -> finder.get().groups(), grouped);
    }

    Plan.Value<AccessRuns> runs(
        Plan.Value<Successors> successors, Plan.Value<AccessGroups> groups) {
      Plan.Value<AccessRuns.Finder> finder =
          plan.value(
              () ->
                  new AccessRuns.Finder(trf.get(), sections.get(), successors.get(), groups.get()),
              taken,
              groups);
      Plan.Step found =
          plan.forEach(threads, (worker, piece) -> finder.get().find(order.get()[piece]), finder);
      Plan.Value<AccessRuns> runs = plan.value(() -> finder.get().count(), found);
      plan.forEach(
          threads, (worker, piece) -> finder.get().number(order.get()[piece], runs.get()), runs);
      return runs;
    }
  }

  /** Each part is a pass over the trace, and one worker is busy with the groups meanwhile. */
  private static int parts(Workers crew) {
    return Math.max(1, crew.count() - 1);
  }

  /** Threads with many events first, so that no worker ends with a long one alone. */
  private static int[] bySize(TrfIndex trf) {
    long[] keys = new long[trf.threads()];
    for (int t = 0; t < keys.length; t++) {
      keys[t] = ((long) (Integer.MAX_VALUE - trf.events(t)) << 32) | t;
    }
    Arrays.sort(keys);
    int[] order = new int[keys.length];
    for (int k = 0; k < keys.length; k++) {
      order[k] = (int) keys[k];
    }
    return order;
  }
}
