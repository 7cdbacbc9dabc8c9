package dev.sooth.report;

import dev.sooth.analysis.Printable;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the user does not want to hear of, in the syntax of ThreadSanitizer: lines such as {@code
 * race:bank.Account.deposit}, where {@code *} stands for anything and {@code ^} and {@code $} for
 * the ends; without these a part is enough. Such a line may go on with {@code until=2027-01-31},
 * the last day on which it holds, and a comment after {@code #}.
 */
public final class Suppressions {
  /** There are none. */
  public static final Suppressions NONE = new Suppressions();

  private static final Pattern LINE =
      Pattern.compile("([a-z_]+):(.*?)(?:\\s+until=(\\S+))?(?:\\s+#\\s*(.*))?");
  private static final String ANY_PLACE = "race";
  private static final String TOP_ONLY = "race_top";

  /** Of ThreadSanitizer, about what we do not report. */
  private static final List<String> OF_OTHERS =
      List.of("thread", "mutex", "signal", "deadlock", "called_from_lib");

  /** One line. */
  static final class Rule {
    private final String source;
    private final boolean isOfTopOnly;
    private final Pattern pattern;
    private final Optional<LocalDate> until;
    private final String text;
    private final String comment;
    private final boolean inSource;
    private boolean isUsed;

    private Rule(
        String source,
        boolean isOfTopOnly,
        Pattern pattern,
        Optional<LocalDate> until,
        String text,
        String comment,
        boolean inSource) {
      this.source = source;
      this.isOfTopOnly = isOfTopOnly;
      this.pattern = pattern;
      this.until = until;
      this.text = text;
      this.comment = comment;
      this.inSource = inSource;
    }

    /** Why it is there, or, if nobody has said so, where. */
    String reason() {
      return comment.isEmpty() ? source : comment;
    }

    /** Whether it is an annotation in the program. */
    boolean isInSource() {
      return inSource;
    }
  }

  private final List<Rule> rules = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();
  private LocalDate today = LocalDate.MIN;

  private Suppressions() {}

  /**
   * Reads the lines of a file.
   *
   * @param name of the file, for messages
   * @throws BadReportException if a line is none; the message says which and what was expected
   */
  public static Suppressions read(String name, List<String> lines, LocalDate today)
      throws BadReportException {
    Suppressions all = new Suppressions();
    all.today = today;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        all.read(name + ":" + (i + 1), line);
      }
    }
    return all;
  }

  private void read(String source, String line) throws BadReportException {
    Matcher parts = LINE.matcher(line);
    if (!parts.matches() || parts.group(2).isBlank()) {
      throw new BadReportException(
          source + ":1: expected race:PATTERN, found " + Printable.of(line));
    }
    String type = parts.group(1);
    if (OF_OTHERS.contains(type)) {
      remarks.add(source + ": " + type + ": is about no race, and is left out");
      return;
    }
    if (!type.equals(ANY_PLACE) && !type.equals(TOP_ONLY)) {
      throw new BadReportException(
          source + ":1: expected race: or race_top:, found " + Printable.of(type) + ":");
    }
    Optional<LocalDate> until =
        parts.group(3) == null ? Optional.empty() : Optional.of(date(source, parts.group(3)));
    String comment = parts.group(4) == null ? "" : parts.group(4);
    String pattern = parts.group(2).strip();
    add(
        new Rule(
            source, type.equals(TOP_ONLY), glob(pattern), until, type + ":" + pattern, comment,
            false));
  }

  private void add(Rule rule) {
    if (rule.until.isPresent() && today.isAfter(rule.until.get())) {
      remarks.add(
          "%s: %s has expired on %s, and suppresses nothing"
              .formatted(rule.source, Printable.of(rule.text), rule.until.get()));
    } else {
      rules.add(rule);
    }
  }

  private static LocalDate date(String source, String text) throws BadReportException {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeException e) {
      throw new BadReportException(
          source + ":1: expected until=YYYY-MM-DD, found until=" + Printable.of(text));
    }
  }

  private static Pattern glob(String pattern) {
    boolean atStart = pattern.startsWith("^");
    boolean atEnd = pattern.endsWith("$");
    String middle = pattern.substring(atStart ? 1 : 0, pattern.length() - (atEnd ? 1 : 0));
    StringBuilder regex = new StringBuilder(atStart ? "^" : "");
    int from = 0;
    for (int star = middle.indexOf('*'); star >= 0; star = middle.indexOf('*', from)) {
      regex.append(Pattern.quote(middle.substring(from, star))).append(".*");
      from = star + 1;
    }
    regex.append(Pattern.quote(middle.substring(from))).append(atEnd ? "$" : "");
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  /**
   * Adds what the program itself calls benign: lines {@code field NAME REASON} or {@code method
   * NAME REASON}, with tabs between, as the agent writes them. An unused one is no news: not every
   * run comes there.
   */
  public Suppressions and(String name, List<String> annotated) {
    if (annotated.isEmpty()) {
      return this;
    }
    Suppressions all = new Suppressions();
    all.today = today;
    all.remarks.addAll(remarks);
    all.rules.addAll(rules);
    for (String line : annotated) {
      String[] parts = line.split("\t", 3);
      if (parts.length == 3) {
        // A field is named with the class of its object or the index after it.
        String end = parts[0].equals("field") ? "(\\[\\]| \\(.*\\))?$" : "$";
        Pattern pattern = Pattern.compile("(^| )" + Pattern.quote(parts[1]) + end, Pattern.DOTALL);
        String text = "@Benign on " + parts[1];
        all.rules.add(
            new Rule(name, true, pattern, Optional.empty(), text, parts[2], true));
      }
    }
    return all;
  }

  boolean isEmpty() {
    return rules.isEmpty();
  }

  /** The rule for a race on this field, at these places, and with these callers. */
  Optional<Rule> find(String field, List<String> places, List<String> callers) {
    for (Rule rule : rules) {
      if (rule.pattern.matcher(field).find()
          || any(rule, places)
          || (!rule.isOfTopOnly && any(rule, callers))) {
        rule.isUsed = true;
        return Optional.of(rule);
      }
    }
    return Optional.empty();
  }

  /** A place is a file with its line, and a method: ends are those of each. */
  private static boolean any(Rule rule, List<String> places) {
    for (String place : places) {
      Spot spot = Spot.of(place);
      boolean isKnown = !spot.file().isEmpty();
      if (isKnown
          ? rule.pattern.matcher(spot.method()).find()
              || rule.pattern.matcher(spot.path()).find()
              || rule.pattern.matcher(spot.file() + ":" + spot.line()).find()
          : rule.pattern.matcher(place).find()) {
        return true;
      }
    }
    return false;
  }

  /** Lines for the user: what has expired, and, after all runs, what was not needed. */
  public List<String> remarks() {
    List<String> all = new ArrayList<>(remarks);
    for (Rule rule : rules) {
      if (!rule.isUsed && !rule.inSource) {
        all.add(rule.source + ": " + Printable.of(rule.text) + " was not used");
      }
    }
    return all;
  }
}
