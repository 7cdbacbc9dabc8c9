package dev.sooth.agent.bootstrap;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Recording is on while a test runs, with nobody who writes what is recorded. */
final class HooksOn implements BeforeEachCallback, AfterEachCallback {
  @Override
  public void beforeEach(ExtensionContext context) {
    Backlog.drained(Backlog.bytes()); // what other tests left would make us wait for a writer
    Hooks.on = true;
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Hooks.on = false;
    Hooks.withValues = false;
    Backlog.drained(Backlog.bytes());
  }
}
