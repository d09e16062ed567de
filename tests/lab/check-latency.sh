# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by check-guest.sh: retire latencies of opened nodes, on the kernel's own driver and the emulated PMU with timed
# PEBS (vm --personality gnr-real --kernel 6.12). The truth: work/labloop.c, one instruction of which takes long to
# retire; each executed instruction is as likely in the records of any event, and each general event without a count of its own
# happens 0.01 times a cycle. So the mean is the same for all events: 4.41 in user mode (1/8.5 of 30, the rest of 1), less
# with the kernel's. Beside it: perf record -W and perf stat of the same process.

# Number, mean, standard error and deviation of the retire latencies that perf recorded. The stock perf of 6.1 shows them
# only in its dump: the last two bytes of a sample of 40 bytes.
latencies_of() {	# FILE
	perf script -i "$1" -D 2>/dev/null | awk '
		function hex(x, n, i) {
			n = 0
			for (i = 1; i <= length(x); i++)
				n = n * 16 + index("0123456789abcdef", substr(x, i, 1)) - 1
			return n
		}
		/ raw event: size 40 / { raw = 1 }
		raw && $2 == "0020:" { x = hex($10 $9); n++; sum += x; squares += x * x; raw = 0 }
		END {
			if (n < 2) { print n + 0, "missing missing missing"; exit }
			mean = sum / n
			deviation = sqrt((squares - n * mean * mean) / (n - 1))
			print n, mean, deviation / sqrt(n), deviation
		}'
}

# A node of the last interval that has it: FIELD...
latency_node() {	# SLUG FIELD...
	jq -rs --arg slug "$1" '[.[] | .machine, .processes[] | .nodes // [] | .[] | select(.node == $slug)] | last as $n |
		[$ARGS.positional[] as $f | $n[$f] // "missing"] | map(tostring) | join(" ")' /tmp/latency.json --args "${@:2}"
}

latency_run() {	# OPTIONS...
	"$tdtop" --json -d 1 -n "${latency_intervals-8}" -p "${pids[0]}" "$@" >/tmp/latency.json 2>/tmp/latency.err ||
		report 1 "tdtop $* runs: $(cat /tmp/latency.err)"
	echo "# nodes: $(jq -rs 'last | .opened | tojson' /tmp/latency.json | cut -c1-300)"
}

apart() {	# A ERROR B ERROR: in standard errors
	awk -v a="$1" -v e="$2" -v b="$3" -v f="$4" 'BEGIN {
		if (a !~ /^[0-9]/ || b !~ /^[0-9]/) { print "missing"; exit }
		d = a - b; if (d < 0) d = -d
		print d / sqrt(e * e + f * f + 1e-12) }'
}

node_apart() {	# VALUE COUNT LATENCY CYCLES: in points
	awk -v v="$1" -v n="$2" -v m="$3" -v c="$4" 'BEGIN { d = v - 100 * n * m / c; print v == "missing" ? v : d < 0 ? -d : d }'
}

check_real_latency() {	# measured per process: as perf record -W measures it, and as it is
	local n mean error deviation samples ours ours_error value count cycles

	labloop 300 30 0 &
	pids+=($!)
	sleep 1
	latency_intervals=24 latency_run --node tma_l1_bound	# more samples: half of a point is two errors of 8 s
	timeout 60 perf record -q -W -e cpu/event=0xd0,umask=0x21/p -c 20011 -o /tmp/beside.data -p "${pids[0]}" -- sleep 5 >/tmp/out.err 2>&1
	timeout 60 perf stat -x, -o /tmp/beside.csv -e cpu/event=0xd0,umask=0x21/,cycles -p "${pids[0]}" -- sleep 3 >/tmp/out.err 2>&1
	read -r n mean error deviation < <(latencies_of /tmp/beside.data)
	read -r samples ours ours_error value < <(latency_node tma_lock_latency retire_latency_samples \
		retire_latency retire_latency_error percent)
	echo "# perf record -W: $n samples, mean $mean +- $error; tdtop: $samples samples, $ours +- $ours_error"
	check "the latency of tma_lock_latency is measured, samples" "$samples" '>=' 100
	check "it is that of perf record -W, in standard errors apart" "$(apart "$ours" "$ours_error" "$mean" "$error")" '<=' 4
	read -r count cycles < <(awk -F, '/0x21/ { n = $1 } /cycles/ { c = $1 } END { print n, c }' /tmp/beside.csv)
	check "the node is count times latency of perf, points off" "$(node_apart "$value" "$count" "$mean" "$cycles")" '<=' 0.5
	check "and count of perf times its own latency" "$(node_apart "$value" "$count" "$ours" "$cycles")" '<=' 0.5
	latency_run --node tma_itlb_misses
	for value in tma_code_stlb_hit tma_code_stlb_miss; do
		read -r samples ours ours_error < <(latency_node $value retire_latency_samples retire_latency retire_latency_error)
		check "$value: events of the frontend take turns, samples" "$samples" '>=' 100
		check "$value: in standard errors apart" "$(apart "$ours" "$ours_error" "$mean" "$error")" '<=' 4
	done
	latency_run --node tma_l1_bound --retire-latency default
	check "--retire-latency default: that of the table" "$(latency_node tma_lock_latency retire_latency_default)" '==' true
	latency_run --node tma_l1_bound --retire-latency off
	check "--retire-latency off: the node has no value" "$(latency_node tma_lock_latency percent)" '==' missing
}

check_real_no_latency() {	# Sapphire Rapids: nothing there needs one, and nothing is sampled
	labloop 60 30 0 &
	pids+=($!)
	latency_run --node tma_l1_bound
	check "nodes have values without latencies" "$(latency_node tma_lock_latency percent)" '>=' 0
	check "and none has a latency" "$(jq -s '[.[] | .machine, .processes[] | .nodes // [] | .[] | .retire_latency | values] | length' /tmp/latency.json)" '==' 0
}
