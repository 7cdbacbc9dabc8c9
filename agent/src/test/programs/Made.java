import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.IntSupplier;

/** Defines a class that has another name in each run, as libraries for mocks do. */
public class Made {
  public static class Template000000000000 implements IntSupplier {
    private int value = 1;

    @Override
    public int getAsInt() {
      value += 2;
      return value;
    }
  }

  public static void main(String[] args) throws Exception {
    String name = Template000000000000.class.getName();
    byte[] bytes;
    try (InputStream in = Made.class.getResourceAsStream(name + ".class")) {
      bytes = in.readAllBytes();
    }
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    String digits = String.format(Locale.ROOT, "%012x", System.nanoTime() & 0xFFFF_FFFF_FFFFL);
    byte[] other = text.replace("000000000000", digits).getBytes(StandardCharsets.ISO_8859_1);
    Class<?> made = MethodHandles.lookup().defineClass(other);
    System.out.println(((IntSupplier) made.getConstructor().newInstance()).getAsInt());
  }
}
