package dev.sooth.libraries;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;
import java.io.OutputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.xml.transform.Templates;
import javax.xml.transform.TransformerFactory;
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
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.xalan.processor.TransformerFactoryImpl;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.slf4j.LoggerFactory;

/**
 * Small harnesses for real libraries; the argument names one. What is printed is the same in every
 * run.
 */
public final class Libraries {
  interface Work {
    void run(int thread) throws Exception;
  }

  static void inThreads(int n, Work work) throws Exception {
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    Thread[] threads = new Thread[n];
    for (int t = 0; t < n; t++) {
      int id = t;
      threads[t] =
          new Thread(
              () -> {
                try {
                  work.run(id);
                } catch (Throwable e) {
                  failures.add(e);
                }
              },
              "worker-" + t);
      threads[t].start();
    }
    for (Thread t : threads) t.join();
    if (!failures.isEmpty()) {
      failures.get(0).printStackTrace();
      System.exit(1);
    }
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "h2" -> database("jdbc:h2:mem:test;DB_CLOSE_DELAY=-1", "org.h2.Driver");
      case "hsqldb" ->
          database("jdbc:hsqldb:mem:test;hsqldb.tx=mvcc", "org.hsqldb.jdbc.JDBCDriver");
      case "derby" -> {
        System.setProperty("derby.stream.error.field", "dev.sooth.libraries.Libraries.DEV_NULL");
        database("jdbc:derby:memory:test;create=true", "org.apache.derby.jdbc.EmbeddedDriver");
      }
      case "caffeine" -> caffeine();
      case "guava" -> guava();
      case "logback" -> logback();
      case "lucene" -> lucene();
      case "netty" -> netty();
      case "jetty" -> jetty();
      case "xalan" -> xalan();
      case "junit" -> ParallelTests.run();
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  public static final OutputStream DEV_NULL = OutputStream.nullOutputStream();

  static void database(String url, String driver) throws Exception {
    Class.forName(driver).getDeclaredConstructor().newInstance();
    try (Connection c = DriverManager.getConnection(url);
        Statement s = c.createStatement()) {
      s.execute("create table account (id int primary key, balance int)");
      for (int i = 0; i < 20; i++) s.execute("insert into account values (" + i + ", 100)");
    }
    inThreads(
        3,
        t -> {
          try (Connection c = DriverManager.getConnection(url)) {
            for (int i = 0; i < 30; i++) {
              try (PreparedStatement p =
                  c.prepareStatement("update account set balance = balance + 1 where id = ?")) {
                p.setInt(1, t * 5 + i % 5);
                p.executeUpdate();
              }
              try (PreparedStatement p =
                  c.prepareStatement("select sum(balance) from account where id < ?")) {
                p.setInt(1, 15);
                try (ResultSet r = p.executeQuery()) {
                  r.next();
                  r.getInt(1);
                }
              }
            }
          }
        });
    try (Connection c = DriverManager.getConnection(url);
        Statement s = c.createStatement();
        ResultSet r = s.executeQuery("select sum(balance) from account")) {
      r.next();
      System.out.println("sum " + r.getInt(1));
    }
  }

  static void caffeine() throws Exception {
    Cache<Integer, int[]> cache = Caffeine.newBuilder().maximumSize(50).recordStats().build();
    inThreads(
        3,
        t -> {
          for (int i = 0; i < 2000; i++) {
            int k = (i * 7 + t) % 100;
            int[] v = cache.get(k, x -> new int[] {x});
            if (v[0] != k) throw new AssertionError();
          }
        });
    cache.cleanUp();
    System.out.println("size ok " + (cache.estimatedSize() <= 50));
  }

  static void guava() throws Exception {
    LoadingCache<Integer, String> cache =
        CacheBuilder.newBuilder().maximumSize(50).build(CacheLoader.from(k -> "v" + k));
    inThreads(
        3,
        t -> {
          for (int i = 0; i < 2000; i++) {
            int k = (i * 7 + t) % 100;
            if (!cache.get(k).equals("v" + k)) throw new AssertionError();
          }
        });
    System.out.println("size ok " + (cache.size() <= 50));
  }

  static void logback() throws Exception {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    var list = new ListAppender<ILoggingEvent>();
    list.setContext(context);
    list.start();
    var async = new AsyncAppender();
    async.setContext(context);
    async.addAppender(list);
    async.setQueueSize(64);
    async.setMaxFlushTime(0);
    async.setDiscardingThreshold(0);
    async.start();
    ch.qos.logback.classic.Logger root = context.getLogger("ROOT");
    root.addAppender(async);
    inThreads(
        3,
        t -> {
          org.slf4j.Logger log = LoggerFactory.getLogger("t" + t);
          for (int i = 0; i < 300; i++) log.info("message {} of {}", i, t);
        });
    async.stop();
    System.out.println("logged " + list.list.size());
  }

  static void lucene() throws Exception {
    var dir = new ByteBuffersDirectory();
    var config = new IndexWriterConfig(new StandardAnalyzer());
    try (var writer = new IndexWriter(dir, config)) {
      inThreads(
          3,
          t -> {
            for (int i = 0; i < 60; i++) {
              var d = new Document();
              d.add(
                  new TextField(
                      "body", "word" + (i % 10) + " thread" + t + " common", Field.Store.YES));
              writer.addDocument(d);
            }
          });
      writer.commit();
    }
    try (var reader = DirectoryReader.open(dir)) {
      var searcher = new IndexSearcher(reader);
      AtomicLong hits = new AtomicLong();
      inThreads(
          3,
          t -> {
            for (int i = 0; i < 20; i++)
              hits.addAndGet(searcher.count(new TermQuery(new Term("body", "word" + i % 10))));
          });
      System.out.println("hits " + hits.get());
    }
  }

  static void netty() throws Exception {
    // Logback, which is on the class path too, would print the time of day.
    InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
    var group = new NioEventLoopGroup(2);
    AtomicInteger received = new AtomicInteger();
    var server =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel ch) {
                    ch.pipeline()
                        .addLast(
                            new ChannelInboundHandlerAdapter() {
                              @Override
                              public void channelRead(ChannelHandlerContext ctx, Object msg) {
                                ctx.writeAndFlush(msg);
                              }
                            });
                  }
                })
            .bind("127.0.0.1", 0)
            .sync()
            .channel();
    int port = ((InetSocketAddress) server.localAddress()).getPort();
    inThreads(
        3,
        t -> {
          try (Socket s = new Socket("127.0.0.1", port)) {
            for (int i = 0; i < 100; i++) {
              s.getOutputStream().write(i);
              if (s.getInputStream().read() != i) throw new AssertionError();
              received.incrementAndGet();
            }
          }
        });
    server.close().sync();
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    System.out.println("echoed " + received.get());
  }

  static void jetty() throws Exception {
    // Logback, which is on the class path too, would print the time of day.
    ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger("ROOT").setLevel(Level.OFF);
    AtomicInteger requests = new AtomicInteger();
    Server server = new Server(new InetSocketAddress("127.0.0.1", 0));
    server.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback) {
            requests.incrementAndGet();
            String name = request.getHttpURI().getPath().substring(1);
            Content.Sink.write(response, true, "hello " + name, callback);
            return true;
          }
        });
    server.start();
    URI address = server.getURI();
    AtomicInteger answers = new AtomicInteger();
    inThreads(
        3,
        t -> {
          for (int i = 0; i < 40; i++) {
            String name = "worker" + t + "-" + i;
            try (Socket s = new Socket(address.getHost(), address.getPort())) {
              String request = "GET /" + name + " HTTP/1.0\r\n\r\n";
              s.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
              byte[] answer = s.getInputStream().readAllBytes();
              String text = new String(answer, StandardCharsets.US_ASCII);
              if (!text.startsWith("HTTP/1.1 200") || !text.endsWith("hello " + name)) {
                throw new AssertionError(text);
              }
              answers.incrementAndGet();
            }
          }
        });
    server.stop();
    System.out.println("requests " + requests.get() + ", answers " + answers.get());
  }

  static void xalan() throws Exception {
    System.setProperty(
        "javax.xml.parsers.SAXParserFactory",
        "com.sun.org.apache.xerces.internal.jaxp.SAXParserFactoryImpl");
    System.setProperty(
        "javax.xml.parsers.DocumentBuilderFactory",
        "com.sun.org.apache.xerces.internal.jaxp.DocumentBuilderFactoryImpl");
    System.setProperty("org.apache.xml.dtm.DTMManager", "org.apache.xml.dtm.ref.DTMManagerDefault");
    TransformerFactory f = new TransformerFactoryImpl();
    String xsl =
        "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:output"
            + " omit-xml-declaration='yes'/><xsl:template match='/'><out><xsl:for-each"
            + " select='//a'><xsl:sort select='@n'/><b><xsl:value-of"
            + " select='@n'/></b></xsl:for-each></out></xsl:template></xsl:stylesheet>";
    Templates templates = f.newTemplates(new StreamSource(new StringReader(xsl)));
    ConcurrentHashMap<String, Boolean> results = new ConcurrentHashMap<>();
    inThreads(
        3,
        t -> {
          for (int i = 0; i < 20; i++) {
            StringWriter out = new StringWriter();
            templates
                .newTransformer()
                .transform(
                    new StreamSource(new StringReader("<r><a n='3'/><a n='1'/><a n='2'/></r>")),
                    new StreamResult(out));
            results.put(out.toString(), true);
          }
        });
    System.out.println(results.keySet());
  }
}
