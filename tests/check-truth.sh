#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The matrix of truth: CPU time by process as tdtop shows it, against what the kernel accounts to the loads of
# truth_loads.c, by every engine, in every mode, at several intervals. On software events (tests/machines/software):
# a slot is a nanosecond there, and the rest means nothing. It is about CPU time, so others may use the machine, too.
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
command -v clang >/dev/null || skip "there is no clang"

dir=$(mktemp -d) || exit 99
groups=$dir/cgroup/tdtop-truth-$$
clean() {
	find "$groups" -depth -type d -exec rmdir {} + 2>/dev/null
	umount "$dir/cgroup" 2>/dev/null
	rm -rf --one-file-system "$dir"
}
trap clean EXIT
mkdir "$dir/cgroup"
{ mount -t cgroup2 none "$dir/cgroup" && mkdir "$groups"; } 2>/dev/null || skip "there are no cgroups of version 2"
ln -s "$groups" "$dir/groups"
$CC -O1 -I"$srcdir" -o "$dir/truth_loads" "$srcdir/tests/truth_loads.c" -lpthread || exit 99
$CC -O1 -I"$srcdir" -o "$dir/truth_witness" "$srcdir/tests/truth_witness.c" -lbpf || skip "there is no libbpf"
clang -O2 -g -target bpf -I"$srcdir" -idirafter "/usr/include/$($CC -print-multiarch)" \
	-c "$srcdir/tests/truth_witness.bpf.c" -o "$dir/truth_witness.bpf.o" || exit 99
TDTOP_PMU_ROOT=$srcdir/tests/machines/software python3 -B "$srcdir/tests/truth_matrix.py" "$PWD/tdtop" "$dir" "$@"
