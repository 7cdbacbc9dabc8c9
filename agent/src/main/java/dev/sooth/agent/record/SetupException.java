package dev.sooth.agent.record;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file that an option names cannot be used; the message is for the user. */
final class SetupException extends IOException {
  private static final long serialVersionUID = 1L;

  static final int BAD_INPUT = 65;
  static final int IO = 74;

  /** With which the program ends, which has not started. */
  final int status;

  SetupException(int status, String message, IOException cause) {
    super(message, cause);
    this.status = status;
  }

  /** A file of this option that cannot be read or written. */
  static SetupException of(String option, Path file, IOException e) {
    String reason = e.getMessage() == null ? e.toString() : e.getMessage();
    if (e instanceof NoSuchFileException) {
      reason = "no such file or folder";
    } else if (e instanceof AccessDeniedException) {
      reason = "permission denied";
    } else if (e instanceof FileSystemException system && system.getReason() != null) {
      reason = system.getReason();
    }
    return new SetupException(IO, option + "=" + file + ": " + reason, e);
  }
}
