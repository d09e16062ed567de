#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# tdtop --functions and its like as a user runs them: exit status and message of each mistake; and
# what the stock perf, if installed, records here (software events: no PMU is needed) has as many
# samples in tdtop's output as in perf script's, from a file and from a pipe. ($TDTOP, $srcdir)

dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
tdtop=${TDTOP:-./tdtop}
recordings=${srcdir:-$(dirname "$0")/..}/tests/recordings
failed=0

wrong() {
	echo "$*"
	failed=1
}

# STATUS PATTERN OPTION...: nothing is printed but one line that has the pattern.
refuses() {
	expected=$1
	pattern=$2
	shift 2
	"$tdtop" "$@" >"$dir/out" 2>"$dir/err" </dev/null
	status=$?
	[ $status -eq "$expected" ] || wrong "tdtop $*: status $status, not $expected"
	[ ! -s "$dir/out" ] || wrong "tdtop $*: printed something"
	if [ "$(wc -l <"$dir/err")" -ne 1 ] || ! grep -q "^tdtop: .*$pattern" "$dir/err"; then
		wrong "tdtop $*: said $(cat "$dir/err")"
	fi
}

refuses 2 'unknown column "cpu" at 1 of functions' --functions -i "$dir/none" --filter 'cpu>1'
refuses 1 'No such file' --functions -i "$dir/none"
refuses 1 'not one sample of code' --functions -i "$recordings/level1.data"
refuses 1 'record them with' --branches -i "$recordings/level1.data"
refuses 1 . --blocks -i "$recordings/README.md"
refuses 1 . --hot-paths -i -
refuses 1 'No such file' diff --branches "$dir/none" "$recordings/level1.data"

unset DEBUGINFOD_URLS
refuses 1 'set DEBUGINFOD_URLS' --functions --debuginfod -i "$recordings/level1.data"

# The code of the demo is printed and says that it is invented; what is in it: test-demo_nodes.
"$tdtop" --demo --functions --blocks --seconds 1 --json >"$dir/out" 2>"$dir/err" ||
	wrong "--demo --blocks: $(cat "$dir/err")"
for symbol in best_split stream_triad probe_bucket com.shop.OrderService.checkout find_match; do
	grep -q "^{.*\"functions\":.*\"symbol\":\"$symbol\",\"file\"" "$dir/out" ||
		wrong "the demo has no function $symbol"
done
[ "$(grep -c '"simulated":"every process and number is invented"' "$dir/out")" -eq 2 ] ||
	wrong "the code of the demo does not say that it is simulated"
"$tdtop" --demo --stacks --seconds 1 --csv >"$dir/out" 2>"$dir/err"
grep -q '^cycles,2,postgres,.*,run_query,.*,every process and number is invented$' "$dir/out" ||
	wrong "the demo has no call stacks: $(head -3 "$dir/out" "$dir/err")"
"$tdtop" --demo --functions --seconds 1 --columns-functions function,percent,pid >"$dir/out" 2>"$dir/err"
grep -q '^SHARE%    ±      PID FUNCTION$' "$dir/out" || wrong "columns were not chosen: $(cat "$dir/out" "$dir/err")"
"$tdtop" --demo --hot-paths --seconds 1 --columns-loops loop,iterations >"$dir/out" 2>"$dir/err"
grep -q '^    RUNS LOOP$' "$dir/out" || wrong "columns of loops were not chosen: $(cat "$dir/out" "$dir/err")"
# A filter of stacks leaves the frames that match, and their callers.
"$tdtop" --demo --stacks --seconds 1 --csv --filter symbol=run_query >"$dir/out" 2>"$dir/err"
[ "$(awk -F, 'NR > 1 { frames = frames " " $2 ":" $6 } END { print frames }' "$dir/out")" = " 1:serve_client 2:run_query" ] ||
	wrong "stacks were not filtered: $(cat "$dir/out" "$dir/err")"
for filter in run_query frame=run_query 'frame~^run_query'; do
	"$tdtop" --demo --stacks --seconds 1 --filter "$filter" >"$dir/out" 2>"$dir/err"
	[ "$(grep -c '(query.c\|(serve.c' "$dir/out")" -eq 2 ] ||
		wrong "stacks were not filtered by $filter: $(cat "$dir/out" "$dir/err")"
done
refuses 1 'has no process 7' --demo --functions -p 7
refuses 2 'a compiler would take them as measured' --demo --pgo "$dir/none"

command -v perf >/dev/null || { echo "perf is missing" && exit $failed; }
# shellcheck disable=SC2016	# for the other shell
work='i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done'
if ! perf record -q -e cpu-clock -F 999 -g -o "$dir/file" -- sh -c "$work" 2>"$dir/err"; then
	echo "perf cannot record here: $(head -1 "$dir/err")"
	exit $failed
fi
samples=$(perf script -i "$dir/file" -F comm -G 2>/dev/null | grep -c .)

# FIELD: the sum of this field of CSV.
sum() {
	awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next }
		{ all += $at } END { print all + 0 }'
}

"$tdtop" --functions --csv --symbols none -i "$dir/file" >"$dir/csv" || wrong "--functions failed"
[ "$(sum samples <"$dir/csv")" = "$samples" ] ||
	wrong "--functions has $(sum samples <"$dir/csv") samples, perf script $samples"
"$tdtop" --functions --csv --symbols none -i - <"$dir/file" | cmp -s - "$dir/csv" ||
	wrong "--functions of standard input differs from that of the file"
"$tdtop" --stacks --csv --symbols none -i "$dir/file" >"$dir/csv" || wrong "--stacks failed"
all=$(awk -F, '$2 == 1 { all += $10 } END { print all + 0 }' "$dir/csv")
[ "$all" = "$samples" ] || wrong "--stacks has $all samples, perf script $samples"
"$tdtop" --functions -i "$dir/file" | head -n 1 >"$dir/out"
grep -q "cpu-clock" "$dir/out" || wrong "a reader that stops early got $(cat "$dir/out")"
refuses 1 '; its samples are printed by --functions' -b -i "$dir/file"
refuses 1 '; its samples are compared by tdtop diff --functions' diff "$dir/file" "$dir/file"
refuses 1 'no branch stacks; ' --branches -i "$dir/file"

perf record -q -e cpu-clock -F 999 -o - -- sh -c "$work" 2>/dev/null >"$dir/stream"
"$tdtop" --functions --json -i - <"$dir/stream" | grep -q '"event":"cpu-clock"' ||
	wrong "--functions of perf record -o - failed"

# A pipe has no build-ids: a file that was put in the place of the program gives it no names.
cp "$(command -v sh)" "$dir/program"
perf record -q -e cpu-clock -F 999 -o - -- "$dir/program" -c "$work" 2>/dev/null >"$dir/stream"
other='"no_names_because":"the recording has no build-id of program'
"$tdtop" --functions --json -i "$dir/stream" | grep -q "$other" &&
	wrong "the program that ran is called another one"
cp "$dir/program" "$dir/other" && mv "$dir/other" "$dir/program"
"$tdtop" --functions --json -i "$dir/stream" | grep -q "$other" ||
	wrong "a program was given the names of another one"
exit $failed
