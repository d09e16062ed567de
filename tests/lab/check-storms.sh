# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by check-guest.sh, after check-faults.sh: tdtop where more happens than it can look at. It must go on, lose
# nothing or tell how much, and need no more memory for it.

# The slots of all churn: it has the name soak, one that begins so, or "exe" and "labload" in between.
soak_of_truth() {
	awk '$1 == "got" && $4 ~ /^(soak|exe$|labload$)/ { n += $2 } END { printf "%.0f\n", n }' /proc/tdtop_lab
}

# Memory that tdtop allocates. Pages of mapped rings and of the program's text are not in it: they become resident when
# they are first touched, which takes longer on a slow host. memory_mappings() finds rings that are not unmapped.
allocated_kb() {	# PID
	awk '$1 == "RssAnon:" { print $2 }' "/proc/$1/status"
}

memory_mappings() {	# PID
	wc -l <"/proc/$1/maps"
}

check_soak() {	# churn for SOAK_SECONDS: accounted slots against the truth; memory
	local seconds=${SOAK_SECONDS:-60} first early late mappings
	truth 'rounding 0' 'soak 10 10 10 70 5 5 5 60' reset
	# A line for each interval, small enough for an hour of them.
	mkfifo /tmp/soak
	jq -c --unbuffered '{seq, lost, u: .unaccounted_percent, n: (.processes | length),
		all: (([.processes[].slots] | add) + .machine.idle_slots // 0),
		soak: ([.processes[] | select(.comm | test("^(soak|exe$|labload$)")) | .slots] | add // 0),
		machine: .machine.slots, interval}' </tmp/soak >/tmp/out.json &
	"$tdtop" --json -d 1 >/tmp/soak 2>/tmp/out.err &
	watcher=$!
	sleep 2.5
	first=$(allocated_kb $watcher)
	labload churn soak "$seconds" 6 >/tmp/lives &
	local churn=$!
	sleep "$((seconds / 3))"
	early=$(allocated_kb $watcher)
	mappings=$(memory_mappings $watcher)
	wait $churn
	late=$(allocated_kb $watcher)
	mappings=$(($(memory_mappings $watcher) - mappings))
	sleep 2.5
	watch_end "soak"
	rm /tmp/soak
	echo "# $(cat /tmp/lives), $(of_out length) intervals, at most $(of_out 'map(.n) | max') processes in one, longest $(
		of_out 'map(.interval) | max') s, lost $(of_out 'map(.lost) | add'), unaccounted at most $(of_out '.[2:] | map(.u) | max') %"
	echo "# allocated: $first kB, after a third $early kB, at the end $late kB; not printed: $(of_out '.[-1].seq - .[0].seq + 1 - length') intervals"
	# Where the host is busy the newest interval is printed, and one before it may be left out: it was like the others.
	check "soak, $seconds s: the slots of the churn are accounted, once, percent off" "$(near_percent \
		"$(of_out '(map(.soak) | add) * (.[-1].seq - .[0].seq + 1) / length')" "$(soak_of_truth)")" '<=' 0.5
	check "soak: slots without an owner, percent of all" \
		"$(of_out '(map(.u / 100 * .machine) | add) / (map(.machine) | add) * 100')" '<=' 0.5
	check "soak: tdtop's memory from a third of the time to the end, kB more" "$((late - early))" '<=' 2048
	check "soak: tdtop's mappings from a third of the time to the end, more" "$mappings" '<=' 8
}

