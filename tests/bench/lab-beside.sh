#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Compares the cost of tdtop with that of tiptop, htop and perf stat in the lab, where all of them have
# counters: CPU time and bytes per refresh, with 20 busy threads, alone and beside many sleeping ones. An
# emulator is many times slower than a machine, so only the ratios count. Missing programs are unpacked
# into the lab's cache; nothing is installed.
#
# usage: tests/bench/lab-beside.sh     ASLEEP=2000 SECONDS_EACH=20 ONLY=tdtop,tiptop (all) TDTOP=build/tdtop (not below /tmp: the guest has a /tmp of its own)

srcdir=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
tdtop=$(realpath "${TDTOP:-$srcdir/build/tdtop}") && [[ -x $tdtop ]] || { echo "skipped: there is no tdtop" && exit 0; }
lab_dir=$srcdir/tests/lab
. "$lab_dir/prepare.sh"

# A program of a package, from the cache if this machine lacks it.
fetch() {	# PACKAGE
	local dir=$lab_cache/beside/$1

	command -v "$1" >/dev/null || [[ -d $dir ]] && return
	mkdir -p "$dir.new" && lab_fetch "$dir.new" "$1" && dpkg-deb -x "$dir.new"/*.deb "$dir.new" && mv "$dir.new" "$dir"
}

for package in tiptop htop; do
	fetch $package
done
exec "$lab_dir/vm" --cpus "${CPUS:-4}" --memory 4096 --timeout 850 -- env TDTOP="$tdtop" srcdir="$srcdir" \
	ASLEEP="${ASLEEP:-2000}" SECONDS_EACH="${SECONDS_EACH:-20}" ONLY="${ONLY-}" \
	PATH="$PATH:$lab_cache/beside/tiptop/usr/bin:$lab_cache/beside/htop/usr/bin" \
	python3 "$srcdir/tests/bench/bench-beside.py" refresh

# Results of 2026-11-21, where no other day is named: in a virtual machine with 2 CPUs, by
# software events, at load 8 to 29 of other builds, with the ring engine unless BPF is named;
# nothing is from bare metal. "Was" is the value before the last improvement. Figures of today
# are in doc/RESULTS.md.
#
# 2. Compared with tiptop (`ASLEEP=2000 ONLY=tdtop,tiptop tests/bench/lab-beside.sh`; the lab, 4
# emulated CPUs):
#
# | threads asleep | tdtop | tiptop | htop | perf stat -a |
# | 20 | 40 ms | 87 ms | | |
# | 2,000 | 43 ms | 797 ms | | |
# | 500, all four programs, a busier host | 215 ms | 1,022 ms | 1,470 ms | 25 ms |
#
# From 20 to 2,000 threads the time of tdtop grows by a factor of 1.07, that of tiptop by 9.1.
# That is 0.36 ms per thread, which would be 7.2 s with 20,000 threads, 170 times that of tdtop.
# 20,000 were not measured. tiptop had 4,086 file descriptors, all that the limit allows. Of its
# five counters per thread the simulated PMU has two; without a PMU tiptop does not start.
