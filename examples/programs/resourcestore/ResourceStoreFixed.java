/** Pages are loaded and dropped under their own locks. */
public class ResourceStoreFixed {
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
      if (!loaded) {
        size = 10 * number + 1;
        loaded = true;
      }
      uses++;
      return size;
    }

    private void drop() {
      size = 0;
      uses = 0;
      loaded = false;
    }
  }

  private final Page[] pages = new Page[PAGES];
  private int loads;

  ResourceStoreFixed() {
    for (int i = 0; i < PAGES; i++) {
      pages[i] = new Page(i);
    }
  }

  int get(int number) {
    Page page = pages[number];
    synchronized (page) {
      if (page.loaded) {
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
      synchronized (page) {
        if (page.loaded && page.uses < 2) {
          page.drop();
          loads--;
        }
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    ResourceStoreFixed store = new ResourceStoreFixed();
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
