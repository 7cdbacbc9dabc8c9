#!/bin/sh
# Runs the tests of commons-pool2, as Maven Central has their sources, plainly and under the Maven
# plugin, a JVM for each class, and prints how both ended, how long they took, and the races. What
# docs/field.md says was found so.
# Usage: field.sh FOLDER [option of mvn...]
# The plugin must be in the local repository (mvn -DskipTests install). -Dtest=CLASS#METHOD chooses
# tests. Exits with 1 if a project cannot be made or no report was written.
set -eu
[ $# -ge 1 ] || { sed -n 's/^# Usage: /usage: /p' "$0" >&2; exit 64; }
folder=$1
shift
version=2.12.0
repository=$(mvn -q help:evaluate -Dexpression=settings.localRepository -DforceStdout)
jars=$repository/org/apache/commons/commons-pool2/$version/commons-pool2-$version
mkdir -p "$folder/src/main/java" "$folder/src/test/java" "$folder/src/test/resources"
for part in sources test-sources tests; do
  mvn -q dependency:get -Dtransitive=false \
    "-Dartifact=org.apache.commons:commons-pool2:$version:jar:$part"
done
cd "$folder"
unzip -qo "$jars-sources.jar" 'org/*' -d src/main/java
unzip -qo "$jars-test-sources.jar" 'org/*' -d src/test/java
unzip -qo "$jars-tests.jar" test1 test2 -d src/test/resources
cat > pom.xml << 'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>field</groupId>
  <artifactId>commons-pool2</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency><groupId>cglib</groupId><artifactId>cglib</artifactId><version>3.3.0</version></dependency>
    <dependency><groupId>org.ow2.asm</groupId><artifactId>asm-util</artifactId><version>9.5</version></dependency>
    <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.14.4</version><scope>test</scope></dependency>
    <dependency><groupId>org.hamcrest</groupId><artifactId>hamcrest-library</artifactId><version>2.2</version><scope>test</scope></dependency>
    <dependency><groupId>org.apache.commons</groupId><artifactId>commons-lang3</artifactId><version>3.13.0</version><scope>test</scope></dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
      <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.14.1</version></plugin>
      <plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>3.6.1</version>
        <configuration>
          <argLine>--add-opens java.base/java.lang=ALL-UNNAMED</argLine>
          <reuseForks>false</reuseForks>
          <includes><include>**/Test*.java</include><include>**/*Test.java</include></includes>
          <excludes><exclude>**/TestSoftRefOutOfMemory.java</exclude></excludes>
        </configuration>
      </plugin>
    </plugins>
  </build>
</project>
POM
for goal in test dev.sooth:sooth-maven-plugin:test; do
  rm -rf target
  start=$(date +%s)
  mvn -B -ntp -Dmaven.test.failure.ignore "$goal" "$@" > "$goal.log" 2>&1 || true
  printf '%s: %s s, %s\n' "$goal" "$(($(date +%s) - start))" \
    "$(sed -n 's/^.*\(Tests run: [0-9]*, Failures: [0-9]*, Errors: [0-9]*, Skipped: [0-9]*\)$/\1/p' "$goal.log" | tail -n 1)"
  sed -n 's/^\[ERROR\]   /  failed: /p' "$goal.log"
done
sed -n 's/^\[[A-Z]*\] \(data race: .*\|sooth[:,].*\)$/\1/p' "$goal.log"
[ -f target/sooth/report.html ]
