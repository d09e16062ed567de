# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by check-guest.sh: TopDown of functions, sampled live and recorded, on the kernel's own driver (vm --personality
# spr-real, icl-real, skl-real). The truth: work/labturns.c, whose functions have known classes and take turns.
# Each kind of turns is a process of its own, so each is a sample of how far values are from the truth.

turns_seconds=${turns_seconds:-3}	# of each process
turns_kinds=${turns_kinds:-c50 c5000 c2 c50x8 v50 v5000 v2}
turns_rate=${turns_rate:-250}
turns_level1="tma_retiring tma_bad_speculation tma_frontend_bound tma_backend_bound"
turns_level2="tma_light_operations tma_heavy_operations tma_branch_mispredicts tma_machine_clears tma_fetch_latency
	tma_fetch_bandwidth tma_memory_bound tma_core_bound"

turns() {	# OPTION...: the profile is in live.json
	rm -f $live_dir/turns.truth
	cp "$(command -v labturns)" $live_dir/turns.truth.exec
	# The first process is there until samples are taken, which in an emulator takes seconds.
	# shellcheck disable=SC2086 # a list
	live_most=180 live --sample-rate "$turns_rate" "$@" -- labturns $live_dir/turns.truth "$turns_seconds" warm $turns_kinds
	check "tdtop $* of functions that take turns: exit status" $? '==' 0
	echo "# $(of_live '"\(.event), \(.samples) samples, period \(.period), \(.sampling.own_percent) % of its own, \(.sampling.remark)"')"
}

# Lines "KIND FUNCTION NODE SAMPLES TRUTH VALUE ERROR" in turns.tsv; without a value "missing" or, where its error is
# over 5 points, "few". FUNCTIONS: of the profile, as JQ.
turns_table() {	# FUNCTIONS NODE...
	of_live '[ '"$1"' ] as $all |
		$truth[] | select(.kind != "warm") | . as $is | [$all[] | select(.symbol == $is.symbol and (.pid // $is.pid) == $is.pid and
			((.object // $is.object) | sub(".*/"; "")) == $is.object)] as $rows |
		($rows | max_by(.samples)) as $row | ($nodes | splits("[ \n\t]+")) as $node |
		[$is.kind, $is.symbol, $node, $row.samples // 0, $is[$node],
			if $row == null then "missing" else $row[$node] // "few" end, $row[$node + "_error"] // 0] | @tsv
		' --slurpfile truth $live_dir/turns.truth --arg nodes "${*:2}" >$live_dir/turns.tsv
	[[ -s $live_dir/jq.err ]] && sed 's/^/# /' $live_dir/jq.err
	echo "# kind function samples: points off +- stated error of each node"
	awk '{
		name = $1 " " $2
		if (name != last)
			printf "%s# %s %d:", last ? "\n" : "", name, $4
		last = name
		printf $6 ~ /^[a-z]/ ? " %s" : " %+.1f+-%.1f", $6 ~ /^[a-z]/ ? $6 : $6 - $5, $7
	} END { print "" }' $live_dir/turns.tsv
}

# Of turns.tsv: FIGURE is "beyond", values that are not within two stated errors; "chance", how many of these there may
# be: if each value is one with a probability of 8 % (92 % are within), there are more in one of 1,000 runs. "worst":
# points off, as if of 2,000 samples of the function where it has fewer; "missing": values that are not there; "told":
# how many are told, whatever number of samples their functions have.
turns_figure() {	# FIGURE
	awk -v figure="$1" '
		{ all++ }
		$6 == "missing" { missing++; next }
		$6 == "few" { next }
		{
			d = $6 - $5
			if (d < 0) d = -d
			n++
			beyond += d > 2 * $7
			if ($4 < 2000) d *= sqrt($4 / 2000)
			if (d > worst) worst = d
		}
		END {
			if (figure == "missing") print all ? missing + 0 : "no truth"
			else if (figure == "told") print n + 0
			else if (!n) print "no values"
			else if (figure == "worst") print worst
			else if (figure == "beyond") print beyond + 0
			else {	# the binomial distribution, term by term
				for (sum = term = 0.92 ^ n; sum < 0.999; sum += term)
					term *= (n - k) / ++k * 0.08 / 0.92
				print k + 0
			}
		}' $live_dir/turns.tsv
}

turns_are_right() {	# TEXT LEAST: own events of each class; so many values are told
	check "$1: values that are missing" "$(turns_figure missing)" '==' 0
	check "$1: of $(wc -l <$live_dir/turns.tsv) values those that are told" "$(turns_figure told)" '>=' "$2"
	check "$1: of these those that are not within two stated errors" "$(turns_figure beyond)" '<=' "$(turns_figure chance)"
	[[ -n $turns_by_difference ]] ||
		check "$1: the worst, points off at 2,000 samples" "$(turns_figure worst)" '<=' 4
	echo "# $1: worst $(turns_figure worst)"
}
turns_by_difference=

check_turns() {	# [LEAST]: so many values are told. An event for each class, live, and the recording of the same samples
	turns --functions --event topdown --record $live_dir/turns.data
	# shellcheck disable=SC2086 # a list
	turns_table '.functions[]' $turns_level1
	turns_are_right "live" "${1:-24}"
	cp $live_dir/turns.tsv $live_dir/turns-live.tsv
	live -i $live_dir/turns.data --functions --event topdown
	check "the recording of it: exit status" "$?$(cat $live_dir/out.err)" '==' 0
	# shellcheck disable=SC2086 # a list
	turns_table '.functions[]' $turns_level1
	turns_are_right "recorded" "${1:-24}"
	check "live and recorded are the same samples, points apart" "$(paste $live_dir/turns-live.tsv $live_dir/turns.tsv |
		awk '$6 ~ /^[0-9.]+$/ && $13 ~ /^[0-9.]+$/ { n++; d = $6 - $13; if (d < 0) d = -d; if (d > worst) worst = d }
			END { print n ? worst + 0 : "none" }')" '<=' 0.5
}

check_turns_exec() {	# processes that execute another program meanwhile: a child, and the one that tdtop began
	local turns_kinds="c50e v5000e" turns_seconds=$((2 * turns_seconds))

	check_turns 12
}

# No event of bad speculation. check.sh does not have it: where the host is busy there are too few samples to tell.
check_turns_by_difference() {
	local turns_by_difference=1 turns_rate=1000

	echo 0 >/proc/sys/kernel/nmi_watchdog	# five events, beside those that are counted
	check_turns
}

check_turns_level2() {	# two events take turns on one counter
	turns --functions --event topdown -l 2
	# shellcheck disable=SC2086 # a list
	turns_table '.functions[]' $turns_level1 $turns_level2
	turns_are_right "level 2" 24
}

check_turns_stacks() {	# call stacks: of a frame with all that it calls
	local turns_kinds=c50 turns_seconds=$((4 * turns_seconds))	# frames are those of all processes

	turns --stacks --event topdown
	# shellcheck disable=SC2086 # a list
	turns_table '.stacks_tree[]? | recurse(.children[]?)' $turns_level1
	turns_are_right "stacks by $(of_live .calls_by)" 12
}
