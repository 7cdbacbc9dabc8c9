package dev.sooth.testkit;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.trace.Trace;
import java.util.Collection;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The import rules of the core: a package knows only what stands before it on the data's way. */
class ArchitectureTest {
  private static final String JDK = "java..";
  private static final String COLLECTIONS = "com.carrotsearch.hppc..";
  private static final String COMPRESSION = "com.github.luben.zstd..";
  private static final String TRACE = "dev.sooth.trace..";
  private static final String ORDER = "dev.sooth.order..";
  private static final String RACE = "dev.sooth.race..";
  private static final String VERIFY = "dev.sooth.verify..";
  private static final String DETECT = "dev.sooth.detect..";
  private static final String ENGINES = "dev.sooth.detect.*..";

  private static final JavaClasses CORE =
      new ClassFileImporter()
          .importPackages(
              "dev.sooth.trace",
              "dev.sooth.order",
              "dev.sooth.race",
              "dev.sooth.verify",
              "dev.sooth.detect");

  @Test
  void theRulesSeeTheCore() {
    assertThat(CORE.contain(Trace.class)).isTrue();
    assertThat(CORE.contain(Engine.class)).isTrue();
  }

  @Test
  void traceUsesTheJdkPrimitiveCollectionsAndCompression() {
    check(onlyUses(TRACE, JDK, COLLECTIONS, COMPRESSION));
  }

  @Test
  void orderUsesTrace() {
    check(onlyUses(ORDER, JDK, COLLECTIONS, TRACE));
  }

  @Test
  void raceUsesTrace() {
    check(onlyUses(RACE, JDK, TRACE));
  }

  @Test
  void theCheckerUsesTraceAndRaceOnly() {
    check(onlyUses(VERIFY, JDK, TRACE, RACE));
  }

  @Test
  void detectUsesWhatStandsBeforeIt() {
    check(onlyUses(DETECT, JDK, COLLECTIONS, TRACE, ORDER, RACE, VERIFY));
  }

  @Test
  void noEngineUsesTheChecker() {
    check(
        noClasses()
            .that()
            .resideInAPackage(ENGINES)
            .should()
            .dependOnClassesThat(resideInAPackage(VERIFY)));
  }

  @Test
  void noEngineUsesAnother() {
    check(slices().matching("dev.sooth.detect.(*)..").should().notDependOnEachOther());
  }

  @Test
  void onlyTheTableOfEnginesNamesThem() {
    check(
        noClasses()
            .that()
            .resideInAPackage("dev.sooth.detect")
            .and()
            .doNotHaveFullyQualifiedName(Engines.class.getName())
            .should()
            .dependOnClassesThat(resideInAPackage(ENGINES)));
    check(
        noClasses()
            .that()
            .resideInAPackage(ENGINES)
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName(Engines.class.getName()));
  }

  @Test
  void packagesHaveNoCycles() {
    check(slices().matching("dev.sooth.(*)..").should().beFreeOfCycles());
  }

  /** The hot code: no object for an event, no boxed number, no stream. */
  @Test
  void ordersAndEnginesUsePrimitives() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage(ORDER, ENGINES)
            .should()
            .dependOnClassesThat(
                resideInAPackage("java.util.stream..")
                    .or(
                        assignableTo(Collection.class)
                            .or(assignableTo(Map.class))
                            .and(not(resideInAPackage("com.carrotsearch.hppc.."))))));
  }

  private static ArchRule onlyUses(String aPackage, String... others) {
    String[] allowed = new String[others.length + 1];
    allowed[0] = aPackage;
    System.arraycopy(others, 0, allowed, 1, others.length);
    return classes()
        .that()
        .resideInAPackage(aPackage)
        .should()
        .onlyDependOnClassesThat(resideInAnyPackage(allowed));
  }

  private static void check(ArchRule rule) {
    rule.allowEmptyShould(false).check(CORE);
  }
}
