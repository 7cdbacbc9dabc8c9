#!/bin/sh
# What the start costs: whole processes, cold JVM, warm disk, against a bare JVM's hello world, all
# in turn in one run. Minimum and median of the wall time, minimum of the CPU time, and the ratio or
# the difference to hello world.
#
#   bench/start.sh              with the java on the PATH, or of JAVA_HOME
#   REPEAT=21 bench/start.sh    more rounds; the first one, which makes archive and cache, is not counted
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >Hello.java <<'HELLO'
public class Hello {
  public static void main(String[] args) {
    System.out.println("hello");
  }
}
HELLO
"${java}c" Hello.java
printf 'Main-Class: Hello\n' >manifest
"${java%java}jar" cfm hello.jar manifest Hello.class
"$root/sooth" generate -q --events 100 --seed 1 100.std
"$root/sooth" convert -q 100.std 100.sooth

cat >measure.py <<'MEASURE'
import resource, statistics, subprocess, sys, time

repeat, (java, root) = int(sys.argv[1]), sys.argv[2:4]
sooth = root + "/sooth"
agent = "-javaagent:%s/cli/target/sooth.jar=quiet,out=trace.sooth" % root
runs = [
    ("hello world", [java, "-cp", ".", "Hello"]),
    ("sooth --version", [sooth, "--version"]),
    ("sooth analyze bank.std", [sooth, "analyze", root + "/examples/traces/bank.std"]),
    ("sooth analyze 100.std", [sooth, "analyze", "100.std"]),
    ("sooth analyze 100.sooth", [sooth, "analyze", "100.sooth"]),
    ("java -javaagent: Hello", [java, "-XX:-PrintWarnings", agent, "-cp", ".", "Hello"]),
    ("sooth run --record-only", [sooth, "run", "-q", "--record-only", "-o", "out", "--", java, "-cp", ".", "Hello"]),
    ("sooth run hello.jar", [sooth, "run", "-q", "-o", "out", "hello.jar"]),
    ("sooth run Hello.java", [sooth, "run", "-q", "-o", "out", "Hello.java"]),
]
wall = {name: [] for name, _ in runs}
cpu = {name: [] for name, _ in runs}
for turn in range(repeat + 1):
    for name, command in runs:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.perf_counter()
        status = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        spent = time.perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if status.returncode not in (0, 66):
            sys.exit("%s: status %d: %s" % (name, status.returncode, status.stderr.decode()))
        if turn:
            wall[name].append(1000 * spent)
            cpu[name].append(
                1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            )
print("milliseconds of %d runs; CPU is user and system time" % repeat)
form = "%-26s %6.0f %5.1fx %+6.0f   %6.0f %5.1fx %+6.0f   %6.0f %5.1fx"
print("%-26s %6s %6s %6s   %6s %6s %6s   %6s" % ("", "min", "", "", "median", "", "", "CPU min"))
for name, _ in runs:
    columns = []
    for values, of in ((wall, min), (wall, statistics.median), (cpu, min)):
        mine, hello = of(values[name]), of(values["hello world"])
        columns += [mine, mine / hello, mine - hello]
    print(form % (name, *columns[:8]))
MEASURE
"$java" -version 2>&1 | tail -n 1
python3 measure.py "${REPEAT:-15}" "$java" "$root"
