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
import org.apache.maven.project.MavenProject;

/** How many tests of this build ran, as Surefire and Failsafe have written it. */
final class TestResults {
  private static final List<String> FOLDERS = List.of("surefire-reports", "failsafe-reports");

  private TestResults() {}

  /** Those since {@code prepare}. */
  static int ran(MavenProject project) throws IOException {
    Path target = Path.of(project.getBuild().getDirectory());
    Path started = SuiteFolder.started(SuiteFolder.of(project));
    long since = Files.getLastModifiedTime(started).toMillis();
    int ran = 0;
    for (String folder : FOLDERS) {
      Path reports = target.resolve(folder);
      if (Files.isDirectory(reports)) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(reports, "TEST-*.xml")) {
          for (Path file : files) {
            if (Files.getLastModifiedTime(file).toMillis() >= since) {
              ran += tests(file);
            }
          }
        }
      }
    }
    return ran;
  }

  private static int tests(Path file) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    try (InputStream in = Files.newInputStream(file)) {
      XMLStreamReader xml = factory.createXMLStreamReader(in);
      xml.nextTag(); // testsuite
      String value = xml.getAttributeValue(null, "tests");
      return value == null ? 0 : Integer.parseInt(value);
    } catch (XMLStreamException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }
}
