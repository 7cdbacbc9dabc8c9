package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No class of ours is too long to be read at a sitting, and no method to be seen at once. */
@Tag("any-jdk")
class SizeRulesTest {
  private static final int LONGEST_CLASS = 600;
  private static final int LONGEST_METHOD = 60;

  @Test
  void classesAndMethodsAreShort() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (String module :
        List.of(
            "core",
            "analysis",
            "report",
            "suite",
            "agent",
            "cli",
            "junit",
            "maven-plugin",
            "testkit")) {
      try (Stream<Path> files = Files.walk(Cli.root().resolve(module + "/src/main/java"))) {
        files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
      }
    }
    assertThat(sources).hasSizeGreaterThan(200);
    assertThat(tooLong(sources, LONGEST_CLASS, LONGEST_METHOD)).isEmpty();
    assertThat(tooLong(sources, 100, 20)).isNotEmpty(); // it sees them
  }

  private static List<String> tooLong(List<Path> sources, int mostOfClass, int mostOfMethod)
      throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> found = new ArrayList<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        new TreeScanner<Void, Void>() {
          @Override
          public Void visitClass(ClassTree tree, Void nothing) {
            check(tree, "class " + tree.getSimpleName(), mostOfClass);
            return super.visitClass(tree, null);
          }

          @Override
          public Void visitMethod(MethodTree tree, Void nothing) {
            check(tree, "method " + tree.getName(), mostOfMethod);
            return super.visitMethod(tree, null);
          }

          private void check(Tree tree, String what, int most) {
            LineMap lines = unit.getLineMap();
            long first = lines.getLineNumber(positions.getStartPosition(unit, tree));
            long last = lines.getLineNumber(positions.getEndPosition(unit, tree));
            if (last - first + 1 > most) {
              String file = Path.of(unit.getSourceFile().getName()).getFileName().toString();
              found.add("%s:%d: %s has %d lines".formatted(file, first, what, last - first + 1));
            }
          }
        }.scan(unit, null);
      }
    }
    return found;
  }
}
