/** A server closes connections that were idle for long, but not while their handlers use them. */
public class ConnectionsFixed {
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

    synchronized void handle(int command) {
      if (closed) {
        return;
      }
      lastUsed = tick();
      received += command;
      if (command == QUIT) {
        close();
      } else {
        sent += 2 * command;
      }
    }

    synchronized void closeIfIdle() {
      if (tick() - lastUsed > IDLE) {
        close();
      }
    }

    private void close() {
      if (!closed) {
        closed = true;
        sent++;
        received = 0;
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
