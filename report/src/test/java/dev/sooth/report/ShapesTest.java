package dev.sooth.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.analysis.RaceContext;
import dev.sooth.race.Race;
import dev.sooth.race.RaceList;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * One small trace for each shape, and others that are much the same and must have no hint. An event
 * is {@code thread kind target line method}; the race is that of the events marked with a star.
 */
class ShapesTest {
  private static Optional<Shape> shape(String events) throws IOException {
    return shape(events, true);
  }

  private static Optional<Shape> shape(String events, boolean locksAreKnown) throws IOException {
    TraceBuilder builder = new TraceBuilder("t", TraceNames.empty());
    int[] pair = new int[2];
    int stars = 0;
    int size = 0;
    for (String event : events.strip().lines().toList()) {
      String[] words = event.strip().split(" +", -1);
      if (event.contains("*")) {
        pair[stars++] = size;
      }
      byte kind =
          switch (words[1]) {
            case "r" -> Kind.READ;
            case "w" -> Kind.WRITE;
            case "acq" -> Kind.ACQUIRE;
            default -> Kind.RELEASE;
          };
      String target = words[2].replace('_', ' ');
      String location =
          words[4].equals("-") ? "A.java:" + words[3] : "A.java:" + words[3] + " " + words[4];
      builder.add(kind, words[0], target, location);
      size++;
    }
    Trace trace = builder.build();
    RaceList races = new RaceList();
    races.race(trace, pair[0], pair[1]);
    Race race = races.get(0);
    RaceContext context =
        locksAreKnown
            ? RaceContext.collect(trace.openUnfiltered(), new long[] {pair[0], pair[1]})
            : RaceContext.unknown("a pipe");
    return new Shapes(trace).of(race, trace.names().variables().get(race.variable()), context);
  }

  @Test
  void collection() throws IOException {
    assertThat(
            shape(
                "T w R.names_(java.util.HashMap)@7 3 R.add *\nU r R.names_(java.util.HashMap)@7 9 R.has *"))
        .contains(Shape.COLLECTION);
    assertThat(
            shape(
                "T w java.util.ArrayList.contents@7 3 - *\nU w java.util.ArrayList.contents@7 9 - *"))
        .contains(Shape.COLLECTION);
  }

  @Test
  void noCollection() throws IOException {
    assertThat(shape("T w R.names_(R$Own)@7 3 R.add *\nU r R.names_(R$Own)@7 9 R.has *")).isEmpty();
    assertThat(shape("T w R.HashMap@7 3 R.add *\nU r R.HashMap@7 9 R.has *")).isEmpty();
    assertThat(
            shape(
                "T w R.s_(java.util.Scanner)@7 3 R.add *\nU r R.s_(java.util.Scanner)@7 9 R.has *"))
        .isEmpty();
  }

  @Test
  void counter() throws IOException {
    // What a predictive engine reports: the second write rests on the read, and is no race.
    String reading = "T r A.n@1 6 A.up\nT w A.n@1 6 A.up *\nU r A.n@1 6 A.up *\nU w A.n@1 6 A.up";
    assertThat(shape(reading)).contains(Shape.COUNTER);
    String writing = "T r A.n@1 6 A.up\nU r A.n@1 6 A.up\nT w A.n@1 6 A.up *\nU w A.n@1 6 A.up *";
    assertThat(shape(writing)).contains(Shape.COUNTER);
  }

  @Test
  void noCounter() throws IOException {
    // Only one of the threads counts.
    assertThat(shape("T r A.n 6 A.up\nT w A.n 6 A.up *\nU r A.n 9 A.show *")).isEmpty();
    // Both write, without reading.
    assertThat(shape("T w A.n 6 A.set *\nU w A.n 6 A.set *")).isEmpty();
    // The read belongs to another line, the method is not known, or the object is another one.
    assertThat(shape("T r A.n 4 A.x\nT w A.n 6 A.up *\nU r A.n 4 A.x\nU w A.n 6 A.up *")).isEmpty();
    assertThat(shape("T r A.n 6 -\nT w A.n 6 - *\nU r A.n 6 - *\nU w A.n 6 -")).isEmpty();
    assertThat(shape("T r A.n@2 6 A.up\nT w A.n@1 6 A.up *\nU r A.n@1 6 A.up *\nU w A.n@2 6 A.up"))
        .isEmpty();
    // An object made in one line, by both.
    String made =
        "T r A.it 6 A.getIt\nT w A.it 6 A.getIt *\nU r A.it 6 A.getIt *\nU w A.it 6 A.getIt";
    assertThat(shape(made)).isEmpty();
    // Elements that are moved look the same.
    String moved = "T r a@1[3] 6 A.up\nT w a@1[3] 6 A.up *\nU r a@1[3] 6 A.up *\nU w a@1[3] 6 A.up";
    assertThat(shape(moved)).isEmpty();
  }

