#!/bin/sh
# Runs the tests of a library, as Maven Central has their sources, plainly and under the Maven
# plugin, and prints how both ended, how long they took, and the races. What docs/field.md says was
# found so.
# Usage: field.sh commons-pool2|commons-lang3|commons-jcs3-core FOLDER [option of mvn...]
# Of commons-lang3 it is the package concurrent, of commons-jcs3-core all but what needs a network or
# a database, or runs for minutes to measure. The plugin must be in the local repository (mvn
# -DskipTests install). -Dtest=CLASS#METHOD chooses tests. Exits with 1 if a project cannot be made
# or no report was written.
set -eu
[ $# -ge 2 ] || { sed -n 's/^# Usage: /usage: /p' "$0" >&2; exit 64; }
library=$1
folder=$2
shift 2
needs= # group:artifact:version:scope
leave= # patterns of tests to leave out
resources= # patterns of files in the jar of the tests
case $library in
  commons-pool2)
    version=2.12.0
    tests='org/*'
    needs="cglib:cglib:3.3.0:compile org.ow2.asm:asm-util:9.5:compile
      org.hamcrest:hamcrest-library:2.2:test org.apache.commons:commons-lang3:3.13.0:test"
    reuse=false # a JVM for each class
    leave='**/TestSoftRefOutOfMemory.java'
    resources='test1 test2'
    ;;
  commons-jcs3-core)
    version=3.2.1
    tests='org/*'
    needs="org.apache.logging.log4j:log4j-api:2.20.0:compile
      org.apache.commons:commons-dbcp2:2.9.0:compile
      org.apache.httpcomponents:httpclient:4.5.13:compile
      javax.servlet:javax.servlet-api:4.0.1:compile hsqldb:hsqldb:1.8.0.10:test
      org.apache.commons:commons-collections4:4.4:test junit:junit:4.13.2:test
      org.hamcrest:hamcrest:2.2:test org.junit.vintage:junit-vintage-engine:5.14.4:test"
    reuse=false
    leave='**/jdbc/** **/lateral/** **/remote/** **/discovery/** **/*Load* **/*Perf* **/*Performance*
      **/*Huge* **/*Thrash* **/*Usage* **/*Steady*'
    resources='*.ccf *.properties'
    ;;
  commons-lang3)
    version=3.17.0
    tests='org/apache/commons/lang3/concurrent/* org/apache/commons/lang3/AbstractLangTest.java
      org/apache/commons/lang3/exception/AbstractExceptionTest.java'
    needs="org.easymock:easymock:5.4.0:test org.hamcrest:hamcrest:3.0:test
      org.apache.commons:commons-text:1.12.0:test"
    reuse=true
    ;;
  *)
    sed -n 's/^# Usage: /usage: /p' "$0" >&2
    exit 64
    ;;
esac
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
# Into a file: what Maven prints may have colours around it.
mvn -B -q help:evaluate -Dexpression=settings.localRepository "-Doutput=$folder/repository.txt"
repository=$(cat "$folder/repository.txt")
own=$(sed -n 's:^  <version>\(.*\)</version>$:\1:p' "$(dirname "$0")/../pom.xml" | head -n 1)
jars=$repository/org/apache/commons/$library/$version/$library-$version
mkdir -p "$folder/src/main/java" "$folder/src/main/resources"
mkdir -p "$folder/src/test/java" "$folder/src/test/resources"
for part in sources test-sources tests; do
  mvn -q dependency:get -Dtransitive=false \
    "-Dartifact=org.apache.commons:$library:$version:jar:$part"
done
cd "$folder"
unzip -qo "$jars-sources.jar" 'org/*' -d src/main/java
if unzip -l "$jars-sources.jar" | grep -q META-INF/services/; then
  unzip -qo "$jars-sources.jar" 'META-INF/services/*' -d src/main/resources
fi
# shellcheck disable=SC2086 # one pattern a word
(set -f && unzip -qo "$jars-test-sources.jar" $tests -d src/test/java)
if [ -n "$resources" ]; then
  # shellcheck disable=SC2086 # one pattern a word
  (set -f && unzip -qo "$jars-tests.jar" $resources -d src/test/resources)
fi
excludes=$(set -f && for each in $leave; do printf '<exclude>%s</exclude>' "$each"; done)
dependencies=
for each in $needs; do
  IFS=: read -r group artifact number scope <<EACH
$each
EACH
  dependencies="$dependencies
    <dependency><groupId>$group</groupId><artifactId>$artifact</artifactId><version>$number</version><scope>$scope</scope></dependency>"
done
cat > pom.xml << POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>field</groupId>
  <artifactId>$library</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.14.4</version><scope>test</scope></dependency>$dependencies
  </dependencies>
  <build>
    <plugins>
      <plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
      <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.14.1</version></plugin>
      <plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>3.6.1</version>
        <configuration>
          <argLine>--add-opens java.base/java.lang=ALL-UNNAMED --add-opens java.base/java.util.concurrent=ALL-UNNAMED</argLine>
          <reuseForks>$reuse</reuseForks>
          <includes><include>**/Test*.java</include><include>**/*Test.java</include></includes>
          <excludes>$excludes</excludes>
        </configuration>
      </plugin>
    </plugins>
  </build>
</project>
POM
for goal in test "dev.sooth:sooth-maven-plugin:$own:test"; do
  rm -rf target
  start=$(date +%s)
  mvn -B -ntp -Dmaven.test.failure.ignore "$goal" "$@" > "$goal.log" 2>&1 || true
  printf '%s: %s s, %s\n' "$goal" "$(($(date +%s) - start))" \
    "$(sed -n 's/^.*\(Tests run: [0-9]*, Failures: [0-9]*, Errors: [0-9]*, Skipped: [0-9]*\)$/\1/p' "$goal.log" | tail -n 1)"
  sed -n 's/^\[ERROR\]   /  failed: /p' "$goal.log"
done
sed -n 's/^\[[A-Z]*\] \(data race: .*\|sooth[:,].*\)$/\1/p' "$goal.log"
[ -f target/sooth/report.html ]
