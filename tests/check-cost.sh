#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# tests/check-cost.sh [DIR]: what tdtop costs, as built in DIR (build/), beside the figures of tests/cost.tsv.
# More than 3 % above its row fails, and so does a row that nothing measures: who makes it cost more says
# why in the row, in the same commit. The figures are those of one compiler; another's are not compared.

here=$(dirname "$0")
dir=${1:-$here/../build}
rows=$here/cost.tsv
compiler=$(sed -n 's/^# compiler: //p' "$rows")
measured=$(mktemp) || exit
trap 'rm -f "$measured"' EXIT

readelf -p .comment "$dir/tdtop" | grep -qF "$compiler" ||
	{ echo "the figures are those of $compiler, which has not made $dir/tdtop" && exit 77; }
srcdir=$here/.. BENCH=$dir/tests/bench TDTOP=$dir/tdtop "$here/../tests/bench/bench-instructions.sh" >"$measured"
status=$?
[[ $status != 77 ]] || { cat "$measured" && exit 77; }

awk -F '\t' -v measuring=$status '
	FILENAME == ARGV[1] { figure[$2] = $1; next }
	/^#/ { next }
	{
		known[$2] = 1
		if (!($2 in figure)) {
			verdict = "not ok"; words = "was not measured"
		} else {
			verdict = figure[$2] > $1 * 1.03 ? "not ok" : "ok"
			words = sprintf("%d, the row says %d (%+.1f %%)", figure[$2], $1, 100 * (figure[$2] / $1 - 1))
		}
		n[verdict]++
		printf "%s - %s: %s\n", verdict, $2, words
		if (verdict == "ok" && figure[$2] < $1 * 0.97)
			print "# the row can be lowered"
	}
	END {
		for (what in figure)
			if (!(what in known)) {
				n["not ok"]++
				printf "not ok - %s: %d, and there is no row\n", what, figure[what]
			}
		printf "%d passed, %d failed\n", n["ok"], n["not ok"]
		exit n["not ok"] > 0 || measuring != 0
	}' "$measured" "$rows"
