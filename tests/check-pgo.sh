#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# tdtop --pgo with those who read it: BOLT, llvm-profgen with clang, create_llvm_prof with clang, create_gcov with
# gcc. A program is recorded by the plugin of tests/truth (there is no LBR here); each makes a new program of our
# export and of the recording itself. The new program must do the same with fewer taken branches, and not with more
# than the one of the recording; the plugin counts them. A reader that is not installed is not checked, with a line.
# "./quickstart check pgo" installs them. With PGO_LAB=1 the program is recorded by perf record -b in the
# lab, on the emulated LBR; PGO_PARTS="bolt lld clang gcc" are the readers.

dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
top=$(cd "${srcdir:-.}" && pwd)
program=$top/tests/pgo/steps.c
shopt -s nullglob
for folder in /usr/lib/llvm-*/bin; do PATH=$PATH:$folder; done
checked=0

skip() {
	echo "skipped: $*"
	exit 77
}

fail() {
	echo "FAILED: $*"
	exit 1
}

has() {
	command -v "$1" >/dev/null
}

not_checked() {
	echo "not checked: $*"
}

# The newest of COMMAND, COMMAND-19, ..., COMMAND-14 in $found; false: there is none.
find_newest() {	# COMMAND VERSION...
	local command=$1

	shift
	for version; do
		found=$command-$version
		has "$found" && return
	done
	return 1
}

# The program in $dir/FILE, built as the command says. What it prints is kept.
build() {	# FILE COMMAND...
	local file=$1

	shift
	"$@" -Wl,--build-id -o "$dir/$file" "$program" 2>"$dir/err" || fail "$*: $(cat "$dir/err")"
	expected=$("$dir/$file")
}

# Makes $dir/p.data. The emulated PMU merges overflows that come faster than it is asked: one in 10,007 is the fastest.
record() {
	rm -f "$dir/p.data"
	if [[ ${PGO_LAB-} ]]; then
		"$top/tests/lab/vm" --personality spr-real --timeout 600 --share "$dir" -- perf record -q -o "$dir/p.data" \
			-b -e cpu/event=0xc4,umask=0x20,name=near_taken/u -c 10007 -- "$dir/p" 20000
	else
		"$top/tests/truth/record" -s taken:401:32:any -o "$dir/p.data" "$dir/p"
	fi >"$dir/out" 2>&1 || fail "the program is recorded: $(tail -n 5 "$dir/out")"
}

# $dir/p.data, and our exports $dir/p.perf, p.bolt, p.autofdo.
export_all() {
	local format

	record
	for format in perf bolt autofdo; do
		rm -f "$dir/p.$format"
		"$TDTOP" -i "$dir/p.data" --pgo "$dir/p.$format" --pgo-format $format 2>"$dir/err" ||
			fail "--pgo-format $format: $(cat "$dir/err")"
		[[ -s $dir/p.$format ]] || fail "--pgo-format $format writes a file"
	done
}

# Sets taken to the taken branches of a program; it must print what it always printed.
count() {	# FILE
	local printed

	printed=$("$top/tests/truth/record" -s taken:1000000007:32:any -o "$dir/count.data" "$dir/$1" 2>&1)
	[[ $printed == "$expected" ]] || fail "$what: the program prints \"$printed\" instead of \"$expected\""
	taken=$(awk '$1 == "taken" { print $2 }' "$dir/count.truth")
}

# Ours must be better than before, and about as good as what the reader makes of the recording itself.
judge() {	# BEFORE THEIRS OURS
	echo "$what: taken branches $1, with the recording $2, with --pgo $3"
	(($3 * 100 < $1 * 95)) || fail "$what: the program is better"
	(($3 * 100 <= $2 * 102)) || fail "$what: the program is as good as with the recording itself"
	((++checked))
}

### readers: each makes $dir/new of an input

# FILE and options
bolt() {
	perf2bolt "${@:2}" -p "$dir/$1" -o "$dir/p.fdata" "$dir/p" >"$dir/out" 2>&1 &&
		llvm-bolt "$dir/p" -o "$dir/new" --data="$dir/p.fdata" --reorder-blocks=ext-tsp >"$dir/out" 2>&1
}

profgen() {
	"$profgen" --perfdata="$dir/$1" --binary="$dir/p" --output="$dir/p.prof" >"$dir/out" 2>&1 &&
		"${compiler[@]}" -fprofile-sample-use="$dir/p.prof" -o "$dir/new" "$program" >"$dir/out" 2>&1
}

llvm_prof() {
	create_llvm_prof "${@:2}" --profile="$dir/$1" --binary="$dir/p" --out="$dir/p.prof" >"$dir/out" 2>&1 &&
		"${compiler[@]}" -fprofile-sample-use="$dir/p.prof" -o "$dir/new" "$program" >"$dir/out" 2>&1
}

gcov() {
	create_gcov "${@:2}" --gcov_version=1 --profile="$dir/$1" --binary="$dir/p" --gcov="$dir/p.gcov" >"$dir/out" 2>&1 &&
		"${compiler[@]}" -fauto-profile="$dir/p.gcov" -o "$dir/new" "$program" >"$dir/out" 2>&1
}

# Runs the reader; its new program is counted. False: the reader fails.
make_new() {	# READER FILE OPTION...
	rm -f "$dir/new" "$dir/p.fdata" "$dir/p.prof" "$dir/p.gcov"
	"$@" || return
	count new
}

must_make_new() {
	make_new "$@" || fail "$what: $(tail -n 3 "$dir/out")"
}

