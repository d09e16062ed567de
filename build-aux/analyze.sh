#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# build-aux/analyze.sh DIRECTORY OPTIONS...: "make analyze". Builds with gcc's -fanalyzer into DIRECTORY and prints
# what it warns of, but for what was read and is not so. The explosion factor is what lets it end with uthash. Exit status 1: there is something to be read.
set -u -o pipefail

# What gcc 12 says wrongly: files, warning, why it is not so.
known=(
	"collect/process.c collect/tasks.c|analyzer-malloc-leak|it is in a hash table: gcc loses the pointers of uthash"
	"collect/source_demo.c|analyzer-malloc-leak|*out is its first member, and close() frees it"
	"collect/source_cores.c|analyzer-null-dereference|as many sources are joined as were opened, at least two"
	"collect/task_group.c|analyzer-use-of-uninitialized-value|all parts were read, or it has returned; their number stays"
	"options.c|analyzer-null-dereference|getopt gives back codes that were made from the same table"
)

dir=$1
shift
source=$(cd "${srcdir:-.}" && pwd) || exit
mkdir -p "$dir" && cd "$dir" || exit
[[ -e Makefile ]] || "$source/configure" -q --disable-tests --disable-hardening CFLAGS='-O1 -fanalyzer --param=analyzer-bb-explosion-factor=1' "$@" || exit
make -s clean
make -s -j "$(nproc)" tdtop >analyze.log 2>&1 || { tail -n 20 analyze.log && exit 1; }

fresh=0
while read -r place warning; do
	for row in "${known[@]}"; do
		IFS='|' read -r files kind _ <<<"$row"
		[[ " $files " == *" ${place%%:*} "* && $kind == "$warning" ]] && continue 2
	done
	echo "$place: $warning (see $dir/analyze.log)"
	fresh=1
done < <(sed -n "s|^$source/\([^ ]*\): warning: .*\[\(CWE.*\)\?-W\([^]]*\)\]$|\1 \3|p" analyze.log | sort -u)
echo "$(grep -c ': warning: ' analyze.log) warnings of gcc -fanalyzer, $(
	((fresh)) && echo "some of them new" || echo "all of them read: build-aux/analyze.sh says why they are not so")"
exit $fresh
