package dev.sooth.maven;

import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/** Reports the races of the tests that have run in this build since {@code prepare}. */
@Mojo(name = "check", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class CheckMojo extends AbstractReportMojo {
  /** For Maven. */
  public CheckMojo() {}
}
