package dev.sooth.report;

import java.io.IOException;
import java.io.OutputStream;

/** The races of all traces on one {@link HtmlPage}. */
final class HtmlReport extends MergedReport {
  private final OutputStream out;
  private final ReportFormat.Extras extras;
  private HtmlPage page; // null before the first trace

  HtmlReport(OutputStream out, ReportFormat.Settings settings) {
    this.out = out;
    this.extras = settings.extras();
  }

  private HtmlPage page() throws IOException {
    if (page == null) {
      page = new HtmlPage(out, extras.sources());
    }
    return page;
  }

  @Override
  void write(Findings trace) throws IOException {
    new HtmlTrace(trace, extras, page().names(), page().sources()).write(page().json());
  }

  @Override
  void close() throws IOException {
    page().end();
  }
}
