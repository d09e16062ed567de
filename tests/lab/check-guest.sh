#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs inside the lab: tdtop against the truth of the synthetic PMU. One check
# per rule; each prints "ok" or "not ok" with the figure that it found.
#
# check-guest.sh TDTOP [CHECK...]   without CHECKs: all of spr; PERSONALITY/CHECK: after changing to this PMU;
#                                   CHECK@bpf: with --engine bpf, else with --engine ring

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
program=$1
shift
# Exact, whatever it costs in an emulator; what is shed to keep to a budget is for check_duty.
tdtop=/tmp/tdtop-whole
use_engine() {	# ring or bpf: for all that runs $tdtop from now on
	engine=$1
	printf '#!/bin/sh\nexec %s --budget 0 --engine %s "$@"\n' "$(lab_quoted "$program")" "$engine" >$tdtop && chmod 755 $tdtop
}
declare -A called=([zen4]="AMD Zen 4" [zen5]="AMD Zen 5" [skl]="Intel Skylake-SP"
	[guest]="Intel Sapphire Rapids without PERF_METRICS")

# Which PMU the machine has: personality, and how many levels tdtop counts with it at once.
look_at_pmu() {
	[[ -e /proc/tdtop_lab ]] &&
		personality=$(awk '$1 == "personality" { print $2 }' /proc/tdtop_lab)
	levels=$([[ -e $(echo /sys/bus/event_source/devices/cpu*/events/topdown-heavy-ops | cut -d' ' -f1) ]] && echo 2 || echo 1)
}
look_at_pmu
booted=$personality

# The PMU of another family, without another boot, and what /proc/cpuinfo says of its CPU: tdtop asks nothing else of it.
# What CPUID says stays, and the topology: skl-smt needs a machine of its own. So does adl: after a change its group of
# P-cores is not on for single tasks (seen with Linux 6.1; of whole CPUs all is right).
become() {	# PERSONALITY
	local vendor family model

	[[ $1 == "$personality" ]] && return
	read -r vendor family model < <(lab_cpu_of "$1")
	rmmod tdtop_lab_pmu || return
	umount /proc/cpuinfo 2>/dev/null
	sed -E "s/^(vendor_id\s*:).*/\1 $vendor/; s/^(cpu family\s*:).*/\1 $family/; s/^(model\s*:).*/\1 $model/" \
		/proc/cpuinfo >/tmp/cpuinfo
	mount --bind /tmp/cpuinfo /proc/cpuinfo
	insmod /run/lab/tdtop_lab_pmu.ko personality="$1" rounding=0 || return
	look_at_pmu
	[[ $1 == "$personality" ]]
}

passed=0
failed=0
pids=()

report() {	# STATUS TEXT
	if [[ $1 == 0 ]]; then
		echo "ok $2" && passed=$((passed + 1))
	else
		echo "not ok $2" && failed=$((failed + 1))
	fi
}

# Is FIGURE OP LIMIT true? The figure is part of the report.
check() {	# TEXT FIGURE OP LIMIT
	awk -v a="$2" -v op="$3" -v b="$4" 'BEGIN {
		if (a == "" || a == "null" || op != "==" && a !~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/) exit 1
		exit !(op == "<=" ? a + 0 <= b + 0 : op == ">=" ? a + 0 >= b + 0 : a == b) }'
	report $? "$1 ($2, must be $3 $4)"
}

load() {	# labload ARGUMENTS: in the background
	labload "$@" &
	pids+=($!)
}

