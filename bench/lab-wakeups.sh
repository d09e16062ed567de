#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Whom tdtop wakes: in the lab, with 4 CPUs, once with all of them idle and once with one busy, without tdtop and with
# it, seen by the kernel's tracepoints. For each CPU, a second: how often tdtop's threads were switched to, and the
# interrupts that came while it idled, by kind.
#
# usage: bench/lab-wakeups.sh     SECONDS_EACH=20 TDTOP=build/tdtop (not in /tmp, which is the guest's own)

cpus=4
seconds=${SECONDS_EACH:-20}
events=(irq_vectors/local_timer_entry irq_vectors/call_function_single_entry irq_vectors/call_function_entry
	irq_vectors/irq_work_entry irq_vectors/reschedule_entry sched/sched_switch)
tracing=/sys/kernel/tracing

outside() {
	local srcdir tdtop

	srcdir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
	tdtop=$(realpath "${TDTOP:-$srcdir/build/tdtop}") && [[ -x $tdtop ]] || { echo "skipped: there is no tdtop" && exit 0; }
	exec "$srcdir/tests/lab/vm" --cpus $cpus --timeout 600 -- "$srcdir/bench/lab-wakeups.sh" inside "$tdtop"
}

trace() {	# FILE
	local event

	echo 16384 >$tracing/buffer_size_kb
	echo >$tracing/trace
	for event in "${events[@]}"; do
		echo 1 >$tracing/events/$event/enable || echo "no tracepoint $event"
	done
	sleep "$seconds"
	for event in "${events[@]}"; do
		echo 0 >$tracing/events/$event/enable
	done
	cat $tracing/trace >"$1"
}

# "NAME-PID [CPU] flags time: event: ...": what came to an idle CPU, and who was switched to.
count() {	# TITLE FILE
	awk -v title="$1" -v s="$seconds" -v cpus=$cpus '
		{ match($0, /\[[0-9]+\]/); cpu = substr($0, RSTART + 1, RLENGTH - 2) + 0 }
		/^ *<idle>-0/ && / (local_timer|call_function_single|call_function|irq_work|reschedule)_entry: / {
			match($0, /[a-z_]+_entry:/); n[cpu, substr($0, RSTART, RLENGTH - 7)]++ }
		/ sched_switch: / { if (/next_comm=tdtop/) n[cpu, "tdtop"]++; else if (!/next_pid=0 /) n[cpu, "others"]++ }
		END {
			k = split("tdtop others local_timer reschedule call_function_single call_function irq_work", kind, " ")
			for (cpu = 0; cpu < cpus; cpu++) {
				printf "%-26s CPU %d:", title, cpu
				for (i = 1; i <= k; i++)
					printf " %s%s %.2f", (i > 2 ? "" : "to "), kind[i], n[cpu, kind[i]] / s
				print ""
			}
		}' "$2"
}

measure() {	# TITLE
	local tids

	trace /tmp/without
	count "$1, without tdtop" /tmp/without
	"$tdtop" --json -d 1 >/tmp/json &
	sleep 4	# it has learned what there is
	trace /tmp/with
	count "$1, with tdtop" /tmp/with
	echo "threads of tdtop: $(cat /proc/$!/task/*/comm | paste -sd ' ')"
	kill $! && wait $!
	echo "busy, lost: $(tail -n 1 /tmp/json | jq -c '[[.cpus[].busy_percent], .lost]')"
}

inside() {
	tdtop=$1
	sleep 5	# what the boot has left
	measure "all idle"
	labload hog hog_be &
	taskset -cp 3 $! >/dev/null
	sleep 1
	measure "CPU 3 busy"
	kill $!
}

if [[ ${1-} == inside ]]; then inside "$2"; else outside; fi
