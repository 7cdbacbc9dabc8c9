package dev.sooth.libraries;

import java.io.StringReader;
import java.io.StringWriter;
import java.sql.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

/** Small harnesses for real libraries; the argument names one. Prints a line that is always the same. */
public final class Libraries {
  interface Work { void run(int thread) throws Exception; }

  static void inThreads(int n, Work work) throws Exception {
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    Thread[] threads = new Thread[n];
    for (int t = 0; t < n; t++) {
      int id = t;
      threads[t] = new Thread(() -> { try { work.run(id); } catch (Throwable e) { failures.add(e); } }, "worker-" + t);
      threads[t].start();
    }
    for (Thread t : threads) t.join();
    if (!failures.isEmpty()) { failures.get(0).printStackTrace(); System.exit(1); }
  }

  public static void main(String[] args) throws Exception {
    long start = System.nanoTime();
    switch (args[0]) {
      case "h2" -> database("jdbc:h2:mem:test;DB_CLOSE_DELAY=-1", "org.h2.Driver");
      case "hsqldb" -> database("jdbc:hsqldb:mem:test;hsqldb.tx=mvcc", "org.hsqldb.jdbc.JDBCDriver");
      case "derby" -> { System.setProperty("derby.stream.error.field", "dev.sooth.libraries.Libraries.DEV_NULL"); database("jdbc:derby:memory:test;create=true", "org.apache.derby.jdbc.EmbeddedDriver"); }
      case "caffeine" -> caffeine();
      case "guava" -> guava();
      case "logback" -> logback();
      case "lucene" -> lucene();
      case "netty" -> netty();
      case "xalan" -> xalan();
      default -> throw new IllegalArgumentException(args[0]);
    }
    System.err.println("harness millis " + (System.nanoTime() - start) / 1_000_000);
    System.exit(0);
  }
  public static final java.io.OutputStream DEV_NULL = java.io.OutputStream.nullOutputStream();

  static void database(String url, String driver) throws Exception {
    Class.forName(driver).getDeclaredConstructor().newInstance();
    try (Connection c = DriverManager.getConnection(url); Statement s = c.createStatement()) {
      s.execute("create table account (id int primary key, balance int)");
      for (int i = 0; i < 20; i++) s.execute("insert into account values (" + i + ", 100)");
    }
    inThreads(3, t -> {
      try (Connection c = DriverManager.getConnection(url)) {
        for (int i = 0; i < 30; i++) {
          try (PreparedStatement p = c.prepareStatement("update account set balance = balance + 1 where id = ?")) { p.setInt(1, t * 5 + i % 5); p.executeUpdate(); }
          try (PreparedStatement p = c.prepareStatement("select sum(balance) from account where id < ?")) { p.setInt(1, 15); try (ResultSet r = p.executeQuery()) { r.next(); r.getInt(1); } }
        }
      }
    });
    try (Connection c = DriverManager.getConnection(url); Statement s = c.createStatement(); ResultSet r = s.executeQuery("select sum(balance) from account")) { r.next(); System.out.println("sum " + r.getInt(1)); }
  }

  static void caffeine() throws Exception {
    com.github.benmanes.caffeine.cache.Cache<Integer, int[]> cache = com.github.benmanes.caffeine.cache.Caffeine.newBuilder().maximumSize(50).recordStats().build();
    inThreads(3, t -> { for (int i = 0; i < 2000; i++) { int k = (i * 7 + t) % 100; int[] v = cache.get(k, x -> new int[] {x}); if (v[0] != k) throw new AssertionError(); } });
    cache.cleanUp();
    System.out.println("size ok " + (cache.estimatedSize() <= 50));
  }

  static void guava() throws Exception {
    com.google.common.cache.LoadingCache<Integer, String> cache = com.google.common.cache.CacheBuilder.newBuilder().maximumSize(50).build(com.google.common.cache.CacheLoader.from(k -> "v" + k));
    inThreads(3, t -> { for (int i = 0; i < 2000; i++) { int k = (i * 7 + t) % 100; if (!cache.get(k).equals("v" + k)) throw new AssertionError(); } });
    System.out.println("size ok " + (cache.size() <= 50));
  }

