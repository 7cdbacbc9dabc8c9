package shop;

/** Tickets that were sold; two that sell at once may lose one. */
public final class Tickets {
  private int sold;

  public void sell() {
    sold++;
  }

  public int sold() {
    return sold;
  }
}
