package dev.sooth.agent.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Numbers are looked up once for each class: what asks for them is called all the time. */
class LoadedClassesTest {
  private int asked;

  private final class Counting implements LoadedClasses.Numbers {
    @Override
    public int staticField(Class<?> named, int guess) {
      asked++;
      return 100 + guess;
    }

    @Override
    public int classIndex(Class<?> named, int guess) {
      asked++;
      return 200 + guess;
    }

    @Override
    public int classIndex(Class<?> type) {
      asked++;
      return type == String.class ? 300 : 301;
    }
  }

  @BeforeEach
  void install() {
    LoadedClasses.install(new Counting());
  }

  @AfterEach
  void uninstall() {
    LoadedClasses.install(null);
  }

  @Test
  void eachClassIsAskedForOnce() {
    for (int i = 0; i < 3; i++) {
      assertThat(LoadedClasses.classIndex(String.class)).isEqualTo(300);
      assertThat(LoadedClasses.classIndex(Integer.class)).isEqualTo(301);
    }
    assertThat(asked).isEqualTo(2);
  }

  @Test
  void aGuessIsAnotherQuestion() {
    for (int i = 0; i < 3; i++) {
      assertThat(LoadedClasses.classIndex(Long.class, 0)).isEqualTo(200);
      assertThat(LoadedClasses.classIndex(Long.class)).isEqualTo(301);
      assertThat(LoadedClasses.classIndex(Long.class, 1)).isEqualTo(201);
      assertThat(LoadedClasses.staticField(Long.class, 1)).isEqualTo(101);
    }
    assertThat(asked).isEqualTo(4);
  }
}
