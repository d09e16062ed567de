# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by check-guest.sh: tdtop under fire. Each fault is brought about while it counts, and it
# must go on, tell it, and be right again.

# tdtop --json in the background, at 1 s or DELAY; returns when it has printed its first interval.
watch_begin() {	# [DELAY [OPTION...]]: into /tmp/out.json
	local delay=${1-1}
	shift
	: >/tmp/out.json
	"$tdtop" --json -d "$delay" "$@" >/tmp/out.json 2>/tmp/out.err &
	watcher=$!
	for ((i = 0; i < 100; i++)); do
		[[ -s /tmp/out.json ]] && return
		sleep 0.2
	done
	report 1 "tdtop begins: $(cat /tmp/out.err)"
}

watch_end() {	# TEXT of the fault
	kill -0 $watcher 2>/dev/null
	report $? "$1: tdtop is alive"
	kill $watcher 2>/dev/null
	wait $watcher 2>/dev/null
}

of_out() {	# JQ: over the list of all intervals
	jq -rs "$1" /tmp/out.json
}

# The slots of all churn: it has the name soak, one that begins so, or "exe" and "labload" in between.
soak_of_truth() {
	awk '$1 == "got" && $4 ~ /^(soak|exe$|labload$)/ { n += $2 } END { printf "%.0f\n", n }' /proc/tdtop_lab
}

resident_kb() {	# PID
	awk '$1 == "VmRSS:" { print $2 }' "/proc/$1/status"
}

check_soak() {	# churn for SOAK_SECONDS: accounted slots against the truth; memory
	local seconds=${SOAK_SECONDS:-60} early late
	truth 'rounding 0' 'soak 10 10 10 70 5 5 5 60' reset
	# A line for each interval, small enough for an hour of them.
	mkfifo /tmp/soak
	jq -c --unbuffered '{lost, u: .unaccounted_percent, n: (.processes | length),
		all: (([.processes[].slots] | add) + .machine.idle_slots // 0),
		soak: ([.processes[] | select(.comm | test("^(soak|exe$|labload$)")) | .slots] | add // 0),
		machine: .machine.slots, interval}' </tmp/soak >/tmp/out.json &
	"$tdtop" --json -d 1 >/tmp/soak 2>/tmp/out.err &
	watcher=$!
	sleep 2.5
	labload churn soak "$seconds" 6 >/tmp/lives &
	local churn=$!
	sleep "$((seconds / 3))"
	early=$(resident_kb $watcher)
	wait $churn
	late=$(resident_kb $watcher)
	sleep 2.5
	watch_end "soak"
	rm /tmp/soak
	echo "# $(cat /tmp/lives), $(of_out length) intervals, at most $(of_out 'map(.n) | max') processes in one, longest $(
		of_out 'map(.interval) | max') s, lost $(of_out 'map(.lost) | add'), unaccounted at most $(of_out '.[2:] | map(.u) | max') %"
	check "soak, $seconds s: the slots of the churn are accounted, once, percent off" \
		"$(near_percent "$(of_out 'map(.soak) | add')" "$(soak_of_truth)")" '<=' 0.5
	check "soak: slots without an owner, percent of all" \
		"$(of_out '(map(.u / 100 * .machine) | add) / (map(.machine) | add) * 100')" '<=' 0.5
	check "soak: tdtop's memory from a third of the time to the end, kB more" "$((late - early))" '<=' 4096
}

check_clock() {	# the wall clock is set while tdtop runs
	busy_four
	watch_begin 0.5
	date -s '+1 hour' >/dev/null
	sleep 1.5
	date -s '-2 hours' >/dev/null
	sleep 1.5
	date -s '+1 hour' >/dev/null
	sleep 1
	watch_end "the clock is set an hour on, and two back"
	loads_end
	check "and the time that is printed is the clock's: it jumps by hours" \
		"$(of_out '[.[].time] | [.[1:], .[:-1]] | transpose | map(.[0] - .[1] | fabs) | map(select(. > 3000)) | length')" '==' 3
	check "and no interval is longer than others, seconds" "$(of_out '.[1:] | map(.interval) | max')" '<=' 0.8
	check "or shorter" "$(of_out '.[1:] | map(.interval) | min')" '>=' 0.3
	check "and all numbers are right" "$(worst_distance /tmp/out.json $levels hog_ret hog_bad hog_fe hog_be)" '<=' 0.5
	check "and CPU time is whole" "$(of_out '[.[1:][] | [.processes[].cpu_percent] | add] | min')" '>=' "$(($(nproc) * 90))"
}

