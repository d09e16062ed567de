#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# tdtop --regions: a real program with markers, found by its notes and probed by real uprobes of this
# machine's kernel, by both engines: each entry into a region is counted once. With software events
# (tests/machines/software): the counts mean nothing here, the regions that they belong to do.
# Skipped without root, uprobes or a compiler.
# shellcheck disable=SC2317	# functions are called by name
set -u
srcdir=$(cd "${srcdir:-.}" && pwd)
tdtop=$PWD/tdtop
rounds=500
failed=0
. "$srcdir/tests/check-lib.sh"
TDTOP_PMU_ROOT=$srcdir/tests/machines/software
export TDTOP_PMU_ROOT

skip() {
	echo "$1"
	exit 77
}

[ "$(id -u)" = 0 ] || skip "uprobes need root"
[ -r /sys/bus/event_source/devices/uprobe/type ] || skip "this kernel has no uprobes"
CC=${CC:-cc}
command -v "${CC%% *}" >/dev/null || skip "there is no C compiler"

dir=$(mktemp -d) || exit 99
program='' counter=''
end() {
	[ -z "$counter" ] || kill "$counter" 2>/dev/null
	[ -z "$program" ] || kill "$program" 2>/dev/null
	rm -rf "$dir"
}
trap end EXIT
trap 'exit 99' INT TERM

cat >"$dir/program.c" <<-'END'
	#include "tdtop_region.h"
	#include <stdio.h>
	#include <stdlib.h>

	static volatile unsigned long work;

	static void spin(void)
	{
		for (int i = 0; i < 20000; i++)
			work += (unsigned long)i;
	}

	int main(int argc, char *argv[])
	{
		const int rounds = argc > 1 ? atoi(argv[1]) : 0;

		while (getchar() != EOF) {
			for (int i = 0; i < rounds; i++) {
				TDTOP_REGION("parse") {
					spin();
					TDTOP_REGION("lookup") {
						spin();
					}
				}
				TDTOP_REGION("emit") {
					spin();
				}
			}
			puts("done");
			fflush(stdout);
		}
		return 0;
	}
END
$CC -O2 -I"$srcdir/region" -o "$dir/program" "$dir/program.c" 2>"$dir/err" ||
	skip "a program with regions cannot be built: $(cat "$dir/err")"

# A program that counts the instructions it has gone through: all of its code is one piece of them, so
# that a breakpoint that is not its own is seen, wherever it lies.
cat >"$dir/other.c" <<-'END'
	#include <stdio.h>

	int main(void)
	{
		unsigned long n = 0;

	#ifdef __x86_64__
		__asm__ volatile(".rept 65536\n\tadd $1, %0\n\t.endr" : "+r"(n));
	#else
		__asm__ volatile(".rept 65536\n\tadd %0, %0, #1\n\t.endr" : "+r"(n));
	#endif
		printf("%lu\n", n);
		return n != 65536;
	}
END
$CC -O2 -o "$dir/other" "$dir/other.c" 2>"$dir/err" || skip "a program cannot be built: $(cat "$dir/err")"
cp "$dir/program" "$dir/saved"

# Waits until a command succeeds, while tdtop runs, or up to many minutes.
wait_until() {
	for _ in $(seq 6000); do
		"$@" && return
		kill -0 "$counter" || break
		sleep 0.1
	done
	echo "waited in vain for: $*"
	return 1
}

is_watched() {
	grep -q '"regions_watched_percent":[1-9].*"regions_objects":1,' "$dir/out"
}

has_lines() {
	[ "$(wc -l <"$dir/out")" -ge "$1" ]
}

# Are all intervals printed, and no records lost? Where the host is so busy that tdtop runs too late,
# it drops both, and says so.
is_complete() {
	awk -F '"seq":' '{ n = $2 + 0; if (NR > 1 && n != before + 1) exit 1; before = n }' "$dir/out" &&
		! grep -q '"lost":[1-9]' "$dir/out"
}

# The sum of a region's entries in all intervals.
entries() {
	grep -o "\"region\":\"$1\",\"entries\":[0-9]*" "$dir/out" |
		awk -F: '{ n += $NF } END { print n + 0 }'
}

