#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Sampling live, in the cases that are hard: 200 threads, births, execve(2), death, code that is compiled at run time, a
# container, an ordinary user, refusals of the kernel, a symbol helper that is killed, stopped, starved or lied to. They
# are the lab's own checks (tests/lab/check-live.sh), here with cpu-clock: the kernel, its rings and mappings are real,
# and no PMU is needed. ($TDTOP, $srcdir)
#
# usage: check-live-cases.sh [CASE...]     as in lab/check-live.sh, without live_

srcdir=${srcdir:-$(dirname "$0")/..}
program=$(realpath "${TDTOP:-./tdtop}")
lab=$srcdir/tests/lab
skip() {
	echo "skipped: $*"
	exit 77
}
[[ $(id -u) == 0 ]] || skip "not root: no container, and no other users"
[[ $(uname -m) == x86_64 ]] || skip "the programs are for x86-64"
for tool in jq perf setpriv unshare prlimit; do
	command -v $tool >/dev/null || skip "$tool is missing"
done
perf stat -e cpu-clock -a true >/dev/null 2>&1 || skip "perf cannot count CPUs here"

dir=$(mktemp -d /tmp/tdtop-live.XXXXXX) || exit 99
chmod 755 "$dir"
pids=()
passed=0
failed=0

loads_end() {
	[[ ${#pids[@]} -gt 0 ]] && kill "${pids[@]}" 2>/dev/null
	wait "${pids[@]}" 2>/dev/null
	pids=()
}
trap 'loads_end; rm -rf "$dir"' EXIT

report() {	# STATUS TEXT
	[[ $1 == 0 ]] && echo "ok $2" && passed=$((passed + 1)) && return
	echo "not ok $2"
	failed=$((failed + 1))
}

# As in lab/check-guest.sh.
check() {	# TEXT FIGURE OP LIMIT
	awk -v a="$2" -v op="$3" -v b="$4" 'BEGIN {
		if (a == "" || a == "null" || op != "==" && a !~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/) exit 1
		exit !(op == "<=" ? a + 0 <= b + 0 : op == ">=" ? a + 0 >= b + 0 : a == b) }'
	report $? "$1 ($2, must be $3 $4)"
}

for name in labcode labforbid labhostile; do
	${CC:-gcc} -O2 -static -pthread -o "$dir/$name" "$lab/work/$name.c" || skip "$name is not built here"
done
PATH=$dir:$PATH
TDTOP_PMU_ROOT=$(realpath "$srcdir/tests/machines/software")
export TDTOP_PMU_ROOT
tdtop=$program
nobody=(setpriv --reuid 65534 --regid 65534 --clear-groups)
export live_dir=$dir
export live_seconds=${live_seconds:-1}
export live_points=15		# of the 100 samples that a very busy machine takes in that time
export live_errnos="EBUSY:16 EOPNOTSUPP:95 EINVAL:22"
. "$lab/check-live.sh"
cases=("$@")
[[ $# -gt 0 ]] || cases=(births exec dies container deleted jit user errno helper)
for name in "${cases[@]}"; do
	begin=$SECONDS
	"check_live_$name"
	loads_end
	echo "# $name: $((SECONDS - begin)) s"
done
echo "$passed passed, $failed failed"
[[ $failed == 0 ]]