loads_end() {
	[[ ${#pids[@]} -gt 0 ]] && kill "${pids[@]}" 2>/dev/null
	wait "${pids[@]}" 2>/dev/null
	pids=()
}

truth() {	# lines for /proc/tdtop_lab; with the emulated PMU only splits and events, for labload
	if [[ -n ${LAB_TABLE-} ]]; then
		printf '%s\n' "$@" | awk 'NF == 9 || $2 == "event"' >"$LAB_TABLE"
	else
		printf '%s\n' "$@" >/proc/tdtop_lab
	fi
}

splits() {	# "split" RET BAD FE BE HEAVY MISPREDICTS LATENCY MEMORY NAME: all
	if [[ -n ${LAB_TABLE-} ]]; then
		awk 'NF == 9 { print "split", $2, $3, $4, $5, $6, $7, $8, $9, $1 }
			END { print "split 30 10 25 35 5 7 15 20 default" }' "$LAB_TABLE"
	else
		grep '^split ' /proc/tdtop_lab
	fi
}

# The truth as JSON: {"hog_be": {"tma_retiring": 10, ...}, ...}, percent, all 12 nodes.
truth_json() {
	splits | awk '{
		name = $10; r = $2; b = $3; f = $4; e = $5; h = $6; m = $7; l = $8; mem = $9
		printf "{\"%s\":{\"tma_retiring\":%s,\"tma_bad_speculation\":%s,\"tma_frontend_bound\":%s,\"tma_backend_bound\":%s,", name, r, b, f, e
		printf "\"tma_heavy_operations\":%s,\"tma_light_operations\":%s,\"tma_branch_mispredicts\":%s,\"tma_machine_clears\":%s,", h, r - h, m, b - m
		printf "\"tma_fetch_latency\":%s,\"tma_fetch_bandwidth\":%s,\"tma_memory_bound\":%s,\"tma_core_bound\":%s}}\n", l, f - l, mem, e - mem
	}' | jq -s add
}

# The worst distance to the truth of all nodes of the named processes, in all intervals after the first.
# "missing" if a process or a node is not in some interval. LEVELS: 1, 2, or 0: what is there, if there is any.
worst_distance() {	# JSON-LINES LEVELS NAME...
	local file=$1 levels=$2
	shift 2
	jq -rs --argjson truth "$(truth_json)" --argjson levels "$levels" \
		--argjson names "$(printf '%s\n' "$@" | jq -R . | jq -s .)" '
		def nodes: if $levels == 1 then ["tma_retiring","tma_bad_speculation","tma_frontend_bound","tma_backend_bound"]
			else ($truth.default | keys) end;
		[ .[1:][] | .processes as $p | $names[] as $n
		  | ([$p[] | select(.comm == $n)] | first) as $row
		  | if $row == null then (if $levels == 0 then empty else 1000 end) else
			(nodes[] as $k | if $row[$k] == null then (if $levels == 0 then empty else 1000 end) else ($row[$k] - $truth[$n][$k]) | fabs end) end ]
		| if length == 0 or max >= 1000 then "missing" else max end' "$file"
}

# The worst |machine - tasks - idle| in percent of the machine's slots, over all intervals.
worst_sum() {	# JSON-LINES
	jq -rs '[.[1:][] | . as $i | ([.processes[].slots] | add) as $sum
		| ($i.machine.slots - $sum - ($i.machine.idle_slots // 0)) / $i.machine.slots * 100 | fabs]
		| if length == 0 then "missing" else max end' "$1"
}

# An interval twice, for those who leave the first one out as it is: here it is whole.
twice() {
	jq -c '., .' /tmp/out.json >/tmp/twice.json
	echo /tmp/twice.json
}

run_json() {	# INTERVALS DELAY: into /tmp/out.json
	# shellcheck disable=SC2086 # an option, or none
	"$tdtop" --json ${level_option-} -n "$1" -d "$2" >/tmp/out.json 2>/tmp/out.err ||
		report 1 "tdtop --json runs: $(cat /tmp/out.err)"
}

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

# Ends it with an interval that began after all processes of this name ended: then all of them is told. A busy host may
# be late with that.
watch_until_gone() {	# NAME
	local lines
	lines=$(wc -l </tmp/out.json)
	for ((i = 0; i < 150; i++)); do
		(($(wc -l </tmp/out.json) >= lines + 2)) && [[ $(tail -n 1 /tmp/out.json |
			jq --arg name "$1" '[.processes[] | select(.comm == $name)] | length' 2>/dev/null) == 0 ]] && break
		sleep 0.2
	done
	kill $watcher
	wait $watcher
}

four_truth() {	# of four hogs that have nothing in common
	truth 'hog_ret 80 4 10 6 20 3 4 2' 'hog_bad 20 50 20 10 5 40 10 4' \
		'hog_fe 15 5 60 20 3 2 45 6' 'hog_be 10 5 15 70 4 3 10 50'
}

busy_four() {	# each CPU has the same of them all the time
	local name cpu=0
	four_truth
	for name in hog_ret hog_bad hog_fe hog_be; do
		load hog "$name"
		taskset -p -c $((cpu++ % $(nproc))) "${pids[-1]}" >/dev/null
	done
	# To begin a program takes longer than an interval where the host is busy.
	for cpu in -4 -3 -2 -1; do
		until [[ $(</proc/"${pids[cpu]}"/comm) == hog_* ]]; do sleep 0.05; done
	done
}

check_four() {	# more busy processes than CPUs, all 12 nodes, each interval after the first
	truth 'rounding 0'
	busy_four
	run_json 5 0.5
	check "four hogs on $(nproc) CPUs: all nodes of level 1 to $levels within 0.5 points" \
		"$(worst_distance /tmp/out.json $levels hog_ret hog_bad hog_fe hog_be)" '<=' 0.5
	check "the processes' slots add up to the machine's" "$(worst_sum /tmp/out.json)" '<=' 0.5
	check "nothing is unaccounted" \
		"$(jq -s '[.[1:][].unaccounted_percent] | max' /tmp/out.json)" '<=' 0.5
	truth 'rounding 1'
	run_json 4 0.5
	check "the same with 8-bit rounding: within 1 point" \
		"$(worst_distance /tmp/out.json $levels hog_ret hog_bad hog_fe hog_be)" '<=' 1.0
	truth 'rounding 0'
	run_json 1 1
	check "the first second: all nodes within 0.6 points" 		"$(worst_distance "$(twice)" $levels hog_ret hog_bad hog_fe hog_be)" '<=' 0.6
	loads_end
}

check_level1() {	# what each family of CPUs must show; without rotation
	busy_four
	"$tdtop" --json -l 1 -n 4 -d 0.5 >/tmp/out.json 2>/tmp/out.err ||
		report 1 "tdtop --json -l 1 runs: $(cat /tmp/out.err)"
	check "level 1 of four hogs within 1 point" \
		"$(worst_distance /tmp/out.json 1 hog_ret hog_bad hog_fe hog_be)" '<=' 1
	check "the processes' slots add up to the machine's" "$(worst_sum /tmp/out.json)" '<=' 0.5
	[[ -z ${called[$personality]-} ]] ||
		check "the family is named" "$(jq -rs '.[0].cpu' /tmp/out.json)" '==' "${called[$personality]}"
	loads_end
}

# The intervals of /tmp/out.json in which the other thread of CPU 0's core, CPU 1, idled: a slow emulator's kernel threads
# run there now and then, and then the task has rightly no number, or one that they take part in: 4 % of them change it by
# more than a point. A third of the intervals, the quietest, into /tmp/alone.json, behind the first.
keep_alone() {	# LEAST: so many there must be
	jq -c -s --argjson least "$1" '.[0], ([.[1:][] | select(.cpus[1].busy_percent < 4)] | sort_by(.cpus[1].busy_percent)
		| .[:([length / 3, $least] | max | ceil)][])' /tmp/out.json >/tmp/alone.json
	[[ $(wc -l </tmp/alone.json) -gt $1 ]] || report 1 "the other thread idles in $1 intervals"
}

check_smt() {	# before Ice Lake: two threads of a core
	local distance percent
	taskset -p -c 2,3 $$ >/dev/null		# the other core is for the loads
	truth 'hog_be 10 5 15 70 4 3 10 50' 'hog_ret 80 4 10 6 20 3 4 2'
	check "CPUs 0 and 1 are one core" "$(cat /sys/devices/system/cpu/cpu0/topology/thread_siblings_list)" '==' 0-1
	load hog hog_be
	taskset -p -c 0 "${pids[0]}" >/dev/null
	run_json 12 0.5
	keep_alone 2
	check "a task alone on its core: level 1 within 1 point" "$(worst_distance /tmp/alone.json 1 hog_be)" '<=' 1
	read -r distance percent < <(nodes_distance /tmp/alone.json "${level2_nodes[@]}")
	check "level 2 within 2 points" "$distance" '<=' 2
	check "level 2 is there, percent of intervals" "$percent" '>=' 90
	load hog hog_ret
	taskset -p -c 1 "${pids[1]}" >/dev/null
	run_json 4 0.5
	check "beside another it has no number" "$(jq -s '[.[1:][].processes[] | select(.comm | test("^hog_")) |
		select(.tma_backend_bound != null)] | length' /tmp/out.json)" '==' 0
	kill "${pids[1]}"
	"$tdtop" --json -n 8 -d 0.5 >/tmp/out.json 2>/tmp/out.err &
	sleep 1.5
	echo 0 >/sys/devices/system/cpu/cpu1/online
	wait $!
	keep_alone 3
	check "and has it again, also when the other thread goes offline" \
		"$(worst_distance /tmp/alone.json 1 hog_be)" '<=' 1
	run_json 4 0.5
	check "with that thread offline from the start" "$(worst_distance /tmp/out.json 1 hog_be)" '<=' 1
	echo 1 >/sys/devices/system/cpu/cpu1/online
	loads_end
}

check_watchdog() {	# level 1 of skl needs all general counters
	echo 1 >/tmp/on
	mount --bind /tmp/on /proc/sys/kernel/nmi_watchdog	# what the synthetic one does not say
	truth 'watchdog 1'
	if [[ $personality != skl ]]; then
		check "beside a watchdog there are enough counters" \
			"$("$tdtop" --doctor -v | grep -c '^ok    counter       no other program')" '==' 1
	else
		check "a watchdog takes a counter that level 1 needs, and --doctor says so" \
			"$("$tdtop" --doctor | grep -c '^no    counter       taken: the NMI watchdog')" '==' 1
		"$tdtop" --json -n 1 -d 0.5 >/tmp/out.json 2>/tmp/out.err
		# a turn of level 2 needs two counters, and runs
		check "and no number of level 1 is shown" "$(jq -rs '.[0].machine | "\(.tma_retiring) \(.tma_backend_bound)"' \
			/tmp/out.json)" '==' 'null null'
	fi
	truth 'watchdog 0'
	umount /proc/sys/kernel/nmi_watchdog
}

# The worst distance of the named nodes to the truth, over the intervals after the first in which all four hogs have
# them, and in how many per cent of them they have: "DISTANCE PERCENT".
nodes_distance() {	# JSON-LINES NODE...
	local file=$1
	shift
	jq -rs --argjson truth "$(truth_json)" '[.[1:][].processes[] | select(.comm | test("^hog_")) as $row
		| $ARGS.positional[] as $k | if $row[$k] == null then null else $row[$k] - $truth[$row.comm][$k] | fabs end]
		| "\([.[] | values] | max) \(100 * ([.[] | values] | length) / length)"' "$file" --args "$@"
}

level1_nodes=(tma_retiring tma_bad_speculation tma_frontend_bound tma_backend_bound)
level2_nodes=(tma_heavy_operations tma_light_operations tma_branch_mispredicts tma_machine_clears
	tma_fetch_latency tma_fetch_bandwidth tma_memory_bound tma_core_bound)

rotation_is_true() {	# WHAT
	local distance percent
	run_json 5 2
	read -r distance percent < <(nodes_distance /tmp/out.json "${level1_nodes[@]}")
	check "$1: level 1 within 1 point" "$distance" '<=' 1
	check "$1: level 1 is there, percent of intervals" "$percent" '>=' 90
	read -r distance percent < <(nodes_distance /tmp/out.json "${level2_nodes[@]}")
	check "$1: level 2 within 2 points" "$distance" '<=' 2
	check "$1: level 2 is there, percent of intervals" "$percent" '>=' 90
	check "$1: nothing is unaccounted" \
		"$(jq -s '[.[1:][].unaccounted_percent] | max' /tmp/out.json)" '<=' 0.5
}

check_rotation() {	# level 2 by groups that rotate
	busy_four
	rotation_is_true "rotation"
	if ((levels == 1)) && [[ $personality == icl ]]; then
		truth 'corrections 1'
		rotation_is_true "rotation, with a register to be corrected"
		truth 'corrections 0'
	fi
	if [[ $personality == zen4 ]]; then
		truth 'watchdog 1'
		rotation_is_true "rotation, beside a watchdog"
		truth 'watchdog 0'
	fi
	loads_end
}

# Ratios of the raw counts of the stock perf, machine-wide.
perf_counts() {
	perf stat -a -x, -e '{slots,topdown-retiring,topdown-bad-spec,topdown-fe-bound,topdown-be-bound}' \
		-- sleep 1.5 2>&1 | awk -F, '
		$3 == "topdown-retiring" { r = $1 } $3 == "topdown-bad-spec" { b = $1 }
		$3 == "topdown-fe-bound" { f = $1 } $3 == "topdown-be-bound" { e = $1 }
		END { s = r + b + f + e; if (s) print 100*r/s, 100*b/s, 100*f/s, 100*e/s }'
}

check_perf() {	# the machine's split beside the stock perf, just before and after
	busy_four
	local before after mine
	before=$(perf_counts)
	run_json 3 1
	after=$(perf_counts)
	mine=$(jq -rs '[.[1:][].machine] | [(map(.tma_retiring) | add / length),
		(map(.tma_bad_speculation) | add / length), (map(.tma_frontend_bound) | add / length),
		(map(.tma_backend_bound) | add / length)] | @tsv' /tmp/out.json)
	check "the machine's split is perf stat's ($before | $mine | $after)" \
		"$(echo $before $mine $after | awk 'NF == 12 { for (i = 1; i <= 4; i++) {
			p = ($i + $(i + 8)) / 2; d = p > $(i + 4) ? p - $(i + 4) : $(i + 4) - p; if (d > w) w = d }
			print w + 0 }')" '<=' 1
	loads_end
}

