package dev.sooth.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Classes of the JVM's archive come without frames when they are transformed again. */
class FlowSizedWriterTest {
  @Test
  void stacksAreLargeEnoughWithoutFrames() throws IOException {
    for (String name :
        List.of(
            "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject",
            "java.util.concurrent.ForkJoinPool",
            "java.util.concurrent.ConcurrentHashMap",
            "java.lang.ClassLoader")) {
      ClassReader reader = new ClassReader(name);
      ClassNode node = new ClassNode();
      reader.accept(node, ClassReader.SKIP_FRAMES);
      FlowSizedWriter writer = new FlowSizedWriter(reader);
      node.accept(writer);
      ClassNode written = new ClassNode();
      new ClassReader(writer.toByteArray()).accept(written, 0);
      assertThat(written.version).isEqualTo(node.version);
      for (int i = 0; i < node.methods.size(); i++) {
        MethodNode method = node.methods.get(i);
        assertThat(written.methods.get(i).maxStack)
            .as(name + "." + method.name + method.desc)
            .isEqualTo(method.maxStack);
      }
    }
  }
}
