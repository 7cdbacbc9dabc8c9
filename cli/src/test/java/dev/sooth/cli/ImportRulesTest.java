package dev.sooth.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.sooth.detect.EngineOptions;
import dev.sooth.report.TextReport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rest of the import rules: those of the core are checked in the test kit. */
@Tag("any-jdk")
class ImportRulesTest {
  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.sooth");

  @Test
  void theRulesSeeAllModules() {
    assertThat(ALL.contain(Main.class)).isTrue();
    assertThat(ALL.contain(TextReport.class)).isTrue();
  }

  @Test
  void reportsUseTheCoreAndJacksonAndDoNotAnalyse() {
    classes()
        .that()
        .resideInAPackage("dev.sooth.report..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "dev.sooth.report..",
            "dev.sooth.analysis",
            "dev.sooth.trace..",
            "dev.sooth.race..",
            "dev.sooth.detect",
            "com.fasterxml.jackson.core..")
        .check(ALL);
  }

  @Test
  void theAnalysisUsesTheCoreOnly() {
    classes()
        .that()
        .resideInAPackage("dev.sooth.analysis..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "dev.sooth.analysis..",
            "dev.sooth.trace..",
            "dev.sooth.race..",
            "dev.sooth.detect")
        .check(ALL);
  }

  @Test
  void suitesUseReportsAndWhatStandsBefore() {
    classes()
        .that()
        .resideInAPackage("dev.sooth.suite..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "dev.sooth.suite..",
            "dev.sooth.report",
            "dev.sooth.analysis",
            "dev.sooth.trace..",
            "dev.sooth.race..",
            "dev.sooth.detect",
            "com.carrotsearch.hppc..")
        .check(ALL);
  }

  /** The hooks are on the boot class path of the program, where nothing else of ours is. */
  @Test
  void theHooksUseTheJdkOnly() {
    classes()
        .that()
        .resideInAPackage("dev.sooth.agent.bootstrap..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "jdk.internal.misc",
            "jdk.internal.vm.annotation",
            "dev.sooth.agent.bootstrap..")
        .check(ALL);
  }

  @Test
  void theAgentUsesTheTraceAndNoAnalysis() {
    noClasses()
        .that()
        .resideInAPackage("dev.sooth.agent..")
        .and()
        .resideOutsideOfPackage("dev.sooth.agent.online..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.sooth.detect..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAPackage("dev.sooth.agent..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.sooth.detect.*..",
            "dev.sooth.order..",
            "dev.sooth.analysis..",
            "dev.sooth.report..")
        .check(ALL);
  }

  /** Instrumentation does not know where the events go. */
  @Test
  void theTransformersKnowTheHooksOnly() {
    noClasses()
        .that()
        .resideInAPackage("dev.sooth.agent.instrument..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.sooth.agent.record..", "dev.sooth.agent.online..")
        .check(ALL);
  }

  @Test
  void nothingKnowsTheCommandLine() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.sooth.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.sooth.cli..", "picocli..")
        .check(ALL);
  }

  /** But their options, which it reads from the command line. */
  @Test
  void theCommandLineNamesNoDetector() {
    noClasses()
        .that()
        .resideInAPackage("dev.sooth.cli..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("dev.sooth.detect.*..", "dev.sooth.order..")
                .and(not(assignableTo(EngineOptions.class))))
        .check(ALL);
  }
}