check_pids() {	# pids come again and again
	local before=$(cat /proc/sys/kernel/pid_max) storms
	echo $(($(ls -d /proc/[0-9]* | sed 's#.*/##' | sort -n | tail -n 1) + 200)) >/proc/sys/kernel/pid_max
	truth 'storm 10 10 10 70 5 5 5 60' reset
	watch_begin 1
	storms=$(labload storm 6)
	sleep 2
	watch_end "pids wrap around"
	echo "$before" >/proc/sys/kernel/pid_max
	echo "# $storms, 200 pids; lost $(of_out 'map(.lost) | add')"
	check "pids wrap around: the slots of all are accounted, percent off" "$(near_percent \
		"$(of_out '[.[].processes[] | select(.comm == "storm" or .comm == "labload") | .slots] | add')" \
		"$(awk '$1 == "got" && ($4 == "storm" || $4 == "labload") { n += $2 } END { print n }' /proc/tdtop_lab)")" '<=' 2
	check "and with idle's they add up to the machine's, percent off" "$(of_out "(map(.machine.slots) | add) as \$all |
		(\$all - ([.[].processes[].slots] | add) - $(awk '$1 == "idle" { print $2 }' /proc/tdtop_lab)) / \$all * 100 | fabs")" '<=' 0.5
	check "and unaccounted is little" "$(of_out '[.[1:][].unaccounted_percent] | max')" '<=' 5
	check "and there were more lives than pids" "$(of_out '[.[].processes[] | select(.comm == "storm" and .exited)] | length')" '>=' 400
}

check_overflow() {	# tdtop is stopped until all rings have overflowed
	truth 'ping 10 10 10 70 5 5 5 60'
	for ((cpu = 0; cpu < $(nproc); cpu++)); do
		taskset -c $cpu labload pipe >/dev/null &
		pids+=($!)
	done
	watch_begin 0.5
	sleep 1
	kill -STOP $watcher
	sleep 6
	kill -CONT $watcher
	sleep 3
	watch_end "SIGSTOP for 6 s in a storm"
	loads_end
	echo "# lost $(of_out 'map(.lost) | add') records; of the time not attributed: $(of_out 'map(.unknown_time_percent) | max') %; unaccounted $(
		of_out 'map(.unaccounted_percent) | max') %; longest interval $(of_out 'map(.interval) | max') s"
	check "records were lost" "$(of_out 'map(.lost) | max')" '>=' 1
	check "and the share of the time is told" "$(of_out '[.[] | select(.lost > 0) | .unknown_time_percent] | max')" '>=' 1
	check "and the tasks of that interval are marked" "$(of_out '[.[] | select(.lost > 0) | .processes[] | select(.slots > 0 and (.scaled | not))] | length')" '==' 0
	check "the gap is one interval" "$(of_out '[.[] | select(.interval > 2)] | length')" '==' 1
	check "and no time was made up: CPUs' worth of it" "$(of_out '([.[] | .interval * ([.processes[].cpu_percent] | add)] | add) / (map(.interval) | add)')" '<=' "$(($(nproc) * 101))"
	check "both CPUs were busy all the time, lost or not" "$(of_out '[.[2:] | .[] | .machine.busy_percent] | min')" '>=' 80
	check "after it nothing is lost" "$(of_out '.[-2:] | map(.lost) | add')" '==' 0
}

check_storm() {	# forks, as many as there can be, for 10 s
	local storms seconds=10 early
	truth 'storm 10 10 10 70 5 5 5 60' reset
	watch_begin 1
	early=$(allocated_kb $watcher)
	mappings=$(memory_mappings $watcher)
	storms=$(for ((cpu = 0; cpu < $(nproc); cpu++)); do
		labload storm $seconds &
	done
	wait)
	sleep 2
	check "a storm of forks: kB more" "$(($(resident_kb $watcher) - early))" '<=' 32768
	watch_end "a storm of forks"
	echo "# $(echo $storms); lost $(of_out 'map(.lost) | add'), of the time not attributed at most $(
		of_out 'map(.unknown_time_percent) | max') %"
	check "the slots of all are accounted, percent off" "$(near_percent \
		"$(of_out '[.[].processes[] | select(.comm == "storm" or .comm == "labload") | .slots] | add')" \
		"$(awk '$1 == "got" && ($4 == "storm" || $4 == "labload") { n += $2 } END { print n }' /proc/tdtop_lab)")" '<=' 2
	check "no interval is late by more than a second" "$(of_out '[.[].interval] | max')" '<=' 2
}

