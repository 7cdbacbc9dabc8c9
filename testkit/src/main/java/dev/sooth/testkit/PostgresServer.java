package dev.sooth.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A PostgreSQL server of a test's own, from what Debian's package installs: in a temporary folder,
 * on a port of the loopback interface. It does not run as root, so root starts it as the user whom
 * the package has made.
 */
public final class PostgresServer implements AutoCloseable {
  private static final String USER = "postgres";
  private static final int ATTEMPTS = 5;

  private final Path folder;
  private final Path programs;
  private final int port;
  private final Thread atExit = new Thread(this::stop);

  private PostgresServer(Path folder, Path programs, int port) {
    this.folder = folder;
    this.programs = programs;
    this.port = port;
  }

  /**
   * Starts one; skips the test with a message if PostgreSQL is not installed.
   *
   * @param settings such as {@code max_connections=20}
   */
  public static PostgresServer start(String... settings) throws IOException, InterruptedException {
    Optional<Path> programs = programs();
    Assumptions.assumeTrue(
        programs.isPresent(), "skipped: no PostgreSQL server (Debian: apt-get install postgresql)");
    Path folder = Files.createTempDirectory("sooth-postgres");
    if (isRoot()) {
      run(List.of("chown", USER, folder.toString()), folder);
    }
    String data = folder.resolve("data").toString();
    List<String> init = new ArrayList<>(List.of(programs.get().resolve("initdb").toString()));
    init.addAll(
        List.of("-D", data, "-U", "sooth", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"));
    run(asUser(init), folder);
    for (int attempt = 1; ; attempt++) {
      PostgresServer server = new PostgresServer(folder, programs.get(), freePort());
      try {
        server.run(settings);
        return server;
      } catch (IOException e) {
        if (attempt == ATTEMPTS) {
          server.close();
          throw e;
        } // somebody else has got the port
      }
    }
  }

  private void run(String... settings) throws IOException, InterruptedException {
    StringBuilder options = new StringBuilder();
    options.append("-h 127.0.0.1 -p ").append(port).append(" -k ").append(folder).append(" -F");
    for (String setting : settings) {
      options.append(" -c ").append(setting);
    }
    String log = folder.resolve("log").toString();
    run(pgCtl("start", "-w", "-t", "60", "-l", log, "-o", options.toString()), folder);
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /** Its address for JDBC, with a database that is empty at first. */
  public String address() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=sooth";
  }

  /** Runs a command of SQL by the {@code psql} of the package; returns what it prints, bare. */
  public String sql(String command) throws IOException, InterruptedException {
    String psql = programs.resolve("psql").toString();
    return run(
            List.of(
                Files.exists(programs.resolve("psql")) ? psql : "psql",
                "-h",
                "127.0.0.1",
                "-p",
                Integer.toString(port),
                "-U",
                "sooth",
                "-d",
                "postgres",
                "-v",
                "ON_ERROR_STOP=1",
                "-XAtqc",
                command),
            folder)
        .strip();
  }

  /** Ends it at once, with all connections. */
  @Override
  public void close() {
    stop();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The JVM is just ending.
    }
  }

  private void stop() {
    try {
      run(pgCtl("stop", "-m", "immediate"), folder);
    } catch (IOException e) {
      // It does not run.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // It is a temporary folder.
    }
  }

  private List<String> pgCtl(String... arguments) {
    List<String> command = new ArrayList<>(List.of(programs.resolve("pg_ctl").toString()));
    command.addAll(List.of("-D", folder.resolve("data").toString()));
    command.addAll(List.of(arguments));
    return asUser(command);
  }

  /** Where the server's programs are: on the path, or where Debian has them, the newest. */
  private static Optional<Path> programs() throws IOException {
    List<Path> folders = new ArrayList<>();
    for (String folder : System.getenv("PATH").split(":", -1)) {
      folders.add(Path.of(folder));
    }
    Path debian = Path.of("/usr/lib/postgresql");
    if (Files.isDirectory(debian)) {
      try (Stream<Path> versions = Files.list(debian)) {
        versions.sorted(Comparator.reverseOrder()).map(v -> v.resolve("bin")).forEach(folders::add);
      }
    }
    return folders.stream()
        .filter(f -> Files.isExecutable(f.resolve("initdb")))
        .filter(f -> Files.isExecutable(f.resolve("pg_ctl")))
        .findFirst();
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private static List<String> asUser(List<String> command) {
    if (!isRoot()) {
      return command;
    }
    List<String> all = new ArrayList<>(List.of("runuser", "-u", USER, "--"));
    all.addAll(command);
    return all;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static String run(List<String> command, Path folder)
      throws IOException, InterruptedException {
    Path said = Files.createTempFile("sooth-postgres", ".txt"); // a server keeps pipes open
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
      if (!process.waitFor(2, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new IOException(command + ": no end");
      }
      String text = Files.readString(said);
      if (process.exitValue() != 0) {
        throw new IOException(command + ": " + process.exitValue() + "\n" + text);
      }
      return text;
    } finally {
      Files.delete(said);
    }
  }
}
