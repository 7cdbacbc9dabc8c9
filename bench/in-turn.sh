# Sourced by the scripts that run two commands in turn.
# shellcheck shell=sh

timed() { # file, command: appends "CPU clock", in seconds
  into=$1
  shift
  # Races end a command with status 66.
  bash -c 'TIMEFORMAT="%U %S %R"; time "$@" > /dev/null 2> /dev/null' bash "$@" 2> time.txt || [ $? -eq 66 ]
  awk 'END { print $1 + $2, $3 }' time.txt >> "$into"
}

compare() { # name, two files of `timed`: prints the least of each and the ratios
  awk -v name="$1" '
    FNR == 1 { side++ }
    { if (!(side in cpu) || $1 < cpu[side]) cpu[side] = $1
      if (!(side in clock) || $2 < clock[side]) clock[side] = $2 }
    END {
      printf "%-34s CPU %6.2f s and %6.2f s: %4.2f   clock %6.2f s and %6.2f s: %4.2f\n", name,
        cpu[1], cpu[2], cpu[2] / cpu[1], clock[1], clock[2], clock[2] / clock[1] }' "$2" "$3"
  rm -f "$2" "$3"
}
