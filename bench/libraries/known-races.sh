#!/bin/sh
# Runs the harnesses of released libraries with a documented race under `sooth run`, REPEAT times each
# (once if not set), and prints a line of the table in docs/overhead.md for each: the library, the bug,
# the variable and the lines reported, whether a witness was verified, in how many runs. Exits with 1 if
# a race was missed or left a candidate in some run, or if the program failed visibly.
# Usage: known-races.sh SOOTH.jar [java]; needs `mvn package dependency:copy-dependencies` here first.
set -eu
[ $# -ge 1 ] || { sed -n 's/^# Usage: /usage: /p' "$0" >&2; exit 64; }
jar=$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")
java=${2:-java}
cd "$(dirname "$0")"
runs=${REPEAT:-1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
missing=0

# Prints the first race of a report on the variable $2 that the method $3 takes part in, as
# "variable, line and line | verified or candidate".
find_race() { # report, variable, method
  awk -v variable="$2" -v method="$3" '
    BEGIN { RS = "==================\n"; FS = "\n" }
    index($0, " of " variable) && index($0, method "\n") && !found {
      found = 1
      seen = 0
      for (i = 1; i <= NF; i++) {
        if ($i ~ /^ *#0 / && seen < 2) { split($i, word, " "); line[++seen] = word[2] }
      }
      status = index($0, "Verified by a witness") ? "verified" : "candidate"
      print "`" variable "`, `" line[1] "` and `" line[2] "` | " status
    }' "$1"
}

race() { # harness, library, bug, variable, method, option of the JVM...
  name=$1 library=$2 bug=$3 variable=$4 method=$5
  shift 5
  found=0
  said="nothing | missing"
  i=0
  while [ $i -lt "$runs" ]; do
    i=$((i + 1))
    status=0
    timeout "${TIMEOUT:-300}" "$java" -jar "$jar" run -q -e syncp -o "$work/$name-$i" "$java" "$@" \
      -cp "target/classes:target/dependency/*" dev.sooth.libraries.KnownRaces "$name" \
      > "$work/out" 2> "$work/err" || status=$?
    if [ "$status" -ne 0 ] && [ "$status" -ne 66 ]; then
      echo "$name ended with status $status:" >&2
      tail -20 "$work/err" >&2
      continue
    fi
    [ "$(cat "$work/out")" = "done" ] || { echo "$name: the bug showed itself, run $i" >&2; continue; }
    line=$(find_race "$work/$name-$i/report.txt" "$variable" "$method")
    [ -n "$line" ] && said=$line
    case $line in
      *"| verified") found=$((found + 1)) ;;
    esac
  done
  [ "$found" -eq "$runs" ] || missing=1
  echo "| $library | $bug | $said | $found of $runs |"
}

echo "| library | bug | reported | witness | runs |"
echo "| --- | --- | --- | --- | --- |"
race log4j "log4j 1.2.13" "54325" org.apache.log4j.helpers.AppenderAttachableImpl.appenderList \
  AppenderAttachableImpl.removeAllAppenders
race dbcp "commons-dbcp 1.2" "DBCP-369" \
  org.apache.commons.dbcp.datasources.InstanceKeyObjectFactory.instanceMap \
  InstanceKeyObjectFactory.removeInstance
# Groovy 1.7.9 is older than modules and makes the members of classes of the JDK accessible.
race groovy "groovy-all 1.7.9" "GROOVY-4292" \
  'org.codehaus.groovy.ast.ClassHelper$ClassHelperCache.classCache' ClassHelper.makeCached \
  --add-opens java.base/java.lang=ALL-UNNAMED --add-opens java.base/java.util=ALL-UNNAMED
exit $missing
