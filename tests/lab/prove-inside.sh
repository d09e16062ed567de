#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs inside the lab's machine (prove.sh starts it): reads the synthetic PMU
# with the stock perf tool and compares with the table of truth.

. "$(dirname "$0")/lib.sh"
cd /tmp || exit 1

personality=$(awk '$1 == "personality" { print $2 }' "$lab_proc")
metrics=$(awk '$1 == "metrics" { print $2 }' "$lab_proc")
width=$(awk '$1 == "width" { print $2 }' "$lab_proc")
generals=$(awk '$1 == "generals" { print $2 }' "$lab_proc")
pmu=/sys/bus/event_source/devices/cpu

# As perf prints them: the columns of --topdown, the members of a group.
columns="retiring bad_speculation frontend_bound backend_bound"
members=topdown-retiring,topdown-bad-spec,topdown-fe-bound,topdown-be-bound
slugs="retiring bad_speculation frontend_bound backend_bound"
if [[ $metrics == 8 ]]; then
	columns+=" heavy_operations light_operations branch_mispredicts machine_clears
		fetch_latency fetch_bandwidth memory_bound core_bound"
	members+=,topdown-heavy-ops,topdown-br-mispredict,topdown-fetch-lat,topdown-mem-bound
	slugs+=" heavy_operations branch_mispredicts fetch_latency memory_bound"
fi

# The CSV of perf stat: value;unit;event;time running;percent running;...
count() {
	perf stat -x ';' -o counts "$@" >/dev/null 2>&1
	grep -v '^#' counts | grep ';'
}

# The field of an event, all lines of that event added.
field() {
	awk -F ';' -v event="$1" -v field="$2" '$3 == event { s += $field; n++ } END { if (n) print s }'
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

# What is measured while the hogs run is looked at when they have stopped: then
# perf, awk and the shell do not wait for them. Their directory is $1.
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
	local tolerance=$1 slots event slug i=1

	slots=$(field slots 1 <group)
	for slug in $slugs; do
		event=$(cut -d , -f $i <<<"$members")
		lab_near "perf stat -p, hog_be, $event" \
			"$(awk -v v="$(field "$event" 1 <group)" -v s="$slots" 'BEGIN { print 100 * v / s }')" \
			"$(lab_split before hog_be "$slug")" "$tolerance"
		i=$((i + 1))
	done
}

# The group of tdtop, made by the stock perf: a sample of all members at each
# switch, which belongs to the task that leaves.
record_switches() {
	perf record -q -o "$1" -a -c 1 -m 256 -e "{slots,context-switches,$members}:S" \
		sleep 2 2>/dev/null
}

tasks_by_switches() {
	local tolerance=$1 name slug i

	perf script -i slices -F comm,event,period 2>/dev/null |
		awk '{ sub(":", "", $NF); sum[$1 " " $NF] += $(NF - 1) }
			END { for (key in sum) print key, sum[key] }' >sums
	for name in hog_be hog_fe pauser; do
		i=1
		for slug in $slugs; do
			lab_near "slices at switches, $name, $slug" \
				"$(slice_percent $name "$(cut -d , -f $i <<<"$members")")" \
				"$(lab_split before $name "$slug")" "$tolerance"
			i=$((i + 1))
		done
	done
}

slice_percent() {
	awk -v name="$1" -v event="$2" '
		$1 == name && $2 == event { value = $3 }
		$1 == name && $2 == "slots" { slots = $3 }
		END { if (slots) print 100 * value / slots }' sums
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

# Two owners of SLOTS on the same CPUs take turns; general counters as well.
rules_of_sharing() {
	local events=() n

	count -e '{slots,topdown-retiring}' -a sleep 2 >other &
	other_pid=$!
	perf stat -x ';' -o counts2 -e '{slots,topdown-retiring}' -a sleep 2 >/dev/null 2>&1
	wait "$other_pid"
	lab_between "two slots groups at once, percent running" "$(field slots 5 <counts2)" 20 90
	lab_between "and the other one" "$(field slots 5 <other)" 20 90
	for ((n = 1; n <= generals + 1; n++)); do
		events+=(-e "cpu/event=$n,umask=1/")
	done
	count "${events[@]}" -a sleep 1 >values
	lab_between "$((generals + 1)) general events, percent running" \
		"$(field cpu/event=1,umask=1/ 5 <values)" 10 99
}

cycles_and_instructions() {
	lab_near "cycles of hog_be per nanosecond" \
		"$(awk -F ';' '$3 == "cycles" { print $1 / $4 }' cycles)" 1 0.05
	lab_near "instructions per cycle of hog_be" \
		"$(awk -v c="$(field cycles 1 <cycles)" -v i="$(field instructions 1 <cycles)" \
			'BEGIN { print i / c }')" \
		"$(lab_split "$lab_proc" hog_be retiring | awk -v w="$width" '{ print $1 / 100 * w }')" 0.02
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
rules_of_sharing

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

cycles_and_instructions
for dir in exact rounded; do
	lab_say "$dir"
	cd $dir || exit 1
	machine_by_topdown "$([[ $dir == exact ]] && echo 0.1 || echo 0.6)"
	process_by_group "$([[ $dir == exact ]] && echo 0.1 || echo 0.6)"
	tasks_by_switches "$([[ $dir == exact ]] && echo 0.1 || echo 0.6)"
	cd ..
done
lab_equal "warnings of the kernel" "$(dmesg | grep -E 'WARNING|BUG:|Call Trace')" ""
lab_done
