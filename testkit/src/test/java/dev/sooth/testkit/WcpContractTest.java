package dev.sooth.testkit;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.trace.Trace;
import java.util.Set;

class WcpContractTest extends DetectorContractTest {
  @Override
  protected Engine engine() {
    return Engines.WCP;
  }

  @Override
  protected Set<Pair> expected(Trace trace) {
    return Oracle.wcp(trace);
  }
}
