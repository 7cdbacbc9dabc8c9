package dev.sooth.maven;

import org.apache.maven.plugins.annotations.Execute;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/** The same as {@code test}, up to the end of the integration tests. */
@Mojo(name = "verify", threadSafe = true)
@Execute(lifecycle = "sooth", phase = LifecyclePhase.POST_INTEGRATION_TEST)
public final class VerifyMojo extends AbstractReportMojo {
  /** For Maven. */
  public VerifyMojo() {}

  @Override
  boolean endsIntegrationTests() {
    return true;
  }
}
