package dev.sooth.cli;

import dev.sooth.detect.Pairs;
import dev.sooth.report.ReportFormat;
import dev.sooth.trace.format.TraceFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The values of options that are neither numbers nor names, by the type of their field. */
final class Values {
  /** What {@link #of} can make. */
  static final List<Class<?>> TYPES =
      List.of(EngineList.class, Pairs.class, ReportFormat.class, TraceFormat.class, Duration.class);

  private static final int MOST_DIGITS = 9;

  private Values() {}

  /**
   * Makes a value.
   *
   * @throws IllegalArgumentException if the text is none; the message is for the user
   */
  static Object of(Class<?> type, String text) {
    if (type == EngineList.class) {
      return EngineList.of(text);
    } else if (type == Pairs.class) {
      return pairs(text);
    } else if (type == ReportFormat.class) {
      return reportFormat(text);
    } else if (type == TraceFormat.class) {
      return traceFormat(text);
    } else if (type == Duration.class) {
      return duration(text);
    }
    throw new IllegalStateException("no values of " + type);
  }

  private static Pairs pairs(String text) {
    return switch (text) {
      case "first-per-event" -> Pairs.FIRST_PER_EVENT;
      case "all" -> Pairs.ALL;
      default ->
          throw new IllegalArgumentException("'" + text + "' is neither first-per-event nor all");
    };
  }

  private static ReportFormat reportFormat(String text) {
    return ReportFormat.find(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'%s' is none of %s"
                        .formatted(text, String.join(", ", new AnalyzeCommand.FormatNames()))));
  }

  private static TraceFormat traceFormat(String text) {
    return TraceFormat.find(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown format '%s', expected one of: %s"
                        .formatted(text, traceFormats(", "))));
  }

  /** The names of all formats of traces, with this between them. */
  static String traceFormats(String separator) {
    List<String> names = new ArrayList<>();
    for (TraceFormat format : TraceFormat.values()) {
      names.add(format.id());
    }
    return String.join(separator, names);
  }

  /** {@code 500ms}, {@code 60s}, {@code 2m}, {@code 1h}; a bare number is seconds. */
  static Duration duration(String text) {
    int digits = 0;
    while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
      digits++;
    }
    if (digits == 0 || digits > MOST_DIGITS) {
      throw notDuration(text);
    }
    int amount = Integer.parseInt(text.substring(0, digits));
    return switch (text.substring(digits)) {
      case "ms" -> Duration.ofMillis(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      case "s", "" -> Duration.ofSeconds(amount);
      default -> throw notDuration(text);
    };
  }

  private static IllegalArgumentException notDuration(String text) {
    return new IllegalArgumentException(
        "'" + text + "' is not a duration such as 500ms, 60s or 2m");
  }
}
