package dev.sooth.maven;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.maven.execution.AbstractExecutionListener;
import org.apache.maven.execution.ExecutionEvent;
import org.apache.maven.execution.ExecutionListener;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.logging.Log;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/**
 * What Surefire and Failsafe are told where the POM says what the properties of {@code prepare}
 * cannot change: each time before Maven starts one of them, in projects that are prepared.
 */
final class TestPlugins {
  /** By the plugin, the property for the options of a debugger. */
  static final Map<String, String> MORE_OPTIONS =
      Map.of(
          "maven-surefire-plugin", "maven.surefire.debug",
          "maven-failsafe-plugin", "maven.failsafe.debug");

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

  /** The property for more elements of a class path. */
  static final String MORE_CLASSES = "maven.test.additionalClasspath";

  private static final String CLASSES = "additionalClasspathElements";
  private static final String DEBUGGER = "debugForkedProcess";

  private final Map<File, Prepared> prepared = new ConcurrentHashMap<>(); // by folder

  private record Prepared(String options, String classes, ProjectReport report, Log log) {}

  /** Of the build, which is listened to from now on. */
  private interface Marked {
    TestPlugins plugins();
  }

  /** From now on the tests of this project are run with these options and these classes. */
  static void prepare(
      MavenProject project,
      MavenSession session,
      String options,
      String classes,
      ProjectReport report,
      Log log) {
    of(session).prepared.put(project.getBasedir(), new Prepared(options, classes, report, log));
  }

  /** Whether that was said of this project in this build. */
  static boolean isPrepared(MavenProject project, MavenSession session) {
    return of(session).prepared.containsKey(project.getBasedir());
  }

  private static synchronized TestPlugins of(MavenSession session) {
    ExecutionListener present = session.getRequest().getExecutionListener();
    if (present instanceof Marked marked) {
      return marked.plugins();
    }
    ExecutionListener others = present == null ? new AbstractExecutionListener() : present;
    TestPlugins plugins = new TestPlugins();
    Object listener =
        Proxy.newProxyInstance(
            TestPlugins.class.getClassLoader(),
            new Class<?>[] {ExecutionListener.class, Marked.class},
            (proxy, method, arguments) -> {
              if (method.getDeclaringClass() == Marked.class) {
                return plugins;
              }
              if (method.getName().equals("mojoStarted")) {
                plugins.started((ExecutionEvent) arguments[0]);
              } else if (method.getName().equals("mojoFailed")) {
                plugins.failed((ExecutionEvent) arguments[0]);
              }
              try {
                return method.invoke(others, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
    session.getRequest().setExecutionListener((ExecutionListener) listener);
    return plugins;
  }

  /** What its project is run with; null if it is none of the plugins, or is not prepared. */
  private Prepared with(ExecutionEvent event) {
    MojoExecution execution = event.getMojoExecution();
    boolean isOne =
        execution.getGroupId().equals("org.apache.maven.plugins")
            && MORE_OPTIONS.containsKey(execution.getArtifactId());
    return isOne ? prepared.get(event.getProject().getBasedir()) : null;
  }

  /** The build ends here, so no goal of ours will come to report. */
  private void failed(ExecutionEvent event) {
    Prepared with = with(event);
    if (with != null) {
      with.report.writeAfterFailure();
    }
  }

  private void started(ExecutionEvent event) {
    MojoExecution execution = event.getMojoExecution();
    Prepared with = with(event);
    Xpp3Dom configuration = with == null ? null : execution.getConfiguration();
    if (configuration != null) {
      IntegrationTests.started(event);
      fork(configuration, event, with);
      debug(configuration, with);
      addClasses(configuration, with.classes);
      execution.setConfiguration(configuration);
    }
  }

  /** In Maven's own JVM there is no agent. */
  private static void fork(Xpp3Dom configuration, ExecutionEvent event, Prepared with) {
    boolean none = false;
    for (String parameter : List.of("forkCount", "forkMode")) {
      Xpp3Dom child = configuration.getChild(parameter);
      String value = child == null ? null : value(child, parameter, event);
      if (value != null && (value.equals("0") || value.equals("never"))) {
        child.setValue(parameter.equals("forkCount") ? "1" : "once");
        none = true;
      }
    }
    if (none) {
      with.log.warn(
          "forkCount is 0: Maven's own JVM was started without the agent, so the tests run in one"
              + " of their own, as with forkCount 1");
    }
  }

  private static String value(Xpp3Dom child, String property, ExecutionEvent event) {
    String value = child.getValue();
    if (value == null || !value.strip().equals("${" + property + "}")) {
      return value == null ? null : value.strip();
    }
    String given = event.getSession().getUserProperties().getProperty(property);
    return given != null ? given : event.getProject().getProperties().getProperty(property);
  }

  /** A debugger that the POM names would win over the property. */
  private static void debug(Xpp3Dom configuration, Prepared with) {
    Xpp3Dom child = configuration.getChild(DEBUGGER);
    String value = child == null ? null : child.getValue();
    if (value != null && !MORE_OPTIONS.containsValue(value.strip().replaceAll("[${}]", ""))) {
      child.setValue(with.options);
      if (!value.isBlank() && !value.strip().equals("false")) {
        with.log.warn(
            "the debugForkedProcess of the POM is left out: tests cannot be debugged and recorded"
                + " at once");
      }
    }
  }

  /** Elements of a class path that the POM names would give way to the property. */
  static void addClasses(Xpp3Dom configuration, String classes) {
    Xpp3Dom elements = configuration.getChild(CLASSES);
    if (elements == null || elements.getChildCount() == 0) {
      return;
    }
    for (Xpp3Dom element : elements.getChildren()) {
      if (classes.equals(element.getValue())) {
        return;
      }
    }
    Xpp3Dom ours = new Xpp3Dom("additionalClasspathElement");
    ours.setValue(classes);
    elements.addChild(ours);
    elements.setValue(null);
  }
}
