package dev.sooth.cli;

import dev.sooth.analysis.Failure;
import dev.sooth.report.BadReportException;

/** What went wrong, as an exit status and on stderr. A stack trace is for {@code --debug}. */
final class Failures {
  private Failures() {}

  /** The failure behind an exception that ended the work on {@code subject}, a file or a verb. */
  static Failure of(Throwable thrown, String subject) {
    if (thrown instanceof FailedException failed) {
      return failed.failure();
    }
    return thrown instanceof BadReportException
        ? Failure.badInput(thrown)
        : Failure.of(thrown, subject);
  }

  /** Says what ended a command, given its name on the command line; returns the exit status. */
  static int end(Throwable thrown, String subject, String command, boolean debug, Io io) {
    if (thrown instanceof UsageException) {
      io.say(thrown.getMessage());
      return sayTry(command, io);
    }
    Failure failure = of(thrown, subject);
    say(failure, debug, io);
    return status(failure);
  }

  /** Where to read what is right; returns the exit status of wrong usage. */
  static int sayTry(String command, Io io) {
    io.err().println("Try `" + command + " --help`.");
    return ExitStatus.USAGE;
  }

  static int status(Failure failure) {
    return switch (failure.kind()) {
      case BAD_INPUT, TOO_LARGE -> ExitStatus.BAD_INPUT;
      case UNSOUND, INTERNAL -> ExitStatus.INTERNAL;
      case IO -> ExitStatus.IO;
    };
  }

  /** Says it on stderr, unless there is nobody to hear. */
  static void say(Failure failure, boolean debug, Io io) {
    if (isOfReader(failure)) {
      // `sooth … | head` is no reason for a message.
    } else if (failure.kind() == Failure.Kind.BAD_INPUT) {
      io.err().println(failure.message()); // as compilers do, so that editors find the place
      io.err().flush();
    } else {
      io.say(failure.message());
    }
    if (debug) {
      failure.cause().printStackTrace(io.err());
    }
  }

  /** Whether the reader of our output has gone. */
  private static boolean isOfReader(Failure failure) {
    return failure.kind() == Failure.Kind.IO && failure.message().endsWith("Broken pipe");
  }
}
