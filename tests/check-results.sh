#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# doc/RESULTS.md is short, and has a row for each goal of tests/bench/goals.tsv, as "make results" writes it.

cd "${srcdir:-.}" || exit
page=doc/RESULTS.md
failed=0

[ "$(wc -l <$page)" -le 100 ] || { echo "$page has more than 100 lines" && failed=1; }

awk -F '\t' '
	FILENAME == ARGV[1] {
		if (!/^#/)
			goal[$1] = $2
		n += !/^#/
		next
	}
	split($0, cell, / *\| */) < 9 || cell[2] == "figure" || cell[2] ~ /^-+$/ { next }
	!(cell[2] in goal) { print "no goal has the row: " cell[2]; failed = 1; next }
	cell[4] != goal[cell[2]] { print cell[2] ": its goal is " goal[cell[2]] ", not " cell[4]; failed = 1 }
	cell[3] == "" || cell[3] == "-" { print cell[2] ": nothing is said of it"; failed = 1 }
	{ seen[cell[2]] = 1 }
	END {
		for (figure in goal)
			if (!(figure in seen)) {
				print "no row is of the goal: " figure
				failed = 1
			}
		exit failed || !n
	}' tests/bench/goals.tsv $page || failed=1

exit $failed
