#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A recording that comes through a pipe: slowly, cut off, or not at all.
set -u
recording=$srcdir/tests/recordings/stream.data
[[ -x ${TDTOP-} ]] || { echo "TDTOP does not name the program" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# is NAME WHAT EXPECTED: EXPECTED is a pattern
is() {
	# shellcheck disable=SC2053
	[[ $2 == $3 ]] && echo "ok: $1" && return
	echo "not ok: $1: \"$2\" is not \"$3\""
	failed=1
}

# A pipe that ends within a record: the complete part is shown, with a sentence.
# perf writes the records of a CPU after those of another: it says which are missing at the end.
size=$(stat -c %s "$recording")
missing=('' '; CPU 1 has no record in the last 1.3 s of it' '; CPU 1 has no record in the last 2.1 s of it')
for ((cut = 0; cut < 3; cut++)); do
	head -c $((size - 1 - cut * 50001)) "$recording" |
		timeout 600 "$TDTOP" -i - --json >"$work/out" 2>"$work/err"
	is "exit status of a pipe that stops" "${PIPESTATUS[1]}" 0
	is "its sentence" "$(cat "$work/err")" 'tdtop: "standard input" is cut off: shown up to its last whole record'"${missing[cut]}"
	is "its first line" "$(head -c 19 "$work/out")" '{"schema":"tdtop/1"'
done

# A pipe that ends before the first interval.
for cut in 0 3 16 500; do
	head -c $cut "$recording" | timeout 600 "$TDTOP" -i - --json >"$work/out" 2>"$work/err"
	is "exit status of a pipe of $cut bytes" "${PIPESTATUS[1]}" 1
	is "one line of $cut bytes" "$(wc -l <"$work/err")" 1
done

# A file of perf in a pipe: what it says of the machine is at its end. (Of tdtop: check-record.sh.)
cat "$srcdir/tests/recordings/level1.data" |
	 timeout 600 "$TDTOP" -i - --json >"$work/out" 2>"$work/err"
is "exit status of a file of perf in a pipe" "${PIPESTATUS[1]}" 1
is "its sentence" "$(cat "$work/err")" '*give the file itself*'

# From here on tdtop may end while a thread of it still reads. In a build with LeakSanitizer, which stops all threads at the
# end, it once waited for that thread for ever.
export ASAN_OPTIONS=detect_leaks=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}

# A pipe that stays open: the first interval appears all the same. SIGTERM then ends tdtop.
mkfifo "$work/fifo"
exec 3<>"$work/fifo"
timeout 600 "$TDTOP" -i "$work/fifo" --json >"$work/lines" &
tdtop=$!
cat "$recording" >&3
printf '\x44\0\0\0\0\0\x08\0%.0s' 1 2 >&3	# FINISHED_ROUND: then nothing older can come
until [[ -s $work/lines ]]; do
	kill -0 $tdtop || break
done
is "an interval of a pipe that goes on" "$(head -c 19 "$work/lines")" '{"schema":"tdtop/1"'
kill -TERM $tdtop
wait $tdtop
is "exit status after SIGTERM" $? 0

# A pipe without data: a signal ends tdtop.
timeout 600 "$TDTOP" -i "$work/fifo" --json >"$work/out" 2>"$work/err" &
tdtop=$!
# Until it executes it is a bash, which notes a signal for our trap, and forgets it.
while [[ $(<"/proc/$tdtop/comm") == "$(<"/proc/$$/comm")" ]]; do :; done
kill -TERM $tdtop
wait $tdtop
is "exit status after SIGTERM while it waits" $? '@(0|143)'
exit $failed
