#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The matrix of truth: CPU time by process as tdtop shows it, against what the kernel accounts to the loads of
# truth_loads.c, by every engine, in every mode, at several intervals. On software events (tests/machines/software):
# a slot is a nanosecond there, and the rest means nothing.
set -u
srcdir=$(cd "${srcdir:-.}" && pwd)

skip() {
	echo "$1"
	exit 77
}

[ "$(id -u)" = 0 ] || skip "the engines need root"
command -v python3 >/dev/null || skip "there is no python3"
CC=${CC:-cc}
command -v "${CC%% *}" >/dev/null || skip "there is no C compiler"

dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
$CC -O1 -I"$srcdir" -o "$dir/truth_loads" "$srcdir/tests/truth_loads.c" -lpthread || exit 99
TDTOP_PMU_ROOT=$srcdir/tests/machines/software python3 "$srcdir/tests/truth_matrix.py" "$PWD/tdtop" "$dir" "$@"
