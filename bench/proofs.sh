#!/bin/sh
# What proofs add to whole commands, the start of the JVM included: commands with and without proofs in
# turn, the least of the rounds, as seconds of CPU and of the clock, and the ratio of each.
#   one million generated events, hb, syncp and osr: proofs against --no-prove
#   two threads that do x++ 200,000 times each: `run` against `run --record-only`
# Other work on the machine makes a round longer, never shorter; CPU time suffers less from it.
# Usage: proofs.sh SOOTH.jar [ROUNDS]
set -eu
. "$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)/in-turn.sh"
[ $# -ge 1 ] || { sed -n 's/^# Usage: /usage: /p' "$0" >&2; exit 64; }
jar=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
rounds=${2:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

sooth() { java -XX:MaxRAMPercentage=70 -XX:+UseParallelGC -XX:NewRatio=8 -jar "$jar" "$@"; }

measure() { # file, arguments
  file=$1
  shift
  timed "$file" java -XX:MaxRAMPercentage=70 -XX:+UseParallelGC -XX:NewRatio=8 -jar "$jar" "$@"
}

for shape in "16 100 100000 1" "4 1000 10000 2" "64 10 1000 3"; do
  # shellcheck disable=SC2086 # four numbers
  set -- $shape
  sooth generate -q --events 1000000 --threads "$1" --locks "$2" --variables "$3" --seed "$4" t.sooth
  for engine in hb syncp osr; do
    for round in $(seq "$rounds"); do
      measure without analyze -q -e "$engine" --no-prove t.sooth
      measure with analyze -q -e "$engine" t.sooth
    done
    compare "$engine, $1 threads, $2 locks" without with
  done
done

cat > Increment.java <<'JAVA'
import java.util.concurrent.CountDownLatch;

public class Increment {
  static int x;

  public static void main(String[] args) throws InterruptedException {
    CountDownLatch both = new CountDownLatch(2); // or the one may end before the other begins
    Runnable work =
        () -> {
          both.countDown();
          while (both.getCount() > 0) {
            Thread.onSpinWait();
          }
          for (int i = 0; i < 200_000; i++) {
            x++;
          }
        };
    Thread first = new Thread(work);
    Thread second = new Thread(work);
    first.start();
    second.start();
    first.join();
    second.join();
  }
}
JAVA
javac -g Increment.java
for round in $(seq "$rounds"); do
  measure without run -q -o out --record-only java -cp . Increment
  measure with run -q -o out java -cp . Increment
done
compare "x++, record-only and run" without with
grep SUMMARY out/report.txt
