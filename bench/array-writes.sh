#!/bin/sh
# Records a program that fills 168 million elements of arrays in two threads, in a heap of 512 MB, and
# analyses the trace with shb and with syncp, proofs and report included. Prints for each step the time
# and the largest resident memory. LENGTH is that of an array (a million if not set).
# Usage: array-writes.sh SOOTH.jar [java]
set -eu
[ $# -ge 1 ] || { sed -n 's/^# Usage: /usage: /p' "$0" >&2; exit 64; }
jar=$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")
java=${2:-java}
length=${LENGTH:-1000000}
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${java}c" -g -d "$work" ArrayWrites.java
step() { # name, command…
  name=$1
  shift
  status=0
  /usr/bin/time -f '%e s, %M KB' -o "$work/time" "$@" > "$work/out" 2>&1 || status=$?
  echo "$name: $(tail -n 1 "$work/time")"
  [ "$status" -eq 0 ] || [ "$status" -eq 66 ] || { cat "$work/out" >&2; exit 1; }
  grep -h -e '^SUMMARY' -e '^sooth: trace' "$work/out" || true
}
step record "$java" -Xmx512m "-javaagent:$jar=out=$work/t.sooth" -cp "$work" ArrayWrites "$length" $((84000000 / length))
echo "trace: $(wc -c < "$work/t.sooth") bytes"
for engine in shb syncp; do
  step "$engine" "$java" -Xmx1600m -jar "$jar" analyze --engine "$engine" "$work/t.sooth"
done