check_short() {	# 200 tasks of 20 ms
	truth 'shorty 10 10 10 70 5 5 5 60' reset
	watch_begin 1
	labload short shorty 200 20 4
	watch_until_gone shorty
	check "200 tasks of 20 ms: all are seen" \
		"$(jq -s '[.[].processes[] | select(.comm == "shorty") | .pid] | unique | length' /tmp/out.json)" '>=' 200
	local true_slots seen
	true_slots=$(awk '$1 == "got" && $4 == "shorty" { print $2 }' /proc/tdtop_lab)
	seen=$(jq -s '[.[].processes[] | select(.comm == "shorty") | .slots] | add' /tmp/out.json)
	check "their slots are accounted to their name" \
		"$(awk -v a="$seen" -v b="$true_slots" 'BEGIN { d = 100 * (a - b) / b; print d < 0 ? -d : d }')" '<=' 2
	check "their split is right" "$(jq -s --argjson t "$(truth_json)" '
		[.[].processes[] | select(.comm == "shorty") | .counts] |
		(map(.backend_bound) | add) / (map(.retiring + .bad_speculation + .frontend_bound + .backend_bound) | add)
		* 100 - $t.shorty.tma_backend_bound | fabs' /tmp/out.json)" '<=' 0.5
}

check_threads() {	# 8 threads of different names add up to their process
	truth 't1 80 5 5 10 10 1 1 1' 't2 10 60 10 20 1 50 5 10' 't3 5 5 80 10 1 1 60 5' 't4 10 5 5 80 1 1 1 70' \
		't5 25 25 25 25 5 5 5 5' 't6 70 10 10 10 30 5 5 5' 't7 40 20 20 20 5 10 10 10' 't8 1 1 1 97 0 0 0 90'
	load threads many 0 t1 t2 t3 t4 t5 t6 t7 t8
	"$tdtop" --json -V threads -n 3 -d 0.5 >/tmp/out.json 2>/tmp/out.err
	check "8 threads: their slots add up to the process" "$(jq -rs '
		[.[1:][] | ([.processes[] | select(.comm == "many" or .threads >= 8)] | max_by(.slots)) as $p
		 | ([.threads[] | select(.pid == $p.pid) | .slots] | add) as $sum
		 | ($sum - $p.slots) / $p.slots * 100 | fabs] | max' /tmp/out.json)" '<=' 0.01
	check "each thread has its own split" "$(jq -rs --argjson t "$(truth_json)" '
		[.[1:][].threads[] | select(.comm | test("^t[1-8]$")) | (.tma_backend_bound // 1000) - $t[.comm].tma_backend_bound | fabs]
		| if length < 16 then "missing" else max end' /tmp/out.json)" '<=' 0.5
	check "all 8 threads are there in each interval" "$(jq -rs '
		[.[1:][] | [.threads[] | select(.comm | test("^t[1-8]$"))] | length] | min' /tmp/out.json)" '>=' 8
	loads_end
}

check_hog() {	# a task that is never switched out
	truth 'hog_be 10 5 15 70 4 3 10 50'
	echo 997000 >/proc/sys/kernel/sched_rt_runtime_us	# of 1000000: the kernel's own threads need a little
	load hog hog_be
	chrt -f -p 10 "${pids[0]}"	# real time: nothing of normal priority takes its CPU
	taskset -p 2 "${pids[0]}" >/dev/null
	run_json 5 1
	# The median: now and then a kernel thread does take the CPU, and tdtop shows that.
	check "a hog that never leaves its CPU: CPU% is 100 within 1" "$(jq -rs '
		[.[1:][].processes[] | select(.comm == "hog_be") | .cpu_percent - 100 | fabs] | sort |
		if length < 4 then "missing" else .[length / 2 | floor] end' /tmp/out.json)" '<=' 1
	check "and its split is right" "$(worst_distance /tmp/out.json $levels hog_be)" '<=' 0.5
	loads_end
}

check_idle() {	# an idle machine
	local tracing=/sys/kernel/tracing begin elapsed rate
	watch_begin 1 -n 7	# until then a clock looks for the task of each CPU
	echo 1 >$tracing/events/timer/hrtimer_expire_entry/enable
	begin=${EPOCHREALTIME/./}
	sleep 5
	echo 0 >$tracing/events/timer/hrtimer_expire_entry/enable
	elapsed=$((${EPOCHREALTIME/./} - begin))
	wait
	# tdtop's readings are IPIs, but it reads no idle CPU: its timers are what wakes one.
	rate=$(awk -v us=$elapsed '/function=perf_swevent_hrtimer/ {
			match($0, /\[[0-9]+\]/); n[substr($0, RSTART, RLENGTH)]++ }
		END { for (cpu in n) if (n[cpu] > most) most = n[cpu]; printf "%.2f", most / us * 1e6 }' $tracing/trace)
	# Four is what was asked for; a CPU of which it is certain that it idles needs none.
	check "idle CPUs are not woken by tdtop's timers, times a second, worst CPU" "$rate" '<=' 1
	check "and timers could be seen" "$(grep -c 'function=' $tracing/trace)" '>=' 10
	check "an idle machine: no process with next to no slots has a ratio" "$(jq -s '
		[.[1:][].processes[] | select(.cpu_percent < 0.1 and .tma_backend_bound != null)] | length' /tmp/out.json)" '==' 0
	# The median: what a program costs that begins, tracing as well, is 10 to 40 % of an emulated CPU once.
	check "and is shown as idle" "$(jq -s '[.[1:][].machine.busy_percent] | sort | .[length / 2 | floor]' /tmp/out.json)" '<=' 10
}

cpu_ticks() {	# PID: user + system time so far, in clock ticks
	awk '{ print $14 + $15 }' "/proc/$1/stat"
}

own_cost() {	# clock ticks of tdtop in 4 s
	"$tdtop" --json -n 60 -d 1 >/dev/null 2>&1 &
	local pid=$! before
	sleep 1.5
	before=$(cpu_ticks $pid)
	sleep 4
	echo $(($(cpu_ticks $pid) - before))
	kill $pid
	wait $pid 2>/dev/null
}

check_sleepers() {	# cost grows with what happens, not with what exists
	load hog hog_be
	load sleepers 20
	sleep 1
	local few many
	few=$(own_cost)
	load sleepers 20000
	for ((i = 0; i < 120; i++)); do
		[[ $(awk '{ split($4, t, "/"); print t[2] }' /proc/loadavg) -ge 20000 ]] && break
		sleep 0.5
	done
	many=$(own_cost)
	echo "# own CPU time in 4 s: $few ticks beside 20 sleeping threads, $many beside 20,000"
	# A walk through their /proc would take seconds here; 15 of 400 ticks are the emulator's moods.
	check "20,000 sleeping threads cost nothing" "$((many - few))" '<=' "$((few / 2 + 15))"
	loads_end
}

check_pipe() {	# as many switches as there can be
	"$tdtop" --json -n 4 -d 1 >/tmp/out.json 2>/tmp/out.err &
	local watcher=$!
	labload pipe 3 | sed 's/^/# /'
	wait $watcher
	check "a storm of context switches: nothing is lost" "$(jq -s '[.[].lost] | add' /tmp/out.json)" '==' 0
	check "and nothing is unaccounted" "$(jq -s '[.[1:][].unaccounted_percent] | max' /tmp/out.json)" '<=' 0.5
}

check_shared() {	# somebody else holds the counter for a part of the time
	busy_four
	watch_begin 1
	perf stat -a -e '{slots,topdown-retiring,topdown-be-bound}' -- sleep 2 >/dev/null 2>&1
	sleep 2.5
	kill $watcher
	wait $watcher
	check "a shared counter: the share is told" "$(jq -s '[.[].running_percent] | min' /tmp/out.json)" '<=' 90
	echo "# unaccounted, at most: $(jq -s '[.[].unaccounted_percent] | max' /tmp/out.json) %"
	check "and whole again after it" "$(jq -s '.[-1].running_percent' /tmp/out.json)" '>=' 99.9
	check "with the group off, splits are still right" "$(worst_distance /tmp/out.json 0 hog_ret hog_bad hog_fe hog_be)" '<=' 1.0
	check "and CPU time is not lost" "$(jq -s '[.[2:][] | ([.processes[].cpu_percent] | add)] | min' /tmp/out.json)" '>=' "$(($(nproc) * 90))"
	loads_end
}

check_replay() {	# recordings of stock perf have the right values as well
	busy_four
	perf record -q -a -o /tmp/load.data -e "{slots,context-switches/period=1/,topdown-retiring,topdown-bad-spec,topdown-fe-bound,topdown-be-bound$(
		((levels == 2)) && echo ,topdown-heavy-ops,topdown-br-mispredict,topdown-fetch-lat,topdown-mem-bound)}:S" -- sleep 2
	loads_end
	"$tdtop" --json -d 0.5 -i /tmp/load.data >/tmp/out.json 2>/tmp/out.err
	check "stock perf record, replayed: all nodes of level 1 to $levels within 0.5 points" \
		"$(worst_distance /tmp/out.json $levels hog_ret hog_bad hog_fe hog_be)" '<=' 0.5
	check "the processes' slots add up to the machine's" "$(worst_sum /tmp/out.json)" '<=' 0.5
}

