package dev.sooth.maven;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.maven.execution.ExecutionEvent;
import org.apache.maven.execution.MavenExecutionRequest;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.PluginParameterExpressionEvaluator;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.component.configurator.expression.ExpressionEvaluationException;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/**
 * How the integration tests of a build ended. Failsafe does not fail when they do: it writes that
 * into a file, which its goal {@code verify} reads later, and {@code sooth:verify} instead of it.
 */
final class IntegrationTests {
  private static final String IGNORE = "testFailureIgnore";

  // By what the copies of a session have in common, of which a parallel build makes one a module.
  private static final Map<MavenExecutionRequest, Map<MavenProject, Set<Path>>> SUMMARIES =
      new WeakHashMap<>();

  private IntegrationTests() {}

  /** Of a goal that starts now. */
  static void started(ExecutionEvent event) {
    MojoExecution execution = event.getMojoExecution();
    if (execution.getGoal().equals("integration-test")) {
      String file = value(event, execution.getConfiguration(), "summaryFile", null);
      boolean counts =
          !"true".equals(value(event, ofVerify(event), IGNORE, "${maven.test.failure.ignore}"));
      if (file != null && counts) {
        Path folder = event.getProject().getBasedir().toPath();
        of(event.getSession(), event.getProject()).add(folder.resolve(file));
      }
    }
  }

  /** What the POM says to the goal that would read the file. */
  private static Xpp3Dom ofVerify(ExecutionEvent event) {
    MojoExecution execution = event.getMojoExecution();
    return event
        .getProject()
        .getGoalConfiguration(
            execution.getGroupId(),
            execution.getArtifactId(),
            execution.getExecutionId(),
            "verify");
  }

  private static Set<Path> of(MavenSession session, MavenProject project) {
    synchronized (SUMMARIES) {
      return SUMMARIES
          .computeIfAbsent(session.getRequest(), key -> new ConcurrentHashMap<>())
          .computeIfAbsent(project, key -> ConcurrentHashMap.newKeySet());
    }
  }

  /** A parameter of a goal, as the goal will see it; null if there is none. */
  private static String value(
      ExecutionEvent event, Xpp3Dom configuration, String parameter, String byDefault) {
    Xpp3Dom child = configuration == null ? null : configuration.getChild(parameter);
    String said = child == null ? null : child.getValue();
    String otherwise = child == null ? byDefault : child.getAttribute("default-value");
    var evaluator =
        new PluginParameterExpressionEvaluator(event.getSession(), event.getMojoExecution());
    try {
      Object value = said == null ? null : evaluator.evaluate(said);
      if (value == null && otherwise != null) {
        value = evaluator.evaluate(otherwise);
      }
      return value == null ? null : value.toString();
    } catch (ExpressionEvaluationException e) {
      return null; // the goal will say it
    }
  }

  /** Whether some of this project have failed, or did not come to their end. */
  static boolean failed(MavenSession session, MavenProject project) throws IOException {
    for (Path summary : of(session, project)) {
      if (Files.exists(summary) && failed(summary)) {
        return true;
      }
    }
    return false;
  }

  /** The same by one summary. */
  static boolean failed(Path summary) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    try (InputStream in = Files.newInputStream(summary)) {
      XMLStreamReader xml = factory.createXMLStreamReader(in);
      boolean failed = false;
      while (xml.hasNext()) {
        if (xml.next() == XMLStreamConstants.START_ELEMENT) {
          switch (xml.getLocalName()) {
            case "failsafe-summary" ->
                failed |= "true".equals(xml.getAttributeValue(null, "timeout"));
            case "errors", "failures" -> failed |= !xml.getElementText().strip().equals("0");
            case "failureMessage" -> failed |= !xml.getElementText().isBlank();
            default -> {}
          }
        }
      }
      return failed;
    } catch (XMLStreamException e) {
      throw new IOException(summary + ": " + e.getMessage(), e);
    }
  }
}
