#!/bin/sh
# Runs the dense programs of bench/long plain and under `online=` modes in turn, and prints CPU time (user
# and system, whole process) and its ratio to the plain run of the same turn, then the geometric means.
# atexrace is run RUNS times on one pair store, so that its line shows the cost falling or not. CPU time:
# on a machine that others use too it tells more than the clock.
#   SIZE   how much work, as a factor: 0.1 if not set (1 is some seconds plain)
#   RUNS   executions of atexrace (3)
#   MODES  what to compare ("literace atexrace"; fasttrack takes minutes at this size)
#   JAVA, HEAP  the command (java) and -Xmx (2g)
# Usage: online.sh SOOTH.jar [program]...
set -eu
[ $# -ge 1 ] || { sed -n 's/^# Usage: /usage: /p' "$0" >&2; exit 64; }
[ -f "$1" ] || { echo "$1: no such file" >&2; exit 64; }
agent=$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")
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
"$javac" -g -d "$work/classes" dense/*.java
chosen=${*:-$(for source in dense/*.java; do basename "$source" .java; done)}

total_cpu() { # of all children that have ended, in milliseconds
  awk -F '[ms ]+' 'NR == 2 { printf "%d\n", ($1 * 60 + $2 + $3 * 60 + $4) * 1000 }' "$work/times"
}

cpu() { # option...; sets $spent
  times > "$work/times"
  before=$(total_cpu)
  "$java" -XX:-PrintWarnings "-Xmx${HEAP:-2g}" "$@" -cp "$work/classes" "$name" "${SIZE:-0.1}" \
    > "$work/out" 2> "$work/err" || { cat "$work/err" >&2; exit 1; }
  times > "$work/times"
  spent=$(($(total_cpu) - before))
  [ -f "$work/expected" ] || cp "$work/out" "$work/expected"
  cmp -s "$work/expected" "$work/out" || { echo "$name: the output differs" >&2; exit 1; }
}

echo "| program | mode | plain CPU s | CPU s | ratio | what was checked |"
echo "| --- | --- | --- | --- | --- | --- |"
for name in $chosen; do
  rm -f "$work/expected"
  cpu
  plain=$spent
  for mode in ${MODES:-literace atexrace}; do
    runs=1
    [ "$mode" != atexrace ] || runs=${RUNS:-3}
    i=1
    while [ $i -le "$runs" ]; do
      cpu "-javaagent:$agent=out=$work/o/trace.sooth,online=$mode,exit-code=0,pairs=$work/pairs-$name"
      checked=$(sed -n "s/^sooth: $mode: //p" "$work/err" | head -1)
      echo "$name $mode-$i $plain $spent" >> "$work/all"
      echo "$name $mode-$i $plain $spent $checked" | awk '{
        printf "| %s | %s | %.2f | %.2f | %.1f× |", $1, $2, $3 / 1000, $4 / 1000, $4 / $3
        for (i = 5; i <= NF; i++) printf " %s", $i
        print " |" }'
      i=$((i + 1))
    done
  done
done
echo
awk '{ n[$2]++; sum[$2] += log($4 / $3) }
  END { for (mode in n) printf "Geometric mean, %s, %d programs: CPU %.1f×\n", mode, n[mode], exp(sum[mode] / n[mode]) }' \
  "$work/all" | sort