check_cgroup() {	# a cgroup is removed while it is shown
	local dir=/sys/fs/cgroup/tdtop-check
	mkdir $dir
	busy_four
	echo "${pids[0]}" >$dir/cgroup.procs
	watch_begin 0.5 -V cgroups
	sleep 1
	echo "${pids[0]}" >/sys/fs/cgroup/cgroup.procs
	rmdir $dir
	report $? "a cgroup is removed while it is shown"
	sleep 8	# when it is asked for again
	watch_end "a cgroup is removed"
	loads_end
	check "it was shown" "$(of_out '[.[].cgroups[] | select(.cgroup == "/tdtop-check")] | length > 0')" '==' true
	check "it is shown no more" "$(of_out '[.[-1].cgroups[] | select(.cgroup == "/tdtop-check")] | length')" '==' 0
	check "and what was in it is counted where it is now" "$(worst_distance /tmp/out.json $levels hog_ret)" '<=' 0.5
}

check_module() {	# the driver of the PMU goes and comes
	busy_four
	watch_begin 0.5
	rmmod tdtop_lab_pmu 2>/tmp/rmmod.err
	check "the driver cannot be unloaded while tdtop counts, says the kernel" "$(grep -c 'in use' /tmp/rmmod.err)" '==' 1
	sleep 1
	watch_end "unloading the driver"
	check "and tdtop counts on" "$(worst_distance /tmp/out.json $levels hog_ret hog_bad hog_fe hog_be)" '<=' 0.5
	sleep 0.5
	rmmod tdtop_lab_pmu
	report $? "the driver is unloaded"
	"$tdtop" --json -n 1 >/tmp/out.json 2>/tmp/out.err
	check "tdtop ends with status 1 without it" $? '==' 1
	check "and says so in one line" "$(wc -l </tmp/out.err)" '==' 1
	sed 's/^/# /' /tmp/out.err
	insmod /run/lab/tdtop_lab_pmu.ko personality="$personality" rounding=0
	loads_end	# by their names the table is written anew
	busy_four
	run_json 3 0.5
	check "the driver is back, and all is right" "$(worst_distance /tmp/out.json $levels hog_ret hog_bad hog_fe hog_be)" '<=' 0.5
	loads_end
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

check_hidepid() {	# /proc hides other users' processes
	busy_four
	mount -o remount,hidepid=2 /proc
	local paranoid=$(cat /proc/sys/kernel/perf_event_paranoid)
	echo 2 >/proc/sys/kernel/perf_event_paranoid
	cp "$program" /tmp/tdtop-hidepid
	setcap cap_perfmon+ep /tmp/tdtop-hidepid
	setpriv --reuid 65534 --regid 65534 --clear-groups /tmp/tdtop-hidepid --json -n 4 -d 0.5 >/tmp/out.json 2>/tmp/out.err
	check "hidepid: tdtop of a user with CAP_PERFMON ends well" "$?$(cat /tmp/out.err)" '==' 0
	echo "$paranoid" >/proc/sys/kernel/perf_event_paranoid
	check "hidepid: all is counted" "$(of_out '[.[1:][] | [.processes[].cpu_percent] | add] | min')" '>=' "$(($(nproc) * 90))"
	check "hidepid: nobody's user is guessed" "$(of_out '[.[].processes[] | select(.user != null and .user != "nobody") | .user] | unique | length')" '==' 0
	check "hidepid: what has no name has its number" "$(of_out '[.[-1].processes[] | select(.comm | test("^:[0-9]+$"))] | length')" '>=' 4
	run_json 3 0.5
	check "hidepid: root sees through it" "$(worst_distance /tmp/out.json $levels hog_ret hog_bad hog_fe hog_be)" '<=' 0.5
	mount -o remount,hidepid=0 /proc
	loads_end
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
	echo "# lost $(of_out 'map(.lost) | add') records; of the time nobody's: $(of_out 'map(.unknown_time_percent) | max') %; unaccounted $(
		of_out 'map(.unaccounted_percent) | max') %; longest interval $(of_out 'map(.interval) | max') s"
	check "records were lost" "$(of_out 'map(.lost) | max')" '>=' 1
	check "and the share of the time is told" "$(of_out '[.[] | select(.lost > 0) | .unknown_time_percent] | max')" '>=' 1
	check "and the tasks of that interval are marked" "$(of_out '[.[] | select(.lost > 0) | .processes[] | select(.slots > 0 and (.scaled | not))] | length')" '==' 0
	check "the gap is one interval" "$(of_out '[.[] | select(.interval > 2)] | length')" '==' 1
	check "and no time was made up: CPUs' worth of it" "$(of_out '([.[] | .interval * ([.processes[].cpu_percent] | add)] | add) / (map(.interval) | add)')" '<=' "$(($(nproc) * 101))"
	check "both CPUs were busy all the time, lost or not" "$(of_out '[.[2:] | .[] | .machine.busy_percent] | min')" '>=' 80
	check "after it nothing is lost" "$(of_out '.[-2:] | map(.lost) | add')" '==' 0
}

