# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by check-guest.sh: tdtop under fire. Each fault is brought about while it counts, and it
# must go on, tell it, and be right again.

watch_end() {	# TEXT of the fault
	kill -0 $watcher 2>/dev/null
	report $? "$1: tdtop is alive"
	kill $watcher 2>/dev/null
	wait $watcher 2>/dev/null
}

of_out() {	# JQ: over the list of all intervals
	jq -rs "$1" /tmp/out.json
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
	check "tdtop counts time without it" $? '==' 0
	check "and says that there are no counters" "$(of_out '.[0].machine.counters')" '==' none
	sed 's/^/# /' /tmp/out.err
	insmod /run/lab/tdtop_lab_pmu.ko personality="$personality" rounding=0
	loads_end	# the table is written again by their names
	busy_four
	run_json 3 0.5
	check "the driver is back, and all is right" "$(worst_distance /tmp/out.json $levels hog_ret hog_bad hog_fe hog_be)" '<=' 0.5
	loads_end
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

# So many intervals more, 60 s at most.
watch_intervals() {	# NUMBER
	local until=$(($(wc -l </tmp/out.json) + $1))
	for ((i = 0; i < 300 && $(wc -l </tmp/out.json) < until; i++)); do
		sleep 0.2
	done
}

off_and_on() {	# CPU
	echo 0 >/sys/devices/system/cpu/cpu"$1"/online
	echo 1 >/sys/devices/system/cpu/cpu"$1"/online
}

check_off_and_on() {	# a CPU goes and comes within an interval: the list of CPUs is the same at both of its ends
	local attempt
	busy_four
	watch_begin 5
	# It takes seconds in an emulator: if an interval ends meanwhile, that is what check_hotplug looks at.
	for attempt in 1 2 3; do
		watch_intervals 1
		off_and_on 1
		watch_intervals 2
		[[ $(of_out '[.[] | select(.cpus_were_offline == 1)] | length') == 0 ]] || break
	done
	watch_end "a CPU goes and comes at once"
	check "one interval says so" "$(of_out '[.[] | select(.cpus_were_offline == 1)] | length')" '==' 1
	# The BPF engine knows it: its program runs without the counters.
	[[ $engine == bpf ]] || check "and how much of the time is not known, percent" \
		"$(of_out '[.[] | select(.cpus_were_offline == 1) | .unknown_time_percent] | max')" '>=' 1
	check "and none of that is a kernel thread's, percent" \
		"$(of_out '[.[].processes[] | select(.comm | test("^(cpuhp|migration)/1")) | .cpu_percent] | max // 0')" '<=' 25
	check "the CPU is counted again" "$(of_out '.[-1].cpus[1] | .tma_retiring != null and .busy_percent > 50')" '==' true
	check "and all was right" "$(worst_distance /tmp/out.json 0 hog_ret hog_bad hog_fe hog_be)" '<=' 0.5
	screen_begin -d 5
	for attempt in 1 2 3; do
		screen_has '^ *[0-9].* hog_' && off_and_on 1
		screen_has '1 CPU was offline for a while: [0-9.]* % of CPU time not attributed' && break
	done
	report $? "the screen says it in words"
	screen_end
	loads_end
}

check_two_cpus() {	# two CPUs go at once, and come at once, three times; also both threads of a core
	local cpus=(1 2) round on
	busy_four
	watch_begin 0.5
	for round in 1 2 3; do
		[[ $round == 2 ]] && cpus=(2 3)
		for on in 0 1; do
			echo $on >/sys/devices/system/cpu/cpu"${cpus[0]}"/online &
			echo $on >/sys/devices/system/cpu/cpu"${cpus[1]}"/online
			wait $!
			sleep 1.5
			[[ $on == 1 ]] || check "CPUs ${cpus[*]} go: they have no numbers" \
				"$(tail -n 1 /tmp/out.json | jq -c "[.cpus[${cpus[0]}, ${cpus[1]}].tma_retiring] | map(values) | length")" '==' 0
		done
	done
	watch_intervals 4
	watch_end "two CPUs go and come"
	check "all are counted again" "$(of_out '.[-1].cpus | map(select(.tma_retiring != null)) | length')" '==' "$(nproc)"
	loads_end
}

check_new_cpu() {	# a CPU that was offline when tdtop started comes online
	local last=$(($(nproc) - 1)) most=1
	[[ $personality == adl ]] && most=10	# groups of E-cores rotate: between two of them nothing is counted, which takes long in an emulator
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
		"$(awk '$1 == "got" && $4 ~ /^(hog_new|labload|taskset)$/ { n += $2 } END { print n }' /proc/tdtop_lab)")" '<=' $most
	check "and their split" "$(of_out '[.[].processes[] | select(.comm == "hog_new" and .tma_retiring != null) | .tma_retiring - 25 | fabs] |
		.[1:] | if length < 3 then "missing" else max end')" '<=' 0.5
	check "and all was right" "$(worst_distance /tmp/out.json 0 hog_ret hog_bad hog_fe hog_be)" '<=' 0.5
	check "and the CPUs' slots add up to the machine's, percent off" "$(of_out '[.[1:][] | (.machine.slots - ([.cpus[].slots] | add)) /
		.machine.slots * 100 | fabs] | max')" '<=' 0.01
}

