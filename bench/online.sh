#!/bin/sh
# Runs the programs of bench/long plain and under `online=` modes in turn, and prints CPU time (user and
# system, whole process) and its ratio to the plain run of the same turn, then the geometric means.
# atexrace is run RUNS times on one pair store, so that its line shows the cost falling or not. CPU time:
# on a machine that others use too it tells more than the clock. A name is a program, or `dense` (if none
# is given) or `library` for all of a group. The library programs need `mvn package
# dependency:copy-dependencies` in bench/libraries first.
#   OLD    the jar of another build, measured in turn with the first
#   SIZE   how much work, as a factor: 0.1 if not set (1 is some seconds plain)
#   RUNS   executions of atexrace (3)
#   MODES  what to compare ("literace atexrace"; fasttrack takes minutes at this size)
#   JAVA, HEAP  the command (java) and -Xmx (2g)
# Usage: online.sh SOOTH.jar [dense | library | program]...
set -eu
[ $# -ge 1 ] || { sed -n 's/^# Usage: /usage: /p' "$0" >&2; exit 64; }
[ -f "$1" ] || { echo "$1: no such file" >&2; exit 64; }
absolute() { # file
  echo "$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")"
}
agent=$(absolute "$1")
old=""
[ -z "${OLD:-}" ] || old=$(absolute "$OLD")
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

cpu() { # option...; sets $spent
  times > "$work/times"
  before=$(total_cpu)
  # shellcheck disable=SC2086 # $program is several words
  "$java" -XX:-PrintWarnings "-Xmx${HEAP:-2g}" "$@" -cp "$path" $program "${SIZE:-0.1}" \
    > "$work/out" 2> "$work/err" || { tail -20 "$work/err" >&2; return 1; }
  times > "$work/times"
  spent=$(($(total_cpu) - before))
  [ -f "$work/expected" ] || cp "$work/out" "$work/expected"
  cmp -s "$work/expected" "$work/out" || { echo "$name: the output differs" >&2; return 1; }
}

checked() { # label, jar, mode; measures, and prints a line
  pairs=""
  [ "$3" != atexrace ] || pairs=",pairs=$work/pairs-$name"
  cpu "-javaagent:$2=out=$work/o/trace.sooth,online=$3,exit-code=0$pairs" || {
    echo "$name: failed under $1" >&2
    status=1
    return 0
  }
  what=$(sed -n "s/^sooth: $3: //p" "$work/err" | head -1)
  echo "$name $1 $plain $spent" >> "$work/all"
  echo "$name $1 $plain $spent $what" | awk '{
    printf "| %s | %s | %.2f | %.2f | %.1f× |", $1, $2, $3 / 1000, $4 / 1000, $4 / $3
    for (i = 5; i <= NF; i++) printf " %s", $i
    print " |" }'
}

status=0

echo "| program | mode | plain CPU s | CPU s | ratio | what was checked |"
echo "| --- | --- | --- | --- | --- | --- |"
for name in $chosen; do
  rm -f "$work/expected"
  path=$work/classes program=$name
  if [ ! -f "dense/$name.java" ]; then
    path="$work/classes:../libraries/target/classes:../libraries/target/dependency/*"
    program="dev.sooth.libraries.Measured dev.sooth.libraries.LongRuns $name"
  fi
  cpu || { echo "$name: failed" >&2; status=1; continue; }
  plain=$spent
  for mode in ${MODES:-literace atexrace}; do
    [ -z "$old" ] || checked "$mode-old" "$old" "$mode"
    runs=1
    [ "$mode" != atexrace ] || runs=${RUNS:-3}
    i=1
    while [ $i -le "$runs" ]; do
      checked "$mode-$i" "$agent" "$mode"
      i=$((i + 1))
    done
  done
done
echo
awk '{ n[$2]++; sum[$2] += log($4 / $3) }
  END { for (mode in n) printf "Geometric mean, %s, %d programs: CPU %.1f×\n", mode, n[mode], exp(sum[mode] / n[mode]) }' \
  "$work/all" | sort
exit $status
