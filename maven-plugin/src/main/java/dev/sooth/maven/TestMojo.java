package dev.sooth.maven;

import org.apache.maven.plugins.annotations.Execute;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/** Runs the build up to the phase test under the agent, and reports the races of the tests. */
@Mojo(name = "test", threadSafe = true)
@Execute(lifecycle = "sooth", phase = LifecyclePhase.TEST)
public final class TestMojo extends AbstractReportMojo {
  /** For Maven. */
  public TestMojo() {}
}
