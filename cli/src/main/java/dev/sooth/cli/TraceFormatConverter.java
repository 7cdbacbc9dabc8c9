package dev.sooth.cli;

import dev.sooth.trace.format.TraceFormat;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A format by its name. */
final class TraceFormatConverter implements ITypeConverter<TraceFormat> {
  @Override
  public TraceFormat convert(String value) {
    return TraceFormat.find(value)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "unknown format '%s', expected one of: %s".formatted(value, names(", "))));
  }

  /** All names, with this between them. */
  static String names(String separator) {
    return Arrays.stream(TraceFormat.values())
        .map(TraceFormat::id)
        .collect(Collectors.joining(separator));
  }
}
