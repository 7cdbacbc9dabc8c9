package dev.sooth.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.junit.jupiter.api.Test;

/** What becomes of the configuration of Surefire. */
class TestPluginsTest {
  private static final String OURS = "/repository/sooth-junit.jar";

  private static Xpp3Dom configuration(String... elements) {
    Xpp3Dom all = new Xpp3Dom("additionalClasspathElements");
    for (String element : elements) {
      Xpp3Dom one = new Xpp3Dom("additionalClasspathElement");
      one.setValue(element);
      all.addChild(one);
    }
    Xpp3Dom configuration = new Xpp3Dom("configuration");
    configuration.addChild(all);
    return configuration;
  }

  private static List<String> elements(Xpp3Dom configuration) {
    List<String> values = new ArrayList<>();
    for (Xpp3Dom one : configuration.getChildren()[0].getChildren()) {
      values.add(one.getValue());
    }
    return values;
  }

  /** They win over the property, whatever that says. */
  @Test
  void elementsOfThePomGetOneMore() {
    Xpp3Dom configuration = configuration("a.jar", "b.jar");
    for (int i = 0; i < 2; i++) {
      TestPlugins.addClasses(configuration, OURS);
      assertThat(elements(configuration)).containsExactly("a.jar", "b.jar", OURS);
    }
  }

  @Test
  void withoutElementsThePropertyIsEnough() {
    Xpp3Dom configuration = configuration();
    TestPlugins.addClasses(configuration, OURS);
    assertThat(elements(configuration)).isEmpty();
    Xpp3Dom none = new Xpp3Dom("configuration");
    TestPlugins.addClasses(none, OURS);
    assertThat(none.getChildCount()).isZero();
  }
}
