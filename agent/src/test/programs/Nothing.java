/** Does nothing. */
public class Nothing {
  public static void main(String[] args) {}
}
