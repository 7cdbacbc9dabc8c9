package dev.sooth.cli;

import dev.sooth.analysis.Failure;
import dev.sooth.report.Version;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The entry point: {@code sooth VERB …}. */
@Command(
    name = "sooth",
    synopsisSubcommandLabel = "VERB",
    description = "Predicts data races from the trace of one execution and proves each one.",
    versionProvider = Main.VersionLine.class,
    commandListHeading = "%nVerbs:%n",
    footer = {"", "`sooth VERB --help` explains a verb."})
public final class Main implements Runnable {
  @Spec private CommandSpec spec;
  @Mixin GlobalOptions global;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version and exit.")
  boolean version;

  private Main() {}

  public static void main(String[] args) {
    System.exit(run(args, Io.ofProcess()));
  }

  /** Runs one command line; returns the exit status. */
  static int run(String[] args, Io io) {
    boolean debug = Arrays.asList(args).contains("--debug");
    CommandLine line = commandLine(io);
    line.setOut(new PrintWriter(new OutputStreamWriter(io.out(), StandardCharsets.UTF_8), true));
    line.setErr(new PrintWriter(io.err(), true, StandardCharsets.UTF_8));
    line.setParameterExceptionHandler((e, arguments) -> usage(e, io));
    line.setExecutionExceptionHandler(
        (e, command, result) -> fail(e, command.getCommandName(), debug, io));
    line.setUsageHelpAutoWidth(false);
    try {
      return line.execute(args);
    } catch (OutOfMemoryError | StackOverflowError e) {
      return fail(e, args.length == 0 ? "sooth" : args[0], debug, io);
    }
  }

  /** All verbs with their options. */
  static CommandLine commandLine(Io io) {
    CommandLine line =
        new CommandLine(new Main())
            .addSubcommand(new RunCommand(io))
            .addSubcommand(new DoctorCommand(io))
            .addSubcommand(new AnalyzeCommand(io))
            .addSubcommand(new DecideCommand(io))
            .addSubcommand(new VerifyCommand(io))
            .addSubcommand(new InfoCommand(io))
            .addSubcommand(new ConvertCommand(io))
            .addSubcommand(new GenerateCommand(io))
            .addSubcommand(new BenchCommand(io))
            .addSubcommand(new EnginesCommand(io));
    for (String verb : new String[] {"run", "doctor"}) {
      line.getSubcommands().get(verb).setStopAtPositional(true); // the rest is the program's
    }
    return line;
  }

  /** Without a verb. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a verb is missing");
  }

  private static int usage(ParameterException e, Io io) {
    CommandLine command = e.getCommandLine();
    io.say(e.getMessage());
    CommandLine.UnmatchedArgumentException.printSuggestions(e, command.getErr());
    String name = command.getCommandSpec().qualifiedName();
    io.err().println("Try `" + name + " --help`.");
    return ExitStatus.USAGE;
  }

  private static int fail(Throwable thrown, String subject, boolean debug, Io io) {
    Failure failure = Failures.of(thrown, subject);
    Failures.say(failure, debug, io);
    return Failures.status(failure);
  }

  static final class VersionLine implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "sooth " + Version.current() + " (Java " + Runtime.version().feature() + ")"
      };
    }
  }
}
