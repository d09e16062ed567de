# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by check-guest.sh: programs that count their regions themselves (TDTOP_REGIONS=rdpmc), with RDPMC in user mode
# on the kernel's own driver and the emulated PMU. The truth: work/labself.c, whose regions tell the emulator their splits.

self_truth='{
	"retiring": [80, 4, 10, 6, 20, 3, 4, 2], "backend": [10, 5, 15, 70, 4, 3, 10, 50],
	"outer": [80, 4, 10, 6, 20, 3, 4, 2], "inner": [10, 5, 15, 70, 4, 3, 10, 50],
	"moves": [45, 4.5, 12.5, 38, 12, 3, 7, 26], "stays": [20, 50, 20, 10, 5, 40, 10, 4],
	"ends inside": [20, 50, 20, 10, 5, 40, 10, 4], "parent": [80, 4, 10, 6, 20, 3, 4, 2],
	"child": [10, 5, 15, 70, 4, 3, 10, 50] }'

# labself with self-counting; its table is /tmp/self.txt.
self_run() {	# ARGUMENTS...
	rm -f /tmp/self.txt
	TDTOP_REGIONS=rdpmc TDTOP_REGIONS_OUT=/tmp/self.txt labself "$@" >/tmp/self.out 2>/tmp/self.err ||
		report 1 "labself $*: $(cat /tmp/self.err)"
	sed 's/^/# /' /tmp/self.txt
}

# A column of a region in /tmp/self.txt: 1 entries, 2 time, 3 slots, 4 to 11 the split, then +- and RUN.
self_column() {	# NAME COLUMN
	awk -v name="$1" -v column="$2" 'substr($0, 1, 24) == sprintf("%-24s", name) { $0 = substr($0, 25); print $column; exit }' \
		/tmp/self.txt
}

