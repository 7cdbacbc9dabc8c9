/** A server closes connections that were idle for long, while their handlers still use them. */
public class Connections {
  static final int COMMANDS = 6;
  static final int QUIT = 5;
  static final int IDLE = 4;

  static int clock;
  static int open;
  static final Object lock = new Object();

  static final class Connection {
    private int lastUsed;
    private int received;
    private int sent;
    private boolean closed;

    void handle(int command) {
      if (closed) { // race: connection
        return;
      }
      lastUsed = tick(); // race: connection
      received += command; // race: connection
      if (command == QUIT) {
        close();
      } else {
        sent += 2 * command; // race: connection
      }
    }

    void closeIfIdle() {
      if (tick() - lastUsed > IDLE) { // race: connection
        close();
      }
    }

    private void close() {
      if (!closed) { // race: connection
        closed = true; // race: connection
        sent++; // race: connection
        received = 0; // race: connection
        synchronized (lock) {
          open--;
        }
      }
    }
  }

  static int tick() {
    synchronized (lock) {
      return ++clock;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Connection[] connections = {new Connection(), new Connection()};
    open = connections.length;
    Thread[] handlers = new Thread[connections.length];
    for (int k = 0; k < handlers.length; k++) {
      Connection connection = connections[k];
      handlers[k] =
          new Thread(
              () -> {
                for (int command = 0; command < COMMANDS; command++) {
                  connection.handle(command);
                }
              },
              "handler-" + k);
      handlers[k].start();
    }
    Thread reaper =
        new Thread(
            () -> {
              for (int i = 0; i < 3; i++) {
                for (Connection connection : connections) {
                  connection.closeIfIdle();
                }
              }
            },
            "reaper");
    reaper.start();
    for (Thread handler : handlers) {
      handler.join();
    }
    reaper.join();
    System.out.println("served");
  }
}
