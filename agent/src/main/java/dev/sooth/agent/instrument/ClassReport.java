package dev.sooth.agent.instrument;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What became of every class that was loaded: nothing is left out silently. */
public final class ClassReport {
  private static final int EXAMPLES = 5;

  private int instrumented; // guarded by this
  private int models; // guarded by this
  private final Map<String, List<String>> skipped = new TreeMap<>(); // guarded by this
  private final List<String> reduced = new ArrayList<>(); // guarded by this
  private final List<String> failed = new ArrayList<>(); // guarded by this
  private final Set<String> benign = new LinkedHashSet<>(); // as they came; guarded by this
  private final Consumer<List<String>> benignNews;

  /** Tells of what the program calls benign when it is found. */
  public ClassReport(Consumer<List<String>> benignNews) {
    this.benignNews = benignNews;
  }

  synchronized void instrumented() {
    instrumented++;
  }

  synchronized void modelled() {
    models++;
  }

  synchronized void skipped(String name, String reason) {
    skipped.computeIfAbsent(reason, r -> new ArrayList<>()).add(name.replace('/', '.'));
  }

  synchronized void reduced(String method, String how) {
    reduced.add(method.replace('/', '.') + ": " + how);
  }

  synchronized void failed(String name, String reason) {
    failed.add(name.replace('/', '.') + ": " + reason);
  }

  synchronized void benign(String what, String member, String reason) {
    String line = what + "\t" + member + "\t" + reason.replaceAll("\\s+", " ");
    if (benign.add(line)) {
      benignNews.accept(List.of(line));
    }
  }

  /** What the program calls benign: lines of {@code field} or {@code method}, name and reason. */
  public synchronized List<String> benign() {
    return List.copyOf(benign);
  }

  /** Classes that should have been instrumented and could not be. */
  public synchronized List<String> failures() {
    return List.copyOf(failed);
  }

  /** What of the JDK is not observed and why, a line each. */
  public static List<String> leftOut() {
    List<String> lines = new ArrayList<>();
    lines.add("not observed, of the JDK:");
    for (Map.Entry<String, String> entry : ObservedClasses.leftOut()) {
      String name = entry.getKey().replace('/', '.');
      lines.add("  " + (name.endsWith(".") ? name + "*" : name) + ": " + entry.getValue());
    }
    return lines;
  }

  /** The summary at the end of a run, a line each. */
  public synchronized List<String> lines() {
    List<String> lines = new ArrayList<>();
    int skippedClasses = 0;
    for (List<String> names : skipped.values()) {
      skippedClasses += names.size();
    }
    lines.add(
        "classes: "
            + instrumented
            + " instrumented, "
            + skippedClasses
            + " skipped, "
            + failed.size()
            + " failed; "
            + models
            + " JDK classes observed");
    for (Map.Entry<String, List<String>> entry : skipped.entrySet()) {
      lines.add("  skipped, " + entry.getKey() + ": " + examples(entry.getValue()));
    }
    if (!reduced.isEmpty()) {
      lines.add("  recorded in part: " + examples(reduced));
    }
    for (String failure : failed) {
      lines.add("  FAILED " + failure);
    }
    return lines;
  }

  private static String examples(List<String> names) {
    String shown = String.join(", ", names.subList(0, Math.min(EXAMPLES, names.size())));
    return names.size() <= EXAMPLES ? shown : shown + ", … (" + names.size() + " in all)";
  }
}
