#!/bin/sh
# Runs harnesses of libraries with `online=fasttrack` and a trace, and compares the races that were said
# while they ran with what `hb` finds in the trace of the same run: fields with their pairs of lines. "-"
# stands before what `hb` alone has found, "+" before what was only said. Exits with 1 if there is any.
# Usage: same-as-hb.sh SOOTH.jar [library...]
# Needs `mvn package dependency:copy-dependencies` here first.
set -eu
[ $# -ge 1 ] || { sed -n 's/^# Usage: /usage: /p' "$0" >&2; exit 64; }
sooth="$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")"
shift
[ $# -gt 0 ] || set -- caffeine guava logback h2 hsqldb xalan lucene netty jetty junit derby
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
in_order='function pair(f, a, b) { print f ": " (a < b ? a " ~ " b : b " ~ " a) }'
status=0
for name in "$@"; do
  java -XX:-PrintWarnings -Xmx2g "-javaagent:$sooth=online=fasttrack,trace=true,exit-code=0,out=$work/trace.sooth" \
    -cp "target/classes:target/dependency/*" dev.sooth.libraries.Measured dev.sooth.libraries.Libraries "$name" \
    > "$work/out" 2> "$work/err" || { tail -20 "$work/err" >&2; exit 1; }
  touch "$work/online.txt"
  awk "$in_order"'
    /data race on/ { f = $0; sub(/.*data race on /, "", f); sub(/ \(fasttrack\).*/, "", f); later = "" }
    /^    #0 / { place = substr($0, 8); if (later == "") later = place; else pair(f, later, place) }' \
    "$work/online.txt" | sort -u > "$work/said"
  answer=0
  java -Xmx4g -jar "$sooth" analyze "$work/trace.sooth" -e hb --no-prove --max-races 5000000 --format jsonl \
    > "$work/report" 2> "$work/err" || answer=$?
  [ "$answer" -eq 0 ] || [ "$answer" -eq 66 ] || { cat "$work/err" >&2; exit 1; }
  tr '{' '\n' < "$work/report" \
    | sed -n 's/.*"variable":"\([^"]*\)".*/V\1/p; s/.*"location":"\([^"]*\)".*/L\1/p' \
    | awk "$in_order"'
      /^V/ { f = substr($0, 2); gsub(/@[0-9]+/, "", f); sub(/\[[0-9]+\]$/, "[]", f); first = "" }
      /^L/ { if (first == "") first = substr($0, 2); else pair(f, first, substr($0, 2)) }' \
    | sort -u > "$work/found"
  echo "$name: $(wc -l < "$work/said") said, $(wc -l < "$work/found") in the trace"
  cmp -s "$work/said" "$work/found" || status=1
  comm -23 "$work/said" "$work/found" | sed 's/^/+ /'
  comm -13 "$work/said" "$work/found" | sed 's/^/- /'
  rm -f "$work/online.txt" "$work/trace.sooth"
done
exit $status
