/** Pages are loaded under their own locks, and dropped under that of the store. */
public class ResourceStore {
  static final int PAGES = 4;
  static final int MOST = 2;

  static final class Page {
    private final int number;
    private boolean loaded;
    private int size;
    private int uses;

    Page(int number) {
      this.number = number;
    }

    private int load() {
      if (!loaded) { // race: page
        size = 10 * number + 1; // race: page
        loaded = true; // race: page
      }
      uses++; // race: page
      return size; // race: page
    }

    private void drop() {
      size = 0; // race: page
      uses = 0; // race: page
      loaded = false; // race: page
    }
  }

  private final Page[] pages = new Page[PAGES];
  private int loads;

  ResourceStore() {
    for (int i = 0; i < PAGES; i++) {
      pages[i] = new Page(i);
    }
  }

  int get(int number) {
    Page page = pages[number];
    synchronized (page) {
      if (page.loaded) { // race: page
        return page.load();
      }
    }
    synchronized (this) {
      loads++;
      if (loads > MOST) {
        dropUnused();
      }
    }
    synchronized (page) {
      return page.load();
    }
  }

  private void dropUnused() {
    for (Page page : pages) {
      if (page.loaded && page.uses < 2) { // race: page
        page.drop();
        loads--;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    ResourceStore store = new ResourceStore();
    Thread[] clients = new Thread[3];
    for (int t = 0; t < clients.length; t++) {
      int first = t;
      clients[t] =
          new Thread(
              () -> {
                for (int i = 0; i < 6; i++) {
                  store.get((first + i) % PAGES);
                }
              },
              "client-" + t);
      clients[t].start();
    }
    for (Thread client : clients) {
      client.join();
    }
    System.out.println("served");
  }
}
