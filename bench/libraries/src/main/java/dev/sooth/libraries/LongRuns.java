package dev.sooth.libraries;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import javax.xml.transform.Templates;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.xalan.processor.TransformerFactoryImpl;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.slf4j.LoggerFactory;

/**
 * Two threads that keep a library busy for some seconds. What is printed is the same in every run.
 *
 * <p>Arguments: the library, and the size factor (1 if not given).
 */
public final class LongRuns {
  private static final int THREADS = 2;
  private static final String[] WORDS = words();

  private LongRuns() {}

  public static void main(String[] args) throws Exception {
    double size = args.length > 1 ? Double.parseDouble(args[1]) : 1;
    // Logback, which is on the class path too, would print the time of day.
    ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger("ROOT").setLevel(Level.OFF);
    switch (args[0]) {
      case "xalan" -> xalan(scaled(1200, size));
      case "h2" ->
          database("jdbc:h2:mem:test;DB_CLOSE_DELAY=-1", "org.h2.Driver", scaled(15_000, size));
      case "hsqldb" ->
          database(
              "jdbc:hsqldb:mem:test;hsqldb.tx=mvcc",
              "org.hsqldb.jdbc.JDBCDriver",
              scaled(25_000, size));
      case "derby" -> {
        System.setProperty("derby.stream.error.field", "dev.sooth.libraries.Libraries.DEV_NULL");
        database(
            "jdbc:derby:memory:test;create=true",
            "org.apache.derby.jdbc.EmbeddedDriver",
            scaled(5000, size));
      }
      case "lucene" -> lucene(scaled(30_000, size));
      case "pdfbox" -> pdfbox(scaled(300, size));
      case "json" -> json(scaled(20_000, size));
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static int scaled(int full, double size) {
    return Math.max(1, (int) Math.round(full * size));
  }

  /** Words whose frequencies differ, so that an index of them has long and short lists. */
  private static String[] words() {
    Random random = new Random(1);
    String[] words = new String[3000];
    for (int i = 0; i < words.length; i++) {
      StringBuilder word = new StringBuilder();
      for (int length = 3 + random.nextInt(6); length > 0; length--) {
        word.append((char) ('a' + random.nextInt(26)));
      }
      words[i] = word.toString();
    }
    return words;
  }

  private static String word(Random random) {
    double share = random.nextDouble();
    return WORDS[(int) (share * share * share * WORDS.length)];
  }

  private static String sentence(Random random, int words) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      text.append(i == 0 ? "" : " ").append(word(random));
    }
    return text.toString();
  }

  // --- Xalan: one compiled style sheet, a document of 200 items for each transformation ---

  private static final String STYLE_SHEET =
      """
      <xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>
        <xsl:output method='html' indent='no'/>
        <xsl:key name='of-group' match='item' use='@group'/>
        <xsl:template match='/'>
          <html><body>
            <xsl:for-each select='//item[generate-id() = generate-id(key("of-group", @group)[1])]'>
              <xsl:sort select='@group' data-type='number'/>
              <h1><xsl:value-of select='concat("Group ", @group)'/></h1>
              <p><xsl:value-of select='sum(key("of-group", @group)/@price)'/></p>
              <ul><xsl:apply-templates select='key("of-group", @group)'>
                <xsl:sort select='@price' data-type='number' order='descending'/>
              </xsl:apply-templates></ul>
            </xsl:for-each>
          </body></html>
        </xsl:template>
        <xsl:template match='item'>
          <li><b><xsl:value-of select='translate(name, "abc", "ABC")'/></b>
          <xsl:choose>
            <xsl:when test='@price &gt; 500'> dear</xsl:when>
            <xsl:otherwise> cheap</xsl:otherwise>
          </xsl:choose>
          <xsl:value-of select='count(preceding-sibling::item)'/></li>
        </xsl:template>
      </xsl:stylesheet>
      """;

  private static void xalan(int documents) throws Exception {
    System.setProperty(
        "javax.xml.parsers.SAXParserFactory",
        "com.sun.org.apache.xerces.internal.jaxp.SAXParserFactoryImpl");
    System.setProperty(
        "javax.xml.parsers.DocumentBuilderFactory",
        "com.sun.org.apache.xerces.internal.jaxp.DocumentBuilderFactoryImpl");
    System.setProperty("org.apache.xml.dtm.DTMManager", "org.apache.xml.dtm.ref.DTMManagerDefault");
    Templates templates =
        new TransformerFactoryImpl().newTemplates(new StreamSource(new StringReader(STYLE_SHEET)));
    AtomicLong checksum = new AtomicLong();
    Libraries.inThreads(
        THREADS,
        thread -> {
          Random random = new Random(thread);
          for (int i = 0; i < documents; i++) {
            StringWriter out = new StringWriter();
            templates
                .newTransformer()
                .transform(
                    new StreamSource(new StringReader(document(random))), new StreamResult(out));
            checksum.addAndGet(out.toString().hashCode());
          }
        });
    System.out.println("checksum " + checksum.get());
  }

