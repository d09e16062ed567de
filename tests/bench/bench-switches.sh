#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Measures how much slower the watched program gets: `perf bench sched pipe` on one CPU, alone, beside
# tdtop with the ring engine, and beside the stock `perf record` of context switches, as ratios within
# one run; and how many records tdtop lost. (Both engines: bench-engines.py.)
# Needs no PMU: tdtop's group consists of as many software events. Measures CPU time, since other
# programs use the machine as well. bench-watched breaks the cost down.

srcdir=${srcdir:-.}
tdtop=${TDTOP:-./tdtop}
loops=${LOOPS:-200000}
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT

command -v perf >/dev/null || { echo "skipped: perf is not installed (linux-perf)" && exit 0; }

seconds() {	# of CPU time of the bench: the best of five
	local TIMEFORMAT='%3U %3S'
	for _ in 1 2 3 4 5; do
		{ time taskset -c 0 perf bench sched pipe -l "$loops" >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
	done | sort -n | head -1
}

alone=$(seconds)
TDTOP_PMU_ROOT=$srcdir/tests/machines/software "$tdtop" --engine ring --json -d 0.5 -n 1000 >"$work/json" 2>"$work/err" &
watcher=$!
until [[ -s $work/json ]]; do
	kill -0 $watcher 2>/dev/null || { echo "skipped: $(cat "$work/err")" && exit 0; }
done
before=$(awk '{ print $14 + $15 }' /proc/$watcher/stat)
watched=$(seconds)
after=$(awk '{ print $14 + $15 }' /proc/$watcher/stat)
kill $watcher && wait $watcher
perf record -q -e context-switches -c 1 -a -o "$work/perf.data" sleep 1000 2>/dev/null &
recorder=$!
until [[ -s $work/perf.data ]]; do :; done
recorded=$(seconds)
kill -INT $recorder && wait $recorder 2>/dev/null

awk -v a="$alone" -v w="$watched" -v r="$recorded" -v n="$loops" -v cpu=$(((after - before) / 5)) \
	-v hz="$(getconf CLK_TCK)" -v lost="$(grep -o '"lost": *[0-9]*' "$work/json" | grep -o '[0-9]*' | paste -sd+ | bc)" 'BEGIN {
	printf "%d round trips of a pipe, CPU time: alone %.2f s, with tdtop %.2f (x %.2f), with perf record %.2f (x %.2f)\n",
		n, a, w, w / a, r, r / a
	printf "with tdtop: %.2f us more for each, %s records lost, %.0f ns of its own CPU time for each\n",
		(w - a) / (2 * n) * 1e6, lost, cpu / hz / (2 * n) * 1e9
}'
