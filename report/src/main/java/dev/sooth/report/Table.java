package dev.sooth.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Columns of text, as wide as needed.
 *
 * @param rows the header first
 * @param alignment one letter a column: l or r
 */
public record Table(List<String[]> rows, String alignment) {
  /** Writes the table, and flushes. */
  public void print(OutputStream out) throws IOException {
    out.write(text().getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** The table, one line a row. */
  String text() {
    int[] widths = new int[alignment.length()];
    for (String[] row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String padding = " ".repeat(widths[i] - row[i].length());
        boolean right = alignment.charAt(i) == 'r';
        line.append(i == 0 ? "" : "  ");
        line.append(right ? padding + row[i] : row[i] + padding);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
