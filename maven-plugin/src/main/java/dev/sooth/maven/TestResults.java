package dev.sooth.maven;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.project.MavenProject;

/**
 * How many tests of this build ran and failed, as Surefire and Failsafe have written it.
 *
 * @param ran since {@code prepare}
 * @param failed of these, or ended by an error
 */
record TestResults(int ran, int failed) {
  private static final List<String> FOLDERS = List.of("surefire-reports", "failsafe-reports");

  static TestResults of(MavenProject project) throws MojoExecutionException {
    Path target = Path.of(project.getBuild().getDirectory());
    Path started = SuiteFolder.started(SuiteFolder.of(project));
    int ran = 0;
    int failed = 0;
    try {
      if (!Files.exists(started)) {
        return new TestResults(0, 0); // not prepared
      }
      long since = Files.getLastModifiedTime(started).toMillis();
      for (String folder : FOLDERS) {
        Path reports = target.resolve(folder);
        if (Files.isDirectory(reports)) {
          try (DirectoryStream<Path> files = Files.newDirectoryStream(reports, "TEST-*.xml")) {
            for (Path file : files) {
              if (Files.getLastModifiedTime(file).toMillis() >= since) {
                TestResults one = read(file);
                ran += one.ran;
                failed += one.failed;
              }
            }
          }
        }
      }
    } catch (IOException | XMLStreamException e) {
      throw new MojoExecutionException("cannot read the results of the tests: " + e, e);
    }
    return new TestResults(ran, failed);
  }

  private static TestResults read(Path file) throws IOException, XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    try (InputStream in = Files.newInputStream(file)) {
      XMLStreamReader xml = factory.createXMLStreamReader(in);
      xml.nextTag(); // testsuite
      return new TestResults(number(xml, "tests"), number(xml, "failures") + number(xml, "errors"));
    }
  }

  private static int number(XMLStreamReader xml, String attribute) {
    String value = xml.getAttributeValue(null, attribute);
    return value == null ? 0 : Integer.parseInt(value);
  }
}
