package dev.sooth.race;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * Races that nobody wants to be told of, in ThreadSanitizer's syntax: a line {@code race:PATTERN}
 * for each, or {@code race_top:PATTERN}, which looks at the accesses and not at their callers;
 * {@code #} before a comment, which is the reason. The pattern may be anywhere in a name, unless it
 * begins with {@code ^} or ends with {@code $}; {@code *} stands for anything. Ours alone is {@code
 * until=YYYY-MM-DD} behind a pattern: the last day on which it counts.
 *
 * <p>It counts what each rule has suppressed, so that rules which nothing needs any more can be
 * said. Threads may ask at the same time.
 */
public final class Suppressions {
  /** Suppresses nothing. */
  public static final Suppressions NONE = new Suppressions(List.of(), List.of());

  private static final String IN_SOURCE = "@Benign";
  private static final String KIND = "race:";
  private static final String TOP_ONLY = "race_top:";
  private static final String UNTIL = "until=";

  /** Of ThreadSanitizer, about what is no race. */
  private static final Pattern OF_OTHERS =
      Pattern.compile("(thread|mutex|signal|deadlock|called_from_lib):.*");

  /** One line. */
  public static final class Rule {
    private final String text;
    private final String place;
    private final String comment;
    private final Pattern pattern;
    private final boolean isOfTopOnly;
    private final boolean isInSource;
    private final AtomicInteger count = new AtomicInteger();

    private Rule(
        String text,
        String place,
        String comment,
        Pattern pattern,
        boolean isOfTopOnly,
        boolean isInSource) {
      this.text = text;
      this.place = place;
      this.comment = comment;
      this.pattern = pattern;
      this.isOfTopOnly = isOfTopOnly;
      this.isInSource = isInSource;
    }

    /** Why it is there, or, if nobody has said so, where. */
    public String reason() {
      return comment.isEmpty() ? place : comment;
    }

    /** Whether it is an annotation in the program. */
    public boolean isInSource() {
      return isInSource;
    }

    private boolean isIn(Set<String> names) {
      for (String name : names) {
        if (pattern.matcher(name).find()) {
          return true;
        }
      }
      return false;
    }

    /** How many races it has suppressed. */
    public int count() {
      return count.get();
    }

    /** The line without its comment, and where it is. */
    @Override
    public String toString() {
      return text + " (" + place + ")";
    }
  }

  private volatile List<Rule> rules; // unmodifiable; written by learn
  private final List<String> remarks;

  private Suppressions(List<Rule> rules, List<String> remarks) {
    this.rules = List.copyOf(rules);
    this.remarks = List.copyOf(remarks);
  }

  /**
   * Reads a file.
   *
   * @throws BadSuppressionsException if a line is wrong
   */
  public static Suppressions read(Path file) throws IOException {
    try {
      List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
      if (!lines.isEmpty() && lines.get(0).startsWith("\uFEFF")) { // as some editors begin a file
        lines.set(0, lines.get(0).substring(1));
      }
      return of(file.toString(), lines, today());
    } catch (CharacterCodingException e) {
      throw new BadSuppressionsException(file.toString(), 1, "this is no text in UTF-8");
    }
  }

  private static LocalDate today() {
    return LocalDate.now(java.time.ZoneId.systemDefault());
  }

  /** Reads the lines of a file; rules whose last day was before {@code today} have expired. */
  static Suppressions of(String file, List<String> lines, LocalDate today)
      throws BadSuppressionsException {
    List<Rule> rules = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      int comment = lines.get(i).indexOf('#');
      String text = (comment < 0 ? lines.get(i) : lines.get(i).substring(0, comment)).strip();
      String reason = comment < 0 ? "" : lines.get(i).substring(comment + 1).strip();
      if (OF_OTHERS.matcher(text).matches()) {
        remarks.add(
            "suppression of no race, left out: " + text + " (" + file + ":" + (i + 1) + ")");
      } else if (!text.isEmpty()) {
        add(text, reason, file, i + 1, today, rules, remarks);
      }
    }
    return new Suppressions(rules, remarks);
  }

  private static void add(
      String text,
      String reason,
      String file,
      int line,
      LocalDate today,
      List<Rule> rules,
      List<String> remarks)
      throws BadSuppressionsException {
    String[] words = text.split("\\s+", -1);
    boolean topOnly = words[0].startsWith(TOP_ONLY);
    boolean isOne = topOnly || words[0].startsWith(KIND);
    String pattern = isOne ? words[0].substring(words[0].indexOf(':') + 1) : "";
    // What matches everything would hide all races, which nobody means.
    if (pattern.isEmpty() || pattern.chars().allMatch(c -> "*^$".indexOf(c) >= 0)) {
      throw new BadSuppressionsException(
          file,
          line,
          "'" + words[0] + "', expected race:PATTERN or race_top:PATTERN with a name in it");
    }
    LocalDate last = LocalDate.MAX;
    if (words.length > 1) {
      last = words.length == 2 ? date(words[1]) : null;
      if (last == null) {
        String rest = text.substring(words[0].length()).strip();
        throw new BadSuppressionsException(
            file, line, "'" + rest + "', expected nothing or until=YYYY-MM-DD after the pattern");
      }
    }
    Rule rule = new Rule(text, file + ":" + line, reason, compile(pattern), topOnly, false);
    if (last.isBefore(today)) {
      remarks.add("suppression expired, it suppresses nothing: " + rule);
    } else {
      rules.add(rule);
    }
  }

  private static LocalDate date(String word) {
    try {
      return word.startsWith(UNTIL) ? LocalDate.parse(word.substring(UNTIL.length())) : null;
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static Pattern compile(String pattern) {
    String middle = pattern;
    boolean atStart = middle.startsWith("^");
    boolean atEnd = middle.endsWith("$");
    middle = middle.substring(atStart ? 1 : 0, middle.length() - (atEnd ? 1 : 0));
    StringBuilder regex = new StringBuilder(atStart ? "^" : "");
    for (String part : middle.split("\\*+", -1)) {
      regex.append(regex.length() > (atStart ? 1 : 0) ? ".*" : "").append(Pattern.quote(part));
    }
    return Pattern.compile(regex.append(atEnd ? "$" : "").toString(), Pattern.DOTALL);
  }

  /**
   * These, and what the program itself calls benign: lines {@code field NAME REASON} or {@code
   * method NAME REASON}, with tabs between, as the agent writes them. Lambdas are of their method.
   */
  public Suppressions and(Collection<String> annotated) {
    Suppressions all = new Suppressions(rules, remarks);
    all.learn(annotated);
    return all;
  }

  /** Adds such lines to these, as classes are loaded while races are found. */
  public synchronized void learn(Collection<String> annotated) {
    if (this == NONE) {
      throw new IllegalStateException("these are everybody's");
    }
    List<Rule> all = new ArrayList<>(rules);
    for (String line : annotated) {
      String[] parts = line.split("\t", 3);
      if (parts.length == 3) {
        int name = parts[1].lastIndexOf('.') + 1;
        String ofClass = Pattern.quote(parts[1].substring(0, name));
        String member = Pattern.quote(parts[1].substring(name));
        Pattern whole =
            Pattern.compile(
                "^" + ofClass + "(" + member + "|lambda\\$" + member + "\\$\\d+)$", Pattern.DOTALL);
        all.add(new Rule("@Benign on " + parts[1], IN_SOURCE, parts[2], whole, true, true));
      }
    }
    rules = List.copyOf(all);
  }

  /** Whether there are no rules that count. */
  public boolean isEmpty() {
    return rules.isEmpty();
  }

  /**
   * The first rule that suppresses a race, which is then counted.
   *
   * @param field of the race, such as {@code shop.Cart.items}
   * @param tops both accesses, such as {@code Cart.java:12 shop.Cart.add}; either half may be
   *     missing
   * @param callers of both, as far as they are known
   */
  public Optional<Rule> match(String field, Collection<String> tops, Collection<String> callers) {
    if (rules.isEmpty()) {
      return Optional.empty();
    }
    Set<String> ofTops = new LinkedHashSet<>();
    addMember(ofTops, field);
    tops.forEach(place -> addPlace(ofTops, place));
    Set<String> ofCallers = new LinkedHashSet<>();
    callers.forEach(place -> addPlace(ofCallers, place));
    for (Rule rule : rules) {
      if (rule.isIn(ofTops) || (!rule.isOfTopOnly && rule.isIn(ofCallers))) {
        rule.count.incrementAndGet();
        return Optional.of(rule);
      }
    }
    return Optional.empty();
  }

  private static void addPlace(Set<String> names, String place) {
    int blank = place.lastIndexOf(' ');
    String source = blank > 0 ? place.substring(0, blank) : place;
    int colon = source.lastIndexOf(':');
    if (colon > 0) { // Cart.java:12
      names.add(source);
      names.add(source.substring(0, colon));
    }
    if (blank > 0 || colon < 0) {
      String member = place.substring(blank + 1);
      addMember(names, member);
      addPath(names, colon < 0 ? source : source.substring(0, colon), member);
    }
  }

  /** The file in the folder of its package: {@code shop/Cart.java}. */
  private static void addPath(Set<String> names, String file, String method) {
    int ofMethod = method.lastIndexOf('.');
    int ofClass = ofMethod < 0 ? -1 : method.lastIndexOf('.', ofMethod - 1);
    if (ofClass > 0 && file.endsWith(".java") && file.indexOf('/') < 0) {
      names.add(method.substring(0, ofClass).replace('.', '/') + "/" + file);
    }
  }

  /** A field or method, and its class. */
  private static void addMember(Set<String> names, String member) {
    names.add(member);
    int end = 0; // of an array or a collection something follows the name of its field
    while (end < member.length() && " @[".indexOf(member.charAt(end)) < 0) {
      end++;
    }
    names.add(member.substring(0, end));
    int dot = member.lastIndexOf('.', end - 1);
    if (dot > 0) {
      names.add(member.substring(0, dot));
    }
  }

  /** How many races were suppressed. */
  public int suppressed() {
    return rules.stream().mapToInt(Rule::count).sum();
  }

  /** The rules that count, in their order. */
  public List<Rule> rules() {
    return rules;
  }

  /**
   * What there is to say at the end: how much each rule has suppressed, which ones nothing needed,
   * and which have expired.
   */
  public List<String> summary() {
    List<String> lines = new ArrayList<>();
    for (Rule rule : rules) {
      int n = rule.count();
      if (n > 0) {
        lines.add("suppressed %,d race%s: %s".formatted(n, n == 1 ? "" : "s", rule));
      }
    }
    lines.addAll(remarks());
    return lines;
  }

  /** What is wrong with the rules: which ones nothing needed, and which do not count. */
  public List<String> remarks() {
    List<String> lines = new ArrayList<>();
    for (Rule rule : rules) {
      if (rule.count() == 0 && !rule.isInSource) { // not every run comes to an annotated place
        lines.add("suppression not used: " + rule);
      }
    }
    lines.addAll(remarks);
    return lines;
  }
}
