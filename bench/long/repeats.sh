#!/bin/sh
# Records the dense programs at a small size (SIZE, 0.0002 if not set) and prints what share of accesses
# is of variables that only one thread touches (`sooth info`), and what share repeats the kind and the
# line of an access of the same thread to the same location since the thread's last synchronisation,
# with no access of another thread to that location in between.
# Usage: repeats.sh SOOTH.jar [program]...
set -eu
[ $# -ge 1 ] || { sed -n 's/^# Usage: /usage: /p' "$0" >&2; exit 64; }
jar=$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")
shift
cd "$(dirname "$0")"
[ $# -ge 1 ] || set -- $(for source in dense/*.java; do basename "$source" .java; done)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
javac -g -d "$work" dense/*.java
echo "| program | accesses | of one thread's variables | repeated |"
echo "| --- | --- | --- | --- |"
for name in "$@"; do
  java -Xmx2g "-javaagent:$jar=out=$work/t.sooth" -cp "$work" "$name" "${SIZE:-0.0002}" > "$work/out" 2>&1 || {
    cat "$work/out" >&2
    exit 1
  }
  one=$(java -jar "$jar" info "$work/t.sooth" | sed -n 's/^ *thread-local accesses *//p')
  java -jar "$jar" convert -q --format std "$work/t.sooth" - | awk -F '|' -v name="$name" -v one="$one" '
    $2 !~ /^[rw]\(/ { epoch[$1]++; next }
    {
      kind = substr($2, 1, 1); location = substr($2, 2); now = $1 " " epoch[$1]
      if (owner[location] != now) {
        owner[location] = now
        delete seen[location]
      }
      access = ";" kind " " $3 ";"
      accesses++
      if (index(seen[location], access)) repeated++
      else seen[location] = seen[location] access
    }
    END { printf "| %s | %d | %s | %.1f%% |\n", name, accesses, one, 100 * repeated / accesses }'
  rm -f "$work/t.sooth"
done
