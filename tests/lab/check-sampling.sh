# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by check-guest.sh: what the emulated PMU samples (vm --personality spr-real, icl-real), as the stock perf shows it.
# The truth is a program whose every instruction and branch is known: work/labloop.c.

# Samples of the loop for a second or two, into /tmp/samples.data; these fields of them into /tmp/samples.
sample_loop() {	# "OPTIONS OF perf record" FIELDS
	# shellcheck disable=SC2086 # options are a list
	timeout 60 perf record -q -o /tmp/samples.data $1 -- labloop 2 >/tmp/out.err 2>&1 ||
		report 1 "perf record $1 runs: $(cat /tmp/out.err)"
	perf script -i /tmp/samples.data -F "$2" 2>/dev/null >/tmp/samples
}

# Percent of the lines of a file that fit.
percent_of() {	# FILE REGEX
	awk -v regex="$2" '$0 ~ regex { n++ } END { printf "%.1f\n", NR ? 100 * n / NR : 0 }' "$1"
}

check_real_sampling() {	# an event without precise ip: an interrupt at each period
	load hog x
	timeout 60 perf record -q -o /tmp/samples.data -e cycles:u -F 400 -p "${pids[0]}" -- sleep 2 >/tmp/out.err 2>&1
	check "400 samples per second of a running process, in 2 s" \
		"$(perf script -i /tmp/samples.data -F ip 2>/dev/null | wc -l)" '>=' 200
	loads_end
	timeout 60 perf record -q -o /tmp/samples.data -e instructions:u -c 20000000 -- \
		perf stat -x, -o /tmp/counted -e instructions:u labloop 2 >/tmp/out.err 2>&1
	perf script -i /tmp/samples.data --comms labloop -F ip 2>/dev/null >/tmp/samples
	check "samples with a period stand for so many percent of what is counted" \
		"$(awk -F, -v n="$(wc -l </tmp/samples)" '$1 + 0 > 0 { print n * 2e7 / $1 * 100 }' /tmp/counted)" '>=' 90
}

check_real_lbr() {	# branches and call stacks
	local branch

	sample_loop "-b -e cycles:u -F 200" brstacksym
	tr ' ' '\n' </tmp/samples | grep ^lab_ >/tmp/branches
	check "taken branches of the loop" "$(wc -l </tmp/branches)" '>=' 1000
	check "each is one that the loop has, percent" "$(percent_of /tmp/branches \
		'^(lab_skip.0x0.lab_even|lab_even.0x0.lab_leaf|lab_leaf.0x4.lab_back|lab_jump.0x0.lab_top).0x0/')" '>=' 98
	for branch in lab_skip+0x0:M lab_leaf+0x4:P lab_jump+0x0:P; do
		grep "^${branch%:*}/" /tmp/branches >/tmp/branch
		check "${branch%:*} is ${branch#*:} (mispredicted, predicted), percent" \
			"$(percent_of /tmp/branch "^[^/]*/[^/]*/${branch#*:}/")" '>=' 95
	done
	grep '^lab_leaf+0x4/' /tmp/branches >/tmp/branch
	check "from the call to the return are two instructions, which are cycles here, percent" \
		"$(percent_of /tmp/branch '/2(/|$)')" '>=' 95
	sample_loop "--call-graph lbr -e cycles:u -F 200" ip,sym
	# A sample is a paragraph, a frame a line.
	awk -v RS= '/lab_/ { gsub(/\n/, ";"); print }' /tmp/samples >/tmp/stacks
	check "call stacks of the loop" "$(wc -l </tmp/stacks)" '>=' 100
	check "go up to main(), percent" "$(percent_of /tmp/stacks 'lab_.*;.*loop_middle;.*loop_outer;.*main')" '>=' 95
}
