#!/bin/sh
# What the stacks of accesses cost: programs under the agent without and with stacks=8, in turn, REPEAT
# times (3 if not set). Prints the least CPU time of each (the whole process, all threads), the sizes of
# the traces, and both ratios; then their geometric means. These are docs/overhead.md, section "Stacks".
#   SIZE   how much work the dense programs of bench/long do (0.002)
# Usage: stacks.sh SOOTH.jar [program]...    dense programs, or names of examples/programs with a main
set -eu
[ $# -ge 1 ] || { sed -n 's/^# Usage: /usage: /p' "$0" >&2; exit 64; }
agent=$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")
shift
bench=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
examples=$(CDPATH='' cd -- "$bench/../examples/programs" && pwd)
[ $# -gt 0 ] || set -- Account MergeSort Tsp MolecularDynamics MonteCarlo RayTracer Sorting SparseMatrix
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work"
for program in "$@"; do
  mkdir "$program"
  if [ -f "$bench/long/dense/$program.java" ]; then
    source=$bench/long/dense/$program.java
    arguments=${SIZE:-0.002}
  else
    source=$(find "$examples" -name "$program.java" | head -n 1)
    arguments=
  fi
  javac -g -d "$program" "$source"
  for round in $(seq "${REPEAT:-3}"); do
    for stacks in 0 8; do
      rm -f t.sooth
      # shellcheck disable=SC2086 # one argument or none
      bash -c 'TIMEFORMAT="%U %S"; time "$@" > /dev/null 2> /dev/null' bash java -Xmx2g \
        -XX:-PrintWarnings "-javaagent:$agent=quiet,out=t.sooth,stacks=$stacks" -cp "$program" "$program" \
        $arguments 2> time.txt
      awk -v bytes="$(wc -c < t.sooth)" '{ print $1 + $2, bytes }' time.txt >> "$program.$stacks"
    done
  done
  awk -v name="$program" '
    FNR == 1 { side++ }
    { if (!(side in cpu) || $1 < cpu[side]) cpu[side] = $1
      if (!(side in bytes) || $2 < bytes[side]) bytes[side] = $2 }
    END {
      printf "%-20s CPU %6.2f s and %6.2f s: %4.2f   trace %9.0f and %9.0f KB: %4.2f\n", name,
        cpu[1], cpu[2], cpu[2] / cpu[1], bytes[1] / 1e3, bytes[2] / 1e3, bytes[2] / bytes[1]
      print cpu[2] / cpu[1], bytes[2] / bytes[1] >> "ratios.txt" }' "$program.0" "$program.8"
done
awk '{ cpu += log($1); bytes += log($2) }
  END { printf "geometric mean       CPU %4.2f   trace %4.2f\n", exp(cpu / NR), exp(bytes / NR) }' ratios.txt