  static void logback() throws Exception {
    ch.qos.logback.classic.LoggerContext context = (ch.qos.logback.classic.LoggerContext) org.slf4j.LoggerFactory.getILoggerFactory();
    context.reset();
    var list = new ch.qos.logback.core.read.ListAppender<ch.qos.logback.classic.spi.ILoggingEvent>();
    list.setContext(context); list.start();
    var async = new ch.qos.logback.classic.AsyncAppender(); async.setContext(context); async.addAppender(list); async.setQueueSize(64); async.setDiscardingThreshold(0); async.start();
    ch.qos.logback.classic.Logger root = context.getLogger("ROOT"); root.addAppender(async);
    inThreads(3, t -> { org.slf4j.Logger log = org.slf4j.LoggerFactory.getLogger("t" + t); for (int i = 0; i < 300; i++) log.info("message {} of {}", i, t); });
    async.stop();
    System.out.println("logged " + list.list.size());
  }

  static void lucene() throws Exception {
    var dir = new org.apache.lucene.store.ByteBuffersDirectory();
    var config = new org.apache.lucene.index.IndexWriterConfig(new org.apache.lucene.analysis.standard.StandardAnalyzer());
    try (var writer = new org.apache.lucene.index.IndexWriter(dir, config)) {
      inThreads(3, t -> { for (int i = 0; i < 60; i++) { var d = new org.apache.lucene.document.Document(); d.add(new org.apache.lucene.document.TextField("body", "word" + (i % 10) + " thread" + t + " common", org.apache.lucene.document.Field.Store.YES)); writer.addDocument(d); } });
      writer.commit();
    }
    try (var reader = org.apache.lucene.index.DirectoryReader.open(dir)) {
      var searcher = new org.apache.lucene.search.IndexSearcher(reader);
      AtomicLong hits = new AtomicLong();
      inThreads(3, t -> { for (int i = 0; i < 20; i++) hits.addAndGet(searcher.count(new org.apache.lucene.search.TermQuery(new org.apache.lucene.index.Term("body", "word" + i % 10)))); });
      System.out.println("hits " + hits.get());
    }
  }

  static void netty() throws Exception {
    var group = new io.netty.channel.nio.NioEventLoopGroup(2);
    AtomicInteger received = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(3);
    var server = new io.netty.bootstrap.ServerBootstrap().group(group).channel(io.netty.channel.socket.nio.NioServerSocketChannel.class).childHandler(new io.netty.channel.ChannelInitializer<io.netty.channel.socket.SocketChannel>() {
      @Override protected void initChannel(io.netty.channel.socket.SocketChannel ch) { ch.pipeline().addLast(new io.netty.channel.ChannelInboundHandlerAdapter() { @Override public void channelRead(io.netty.channel.ChannelHandlerContext ctx, Object msg) { ctx.writeAndFlush(msg); } }); }
    }).bind("127.0.0.1", 0).sync().channel();
    int port = ((java.net.InetSocketAddress) server.localAddress()).getPort();
    inThreads(3, t -> { try (java.net.Socket s = new java.net.Socket("127.0.0.1", port)) { for (int i = 0; i < 100; i++) { s.getOutputStream().write(i); if (s.getInputStream().read() != i) throw new AssertionError(); received.incrementAndGet(); } } });
    server.close().sync();
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    System.out.println("echoed " + received.get());
  }

  static void xalan() throws Exception {
    System.setProperty("javax.xml.parsers.SAXParserFactory", "com.sun.org.apache.xerces.internal.jaxp.SAXParserFactoryImpl");
    System.setProperty("javax.xml.parsers.DocumentBuilderFactory", "com.sun.org.apache.xerces.internal.jaxp.DocumentBuilderFactoryImpl");
    System.setProperty("org.apache.xml.dtm.DTMManager", "org.apache.xml.dtm.ref.DTMManagerDefault");
    javax.xml.transform.TransformerFactory f = new org.apache.xalan.processor.TransformerFactoryImpl();
    String xsl = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:output omit-xml-declaration='yes'/><xsl:template match='/'><out><xsl:for-each select='//a'><xsl:sort select='@n'/><b><xsl:value-of select='@n'/></b></xsl:for-each></out></xsl:template></xsl:stylesheet>";
    javax.xml.transform.Templates templates = f.newTemplates(new javax.xml.transform.stream.StreamSource(new StringReader(xsl)));
    ConcurrentHashMap<String, Boolean> results = new ConcurrentHashMap<>();
    inThreads(3, t -> { for (int i = 0; i < 20; i++) { StringWriter out = new StringWriter(); templates.newTransformer().transform(new javax.xml.transform.stream.StreamSource(new StringReader("<r><a n='3'/><a n='1'/><a n='2'/></r>")), new javax.xml.transform.stream.StreamResult(out)); results.put(out.toString(), true); } });
    System.out.println(results.keySet());
  }
}
