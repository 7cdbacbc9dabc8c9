#!/bin/sh
# Runs long programs in two threads plain and under the agent, REPEAT times in turn (once if not set),
# and prints the table of docs/overhead.md, section "Long runs", with the geometric means. The outputs
# of all runs of a program must be the same. A name is a program, or `dense` or `library` for all of a
# group; all if none is given.
# Time is the shortest, from the call of the main method to the end of the process: without the start
# of the JVM, with the finishing of the trace. CPU is that of the whole process, all threads, least of
# the runs: on a machine that others use too it tells more. Memory is the largest peak resident set,
# with the same -Xmx in all.
#   SIZE       how much work, as a factor: 1 (if not set) is some seconds plain
#   OLD        the jar of another build, measured in turn with the first
#   TIMEOUT    seconds after which a run is ended and left out (600)
#   MAX_TRACE  size of a trace in MB at which a run is ended and left out (half of what is free)
#   JAVA, HEAP the command (java) and -Xmx (2g)
# The library programs need `mvn package dependency:copy-dependencies` in ../libraries first. Traces
# are written to a folder in TMPDIR and deleted after each run. Exits with 1 if a program failed, was
# ended, its output differed, or a class could not be instrumented.
# Usage: measure.sh SOOTH.jar [dense | library | program]...
set -eu
usage() {
  sed -n 's/^# Usage: /usage: /p' "$0" >&2
  exit 64
}
absolute() { # file
  [ -f "$1" ] || { echo "$1: no such file" >&2; exit 64; }
  echo "$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")"
}
[ $# -ge 1 ] || usage
agent=$(absolute "$1")
shift
old=""
[ -z "${OLD:-}" ] || old=$(absolute "$OLD")
java=${JAVA:-java}
case $java in
  */*) javac=$(dirname "$java")/javac ;;
  *) javac=javac ;;
esac
size=${SIZE:-1}
cd "$(dirname "$0")"
dense=$(for source in dense/*.java; do basename "$source" .java; done)
library="xalan h2 hsqldb derby lucene pdfbox json"
chosen=""
for one in "${@:-all}"; do
  case $one in
    all) chosen="$chosen $dense $library" ;;
    dense) chosen="$chosen $dense" ;;
    library) chosen="$chosen $library" ;;
    *)
      case " $(echo $dense) $library " in
        *" $one "*) chosen="$chosen $one" ;;
        *) echo "$one: no such program; there are" $dense $library >&2; exit 64 ;;
      esac ;;
  esac
done
work=$(mktemp -d)
pid="" watcher=""
clean() { # ends what still runs, if this script was ended
  [ -z "$watcher" ] || kill "$watcher" 2> /dev/null || true
  [ -z "$pid" ] || kill -KILL "$pid" 2> /dev/null || true
  rm -rf "$work"
}
trap clean EXIT
trap 'exit 1' HUP INT TERM
free_mb=$(df -Pm "$work" | awk 'NR == 2 { print $4 }')
max_trace=${MAX_TRACE:-$((free_mb / 2))}
mkdir "$work/classes" "$work/trace"
"$javac" -g -d "$work/classes" dense/*.java ../libraries/src/main/java/dev/sooth/libraries/Measured.java
status=0

fail() { # message
  echo "$name: $1" >&2
  status=1
}

# Ends the process if it takes too long or writes too much.
watch() { # pid, file for the reason
  seconds=0
  while kill -0 "$1" 2> /dev/null; do
    sleep 1
    seconds=$((seconds + 1))
    trace_mb=$(du -sm "$work/trace" | cut -f 1)
    if [ $seconds -ge "${TIMEOUT:-600}" ]; then
      echo "ended after $seconds s" > "$2"
    elif [ "$trace_mb" -gt "$max_trace" ]; then
      echo "ended after $seconds s, its trace had $trace_mb MB" > "$2"
    else
      continue
    fi
    kill -KILL "$1"
    return
  done
}

# What `times` has written: user and system time of all children that have ended, in milliseconds.
total_cpu() {
  awk -F '[ms ]+' 'NR == 2 { printf "%d\n", ($1 * 60 + $2 + $3 * 60 + $4) * 1000 }' "$work/times"
}

# Runs the program once and appends to KIND.millis, KIND.cpu and KIND.kb.
run() { # KIND option...
  file=$work/$1
  kind=$1
  shift
  rm -rf "$work/trace" "$file.ended"
  mkdir "$work/trace"
  times > "$work/times" # in this shell: a subshell has no children
  cpu_before=$(total_cpu)
  # shellcheck disable=SC2086 # $program is several words
  "$java" -XX:-PrintWarnings "-Xmx${HEAP:-2g}" "$@" -cp "$path" dev.sooth.libraries.Measured \
    $program "$size" > "$file.out" 2> "$file.err" &
  pid=$!
  watch "$pid" "$file.ended" &
  watcher=$!
  code=0
  wait "$pid" || code=$?
  end=$(date +%s%3N)
  kill "$watcher" 2> /dev/null || true
  wait "$watcher" 2> /dev/null || true
  pid="" watcher=""
  times > "$work/times"
  cpu_after=$(total_cpu)
  if [ -f "$file.ended" ]; then
    fail "$kind: $(cat "$file.ended")"
    echo "| $name | $kind: $(cat "$file.ended") |"
    return 1
  fi
  if [ $code -ne 0 ]; then
    fail "$kind: failed with status $code"
    tail -20 "$file.err" >&2
    return 1
  fi
  begin=$(sed -n 's/^harness begin-millis //p' "$file.err")
  echo $((end - begin)) >> "$file.millis"
  echo $((cpu_after - cpu_before)) >> "$file.cpu"
  sed -n 's/^harness rss-kb //p' "$file.err" >> "$file.kb"
  [ -f "$work/expected" ] || cp "$file.out" "$work/expected"
  cmp -s "$work/expected" "$file.out" || fail "$kind: the output differs"
}

record() { # KIND jar
  run "$1" "-javaagent:$2=out=$work/trace/trace.sooth" || return 1
  wc -c < "$work/trace/trace.sooth" > "$work/$1.bytes"
  sed -n 's/^sooth: trace: .*, \([0-9]*\) events.*/\1/p' "$work/$1.err" > "$work/$1.events"
  grep -q '^sooth: classes: .* 0 failed' "$work/$1.err" || fail "$1: a class could not be instrumented"
  rm -rf "$work/trace"
}

