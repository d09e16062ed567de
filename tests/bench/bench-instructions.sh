#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What tdtop costs, in figures that other programs on the machine do not change: instructions counted by
# callgrind, and bytes of the heap. A figure a line: the figure, a tab, what it is of. A benchmark that
# measures nothing, or fails, fails this script. What the figures may be is in tests/cost.tsv.

bench=${BENCH:-tests/bench}
TDTOP=${TDTOP:-./tdtop}
export TDTOP LC_ALL=C.UTF-8
status=0
out=$(mktemp) && counted=$(mktemp) || exit
trap 'rm -f "$out" "$counted"*' EXIT

command -v valgrind >/dev/null || { echo "skipped: valgrind is not installed" && exit 77; }

# Instructions of a program and of what it forks, or of one function of it alone; its output is in $out.
instructions() {	# FUNCTION|all COMMAND...
	local only=()

	[[ $1 == all ]] || only=("--toggle-collect=$1")
	shift
	valgrind --tool=callgrind --callgrind-out-file=/dev/null "${only[@]}" "$@" 2>"$counted" >"$out" || return
	awk '/Collected/ { sum += $NF } END { print sum + 0 }' "$counted"
}

# The number before a word, in what the last program has printed.
said() {	# WORD
	sed -n "s/.*[^0-9]\([0-9]*\) $1.*/\1/p; s/^\([0-9]*\) $1.*/\1/p" "$out" | head -n 1
}

# Nothing, or less than one, was not measured.
per() {	# WHAT FIGURE N
	awk -v i="$2" -v n="$3" -v what="$1" 'BEGIN { if (n < 1 || i / n < 1) exit 1; printf "%.0f\t%s\n", i / n, what }' && return
	echo "$1: nothing was measured" >&2
	status=1
}

collector() {
	local few many tasks

	per "instructions: a switch between two tasks, from the ring to the sums" \
		"$(instructions take_ring "$bench/bench-ring" 1)" $((8 * 4096))
	per "instructions: two switches around an idle task of which the kernel writes nothing" \
		"$(instructions take_ring "$bench/bench-ring" 1 idle)" $((8 * 4096))
	for tasks in 40 20020; do
		few=$(instructions all "$bench/bench-scale" 2 1000 20 $tasks 10)
		many=$(instructions all "$bench/bench-scale" 2 1000 20 $tasks 14)
		per "instructions: a refresh, 20 tasks run, $((tasks - 20)) sleep" $((many - few)) 4
	done
	per "instructions: the end of an interval, of 5,000 tasks that ran in 1,000 cgroups, a task" \
		"$(instructions aggregate_fill "$bench/bench-totals" 64 5000 1000)" $((12 * 5000))	# so many intervals
}

recordings() {
	local count samples format

	count=$(instructions time_snapshots "$bench/bench-replay" 1)
	samples=$(said samples)
	per "instructions: a sample of a recording, to snapshots" "$count" $((3 * ${samples:-0}))	# it takes the best of three
	# Whether glibc clears a table, or has a clear one from the kernel, depends on what was freed before.
	count=$(GLIBC_TUNABLES=glibc.malloc.mmap_threshold=131072 instructions profile_reader_read "$bench/bench-branches" 1)
	per "instructions: an entry of a branch stack, read and added up" "$count" "$(said entries)"
	per "bytes: heap of a profile, for 1,000 branches" "$(said bytes)000" "$(said branches)"
	for format in csv json; do
		per "instructions: a branch of a profile as ${format^^}" \
			"$(instructions profile_print "$bench/bench-rows" 2000 $format)" 2000
	done
	count=$(instructions json_put "$TDTOP" --json -i "${srcdir:-.}/tests/recordings/clock.data")
	per "instructions: an interval as JSON" "$count" "$(wc -l <"$out")"
}

# After a key, and once before all, a frame is drawn.
screen() {
	local rounds=2 keys=11

	per "instructions: a frame, 5,000 rows" \
		"$(instructions screen_draw "$bench/bench-screen" 5000 $rounds)" $((rounds * keys + 1))
	per "instructions: a key, 5,000 rows, without its frame" \
		"$(instructions ui_key "$bench/bench-screen" 5000 $rounds)" $((rounds * keys))
}

heap() {
	local few many

	few=$("$bench/bench-scale" 2 1000 20 40 10 | sed -n 's/.* heap \([0-9]*\) bytes.*/\1/p')
	many=$("$bench/bench-scale" 2 1000 20 20040 10 | sed -n 's/.* heap \([0-9]*\) bytes.*/\1/p')
	per "bytes: heap of collector and screen, 40 tasks" "$few" 1
	per "bytes: heap of a task more" $((many - few)) 20000
}

# tdtop on a terminal of 200x60, until the first interval of the demo is drawn; valgrind's file is $counted.of.
# (Its heap is not compared: whether two or three snapshots exist by then depends on the collector's speed.)
on_terminal() {	# VALGRIND'S OPTION...
	local command

	printf -v command '%q ' valgrind "$@" --log-file=/dev/null "$TDTOP" --demo -d 0.1 -n 1
	env -i PATH="$PATH" LC_ALL="$LC_ALL" TERM=xterm-256color HOME=/nonexistent COLUMNS=200 LINES=60 \
		script -qec "$command" /dev/null </dev/null >"$out"
}

# From exec to the end of the first term_blit, which writes the first frame: there is one thread until then.
start() {
	on_terminal --tool=callgrind --dump-after=term_blit --callgrind-out-file="$counted.of"
	per "instructions: start to first frame, with the dynamic linker" \
		"$(awk '/^totals:/ { print $2 }' "$counted.of.1")" 1
}

collector
recordings
screen
heap
start
exit $status
