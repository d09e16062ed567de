#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# TopDown of functions of the simulated machine, by the whole program: each output has it, by what the demo says
# of its functions (collect/demo/demo_samples.c). ($TDTOP)

tdtop=${TDTOP:-./tdtop}
out=$(mktemp -d) || exit 99
trap 'rm -rf "$out"' EXIT
failed=0

fail() {
	echo "$*" >&2
	failed=1
}

# sampled NAME OPTION...: functions of the demo, printed into the file NAME.
sampled() {
	name=$1
	shift
	"$tdtop" --demo --functions --event topdown --seconds 2 "$@" >"$out/$name" 2>"$out/error" ||
		fail "$name: $(cat "$out/error")"
}

# is FILE SYMBOL FIELD FROM TO: the number of a function in the CSV is between these.
is() {
	awk -F, -v symbol="$2" -v field="$3" -v from="$4" -v to="$5" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$(at["symbol"]) == symbol { found = 1; value = $(at[field]); ok = value != "" && value >= from && value <= to }
		END { if (!found || !ok) { print symbol " " field ": \"" value "\", not " from " to " to; exit 1 } }' "$out/$1" >&2 || failed=1
}

sampled text -p 3561
head -5 "$out/text" | grep -q 'SLOTS% .* RET .* BAD .* FE .* BE ' || fail "no classes: $(cat "$out/text")"
grep -q 'SHARE%' "$out/text" && fail "SHARE% beside SLOTS%"
"$tdtop" --demo --functions --seconds 1 -p 3561 | grep -q '^topdown ' || fail "not by TopDown of itself"
"$tdtop" --demo --functions --seconds 1 -p 3561 --event cycles | grep -q '^cycles ' || fail "no cycles"
sampled csv --csv -p 3561 --sort tma_backend_bound
is csv stream_copy tma_backend_bound 89 97
is csv stream_copy tma_backend_bound_error 0.1 4
is csv stream_triad tma_backend_bound 79 89
is csv stream_triad slots 1000000 1e15
is csv stream_triad slots_percent 15 45
[ "$(sed -n 2p "$out/csv" | cut -d, -f6)" = stream_copy ] || fail "not sorted: $(head -3 "$out/csv")"
grep -q "^.*,tma_memory_bound," "$out/csv" || fail "no field of level 2"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR > 1 && $(at["tma_memory_bound"]) { exit 1 }' "$out/csv" ||
	fail "memory bound at level 1"
sampled level2 --csv -p 3561 -l 2 --seconds 8
is level2 stream_copy tma_memory_bound 78 98
is level2 stream_copy tma_backend_bound 89 97
is level2 stream_triad tma_heavy_operations 0 4
sampled java --csv -p 2311
is java com.shop.http.HeaderParser.parse tma_frontend_bound 25 60
is java Marker::mark_object tma_backend_bound 62 92
grep -q 'HeaderParser.parse.*tma_frontend_bound' "$out/java" || fail "not limited: $(grep HeaderParser "$out/java")"
sampled filtered --json -p 3561 --filter 'be>87 && be±<4'
grep -q '"symbol":"stream_copy"' "$out/filtered" || fail "the filter has dropped stream_copy"
grep -q '"symbol":"stream_triad"' "$out/filtered" && fail "the filter has left stream_triad"
exit $failed
