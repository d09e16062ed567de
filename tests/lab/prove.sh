#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Proves the lab itself: what the stock perf reads in it is the truth, and its
# PMU keeps the rules of the hardware. Boots a machine for each kernel, and one
# for Ice Lake; prove-inside.sh checks the rules there and measures, and the
# numbers are compared here, where awk and perf are not emulated.
# LAB_KERNELS="6.1" makes it shorter. A lab that was proved with the same files,
# kernels, emulator and perf is not proved again, unless LAB_PROVE=again.

here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.sh"
skipped=0
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT

use_model() {
	columns="retiring bad_speculation frontend_bound backend_bound"
	slugs=$columns
	events=(topdown-retiring topdown-bad-spec topdown-fe-bound topdown-be-bound)
	width=5
	[[ $1 == icl ]] && return
	columns+=" heavy_operations light_operations branch_mispredicts machine_clears
		fetch_latency fetch_bandwidth memory_bound core_bound"
	slugs+=" heavy_operations branch_mispredicts fetch_latency memory_bound"
	events+=(topdown-heavy-ops topdown-br-mispredict topdown-fetch-lat topdown-mem-bound)
	width=6
}

# The field of an event in perf stat's CSV, all lines of that event added:
# value;unit;event;time running;percent running;...
field() {
	awk -F ';' -v event="$2" -v field="$3" '$3 == event { s += $field; n++ } END { if (n) print s }' "$1"
}

quotient() {
	awk -v a="${1:-0}" -v b="${2:-0}" -v times="${3:-1}" 'BEGIN { if (b) print times * a / b }'
}

machine_by_topdown() {
	local tolerance=$1 column i=1

	for column in $columns; do
		lab_near "perf stat --topdown -a, all tasks alike, $column" \
			"$(cut -d ';' -f $i same)" "$(lab_split before default "$column")" "$tolerance"
		# What perf itself does before and after is not between the snapshots.
		lab_near "perf stat --topdown -a, tasks differ, $column" \
			"$(cut -d ';' -f $i different)" "$(lab_machine before after "$column")" 2
		i=$((i + 1))
	done
}

process_by_group() {
	local tolerance=$1 slots slug i=0

	slots=$(field group slots 1)
	for slug in $slugs; do
		lab_near "perf stat -p, hog_be, ${events[i]}" \
			"$(quotient "$(field group "${events[i]}" 1)" "$slots" 100)" \
			"$(lab_split before hog_be "$slug")" "$tolerance"
		i=$((i + 1))
	done
}

tasks_by_switches() {
	local tolerance=$1 name slug i

	perf script -i slices -F comm,event,period 2>/dev/null |
		awk '{ sub(":", "", $NF); sum[$1 ";;" $NF] += $(NF - 1) }
			END { for (key in sum) print sum[key] ";" key }' |
		awk -F ';' '{ print $1 ";;" $4 " of " $2 }' >sums
	for name in hog_be hog_fe pauser; do
		i=0
		for slug in $slugs; do
			lab_near "slices at switches, $name, $slug" \
				"$(quotient "$(field sums "${events[i]} of $name" 1)" \
					"$(field sums "slots of $name" 1)" 100)" \
				"$(lab_split before $name "$slug")" "$tolerance"
			i=$((i + 1))
		done
	done
}

sharing() {
	lab_between "two slots groups at once, percent running" "$(field one slots 5)" 20 90
	lab_between "and the other one" "$(field other slots 5)" 20 90
	lab_between "one general event more than counters, percent running" \
		"$(field generals cpu/event=1,umask=1/ 5)" 10 99
}

cycles_and_instructions() {
	lab_near "cycles of hog_be per nanosecond" \
		"$(quotient "$(field cycles cycles 1)" "$(field cycles cycles 4)")" 1 0.05
	lab_near "instructions per cycle of hog_be" \
		"$(quotient "$(field cycles instructions 1)" "$(field cycles cycles 1)")" \
		"$(quotient "$(lab_split exact/before hog_be retiring)" 100 $width)" 0.02
}

compare() {
	local tolerance

	sharing
	cycles_and_instructions
	for dir in exact rounded; do
		lab_say "metrics are $dir"
		tolerance=0.1
		[[ $dir == rounded ]] && tolerance=0.6
		cd $dir || return
		machine_by_topdown $tolerance
		process_by_group $tolerance
		tasks_by_switches $tolerance
		cd ..
	done
}

prove() {
	local kernel=$1 personality=$2 share=$top/$1-$2 status

	lab_say "Linux $kernel, $personality"
	mkdir "$share" && cd "$share" || exit 1
	"$here/vm" --kernel "$kernel" --personality "$personality" --timeout 280 --share "$share" \
		bash "$here/prove-inside.sh" "$share" | tee "$share/rules"
	status=${PIPESTATUS[0]}
	if [[ $status == 77 ]]; then
		skipped=$((skipped + 1))
		return
	fi
	lab_passed=$((lab_passed + $(grep -c '^ok ' rules)))
	lab_failed=$((lab_failed + $(grep -c '^not ok ' rules)))
	lab_equal "status of the machine" "$status" 0
	[[ $status != 0 ]] || compare
}

# What the proof depends on; the kernels are those in the cache.
proof_of() {
	(cd "$here" && cat pmu/* work/* init vm prepare.sh prove.sh prove-inside.sh lib.sh &&
		qemu-system-x86_64 --version && perf --version &&
		cat "$lab_cache"/6.*/version && echo "${LAB_KERNELS-} ${LAB_ACCEL-}") 2>/dev/null |
		sha256sum | cut -c 1-16
}

. "$here/prepare.sh"
proved=$lab_cache/proved-$(proof_of)
if [[ -s $proved && ${LAB_PROVE-} != again ]]; then
	lab_say "proved before, with the same files, kernels, emulator and perf; LAB_PROVE=again does it again"
	cat "$proved"
	exit 0
fi

for kernel in ${LAB_KERNELS:-6.1 6.12}; do
	use_model spr
	prove "$kernel" spr
	[[ $kernel == 6.1 ]] || continue
	use_model icl
	prove "$kernel" icl
done
[[ $lab_passed == 0 && $lab_failed == 0 && $skipped -gt 0 ]] && exit 77
if [[ $lab_failed == 0 && $skipped == 0 ]]; then
	# After the first boot: only now the cache says which kernels these were.
	echo "$lab_passed passed, 0 failed" >"$lab_cache/proved-$(proof_of)"
fi
lab_done