# The last N intervals of /tmp/out.json as a list, for jq.
last() {	# N FILTER
	jq -rs ".[-$1:] | $2" /tmp/out.json
}

check_duty() {	# switches are sampled for a tenth of the time, in windows
	local pid
	truth 'rounding 0' 'r1 80 4 10 6 20 3 4 2' 'r2 20 50 20 10 5 40 10 4' 'r3 15 5 60 20 3 2 45 6' 'r4 10 5 15 70 4 3 10 50'
	load relay 0 r1:20 r2:40 r3:80 r4:160
	sleep 1
	truth reset
	TDTOP_DUTY=10 "$program" --engine "$engine" --json -n 20 -d 1 >/tmp/out.json 2>/tmp/out.err &
	pid=$!
	sleep 14
	cat /proc/tdtop_lab >/tmp/got
	loads_end
	wait $pid
	jq -cs '.[] | select(.self.sampled_percent < 100 and .seq > 2 and .seq < 12)' /tmp/out.json >/tmp/sampled.json
	echo "# a sample costs $(last 1 '.[0].self.sample_ns') ns; samples: $(last 18 '[.[].self.samples] | tostring')," \
		"unaccounted: $(last 18 '[.[].unaccounted_percent] | tostring')"
	check "switches are sampled in windows, intervals of the storm" "$(jq -s length /tmp/sampled.json)" '>=' 8
	check "for a tenth of the time" "$(jq -s '[.[].self.sampled_percent] | max' /tmp/sampled.json)" '==' 10
	check "sampled: all nodes of each process with over 5 % of the slots within 3 points of the truth" \
		"$(jq -rs --argjson truth "$(truth_json)" '[.[] | .machine.slots as $all | .processes[] |
			select(.slots > 0.05 * $all and $truth[.comm] != null) | . as $row |
			($truth.default | keys[]) as $k | ($row[$k] // 1000) - $truth[$row.comm][$k] | fabs] |
			if length == 0 then "missing" else max end' /tmp/sampled.json)" '<=' 3
	check "and all four are there, in how many intervals at least" "$(jq -s '[.[].processes[].comm | select(test("^r[1-4]$"))] |
		group_by(.) | if length < 4 then 0 else (map(length) | min) end' /tmp/sampled.json)" '>=' 8
	# A hundred windows, and in the loaded emulator some twenty switches in each: the shares are a sample (4 to 7 points).
	check "sampled: their shares of the storm, points off, mean of all intervals" "$(awk '
		$1 == "got" && $4 ~ /^r[1-4]$/ { printf "%s %s\n", $4, $2 }' /tmp/got | jq -Rn --slurpfile seen /tmp/sampled.json '
		[inputs | split(" ") | {(.[0]): (.[1] | tonumber)}] | add | (add) as $all | map_values(100 * . / $all) | . as $truth |
		([$seen[].processes[] | select(.comm | test("^r[1-4]$"))]) as $rows | ([$rows[].slots // 0] | add) as $sum |
		[keys[] as $k | ([$rows[] | select(.comm == $k) | .slots // 0] | add) * 100 / $sum - $truth[$k] | fabs] | max')" '<=' 10
	check "tasks are marked, CPUs and the machine are not" "$(jq -rs '[.[] | [.machine.scaled, .cpus[].scaled] | any] +
		[.[] | [.processes[] | select(.comm == "r4") | .scaled] | all | not] | any' /tmp/sampled.json)" '==' false
	# A CPU that is busy has 6 slots per cycle of a nanosecond.
	check "the busiest CPU's slots are exact, percent off, median" "$(jq -rs '[.[] | .interval as $s | .cpus | max_by(.slots) |
		select(.busy_percent > 99) | (.slots / (6e9 * $s) - 1) * 100 | fabs] | sort |
		if length < 3 then "missing" else .[length / 2 | floor] end' /tmp/sampled.json)" '<=' 2
	check "the machine's split is that of the slots, points off, mean of all intervals" "$(awk '
		$1 == "got" { printf "%s %s\n", $4, $2 }' /tmp/got | jq -Rn --slurpfile seen /tmp/sampled.json \
		--argjson truth "$(truth_json)" '[inputs | split(" ") | {name: .[0], slots: (.[1] | tonumber)} |
			.be = .slots * ($truth[.name] // $truth.default).tma_backend_bound] |
		(map(.be) | add) / (map(.slots) | add) - ([$seen[].machine.tma_backend_bound] | add / length) | fabs')" '<=' 1.5
	check "unaccounted, in percent, median" "$(jq -s '[.[].unaccounted_percent] | sort | .[length / 2 | floor]' /tmp/sampled.json)" '<=' 0.5
	check "when the storm ends all switches are counted again" "$(jq -s '.[-2:] | [.[].self.sampled_percent] | max' /tmp/out.json)" '==' 100
	[[ $engine == ring ]] || return 0	# of BPF: tests/check-budget.sh
	load relay 0 r1:20 r2:40 r3:80 r4:160
	"$program" --engine ring -b --budget 0.01 -n 8 -d 1 >/tmp/out.txt 2>/tmp/out.err
	"$program" --engine ring --json -l 1 --budget 0.01 -n 4 -d 1 >/tmp/out.json 2>/tmp/out.err
	loads_end
	check "over the budget level 2 goes first, while it is not shown, lines of 8 that say so" \
		"$(grep -c '^machine .*level 2 not counted (budget 0.01 %)' /tmp/out.txt)" '>=' 2
	check "where the user wants level 1 only, its absence is not the budget's" \
		"$(last 2 '[.[].self.level2_left_out] | any')" '==' false
	check "then it is missing, and level 1 is right" "$(last 2 '[.[].processes[] | select(.comm == "r4") | .tma_memory_bound == null and
		(.tma_backend_bound - 70 | fabs) < 1] | length > 0 and all')" '==' true
}

check_record() {	# what tdtop records, the stock perf reads; a replay of it says what the live run said
	# Live, /proc is asked whether a process has exited, and how long it waited; a file has its records.
	local live_only='s/"source":"[a-z]*"//;s/"engine":"[a-z]*",//;s/"self":null,//;s/"self":{[^}]*},//;s/"exited":[a-z]*,*//g;s/"wait_percent":[^,}]*,*//g;s/"waits_unknown":[^,}]*,*//g'

	truth 'shorty 10 10 10 70 5 5 5 60'
	busy_four
	load short shorty 20 20 2
	"$tdtop" --json -n 3 -d 0.5 --record /tmp/rec.data >/tmp/live.json 2>/tmp/out.err
	check "tdtop --record ends well and says nothing" "$?$(cat /tmp/out.err)" '==' 0
	loads_end
	# A fourth interval may end when the run does: it is recorded, but was not printed.
	"$tdtop" --json -i /tmp/rec.data | head -n 3 >/tmp/out.json
	check "the replay is the live run" "$(cmp <(sed "$live_only" /tmp/live.json) \
		<(sed "$live_only" /tmp/out.json) 2>&1 && wc -l </tmp/out.json)" '==' 3
	check "perf script reads each sample of a switch" \
		"$(perf script -F event -i /tmp/rec.data 2>/tmp/out.err | grep -c context-switches)" '==' \
		"$(perf report -D -i /tmp/rec.data 2>/dev/null | awk '/^context-switches stats/ { getline; n += $3 } END { print n }')"
	check "and has nothing to complain of" "$(wc -c </tmp/out.err)" '==' 0
}

verdict() {	# STATUS TEXT EXPRESSION AFTER: of three recordings of the old program, and as many after it
	"$tdtop" diff /tmp/old?.data --fail-on "$3" --after /tmp/"$4"?.data >/tmp/out.txt 2>&1
	check "$2: exit status of --fail-on '$3'" $? '==' "$1"
	sed 's/^/# /' /tmp/out.txt
}

check_verdict() {	# recordings of a command, old and new in turn: five points more of memory bound are found, and no more
	local old='app 40 5 15 40 5 3 10 25' new='app 35 5 15 45 5 3 10 30' i which

	truth 'beside 20 10 25 45 5 7 15 30'
	load hog beside
	for i in 1 2 3; do
		for which in old new same; do
			truth "$([[ $which == new ]] && echo "$new" || echo "$old")"
			"$tdtop" --headless --record /tmp/$which$i.data -- labload hog app "${VERDICT_SECONDS:-6}" >/dev/null 2>&1 ||
				report 1 "tdtop --record -- COMMAND"
		done
	done
	loads_end
	verdict 3 "a change" 'comm=app and mem>+3' new
	verdict 3 "a change, of any row" 'mem>+3' new
	verdict 0 "a change below the limit" 'comm=app and mem>+10' new
	verdict 0 "no change" 'comm=app and mem>+1' same
	verdict 0 "no change, of any row" 'mem>+1' same
	rm -f /tmp/old?.data /tmp/new?.data /tmp/same?.data
}

# How much of the truth, of these names, something is short of, in percent; COLUMN 2 is slots, 3 is nanoseconds.
short_of() {	# COLUMN VALUE NAME...
	local column=$1 value=$2
	shift 2
	awk -v c="$column" -v v="$value" -v names=" $* " '$1 == "got" && index(names, " " $4 " ") { t += $c }
		END { print t ? 100 * (t - v) / t : "missing" }' /proc/tdtop_lab
}

# CPU time in nanoseconds of all names of tdtop's summary: of all intervals, also if one was not printed in time.
summary_ns() {	# of /tmp/out.err
	awk '/ CPU s / { on = 1; next } on && $NF != "(all)" { s += $1 } END { print s * 1e9 }' /tmp/out.err
}

nobody=(setpriv --reuid 65534 --regid 65534 --clear-groups)
mine=/tmp/tdtop-task

# Runs tdtop as nobody for this command, and the stock perf stat before it: both lose what a task does after the kernel
# has taken its counters, in its exit. Prints by how many percent tdtop is shorter than perf.
beside_perf() {	# COMMAND...
	local lost names="shorty labload first second"
	truth reset
	"${nobody[@]}" perf stat -x, -e '{slots,topdown-retiring}:u' "$@" 2>/tmp/perf.err >/dev/null
	lost=$(short_of 2 "$(awk -F, '$3 ~ /slots/ { print $1 }' /tmp/perf.err)" $names)
	truth reset
	"${nobody[@]}" $mine --json -d 1 -- "$@" >/tmp/out.json 2>/tmp/out.err
	awk -v a="$(short_of 3 "$(summary_ns)" $names)" -v b="$lost" 'BEGIN { print a - b }'
}

task_begin() {
	paranoid=$(cat /proc/sys/kernel/perf_event_paranoid)
	echo 2 >/proc/sys/kernel/perf_event_paranoid
	cp "$program" $mine && chmod 755 $mine
	cp "$(command -v labload)" /tmp/labload	# quicker to begin than what is on the host
}

check_task() {	# attribution by task, as somebody without rights
	local paranoid name
	task_begin
	truth 'rounding 0' 'hog_ret 80 4 10 6 20 3 4 2' 'hog_bad 20 50 20 10 5 40 10 4' 'hog_be 10 5 15 70 4 3 10 50' \
		'labload 10 5 15 70 4 3 10 50' 'shorty 10 10 10 70 5 5 5 60' 'first 80 5 5 10 10 1 1 1' \
		'second 10 5 5 80 1 1 1 70'
	for name in hog_ret hog_bad hog_be; do
		"${nobody[@]}" /tmp/labload hog $name &
		pids+=($!)
	done
	"${nobody[@]}" $mine --json -n 3 -d 1 >/tmp/out.json 2>/tmp/out.err ||
		report 1 "tdtop runs without rights: $(cat /tmp/out.err)"
	check "without rights at paranoid 2: one's own tasks, user mode" \
		"$(jq -rs '[.[] | "\(.source) \(.user_mode_only)"] | unique | join(",")' /tmp/out.json)" '==' 'task true'
	check "three hogs of one's own: all nodes within 0.5 points" \
		"$(worst_distance /tmp/out.json $levels hog_ret hog_bad hog_be)" '<=' 0.5
	"${nobody[@]}" $mine --json -n 2 -d 1 -p "${pids[0]},${pids[2]}" >/tmp/out.json 2>/tmp/out.err
	check "-p: two of them, and no other" \
		"$(jq -rs '[.[].processes[].comm] | unique | join(" ")' /tmp/out.json)" '==' 'hog_be hog_ret'
	check "-p: all nodes within 0.5 points" "$(worst_distance /tmp/out.json $levels hog_ret hog_be)" '<=' 0.5
	loads_end
	truth reset
	"${nobody[@]}" $mine --json -n 1 -- /tmp/labload hog hog_be >/tmp/out.json 2>/tmp/out.err
	check "-- labload hog, one interval: exit status" $? '==' 0
	check "-- labload hog, one interval: all nodes within 0.5 points" \
		"$(worst_distance "$(twice)" $levels hog_be)" '<=' 0.5
	check "40 children of 50 ms: no less than perf stat has, percent" \
		"$(beside_perf /tmp/labload short shorty 40 50 3)" '<=' 2
	# Also while tdtop waits for its CPU, which takes long in an emulator.
	check "3 children of 2 s: those that are found lose some while a group takes over, percent" \
		"$(beside_perf /tmp/labload short shorty 3 2000 3)" '<=' 10
	check "and have rows of their own" \
		"$(jq -s '[.[].processes[] | select(.comm == "shorty") | .pid] | unique | length' /tmp/out.json)" '>=' 4
	check "exec: no less than perf stat has, percent" \
		"$(beside_perf /tmp/labload exec first second 1)" '<=' 2
	check "and the summary has the second name" "$(grep -c ' second$' /tmp/out.err)" '==' 1
	echo "$paranoid" >/proc/sys/kernel/perf_event_paranoid
}

check_orphan() {	# -p: what a process leaves behind whose parent ends at once
	local paranoid who
	task_begin
	truth 'rounding 0' 'orphan 10 5 15 70 4 3 10 50'
	for who in env "${nobody[*]}"; do
		truth reset
		# shellcheck disable=SC2086 # a command and its options
		$who bash -c 'sleep 4; (/tmp/labload hog orphan 4 &); sleep 4' &	# tdtop's first start takes a while here
		pids+=($!)
		sleep 0.3
		# shellcheck disable=SC2086
		$who $mine --json -d 0.5 -n 18 -p $! >/tmp/out.json 2>/tmp/out.err
		check "${who%% *}: an orphan of a watched process has a row, and its slots, percent off" "$(near_percent \
			"$(jq -s '[.[].processes[] | select(.comm | test("^(orphan|labload)$")) | .slots] | add' /tmp/out.json)" \
			"$(awk '$1 == "got" && $4 ~ /^(orphan|labload)$/ { n += $2 } END { print n }' /proc/tdtop_lab)")" '<=' 20	# until it is found it counts with its maker
		check "${who%% *}: and its split is right" "$(jq -s '[.[].processes[] | select(.comm == "orphan" and .tma_backend_bound != null) |
			.tma_backend_bound - 70 | fabs] | .[1:] | if length < 2 then "missing" else max end' /tmp/out.json)" '<=' 1
		loads_end
	done
	echo "$paranoid" >/proc/sys/kernel/perf_event_paranoid
}

check_errno() {	# each errno of perf_event_open(2) that this machine can give, and its sentence
	local number name pattern paranoid suid=/tmp/labsuid
	task_begin
	truth 'hog_be 10 5 15 70 4 3 10 50' 'hog_ret 80 4 10 6 20 3 4 2'
	expect_error() {	# TEXT PATTERN COMMAND...
		local text=$1 pattern=$2 status
		shift 2
		"$@" >/tmp/out.txt 2>/tmp/out.err
		status=$?
		echo "# $(head -n 1 /tmp/out.err)"
		check "$text" "$status $(grep -c "$pattern" /tmp/out.err)" '==' '1 1'
	}
	expect_error "EACCES, by uid" 'not permitted' "${nobody[@]}" $mine -b -n 1 -p 1
	expect_error "EACCES, by the level, for whole CPUs" 'not permitted (kernel.perf_event_paranoid is 2)' \
		"${nobody[@]}" $mine -b -n 1 --attribution switch
	expect_error "ESRCH" 'there is no process 999999' $mine -b -n 1 -p 999999
	expect_error "EMFILE, for a task" 'no thread can be counted' \
		setpriv --bounding-set -sys_resource prlimit --nofile=70 $mine -b -n 1 --attribution task -p 1
	prlimit --nofile=70 $mine --json -n 1 -d 0.5 --attribution task -p 1 >/tmp/out.json 2>/tmp/out.err
	check "for root the hard limit of files is none" "$(jq -s '.[0].not_counted_threads' /tmp/out.json)" '==' 0
	expect_error "EMFILE, for CPUs" 'too many open files (the limit is 12)' prlimit --nofile=12 $mine -b -n 1
	echo 3 >/proc/sys/kernel/perf_event_paranoid
	expect_error "EACCES, at level 3" 'not permitted (kernel.perf_event_paranoid is 3)' "${nobody[@]}" $mine -b -n 1
	echo 2 >/proc/sys/kernel/perf_event_paranoid
	# Whatever else the call may say: number, name, what the user reads.
	while read -r number name pattern; do
		truth "refuse $number 0"
		expect_error "$name" "cannot count .*: $pattern" "$program" -b -n 1
	done <<-END
		1 EPERM refused, although paranoid level and capabilities allow it
		2 ENOENT the PMU does not have this event
		3 ESRCH the task has exited
		4 EINTR a signal came in between
		7 E2BIG the group is larger than the kernel allows
		9 EBADF tdtop asked the kernel in a wrong way
		12 ENOMEM the kernel has not enough memory
		13 EACCES refused, although paranoid level and capabilities allow it
		14 EFAULT tdtop asked the kernel in a wrong way
		16 EBUSY another program holds the counter for itself
		19 ENODEV the CPU is offline
		22 EINVAL the kernel lists this event, but cannot count it: the hypervisor shows no PERF_METRICS
		23 ENFILE the machine has too many open files
		28 ENOSPC there are not enough counters
		38 ENOSYS this kernel has perf events, but the call does not reach it
		75 EOVERFLOW tdtop asked the kernel in a wrong way
		95 EOPNOTSUPP the PMU cannot count this event in this way
	END
	truth 'refuse 22 5'
	busy_four
	run_json 3 0.5
	check "EINVAL for level 2: level 1 is counted" "$(jq -s '[.[].levels] | unique == [1]' /tmp/out.json)" '==' true
	check "and right" "$(worst_distance /tmp/out.json 1 hog_ret hog_bad hog_fe hog_be)" '<=' 0.5
	"$tdtop" --doctor >/tmp/out.txt
	sed -n 's/^[a-z]* *level/# &/p' /tmp/out.txt
	loads_end
	truth 'refuse 0 0'
	# A task that gains rights is reported, and the others are still counted.
	cp /tmp/labload $suid && chmod 4755 $suid
	"${nobody[@]}" sh -c "$suid hog hog_be & /tmp/labload hog hog_ret & wait" &
	pids+=($!)
	sleep 1
	"${nobody[@]}" $mine --json -n 1 -d 1 -p $! >/tmp/out.json 2>/tmp/out.err
	pkill -P $! -f labsuid
	pkill -P $! -f labload
	loads_end
	check "EACCES, of one that has gained rights: a row" \
		"$(jq -s '[.[].not_permitted_threads] | max' /tmp/out.json)" '==' 1
	check "and the others are counted" "$(jq -s '[.[].processes[] | select(.comm == "hog_ret")] | length' /tmp/out.json)" '>=' 1
	# Another program has the counter.
	perf stat -a -I 200 -o /tmp/perf.out -e '{slots,topdown-retiring}' >/dev/null 2>&1 &
	pids+=($!)
	until grep -q slots /tmp/perf.out 2>/dev/null; do sleep 0.2; done
	$mine --json -n 1 -d 1 -- /tmp/labload hog hog_be >/tmp/out.json 2>/tmp/out.err
	loads_end
	check "no EBUSY where the counter is shared: tdtop says which part of the time it had it" \
		"$(jq -s '[.[].running_percent] | min' /tmp/out.json)" '<=' 90
	echo "$paranoid" >/proc/sys/kernel/perf_event_paranoid
}

check_names() {	# exec and rename
	truth 'first 80 5 5 10 10 1 1 1' 'second 10 5 5 80 1 1 1 70'
	watch_begin 1
	labload exec first second 2
	watch_until_gone second
	check "exec: the process changes its name and keeps its pid" "$(jq -rs '
		([.[].processes[] | select(.comm == "first") | .pid] | unique) as $a |
		([.[].processes[] | select(.comm == "second") | .pid] | unique) as $b | "\($a) \($b)" | if $a == $b and ($a | length) == 1 then "kept" else . end' /tmp/out.json)" '==' kept
}

lab_number() {	# KEY of /proc/tdtop_lab
	awk -v key="$1" '$1 == key { print $2 }' /proc/tdtop_lab
}

near_percent() {	# A B: how far A is from B, in percent of B
	awk -v a="$1" -v b="$2" 'BEGIN { d = 100 * (a - b) / b; print d < 0 ? -d : d }'
}

# The worst distance to the truth of these nodes of the named processes, as worst_distance(); first: the nodes.
worst_nodes() {	# NODES NAME...
	local nodes=$1
	shift
	jq -rs --argjson truth "$(truth_json)" --argjson names "$(printf '%s\n' "$@" | jq -R . | jq -s .)" '
		[ .[1:][] | .processes as $p | $names[] as $n | ([$p[] | select(.comm == $n)] | first) as $row
		  | ($ARGS.positional[]) as $k
		  | if $row == null or $row[$k] == null then 1000 else ($row[$k] - $truth[$n][$k]) | fabs end ]
		| if length == 0 or max >= 1000 then "missing" else max end' --args $nodes </tmp/out.json
}

# A task that moves between the kinds, from before it began until an interval without it. "mover" of /tmp/out.json.
watch_mover() {	# A CPU of each kind
	local mover

	truth 'mover 10 5 15 70 4 3 10 50' reset
	watch_begin 0.5 -l 1
	load hog mover
	mover=${pids[-1]}
	for cpu in "$@" "$@"; do
		taskset -p -c "$cpu" "$mover" >/dev/null
		sleep 0.4
	done
	loads_end
	watch_until_gone mover
}

# A command counted by task that is moved between the first core and this one, five times a second.
move_command() {	# CPU
	local atom=$1 cpu watcher mover

	truth 'mover 10 5 15 70 4 3 10 50' reset
	"$tdtop" --json -d 0.5 -- labload hog mover 3 >/tmp/out.json 2>/tmp/out.err &
	watcher=$!
	cpu=0
	while kill -0 $watcher 2>/dev/null; do
		mover=$(pgrep -x mover) && taskset -p -c "$cpu" "$mover" >/dev/null 2>&1 && cpu=$((atom - cpu))
		sleep 0.2
	done
	wait $watcher
}

check_hybrid() {	# P-cores and E-cores, a CPU of each kind at least
	local atom attempt
	atom=$(lab_number first_atom)
	truth reset
	busy_four
	run_json 3 1
	check "four hogs on P-cores and E-cores: all classes within 1 point" \
		"$(worst_distance /tmp/out.json 1 hog_ret hog_bad hog_fe hog_be)" '<=' 1
	check "the processes' slots add up to the machine's" "$(worst_sum /tmp/out.json)" '<=' 0.5
	check "level 2 of those on E-cores: what they count in their turn within 2 points" \
		"$(worst_nodes "tma_fetch_latency tma_branch_mispredicts tma_core_bound" hog_bad hog_be)" '<=' 2
	check "and of those on P-cores, all nodes within 1 point" "$(worst_distance /tmp/out.json 2 hog_ret hog_fe)" '<=' 1
	check "each CPU is of its kind" "$(jq -rs '[.[-1].cpus[].kind] | unique | join(" ")' /tmp/out.json)" '==' 'atom core'
	check "all slots of E-cores are atom_slots, none of P-cores" "$(jq -s '[.[1:][].cpus[] |
		(if .kind == "atom" then .slots else 0 end) - .atom_slots | fabs] | max' /tmp/out.json)" '==' 0
	loads_end
	for attempt in 1 2 3; do
		watch_mover 0 "$atom"
		# A busy host does not print every interval; what is left out here is missing in the sums.
		[[ $(jq -s '.[-1].seq - .[0].seq + 1 == length' /tmp/out.json) == true ]] && break
		echo "# attempt $attempt: an interval was not printed"
	done
	# Until it has taken its name it is a labload.
	check "a process that moves between the kinds: its slots add up, percent off" "$(near_percent \
		"$(jq -s '[.[].processes[] | select(.comm == "mover") | .slots] | add' /tmp/out.json)" \
		"$(awk '$1 == "got" && ($4 == "mover" || $4 == "labload") { n += $2 } END { print n }' /proc/tdtop_lab)")" '<=' 2
	check "and the part of them on E-cores" "$(near_percent \
		"$(jq -s '[.[].processes[] | select(.comm == "mover") | .atom_slots] | add' /tmp/out.json)" \
		"$(awk '$1 == "atom" && ($3 == "mover" || $3 == "labload") { n += $2 } END { print n }' /proc/tdtop_lab)")" '<=' 2
	check "and its split is right" "$(jq -s '[.[].processes[] | select(.comm == "mover" and .tma_backend_bound != null) |
		.tma_backend_bound - 70 | fabs] | .[1:] | if length < 2 then "missing" else max end' /tmp/out.json)" '<=' 1
	for attempt in 1 2 3; do
		move_command "$atom"
		# The truth, not tdtop, says whether it moved: a busy host may let no taskset run in these seconds.
		grep -q '^atom [0-9]* mover$' /proc/tdtop_lab && break
		echo "# attempt $attempt: the load was not moved"
	done
	check "a command was on both core types, percent on E-cores" "$(jq -s '
		([.[].processes[].atom_slots] | add) / ([.[].processes[].slots] | add) * 100 | if . > 90 then 0 else . end' \
		/tmp/out.json)" '>=' 10
	check "counted by task its slots add up, percent off" "$(near_percent \
		"$(jq -s '[.[].processes[].slots] | add' /tmp/out.json)" \
		"$(awk '$1 == "got" && ($4 == "mover" || $4 == "labload") { n += $2 } END { print n }' /proc/tdtop_lab)")" '<=' 3
	check "and the part of them on E-cores" "$(near_percent \
		"$(jq -s '[.[].processes[].atom_slots] | add' /tmp/out.json)" \
		"$(awk '$1 == "atom" && ($3 == "mover" || $3 == "labload") { n += $2 } END { print n }' /proc/tdtop_lab)")" '<=' 3
	check "--doctor knows both core types" "$("$tdtop" --doctor | grep -c -E '^ok +trial +(P-cores|E-cores): one CPU counts')" '==' 2
	check "no slots and no metric were ever tried on an E-core" "$(lab_number violations)" '==' 0
}

. "$(dirname "${BASH_SOURCE[0]}")/check-faults.sh"
. "$(dirname "${BASH_SOURCE[0]}")/check-storms.sh"
. "$(dirname "${BASH_SOURCE[0]}")/check-real.sh"
. "$(dirname "${BASH_SOURCE[0]}")/check-sampling.sh"
. "$(dirname "${BASH_SOURCE[0]}")/check-live.sh"
. "$(dirname "${BASH_SOURCE[0]}")/check-turns.sh"
. "$(dirname "${BASH_SOURCE[0]}")/check-bpf.sh"
. "$(dirname "${BASH_SOURCE[0]}")/check-room.sh"
. "$(dirname "${BASH_SOURCE[0]}")/check-deep.sh"
. "$(dirname "${BASH_SOURCE[0]}")/check-deep-record.sh"
. "$(dirname "${BASH_SOURCE[0]}")/check-latency.sh"
. "$(dirname "${BASH_SOURCE[0]}")/check-regions-self.sh"
. "$(dirname "${BASH_SOURCE[0]}")/check-regions.sh"
. "$(dirname "${BASH_SOURCE[0]}")/check-openmetrics.sh"
. "$(dirname "${BASH_SOURCE[0]}")/check-systemd.sh"
. "$(dirname "${BASH_SOURCE[0]}")/check-static.sh"
checks=("$@")
[[ $# -gt 0 ]] || checks=(four perf short threads hog idle sleepers pipe shared names record)
for name in "${checks[@]}"; do
	begin=$SECONDS
	# No line with its time: it had no end, and is tried again.
	[[ $name == */* ]] && family=${name%/*} || family=$booted
	become "$family" || { report 1 "$name: the PMU changes" && continue; }
	[[ $name == *@* ]] && use_engine "${name#*@}" || use_engine ring
	plain=${name#*/}
	"check_${plain%@*}"
	loads_end
	echo "# $name: $((SECONDS - begin)) s"
done
echo "$passed passed, $failed failed"
[[ $failed == 0 ]]
