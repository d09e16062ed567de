# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by check-guest.sh: what all processes have while the code of one is sampled. No event of the module can sample,
# so in its place perf counts an event of that process: like the sampling event it is of a task, not pinned, and takes a
# general counter. $TDTOP_ROOM says that it needs one. Sampling itself, on the kernel's own driver: check-live.sh.

# For how much of its time the process' event was on, percent, while tdtop counted: into $share. tdtop: /tmp/out.json.
share_beside() {	# ROOM [OPTIONS]: counters that tdtop leaves
	export TDTOP_ROOM=$1

	watch_begin 1 "${@:2}"
	unset TDTOP_ROOM
	perf stat -x, -o /tmp/stat -e r00c5:u -p "${pids[-1]}" -- sleep 4
	kill $watcher
	wait $watcher
	share=$(awk -F, '$3 ~ /r00c5/ { print $1 ~ /^[0-9]/ ? $5 : 0 }' /tmp/stat)
}

room_is_made() {	# TEXT LEAST-SHARE TAKES [OPTIONS]
	local distance percent points=0.5

	[[ -e /proc/tdtop_lab ]] || points=0.6	# the driver's counts have 8 bits
	share_beside 1 "${@:4}"
	check "$1: the event of one process is on, percent" "$share" '>=' "$2"
	check "$1: JSON says what that takes" "$(jq -rs '.[-1].self.sampling_takes // "nothing"' /tmp/out.json)" '==' "$3"
	[[ $personality == skl-smt ]] && keep_alone 2 && mv /tmp/alone.json /tmp/out.json
	read -r distance percent < <(nodes_distance /tmp/out.json "${level1_nodes[@]}")
	check "$1: level 1 of all within $points points" "$distance" '<=' $points
	check "$1: level 1 is there, percent of intervals" "$percent" '>=' 90
	read -r distance percent < <(nodes_distance /tmp/out.json "${level2_nodes[@]}")
	[[ $percent == 0 ]] || check "$1: level 2 within $points points where it is there" "$distance" '<=' $points
	echo "# $1: level 2 is there in $percent % of intervals"
}

check_room() {	# spr, icl, zen4, skl, skl-smt
	if [[ $personality == skl-smt ]]; then
		taskset -p -c 2,3 $$ >/dev/null		# the other core is for the load
		truth 'hog_be 10 5 15 70 4 3 10 50'
		load hog hog_be
		taskset -p -c 0 "${pids[-1]}" >/dev/null
		until [[ $(</proc/"${pids[-1]}"/comm) == hog_* ]]; do sleep 0.05; done
	else
		busy_four
	fi
	case $personality in
	spr)
		room_is_made "counters are left" 95 nothing
		;;
	icl)
		share_beside 0
		check "level 2 in rotation: the event of one process is not on all the time, percent" "$share" '<=' 80
		room_is_made "without the groups of level 2" 95 level2
		;;
	*)
		share_beside 0 -l 1
		check "level 1 takes all counters: the event of one process is never on, percent" "$share" '<=' 1
		room_is_made "windows for level 1 alone" 15 windows -l 1
		check "windows: JSON says how much of the time level 1 has" \
			"$(jq -rs '.[-1].self.level1_percent' /tmp/out.json)" '==' 75
		room_is_made "windows, with level 2" 15 windows
		;;
	esac
	loads_end
}

check_real_room() {	# spr-real, icl-real, skl-real
	local personality=skl

	[[ -e $slots_event ]] && personality=icl
	[[ -e ${slots_event%/*}/topdown-heavy-ops ]] && personality=spr
	check_room
}
