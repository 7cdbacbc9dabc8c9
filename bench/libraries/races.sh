#!/bin/sh
# Prints what two builds of the agent find differently in the libraries: the pairs of lines that `shb` and
# `syncp` report on SEEDS runs with jitter each (3 if not set), "-" before those that only the old one
# finds, "+" before those that only the new one does. Each has to be judged by hand: schedules differ.
# Both traces are analysed by the new build. Of a trace too large for it `syncp` is left out, and said.
# Usage: races.sh OLD.jar NEW.jar [library...]
# Needs `mvn package dependency:copy-dependencies` here first.
set -eu
[ $# -ge 2 ] || { sed -n 's/^# Usage: /usage: /p' "$0" >&2; exit 64; }
absolute() { echo "$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")"; }
old=$(absolute "$1")
new=$(absolute "$2")
shift 2
[ $# -gt 0 ] || set -- h2 hsqldb derby lucene netty jetty caffeine guava logback xalan junit
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

places() { # trace, engine: the pairs of places that race, the lesser first
  java -Xmx4g -jar "$new" analyze "$1" --engine "$2" --no-prove --format jsonl > "$work/report" 2> "$work/err"
  status=$?
  [ "$status" -eq 0 ] || [ "$status" -eq 66 ] || { echo "# $name: $2 ended with status $status" >&2; return 0; }
  tr '{' '\n' < "$work/report" | sed -n 's/.*"location":"\([^"]*\)".*/\1/p' | paste -d '~' - - \
    | awk -F '~' '{ if ($1 > $2) print $2 " ~ " $1; else print $1 " ~ " $2 }'
}

found() { # agent: all pairs of places of the library's runs
  seed=1
  while [ "$seed" -le "${SEEDS:-3}" ]; do
    java -XX:-PrintWarnings -Xmx2g "-javaagent:$1=out=$work/trace.sooth,jitter=$seed,quiet" \
      -cp "target/classes:target/dependency/*" dev.sooth.libraries.Measured dev.sooth.libraries.Libraries "$name" \
      > /dev/null 2>&1 || { echo "# $name failed" >&2; exit 1; }
    places "$work/trace.sooth" shb
    if [ "$(wc -c < "$work/trace.sooth")" -lt "${MOST_BYTES:-60000000}" ]; then
      places "$work/trace.sooth" syncp
    else
      echo "# $name: too large for syncp" >&2
    fi
    seed=$((seed + 1))
  done
}

for name in "$@"; do
  set +e
  found "$old" | sort -u > "$work/old"
  found "$new" | sort -u > "$work/new"
  set -e
  echo "$name: $(wc -l < "$work/old") before, $(wc -l < "$work/new") now"
  comm -23 "$work/old" "$work/new" | sed 's/^/- /'
  comm -13 "$work/old" "$work/new" | sed 's/^/+ /'
done