# tdtop on a screen, looked at by tmux.
in_tmux() {
	tmux -S /tmp/tmux -f /dev/null "$@"
}

screen_begin() {	# OPTION...
	in_tmux new-session -d -x 132 -y 40 env TERM=xterm "$tdtop" "$@"
}

screen() {
	in_tmux capture-pane -p
}

# Until the pattern is there; some seconds at most. STATUS is its.
screen_has() {	# PATTERN
	for ((i = 0; i < 100; i++)); do
		screen | grep -q -e "$1" && return
		sleep 0.2
	done
	screen | sed 's/^/# /'
	return 1
}

# The clock in its head: how many frames with another one in so many seconds?
frames_in() {	# SECONDS
	local end=$((SECONDS + $1))
	while ((SECONDS < end)); do
		screen | head -n 1 | grep -o '[0-9:]*$'
		sleep 0.3
	done | uniq | wc -l
}

screen_end() {
	in_tmux send-keys q
	for ((i = 0; i < 100; i++)); do
		in_tmux has-session 2>/dev/null || return 0
		sleep 0.2
	done
	in_tmux kill-server
	return 1
}

check_watched() {	# the CPU that the screen shows goes and comes
	local online=/sys/devices/system/cpu/cpu1/online
	busy_four
	screen_begin -d 0.5 -V cpus
	screen_has '^ *cpu 1 .* [0-9.]* .*[A-Z]'
	report $? "the screen shows a CPU"
	in_tmux send-keys j j j j j j j j d	# the last row's
	screen_has 'cpu 1 › detail'
	report $? "and its detail"
	screen_has 'Backend bound  *[0-9]'
	report $? "with numbers"
	echo 0 >$online
	screen_has 'Backend bound  *[-·]'
	report $? "it goes: there is none any more"
	# Four hogs and who looks share one CPU now: 3 were seen in 6 s while the host was busy.
	check "and frames come all the same, in 10 s" "$(frames_in 10)" '>=' 3
	echo 1 >$online
	screen_has 'Backend bound  *[0-9]'
	report $? "it comes: they are back"
	screen_end
	report $? "and q ends it"
	loads_end
}

check_stop() {	# tdtop is stopped for 10 s, as a laptop is suspended
	truth 'rounding 0'
	busy_four
	watch_begin 1
	sleep 1
	kill -STOP $watcher
	sleep 10
	kill -CONT $watcher
	sleep 4
	watch_end "SIGSTOP for 10 s"
	loads_end
	check "a gap: one interval is as long" "$(of_out '[.[] | select(.interval >= 9)] | length')" '==' 1
	check "and the next ones are not" "$(of_out '.[-2:] | map(.interval) | max')" '<=' 1.5
	# What is under way at a tick may be the next interval's: some percent. A spike would be ten times as much.
	check "no spike: no interval has more CPU time than there is, percent" \
		"$(of_out '[.[1:][] | [.processes[].cpu_percent] | add] | max')" '<=' "$(($(nproc) * 105))"
	check "and none has less" "$(of_out '[.[1:][] | [.processes[].cpu_percent] | add] | min')" '>=' "$(($(nproc) * 85))"
	check "nor more slots a second than others, percent" "$(of_out '[.[1:][] | .machine.slots / .interval] |
		(max / min - 1) * 100')" '<=' 20
	check "nothing was lost" "$(of_out 'map(.lost) | add')" '==' 0
	check "and all is right" "$(worst_distance /tmp/out.json $levels hog_ret hog_bad hog_fe hog_be)" '<=' 0.5
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

check_namespace_smt() {	# and where slots are counted of cores, two threads each
	taskset -p -c 2,3 $$ >/dev/null		# the other core is for the rest
	truth 'hog_be 10 5 15 70 4 3 10 50'
	load hog hog_be
	taskset -p -c 0 "${pids[0]}" >/dev/null
	unshare --pid --fork --mount-proc "$tdtop" --json -n 5 -d 0.5 >/tmp/out.json 2>/tmp/out.err
	loads_end
	check "one thread of a core is busy, with a task outside of the pid namespace" \
		"$(of_out '[.[1:][].cpus[0].busy_percent] | min')" '>=' 90
	check "the other one idles, median" "$(of_out '[.[1:][].cpus[1].busy_percent] | sort | .[length / 2 | floor]')" '<=' 20
	check "and whose slots those of the core are is not said" "$(of_out '[.[1:][].processes[] | select(.pid == -4) |
		select(.tma_backend_bound != null)] | length')" '==' 0
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
	for ((i = 0; i < 40; i++)); do	# until they are tried for again
		sleep 0.5
		[[ $(tail -n 1 /tmp/out.json | jq '.machine.ipc != null' 2>/dev/null) == true ]] && break
	done
	watch_end "general counters taken by others"
	loads_end
	check "all is right" "$(worst_distance /tmp/out.json 0 hog_ret hog_bad hog_fe hog_be)" '<=' 0.5
	echo "# the group was off in $(of_out '[.[] | select(.running_percent < 1)] | length') intervals of 0.5 s"
	check "and instructions and cycles come back when they are free" "$(of_out '.[-1].machine.ipc != null')" '==' true
}