check_rename() {	# a task has another name 1,000 times a second
	truth 'name_a 10 5 15 70 4 3 10 50' 'name_b 10 5 15 70 4 3 10 50'
	labload rename name_a name_b 12 1000 >/tmp/renames &
	local task=$!
	until [[ $(</proc/$task/comm) == name_* ]]; do sleep 0.05; done
	watch_begin 0.5
	sleep 5
	watch_end "1,000 names a second"
	wait $task
	echo "# $(</tmp/renames)"
	check "it is one process" "$(of_out '[.[].processes[] | select(.comm | test("^name_[ab]$")) | .pid] | unique | length')" '==' 1
	# 6 slots in a nanosecond of its time
	check "all its slots are its own, percent off" "$(of_out '[.[1:][] | .interval as $s | .processes[] |
		select(.comm | test("^name_[ab]$")) | (.slots / (6e7 * $s * .cpu_percent) - 1) * 100 | fabs] | max')" '<=' 2
	check "and right" "$(of_out '[.[].processes[] | select(.comm | test("^name_[ab]$")) | select(.tma_backend_bound != null)
		| .tma_backend_bound - 70 | fabs] | max')" '<=' 0.5
	check "and nothing is lost" "$(of_out 'map(.lost) | add')" '==' 0
}

check_overload() {	# 8 hogs for each CPU, all of them before tdtop
	local tdtop=/tmp/tdtop-nice
	truth 'rounding 0' 'hog_be 10 5 15 70 4 3 10 50'
	# Who looks comes before the hogs. tdtop is started with nice 0, as users do, and then sees to itself (collect/sys/thread_start.c).
	renice -n -10 -p $$ >/dev/null
	printf '#!/bin/sh\nexec nice -n 10 /tmp/tdtop-whole "$@"\n' >$tdtop && chmod 755 $tdtop
	screen_begin -d 1
	screen_has 'COMMAND'
	check "tdtop comes before others" "$(ps -o nice= -C "$(basename "$program")" | sort -un | tail -n 1 | tr -d ' ')" '==' -10
	for ((i = 0; i < 8 * $(nproc); i++)); do
		nice -n 5 labload hog hog_be &
		pids+=($!)
	done
	until [[ $(pgrep -c -x hog_be) -ge ${#pids[@]} ]]; do sleep 0.2; done
	# tdtop has 4 % of a CPU then, and of an emulated one here: 5 frames came even while the host was busy.
	check "8 hogs for each CPU at nice -5: frames come, in 10 s" "$(frames_in 10)" '>=' 4
	in_tmux send-keys 2
	screen_has 'HEAVY'
	report $? "and keys are answered"
	screen_end
	report $? "and q ends it"
	run_json 6 1
	loads_end
	check "and all is right" "$(worst_distance /tmp/out.json $levels hog_be)" '<=' 0.5
	check "and all 16 are there" "$(of_out '[.[1:][] | [.processes[] | select(.comm == "hog_be")] | length] | min')" '>=' \
		$((8 * $(nproc)))
	check "and no interval is late by more than half a second" "$(of_out '[.[].interval] | max')" '<=' 1.5
	renice -n 0 -p $$ >/dev/null
}

check_crowd() {	# 50,000 threads at once
	watch_begin 1
	load sleepers 50000
	for ((i = 0; i < 180; i++)); do
		[[ $(awk '{ split($4, t, "/"); print t[2] }' /proc/loadavg) -ge 50000 ]] && break
		sleep 0.5
	done
	sleep 3
	watch_end "50,000 threads at once"
	loads_end
	check "there were so many" "$(of_out '[.[].processes[] | select(.comm == "sleepers") | .threads] | max')" '>=' 50000
	check "50,000 threads at once: no interval is late by more than a second" "$(of_out '[.[].interval] | max')" '<=' 2
	echo "# lost $(of_out 'map(.lost) | add'), of the time not attributed at most $(of_out 'map(.unknown_time_percent) | max') %"
}
