#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# --functions and its like, live, as a user runs them: of a command, of processes, of this machine. By
# the kernel's clock (cpu-clock), so no PMU is needed: the kernel, its rings, maps and names are real.
# The program has a function with three quarters of its time. ($TDTOP, $srcdir, $CC)
# shellcheck disable=SC2016	# other shells expand them
set -u
srcdir=${srcdir:-.}
tdtop=${TDTOP:-$PWD/tdtop}
failed=0
. "$srcdir/tests/check-lib.sh"

skip() {
	echo "$1"
	exit 77
}

dir=$(mktemp -d) || exit 99
chmod 755 "$dir"
pids=
# shellcheck disable=SC2086	# several numbers
trap '[ -z "$pids" ] || kill $pids 2>/dev/null; rm -rf "$dir"' EXIT
mkdir "$dir/nothing"	# a machine without a PMU

cat >"$dir/work.c" <<'C'
#include <stdlib.h>
#include <time.h>
static volatile unsigned long sum;
/* Multiplications that wait for each other: the loop takes the same time wherever the compiler puts it. */
#define WORK unsigned long x = sum; while (n--) x = (x | 1) * x * (unsigned long)(n | 1) * 3935559000370003845UL; sum = x;
__attribute__((noinline, noclone)) void three_quarters(long n) { WORK }
__attribute__((noinline, noclone)) void a_quarter(long n) { WORK }
/*
 * So many milliseconds of CPU time, then this exit status. No two rounds take the same time: the clock
 * that samples would meet a steady beat at the same places again and again.
 */
int main(int argc, char **argv)
{
	unsigned int any = 1;
	const clock_t end = (clock_t)((argc > 1 ? atol(argv[1]) : 1000) * (CLOCKS_PER_SEC / 1000));

	while (clock() < end) {
		const long n = 5000 + (long)((any = any * 1103515245 + 12345) >> 19);

		three_quarters(3 * n);
		a_quarter(n);
	}
	return argc > 2 ? atoi(argv[2]) : 0;
}
C
${CC:-cc} -g -O1 -fno-omit-frame-pointer -o "$dir/work" "$dir/work.c" || skip "nothing compiles"

# expect WORDS WANTED GOT
expect() {
	[ "$2" = "$3" ] && return
	printf 'FAILED: %s: wanted "%s", got "%s"\n' "$1" "$2" "$3"
	sed 's/^/  | /' "$dir/err"
	failed=1
}

# Has the output this pattern?
has() {
	grep -q -- "$1" "$dir/out" && echo yes || echo no
}

# Samples of this function, of all processes; from JSON with --symbols names.
samples() {
	sed 's/{"pid"/\n&/g' "$dir/out" | sed -n "s/.*\"symbol\":\"$1\".*\"samples\":\([0-9]*\).*/\1/p" |
		awk '{ all += $1 } END { print all + 0 }'
}

# Has one three times the samples of the other? Of 100 samples a share is right to 4 points.
shares() {
	hot=$(samples three_quarters)
	warm=$(samples a_quarter)
	[ $((hot + warm)) -ge 100 ] && [ $((hot * 100)) -gt $(((hot + warm) * 62)) ] &&
		[ $((hot * 100)) -lt $(((hot + warm) * 88)) ] && echo right || echo "$hot to $warm"
}

TDTOP_PMU_ROOT=$srcdir/tests/machines/software
export TDTOP_PMU_ROOT
run --functions --json --symbols names -- "$dir/work" 500 7
grep -q 'not permitted\|refuse\|seccomp\|perf events' "$dir/err" &&
	skip "nothing may be sampled here: $(cat "$dir/err")"

expect "the exit status is the command's" 7 "$status"
expect "shares of a command" right "$(shares)"
expect "JSON says what is sampled" yes "$(has '"sampling":{"scope":"watched","of":"command work"')"
expect "shares are of" yes "$(has '"counted":"CPU time"')"
expect "its source" yes "$(has '"source":"switch","file":null')"
expect "the summary is there" 1 "$(grep -c ' work$' "$dir/err")"

run --functions --json --symbols names -- sh -c '"$1" 200 & "$1" 200; wait' sh "$dir/work"
expect "shares of what a command starts" right "$(shares)"

run --functions --stacks -- "$dir/work" 200
expect "text has functions" yes "$(has '^functions, shares of CPU time$')"
expect "and call stacks" yes "$(has '^ *[0-9.]* *[0-9.]* *[0-9]* *three_quarters (work.c:6)')"
expect "and whose they are" yes "$(has '^sampled live: command work . [0-9]* of [0-9]* \(thread\|CPU\)')"

