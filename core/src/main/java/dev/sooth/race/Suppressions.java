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
 * for each, {@code #} before a comment. The pattern may be anywhere in a name, unless it begins
 * with {@code ^} or ends with {@code $}; {@code *} stands for anything. Ours alone is {@code
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
  private static final String UNTIL = "until=";

  /** One line. */
  public static final class Rule {
    private final String text;
    private final String place;
    private final String comment;
    private final Pattern pattern;
    private final AtomicInteger count = new AtomicInteger();

    private Rule(String text, String place, String comment, Pattern pattern) {
      this.text = text;
      this.place = place;
      this.comment = comment;
      this.pattern = pattern;
    }

    /** Why it is there: its comment, or without one where it stands. */
    public String reason() {
      return comment.isEmpty() ? toString() : comment;
    }

    /** Whether it is an annotation in the program, which is about the accesses alone. */
    public boolean isInSource() {
      return place.equals(IN_SOURCE);
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

  private final List<Rule> rules;
  private final List<Rule> expired;

  private Suppressions(List<Rule> rules, List<Rule> expired) {
    this.rules = List.copyOf(rules);
    this.expired = List.copyOf(expired);
  }

  /**
   * Reads a file.
   *
   * @throws BadSuppressionsException if a line is wrong
   */
  public static Suppressions read(Path file) throws IOException {
    try {
      return of(file.toString(), Files.readAllLines(file, StandardCharsets.UTF_8), today());
    } catch (CharacterCodingException e) {
      throw new BadSuppressionsException(file.toString(), 1, "this is no text in UTF-8");
    }
  }

  private static LocalDate today() {
    return LocalDate.now(java.time.ZoneId.systemDefault());
  }

  /** Reads the lines of a file; rules whose last day was before {@code today} have expired. */
  public static Suppressions of(String file, List<String> lines, LocalDate today)
      throws BadSuppressionsException {
    List<Rule> rules = new ArrayList<>();
    List<Rule> expired = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      int comment = lines.get(i).indexOf('#');
      String text = (comment < 0 ? lines.get(i) : lines.get(i).substring(0, comment)).strip();
      if (!text.isEmpty()) {
        String why = comment < 0 ? "" : lines.get(i).substring(comment + 1).strip();
        add(text, why, file, i + 1, today, rules, expired);
      }
    }
    return new Suppressions(rules, expired);
  }

  private static void add(
      String text,
      String why,
      String file,
      int line,
      LocalDate today,
      List<Rule> rules,
      List<Rule> expired)
      throws BadSuppressionsException {
    String[] words = text.split("\\s+", -1);
    String pattern = words[0].startsWith(KIND) ? words[0].substring(KIND.length()) : "";
    // What matches everything would hide all races, which nobody means.
    if (pattern.isEmpty() || pattern.chars().allMatch(c -> "*^$".indexOf(c) >= 0)) {
      throw new BadSuppressionsException(
          file, line, "'" + words[0] + "', expected race:PATTERN with a name in it");
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
    Rule rule = new Rule(text, file + ":" + line, why, compile(pattern));
    (last.isBefore(today) ? expired : rules).add(rule);
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
   * The same, and what the program itself calls benign: lines of {@code field} or {@code method}, a
   * name and the reason, with tabs between, as the agent writes them.
   */
  public Suppressions and(Collection<String> annotated) {
    List<Rule> all = new ArrayList<>(rules);
    for (String line : annotated) {
      String[] parts = line.split("\t", 3);
      if (parts.length == 3) {
        int dot = parts[1].lastIndexOf('.') + 1;
        // The lambdas in a method are of it.
        String member =
            parts[0].equals("field")
                ? Pattern.quote(parts[1])
                : Pattern.quote(parts[1].substring(0, dot))
                    + "(lambda\\$)?"
                    + Pattern.quote(parts[1].substring(dot))
                    + "(\\$[0-9]+)?";
        Pattern pattern = Pattern.compile("^" + member + "$", Pattern.DOTALL);
        all.add(new Rule(parts[1], IN_SOURCE, parts[2], pattern));
      }
    }
    return new Suppressions(all, expired);
  }

  /** Whether there are no rules that count. */
  public boolean isEmpty() {
    return rules.isEmpty();
  }

  /**
   * The first rule that suppresses a race, which is then counted.
   *
   * @param field of the race, such as {@code shop.Cart.items}
   * @param places of both stacks, such as {@code Cart.java:12 shop.Cart.add}; the part before the
   *     blank may be missing
   */
  public Optional<Rule> match(String field, Collection<String> places) {
    return match(field, places, List.of());
  }

  /** The same with the places of the two accesses and, apart from them, those of their callers. */
  public Optional<Rule> match(
      String field, Collection<String> accesses, Collection<String> callers) {
    if (rules.isEmpty()) {
      return Optional.empty();
    }
    Set<String> names = new LinkedHashSet<>();
    addMember(names, field);
    addPlaces(names, accesses);
    Set<String> all = new LinkedHashSet<>(names);
    addPlaces(all, callers);
    for (Rule rule : rules) {
      for (String name : rule.isInSource() ? names : all) {
        if (rule.pattern.matcher(name).find()) {
          rule.count.incrementAndGet();
          return Optional.of(rule);
        }
      }
    }
    return Optional.empty();
  }

  private static void addPlaces(Set<String> names, Collection<String> places) {
    for (String place : places) {
      int blank = place.lastIndexOf(' ');
      addMember(names, place.substring(blank + 1));
      if (blank > 0) {
        String source = place.substring(0, blank);
        int colon = source.lastIndexOf(':');
        names.add(colon < 0 ? source : source.substring(0, colon));
      }
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

  /** Rules that have expired, and do not count. */
  public List<Rule> expired() {
    return expired;
  }

  /** What somebody should look at: rules of the file that nothing needs, and expired ones. */
  public List<String> remarks() {
    List<String> lines = new ArrayList<>();
    for (Rule rule : rules) {
      if (rule.count() == 0 && !rule.isInSource()) {
        lines.add("suppression not used: " + rule);
      }
    }
    for (Rule rule : expired) {
      lines.add("suppression expired, it suppresses nothing: " + rule);
    }
    return lines;
  }

  /**
   * What there is to say at the end: how much each rule has suppressed, which ones nothing needed,
   * and which have expired.
   */
  public List<String> summary() {
    List<String> lines = new ArrayList<>();
    for (Rule rule : rules) {
      int n = rule.count();
      lines.add(
          n == 0
              ? "suppression not used: " + rule
              : "suppressed %,d race%s: %s".formatted(n, n == 1 ? "" : "s", rule));
    }
    for (Rule rule : expired) {
      lines.add("suppression expired, it suppresses nothing: " + rule);
    }
    return lines;
  }
}
