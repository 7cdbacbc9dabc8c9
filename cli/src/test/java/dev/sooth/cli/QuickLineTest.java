package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The quick reader of command lines against the full one. */
class QuickLineTest {
  private static final List<String> VERBS = List.of("analyze", "info", "run");
  private static final Io IO =
      new Io(
          InputStream.nullInputStream(),
          OutputStream.nullOutputStream(),
          new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
          false);

  @Test
  void theTableIsWhatTheAnnotationsSay() throws Exception {
    StringBuilder table = new StringBuilder();
    for (String verb : VERBS) {
      table.append(verb).append(":\n");
      CommandLine line = Verbs.commandLine(IO).getSubcommands().get(verb);
      for (ArgSpec arg : line.getCommandSpec().args()) {
        String entry = entry(line.getCommand(), arg);
        if (entry != null) {
          table.append("  ").append(entry).append('\n');
        }
      }
    }
    assertThat(OptionTable.TEXT).as("the table should be\n%s", table).isEqualTo(table.toString());
  }

  private static String entry(Object command, ArgSpec arg) throws Exception {
    Field field = (Field) arg.userObject();
    String name = path(command, field);
    if (!(arg instanceof OptionSpec option)) {
      // A line without any is left to the model of all verbs.
      assertThat(arg.arity().max()).as("arity of " + name).isGreaterThanOrEqualTo(1);
      return name + " arguments -";
    }
    String names = String.join(",", option.names());
    boolean plain = !option.usageHelp() && !option.versionHelp() && !option.negatable();
    if (plain && option.arity().max() == 0 && field.getType() == boolean.class) {
      assertThat(option.defaultValue()).as("default of " + name).isNull();
      return name + " flag " + names;
    }
    boolean known =
        field.getType() == String.class
            || field.getType() == int.class
            || field.getType() == Integer.class
            || field.getType().isEnum()
            || Values.TYPES.contains(field.getType());
    if (plain && known && option.arity().min() == 1 && option.arity().max() == 1) {
      String byDefault = option.defaultValue() == null ? "" : " " + option.defaultValue();
      return name + " value " + names + byDefault;
    }
    assertThat(option.defaultValue()).as("default of " + name + ", which is not read").isNull();
    return null;
  }

  private static String path(Object command, Field field) {
    for (Field mixin : command.getClass().getDeclaredFields()) {
      if (mixin.isAnnotationPresent(Mixin.class) && mixin.getType() == field.getDeclaringClass()) {
        return mixin.getName() + "." + field.getName();
      }
    }
    assertThat(field.getDeclaringClass()).isEqualTo(command.getClass());
    return field.getName();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "analyze a.std",
        "analyze a.std b.sooth -q",
        "analyze -e hb,syncp --pairs all a.std --format=json -o x -w",
        "analyze --engine=all --timeout 5s --prove-budget=100ms --max-races 7 -j 2 a",
        "analyze --grain-shape any --grain-size 7 --lru 3 --input-format std --lenient a",
        "info a.std",
        "run Hello.java",
        "run --record-only -- java -cp x Hello",
        "run -q -o out java -javaagent:x -w Hello --engine hb -q",
        "run --online hb --online-in program --no-trace x.jar -h"
      })
  void readsPlainLines(String line) throws Exception {
    Callable<Integer> quick = QuickLine.read(line.split(" ", -1), IO);
    assertThat(quick).isNotNull();
    assertThat(state(quick)).isEqualTo(state(full(line.split(" ", -1))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "analyze",
        "analyze -h a",
        "analyze --engine",
        "analyze --engine x a",
        "analyze --threads 1 -j 2 a",
        "analyze -wq a",
        "analyze -j2 a",
        "analyze -j=2 a",
        "analyze -j 010 a",
        "analyze -j x a",
        "analyze --unknown a",
        "analyze @file",
        "analyze -o -w a",
        "analyze --witness=true a",
        "analyze -- a",
        "analyze -",
        "analyze --timeout 1d a",
        "analyze --grain-shape ANY a",
        "info a b",
        "run",
        "run --",
        "run java @x",
        "run java -- x",
        "run --include x Hello.java",
        "bench",
        "--help",
        "--version x",
        "analyse a"
      })
  void leavesTheRestToTheFullReader(String line) {
    assertThat(QuickLine.read(line.isEmpty() ? new String[0] : line.split(" ", -1), IO)).isNull();
  }

  @Test
  void understandsWhatTheFullReaderDoes() throws Exception {
    String[] words =
        ("-q --quiet -w -e hb syncp,osr --engine --engine=shb --pairs all first-per-event --first"
                + " -j 3 --threads=4 0 010 -1 a.std b \"a\" - -- @x --format json -f --format=text -o"
                + " --output --timeout 5s 2m --no-prove --max-races --lru 16 --grain-shape any section"
                + " --complete --record-only --online --online-in program parent --include x java"
                + " --values --stacks --strict --debug -h ${x} a=b --out=c -o=d -wq -j3 -e=hb --lenient"
                + " --input-format rr std run analyze")
            .split(" ", -1);
    long seed = Long.getLong("sooth.seed", 20_261_117L);
    Random random = new Random(seed);
    int plain = 0;
    for (int round = 0; round < 3_000; round++) {
      List<String> line = new ArrayList<>(List.of(VERBS.get(random.nextInt(VERBS.size()))));
      int length = 1 + random.nextInt(5);
      for (int i = 0; i < length; i++) {
        line.add(words[random.nextInt(words.length)]);
      }
      String[] args = line.toArray(new String[0]);
      Callable<Integer> quick = QuickLine.read(args, IO);
      if (quick != null) {
        plain++;
        assertThat(state(quick)).as("seed %d: %s", seed, line).isEqualTo(state(full(args)));
      }
    }
    assertThat(plain).as("plain lines").isGreaterThan(200);
  }

  /** The command as the full reader makes it; an exception if the line is wrong. */
  private static Object full(String[] args) {
    CommandLine line = Verbs.commandLine(IO);
    return line.parseArgs(args).subcommand().commandSpec().userObject();
  }

  /** All fields of a command and of its mixins. */
  private static Map<String, String> state(Object object) throws IllegalAccessException {
    Map<String, String> state = new TreeMap<>();
    for (Field field : object.getClass().getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers())) {
        continue;
      }
      field.setAccessible(true);
      Object value = field.get(object);
      if (field.isAnnotationPresent(Mixin.class)) {
        state(value).forEach((name, text) -> state.put(field.getName() + "." + name, text));
      } else {
        state.put(field.getName(), value instanceof Object[] a ? Arrays.toString(a) : "" + value);
      }
    }
    return state;
  }
}
