package dev.sooth.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Set;

/** The Code Quality report of GitLab. It must have a line for everything: others are left at 1. */
final class GitLabReport extends MergedReport {
  private final OutputStream out;
  private final JsonGenerator json;
  private final ReportFormat.Extras extras;
  private final Set<String> written = new HashSet<>();
  private boolean begun;

  GitLabReport(OutputStream out, ReportFormat.Settings settings) {
    this.out = out;
    this.extras = settings.extras();
    try {
      json =
          new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET).createGenerator(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  void write(Findings trace) throws IOException {
    begin();
    for (Finding finding : trace.list()) {
      // It takes one entry a fingerprint.
      if (extras.triage().of(finding).isOpen() && written.add(finding.fingerprint())) {
        Block block = finding.best();
        Spot spot = Spot.of(block.secondLocation());
        String path = extras.sources().find(spot).map(Sources.Found::path).orElse(spot.path());
        json.writeStartObject();
        json.writeStringField("type", "issue");
        json.writeStringField("check_name", "data-race");
        json.writeStringField("description", SarifReport.text(block));
        json.writeArrayFieldStart("categories");
        json.writeString("Bug Risk");
        json.writeEndArray();
        json.writeStringField("severity", finding.isVerified() ? "critical" : "major");
        json.writeStringField("fingerprint", finding.fingerprint());
        json.writeObjectFieldStart("location");
        json.writeStringField("path", SarifReport.uri(spot.hasLine() ? path : trace.file()));
        json.writeObjectFieldStart("lines");
        json.writeNumberField("begin", Math.max(1, spot.line()));
        json.writeEndObject();
        json.writeEndObject();
        json.writeEndObject();
      }
    }
  }

  private void begin() throws IOException {
    if (!begun) {
      begun = true;
      json.writeStartArray();
    }
  }

  @Override
  void close() throws IOException {
    begin();
    json.writeEndArray();
    json.close();
    out.write('\n');
    out.flush();
  }
}
