# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by check-guest.sh: recordings of nodes below level 2. With what check-deep.sh declares.

# The nodes of each interval of a file of JSON lines, a line each.
deep_nodes_of() {	# FILE
	jq -c "$deep_jq"' nodes' "$1"
}

check_deep_recorded() {	# a replay has the nodes of the live run, and the stock perf reads the file
	local live replay command

	deep_begin
	deep_load deep_a "$deep_cpu"
	rm -f /tmp/deep.data*
	deep_run 5 --node tma_memory_bound --node-of "pid:${pids[0]}" --record /tmp/deep.data
	deep_never_wrong "while it is recorded" a
	"$tdtop" -i /tmp/deep.data --json >/tmp/deep-replay.json 2>/tmp/deep.err ||
		report 1 "the recording is replayed: $(cat /tmp/deep.err)"
	live=$(deep_nodes_of /tmp/deep.json)
	replay=$(deep_nodes_of /tmp/deep-replay.json)
	check "nodes with a value in the replay" "$(jq -s '[.[][] | select(.level > 2 and .percent != null)] | length' <<<"$replay")" '>=' 8
	if [[ "$live" == "$replay" ]]; then
		report 0 "the nodes of the replay are those of the live run"
	else
		report 1 "the nodes of the replay are those of the live run: $(diff <(jq . <<<"$live") <(jq . <<<"$replay") | head -20)"
	fi
	for command in "evlist" "script" "report --stdio"; do
		# shellcheck disable=SC2086 # two words
		perf $command -i /tmp/deep.data >/tmp/deep-perf.txt 2>&1 || report 1 "perf $command reads it: $(tail -3 /tmp/deep-perf.txt)"
	done
	check "groups that perf report -D reads" "$(perf report -D -i /tmp/deep.data 2>/dev/null | grep -c PERF_RECORD_READ)" '>=' 5
	"$tdtop" -i /tmp/deep.data -b --node tma_memory_bound -n 3 | tail -15 | sed 's/^/# /'
	loads_end
}
