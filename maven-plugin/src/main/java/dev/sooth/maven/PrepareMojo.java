package dev.sooth.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/**
 * Has Surefire and Failsafe start their JVMs with the agent. It sets the properties that these
 * plugins read for the options of a debugger, and leaves {@code argLine} alone: that one is the
 * user's and JaCoCo's, and a POM that sets it without naming the property would win over ours.
 */
@Mojo(name = "prepare", defaultPhase = LifecyclePhase.INITIALIZE, threadSafe = true)
public final class PrepareMojo extends AbstractSuiteMojo {
  @Parameter(defaultValue = "${plugin.artifacts}", readonly = true)
  private List<Artifact> artifacts;

  /** Record only classes of these names; {@code *} stands for anything. */
  @Parameter(property = "sooth.include")
  private List<String> include = new ArrayList<>();

  /** Do not record classes of these names, besides those of test frameworks. */
  @Parameter(property = "sooth.exclude")
  private List<String> exclude = new ArrayList<>();

  /** More options of the agent, as in its documentation, separated by commas. */
  @Parameter(property = "sooth.agentOptions")
  private String agentOptions;

  /** For Maven. */
  public PrepareMojo() {}

  @Override
  public void execute() throws MojoExecutionException {
    MavenProject project = project();
    MavenSession session = session();
    ProjectReport report = skips() ? null : report(); // which looks at what the user said of it
    Path folder = SuiteFolder.of(project);
    try {
      SuiteOfSession.begin(session);
      if (!SuiteOfSession.reportsTo(session, folder)) {
        SuiteFolder.delete(folder);
      }
      if (report == null || isPom()) {
        return;
      }
      Files.createDirectories(SuiteFolder.jvms(folder));
      Files.createFile(SuiteFolder.started(folder));
    } catch (IOException e) {
      throw new MojoExecutionException("cannot write to " + folder + ": " + e.getMessage(), e);
    }
    String agent = "\"-javaagent:" + jar("sooth-cli") + "=" + options(folder) + "\"";
    // The JVM would warn on standard output that it does not share the agent's hooks.
    String options = "-XX:-PrintWarnings " + agent;
    for (String property : TestPlugins.MORE_OPTIONS.values()) {
      String given = session.getUserProperties().getProperty(property);
      if (given != null) {
        throw new MojoExecutionException(
            "-D%s=%s: tests cannot be debugged and recorded at once".formatted(property, given));
      }
      project.getProperties().setProperty(property, options);
    }
    addClasses();
    TestPlugins.prepare(project, session, options, jar("sooth-junit").getPath(), report, getLog());
    getLog().info("the JVMs of the tests are recorded below " + folder);
  }

  /** What tells the agent of tests; the class path of the user stays in front. */
  private void addClasses() throws MojoExecutionException {
    Properties properties = project().getProperties();
    String given = session().getUserProperties().getProperty(TestPlugins.MORE_CLASSES);
    String known = given != null ? given : properties.getProperty(TestPlugins.MORE_CLASSES);
    String ours = jar("sooth-junit").getPath();
    String all = known == null || known.isEmpty() ? ours : known + "," + ours;
    properties.setProperty(TestPlugins.MORE_CLASSES, all);
    if (given != null) { // which wins over the property of a project
      session()
          .getUserProperties()
          .setProperty(TestPlugins.MORE_CLASSES, given.contains(ours) ? given : all);
    }
  }

  private String options(Path folder) {
    StringBuilder options = new StringBuilder("quiet,folder=");
    options.append(escaped(SuiteFolder.jvms(folder).toString()));
    options.append(",parent=").append(ProcessHandle.current().pid());
    List<String> excluded = new ArrayList<>(TestPlugins.FRAMEWORKS);
    excluded.addAll(exclude);
    options.append(",exclude=").append(escaped(String.join(":", excluded)));
    if (!include.isEmpty()) {
      options.append(",include=").append(escaped(String.join(":", include)));
    }
    if (agentOptions != null && !agentOptions.isBlank()) {
      options.append(',').append(agentOptions.strip());
    }
    return options.toString();
  }

  /** As a value of an option of the agent, where a comma ends it. */
  private static String escaped(String value) {
    return value.replace(",", "\\,");
  }

  private File jar(String artifactId) throws MojoExecutionException {
    for (Artifact artifact : artifacts) {
      boolean isWhole = "all".equals(artifact.getClassifier()) || !artifactId.equals("sooth-cli");
      if (artifact.getGroupId().equals("dev.sooth")
          && artifact.getArtifactId().equals(artifactId)
          && isWhole) {
        return artifact.getFile();
      }
    }
    throw new MojoExecutionException("the plugin has no " + artifactId + "; please report it");
  }
}
