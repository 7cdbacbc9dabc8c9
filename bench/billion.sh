#!/bin/sh
# Records a program that makes objects without end until the trace has a billion events, and analyses
# it with engines that keep no trace in memory, each in a heap of 1 GB, proofs left out (they need the
# trace). Prints for each step the CPU time, the time and the largest resident memory. The trace takes
# 7 GB in TMPDIR while this runs. EVENTS is another number of events in millions, HEAP another heap.
# Usage: billion.sh SOOTH.jar [engine...]
set -eu
[ $# -ge 1 ] || { sed -n 's/^# Usage: /usage: /p' "$0" >&2; exit 64; }
jar=$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")
shift
[ $# -ge 1 ] || set -- hb shb
java=${JAVA:-java}
heap=${HEAP:-1g}
rounds=$((${EVENTS:-1000} * 62500)) # eight events for each object of two threads
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
javac -g -d "$work" Billion.java
step() { # name, command…
  name=$1
  shift
  status=0
  /usr/bin/time -f '%U s and %S s of CPU, %e s, %M KB' -o "$work/time" "$@" > "$work/out" 2>&1 || status=$?
  echo "$name: status $status, $(tail -n 1 "$work/time")"
  grep -h -e '^SUMMARY' -e '^sooth: trace' -e '^NOTE' -e '^sooth: .*memory' "$work/out" | cut -c1-400 || true
}
step record "$java" -Xmx512m "-javaagent:$jar=out=$work/t.sooth" -cp "$work" Billion "$rounds"
echo "trace: $(wc -c < "$work/t.sooth") bytes"
for engine; do
  step "$engine" "$java" "-Xmx$heap" -XX:+UseParallelGC -XX:NewRatio=8 -jar "$jar" analyze -q --no-prove \
    --engine "$engine" "$work/t.sooth"
done
