package dev.sooth.agent.online;

import java.io.IOException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * Pairs in a PostgreSQL database, for machines that share no folder. Two tables in the schema of
 * the address ({@code currentSchema}): the number of executions, and of each pair its bits as they
 * were when execution number {@code at} had ended, so that one more execution changes the rows of
 * the pairs that it has seen and no others.
 *
 * <p>Each change is one transaction, one after the other by an advisory lock: whoever is killed has
 * changed all or nothing. A server that is not there, is starting, or has no room for one more is
 * asked again for a while. What was sent to be committed is not sent again, since nobody knows
 * whether it was.
 *
 * <p>Tables of another version are left alone.
 */
final class PairDatabase implements ManagedPairs {
  /** How the address of such a database begins. */
  static final String ADDRESS = "jdbc:postgresql:";

  private static final String DRIVER = "org.postgresql.Driver";
  private static final int VERSION = 1;
  private static final long LOCK = 0x736f_6f74_685f_7072L; // of all changes in a database
  private static final int BATCH = 10_000; // rows
  private static final String CONNECT_SECONDS = "5";
  private static final String ANSWER_SECONDS = "60"; // others may be waiting for the lock, too
  private static final long ABSENT_MILLIS = 5_000; // it will hardly come when it is asked again
  private static final String NO_TABLE = "42P01";
  private static final String NO_COLUMN = "42703";

  /** The bits of a row when the clock is ?. */
  private static final String SHIFTED =
      "case when ? - p.at > 63 then 0 else p.seen << (? - p.at)::int end";

  private static final String UPSERT =
      "insert into sooth_pairs as p (pair, seen, at) select unnest(?), unnest(?), ?"
          + " on conflict (pair) do update set seen = ("
          + SHIFTED
          + ") | excluded.seen, at = excluded.at";

  /** What to do in a transaction. */
  private interface Work<T> {
    T in(Connection connection) throws SQLException, IOException;
  }

  private final String address;
  private final Consumer<String> warnings;
  private final long patienceMillis;

  PairDatabase(String address, Consumer<String> warnings) {
    this(address, warnings, 0);
  }

  /** With the time for which a server that cannot be had is asked again. */
  PairDatabase(String address, Consumer<String> warnings, long patienceMillis) {
    this.address = address;
    this.warnings = warnings;
    this.patienceMillis = patienceMillis;
  }

  @Override
  public boolean exists() throws IOException {
    return transaction(PairDatabase::hasTables);
  }

  @Override
  public Optional<String> problem() throws IOException {
    return transaction(
        connection -> hasTables(connection) ? problem(connection) : Optional.empty());
  }

  /** Tables that are none of ours are not touched, but said. */
  @Override
  public Pairs read() throws IOException {
    return transaction(
        connection -> {
          if (!hasTables(connection)) {
            return Pairs.NONE;
          }
          Optional<String> problem = problem(connection);
          if (problem.isPresent()) {
            warnings.accept(PairStore.shown(address) + " is not used: " + problem.get());
            return Pairs.NONE;
          }
          return read(connection);
        });
  }