  @Test
  void checkThenAct() throws IOException {
    String both = "T r A.n 6 A.sell\nT w A.n 8 A.sell *\nU r A.n 6 A.sell *\nU w A.n 8 A.sell";
    assertThat(shape(both)).contains(Shape.CHECK_THEN_ACT);
    String failed = "T r A.open 6 A.stop\nT w A.open 8 A.stop *\nU r A.open 6 A.stop *";
    assertThat(shape(failed)).contains(Shape.CHECK_THEN_ACT);
    // The update reads once more what was checked: if (n > 0) { n = n - 1; }
    String again =
        "T r A.n 6 A.sell\nT r A.n 8 A.sell\nT w A.n 8 A.sell *\n"
            + "U r A.n 6 A.sell *\nU r A.n 8 A.sell\nU w A.n 8 A.sell";
    assertThat(shape(again)).contains(Shape.CHECK_THEN_ACT);
  }

  @Test
  void noCheckThenAct() throws IOException {
    // The write comes first, or in another method; the other thread reads elsewhere.
    assertThat(shape("T w A.n 6 A.f *\nT r A.n 8 A.f\nU r A.n 8 A.f *")).isEmpty();
    assertThat(shape("T r A.n 6 A.f\nT w A.n 8 A.g *\nU r A.n 6 A.f *")).isEmpty();
    assertThat(shape("T r A.n 6 A.f\nT w A.n 8 A.f *\nU r A.n 9 A.show *")).isEmpty();
    // The one who counts has checked nothing, or not where the other one reads.
    String counted = "T r A.n 8 A.f\nT w A.n 8 A.f *\nU r A.n 6 A.f *";
    assertThat(shape(counted)).isEmpty();
    assertThat(shape("T r A.n 5 A.g\n" + counted)).isEmpty();
    // Waits until it is its turn.
    String turns =
        """
        T r A.turn 6 A.play
        T w A.turn 8 A.play *
        U r A.turn 6 A.play *
        U r A.turn 6 A.play
        U w A.turn 8 A.play
        """;
    assertThat(shape(turns)).isEmpty();
  }

  @Test
  void lazyInitialisation() throws IOException {
    String lines =
        "T r A.cache 6 A.getCache\nT w A.cache 7 A.getCache *\nU r A.cache 6 A.getCache *";
    assertThat(shape(lines)).contains(Shape.LAZY_INITIALISATION);
    String one = "T r A.it 6 A.instance\nT w A.it 6 A.instance *\nU r A.it 6 A.instance *";
    assertThat(shape(one)).contains(Shape.LAZY_INITIALISATION);
    // Both found nothing, and made one.
    String both =
        """
        T r A.it 6 A.get
        U r A.it 6 A.get *
        T w A.it 7 A.get *
        U w A.it 7 A.get
        T r A.it 9 A.get
        """;
    assertThat(shape(both)).contains(Shape.LAZY_INITIALISATION);
    // What is written again and again is not made once.
    assertThat(shape(both + "T r A.it 6 A.get\nT w A.it 7 A.get")).contains(Shape.CHECK_THEN_ACT);
  }

  @Test
  void noLazyInitialisation() throws IOException {
    // A name that says something else, a write without a check, a lock, or locks that are not
    // known.
    assertThat(shape("T r A.n 6 A.getMore\nT w A.n 6 A.getMore *\nU r A.n 6 A.getMore *"))
        .isEmpty();
    assertThat(shape("T w A.it 7 A.getIt *\nU r A.it 6 A.getIt *")).isEmpty();
    String locked = "T acq l 1 A.f\nT r A.it 6 A.getIt\nT w A.it 7 A.getIt *\nU r A.it 6 A.getIt *";
    assertThat(shape(locked)).contains(Shape.CHECK_THEN_ACT);
    String lines =
        "T r A.cache 6 A.getCache\nT w A.cache 7 A.getCache *\nU r A.cache 6 A.getCache *";
    assertThat(shape(lines, false)).isEmpty();
  }

  @Test
  void doubleCheckedLocking() throws IOException {
    String checked =
        """
        T r A.it 5 A.get
        T acq l 6 A.get
        T r A.it 7 A.get
        T w A.it 8 A.get *
        T rel l 9 A.get
        U r A.it 5 A.get *
        """;
    assertThat(shape(checked)).contains(Shape.DOUBLE_CHECKED_LOCKING);
  }

