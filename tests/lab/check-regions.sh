# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by check-guest.sh: regions of a program (labregion) whose splits are known, with both engines. What the
# program prints is how often it entered each region; outside of regions it is "outer".

# A reading outside of a group, as a BPF program's, is of its instant.
region_truth=('hold_us 0' 'default 30 10 25 35 5 7 15 20' 'outer 30 10 25 35 5 7 15 20' 'alpha 80 4 10 6 20 3 4 2' 'beta 10 5 15 70 4 3 10 50' 'gamma 15 5 60 20 3 2 45 6')

region_run() {	# labregion ARGUMENTS: tdtop's intervals into /tmp/region.json, the program's lines into /tmp/region.out
	truth "${region_truth[@]}"
	"$tdtop" --json --regions -d 0.5 -n 400 -- \
		sh -c 'exec labregion "$@" >/tmp/region.out' labregion "$@" >/tmp/region.json 2>/tmp/region.err ||
		report 1 "tdtop --regions -- labregion $1 runs: $(tail -n 2 /tmp/region.err)"
}

# Sums over all intervals: {"alpha": {entries, slots, ns, tma_...}, ...}; values are means weighted by slots.
region_sums() {
	jq -s '[.[].regions // [] | .[]] | group_by(.region) | map({ key: .[0].region, value: (
		([.[].slots // 0] | add) as $slots
		| { entries: ([.[].entries // 0] | add), $slots, lines: length }
		+ (["tma_retiring","tma_bad_speculation","tma_frontend_bound","tma_backend_bound","tma_heavy_operations",
		   "tma_branch_mispredicts","tma_fetch_latency","tma_memory_bound"] as $nodes | . as $rows
		  | [$nodes[] as $k | [$rows[] | select(.[$k] != null and .slots != null)] |
			{ key: $k, value: (([.[].slots] | add) as $s | if ($s // 0) > 0 then ([.[] | .slots * .[$k]] | add) / $s else null end) }]
		  | from_entries)) }) | from_entries' /tmp/region.json
}

# The worst distance of the nodes of these regions to the truth, in points; "missing".
region_distance() {	# REGION...
	region_sums | jq -r --argjson truth "$(truth_json)" --argjson levels "$levels" '. as $got
		| [$ARGS.positional[] as $name | ["tma_retiring","tma_bad_speculation","tma_frontend_bound","tma_backend_bound"] +
			(if $levels > 1 then ["tma_heavy_operations","tma_branch_mispredicts","tma_fetch_latency","tma_memory_bound"] else [] end)
		| .[] as $k | if $got[$name][$k] == null then 1000 else $got[$name][$k] - $truth[if $name == "(other)" then "outer" else $name end][$k] | fabs end]
		| if max >= 1000 then "missing" else max end' --args "$@"
}

region_entries() {	# NAME: of tdtop, and of the program
	echo "$(region_sums | jq -r --arg name "$1" '.[$name].entries // "missing"') $(awk -v name="$1" '$1 == name { print $2 }' /tmp/region.out)"
}

entries_are_exact() {	# TEXT NAME...
	local name seen true
	for name in "${@:2}"; do
		read -r seen true < <(region_entries "$name")
		check "$1: entries into $name" "${seen}" '==' "$true"
	done
}

# In each interval the rows of a process add up to it: the worst distance, percent.
region_worst_sum() {
	jq -rs '[.[] | . as $i | (.regions // []) | group_by(.pid)[] | .[0].pid as $pid
		| ($i.processes[] | select(.pid == $pid) | .slots) as $all | select($all != null and $all > 0)
		| (([.[].slots] | add) - $all) / $all * 100 | fabs] | if length == 0 then "missing" else max end' /tmp/region.json
}

region_is_right() {	# TEXT POINTS REGION...
	check "$1: all nodes of ${*:3} within $2 points" "$(region_distance "${@:3}")" '<=' "$2"
	check "$1: regions add up to their process, percent off" "$(region_worst_sum)" '<=' 0.01
}

check_region() {	# nested regions, of a program alone on its CPU, and beside others
	# Where a region ends the module's readings are some 100 us old, more on a busy host.
	region_run rounds 25 50000
	region_is_right "regions of 50 ms" 1 alpha beta gamma '(other)'
	entries_are_exact "regions of 50 ms" alpha beta gamma
	truth "${region_truth[@]}" 'hog_be 10 5 15 70 4 3 10 50'
	for _ in 1 2 3; do load hog hog_be; done
	region_truth+=('hog_be 10 5 15 70 4 3 10 50')
	region_run rounds 20 50000
	region_is_right "beside other programs" 1 alpha beta gamma
	entries_are_exact "beside other programs" alpha beta gamma
	loads_end
}

# Classes of durations of alpha, of all intervals.
region_classes() {
	jq -s '[.[].regions // [] | .[] | select(.region == "alpha") | .duration.classes // [] | .[]]' /tmp/region.json
}

# Entries whose wall time is between these, and the worst distance of their level 1 to this split, in points.
region_class() {	# FROM_NS TO_NS SPLIT
	region_classes | jq -r --argjson truth "$(truth_json)" --arg name "$3" '[.[] | select(.from_ns >= '"$1"' and .from_ns < '"$2"')]
		| ([.[].slots // 0] | add) as $slots | . as $classes
		| [["tma_retiring","tma_bad_speculation","tma_frontend_bound","tma_backend_bound"][] as $k
			| ([$classes[] | (.slots // 0) * (.[$k] // 0)] | add) / $slots - $truth[$name][$k] | fabs]
		| "\([$classes[].entries] | add) \(max)"'
}

# How many entries are not in the class of wall time that the program itself has measured.
region_walls() {
	region_classes | jq --slurpfile true <(awk '$1 == "wall" { print "{\"from\":" $2 ",\"n\":" $3 "}" }' /tmp/region.out) '
		[.[] | { from: .from_ns, n: .entries }] + [$true[] | { from, n: -.n }]
		| group_by(.from) | map([.[].n] | add | fabs) | add / 2'
}

# The class of this part of all entries by CPU time.
region_cpu_class() {	# PART
	region_classes | jq 'group_by(.from_ns) | map({ from: .[0].from_ns, n: ([.[].cpu_entries] | add) }) as $c | ([$c[].n] | add) as $all
		| reduce $c[] as $one ({ n: 0 }; if .at then . else .n += $one.n | if .n >= '"$1"' * $all then .at = $one.from else . end end) | .at'
}

check_region_slow() {	# entries of two populations: 48 of 25 ms, 12 of 800 ms of CPU time
	local entries distance

	region_run two 60 25000
	entries_are_exact "fast and slow entries" alpha
	check "entries in another class of wall time than the program measured" "$(region_walls)" '<=' 1
	check "the class of the 50th percentile of CPU time" "$(region_cpu_class 0.5)" '==' 16777216
	check "the class of the 99th" "$(region_cpu_class 0.99)" '==' 536870912
	read -r entries distance < <(region_class 0 536870912 alpha)
	check "fast entries into a region" "$entries" '==' 48
	check "fast entries: level 1 within 0.6 points" "$distance" '<=' 0.6
	read -r entries distance < <(region_class 536870912 1e12 beta)
	check "slow entries into a region" "$entries" '==' 12
	check "slow entries: level 1 within 0.6 points" "$distance" '<=' 0.6
}

check_region_short() {	# 100,000 short regions
	region_run rounds 25000 40
	entries_are_exact "100,000 regions of 40 us" alpha beta gamma
	check "100,000 regions of 40 us: they add up to their process, percent off" "$(region_worst_sum)" '<=' 0.01
	echo "# 100,000 regions of 40 us: distance $(region_distance alpha beta gamma) points"
}

check_region_hard() {	# switches, migration, signals, ends of threads, longjmp, fork inside of a region
	region_run sleeps 40 8000 3000
	region_is_right "asleep inside of a region" 1 alpha
	entries_are_exact "asleep inside of a region" alpha
	region_run migrate 60 4000
	region_is_right "moved to another CPU inside of a region" 1 alpha
	entries_are_exact "moved to another CPU inside of a region" alpha
	region_run signals 30 30000
	region_is_right "a signal handler with a region" 1 alpha beta
	entries_are_exact "a signal handler with a region" alpha beta
	region_run ends 40 20000
	region_is_right "threads that end inside of a region" 1 alpha
	entries_are_exact "threads that end inside of a region" alpha
	region_run jumps 40 10000
	region_is_right "a region that is left by longjmp" 1 gamma
	entries_are_exact "a region that is left by longjmp" alpha gamma
	region_run forks 40 10000
	region_is_right "fork inside of a region" 1 alpha
	entries_are_exact "fork inside of a region" alpha
}

check_region_cost() {	# what a marker costs, watched and not
	local idle with without

	labregion costs 20000000 >/tmp/region.out
	read -r with without < <(awk '$1 == "ns" { print $2, $3 }' /tmp/region.out)
	echo "# not watched: $with ns for a begin and an end, $without without (emulated)"
	region_run costs 20000
	idle=$(awk '$1 == "ns" { print $2 }' /tmp/region.out)
	echo "# watched: $idle ns for a begin and an end (emulated)"
	entries_are_exact "20,000 regions without work" alpha
}

# Markers, and writes and RDPMC of the PMU's registers while so many regions without work are watched.
region_accesses() {	# LEVEL N
	labpmu "$tdtop" --json --regions -l "$1" --budget 0 -d 0.5 -n 400 -- \
		sh -c 'exec labregion "$@" >/tmp/region.out' labregion costs "$2" >/tmp/accesses 2>/tmp/region.err ||
		report 1 "tdtop --regions -- labregion costs runs: $(tail -n 2 /tmp/region.err)"
	echo "$(grep '^{' /tmp/accesses | jq -s '[.[].regions_markers // 0] | add') $(awk '$1 == "switches" { print $6, $8 }' /tmp/accesses)"
}

# Not of software: vm --personality spr-real.
check_region_accesses() {	# what a marker costs: as much as a switch
	local level most no_markers no_writes no_reads markers writes reads

	for level in 1 2; do
		[[ $level == 1 ]] && most=16.5 || most=33
		[[ $engine == bpf ]] && most=4.5
		read -r no_markers no_writes no_reads < <(region_accesses $level 1)
		read -r markers writes reads < <(region_accesses $level 20000)
		check "at -l $level markers that are seen" "$markers" '>=' 39000
		read -r writes reads < <(awk -v n=$((markers - no_markers)) -v w=$((writes - no_writes)) -v r=$((reads - no_reads)) \
			'BEGIN { printf "%.2f %.2f\n", w / n, r / n }')
		check "at -l $level a marker writes registers of the PMU ($reads rdpmc)" "$writes" '<=' $most
	done
}

# Of all of the machine: a command or -p cannot be recorded.
check_region_record() {	# a recording shows the same
	local watcher

	truth "${region_truth[@]}"
	"$tdtop" --json --regions -d 0.5 -n 400 --record /tmp/region.data >/tmp/region.json 2>/tmp/region.err &
	watcher=$!
	until [[ -s /tmp/region.json ]]; do sleep 0.1; done
	labregion rounds 25 20000 >/tmp/region.out
	sleep 1
	kill $watcher	# a job in the background ignores SIGINT
	wait $watcher
	region_is_right "while it is recorded" 1 alpha beta gamma
	entries_are_exact "while it is recorded" alpha beta gamma
	region_sums >/tmp/region.live
	"$tdtop" -i /tmp/region.data --json --regions >/tmp/region.json 2>/tmp/region.err ||
		report 1 "the recording is read: $(cat /tmp/region.err)"
	region_is_right "its recording" 1 alpha beta gamma
	entries_are_exact "its recording" alpha beta gamma
	check "its recording has the same entries" "$(diff <(region_sums | jq -c 'map_values(.entries)') \
		<(jq -c 'map_values(.entries)' /tmp/region.live) >/dev/null && echo same)" '==' same
	perf report -i /tmp/region.data --stdio >/tmp/perf.out 2>&1
	check "perf report reads it" "$?" '==' 0
}

check_region_refused() {	# without CAP_SYS_ADMIN
	truth "${region_truth[@]}"
	labregion rounds 100 10000 >/tmp/region.out &
	pids+=($!)
	echo 2 >/proc/sys/kernel/perf_event_paranoid
	setpriv --bounding-set -sys_admin --inh-caps -sys_admin "$tdtop" --json --regions -n 8 -d 0.5 >/tmp/region.json 2>/tmp/region.err
	check "without CAP_SYS_ADMIN it says so" \
		"$(cat /tmp/region.json /tmp/region.err | grep -c 'CAP_SYS_ADMIN')" '>=' 1
	[[ ! -s /tmp/region.err ]] || echo "# $(head -n 1 /tmp/region.err)"
	check "and counts all the same" "$(jq -s 'last | .processes | length' /tmp/region.json)" '>=' 1
}
