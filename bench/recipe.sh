#!/bin/sh
# Prints what rv-all, rv, recipe-s and recipe find in the examples and in harnesses of real libraries, with
# the time of each: `sooth bench recipe`. TIMEOUT is for each engine on each trace (60s if not set).
# Usage: recipe.sh SOOTH.jar [library...]
# Needs `mvn package dependency:copy-dependencies` in bench/libraries first.
set -eu
[ $# -ge 1 ] || { sed -n 's/^# Usage: /usage: /p' "$0" >&2; exit 64; }
jar=$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")
shift
[ $# -gt 0 ] || set -- caffeine guava logback
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for name in "$@"; do
  java -jar "$jar" run --record-only --dataflow -q -o "$work/$name" java -Xmx2g \
    -cp "bench/libraries/target/classes:bench/libraries/target/dependency/*" \
    dev.sooth.libraries.Libraries "$name" > /dev/null 2> "$work/err" \
    || { cat "$work/err" >&2; echo "# $name failed" >&2; exit 1; }
  mv "$work/$name/trace.sooth" "$work/$name.sooth"
done
# Folders are walked for source files; a trace is named.
set -- examples/programs examples/recipe $(for name in "$@"; do echo "$work/$name.sooth"; done)
java "-Xmx${HEAP:-3g}" -jar "$jar" bench recipe --timeout "${TIMEOUT:-60s}" "$@"
