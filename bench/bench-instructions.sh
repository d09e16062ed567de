#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Instructions, counted by callgrind: a figure that other programs on the machine do not change. Of one
# context switch, from the bytes of the ring to the sums; and of one whole refresh (sums, snapshot,
# history, list, frame) of a simulated machine: 2 CPUs, 20 tasks that run 1,000 times a second and CPU,
# with few and with many other tasks asleep.

bench=${BENCH:-bench}

command -v valgrind >/dev/null || { echo "skipped: valgrind is not installed" && exit 0; }

instructions() {	# OPTION... -- COMMAND...: all of them
	valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null | awk '/Collected/ { print $NF }'
}

per() {	# WHAT INSTRUCTIONS N
	awk -v what="$1" -v i="$2" -v n="$3" 'BEGIN { printf "%-52s %12.0f instructions\n", what, i / n }'
}

switches=$((4 * 8 * 4096))
per "a context switch, from the ring to the sums" "$(instructions --toggle-collect=take_ring "$bench/bench-ring" 4)" $switches

for tasks in 40 20020; do
	few=$(instructions "$bench/bench-scale" 2 1000 20 $tasks 20)
	many=$(instructions "$bench/bench-scale" 2 1000 20 $tasks 30)
	per "a refresh, 20 tasks run, $((tasks - 20)) sleep" $((many - few)) 10
done

# Results (in a virtual machine, nothing from bare metal; bench/RESULTS.md says how, and has the summary):
#
# 3. Instructions of a refresh (`bench/bench-instructions.sh`): 1,822,508 with 20 threads asleep,
# 1,824,319 with 20,000. The measured CPU time changed by factors of 0.5 and 1.0, that of htop by
# 23 and 18.
