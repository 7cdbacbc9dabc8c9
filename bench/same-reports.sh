#!/bin/sh
# Compares what two builds report on traces, byte by byte apart from times: text with witnesses, JSON
# lines of all polynomial engines, of gprefix and of seqp, and the verdicts of `decide`.
# Traces are files or folders; with `random N` first, N generated traces too. Prints what differs and
# exits with 1 if anything does.
# Usage: same-reports.sh OLD.jar NEW.jar [random N] TRACE...
set -eu
[ $# -ge 3 ] || { sed -n 's/^# Usage: /usage: /p' "$0" >&2; exit 64; }
old=$1
new=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ "$1" = random ]; then
  seed=1
  while [ "$seed" -le "$2" ]; do
    java -jar "$old" generate -q --seed "$seed" --events 3000 --threads 6 --locks 8 --variables 40 \
      --racy-share 0.2 "$work/random$seed.std"
    seed=$((seed + 1))
  done
  shift 2
  set -- "$@" "$work"/random*.std
fi

report() { # jar, trace: everything but times, which end text summaries and stand in JSON
  {
    java -Xmx2g -jar "$1" analyze --engine all --format jsonl --witness --max-races 1000 --timeout 120s "$2"
    java -Xmx2g -jar "$1" analyze --engine seqp,gprefix --format jsonl --timeout 60s "$2"
    java -Xmx2g -jar "$1" analyze --engine syncp,osr --new-only --max-races 1000 --timeout 120s "$2"
    java -Xmx2g -jar "$1" decide --format json --budget-total 20000 "$2"
  } 2>&1 | sed -e 's/"millis":[0-9]*/"millis":0/g' -e 's/,"times":{[^}]*}//g' -e 's/ in [0-9.]* m\{0,1\}s[:)].*/)/' -e 's/^  [0-9.]* m\{0,1\}s$//'
}

status=0
for given in "$@"; do
  find "$given" -type f \( -name '*.std*' -o -name '*.csv*' -o -name '*.rr*' -o -name '*.sooth' \) | sort > "$work/list"
  while read -r trace; do
    report "$old" "$trace" > "$work/old.txt"
    report "$new" "$trace" > "$work/new.txt"
    if cmp -s "$work/old.txt" "$work/new.txt"; then
      echo "same $trace ($(wc -c < "$work/new.txt") bytes)"
    else
      status=1
      echo "DIFFERENT $trace"
      diff "$work/old.txt" "$work/new.txt" | cut -c1-300 | head -n 6
    fi
  done < "$work/list"
done
exit $status
