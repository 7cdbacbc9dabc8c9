package dev.sooth.agent.online;

import dev.sooth.agent.online.PairStore.Pairs;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A process that reads or changes a database of pairs for {@link HelpedPairs}: a line with the
 * address on standard input, for {@code add} the pairs after it, and the answer on standard output.
 * Pairs that do not come whole, because who sends them was killed, are not added.
 */
public final class PairProcess {
  static final String READ = "read";
  static final String ADD = "add";

  private static final long MORE_MILLIS = 90_000; // for the start and for answers

  private PairProcess() {}

  public static void main(String[] args) throws IOException {
    System.exit(run(args));
  }

  private static int run(String[] args) throws IOException {
    String input = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    int end = input.indexOf('\n');
    if (args.length != 2 || end < 0 || !List.of(READ, ADD).contains(args[0])) {
      System.err.println("this is for the agent only");
      return 64;
    }
    long patienceMillis = Long.parseLong(args[1]);
    endAfter(patienceMillis + MORE_MILLIS);
    PairStore store =
        new PairDatabase(input.substring(0, end), System.err::println, patienceMillis);
    try {
      Pairs answer = Pairs.NONE;
      if (args[0].equals(READ)) {
        answer = store.read();
      } else {
        store.add(PairText.parse(input.substring(end + 1)).pairs().keySet());
      }
      OutputStream out = System.out;
      out.write(PairText.of(answer).getBytes(StandardCharsets.UTF_8));
      out.flush();
      return 0;
    } catch (IOException | IllegalArgumentException e) {
      System.err.println(e.getMessage());
      return 74;
    }
  }

  /** The program waits for this process: it must not hang with a server that does. */
  private static void endAfter(long millis) {
    Thread watch =
        new Thread(
            () -> {
              try {
                Thread.sleep(millis);
              } catch (InterruptedException e) {
                return;
              }
              System.err.println("no answer in " + millis / 1000 + " s");
              Runtime.getRuntime().halt(74);
            });
    watch.setDaemon(true);
    watch.start();
  }
}
