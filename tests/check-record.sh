#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# tdtop --record with real rings: its replay says the same as the live run did, and the stock perf, if it is
# there, reads the file without a word of complaint. Events are software's, so no PMU is needed, but permission.

dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
TDTOP_PMU_ROOT=${srcdir:-.}/tests/machines/software
export TDTOP_PMU_ROOT

if ! "$TDTOP" --json -n 1 -d 0.1 >/dev/null 2>"$dir/err"; then
	echo "skipped: $(cat "$dir/err")"
	exit 77
fi

# Something that switches, forks and ends while it is recorded.
(while [ ! -e "$dir/done" ]; do ls / | cat >/dev/null; done) &
"$TDTOP" --json -n 4 -d 0.3 --record "$dir/data" >"$dir/live" 2>"$dir/err"
status=$?
touch "$dir/done"
wait
if [ $status -ne 0 ] || [ -s "$dir/err" ]; then
	echo "tdtop --record: status $status: $(cat "$dir/err")"
	exit 1
fi

"$TDTOP" --json -i "$dir/data" >"$dir/replayed" || exit 1
for run in live replayed; do
	sed 's/"source":"[a-z]*"//' "$dir/$run" >"$dir/$run.json"
done
if ! cmp "$dir/live.json" "$dir/replayed.json"; then
	echo "the replay is not what the live run was"
	exit 1
fi

command -v perf >/dev/null || exit 0
for words in 'script' 'script -F event,comm,pid,time' 'report --header-only' 'report --stdio' 'evlist -v'; do
	# shellcheck disable=SC2086	# words
	perf $words -i "$dir/data" >"$dir/out" 2>"$dir/err"
	status=$?
	if [ $status -ne 0 ] || [ -s "$dir/err" ] || [ ! -s "$dir/out" ]; then
		echo "perf $words: status $status: $(cat "$dir/err")"
		exit 1
	fi
done
