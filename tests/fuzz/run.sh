#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# run.sh SECONDS DIR: runs the fuzzers that "make fuzz" built in DIR, for SECONDS in all. New inputs stay
# in DIR/corpus-*, so the next run continues from there; inputs that crash stay in DIR/crash-*.
set -eu
srcdir=$(cd "$(dirname "$0")" && pwd)
cd "$2"

# fuzz NAME PART OPTIONS...: this fuzzer gets PART twentieths of the time.
fuzz() {
	name=$1
	seconds=$((seconds_in_all * $2 / 20))
	shift 2
	echo "== fuzz-$name: $seconds s"
	mkdir -p "corpus-$name"
	"tests/fuzz/fuzz-$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=512 -verbosity=0 \
		-print_final_stats=1 -artifact_prefix="$PWD/" "$@" \
		"corpus-$name" "$srcdir/corpus/$name" 2>"$name.log" || {
		cat "$name.log" >&2
		echo "fuzz-$name: found something; the input is in $PWD" >&2
		exit 1
	}
	sed -n 's/^stat::number_of_executed_units: */    inputs: /p; s/^stat::peak_rss_mb: */    MB: /p' "$name.log"
}

seconds_in_all=$1
fuzz replay 6 -max_len=65536
fuzz profile 4 -max_len=65536
fuzz regions 1 -max_len=65536
fuzz code 3 -max_len=16384
fuzz notes 1 -max_len=16384
fuzz openmetrics 1 -max_len=4095
fuzz http 1 -max_len=20000
fuzz filter 1 -max_len=255
fuzz rcfile 1 -max_len=4096
fuzz tree 1 -max_len=2047