# The worst distance of these regions to their truth, in points.
self_distance() {	# NAME...
	local name column worst=0 columns=4
	# Of the region that moves: what the program says of its cycles with each of two splits.
	[[ -s /tmp/self.out ]] && self_truth=$(jq -n --argjson t "$self_truth" --argjson a "$(cat /tmp/self.out)" '
		$t | .moves = [range(8) as $i | $t.retiring[$i] * $a + $t.backend[$i] * (1 - $a)]')

	[[ $(head -n 2 /tmp/self.txt) == *HEAVY* ]] && columns=8
	for name in "$@"; do
		for ((column = 0; column < columns; column++)); do
			worst=$(awk -v is="$(self_column "$name" $((column + 4)))" -v worst="$worst" \
				-v truth="$(jq -n --argjson t "$self_truth" --arg n "$name" --argjson c $column '$t[$n][$c]')" '
				BEGIN {
					if (is !~ /^[0-9]/ || worst == "missing") { print "missing"; exit }
					d = is - truth; if (d < 0) d = -d
					if (d > worst) worst = d
					print worst }')
		done
	done
	echo "$worst"
}

check_real_region_self() {	# splits, across switches and migrations, nesting, threads, fork
	self_run pairs 20000 25
	check "two regions of 20 ms: within 1 point" "$(self_distance retiring backend)" '<=' 1
	check "and not more than its +- says" "$(self_distance retiring backend)" '<=' "$(self_column backend 12)"
	check "each was entered 25 times" "$(self_column retiring 1) $(self_column backend 1)" '==' '25 25'
	check "all of it was counted, percent" "$(awk '/^retiring/ { print $NF }' /tmp/self.txt)" '>=' 99
	self_run nested 60
	check "nested regions: each its own, within 1 point" "$(self_distance inner)" '<=' 1
	self_run switch 60
	check "a region across 120 switches and 60 migrations: within 2 points (8 bits are saved and restored each time: tdtop_region_counter.h)" "$(self_distance moves)" "<=" 2
	check "and not more than its +- says" "$(self_distance moves)" '<=' "$(self_column moves 12)"
	check "and the one after it: within 1 point" "$(self_distance stays)" "<=" 1
	self_run threads 5
	check "five threads that ended inside: one row, within 1 point" "$(self_distance "ends inside")" '<=' 1
	check "of five entries" "$(self_column "ends inside" 1)" '==' 5
	self_run fork
	check "a child of fork: its own table, within 1 point" "$(self_distance child)" '<=' 1
	check "and that of its parent" "$(grep -c '^regions of process' /tmp/self.txt)" '==' 2
}

check_real_region_self_short() {	# 100,000 short regions
	self_run pairs 200 50000
	check "100,000 regions of 200 us: within 3 points" "$(self_distance retiring backend)" '<=' 3
	check "each was entered 50,000 times" "$(self_column retiring 1) $(self_column backend 1)" '==' '50000 50000'
	TDTOP_REGIONS=rdpmc labpmu labself cost 20000 >/tmp/self.cost 2>&1
	sed 's/^/# counting: /' /tmp/self.cost
	labself cost 20000 | sed 's/^/# not counting: /'
}

check_real_region_self_clear() {	# each RDPMC of PERF_METRICS clears it (--pmu clear=1)
	check "the kernel offers it" "$(cat /sys/bus/event_source/devices/cpu/format/metrics_clear)" '==' config1:0
	self_run pairs 200 50000
	check "100,000 regions of 200 us: within 1 point" "$(self_distance retiring backend)" '<=' 1
	check "and not more than its +- says" "$(self_distance retiring backend)" '<=' "$(self_column backend 12)"
	check "each was entered 50,000 times" "$(self_column retiring 1) $(self_column backend 1)" '==' '50000 50000'
	check "all of it was counted, percent" "$(awk '/^retiring/ { print $NF }' /tmp/self.txt)" '>=' 99
	TDTOP_REGIONS=rdpmc labself wait 3600 2>/tmp/self.err &
	pids+=($!)
	sleep 3
	"$tdtop" --regions $! --json >/tmp/out.json
	check "without resets" "$(jq '.resets' /tmp/out.json)" '==' 0
	loads_end
	check_real_region_self
}

check_real_region_self_live() {	# tdtop --regions PID, as somebody without rights
	local who tries
	task_begin
	cp "$(command -v labself)" /tmp/labself
	"${nobody[@]}" env TDTOP_REGIONS=rdpmc /tmp/labself wait 3600 2>/tmp/self.err &
	who=$!
	pids+=("$who")
	for ((tries = 0; tries < 100; tries++)); do
		"${nobody[@]}" $mine --regions "$who" >/tmp/out.txt 2>/tmp/out.err
		grep -q '^backend' /tmp/out.txt && break
		sleep 0.2
	done
	check "--regions PID shows both regions $(cat /tmp/out.err /tmp/self.err)" \
		"$(grep -c -E '^(retiring|backend) ' /tmp/out.txt)" '==' 2
	sed 's/^/# /' /tmp/out.txt
	"${nobody[@]}" $mine --regions "$who" --json >/tmp/out.json
	check "its regions in JSON" "$(jq -r '[.regions[].region] | join(" ")' /tmp/out.json)" '==' 'retiring backend (other)'
	check "their splits, points off" "$(jq '[.regions[] | if .region == "retiring" then (.tma_retiring - 80, .tma_backend_bound - 6)
		elif .region == "backend" then (.tma_retiring - 10, .tma_backend_bound - 70) else empty end | fabs] | max' /tmp/out.json)" '<=' 1
	check "in CSV a line each" "$("${nobody[@]}" $mine --regions "$who" --csv | wc -l)" '==' 4
	"${nobody[@]}" $mine --regions $$ >/tmp/out.txt 2>/tmp/out.err
	check "of another user's process: one sentence" "$(grep -c 'belongs to another user' /tmp/out.err)" '==' 1
	"$tdtop" --regions $$ >/tmp/out.txt 2>/tmp/out.err
	check "of one that counts nothing: why, and what to do" "$(grep -c 'start it with TDTOP_REGIONS=rdpmc' /tmp/out.err)" '==' 1
	loads_end
}

check_real_region_self_taken() {	# somebody else has the counter
	perf stat -a -I 200 -o /tmp/perf.out -e '{slots,topdown-retiring}' >/dev/null 2>&1 &
	pids+=($!)
	until grep -q slots /tmp/perf.out 2>/dev/null; do sleep 0.2; done
	self_run pairs 20000 50
	cat /tmp/self.err
	check "perf stat -a beside: says who has the counter" "$(grep -c 'SLOTS counter is taken .* % of the time: another perf' /tmp/self.err)" '==' 1
	check "and shows nothing wrong: points off, or nothing" "$(self_distance retiring backend | sed s/missing/0/)" '<=' 1
	loads_end
	"$tdtop" --json -n 30 -d 0.5 >/dev/null 2>&1 &
	pids+=($!)
	sleep 2
	self_run pairs 20000 50
	cat /tmp/self.err
	check "tdtop beside: says who has the counter" "$(grep -c 'SLOTS counter is taken .* % of the time' /tmp/self.err)" '==' 1
	check "and shows nothing wrong: points off, or nothing" "$(self_distance retiring backend | sed s/missing/0/)" '<=' 1
	loads_end
	echo 0 >/sys/bus/event_source/devices/cpu/rdpmc
	self_run pairs 1000 2
	check "RDPMC is forbidden: one sentence" "$(grep -c 'does not permit RDPMC' /tmp/self.err)" '==' 1
	echo 1 >/sys/bus/event_source/devices/cpu/rdpmc
}
