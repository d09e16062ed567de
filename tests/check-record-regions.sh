#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# tdtop --record --regions with real probes: the replay prints what the live run printed of a program and of the machine,
# and the stock perf, if installed, has one sample for each marker. The events are software events: this needs uprobes and root, but no PMU.

dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"; [ -z "$program" ] || kill "$program" 2>/dev/null' EXIT
machines=${srcdir:-.}/tests/machines
program=
. "${srcdir:-.}/tests/record-lib.sh"

skip() {
	echo "skipped: $1"
	exit 77
}

cat >"$dir/program.c" <<-END
	#include "tdtop_region.h"
	static volatile unsigned long work;
	static void spin(long n) { while (n--) work += (unsigned long)n; }
	int main(void)
	{
	        for (;;) {
	                TDTOP_REGION("parse") {
	                        spin(400000);
	                        TDTOP_REGION("inner") { spin(800000); }
	                }
	                spin(200000);
	        }
	}
END
${CC:-cc} -I "${srcdir:-.}/region" -o "$dir/program" "$dir/program.c" 2>"$dir/err" || skip "no compiler: $(head -n 1 "$dir/err")"
"$dir/program" &
program=$!

# One group; groups that rotate; groups of two core types.
for machine in software software-rotation software-hybrid; do
	TDTOP_PMU_ROOT=$machines/$machine
	export TDTOP_PMU_ROOT
	for attempt in 1 2 3; do
		rm -f "$dir/data"
		"$TDTOP" --json --regions -d 0.4 -n 6 --record "$dir/data" >"$dir/live" 2>"$dir/err" ||
			skip "$(cat "$dir/err")"
		grep -q '"lost":[1-9]' "$dir/live" || break
		[ "$attempt" -lt 3 ] || skip "this host is too busy, records were lost three times"
	done
	grep -q '"region":"inner"' "$dir/live" || skip "no region was seen: $(grep -o '"regions_remark":"[^"]*"' "$dir/live" | tail -n 1)"
	"$TDTOP" --json --regions -i "$dir/data" >"$dir/replayed"
	if ! "$TDTOP" --json -i "$dir/data" | cmp - "$dir/replayed"; then
		echo "the replay of $machine says less without --regions"
		exit 1
	fi
	for file in live replayed; do
		alike "$dir/live" $program '' <"$dir/$file" >"$dir/$file.alike"
	done
	grep -q "^{\"pid\":$program,.*\"region\":\"inner\"" "$dir/live.alike" || skip "no region of the program was seen"
	if ! diff "$dir/live.alike" "$dir/replayed.alike"; then
		echo "the replay of $machine is not what the live run was"
		exit 1
	fi
	markers=$(grep -o '"regions_markers":[0-9]*' "$dir/replayed" | awk -F : '{ n += $2 } END { print n }')
	command -v perf >/dev/null || continue
	for words in evlist 'report --stdio' script; do
		# shellcheck disable=SC2086	# words
		if ! perf $words -i "$dir/data" >"$dir/out" 2>"$dir/err" || ! grep -q 'tdtop_region:program' "$dir/out"; then
			echo "perf $words: $(cat "$dir/err")"
			exit 1
		fi
	done
	samples=$(grep -c 'tdtop_region:' "$dir/out")
	if [ "$samples" -ne "$markers" ]; then
		echo "perf script has $samples samples of $markers markers"
		exit 1
	fi
done

# A recording without them says so.
TDTOP_PMU_ROOT=$machines/software "$TDTOP" -b -n 2 -d 0.2 --record "$dir/plain" >/dev/null
"$TDTOP" -b --regions -i "$dir/plain" >"$dir/out" 2>"$dir/err"
[ $? -eq 1 ] && grep -q 'the recording has no regions; record with --regions$' "$dir/err" && exit 0
echo "a recording without regions: $(cat "$dir/err")"
exit 1
