package dev.sooth.report;

import java.io.IOException;

/** The file is not a JSON report of ours, or not one of this trace. The message says where. */
public final class BadReportException extends IOException {
  public BadReportException(String message) {
    super(message);
  }
}
