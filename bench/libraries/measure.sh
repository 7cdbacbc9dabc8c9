#!/bin/sh
# Runs each library plain and under the agent, REPEAT times in turn, and prints a line of the table
# in docs/overhead.md: the shortest time of the harness itself, JVM start excluded.
# Usage: measure.sh AGENT.jar [java]; needs `mvn package dependency:copy-dependencies` here first.
set -eu
cd "$(dirname "$0")"
agent=$1
java=${2:-java}
work=$(mktemp -d)
path="target/classes:target/dependency/*"
run() { # file options...
  out=$1
  shift
  "$java" -XX:-PrintWarnings -Xmx2g "$@" -cp "$path" dev.sooth.libraries.Libraries "$name" \
    > "$out.out" 2> "$out.err" || { echo "$name failed, see $out.err"; exit 1; }
  sed -n 's/^harness millis //p' "$out.err" >> "$out.millis"
}
for name in h2 hsqldb derby lucene netty caffeine guava logback xalan; do
  rm -f "$work"/*.millis
  i=0
  while [ $i -lt "${REPEAT:-3}" ]; do
    run "$work/plain"
    run "$work/agent" "-javaagent:$agent=out=$work/trace.sooth"
    cmp -s "$work/plain.out" "$work/agent.out" || { echo "$name: output differs"; exit 1; }
    i=$((i + 1))
  done
  plain=$(sort -n "$work/plain.millis" | head -1)
  recorded=$(sort -n "$work/agent.millis" | head -1)
  events=$(sed -n 's/^sooth: trace: .*, \([0-9]*\) events.*/\1/p' "$work/agent.err")
  classes=$(sed -n 's/^sooth: classes: \([0-9]*\) instrumented, \([0-9]*\) skipped, \([0-9]*\) failed.*/\1 | \2 | \3/p' "$work/agent.err")
  ratio=$(awk "BEGIN { printf \"%.1f\", $recorded / $plain }")
  echo "| $name | $plain | $recorded | $ratio | $events | $classes |"
done
rm -r "$work"
