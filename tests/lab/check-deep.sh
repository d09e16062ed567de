# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by check-guest.sh: nodes below level 2 against the truth of nodes/*.tsv (made by node_truth.py): two programs,
# deep_a and deep_b, whose every event and node is known. With the module (spr, icl, skl, skl-smt, arl, adl), and with the
# kernel's own driver on the emulated PMU (spr-real, icl-real, skl-real). "mix" is a task that is each of them in turn.

deep_tables=$(dirname "${BASH_SOURCE[0]}")/nodes
deep_truth=/tmp/deep-truth.json

# Declares the programs; TABLE: of nodes/, without one that of the machine. $deep_truth: [{node, level, a, b, mix}].
deep_declare() {	# [TABLE...]
	local tables=("$@") table

	[[ $# -gt 0 ]] || tables=("$(deep_machine)")
	: >/tmp/deep-lines
	for table in "${tables[@]}"; do
		awk '$1 == "split" { $1 = ""; print substr($0, 2) }
			$1 ~ /^(atom_)?event$/ { print "deep_a", $1, $2, $3; print "deep_b", $1, $2, $4 }
			$1 ~ /counters$/ { print }' "$deep_tables/$table.tsv" >>/tmp/deep-lines
	done
	if [[ -n ${LAB_TABLE-} ]]; then
		awk 'NF == 9 || $2 == "event" { if ($2 == "event") $3 = "0x" $3; print }' /tmp/deep-lines >"$LAB_TABLE"
	else
		cat /tmp/deep-lines >/proc/tdtop_lab || report 1 "the module takes the table"
	fi
	for table in "${tables[@]}"; do
		awk -v type="$([[ $table == *-atom ]] && echo atom || echo core)" '
			function real(x) { return x == "-" ? "null" : x }
			$1 == "node" { printf "{\"node\":\"%s\",\"level\":%s,\"parent\":\"%s\",\"core_type\":\"%s\",\"a\":%s,\"b\":%s,\"mix\":%s}\n",
				$2, $3, $4, type, real($5), real($6), real($7) }' "$deep_tables/$table.tsv"
	done | jq -s . >$deep_truth
}

# The table of nodes/ for the PMU that the machine has.
deep_machine() {
	local name=$personality

	if [[ -n ${LAB_TABLE-} ]]; then
		name=skl-real
		[[ -e $slots_event ]] && name=icl-real
		[[ -e ${slots_event%/*}/topdown-heavy-ops ]] && name=spr-real
	fi
	echo "$name"
}

deep_load() {	# PROGRAM CPU
	load hog "$1"
	taskset -p -c "$2" "${pids[-1]}" >/dev/null
	until [[ $(<"/proc/${pids[-1]}/comm") == "$1" ]]; do sleep 0.05; done
}

deep_run() {	# INTERVALS OPTIONS...: into /tmp/deep.json
	"$tdtop" --json -d 1 -n "$1" "${@:2}" >/tmp/deep.json 2>/tmp/deep.err ||
		report 1 "tdtop ${*:2} runs: $(cat /tmp/deep.err)"
}

deep_jq='
	def nodes: [.machine, .processes[], (.threads // [])[]] | map(.nodes // empty) | first // [];
	def truth_of($n): first($truth[] | select(.node == $n.node and .core_type == ($n.core_type // "core"))) // null;
	# Values of a level beside the truth: {node, value, truth, error, running, off}.
	def beside($level): [nodes[] | select(.level == $level and ($type == "" or .core_type == $type)) | . as $n | truth_of($n) as $t
		| select($t != null and $t[$column] != null)
		| {node: .node, value: .percent, truth: $t[$column], error: .error, running: .running_percent}
		| .off = (if .value == null then null else (.value - .truth | fabs) end)];'

deep_ask() {	# COLUMN FILTER [FILE]: jq over all intervals, as a list
	jq -rs --argjson truth "$(cat $deep_truth)" --arg column "$1" --arg type "${deep_type-}" "$deep_jq $2" "${3:-/tmp/deep.json}"
}

# What has a value in the last interval is right, and all of level 3 has one.
deep_is_right() {	# TEXT COLUMN POINTS [LEAST: percent of the nodes that have a value]
	local known worst where all

	read -r known all worst where < <(deep_ask "$2" '.[-1] | beside(3) | (map(select(.off != null))) as $known |
		($known | max_by(.off)) as $worst | "\($known | length) \(length) \($worst.off // "missing") \($worst.node)=\($worst.value)/\($worst.truth)"')
	check "$1: $known of $all nodes of level 3 have a value, percent" "$((all ? 100 * known / all : 0))" '>=' "${4-100}"
	check "$1: all of them within $3 points, the worst is $where" "$worst" '<=' "$3"
	((known == all)) || echo "# $1: missing: $(deep_ask "$2" '.[-1] | beside(3) | map(select(.off == null) | .node) | join(" ")')"
	echo "# $1: of deeper nodes the worst is $(deep_ask "$2" '.[-1] | [beside(4), beside(5), beside(6)] | add | map(select(.off != null)) |
		(max_by(.off)) as $w | "\($w.off) (\($w.node)=\($w.value)/\($w.truth)), \(length) nodes"'); groups: $(
		jq -s -c '.[-1].opened | [.groups, .counted, .remark]' /tmp/deep.json)"
}

# Declares what the machine needs, and says where the task runs that is looked at: $deep_cpu, $deep_type.
deep_begin() {
	local tables=()

	deep_cpu=0 deep_type=
	case $personality in
	adl) tables=(adl-atom) deep_cpu=$(lab_number first_atom) deep_type=atom ;;
	arl) tables=(arl arl-atom) deep_type=core ;;
	skl-smt) taskset -p -c 2,3 $$ >/dev/null ;;	# the other core is for the load
	esac
	deep_declare "${tables[@]}"
}

check_deep() {	# a steady process: all nodes of level 3
	local least=100

	deep_begin
	deep_load deep_a "$deep_cpu"
	[[ $personality == skl-smt ]] || deep_load deep_b "$deep_cpu"
	deep_run "${DEEP_INTERVALS:-8}" -l 3 -p "${pids[0]}"
	# On Skylake 43 groups take turns, in windows of a single counter: what runs for less than 5 % of an interval in all of
	# them has no value.
	[[ $(deep_machine) != skl* ]] || least=30
	deep_is_right "$(deep_machine), a steady process" a 1 "$least"
	loads_end
	[[ $personality == arl ]] || return
	deep_type=atom
	deep_load deep_b "$(lab_number first_atom)"
	deep_run 5 -l 3 -p "${pids[0]}"
	deep_is_right "$personality, a steady process on an E-core" b 1
}

check_deep_node() {	# one node opened, of a process that sleeps most of the time, of one that has 200 threads, of one that ends
	local i

	deep_begin
	load pause deep_a 2000 18000
	taskset -p -c "$deep_cpu" "${pids[-1]}" >/dev/null
	until [[ $(<"/proc/${pids[-1]}/comm") == deep_a ]]; do sleep 0.05; done
	deep_run 6 --node tma_memory_bound -p "${pids[0]}"
	deep_is_right "a process that sleeps 90 % of the time" a 1 100
	loads_end
	# shellcheck disable=SC2046 # a word for each thread
	load threads deep_many 0 $(printf 'deep_a:500:100000 %.0s' {1..200})
	for ((i = 0; i < 100; i++)); do
		[[ $(cat "/proc/${pids[-1]}"/task/*/comm 2>/dev/null | grep -c deep_a) == 200 ]] && break
		sleep 0.2
	done
	deep_run 6 --node tma_memory_bound -p "${pids[0]}"
	deep_is_right "200 threads" a 1 100
	check "200 threads: all of them are counted" "$(jq -s '.[-1].opened.counted' /tmp/deep.json)" '>=' 200
	loads_end
	load hog deep_a 5
	deep_run 12 --node tma_memory_bound -p "${pids[0]}"
	deep_never_wrong "a process that ends" a
	check "a process that ends: it had values, intervals" \
		"$(deep_ask a '[.[] | beside(3) | select(any(.[]; .off != null))] | length')" '>=' 1
}

# No value of any interval is more than a point and three of its errors off.
deep_never_wrong() {	# TEXT COLUMN
	check "$1: values more than a point and 3 errors off" "$(deep_ask "$2" '[.[1:][] | beside(3)[] |
		select(.off != null and .off > 1 + 3 * (.error // 0))] | length')" '==' 0
	echo "# $1: $(deep_ask "$2" '[.[1:][] | beside(3)[]] | "\(map(select(.off != null)) | length) values, \(map(select(.off == null)) | length) missing, " +
		"the worst is \(map(select(.off != null)) | max_by(.off) | tojson)"')" "$(jq -s -c '.[-1].opened | [.groups, .remark]' /tmp/deep.json)"
}

check_deep_unsteady() {	# a task that is one program and the other in turn, 37 ms each
	local n two three

	deep_begin
	if [[ -n ${LAB_TABLE-} ]]; then
		labload phases deep_a deep_b 37000 0 >/dev/null &
		pids+=($!)
	else
		load rename deep_a deep_b 0 37000
	fi
	sleep 0.5
	taskset -p -c "$deep_cpu" "${pids[-1]}" >/dev/null
	deep_run "${DEEP_INTERVALS:-24}" --node tma_memory_bound -p "${pids[0]}"
	read -r n two three < <(deep_ask mix '[.[8:][] | beside(3)[] | select(.off != null and .error != null)] |
		"\(length) \(100 * (map(select(.off <= 2 * .error + 0.2)) | length) / (length + 1e-9)) \(
			100 * (map(select(.off <= 3 * .error + 1)) | length) / (length + 1e-9))"')
	check "unsteady: values with an error" "$n" '>=' 20
	check "unsteady: of them within 2 errors, percent" "$two" '>=' 80
	check "unsteady: within a point and 3 errors, percent" "$three" '>=' 99
	echo "# unsteady: mean error $(deep_ask mix '[.[8:][] | beside(3)[] | select(.error != null) | .error] | add / (length + 1e-9)'), mean distance $(
		deep_ask mix '[.[8:][] | beside(3)[] | select(.off != null) | .off] | add / (length + 1e-9)'), largest $(
		deep_ask mix '[.[8:][] | beside(3)[] | select(.off != null)] | max_by(.off) | tojson')"
}

# perf stat -M of these nodes for a process: "NODE VALUE" lines.
deep_perf() {	# PID SECONDS NODE...
	local pid=$1 seconds=$2 names

	shift 2
	names=$(printf ',%s' "$@")
	perf stat -x, -o /tmp/deep-perf -M "${names:1}" -p "$pid" -- sleep "$seconds"
	awk -F, '$7 ~ /tma_/ { sub(/.*tma_/, "tma_", $7); print $7, $6 }' /tmp/deep-perf
}

# The same nodes beside perf stat -M. Its formulas are of another version: those that have the truth must be enough.
check_deep_perf() {
	local nodes=(tma_l1_bound tma_l2_bound tma_store_bound tma_divider tma_icache_misses tma_itlb_misses tma_lcp tma_branch_resteers)
	local at_once after

	deep_begin
	deep_load deep_a "$deep_cpu"
	"$tdtop" --json -d 1 -n 8 -l 3 -p "${pids[0]}" >/tmp/deep.json 2>/tmp/deep.err &
	local watcher=$!
	until [[ -s /tmp/deep.json ]]; do sleep 0.1; done
	at_once=$(deep_perf "${pids[0]}" 3 "${nodes[@]}")
	wait $watcher
	after=$(deep_perf "${pids[0]}" 2 "${nodes[@]}")
	deep_never_wrong "beside perf stat -M" a
	echo "# node, truth, tdtop, perf at the same time, perf alone:"
	jq -rs --argjson truth "$(cat $deep_truth)" --arg column a --arg type "$deep_type" --arg at_once "$at_once" --arg after "$after" "$deep_jq"'
		def of($text; $node): $text | split("\n") | map(split(" ")) | map(select(.[0] == $node)) | first // [null, null] | .[1];
		.[-1] | beside(3)[] | .node as $n | select(of($after; $n) != null) | "\(.node) \(.truth) \(.value) \(of($at_once; .node)) \(of($after; .node))"' \
		/tmp/deep.json >/tmp/deep-perf.txt
	sed 's/^/# /' /tmp/deep-perf.txt
	check "nodes that perf has with the same formula, and tdtop is within 1 point of perf" "$(awk '
		{ d = $5 - $2; e = $3 - $5 } d < 0.3 && d > -0.3 && e < 1 && e > -1 { n++ } END { print n + 0 }' /tmp/deep-perf.txt)" '>=' 6
}

check_deep_pinned() {	# another program holds general counters: never a wrong number
	local held events

	deep_begin
	deep_load deep_a "$deep_cpu"
	for held in 1 3 5; do
		events=$(printf ',r%x:D' $(seq $((0xc4)) 256 $((0xc4 + 256 * (held - 1)))))
		perf stat -a -o /dev/null -e "${events:1}" -- sleep 60 &
		pids+=($!)
		sleep 0.5
		deep_run 5 --node tma_memory_bound -p "${pids[0]}"
		deep_never_wrong "$held general counters are held" a
		kill "${pids[-1]}"
		wait "${pids[-1]}" 2>/dev/null
		unset 'pids[-1]'
	done
}

# How many perf events a program has open.
deep_events_of() {	# PID
	find "/proc/$1/fd" -lname 'anon_inode:\[perf_event\]' 2>/dev/null | wc -l
}

check_deep_others() {	# what other processes have of it: the same numbers, no events, no cost
	local round with=0 without=0 rate few many i

	deep_begin
	truth 'hog_ret 80 4 10 6 20 3 4 2' 'hog_be 10 5 15 70 4 3 10 50'
	deep_load deep_a "$deep_cpu"
	load hog hog_ret
	load hog hog_be
	"$tdtop" --json -d 1 -n 30 --node tma_memory_bound -p "${pids[0]}" >/tmp/deep.json 2>/dev/null &
	local watcher=$!
	until [[ $(jq -s '[.[].opened.groups // 0] | max' /tmp/deep.json) -ge 1 ]]; do sleep 0.2; done
	"$tdtop" --json -n 4 -d 1 >/tmp/out.json 2>/tmp/out.err
	check "levels of other processes, while a node is opened, points off" "$(worst_distance /tmp/out.json "$levels" hog_ret hog_be)" '<=' 0.6
	few=$(deep_events_of $watcher)
	for ((i = 0; i < 10; i++)); do load hog hog_be; done
	sleep 2
	many=$(deep_events_of $watcher)
	check "perf events of 10 more processes" "$((many - few))" '==' 0
	kill $watcher
	wait $watcher 2>/dev/null
	pid=${pids[0]}
	kill "${pids[@]:1}"
	for round in 1 2 3; do
		for node in '' '--node tma_memory_bound'; do
			# shellcheck disable=SC2086 # an option and its value, or none
			"$tdtop" --json -d 1 $node -p "$pid" >/tmp/deep.json 2>/dev/null &
			watcher=$!
			until [[ -s /tmp/deep.json ]]; do sleep 0.1; done
			rate=$(taskset -c 1 labload pipe 2 | awk '{ print int($1) }')
			kill $watcher
			wait $watcher 2>/dev/null
			if [[ -n $node ]]; then ((rate > with)) && with=$rate; else ((rate > without)) && without=$rate; fi
		done
	done
	check "switches/s of others: $without without a node, $with with one; ratio" \
		"$(awk -v a="$with" -v b="$without" 'BEGIN { print b ? a / b : 0 }')" '>=' 0.9
}

# The kernel's own driver: how many general events run for a task, beside tdtop's groups. cycles and one more than fit
# are never counted, without an error.
check_deep_room() {
	local on n fit=() least=8

	deep_begin
	deep_load deep_a 0
	"$tdtop" --json -d 1 >/tmp/out.json 2>/dev/null &
	pids+=($!)
	until [[ -s /tmp/out.json ]]; do sleep 0.1; done
	for on in 1 0; do
		echo $on >/proc/sys/kernel/nmi_watchdog
		for ((n = 1; n <= least; n++)); do
			perf stat -x, -o /tmp/stat -e "{cycles$(printf ',r%x' $(seq $((0x1c4)) 256 $((0x1c4 + 256 * (n - 1)))))}" -p "${pids[0]}" -- sleep 0.5
			[[ $(awk -F, '$1 ~ /^[0-9]/ && $5 > 99 { n++ } END { print n + 0 }' /tmp/stat) == $((n + 1)) ]] || break
		done
		fit[on]=$((n - 1))
	done
	check "with the NMI watchdog on, general events beside cycles that run" "${fit[1]}" '==' 5
	check "with it off" "${fit[0]}" '==' 6
	loads_end
}
