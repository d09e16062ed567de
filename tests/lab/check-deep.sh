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
	echo "# $1: of deeper nodes the worst is $(deep_ask "$2" '.[-1] | [beside(4), beside(5), beside(6)] | add | map(select(.off != null)) |
		(max_by(.off)) as $w | "\($w.off) (\($w.node)=\($w.value)/\($w.truth)), \(length) nodes"'); groups: $(
		jq -s -c '.[-1].opened | [.groups, .counted, .remark]' /tmp/deep.json)"
}

check_deep() {	# a steady process: all nodes of level 3
	local cpu=0 tables=()

	deep_type=
	case $personality in
	adl) tables=(adl-atom) cpu=$(lab_number first_atom) deep_type=atom ;;
	skl-smt) taskset -p -c 2,3 $$ >/dev/null ;;	# the other core is for the load
	arl) deep_type=core ;;
	esac
	deep_declare "${tables[@]}"
	deep_load deep_a "$cpu"
	[[ $personality == skl-smt ]] || deep_load deep_b "$cpu"
	deep_run "${DEEP_INTERVALS:-8}" -l 3 -p "${pids[0]}"
	deep_is_right "$personality, a steady process" a 1
	loads_end
	unset deep_type
}