start_program() {
	mkfifo "$dir/input"
	"$dir/program" "$rounds" <"$dir/input" >"$dir/program.out" &
	program=$!
	exec 3>"$dir/input"
}

end_program() {
	exec 3>&-
	wait "$program"
	program=
	rm -f "$dir/input"
}

# Watches the program with this engine; it goes through its rounds while it is watched.
count() {
	start_program
	"$tdtop" --json --regions --budget 0 -d 0.2 --engine "$1" -p "$program" >"$dir/out" 2>"$dir/err" </dev/null 3>&- &
	counter=$!
	if wait_until is_watched; then
		echo >&3
		wait_until grep -q "done" "$dir/program.out"
		wait_until has_lines $(($(wc -l <"$dir/out") + 3))
	fi
	kill "$counter"
	wait "$counter"
	counter=
	end_program
}

for engine in bpf ring; do
	if ! timeout 600 "$tdtop" --json -n 1 -d 0.1 --engine $engine >/dev/null 2>"$dir/err" </dev/null; then
		echo "engine $engine is not possible here: $(cat "$dir/err")"
		continue
	fi
	for _ in 1 2 3 4 5; do
		count $engine
		is_complete && break
		echo "once more: intervals or records are missing"
	done
	for region in parse lookup emit; do
		expect "$engine counts each entry into $region once" $rounds "$(entries $region)"
	done
	[ $failed = 0 ] || cat "$dir/err"
done

# The program is written over in place while it is watched: the kernel would put its breakpoint into
# whatever lies there now, and each process that runs it would crash.
overwrite() {
	start_program
	"$tdtop" --json --regions --budget 0 -d 0.2 --engine "$1" >"$dir/out" 2>"$dir/err" </dev/null 3>&- &
	counter=$!
	wait_until runs_region 1
	end_program
	cp "$dir/other" "$dir/program"	# waits until the probes are gone
	for i in 1 2 3; do
		expect "$1: run $i of a program that was written over the one that is watched" 65536 \
			"$("$dir/program" 2>&1)"
	done
	cp "$dir/saved" "$dir/program"
	: >"$dir/program.out"
	start_program
	lines=$(wc -l <"$dir/out")
	wait_until runs_region "$lines"
	expect "$1: regions are watched again when they are in the file again" 0 $?
	kill "$counter"
	wait "$counter"
	expect "$1: tdtop ends as it does else" 0 $?
	counter=
	end_program
}

# Has the program, which is told to go on, passed markers after so many intervals?
runs_region() {
	echo >&3
	tail -n +"$1" "$dir/out" | grep -q '"region":"parse","entries":[1-9]'
}

for engine in bpf ring; do
	timeout 600 "$tdtop" --json -n 1 -d 0.1 --engine $engine >/dev/null 2>&1 </dev/null || continue
	overwrite $engine
done

# The same program, unwatched and watched, does the same: a fork of it too (Linux 6.18 has crashed
# children of programs with a probed 5-byte NOP).
timeout 600 "$tdtop" --json --regions --budget 0 -d 0.2 -- sh -c "echo | \"$dir/program\" 20; echo | \"$dir/program\" 20" \
	>"$dir/out" 2>"$dir/err" </dev/null
expect "a command with regions ends well" 0 $?

# What it finds comes when it has looked, in some later interval.
sleep 600 &
program=$!
"$tdtop" --json --regions -d 0.2 -p "$program" >"$dir/out" 2>"$dir/err" </dev/null &
counter=$!
wait_until grep -q 'no program with markers runs (tdtop_region.h)' "$dir/out"
expect "without markers it says so" 0 $?
kill "$counter" "$program"
wait "$counter" "$program"
counter='' program=''

if command -v setpriv >/dev/null; then
	chmod 755 "$dir"
	cp "$tdtop" "$dir/tdtop"
	setpriv --reuid=65534 --regid=65534 --clear-groups timeout 600 "$dir/tdtop" --json --regions -n 1 -d 0.2 \
		>"$dir/out" 2>"$dir/err" </dev/null
	expect "an ordinary user is refused" 1 $?
	grep -q 'not permitted\|CAP_\|as root' "$dir/err" || {
		echo "FAILED: the refusal does not say why: $(cat "$dir/err")"
		failed=1
	}
fi
exit $failed
