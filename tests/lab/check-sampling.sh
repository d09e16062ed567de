# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by check-guest.sh: what the emulated PMU samples (vm --personality spr-real, icl-real), as the stock perf shows it.
# The truth is a program whose every instruction and branch is known: work/labloop.c.

# Samples of the loop for a second or two, into /tmp/samples.data; these fields of them into /tmp/samples.
sample_loop() {	# "OPTIONS OF perf record" FIELDS [LATENCY PERCENT]
	# shellcheck disable=SC2086 # options are a list
	timeout 60 perf record -q -o /tmp/samples.data $1 -- labloop 2 "${@:3}" >/tmp/out.err 2>&1 ||
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
	sample_loop "-a -e cycles -c 20000" cpu,time
	check "a period of 7 us does not end the sampling: tenths of seconds with samples" \
		"$(awk '{ n[int($2 * 10)]++ } END { for (i in n) k++; print k + 0 }' /tmp/samples)" '>=' 9
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

# The worst distance of an instruction of the loop to its part of all that are executed, in points: 1/8.5, lab_odd half.
loop_distance() {
	awk '{ n[$2]++ }
		END {
			m = split("lab_top+0x0 lab_top+0x3 lab_skip+0x0 lab_odd+0x0 lab_even+0x0 lab_leaf+0x0 " \
				"lab_leaf+0x4 lab_back+0x0 lab_jump+0x0", at)
			for (i = 1; i <= m; i++) {
				d = (n[at[i]] / NR - (at[i] ~ /odd/ ? 0.5 : 1) / 8.5) * 100
				if (d < 0) d = -d
				if (d > worst) worst = d
			}
			print NR ? worst : "missing"
		}' /tmp/samples
}

check_real_pebs() {	# precise events: records that the PMU writes, of an instruction
	timeout 60 perf record -q -o /tmp/samples.data -e instructions:upp -c 400000 -- labloop 2 straddle >/tmp/out.err 2>&1
	check "a program that is sampled counts as it does alone" "$?$(cat /tmp/out.err)" '==' 0
	sample_loop "-e instructions:upp -c 4000000" ip,sym,symoff
	check "records of instructions:pp" "$(wc -l </tmp/samples)" '>=' 400
	check "each instruction of the loop has its part of them, points" "$(loop_distance)" '<=' 6
	sample_loop "-b -e cycles:upp -F 400" ip,sym,symoff,brstacksym 0 60
	check "cycles:pp: so many percent are of the instruction that takes 60" \
		"$(percent_of /tmp/samples ' lab_leaf.0x0')" '>=' 50
	check "and not more" "$(percent_of /tmp/samples ' lab_leaf.0x0')" '<=' 70
	grep ' lab_leaf+0x0' /tmp/samples >/tmp/branch
	check "the branches in its records end with the one to it, percent" \
		"$(percent_of /tmp/branch ' lab_leaf.0x0 *lab_even.0x0.lab_leaf.0x0/')" '>=' 95
	sample_loop "-I -e instructions:upp -c 4000000" ip,sym,iregs
	grep ' lab_odd' /tmp/samples >/tmp/branch
	check "at lab_odd EAX is odd in the registers of the records, percent" "$(percent_of /tmp/branch ' AX:0x[0-9a-f]*[13579bdf] ')" '==' 100.0
}

# Granite Rapids' records say how long an instruction took to retire; Linux has that from 6.3 on, the stock perf of 6.1
# only in its dump: the last two bytes of a sample.
check_real_retire() {
	local at

	sample_loop "-W -e cycles:upp -c 4000000" ip 30 60
	perf script -i /tmp/samples.data -D 2>/dev/null | awk '
		/ raw event: size 40 / { raw = 1 }
		raw && $2 == "0000:" { ip = $14 $13 $12 $11 }
		raw && $2 == "0020:" { print ip, $10 $9; raw = 0 }' >/tmp/latencies
	at=$(nm "$(command -v labloop)" | awk '$3 == "lab_leaf" { print substr($1, 9) }')
	grep "^$at " /tmp/latencies >/tmp/its
	grep -v "^$at " /tmp/latencies >/tmp/others
	check "records with a latency, of the instruction that has 30" "$(wc -l </tmp/its)" '>=' 100
	check "each of them is 30, percent" "$(percent_of /tmp/its ' 001e$')" '==' 100.0
	check "those of others are 1, percent" "$(percent_of /tmp/others ' 0001$')" '>=' 99
}