# The recording itself, our perf.data, and our text if there is one. A reader may not know what to do with the recording:
# llvm-profgen ends at the first sample without branches, which perf record -b has where a process begins.
compare() {	# READER OPTIONS-FOR-PERF [FORMAT OPTIONS-FOR-TEXT]
	local before theirs
	local -a perf text

	read -ra perf <<<"$2"
	read -ra text <<<"${4-}"
	what="the program itself" && count p
	before=$taken
	what="$1 $kind"
	if make_new "$1" p.data "${perf[@]}"; then
		theirs=$taken
	else
		theirs=$before
		echo "$what: fails with the recording itself: $(tail -n 1 "$dir/out")"
	fi
	what="$1 $kind, perf" && must_make_new "$1" p.perf "${perf[@]}"
	judge "$before" "$theirs" "$taken"
	[[ ${3-} ]] || return 0
	what="$1 $kind, $3" && must_make_new "$1" "p.$3" "${text[@]}"
	judge "$before" "$theirs" "$taken"
}

### what is checked

# The same samples, recorded by tdtop beside its slices: perf and perf2bolt find in them what they find in the recording.
compare_recorded_by_tdtop() {
	local file tools=${builddir:-$top/build}/tests/truth

	"$tools/rerecord" "$dir/p.data" "$dir/p.tdtop" 2>"$dir/out" || fail "rerecord: $(cat "$dir/out")"
	for file in data tdtop; do
		perf script -i "$dir/p.$file" -F brstack 2>"$dir/err" | grep -v '^ *$' >"$dir/stacks.$file"
		[[ -s $dir/stacks.$file && ! -s $dir/err ]] || fail "perf script -F brstack, $file: $(cat "$dir/err")"
		perf2bolt -p "$dir/p.$file" -o "$dir/fdata.$file" "$dir/p" >"$dir/out" 2>&1 ||
			fail "perf2bolt, $file: $(tail -n 3 "$dir/out")"
	done
	cmp "$dir/stacks.data" "$dir/stacks.tdtop" || fail "perf script finds other stacks in what tdtop records"
	cmp "$dir/fdata.data" "$dir/fdata.tdtop" || fail "perf2bolt finds other branches in what tdtop records"
	perf report -i "$dir/p.tdtop" --stdio 2>"$dir/err" | grep -q 'Source Symbol' || fail "perf report shows no branches"
	rm "$dir/p.tdtop"
	((++checked))
}

check_bolt() {
	has llvm-bolt || { not_checked "BOLT: there is no llvm-bolt (bolt-16)" && return; }
	has perf || { not_checked "BOLT: perf2bolt needs perf (linux-perf)" && return; }
	for kind in -no-pie -pie; do
		build p gcc -O2 -g -Wl,-q $kind
		export_all
		compare_recorded_by_tdtop
		compare bolt "" bolt --pa
	done
}

# perf2bolt 16 takes the wrong segment of a program that lld linked for the base of its addresses, and finds no
# branch of the recording. Our text has the addresses.
check_lld() {
	local before

	has llvm-bolt && has ld.lld && has clang || return
	kind="-pie, lld"
	build p clang -O2 -g -Wl,-q -pie -fuse-ld=lld
	export_all
	what="the program itself" && count p
	before=$taken
	what="bolt $kind, bolt" && must_make_new bolt p.bolt --pa
	judge "$before" "$before" "$taken"
}

check_clang() {
	local clang

	find_newest clang 19 18 17 16 15 14 || { not_checked "clang: there is none" && return; }
	clang=$found
	has create_llvm_prof || has "llvm-profgen-$version" ||
		{ not_checked "$clang: there is no llvm-profgen-$version (llvm-$version), no create_llvm_prof (autofdo)" && return; }
	compiler=("$clang" -O2 -gdwarf-4 -fdebug-info-for-profiling)
	for kind in -no-pie -pie; do
		compiler+=("$kind")
		[[ $kind == -no-pie ]] || compiler=("${compiler[@]/-no-pie/-fPIE}")
		build p "${compiler[@]}"
		export_all
		if has "llvm-profgen-$version" && has perf; then
			profgen=llvm-profgen-$version
			compare profgen ""
		else
			not_checked "llvm-profgen-$version, or perf: not installed"
		fi
		if has create_llvm_prof; then
			compare llvm_prof --profiler=perf autofdo --profiler=text
		else
			not_checked "create_llvm_prof: not installed (autofdo)"
		fi
	done
}

# What create_gcov 0.19 writes counts the lengths of names in words; gcc from 12 on reads them as bytes.
check_gcc() {
	has create_gcov || { not_checked "create_gcov: not installed (autofdo)" && return; }
	find_newest gcc 11 10 || { not_checked "create_gcov: gcc-11 is not installed; gcc 12 cannot read it" && return; }
	for kind in -no-pie -pie; do
		compiler=("$found" -O2 -gdwarf-4 "$kind")
		build p "${compiler[@]}"
		export_all
		compare gcov --profiler=perf autofdo --profiler=text
	done
}

: "${builddir:=$PWD}"
[[ $(uname -m) == x86_64 ]] || skip "the readers are tested on x86-64 only"
[[ -e $builddir/tests/truth/plugin.so ]] || skip "there is no $builddir/tests/truth/plugin.so"
has qemu-x86_64 || skip "there is no qemu-x86_64 (qemu-user)"
has gcc || skip "there is no gcc"
for part in ${PGO_PARTS:-bolt lld clang gcc}; do "check_$part"; done
((checked)) || skip "no reader of profiles is installed"
echo "$checked passed, 0 failed"
