package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** The page in a browser, from disk: what a person does with it, and what it must not do. */
@Tag("any-jdk")
class ReportBrowserTest {
  private static final String AXE = "META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";
  private static final Path SHOTS = Path.of("target", "screenshots");

  @TempDir static Path folder;
  private static ChromeDriver browser;

  @BeforeAll
  static void start() throws IOException {
    Optional<Path> chromium = command("chromium");
    Optional<Path> driver = command("chromedriver");
    assumeTrue(
        chromium.isPresent() && driver.isPresent(),
        "no chromium and chromedriver on the PATH: the page is not tested in a browser"
            + " (apt-get install chromium chromium-driver)");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.get().toFile());
    options.setCapability("goog:loggingPrefs", logs);
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--force-prefers-reduced-motion", // a colour on its way to another is no finding
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--user-data-dir=" + Files.createDirectory(folder.resolve("profile")));
    ChromeDriverService service =
        new ChromeDriverService.Builder().usingDriverExecutable(driver.get().toFile()).build();
    browser = new ChromeDriver(service, options);
    browser.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.quit();
    }
  }

  private static Optional<Path> command(String name) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
        .map(path -> Path.of(path, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** The report of these traces, opened. */
  private static void open(String... traces) {
    Path page = folder.resolve("report.html");
    List<String> line = new ArrayList<>(List.of("analyze", "-q", "--html", page.toString()));
    line.addAll(List.of(traces));
    assertThat(Cli.run(line.toArray(String[]::new)).status()).isEqualTo(ExitStatus.RACES);
    browser.get("about:blank");
    browser.manage().logs().get(LogType.BROWSER);
    browser.manage().logs().get(LogType.PERFORMANCE);
    browser.get(page.toUri().toString());
    assertThat(script("return document.documentElement.dataset.ready")).isEqualTo("true");
  }

  private static Object script(String script, Object... arguments) {
    return browser.executeScript(script, arguments);
  }

  private static void size(int width, int height) {
    // The window of a browser may not be as narrow as a telephone; what it draws to may.
    browser.manage().window().setSize(new Dimension(Math.max(width, 500), height));
    browser.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  private static void noComplaints() {
    for (LogEntry entry : browser.manage().logs().get(LogType.BROWSER)) {
      assertThat(entry.getLevel().intValue())
          .as("console: %s", entry.getMessage())
          .isLessThan(Level.SEVERE.intValue());
    }
    List<String> requests = new ArrayList<>();
    for (LogEntry entry : browser.manage().logs().get(LogType.PERFORMANCE)) {
      String message = entry.getMessage();
      if (message.contains("Network.requestWillBeSent\"")
          && !message.matches("(?s).*\"url\":\"(file:|about:|data:).*")) {
        requests.add(message);
      }
    }
    assertThat(requests).as("requests").isEmpty();
  }

  private static void isAccessible(String where) throws IOException {
    try (InputStream axe = ReportBrowserTest.class.getClassLoader().getResourceAsStream(AXE)) {
      assertThat(axe).as(AXE).isNotNull();
      script(new String(axe.readAllBytes(), StandardCharsets.UTF_8)); // by the driver, past the CSP
    }
    Object found =
        browser.executeAsyncScript(
            "const done = arguments[arguments.length - 1];"
                + "axe.run().then(r => done(r.violations"
                + ".filter(v => v.impact === 'serious' || v.impact === 'critical')"
                + ".map(v => v.id + ': ' + v.nodes.map(n => n.target + ' ' + n.failureSummary)"
                + ".join('; '))), e => done(['axe failed: ' + e]));");
    assertThat((List<?>) found).as("serious findings of axe, %s", where).isEmpty();
  }

  private static void screenshot(String name) throws IOException {
    Files.createDirectories(SHOTS);
    Files.write(SHOTS.resolve(name + ".png"), browser.getScreenshotAs(OutputType.BYTES));
  }

  @Test
  void aPersonSearchesOpensStepsAndSwitchesToDark() throws IOException {
    size(1280, 1400);
    open(
        "-e",
        "hb,syncp,osr",
        Cli.example("hidden.std"),
        Cli.example("pipeline.std"),
        Cli.example("bank.std"));
    assertThat(browser.getTitle()).contains("data races");

    WebElement search = browser.findElement(By.id("search"));
    int all = browser.findElements(By.cssSelector(".race")).size();
    assertThat(all).isGreaterThan(2);
    search.sendKeys("cache reader");
    List<WebElement> found = browser.findElements(By.cssSelector(".race"));
    assertThat(found).hasSize(1).hasSizeLessThan(all);
    found.get(0).click();
    assertThat(browser.findElement(By.id("title")).getText()).contains("Cache.entry");
    assertThat(browser.findElements(By.cssSelector(".panel"))).hasSize(2);

    // The reader's section comes before the writer's, which is drawn as overtaken.
    assertThat(browser.findElements(By.cssSelector(".rows .s1"))).isNotEmpty();
    assertThat(browser.findElements(By.cssSelector(".rows .s2"))).isNotEmpty();
    assertThat(browser.findElements(By.cssSelector(".rows .mark"))).hasSize(4);

    WebElement stage = browser.findElements(By.cssSelector(".stage")).get(1);
    List<String> told = new ArrayList<>();
    for (int step = 0; step < 6; step++) {
      stage.sendKeys(Keys.ARROW_RIGHT);
      told.add(browser.findElement(By.id("now")).getText());
    }
    assertThat(told).doesNotHaveDuplicates();
    assertThat(told.get(0)).startsWith("Step 1 of 6: main start writer");
    assertThat(told.get(2)).contains("reader lock counter at Stats.java:22");
    assertThat(told.get(5)).contains("both accesses are next");
    stage.sendKeys(Keys.ARROW_LEFT);
    assertThat(browser.findElement(By.id("now")).getText()).isEqualTo(told.get(4));

    isAccessible("light");
    screenshot("wide-light");
    browser.findElement(By.id("theme")).click();
    assertThat(script("return document.documentElement.dataset.theme")).isEqualTo("dark");
    isAccessible("dark");
    screenshot("wide-dark");
    size(420, 2200);
    isAccessible("narrow, dark");
    assertThat((Boolean) script("return document.documentElement.scrollWidth <= innerWidth"))
        .as("the page fits the narrow screen")
        .isTrue();
    screenshot("narrow-dark");
    browser.findElement(By.id("theme")).click();
    isAccessible("narrow, light");
    screenshot("narrow-light");
    script("document.querySelectorAll('details').forEach(box => box.open = true)");
    assertThat((Boolean) script("return document.documentElement.scrollWidth <= innerWidth"))
        .as("the page fits the narrow screen with all that can be opened")
        .isTrue();
    noComplaints();
  }

  /** The names beside the timelines stand where their lanes are, and each says of which trace. */
  @Test
  void timelinesAreLabelled() {
    size(1280, 1400);
    open(Cli.example("hidden.std"), Cli.example("bank.std"));
    assertThat(browser.findElement(By.id("overview")).getText())
        .contains("hidden.std", "bank.std", "Red marks are races");
    Object away =
        script(
            "return [...document.querySelectorAll('.timeline')].flatMap(t => {"
                + "const top = t.querySelector('canvas').getBoundingClientRect().top;"
                + "return [...t.querySelectorAll('.lanes div')].map((name, i) =>"
                + "Math.abs(name.getBoundingClientRect().top - top - 14 * i)).filter(d => d > 2)})");
    assertThat((List<?>) away).as("names away from their lanes, in pixels").isEmpty();
    noComplaints();
  }

  /** Paper is white, and has no scroll bar. */
  @Test
  void whatIsPrintedIsDarkOnWhiteAndWhole() throws IOException {
    size(1280, 700);
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      events.append("T1|w(a%d)|1 T2|w(b%d)|2 ".formatted(i, i));
    }
    open(Cli.trace(folder, "print.std", events + "T1|w(x)|3 T2|w(x)|4"));
    script(
        "document.querySelectorAll('.fold').forEach(f =>"
            + " f.dispatchEvent(new MouseEvent('click', {bubbles: true})))");
    if (script("return document.documentElement.dataset.theme").equals("light")) {
      browser.findElement(By.id("theme")).click();
    }
    String rows = "return document.querySelectorAll('.panel:first-child .rows svg svg').length";
    long onScreen = (Long) script(rows);
    browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", "print"));
    try {
      script("window.dispatchEvent(new Event('beforeprint'))");
      assertThat((Long) script(rows)).as("rows, of %d on the screen", onScreen).isEqualTo(122);
      String colour = "return getComputedStyle(document.querySelector(arguments[0])).%s";
      assertThat(script(colour.formatted("backgroundColor"), "#detail"))
          .isEqualTo("rgb(255, 255, 255)");
      assertThat(script(colour.formatted("fill"), ".rows .pos")).isEqualTo("rgb(90, 96, 107)");
    } finally {
      browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", "screen"));
      script("window.dispatchEvent(new Event('afterprint'))");
      browser.findElement(By.id("theme")).click(); // kept for the pages of other tests
    }
    assertThat((Long) script(rows)).isEqualTo(onScreen);
    noComplaints();
  }

  /** What could not be read, and a trace of which all is refuted, do not look like each other. */
  @Test
  void aPageWithoutARaceSaysWhy() {
    Path page = folder.resolve("empty.html");
    String bad = Cli.trace(folder, "bad.std", "T1|rel(l)|1");
    assertThat(Cli.run("analyze", "-q", "--html", page.toString(), bad).status())
        .isEqualTo(ExitStatus.BAD_INPUT);
    browser.get(page.toUri().toString());
    assertThat(browser.getTitle()).startsWith("Nothing was analysed");
    assertThat(browser.findElement(By.id("summary")).getText())
        .contains("syncp did not run: ")
        .contains("T1 releases l, which it does not hold");
    assertThat(Cli.run("decide", "--html", page.toString(), Cli.example("queue.std")).status())
        .isEqualTo(ExitStatus.OK);
    browser.get(page.toUri().toString());
    assertThat(browser.getTitle()).startsWith("11 pairs that cannot race");
    assertThat(browser.findElement(By.id("races")).getText()).contains("--pair only");
    noComplaints();
  }

  /** With the keyboard alone, and what it says of all engines. */
  @Test
  void allIsReachedByTheKeyboard() {
    size(1280, 1400);
    open("-e", "all", Cli.example("hidden.std"));
    WebElement body = browser.findElement(By.tagName("body"));
    Set<String> reached = new LinkedHashSet<>();
    Set<String> tables = new LinkedHashSet<>();
    for (int i = 0; i < 40; i++) {
      WebElement at = i == 0 ? body : browser.switchTo().activeElement();
      at.sendKeys(Keys.TAB);
      WebElement now = browser.switchTo().activeElement();
      String text = now.getText();
      reached.add(
          now.getTagName() + "." + now.getDomAttribute("class") + "#" + now.getDomAttribute("id"));
      if (tables.isEmpty() && text.startsWith("Engines side by side")) {
        now.sendKeys(Keys.ENTER);
        WebElement box = now.findElement(By.xpath("./.."));
        tables.add(box.findElement(By.cssSelector("thead")).getText());
      }
      if (now.getTagName().equals("button") && text.contains("Cache.java:41")) {
        now.sendKeys(Keys.ENTER);
        assertThat(browser.findElement(By.id("title")).getText()).contains("Cache.entry");
      }
    }
    assertThat(reached.toString())
        .contains("a.skip", "#theme", "input.null#search", "select", "button.race", ".stage");
    assertThat(tables).containsExactly("field lines hb shb wcp syncp m osr");
    noComplaints();
  }

  /** Names from a trace are text, whatever they look like. */
  @Test
  void hostileNamesAreText() throws IOException {
    size(1280, 1000);
    open(hostile(folder).toString());
    assertThat(script("return window.harmed")).isNull();
    assertThat(browser.findElements(By.cssSelector("main img, main script, main b"))).isEmpty();
    assertThat(browser.findElement(By.id("title")).getText()).contains("<img src=x");
    assertThat(browser.findElement(By.id("detail")).getText())
        .contains("\\u202e")
        .doesNotContain("\u202e");
    assertThat((Boolean) script("return document.documentElement.scrollWidth <= innerWidth"))
        .isTrue();
    screenshot("hostile");
    noComplaints();
  }

  /** A trace whose names are what one would rather not have in a page. */
  static Path hostile(Path folder) throws IOException {
    String variable =
        "<img src=x onerror='window.harmed=1'>.\"f</script><script>window.harmed=2</script>";
    String thread = "a\u001b[31m\u202etxt<b>&amp;]]>-->{{7*7}}${x}";
    String file = "../../../../etc/passwd:1 a.B.<script>window.harmed=3</script>";
    String longName = "N".repeat(10_000);
    Path trace = folder.resolve("hostile.std");
    Files.writeString(
        trace,
        "main|fork("
            + thread
            + ")|"
            + file
            + "\n"
            + thread
            + "|acq("
            + longName
            + ")|%0A::error::x\n"
            + thread
            + "|w("
            + variable
            + ")|"
            + file
            + "\n"
            + thread
            + "|rel("
            + longName
            + ")|javascript:alert(1)\n"
            + "main|w("
            + variable
            + ")|"
            + longName
            + ".java:7\n");
    return trace;
  }

  /** A witness of 100,000 events is folded, can be unfolded, and draws what is in sight only. */
  @Test
  void aLongWitnessIsFoldedAndUnfolds() throws IOException {
    StringBuilder events = new StringBuilder("main|fork(other)|M.java:1\n");
    for (int i = 0; i < 50_000; i++) {
      events.append("main|w(a").append(i % 100).append(")|M.java:2\n");
      events.append("other|w(b").append(i % 100).append(")|M.java:3\n");
    }
    events.append("main|w(x)|M.java:4\nother|w(x)|M.java:5\n");
    Path trace = folder.resolve("long.std");
    Files.writeString(trace, events.toString());
    size(1280, 1000);
    open(trace.toString());
    WebElement stage = browser.findElements(By.cssSelector(".stage")).get(1);
    stage.sendKeys(Keys.HOME);
    String folded = "events folded; Enter shows them";
    for (int i = 0; i < 20 && !browser.findElement(By.id("now")).getText().contains(folded); i++) {
      stage.sendKeys(Keys.ARROW_RIGHT);
    }
    assertThat(browser.findElement(By.id("now")).getText()).contains(folded);
    stage.sendKeys(Keys.ENTER);
    assertThat(browser.findElement(By.id("now")).getText()).doesNotContain(folded);
    browser.navigate().refresh(); // and with the mouse
    stage = browser.findElements(By.cssSelector(".stage")).get(1);
    WebElement fold =
        browser
            .findElements(By.cssSelector(".panel"))
            .get(1)
            .findElement(By.cssSelector(".fold.can"));
    script("arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true}))", fold);
    stage.sendKeys(Keys.END);
    assertThat(browser.findElement(By.id("now")).getText()).contains("both accesses are next");
    stage.sendKeys(Keys.ARROW_LEFT);
    assertThat(browser.findElement(By.id("now")).getText()).contains("of 100,00");
    assertThat((Long) script("return document.querySelectorAll('.rows > svg > g').length"))
        .isLessThan(300);
    noComplaints();
  }

  /**
   * A thousand races in a trace of a million events. The bounds are those of a machine that does
   * nothing else, ten times; what is printed is what was measured.
   */
  @Test
  void aThousandRacesInAMillionEventsAreUsable() throws IOException {
    Path trace = folder.resolve("thousand.std");
    Files.writeString(trace, thousandRaces());
    Path none = folder.resolve("none.txt");
    long began = 0;
    for (int warm = 0; warm < 2; warm++) {
      began = System.nanoTime();
      assertThat(Cli.run("analyze", "-q", "-o", none.toString(), trace.toString()).status())
          .isEqualTo(ExitStatus.RACES);
    }
    long without = System.nanoTime() - began;
    size(1280, 1000);
    began = System.nanoTime();
    open("-o", none.toString(), trace.toString());
    double written = (System.nanoTime() - began - without) / 1e9;
    long bytes = Files.size(folder.resolve("report.html"));
    double ready =
        ((Number)
                script(
                    "return performance.getEntriesByType('navigation')[0]"
                        + ".domContentLoadedEventEnd"))
            .doubleValue();
    String timed =
        "const begin = performance.now(); %s; document.body.offsetHeight;"
            + "return performance.now() - begin";
    double found =
        ((Number)
                script(
                    timed.formatted(
                        "const s = document.getElementById('search'); s.value = 'field777';"
                            + "s.dispatchEvent(new Event('input', {bubbles: true}))")))
            .doubleValue();
    List<WebElement> races = browser.findElements(By.cssSelector(".race"));
    assertThat(races).hasSize(1);
    double shown =
        ((Number) script(timed.formatted("arguments[0].click()"), races.get(0))).doubleValue();
    assertThat(browser.findElement(By.id("title")).getText()).contains("field777");
    assertThat(browser.findElements(By.cssSelector(".panel"))).hasSize(2);
    Object cut =
        script(
            "return [...document.querySelectorAll('.pos')].filter(t => t.getBBox().x < 0)"
                + ".map(t => t.textContent)");
    assertThat((List<?>) cut).as("positions that begin outside of the picture").isEmpty();
    System.out.printf(
        "1,000 races, 1,000,000 events: page of %,d bytes, written in %.1f s, usable after %.0f ms,"
            + " search %.0f ms, a race shown in %.0f ms%n",
        bytes, written, ready, found, shown);
    assertThat(bytes).isLessThan(5_000_000);
    assertThat(written).isLessThan(50);
    assertThat(ready).isLessThan(20_000);
    assertThat(found).isLessThan(20_000);
    assertThat(shown).isLessThan(20_000);
    screenshot("thousand");
    noComplaints();
  }

  /** Critical sections of seven threads, and a pair of accesses that race now and then. */
  private static String thousandRaces() {
    Random random = new Random(1);
    StringBuilder all = new StringBuilder();
    for (int t = 1; t <= 7; t++) {
      all.append("main|fork(t").append(t).append(")|Main.java:3 app.Main.main\n");
    }
    for (int race = 0; race < 1000; race++) {
      for (int i = 0; i < 249; i++) {
        String thread = "t" + (random.nextInt(7) + 1);
        int lock = random.nextInt(20);
        String method = " app.Work.step" + lock + "\n";
        String field = "(app.Work.f" + lock + "@" + (lock + 1) + ")|Work.java:";
        all.append(thread).append("|acq(lock").append(lock).append(")|Work.java:1").append(method);
        all.append(thread).append("|w").append(field).append(2).append(method);
        all.append(thread).append("|r").append(field).append(3).append(method);
        all.append(thread).append("|rel(lock").append(lock).append(")|Work.java:4").append(method);
      }
      String type = "app.C" + race;
      String at = "(" + type + ".field" + race + "@" + (race + 100) + ")|C" + race + ".java:";
      all.append("t1|w").append(at).append("7 ").append(type).append(".put\n");
      all.append("t2|r").append(at).append("9 ").append(type).append(".get\n");
      all.append("t1|r").append(at).append("8 ").append(type).append(".check\n");
      all.append("t1|r").append(at).append("8 ").append(type).append(".check\n");
    }
    return all.toString();
  }
}