check_hotplug() {	# a CPU goes and comes
	local online=/sys/devices/system/cpu/cpu1/online
	busy_four
	watch_begin 0.5
	sleep 1
	echo 0 >$online
	sleep 2
	check "a CPU goes: it has no numbers" "$(tail -n 1 /tmp/out.json | jq -c '.cpus[1].tma_retiring == null')" '==' true
	echo 1 >$online
	sleep 2
	watch_end "a CPU goes and comes"
	loads_end
	check "it is counted again" "$(of_out '.[-1].cpus[1].tma_retiring != null')" '==' true
	check "and all was right" "$(worst_distance /tmp/out.json 0 hog_ret hog_bad hog_fe hog_be)" '<=' 0.5
}

check_newcomer() {	# a CPU that was offline when tdtop began comes
	local last=$(($(nproc) - 1))
	local online=/sys/devices/system/cpu/cpu$last/online
	echo 0 >$online
	busy_four
	watch_begin 0.5
	sleep 1
	check "a CPU is offline from the start: there is no row of it" "$(of_out '.[-1].cpus | length')" '==' "$last"
	echo 1 >$online
	sleep 1.5
	truth 'hog_new 25 25 25 25' reset
	taskset -c "$last" labload hog hog_new 3
	sleep 1
	watch_end "a CPU that was never there comes"
	loads_end
	check "it has a row, and a place" "$(of_out ".[-1].cpus[] | select(.cpu == $last) | .core != null and .socket != null")" '==' true
	# Until it has taken its name it is a labload, and a taskset before.
	check "what ran there: slots, percent off" "$(near_percent \
		"$(of_out '[.[].processes[] | select(.comm | test("^(hog_new|labload|taskset)$")) | .slots] | add')" \
		"$(awk '$1 == "got" && $4 ~ /^(hog_new|labload|taskset)$/ { n += $2 } END { print n }' /proc/tdtop_lab)")" '<=' 1
	check "and their split" "$(of_out '[.[].processes[] | select(.comm == "hog_new" and .tma_retiring != null) | .tma_retiring - 25 | fabs] |
		.[1:] | if length < 3 then "missing" else max end')" '<=' 0.5
	check "and all was right" "$(worst_distance /tmp/out.json 0 hog_ret hog_bad hog_fe hog_be)" '<=' 0.5
	check "and the CPUs' slots add up to the machine's, percent off" "$(of_out '[.[1:][] | (.machine.slots - ([.cpus[].slots] | add)) /
		.machine.slots * 100 | fabs] | max')" '<=' 0.01
}

check_namespace() {	# tdtop in a pid namespace, as in a container
	busy_four
	unshare --pid --fork --mount-proc "$tdtop" --json -n 4 -d 0.5 >/tmp/out.json 2>/tmp/out.err
	check "in a pid namespace: tdtop ends well and says it" "$?$(cat /tmp/out.err) $(of_out '.[0].pid_namespace')" '==' '0 true'
	check "all tasks outside are one row, far from idle" "$(of_out '[.[1:][].processes[] | select(.pid == -4) | .cpu_percent] | min')" '>=' "$(($(nproc) * 60))"
	check "with it all time has its owner" "$(of_out '[.[1:][] | [.processes[].cpu_percent] | add] | min')" '>=' "$(($(nproc) * 85))"
	check "with the split of all of them, points" "$(of_out '[.[1:][].processes[] | select(.pid == -4) | .tma_backend_bound - 26.5 | fabs] | max')" '<=' 3
	check "and no CPU looks idle" "$(of_out '[.[1:][].machine.busy_percent] | min')" '>=' 90
	loads_end
	sleep 0.5
	unshare --pid --fork --mount-proc "$tdtop" --json -n 3 -d 0.5 >/tmp/out.json 2>/tmp/out.err
	check "and idle CPUs do not look busy" "$(of_out '[.[1:][].machine.busy_percent] | min')" '<=' 40
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
	echo "# lost $(of_out 'map(.lost) | add'), of the time nobody's at most $(of_out 'map(.unknown_time_percent) | max') %"
}

check_generals() {	# others take all general counters, and the fixed ones
	busy_four
	watch_begin 0.5
	sleep 1
	truth 'generals 1' 'watchdog 1'
	perf stat -a -e cpu/event=0x3c/D,cpu/event=0xc0/D -- sleep 4 >/tmp/perf.out 2>&1
	check "with all general counters taken, level 1 and $levels are counted" \
		"$(of_out '.[-3:] | [.[].processes[] | select(.comm | test("^hog_")) | .tma_backend_bound != null] | all')" '==' true
	check "without instructions and cycles" "$(of_out '.[-1].machine.ipc == null')" '==' true
	truth 'generals 8' 'watchdog 0'
	sleep 5
	watch_end "general counters taken by others"
	loads_end
	check "all is right" "$(worst_distance /tmp/out.json 0 hog_ret hog_bad hog_fe hog_be)" '<=' 0.5
	echo "# the group was off in $(of_out '[.[] | select(.running_percent < 1)] | length') intervals of 0.5 s"
	check "and instructions and cycles come back when they are free" "$(of_out '.[-1].machine.ipc != null')" '==' true
}