  @Test
  void noDoubleCheckedLocking() throws IOException {
    // The lock is taken by a caller; or the read comes after the lock's lines, as a getter's does.
    String outside =
        "T acq l 2 A.f\nT r A.it 7 A.get\nT w A.it 8 A.get *\nT rel l 3 A.f\nU r A.it 5 A.get *";
    assertThat(shape(outside)).isEmpty();
    String after =
        "T acq l 6 A.get\nT r A.it 7 A.get\nT w A.it 8 A.get *\nT rel l 9 A.get\nU r A.it 10 A.get *";
    assertThat(shape(after)).isEmpty();
    String elsewhere =
        "T acq l 6 A.set\nT r A.it 7 A.set\nT w A.it 8 A.set *\nT rel l 9 A.set\nU r A.it 5 A.get *";
    assertThat(shape(elsewhere)).isEmpty();
  }

  @Test
  void unsafePublication() throws IOException {
    assertThat(shape("T w p.Box.v@3 4 p.Box.<init> *\nU r p.Box.v@3 9 p.Use.show *"))
        .contains(Shape.UNSAFE_PUBLICATION);
    // The reference itself: the constructor's writes come before it, their reads after it.
    assertThat(shape(HANDED)).contains(Shape.UNSAFE_PUBLICATION);
    // Polled until it is there; the race is that of an earlier read.
    String polled = "U r p.Use.box 8 p.Use.show *\n" + HANDED.replace("show *", "show");
    assertThat(shape(polled)).contains(Shape.UNSAFE_PUBLICATION);
  }

  private static final String HANDED =
      """
      T w p.Box.v@3 4 p.Box.<init>
      T w p.Use.box 6 p.Use.put *
      U r p.Use.box 8 p.Use.show *
      U r p.Use.box 9 p.Use.show
      U r p.Box.v@3 9 p.Use.show
      """;

  @Test
  void noUnsafePublication() throws IOException {
    // A static field, a field of another class, a write by both, a method that is no constructor.
    assertThat(shape("T w p.Box.made 4 p.Box.<init> *\nU r p.Box.made 9 p.Use.show *")).isEmpty();
    assertThat(shape("T w p.Other.v@3 4 p.Box.<init> *\nU r p.Other.v@3 9 p.Use.show *")).isEmpty();
    assertThat(shape("T w p.Box.v@3 4 p.Box.<init> *\nU w p.Box.v@3 9 p.Use.set *")).isEmpty();
    assertThat(shape("T w p.Box.v@3 4 p.Box.init *\nU r p.Box.v@3 9 p.Use.show *")).isEmpty();
    // The reader looks at something else, or at what another method has written since.
    assertThat(shape(HANDED.replace("U r p.Box.v@3", "U r p.Box.v@4"))).isEmpty();
    assertThat(shape(HANDED.replace("p.Box.<init>", "p.Box.fill"))).isEmpty();
    assertThat(shape(HANDED.replace("T w p.Box.v@3", "V w p.Box.v@3"))).isEmpty();
    // Under a lock it is another matter.
    assertThat(shape("T acq l 3 p.Use.put\n" + HANDED)).isEmpty();
  }

  private static final String POLLED =
      "U r A.ready 9 A.wait\nT w A.data 6 A.set%s\nT w A.ready 7 A.set%s\n"
          + "U r A.ready 9 A.wait%s\nU r A.data 10 A.wait%s";

  @Test
  void flag() throws IOException {
    assertThat(shape(POLLED.formatted("", " *", " *", ""))).contains(Shape.FLAG);
    assertThat(shape(POLLED.formatted(" *", "", "", " *"))).contains(Shape.FLAG_PUBLICATION);
  }

  @Test
  void noFlag() throws IOException {
    // Read once only, or elsewhere before; set twice; the one who sets it looks at it, too.
    assertThat(shape("T w A.ready 7 A.set *\nU r A.ready 9 A.wait *")).isEmpty();
    assertThat(shape("U r A.n 8 A.f\nT w A.n 7 A.set *\nU r A.n 9 A.f *")).isEmpty();
    String twice = "U r A.n 9 A.f\nT w A.n 6 A.set\nT w A.n 7 A.set *\nU r A.n 9 A.f *";
    assertThat(shape(twice)).isEmpty();
    assertThat(shape("U r A.n 9 A.f\nT r A.n 6 A.g\nT w A.n 7 A.set *\nU r A.n 9 A.f *")).isEmpty();
    // What is read in between could be the flag.
    String other = POLLED.replace("U r A.data", "U r A.more 9 A.wait\nU r A.data");
    assertThat(shape(other.formatted(" *", "", "", " *"))).isEmpty();
    // Under a lock it is another matter.
    String locked = "T acq l 5 A.set\n" + POLLED.formatted("", " *", " *", "");
    assertThat(shape(locked)).isEmpty();
  }
}
