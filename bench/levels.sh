#!/bin/sh
# What can be had instead of a full recording: CPU time of the whole process (user and system) plain and
# with each of three levels, and how many pairs of racing lines are found.
#   full     everything is recorded; pairs by hb and by syncp
#   online   online=fasttrack, no trace; pairs that it says
#   chosen   online=fasttrack once, then a recording of the classes that it says are worth it (what
#            `sooth run --online fasttrack --then-record` does): the CPU time is that of the recording
#            alone; pairs by hb and by syncp. A dash if there is no such class.
# The levels run in turn, REPEAT times (once if not set); the least CPU time and the most pairs count,
# since which races a run shows depends on its schedule. A name is a program of bench/long, or `dense`
# or `library` for all of a group. The library programs need `mvn package dependency:copy-dependencies`
# in bench/libraries first.
#   SIZE        how much work, as a factor (0.002)
#   JAVA, HEAP  the command (java) and -Xmx (2g)
# Usage: levels.sh SOOTH.jar [dense | library | program]...
set -eu
[ $# -ge 1 ] || { sed -n 's/^# Usage: /usage: /p' "$0" >&2; exit 64; }
[ -f "$1" ] || { echo "$1: no such file" >&2; exit 64; }
jar=$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")
shift
java=${JAVA:-java}
case $java in
  */*) javac=$(dirname "$java")/javac ;;
  *) javac=javac ;;
esac
cd "$(dirname "$0")/long"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
"$javac" -g -d "$work/classes" dense/*.java ../libraries/src/main/java/dev/sooth/libraries/Measured.java
dense=$(for source in dense/*.java; do basename "$source" .java; done)
library="xalan h2 hsqldb derby lucene pdfbox json"
chosen=""
for one in "${@:-dense}"; do
  case $one in
    dense) chosen="$chosen $dense" ;;
    library) chosen="$chosen $library" ;;
    *) chosen="$chosen $one" ;;
  esac
done

total_cpu() { # of all children that have ended, in milliseconds
  awk -F '[ms ]+' 'NR == 2 { printf "%d\n", ($1 * 60 + $2 + $3 * 60 + $4) * 1000 }' "$work/times"
}

cpu() { # level, option...; appends the CPU time to LEVEL.cpu
  level=$1
  shift
  rm -rf "$work/o"
  times > "$work/times"
  before=$(total_cpu)
  # shellcheck disable=SC2086 # $program is several words
  "$java" -XX:-PrintWarnings "-Xmx${HEAP:-2g}" "$@" -cp "$path" dev.sooth.libraries.Measured $program \
    "${SIZE:-0.002}" > "$work/out" 2> "$work/err" || { tail -20 "$work/err" >&2; return 1; }
  times > "$work/times"
  echo $(($(total_cpu) - before)) >> "$work/$level.cpu"
}

pairs() { # level; appends what two engines find in the trace
  for engine in hb syncp; do
    "$java" -XX:MaxRAMPercentage=70 -XX:+UseParallelGC -jar "$jar" analyze -q --no-prove -e "$engine" \
      --format jsonl "$work/o/trace.sooth" > "$work/json" || [ $? -eq 66 ]
    grep -o '"linePairs":[0-9]*' "$work/json" | cut -d : -f 2 >> "$work/$1.$engine"
  done
}

least() { sort -n "$work/$1" | head -1; }
most() { [ -s "$work/$1" ] && sort -n "$work/$1" | tail -1 || echo -; }

echo "| program | plain CPU s | full CPU | pairs by hb | by syncp | online CPU | pairs | chosen CPU | pairs by hb | by syncp |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
for name in $chosen; do
  rm -f "$work"/*.cpu "$work"/*.hb "$work"/*.syncp "$work"/*.found
  if [ -f "dense/$name.java" ]; then
    path=$work/classes program=$name
  else
    path="$work/classes:../libraries/target/classes:../libraries/target/dependency/*"
    program="dev.sooth.libraries.LongRuns $name"
  fi
  i=0
  while [ $i -lt "${REPEAT:-1}" ]; do
    cpu plain
    cpu full "-javaagent:$jar=out=$work/o/trace.sooth"
    pairs full
    cpu online "-javaagent:$jar=out=$work/o/trace.sooth,online=fasttrack,exit-code=0"
    sed -n 's/^sooth: fasttrack: \([0-9]*\) pairs* of .*/\1/p' "$work/err" >> "$work/online.found"
    classes=$(tr '\n' ':' < "$work/o/worth-recording.txt" | sed 's/:$//')
    if [ -n "$classes" ]; then
      cpu chosen "-javaagent:$jar=out=$work/o/trace.sooth,include=$classes"
      pairs chosen
    fi
    i=$((i + 1))
  done
  [ -s "$work/chosen.cpu" ] || : > "$work/chosen.cpu"
  echo "$name $(least plain.cpu) $(least full.cpu) $(most full.hb) $(most full.syncp) $(least online.cpu)" \
    "$(most online.found) $(most chosen.cpu | sed 's/^-$/0/') $(most chosen.hb) $(most chosen.syncp)" |
    awk '{ printf "| %s | %.2f | %.1f× | %s | %s | %.1f× | %s | %s | %s | %s |\n", $1, $2 / 1000, $3 / $2, $4,
      $5, $6 / $2, $7, $8 ? sprintf("%.1f×", $8 / $2) : "-", $9, $10 }'
done