least() { sort -n "$work/$1" | head -1; }
most() { sort -n "$work/$1" | tail -1; }

measure() { # group
  rm -f "$work"/*.millis "$work"/*.cpu "$work"/*.kb "$work/expected"
  i=0
  while [ $i -lt "${REPEAT:-1}" ]; do
    run plain || return 0
    [ -z "$old" ] || record old "$old" || return 0
    record new "$agent" || return 0
    i=$((i + 1))
  done
  line="$1 $name $(least plain.millis) $(least new.millis) $(least plain.cpu) $(least new.cpu)"
  line="$line $(most plain.kb) $(most new.kb) $(cat "$work/new.events") $(cat "$work/new.bytes")"
  [ -z "$old" ] || line="$line $(least old.millis) $(least old.cpu) $(most old.kb) $(cat "$work/old.bytes")"
  echo "$line" >> "$work/all"
  echo "$line" | awk '{
    printf "| %s | %.2f | %.2f | %.1f× |", $2, $3 / 1000, $4 / 1000, $4 / $3
    printf " %.2f | %.2f | %.1f× |", $5 / 1000, $6 / 1000, $6 / $5
    printf " %d | %d | %d | %d | %.1f |", $7 / 1024, $8 / 1024, $9, $10, $10 / $9
    if (NF > 10) printf " %.2f | %.1f× | %.1f× | %.2f | %.2f |", $11 / 1000, $11 / $3, $12 / $5,
      $6 / $12, $10 / $14
    print "" }'
}

mean() { # group
  awk -v group="$1" '
    $1 == group { n++; time += log($4 / $3); cpu += log($6 / $5); memory += log($8 / $7); disk += log($10 / $9)
      cores += log($5 / $3)
      if (NF > 10) { old++; time_of_old += log($11 / $3); ratio += log($6 / $12); bytes += log($10 / $14) } }
    END { if (n) printf "Geometric mean, %s, %d programs: time %.1f×, CPU %.1f×, memory %.1f×, %.1f bytes an event; %.1f cores busy in the plain runs\n",
        group, n, exp(time / n), exp(cpu / n), exp(memory / n), exp(disk / n), exp(cores / n)
      if (old) printf "  old build: time %.1f×; new against old: CPU %.2f, bytes %.2f\n", exp(time_of_old / old),
        exp(ratio / old), exp(bytes / old) }' "$work/all"
}

head="| program | plain s | recorded s | slow-down | plain CPU s | recorded CPU s | CPU slow-down | plain MB | recorded MB | events | bytes on disk | bytes an event |"
rule="| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
[ -z "$old" ] || head="$head old s | old slow-down | old CPU | CPU new/old | bytes new/old |"
[ -z "$old" ] || rule="$rule --- | --- | --- | --- | --- |"
echo "$head"
echo "$rule"
touch "$work/all"
for name in $chosen; do
  if [ -f "dense/$name.java" ]; then
    path=$work/classes program=$name
    measure dense
  else
    path="$work/classes:../libraries/target/classes:../libraries/target/dependency/*"
    program="dev.sooth.libraries.LongRuns $name"
    measure library
  fi
done
echo
mean dense
mean library
exit $status
