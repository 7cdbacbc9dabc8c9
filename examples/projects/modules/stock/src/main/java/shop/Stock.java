package shop;

/** Pieces that are there; two that put one at once may lose one. */
public final class Stock {
  private int pieces;

  public void put() {
    pieces++;
  }

  public int pieces() {
    return pieces;
  }
}
