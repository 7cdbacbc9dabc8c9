package dev.sooth.report;

/** Text in XML. */
final class XmlText {
  private XmlText() {}

  /** As the content of an element or an attribute; what XML cannot say at all becomes U+FFFD. */
  static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(isCharacter(c) ? c : 0xfffd);
              }
            });
    return escaped.toString();
  }

  private static boolean isCharacter(int c) {
    return c == '\n'
        || c == '\t'
        || (c >= 0x20 && c < 0xd800)
        || (c >= 0xe000 && c <= 0xfffd)
        || c >= 0x10000;
  }
}
