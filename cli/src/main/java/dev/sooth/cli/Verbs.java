package dev.sooth.cli;

import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/**
 * All verbs and their options: reads a command line, explains it, and says what is wrong with it.
 */
@Command(
    name = "sooth",
    synopsisSubcommandLabel = "VERB",
    description = "Predicts data races from the trace of one execution and proves each one.",
    versionProvider = Verbs.VersionLine.class,
    commandListHeading = "%nVerbs:%n",
    footer = {"", "`sooth VERB --help` explains a verb."})
final class Verbs implements Runnable {
  @Mixin GlobalOptions global = new GlobalOptions();

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version and exit.")
  boolean version;

  private Verbs() {}

  /** Runs one command line; returns the exit status. */
  static int run(String[] args, boolean debug, Io io) {
    CommandLine line = commandLine(io);
    line.setOut(new PrintWriter(new OutputStreamWriter(io.out(), StandardCharsets.UTF_8), true));
    line.setErr(new PrintWriter(io.err(), true, StandardCharsets.UTF_8));
    line.setParameterExceptionHandler((e, arguments) -> usage(e, io));
    line.setExecutionExceptionHandler(
        (e, command, result) ->
            Failures.end(
                e, command.getCommandName(), command.getCommandSpec().qualifiedName(), debug, io));
    line.setUsageHelpAutoWidth(false);
    return line.execute(withoutHelpVerb(args));
  }

  /** {@code help VERB} is {@code VERB --help}. */
  private static String[] withoutHelpVerb(String[] args) {
    if (args.length == 0 || !args[0].equals("help")) {
      return args;
    }
    String[] asked = Arrays.copyOfRange(args, 1, args.length + 1);
    asked[args.length - 1] = "--help";
    return asked;
  }

  /** All verbs with their options. */
  static CommandLine commandLine(Io io) {
    CommandLine line =
        new CommandLine(new Verbs())
            .addSubcommand(new RunCommand(io))
            .addSubcommand(new DoctorCommand(io))
            .addSubcommand(new AnalyzeCommand(io))
            .addSubcommand(new DecideCommand(io))
            .addSubcommand(new VerifyCommand(io))
            .addSubcommand(new ExplainCommand(io))
            .addSubcommand(new ConfirmCommand(io))
            .addSubcommand(new BaselineCommand(io))
            .addSubcommand(new InfoCommand(io))
            .addSubcommand(new ConvertCommand(io))
            .addSubcommand(new GenerateCommand(io))
            .addSubcommand(new PairsCommand(io))
            .addSubcommand(
                new CommandLine(new BenchCommand(io))
                    .addSubcommand(new OnlineBenchCommand(io))
                    .addSubcommand(new RecipeBenchCommand(io)))
            .addSubcommand(new CheckTestsCommand(io))
            .addSubcommand(new SuiteCommand(io))
            .addSubcommand(new EnginesCommand(io));
    for (String verb : new String[] {"run", "doctor", "confirm"}) {
      line.getSubcommands().get(verb).setStopAtPositional(true); // the rest is the program's
    }
    for (Class<?> type : Values.TYPES) {
      register(line, type);
    }
    line.setExpandAtFiles(false); // such a word may be a file's name, or the program's own
    return line;
  }

  @SuppressWarnings("unchecked") // the value is of the type
  private static <T> void register(CommandLine line, Class<T> type) {
    line.registerConverter(
        type,
        text -> {
          try {
            return (T) Values.of(type, text);
          } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
          }
        });
  }

  /** Without a verb. */
  @Override
  public void run() {
    throw new UsageException("a verb is missing");
  }

  private static int usage(ParameterException e, Io io) {
    CommandLine command = e.getCommandLine();
    io.say(e.getMessage());
    CommandLine.UnmatchedArgumentException.printSuggestions(e, command.getErr());
    return Failures.sayTry(command.getCommandSpec().qualifiedName(), io);
  }

  static final class VersionLine implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {Main.version()};
    }
  }
}
