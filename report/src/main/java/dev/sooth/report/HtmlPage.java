package dev.sooth.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * A page that needs nothing else: the data as JSON, which is never executed, and one script that
 * makes text nodes of it. A policy in the page allows that script and that style, by their hashes,
 * and nothing from anywhere.
 */
final class HtmlPage {
  /** Keeps the end of the script element out of strings. */
  private static final class Escapes extends CharacterEscapes {
    private static final long serialVersionUID = 1L;

    @Override
    public int[] getEscapeCodesForAscii() {
      int[] codes = standardAsciiEscapesForJSON();
      codes['<'] = ESCAPE_STANDARD;
      codes['>'] = ESCAPE_STANDARD;
      codes['&'] = ESCAPE_STANDARD;
      return codes;
    }

    @Override
    public SerializableString getEscapeSequence(int c) {
      return new SerializedString("\\u%04x".formatted(c));
    }
  }

  private final OutputStream out;
  private final Names names = new Names();
  private final SourceLines sources;
  private final JsonGenerator json;

  /** Begins the page, up to its traces. */
  HtmlPage(OutputStream out, Sources sources) throws IOException {
    this.out = out;
    this.sources = new SourceLines(sources);
    String style = resource("report.css");
    String script = resource("report.js");
    text(
        resource("report.html")
            .substring(0, resource("report.html").indexOf("@data@"))
            .replace("@style-hash@", hash(style))
            .replace("@script-hash@", hash(script))
            .replace("@style@", style));
    OutputStream open =
        new FilterOutputStream(out) {
          @Override
          public void write(byte[] bytes, int from, int count) throws IOException {
            out.write(bytes, from, count);
          }

          @Override
          public void close() throws IOException {
            flush(); // the page goes on
          }
        };
    json = new JsonFactory().setCharacterEscapes(new Escapes()).createGenerator(open);
    json.writeStartObject();
    json.writeStringField("sooth", Version.current());
    json.writeArrayFieldStart("traces");
  }

  /** Where the objects of the traces go. */
  JsonGenerator json() {
    return json;
  }

  Names names() {
    return names;
  }

  SourceLines sources() {
    return sources;
  }

  /** Ends the page and flushes; does not close the stream. */
  void end() throws IOException {
    json.writeEndArray();
    sources.write(json);
    names.write(json);
    json.writeEndObject();
    json.close();
    String page = resource("report.html");
    text(
        page.substring(page.indexOf("@data@") + "@data@".length())
            .replace("@script@", resource("report.js")));
    out.flush();
  }

  private void text(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String hash(String content) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }
}
