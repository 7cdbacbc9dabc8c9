#!/bin/sh
# Runs real libraries and the example programs plain and under the agent, REPEAT times in turn (3 if
# not set), and prints the table of docs/overhead.md with the geometric means. The outputs of all runs
# must be the same. Time is the shortest: of a library the harness's own, JVM start excluded; of an
# example, which takes milliseconds, that of the whole process, JVM start and writing of the trace
# included. Memory is the largest peak resident set of the process, with the same -Xmx in both: from
# GNU time if it is there, else what the process says of itself before the trace is finished.
# Usage: measure.sh SOOTH.jar [java [library or example...]]
# Needs `mvn package dependency:copy-dependencies` here first. Exits with 1 if a program failed, its
# output differed, or a class could not be instrumented.
set -eu
[ $# -ge 1 ] || { sed -n 's/^# Usage: /usage: /p' "$0" >&2; exit 64; }
agent=$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")
java=${2:-java}
[ $# -lt 2 ] || shift
shift
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
path="target/classes:target/dependency/*"
libraries="h2 hsqldb derby lucene netty jetty caffeine guava logback xalan junit"
examples=../../examples/programs
case $java in
  */*) javac=$(dirname "$java")/javac ;;
  *) javac=javac ;;
esac
gnu_time=""
if /usr/bin/time -f %M true > /dev/null 2>&1; then gnu_time="/usr/bin/time -f rss-kb-%M"; fi
status=0

fail() { # message
  echo "$name: $1" >&2
  status=1
}

# Runs the program once and appends its time and memory to FILE.millis and FILE.kb.
run() { # FILE option...
  file=$1
  shift
  begin=$(date +%s%N)
  # shellcheck disable=SC2086 # $gnu_time and $program are several words
  timeout "${TIMEOUT:-300}" $gnu_time "$java" -XX:-PrintWarnings -Xmx2g "$@" -cp "$path" \
    dev.sooth.libraries.Measured $program > "$file.out" 2> "$file.err" || {
    fail "failed"
    tail -20 "$file.err" >&2
    return 1
  }
  end=$(date +%s%N)
  if [ "$kind" = library ]; then
    sed -n 's/^harness millis //p' "$file.err" >> "$file.millis"
  else
    echo $(((end - begin) / 1000000)) >> "$file.millis"
  fi
  sed -n 's/^harness rss-kb //p; s/^rss-kb-//p' "$file.err" | sort -n | tail -1 >> "$file.kb"
  if [ ! -f "$work/expected" ]; then cp "$file.out" "$work/expected"; fi
  cmp -s "$work/expected" "$file.out" || fail "the output differs"
}

measure() { # kind, name, class and arguments
  kind=$1 name=$2 program=$3
  rm -f "$work"/*.millis "$work"/*.kb "$work/expected"
  i=0
  while [ $i -lt "${REPEAT:-3}" ]; do
    run "$work/plain" || return 0
    run "$work/agent" "-javaagent:$agent=out=$work/trace.sooth" || return 0
    i=$((i + 1))
  done
  plain=$(sort -n "$work/plain.millis" | head -1)
  recorded=$(sort -n "$work/agent.millis" | head -1)
  plain_kb=$(sort -n "$work/plain.kb" | tail -1)
  recorded_kb=$(sort -n "$work/agent.kb" | tail -1)
  events=$(sed -n 's/^sooth: trace: .*, \([0-9]*\) events.*/\1/p' "$work/agent.err")
  classes=$(sed -n 's/^sooth: classes: \([0-9]*\) instrumented, \([0-9]*\) skipped, \([0-9]*\) failed.*/\1 | \2 | \3/p' "$work/agent.err")
  case $classes in
    *"| 0") ;;
    *) fail "classes failed: $classes" ;;
  esac
  echo "$kind $plain $recorded $plain_kb $recorded_kb" >> "$work/all"
  awk -v name="$name" -v plain="$plain" -v recorded="$recorded" -v kb="$plain_kb" \
    -v recorded_kb="$recorded_kb" -v rest="$events | $classes" 'BEGIN {
      printf "| %s | %d | %d | %.1f× | %d | %d | %.1f× | %s |\n", name, plain, recorded,
        recorded / plain, kb / 1024, recorded_kb / 1024, recorded_kb / kb, rest }'
}

wanted() { # name, those wanted; all if none
  [ $# -gt 1 ] || return 0
  sought=$1
  shift
  for one in "$@"; do
    [ "$one" != "$sought" ] || return 0
  done
  return 1
}

mean() { # title, pattern of the kinds
  awk -v title="$1" -v kinds="$2" '
    $1 ~ kinds { n++; time += log($3 / $2); memory += log($5 / $4) }
    END { if (n) printf "%s, %d programs: time %.1f×, memory %.1f×\n", title, n, exp(time / n),
      exp(memory / n) }' "$work/all"
}

echo "| program | plain ms | recorded ms | slow-down | plain MB | recorded MB | memory | events | classes instrumented | skipped | failed |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
touch "$work/all"
for name in $libraries; do
  if wanted "$name" "$@"; then measure library "$name" "dev.sooth.libraries.Libraries $name"; fi
done
for source in "$examples"/*/*.java; do
  name=$(basename "$source" .java)
  if wanted "$name" "$@"; then
    mkdir -p "$work/classes-$name"
    "$javac" -d "$work/classes-$name" "$source"
    path="target/classes:$work/classes-$name"
    measure example "$name" "$name"
  fi
done
echo
mean "Geometric mean of the libraries" library
mean "Geometric mean of the examples" example
mean "Geometric mean of all" .
exit $status
