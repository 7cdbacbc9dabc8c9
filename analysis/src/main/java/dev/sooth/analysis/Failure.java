package dev.sooth.analysis;

import dev.sooth.detect.UnsoundReportException;
import dev.sooth.race.BadSuppressionsException;
import dev.sooth.trace.BadTraceException;
import dev.sooth.trace.TraceTooLargeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/**
 * What went wrong, as a kind and one line for the user: the one place where exceptions become
 * messages.
 *
 * @param message without control characters, whatever stands in the file
 * @param cause for those who look into it
 */
public record Failure(Kind kind, String message, Throwable cause) {
  /** Whose fault it is. */
  public enum Kind {
    /** The input is not what it should be; the message begins with file, line and column. */
    BAD_INPUT,
    /** The input is more than fits. */
    TOO_LARGE,
    /** An engine reported what its own guarantee excludes: a bug of ours. */
    UNSOUND,
    /** A file cannot be read or written. */
    IO,
    /** A bug of ours. */
    INTERNAL
  }

  private static final int LONGEST = 600;

  /** The failure behind an exception that ended the work on {@code subject}, a file or a verb. */
  public static Failure of(Throwable thrown, String subject) {
    Throwable cause =
        thrown instanceof UncheckedIOException unchecked ? unchecked.getCause() : thrown;
    if (cause instanceof BadTraceException || cause instanceof BadSuppressionsException) {
      return badInput(cause);
    }
    if (cause instanceof TraceTooLargeException) {
      String message = oneLine(subject + ": " + cause.getMessage()) + "; " + heapHint();
      return new Failure(Kind.TOO_LARGE, message, cause);
    }
    if (cause instanceof OutOfMemoryError) {
      String message = oneLine(subject) + ": not enough memory; " + heapHint();
      return new Failure(Kind.TOO_LARGE, message, cause);
    }
    if (cause instanceof UnsoundReportException) {
      String message = oneLine(subject + ": " + cause.getMessage()) + "; please report it";
      return new Failure(Kind.UNSOUND, message, cause);
    }
    if (cause instanceof IOException io) {
      return new Failure(Kind.IO, oneLine(describe(io, subject)), cause);
    }
    String message =
        "%s: internal error: %s; please report it (--debug shows where)".formatted(subject, cause);
    return new Failure(Kind.INTERNAL, oneLine(message), cause);
  }

  /** Of an exception whose message begins with a position. */
  public static Failure badInput(Throwable cause) {
    return new Failure(Kind.BAD_INPUT, oneLine(cause.getMessage()), cause);
  }

  private static String describe(IOException e, String subject) {
    String file = e instanceof FileSystemException system ? system.getFile() : subject;
    if (e instanceof NoSuchFileException) {
      return file + ": no such file";
    }
    if (e instanceof AccessDeniedException) {
      return file + ": permission denied";
    }
    if (e instanceof FileAlreadyExistsException) {
      return file + ": already exists";
    }
    if (e instanceof NotDirectoryException) {
      return file + ": not a folder";
    }
    if (e instanceof FileSystemException system && system.getReason() != null) {
      return file + ": " + system.getReason();
    }
    String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return reason.startsWith(subject) ? reason : subject + ": " + reason;
  }

  /** How much heap there is and how to get more. */
  public static String heapHint() {
    return heapHint(2 * Runtime.getRuntime().maxMemory());
  }

  /** The same, if so many bytes are needed. */
  public static String heapHint(long needed) {
    long gigabytes = Math.max(4, (needed >> 30) + 1);
    return "the heap is %d MB (raise it with SOOTH_JAVA_OPTS=-Xmx%dg, or java -Xmx%dg -jar sooth.jar)"
        .formatted(Runtime.getRuntime().maxMemory() >> 20, gigabytes, gigabytes);
  }

  private static String oneLine(String text) {
    return Printable.of(text, LONGEST);
  }
}
