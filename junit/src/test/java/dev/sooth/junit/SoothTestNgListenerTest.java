package dev.sooth.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.testng.IInvokedMethod;
import org.testng.ITestNGMethod;
import org.testng.ITestResult;

/** As TestNG calls it, or does not. */
class SoothTestNgListenerTest {
  private static <T> T stub(Class<T> type, String name, Object parameters) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "isTestMethod" -> true;
                  case "getTestMethod" -> stub(ITestNGMethod.class, name, parameters);
                  case "getRealClass" -> SoothTestNgListenerTest.class;
                  case "getMethodName" -> name;
                  case "getParameters" -> parameters;
                  default -> throw new UnsupportedOperationException(method.getName());
                }));
  }

  private static IInvokedMethod method(String name) {
    return stub(IInvokedMethod.class, name, null);
  }

  private static ITestResult result(Object... parameters) {
    return stub(ITestResult.class, "", parameters);
  }

  private static String test(String name) {
    return SoothTestNgListenerTest.class.getName() + "." + name;
  }

  @Test
  void aTestWhoseEndWasNotToldEndsWhenTheNextOneBegins() {
    SoothTestNgListener listener = new SoothTestNgListener();
    listener.beforeInvocation(method("one"), result());
    assertThat(SoothTestNgListener.current()).isEqualTo(test("one"));
    ITestResult second = result();
    listener.beforeInvocation(method("other"), second);
    assertThat(SoothTestNgListener.current()).isEqualTo(test("other"));
    listener.afterInvocation(method("other"), second);
    assertThat(SoothTestNgListener.current()).isNull();
  }

  /** TestNG may make several listeners. */
  @Test
  void aTestThatIsToldTwiceBeginsOnce() {
    ITestResult result = result("parameter");
    for (int i = 0; i < 2; i++) {
      new SoothTestNgListener().beforeInvocation(method("counted"), result);
      assertThat(SoothTestNgListener.current()).isEqualTo(test("counted[1]"));
    }
    for (int i = 0; i < 2; i++) {
      new SoothTestNgListener().afterInvocation(method("counted"), result);
      assertThat(SoothTestNgListener.current()).isNull();
    }
  }
}
