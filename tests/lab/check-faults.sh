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
