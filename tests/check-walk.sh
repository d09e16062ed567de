#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The walk from a process to its code, on a screen, as a user types it: process, node, functions,
# code, call stacks, and the process dies while its view is open. TopDown is counted by software
# events, and the kernel's clock takes the samples, so no PMU is needed. ($TDTOP, $srcdir, $CC)
set -u
srcdir=$(cd "${srcdir:-.}" && pwd)
tdtop=$(cd "$(dirname "${TDTOP:-./tdtop}")" && pwd)/tdtop

skip() {
	echo "skipped: $1"
	exit 77
}

dir=$(mktemp -d) || exit 99
pid=
trap '[ -z "$pid" ] || kill $pid 2>/dev/null; tmux -S "$socket" kill-server 2>/dev/null
      rm -rf "$dir"' EXIT
. "$srcdir/tests/tmux-lib.sh"
TDTOP_PMU_ROOT=$srcdir/tests/machines/software
export TDTOP_PMU_ROOT

cat >"$dir/walker.c" <<'C'
static volatile unsigned long sum;
__attribute__((noinline, noclone)) void three_quarters(long n) { while (n--) sum += (unsigned long)n; }
__attribute__((noinline, noclone)) void a_quarter(long n) { while (n--) sum += (unsigned long)n; }
int main(void)
{
	for (;;) {
		three_quarters(300000);
		a_quarter(100000);
	}
}
C
${CC:-cc} -g -O1 -fno-omit-frame-pointer -o "$dir/walker" "$dir/walker.c" || skip "nothing compiles"
"$dir/walker" &
pid=$!
"$tdtop" --functions -p $pid --seconds 2 >"$dir/out" 2>&1 ||
	skip "nothing can be sampled: $(tail -n 1 "$dir/out")"

begin 132 40 "'$tdtop' -p $pid; sleep 1000"
await "the process is in the list" "^ *$pid .*walker"
keys d
await "d shows its tree" 'Backend bound'
keys Enter
await "Enter on a node samples its code" "walker ($pid) › .* › functions: % of"
await "the functions come, with names" 'three_quarters  *walker'
await "and how they are sampled" '1 of 1 thread · .* samples'
keys '\' 'three' Enter
await "a filter leaves one" 'filter three: 1 of'
keys Enter
await "Enter on a function shows its blocks, or its code" 'of three_quarters'
keys Escape
# A key right behind Esc would be Alt and that key, where tdtop reads both at once.
await "Esc leads back" '› functions: % of'
await "the filter is still there" 'filter three: 1 of'
keys '\' Escape
await "all functions again" 'a_quarter  *walker'
keys c
await "c shows who calls whom" '▾ main\|▸ main\|▾ __libc_start'
keys b
await "b shows branches, or why there are none" '› branches'
keys h
await "h shows the functions again" 'a_quarter  *walker'
kill $pid
wait $pid 2>/dev/null
pid=
await "the process ends, and its functions stay" 'has exited'
await "they stay" 'three_quarters  *walker'
keys Escape
await "Esc leads to the detail" 'NODE'
