#!/bin/sh
# Two builds against each other, as users run them: whole commands, the start of the JVM included, in
# turn, the least of the rounds, as seconds of CPU and of the clock, and the ratio of each. Every
# build reads the same generated events in the format that it writes itself.
# Other work on the machine makes a round longer, never shorter; CPU time suffers less from it.
# Usage: versions.sh OLD.jar NEW.jar [ROUNDS] [MILLIONS-OF-EVENTS...]
set -eu
. "$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)/in-turn.sh"
[ $# -ge 2 ] || { sed -n 's/^# Usage: /usage: /p' "$0" >&2; exit 64; }
old=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
new=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
rounds=${3:-5}
[ $# -gt 3 ] && shift 3 || set -- 1 4 24
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

measure() { # old or new, jar, engine
  timed "$1" java -XX:MaxRAMPercentage=70 -XX:+UseParallelGC -XX:NewRatio=8 -jar "$2" analyze -q -e "$3" \
    --no-prove "$1.sooth"
}

for millions; do
  java -jar "$old" generate -q --events "${millions}000000" old.sooth
  java -jar "$new" generate -q --events "${millions}000000" new.sooth
  for engine in hb shb wcp syncp osr; do
    for round in $(seq "$rounds"); do
      measure old "$old" "$engine"
      measure new "$new" "$engine"
    done
    compare "$engine, $millions million" old new
  done
done