  private static Pairs read(Connection connection) throws SQLException {
    Map<Long, Long> pairs = new TreeMap<>();
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(BATCH);
      // One statement sees one state: what others commit meanwhile is in none of its rows.
      try (ResultSet rows =
          statement.executeQuery(
              "select e.executions, e.clock, p.pair, p.seen, p.at from sooth_executions e"
                  + " left join sooth_pairs p on true")) {
        long executions = 0;
        while (rows.next()) {
          executions = rows.getLong(1);
          long pair = rows.getLong(3);
          long age = rows.getLong(2) - rows.getLong(5);
          if (!rows.wasNull() && age < REMEMBERED) {
            long seen = rows.getLong(4) << age;
            if (seen != 0) {
              pairs.put(pair, seen);
            }
          }
        }
        return new Pairs(executions, pairs);
      }
    }
  }

  @Override
  public void add(Set<Long> seen) throws IOException {
    change(
        connection -> {
          long clock = count(connection, 1, 1);
          upsert(connection, seen.iterator(), null, clock);
          deleteUnseen(connection, clock, REMEMBERED);
          return null;
        });
  }

  @Override
  public void merge(Pairs other) throws IOException {
    change(
        connection -> {
          long clock = count(connection, other.executions(), 0);
          upsert(connection, other.pairs().keySet().iterator(), other.pairs(), clock);
          return null;
        });
  }

  @Override
  public void prune(int n) throws IOException {
    change(
        connection -> {
          deleteUnseen(connection, count(connection, 0, 0), n);
          return null;
        });
  }

  /** Adds to the number of executions, and to the clock, which it returns. */
  private static long count(Connection connection, long executions, long ticks)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "update sooth_executions set executions = executions + ?, clock = clock + ?"
                + " returning clock")) {
      statement.setLong(1, executions);
      statement.setLong(2, ticks);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  /** With the bits of the map, or that of the last execution if there is none. */
  private static void upsert(
      Connection connection, Iterator<Long> pairs, Map<Long, Long> bits, long clock)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(UPSERT)) {
      while (pairs.hasNext()) {
        Long[] keys = new Long[BATCH];
        Long[] seen = new Long[BATCH];
        int size = 0;
        while (size < BATCH && pairs.hasNext()) {
          keys[size] = pairs.next();
          seen[size] = bits == null ? Long.valueOf(1) : bits.get(keys[size]);
          size++;
        }
        statement.setArray(1, connection.createArrayOf("bigint", Arrays.copyOf(keys, size)));
        statement.setArray(2, connection.createArrayOf("bigint", Arrays.copyOf(seen, size)));
        for (int i = 3; i <= 5; i++) {
          statement.setLong(i, clock);
        }
        statement.executeUpdate();
      }
    }
  }

  private static void deleteUnseen(Connection connection, long clock, int n) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("delete from sooth_pairs p where (" + SHIFTED + ") & ? = 0")) {
      statement.setLong(1, clock);
      statement.setLong(2, clock);
      statement.setLong(3, PairStore.last(n));
      statement.executeUpdate();
    }
  }

  private void change(Work<Void> work) throws IOException {
    transaction(
        connection -> {
          try (PreparedStatement lock =
              connection.prepareStatement("select pg_advisory_xact_lock(?)")) {
            lock.setLong(1, LOCK);
            lock.execute();
          }
          if (!hasTables(connection)) {
            create(connection);
          }
          Optional<String> problem = problem(connection);
          if (problem.isPresent()) {
            throw new IOException(problem.get());
          }
          return work.in(connection);
        });
  }

  private static void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "create table sooth_executions"
              + " (version int not null, executions bigint not null, clock bigint not null)");
      statement.execute(
          "create table sooth_pairs"
              + " (pair bigint primary key, seen bigint not null, at bigint not null)");
      statement.execute("insert into sooth_executions values (" + VERSION + ", 0, 0)");
    }
  }

  private static boolean hasTables(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("select to_regclass('sooth_executions') is not null")) {
      rows.next();
      return rows.getBoolean(1);
    }
  }

  /** Why the tables, which are there, are none of ours. */
  private static Optional<String> problem(Connection connection) throws SQLException {
    Savepoint before = connection.setSavepoint();
    try (Statement statement = connection.createStatement()) {
      statement.executeQuery("select pair, seen, at from sooth_pairs limit 0").close();
      try (ResultSet rows =
          statement.executeQuery(
              "select count(*), min(version), min(executions), min(clock)"
                  + " from sooth_executions")) {
        rows.next();
        if (rows.getLong(1) == 1 && rows.getInt(2) == VERSION) {
          connection.releaseSavepoint(before);
          return Optional.empty();
        }
        return Optional.of(
            rows.getLong(1) != 1
                ? "table sooth_executions has %d rows, expected one".formatted(rows.getLong(1))
                : "its version is %d, expected %d".formatted(rows.getInt(2), VERSION));
      }
    } catch (SQLException e) {
      if (!NO_TABLE.equals(e.getSQLState()) && !NO_COLUMN.equals(e.getSQLState())) {
        throw e;
      }
      connection.rollback(before);
      return Optional.of("its tables have another form: " + oneLine(e));
    }
  }

  private <T> T transaction(Work<T> work) throws IOException {
    long endAbsent = System.nanoTime() + ABSENT_MILLIS * 1_000_000;
    long end = System.nanoTime() + patienceMillis * 1_000_000;
    while (true) {
      boolean sent = false; // to be committed
      try (Connection connection = connect()) {
        connection.setAutoCommit(false);
        T result = work.in(connection);
        sent = true;
        connection.commit();
        return result;
      } catch (SQLException e) {
        long now = System.nanoTime();
        boolean worth = isBusy(e) ? now < end : isAbsent(e) && now < Math.min(end, endAbsent);
        if (sent || !worth) {
          throw new IOException(oneLine(e), e);
        }
      }
      try {
        Thread.sleep(ThreadLocalRandom.current().nextInt(50, 500));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }

  /** It has no room for one more, or starts, or ends. */
  private static boolean isBusy(SQLException e) {
    return state(e).startsWith("57P") || state(e).equals("53300");
  }

  /** It cannot be reached, or the connection was lost. */
  private static boolean isAbsent(SQLException e) {
    return state(e).startsWith("08");
  }

  private static String state(SQLException e) {
    return e.getSQLState() == null ? "" : e.getSQLState();
  }

  private static String oneLine(SQLException e) {
    return String.valueOf(e.getMessage()).replaceAll("\\s+", " ").strip();
  }

  /** Without {@code DriverManager}: what is there are drivers of the program's. */
  private Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("connectTimeout", CONNECT_SECONDS); // unless the address has another
    properties.setProperty("socketTimeout", ANSWER_SECONDS);
    properties.setProperty("ApplicationName", "sooth");
    Connection connection = driver().connect(address, properties);
    if (connection == null) {
      throw new SQLException("this is no address of PostgreSQL");
    }
    return connection;
  }

  /** By name, so that it is loaded by those who need it, and by our loader. */
  private static Driver driver() throws SQLException {
    try {
      return Class.forName(DRIVER, true, PairDatabase.class.getClassLoader())
          .asSubclass(Driver.class)
          .getConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new SQLException("the driver of PostgreSQL cannot be loaded: " + e, e);
    }
  }
}
