#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs inside the lab's machine (prove.sh starts it): checks the rules of the
# synthetic PMU, and measures with the stock perf tool into the directory $1.

. "$(dirname "$0")/lib.sh"
cd "$1" || exit 1

personality=$(awk '$1 == "personality" { print $2 }' "$lab_proc")
metrics=$(awk '$1 == "metrics" { print $2 }' "$lab_proc")
width=$(awk '$1 == "width" { print $2 }' "$lab_proc")
generals=$(awk '$1 == "generals" { print $2 }' "$lab_proc")
pmu=/sys/bus/event_source/devices/cpu

members=topdown-retiring,topdown-bad-spec,topdown-fe-bound,topdown-be-bound
[[ $metrics == 8 ]] &&
	members+=,topdown-heavy-ops,topdown-br-mispredict,topdown-fetch-lat,topdown-mem-bound

# The lines of perf stat's CSV.
count() {
	perf stat -x ';' -o /tmp/counts "$@" >/dev/null 2>&1
	grep ';' /tmp/counts | grep -v '^#'
}

snapshot_around() {
	echo "cat $lab_proc >before; $*; cat $lab_proc >after"
}

names_in_sysfs() {
	local file

	lab_equal "type of the PMU" "$(<$pmu/type)" 4
	lab_equal "caps/pmu_name" "$(<$pmu/caps/pmu_name)" \
		"$([[ $personality == spr ]] && echo sapphire_rapids || echo icelake)"
	lab_equal "topdown events" "$(ls $pmu/events | grep -c '^topdown-')" "$metrics"
	lab_equal "slots" "$(<$pmu/events/slots)" "event=0x00,umask=0x4"
	for file in event umask edge inv cmask; do
		lab_check "format/$file" test -e $pmu/format/$file
	done
}

# The group of tdtop, made by the stock perf: a sample of all members at each
# switch, which belongs to the task that leaves.
record_switches() {
	perf record -q -o "$1" -a -c 1 -m 256 -e "{slots,context-switches,$members}:S" \
		sleep 2 2>/dev/null
}

# What is measured while the hogs run goes to files of the directory $1.
measure() {
	mkdir -p "$1" && cd "$1" || exit 1
	lab_table "$same"
	count --topdown -a sleep 1 >same
	lab_table "$different"
	count --topdown -a bash -c "$(snapshot_around sleep 2)" >different
	count -e "{slots,$members}" -p "$hog" sleep 1 >group
	lab_load pause pauser 300 700
	record_switches slices
	kill "$lab_pid"
	cd ..
}

rules_of_opening() {
	local n ok=() many=()

	for ((n = 1; n <= generals; n++)); do
		ok+=("0x01$((n + 10))")
	done
	many=("${ok[@]}" 0x01ff)
	lab_equal "slots with all metrics" \
		"$(labopen 0x400 $(for ((n = 0; n < metrics; n++)); do echo 0x8${n}00; done))" fine
	lab_equal "a metric without slots" "$(labopen 0x8000)" "0x8000 EINVAL"
	lab_equal "a metric under another leader" "$(labopen 0x3c 0x8000)" "0x8000 EINVAL"
	lab_equal "a metric under a software leader" "$(labopen 3:sw 0x8000)" "0x8000 EINVAL"
	lab_equal "a metric without PERF_FORMAT_GROUP" "$(labopen 0x400 0x8000:nogroup)" \
		"0x8000:nogroup EINVAL"
	lab_equal "a metric that samples" "$(labopen 0x400 0x8000:sample)" "0x8000:sample EINVAL"
	lab_equal "slots that sample" "$(labopen 0x400:sample 0x8000)" "0x400:sample EINVAL"
	lab_equal "slots with cmask" "$(labopen 0x1000400)" "0x1000400 EINVAL"
	lab_equal "a metric with config1" "$(labopen 0x400 0x8000:config1)" "0x8000:config1 EINVAL"
	lab_equal "a metric the model has not" "$(labopen 0x400 0x8${metrics}00)" "0x8${metrics}00 EINVAL"
	lab_equal "two slots in a group" "$(labopen 0x400 0x400)" "0x400 EINVAL"
	lab_equal "a software member that samples" "$(labopen 0x400 0x8000 3:sw:sample)" fine
	lab_equal "$generals general events, cycles, instructions" \
		"$(labopen 0x400 0x8000 0x3c 0xc0 "${ok[@]}")" fine
	lab_equal "one general event too many" "$(labopen "${many[@]}")" "0x01ff EINVAL"
	lab_equal "PERF_TYPE_HARDWARE cycles, instructions" "$(labopen 0:hw 1:hw)" fine
}

# Two groups with SLOTS on the same CPUs are multiplexed; so are those that share general counters.
share_counters() {
	local events=() n pid

	perf stat -x ';' -o other -e '{slots,topdown-retiring}' -a sleep 2 >/dev/null 2>&1 &
	pid=$!
	count -e '{slots,topdown-retiring}' -a sleep 2 >one
	wait "$pid"
	for ((n = 1; n <= generals + 1; n++)); do
		events+=(-e "cpu/event=$n,umask=1/")
	done
	count "${events[@]}" -a sleep 1 >generals
}

idle_machine() {
	cat "$lab_proc" >before
	sleep 2
	cat "$lab_proc" >after
	lab_near "slots per nanosecond of a halted CPU" \
		"$(awk -v s="$(lab_truth before after idle slots)" -v n="$(lab_truth before after idle ns)" \
			'BEGIN { print s / n }')" \
		"$(awk -v w="$width" 'BEGIN { print w / 1000 }')" 0.0001
	lab_near "slots per nanosecond of tasks" \
		"$(awk -v s="$(lab_truth before after tasks slots)" -v n="$(lab_truth before after tasks ns)" \
			'BEGIN { print s / n }')" "$width" 0.001
}

# The time before a rename and before an exec belongs to the old name. A busy
# host takes the machine's CPUs away for a while: the limits are wide.
names_change() {
	local name

	cat "$lab_proc" >before
	labload rename name_a name_b 2
	labload exec old_name new_name 1
	labload short brief 20 20 4
	cat "$lab_proc" >after
	for name in name_a name_b old_name new_name brief; do
		lab_between "seconds as $name" \
			"$(lab_truth before after $name ns | awk '{ print $1 / 1e9 }')" 0.2 4
	done
}

table_refuses() {
	local line

	for line in "x 10 20 30 50" "x 10 20 30 40 11 1 1 1" "x 10 20 30" "x 1 2 3 a" "rounding x"; do
		lab_check "the table refuses \"$line\"" \
			bash -c "! printf '%s\n' '$line' 2>/dev/null >$lab_proc"
	done
}

same="default 15 7.5 37.5 40 5 5 25 26
hog_be 15 7.5 37.5 40 5 5 25 26
hog_fe 15 7.5 37.5 40 5 5 25 26"
different="default 15 7.5 37.5 40 5 5 25 26
hog_be 10 5 15 70 4 3 10 50
hog_fe 20 10 60 10 6 7 40 2
pauser 40 30 20 10 4 20 15 2"

names_in_sysfs
rules_of_opening
table_refuses
idle_machine
names_change
share_counters

lab_nice=10
for ((n = 0; n < lab_cpus; n++)); do
	lab_load hog hog_fe
	lab_load hog hog_be
	hog=$lab_pid
done
measure exact
lab_table "rounding 1"
measure rounded
lab_table "rounding 0"
count -e cycles,instructions -p "$hog" sleep 1 >cycles
lab_stop

lab_equal "warnings of the kernel" "$(dmesg | grep -E 'WARNING|BUG:|Call Trace')" ""
exit 0
