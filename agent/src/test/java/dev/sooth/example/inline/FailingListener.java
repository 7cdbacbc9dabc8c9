package dev.sooth.example.inline;

import dev.sooth.agent.bootstrap.InlineListener;
import dev.sooth.agent.bootstrap.Op;

/** Fails in the middle of the program. */
public final class FailingListener extends InlineListener {
  private int writes; // of some thread; roughly

  @Override
  public Object threadMade(int thread, String name, boolean forked) {
    return null;
  }

  @Override
  public void operation(int thread, Object state, int op, int site, long key) {
    if (op == Op.FIELD_WRITE && ++writes > 100) {
      throw new IllegalStateException("on purpose");
    }
  }
}
