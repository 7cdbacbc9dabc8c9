#!/bin/sh
# Compares what recording costs with two builds of the agent: each library and example plain, with the
# old and with the new agent in turn, REPEAT times (3 if not set). Prints the shortest times and the
# geometric means, as measure.sh does; of a library the harness's own time, of an example that of the
# whole process.
# Usage: compare.sh OLD.jar NEW.jar [library or example...]
# Needs `mvn package dependency:copy-dependencies` here first.
set -eu
[ $# -ge 2 ] || { sed -n 's/^# Usage: /usage: /p' "$0" >&2; exit 64; }
absolute() { echo "$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")"; }
old=$(absolute "$1")
new=$(absolute "$2")
shift 2
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
libraries="h2 hsqldb derby lucene netty jetty caffeine guava logback xalan junit"

run() { # plain, old or new; option...
  which=$1
  shift
  begin=$(date +%s%N)
  # shellcheck disable=SC2086 # $program is several words
  java -XX:-PrintWarnings -Xmx2g "$@" -cp "$path" dev.sooth.libraries.Measured $program \
    > "$work/out" 2> "$work/err" || { echo "$name failed with $which" >&2; tail -5 "$work/err" >&2; exit 1; }
  end=$(date +%s%N)
  if [ "$kind" = library ]; then
    sed -n 's/^harness millis //p' "$work/err" >> "$work/$which"
  else
    echo $(((end - begin) / 1000000)) >> "$work/$which"
  fi
}

compare() { # kind, name, class and arguments
  kind=$1 name=$2 program=$3
  rm -f "$work/plain" "$work/old" "$work/new"
  i=0
  while [ $i -lt "${REPEAT:-3}" ]; do
    run plain
    run old "-javaagent:$old=out=$work/trace.sooth"
    run new "-javaagent:$new=out=$work/trace.sooth"
    i=$((i + 1))
  done
  echo "$kind $name $(sort -n "$work/plain" | head -1) $(sort -n "$work/old" | head -1) $(sort -n "$work/new" | head -1)" \
    | tee -a "$work/all" \
    | awk '{ printf "| %s | %d | %d | %d | %.1f× | %.1f× | %.2f |\n", $2, $3, $4, $5, $4 / $3, $5 / $3, $5 / $4 }'
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
    $1 ~ kinds { n++; old += log($4 / $3); new += log($5 / $3) }
    END { if (n) printf "%s, %d programs: %.2f× before, %.2f× now, ratio %.3f\n", title, n, exp(old / n),
      exp(new / n), exp((new - old) / n) }' "$work/all"
}

echo "| program | plain ms | old ms | new ms | old | new | new / old |"
echo "| --- | --- | --- | --- | --- | --- | --- |"
path="target/classes:target/dependency/*"
for name in $libraries; do
  if wanted "$name" "$@"; then compare library "$name" "dev.sooth.libraries.Libraries $name"; fi
done
for source in ../../examples/programs/*/*.java; do
  name=$(basename "$source" .java)
  if wanted "$name" "$@"; then
    mkdir -p "$work/classes-$name"
    javac -d "$work/classes-$name" "$source"
    path="target/classes:$work/classes-$name"
    compare example "$name" "$name"
  fi
done
echo
mean "Geometric mean of the libraries" library
mean "Geometric mean of the examples" example
mean "Geometric mean of all" .
