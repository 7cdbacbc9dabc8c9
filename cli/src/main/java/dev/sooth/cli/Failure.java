package dev.sooth.cli;

import dev.sooth.detect.UnsoundReportException;
import dev.sooth.report.BadReportException;
import dev.sooth.report.Printable;
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
 * What went wrong, as a status and one line for the user: the one place where exceptions become
 * messages. A stack trace is for {@code --debug}.
 */
record Failure(int status, String message, boolean startsWithPosition) {
  private static final int LONGEST = 600;

  private Failure(int status, String message) {
    this(status, message, false);
  }

  /** The failure behind an exception that ended the work on {@code subject}, a file or a verb. */
  static Failure of(Throwable thrown, String subject) {
    Throwable cause =
        thrown instanceof UncheckedIOException unchecked ? unchecked.getCause() : thrown;
    if (cause instanceof BadTraceException || cause instanceof BadReportException) {
      return new Failure(ExitStatus.BAD_INPUT, oneLine(cause.getMessage()), true);
    }
    if (cause instanceof TraceTooLargeException) {
      return new Failure(
          ExitStatus.BAD_INPUT, oneLine(subject + ": " + cause.getMessage()) + "; " + heapHint());
    }
    if (cause instanceof OutOfMemoryError) {
      return new Failure(
          ExitStatus.BAD_INPUT, oneLine(subject) + ": not enough memory; " + heapHint());
    }
    if (cause instanceof UnsoundReportException) {
      return new Failure(
          ExitStatus.INTERNAL, oneLine(subject + ": " + cause.getMessage()) + "; please report it");
    }
    if (cause instanceof IOException io) {
      return new Failure(ExitStatus.IO, oneLine(describe(io, subject)));
    }
    return new Failure(
        ExitStatus.INTERNAL,
        oneLine(
            "%s: internal error: %s; please report it (--debug shows where)"
                .formatted(subject, cause)));
  }

  /** Says it on stderr, unless there is nobody to hear. */
  void say(Io io) {
    if (isSilent()) {
      return;
    }
    if (startsWithPosition) {
      io.err().println(message); // as compilers do, so that editors find the place
      io.err().flush();
    } else {
      io.say(message);
    }
  }

  /** Whether the reader of our output has gone: `sooth … | head` is no reason for a message. */
  private boolean isSilent() {
    return status == ExitStatus.IO && message.endsWith("Broken pipe");
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
  static String heapHint() {
    long heap = Runtime.getRuntime().maxMemory();
    long more = Math.max(4, (heap >> 29) + 1);
    return "the heap is %d MB (raise it with SOOTH_JAVA_OPTS=-Xmx%dg, or java -Xmx%dg -jar sooth.jar)"
        .formatted(heap >> 20, more, more);
  }

  private static String oneLine(String text) {
    return Printable.of(text, LONGEST);
  }
}
