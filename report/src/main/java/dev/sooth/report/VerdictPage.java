package dev.sooth.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sooth.analysis.Printable;
import dev.sooth.analysis.RaceContext;
import dev.sooth.detect.Verdicts;
import dev.sooth.race.Access;
import dev.sooth.race.Race;
import dev.sooth.race.Verdict;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceNames;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The verdicts of {@code sooth decide} as a page: a race with its witness, a pair that cannot race
 * with the chain that says why, and what could not be decided.
 */
public final class VerdictPage {
  private static final int MOST = 1000;
  private static final int LONGEST = 1000;

  private record Pair(Race race, Verdict verdict) {}

  private final Trace trace;
  private final VerdictText text;
  private final List<Pair> pairs = new ArrayList<>();
  private long more;
  private Verdicts total; // null if only some pairs were asked for

  public VerdictPage(Trace trace) {
    this.trace = trace;
    this.text = new VerdictText(trace);
  }

  /** Takes the verdict on a pair of events; the page has the first thousand. */
  public void add(int first, int second, Verdict verdict) {
    if (pairs.size() == MOST) {
      more++;
      return;
    }
    pairs.add(new Pair(new Race(trace.target(first), access(first), access(second)), verdict));
  }

  /** Takes the figures on all pairs, of which the page shows some. */
  public void total(Verdicts all) {
    total = all;
  }

  private Access access(int event) {
    return new Access(
        trace.position(event), trace.kind(event), trace.thread(event), trace.location(event));
  }

  /**
   * Writes the page; does not close the stream.
   *
   * @param file the trace as the user named it
   */
  public void write(OutputStream out, String file, Sources sources) throws IOException {
    HtmlPage page = new HtmlPage(out, sources);
    JsonGenerator json = page.json();
    TraceNames names = trace.names();
    json.writeStartObject();
    json.writeStringField("file", Printable.of(file, LONGEST));
    json.writeNumberField("events", trace.size());
    json.writeNumberField("threads", names.threads().size());
    json.writeNumberField("variables", names.variables().size());
    json.writeNumberField("locks", names.locks().size());
    if (total != null) {
      json.writeObjectFieldStart("total");
      VerdictText.writeTotals(json, total);
      json.writeEndObject();
    }
    json.writeArrayFieldStart("engines");
    json.writeEndArray();
    json.writeArrayFieldStart("notes");
    if (more > 0) {
      json.writeString(Printable.count(more, "more pair") + "; --format json --list has all");
    }
    json.writeEndArray();
    json.writeArrayFieldStart("about");
    json.writeEndArray();
    new Timeline(trace).write(json, page.names());
    PictureBook pictures = new PictureBook(trace, page.names());
    RaceContext context = RaceContext.collect(trace.openUnfiltered(), positions());
    json.writeArrayFieldStart("races");
    for (Pair pair : pairs) {
      pair(page, pair, pictures, context);
    }
    json.writeEndArray();
    pictures.write(json);
    json.writeEndObject();
    page.end();
  }

  private long[] positions() {
    return pairs.stream()
        .map(Pair::race)
        .flatMapToLong(race -> LongStream.of(race.first().position(), race.second().position()))
        .sorted()
        .toArray();
  }

  private void pair(HtmlPage page, Pair pair, PictureBook pictures, RaceContext context)
      throws IOException {
    JsonGenerator json = page.json();
    Names names = page.names();
    Race race = pair.race();
    json.writeStartObject();
    json.writeStringField(
        "name", "events " + race.first().position() + " and " + race.second().position());
    json.writeNumberField("field", names.of(trace.names().variables().get(race.variable())));
    json.writeStringField("verdict", verdict(pair.verdict()));
    json.writeNumberField("count", 1);
    json.writeStringField("triage", Triage.State.OPEN.id());
    json.writeArrayFieldStart("engines");
    json.writeEndArray();
    json.writeArrayFieldStart("roles");
    json.writeNumber(names.of(trace.names().threads().get(race.first().thread())));
    json.writeNumber(names.of(trace.names().threads().get(race.second().thread())));
    json.writeEndArray();
    json.writeArrayFieldStart("accesses");
    access(page, race, race.first(), context);
    access(page, race, race.second(), context);
    json.writeEndArray();
    if (pair.verdict() instanceof Verdict.Race proved) {
      json.writeNumberField("picture", pictures.draw(race, proved.witness()));
    } else {
      json.writeArrayFieldStart("why");
      for (String step : text.why(pair.verdict())) {
        json.writeString(Printable.of(step, LONGEST));
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private static String verdict(Verdict verdict) {
    return verdict instanceof Verdict.Race
        ? "verified"
        : verdict instanceof Verdict.NoRace ? "no-race" : "unknown";
  }

  private void access(HtmlPage page, Race race, Access access, RaceContext context)
      throws IOException {
    JsonGenerator json = page.json();
    Names names = page.names();
    String location = trace.names().locations().get(access.location());
    json.writeStartObject();
    json.writeNumberField("position", access.position());
    json.writeBooleanField("writes", access.kind() == Kind.WRITE);
    json.writeNumberField("thread", names.of(trace.names().threads().get(access.thread())));
    json.writeNumberField("variable", names.of(trace.names().variables().get(race.variable())));
    json.writeNumberField("location", names.of(location));
    json.writeArrayFieldStart("stack");
    json.writeEndArray();
    var source = page.sources().show(location);
    if (source.isPresent()) {
      json.writeStringField("source", source.get());
    }
    HtmlTrace.held(json, names, context.held(access.position()));
    json.writeEndObject();
  }
}