run --functions --csv -n 1 -- "$dir/work" 100
expect "CSV has a header and a row" 2 "$(wc -l <"$dir/out")"
run --stacks-format folded -- "$dir/work" 100
expect "folded stacks" yes "$(has ';three_quarters [0-9]*$')"

# Processes that run already, until they end or the time is over.
"$dir/work" 60000 &
endless=$!
pids=$endless
# Longer, where it got no CPU so long.
for seconds in 0.5 5 50; do
	run --functions --json --sample-rate 200 --seconds $seconds -p "$endless"
	[ "$status" -ne 0 ] || break
done
expect "-p ends after --seconds" 0 "$status"
expect "JSON has the number of the process" yes "$(has "\"of\":\"pid $endless\",\"pid\":$endless,")"
expect "--sample-rate is kept" yes "$(has '"period":50[0-9]*,')"
"$dir/work" 2000 &
run --functions --json --symbols names --seconds 100 -p "$!"
expect "-p ends with the process" 0 "$status"
expect "shares of a process" right "$(shares)"

# Ctrl-C: what there is.
env --default-signal=INT "$tdtop" --functions --json --seconds 100 -p "$endless" \
	>"$dir/out" 2>"$dir/err" </dev/null &
tdtop_pid=$!
pids="$pids $tdtop_pid"
ran() {
	cut -d ' ' -f 1 "/proc/$endless/schedstat"
}
until grep -q 'perf_event' "/proc/$tdtop_pid/maps" 2>/dev/null; do
	kill -0 "$tdtop_pid" || break
done
begun=$(ran)
until [ $(($(ran) - begun)) -gt 1500000000 ]; do
	:
done
kill -INT "$tdtop_pid"
wait "$tdtop_pid"
expect "Ctrl-C ends sampling" 0 $?
expect "and prints what there is" yes "$(has '"symbol":"three_quarters"')"

# The machine, where processes of others may be sampled.
if [ "$(id -u)" = 0 ]; then
	for seconds in 0.5 5 50; do
		run --functions --json --symbols names --seconds $seconds
		[ "$(has '"symbol":"three_quarters"')" = no ] || break
	done
	expect "the machine" yes "$(has '"scope":"machine","of":null,"pid":null,"node":null,"by_cpu":true')"
	expect "has the process" yes "$(has '"symbol":"three_quarters"')"
fi

kill "$endless"

# Mistakes, each with its sentence.
run --branches -p $$
expect "no branch stacks" "1 tdtop: branch stacks need a PMU, and this machine shows none" \
	"$status $(cat "$dir/err")"
run --functions --event nothing -p $$
expect "no such event" "1 tdtop: --event nothing cannot be sampled here; there are cpu-clock" \
	"$status $(cat "$dir/err")"
run --functions -p 999999999
expect "no such process" "1 tdtop: there is no process 999999999" "$status $(cat "$dir/err")"
sleep 1000 &
asleep=$!
pids="$pids $asleep"
run --functions --seconds 0.3 -p "$asleep"
expect "a process that sleeps" "1 tdtop: no samples of cpu-clock in " "$status $(cut -c 1-34 "$dir/err")"
run --functions --node tma_core_bound -- "$dir/work" 100
expect "a node without an event" 0 "$status"
expect "is told" 1 "$(grep -c '^tdtop: tma_core_bound has no event of its own here' "$dir/err")"

# Where TopDown cannot be counted at all.
TDTOP_PMU_ROOT=$dir/nothing
run --functions --json --symbols names -- "$dir/work" 300 5
expect "without TopDown the status is the command's, too" 5 "$status"
expect "shares without TopDown" right "$(shares)"
expect "the source then" yes "$(has '"source":"switch"')"
"$dir/work" 2000 &
run --functions --json --symbols names --seconds 100 -p "$!"
expect "shares of a process without TopDown" right "$(shares)"

# A user without rights, on a process of his own.
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	cp "$tdtop" "$dir/tdtop"
	as="setpriv --reuid 65534 --regid 65534 --clear-groups --bounding-set -all --inh-caps -all"
	$as "$dir/work" 2000 &
	# shellcheck disable=SC2086	# several words
	timeout 600 $as "$dir/tdtop" --functions --json --symbols names --seconds 100 -p "$!" \
		>"$dir/out" 2>"$dir/err" </dev/null
	status=$?
	if grep -q 'perf_event_paranoid' "$dir/err"; then
		cat "$dir/err"	# 3 and more, as Debian has it: then nobody may
	else
		expect "a user may sample his own process" "0 right" "$status $(shares)"
	fi
fi
exit $failed
