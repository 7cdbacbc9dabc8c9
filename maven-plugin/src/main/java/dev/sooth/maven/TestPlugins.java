package dev.sooth.maven;

import java.util.ArrayList;
import java.util.List;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.logging.Log;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/** What a project says of the plugins that run its tests. */
final class TestPlugins {
  private static final List<String> KEYS =
      List.of(
          "org.apache.maven.plugins:maven-surefire-plugin",
          "org.apache.maven.plugins:maven-failsafe-plugin");

  /**
   * Test frameworks; only their synchronisation is observed, their own races are not the user's.
   */
  static final List<String> FRAMEWORKS =
      List.of(
          "org.junit.*",
          "junit.framework.*",
          "org.testng.*",
          "org.opentest4j.*",
          "org.apiguardian.*",
          "org.apache.maven.surefire.*",
          "org.jacoco.*",
          "org.assertj.*",
          "org.hamcrest.*",
          "org.mockito.*",
          "net.bytebuddy.*");

  private TestPlugins() {}

  /** Stops the build if tests are to run in Maven's own JVM, in which the agent is not. */
  static void requireForks(MavenProject project, MavenSession session)
      throws MojoExecutionException {
    List<String> counts = configured(project, "forkCount");
    String given = session.getUserProperties().getProperty("forkCount");
    String ofProject = project.getProperties().getProperty("forkCount");
    if (counts.isEmpty() && (given != null || ofProject != null)) {
      counts = List.of(given != null ? given : ofProject);
    }
    boolean none = counts.stream().anyMatch(count -> count.strip().equals("0"));
    if (none || configured(project, "forkMode").contains("never")) {
      throw new MojoExecutionException(
          "forkCount is 0: the tests run in Maven's own JVM, which was started without the agent,"
              + " so nothing can be said of them. Set forkCount to 1 or more, in the POM or with"
              + " -DforkCount=1; or skip Sooth with -Dsooth.skip, and check single tests with"
              + " @RaceFree of sooth-junit, which attaches to the JVM that it finds");
    }
  }

  /** A debugger that the POM names wins over the property that we set. */
  static void warnOfOwnDebugger(MavenProject project, Log log) {
    if (!configured(project, "debugForkedProcess").isEmpty()) {
      log.warn(
          "the POM sets debugForkedProcess, which takes the place of the agent: remove it, or"
              + " nothing is recorded");
    }
    if (!configured(project, "additionalClasspathElements").isEmpty()) {
      log.warn(
          "the POM sets additionalClasspathElements: races are reported, but not which tests they"
              + " are of, unless sooth-junit is a dependency of the tests");
    }
  }

  private static List<String> configured(MavenProject project, String parameter) {
    List<String> values = new ArrayList<>();
    for (String key : KEYS) {
      Plugin plugin = project.getPlugin(key);
      if (plugin != null) {
        add(values, plugin.getConfiguration(), parameter);
        for (PluginExecution execution : plugin.getExecutions()) {
          add(values, execution.getConfiguration(), parameter);
        }
      }
    }
    return values;
  }

  private static void add(List<String> values, Object configuration, String parameter) {
    if (configuration instanceof Xpp3Dom dom && dom.getChild(parameter) != null) {
      String value = dom.getChild(parameter).getValue();
      values.add(value == null ? "" : value);
    }
  }
}