  private static String document(Random random) {
    StringBuilder text = new StringBuilder("<items>");
    for (int i = 0; i < 200; i++) {
      text.append("<item group='").append(random.nextInt(12));
      text.append("' price='").append(random.nextInt(1000)).append("'><name>");
      text.append(word(random)).append("</name></item>");
    }
    return text.append("</items>").toString();
  }

  // --- Databases: each thread updates its own rows of a shared table, and asks for sums of them ---

  private static final int ACCOUNTS = 1000;

  private static void database(String url, String driver, int rounds) throws Exception {
    Class.forName(driver).getDeclaredConstructor().newInstance();
    try (Connection connection = DriverManager.getConnection(url)) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(
            "create table account (id int primary key, branch int, name varchar(40), balance int)");
        statement.execute("create table history (id int primary key, account int, amount int)");
        statement.execute("create index history_account on history (account)");
      }
      try (PreparedStatement insert =
          connection.prepareStatement("insert into account values (?, ?, ?, 100)")) {
        Random random = new Random(2);
        for (int id = 0; id < THREADS * ACCOUNTS; id++) {
          insert.setInt(1, id);
          insert.setInt(2, id % 7);
          insert.setString(3, word(random));
          insert.executeUpdate();
        }
      }
    }
    AtomicLong checksum = new AtomicLong();
    Libraries.inThreads(
        THREADS,
        thread -> {
          try (Connection connection = DriverManager.getConnection(url)) {
            checksum.addAndGet(teller(connection, thread, rounds));
          }
        });
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet sum =
            statement.executeQuery("select sum(balance), max(name), count(*) from account")) {
      sum.next();
      System.out.println(
          "sum " + sum.getInt(1) + " of " + sum.getInt(3) + ", last " + sum.getString(2));
    }
    System.out.println("checksum " + checksum.get());
  }

  private static long teller(Connection connection, int thread, int rounds) throws SQLException {
    Random random = new Random(thread);
    long checksum = 0;
    try (PreparedStatement update =
            connection.prepareStatement("update account set balance = balance + ? where id = ?");
        PreparedStatement insert = connection.prepareStatement("insert into history values (?,?,?)");
        PreparedStatement sums =
            connection.prepareStatement(
                "select branch, sum(balance), max(name) from account"
                    + " where id between ? and ? group by branch order by branch");
        PreparedStatement last =
            connection.prepareStatement(
                "select a.name, h.amount from history h join account a on a.id = h.account"
                    + " where h.account = ? order by h.id")) {
      for (int round = 0; round < rounds; round++) {
        int account = thread * ACCOUNTS + random.nextInt(ACCOUNTS);
        int amount = random.nextInt(100) - 50;
        update.setInt(1, amount);
        update.setInt(2, account);
        checksum += update.executeUpdate();
        insert.setInt(1, round * THREADS + thread);
        insert.setInt(2, account);
        insert.setInt(3, amount);
        insert.executeUpdate();
        last.setInt(1, account);
        checksum = 31 * checksum + hash(last);
        int first = thread * ACCOUNTS + random.nextInt(ACCOUNTS - 50);
        sums.setInt(1, first);
        sums.setInt(2, first + 49);
        checksum = 31 * checksum + hash(sums);
      }
    }
    return checksum;
  }

  private static long hash(PreparedStatement query) throws SQLException {
    long hash = 0;
    try (ResultSet rows = query.executeQuery()) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        for (int column = 1; column <= columns; column++) {
          hash = 31 * hash + rows.getString(column).hashCode();
        }
      }
    }
    return hash;
  }

  // --- Lucene: both threads write to one index, then both search it ---

  private static void lucene(int documents) throws Exception {
    try (var directory = new ByteBuffersDirectory()) {
      try (var writer =
          new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
        Libraries.inThreads(
            THREADS,
            thread -> {
              Random random = new Random(thread);
              for (int i = 0; i < documents; i++) {
                var document = new Document();
                document.add(new TextField("body", sentence(random, 60), Field.Store.YES));
                writer.addDocument(document);
              }
            });
        writer.commit();
      }
      try (var reader = DirectoryReader.open(directory)) {
        var searcher = new IndexSearcher(reader);
        AtomicLong hits = new AtomicLong();
        Libraries.inThreads(
            THREADS,
            thread -> {
              Random random = new Random(thread);
              for (int i = 0; i < documents / 6 + 1; i++) {
                hits.addAndGet(search(searcher, word(random), word(random)));
              }
            });
        System.out.println("documents " + reader.numDocs() + ", hits " + hits.get());
      }
    }
  }

  private static int search(IndexSearcher searcher, String one, String other) throws IOException {
    var both =
        new BooleanQuery.Builder()
            .add(new TermQuery(new Term("body", one)), BooleanClause.Occur.MUST)
            .add(new TermQuery(new Term("body", other)), BooleanClause.Occur.MUST)
            .build();
    return searcher.count(both) + searcher.count(new PhraseQuery("body", one, other));
  }

  // --- PDFBox: each thread writes documents and extracts their text ---

  private static void pdfbox(int documents) throws Exception {
    Path cache = Files.createTempDirectory("pdfbox");
    System.setProperty("pdfbox.fontcache", cache.toString());
    System.setProperty("java.awt.headless", "true");
    AtomicLong checksum = new AtomicLong();
    Libraries.inThreads(
        THREADS,
        thread -> {
          Random random = new Random(thread);
          for (int i = 0; i < documents; i++) {
            try (PDDocument document = Loader.loadPDF(pdf(random))) {
              checksum.addAndGet(new PDFTextStripper().getText(document).hashCode());
            }
          }
        });
    Files.deleteIfExists(cache.resolve(".pdfbox.cache"));
    Files.deleteIfExists(cache);
    System.out.println("checksum " + checksum.get());
  }

  private static byte[] pdf(Random random) throws IOException {
    try (PDDocument document = new PDDocument()) {
      PDType1Font font = new PDType1Font(Standard14Fonts.FontName.HELVETICA);
      for (int number = 0; number < 5; number++) {
        PDPage page = new PDPage();
        document.addPage(page);
        try (PDPageContentStream content = new PDPageContentStream(document, page)) {
          content.beginText();
          content.setFont(font, 10);
          content.setLeading(12);
          content.newLineAtOffset(50, 740);
          for (int line = 0; line < 50; line++) {
            content.showText(sentence(random, 10));
            content.newLine();
          }
          content.endText();
        }
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      document.save(bytes);
      return bytes.toByteArray();
    }
  }

  // --- Jetty and Jackson: orders go to a server on loopback and come back with their sums ---

  private static final ObjectMapper JSON = new ObjectMapper();

  private static void json(int requests) throws Exception {
    Server server = new Server(new InetSocketAddress("127.0.0.1", 0));
    server.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback)
              throws Exception {
            JsonNode order = JSON.readTree(Content.Source.asInputStream(request));
            byte[] answer = JSON.writeValueAsBytes(bill(order));
            response.getHeaders().put("Content-Length", Integer.toString(answer.length));
            response.write(true, java.nio.ByteBuffer.wrap(answer), callback);
            return true;
          }
        });
    server.start();
    URI address = server.getURI();
    AtomicLong checksum = new AtomicLong();
    Libraries.inThreads(
        THREADS,
        thread -> {
          Random random = new Random(thread);
          try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (int i = 0; i < requests; i++) {
              JsonNode bill = post(socket.getOutputStream(), in, order(random));
              checksum.addAndGet(bill.get("total").asLong() * bill.get("lines").size());
            }
          }
        });
    server.stop();
    System.out.println("checksum " + checksum.get());
  }

  private static ObjectNode order(Random random) {
    ObjectNode order = JSON.createObjectNode();
    order.put("customer", word(random));
    ArrayNode lines = order.putArray("lines");
    for (int i = 20 + random.nextInt(40); i > 0; i--) {
      ObjectNode line = lines.addObject();
      line.put("article", word(random));
      line.put("count", 1 + random.nextInt(9));
      line.put("price", random.nextInt(1000));
    }
    return order;
  }

  private static ObjectNode bill(JsonNode order) {
    ObjectNode bill = JSON.createObjectNode();
    bill.set("customer", order.get("customer"));
    ArrayNode lines = bill.putArray("lines");
    long total = 0;
    for (JsonNode line : order.get("lines")) {
      long sum = line.get("count").asLong() * line.get("price").asLong();
      total += sum;
      lines.addObject().put("article", line.get("article").asText()).put("sum", sum);
    }
    return bill.put("total", total);
  }

  private static JsonNode post(OutputStream out, InputStream in, JsonNode order)
      throws IOException {
    byte[] body = JSON.writeValueAsBytes(order);
    String head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length;
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.write((head + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    request.write(body);
    request.writeTo(out);
    int length = -1;
    String status = line(in);
    if (!status.startsWith("HTTP/1.1 200")) {
      throw new IOException(status);
    }
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      if (header.startsWith("Content-Length: ")) {
        length = Integer.parseInt(header.substring("Content-Length: ".length()));
      }
    }
    return JSON.readTree(in.readNBytes(length));
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException("the server closed the connection");
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }
}
