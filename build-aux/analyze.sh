#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# build-aux/analyze.sh DIRECTORY OPTIONS...: "make analyze". Builds with gcc's -fanalyzer into DIRECTORY and prints
# its warnings, except those that were checked and are false. Exit status 1: there are new warnings.
#
# ANALYZE_FACTOR is gcc's explosion factor, 5 by default; only with 1 does it end on files that use uthash. With 5 all
# files were checked once as well, except model/history/history_tasks.c, model/history/row_history.c and
# collect/tasks/process.c, which did not end within 150 seconds each.
set -u -o pipefail

# gcc 12 does not end on these (in 5 minutes), unless it keeps what it knows of values that are dead: 4 seconds.
endless=(model/snapshot/summed_tasks.o)

# False warnings of gcc 12: file (or a folder and all below it), warning, why it is false.
known=(
	"collect/replay/replay_tasks.c collect/tasks/process.c collect/sys/procfs.c collect/tasks/tasks.c collect/pertask/thread_set.c collect/pertask/thread_set_inherit.c collect/region/region_tasks.c collect/pertask/thread_set_table.c model/snapshot/sums.c|analyzer-malloc-leak|it is in a hash table: gcc loses the pointers of uthash"
	"collect/replay/replay_tasks.c|analyzer-double-free|likewise: an entry is freed where it is taken out of the table, or where it could not be put in"
	"collect/tasks/tasks.c|analyzer-null-dereference|likewise: what is dropped was found"
	"collect/demo/source_demo.c collect/percpu/source_cores.c collect/percpu/source_watched.c collect/demo/demo_nodes.c collect/replay/replay_counter.c|analyzer-malloc-leak|*out is its first member, and close() or free() frees it"
	"collect/percpu/process_filter.c|analyzer-malloc-leak|the first process is in a hash table, too"
	"collect/code/code_objects.c collect/code/code_service.c collect/sample/sampled_maps.c model/profile/profile_compare.c|analyzer-malloc-leak|it is in an array that grows, whose owner frees it: gcc loses what is in it"
	"collect/nodes/node_open.c|analyzer-use-of-uninitialized-value|callers set a step for each group"
	"collect/demo/demo_samples.c|analyzer-null-dereference|without memory err_set() returned an error, and it has returned"
	"model/tree/tree_expr.c|analyzer-use-of-uninitialized-value|programs are postfix, made by tree_parse.c of operators that have their values"
	"ui/code_views/code_paths.c|analyzer-null-dereference|a row without a block and a path is a loop"
	"collect/percpu/source_cores.c|analyzer-null-dereference|as many sources are joined as were opened, at least two"
	"collect/pertask/thread_counters.c collect/perf/reading.h|analyzer-use-of-uninitialized-value|all parts were read, or it has returned; their number stays"
	"collect/percpu/rings.c|analyzer-use-of-uninitialized-value|the loop of two fills both"
	"collect/perf/perf_open.c|analyzer-null-dereference|a family has a leader in turn 0 (tests/collect/cpu/test-families.c)"
	"model/snapshot/snapshot.c|analyzer-malloc-leak|the tables are the snapshot's, kind by kind"
	"ui/options/options.c|analyzer-null-dereference|getopt gives back codes that were made from the same table"
)

dir=$1
shift
source=$(cd "${srcdir:-.}" && pwd) || exit
mkdir -p "$dir" && cd "$dir" || exit
[[ -e Makefile ]] || "$source/configure" -q --disable-tests --disable-hardening "$@" || exit
make -s clean
flags="-O1 -fanalyzer --param=analyzer-bb-explosion-factor=${ANALYZE_FACTOR:-1}"
{
	make -s CFLAGS="$flags -fno-analyzer-state-purge" "${endless[@]}" &&
		make -s -j "$(nproc)" CFLAGS="$flags" tdtop
} >analyze.log 2>&1 || { tail -n 20 analyze.log && exit 1; }

fresh=0
while read -r place warning; do
	for row in "${known[@]}"; do
		IFS='|' read -r files kind _ <<<"$row"
		[[ $kind == "$warning" ]] || continue
		for file in $files; do
			case ${place%%:*} in "$file" | "${file%/*}"/*/"${file##*/}") continue 3 ;; esac
		done
	done
	echo "$place: $warning (see $dir/analyze.log)"
	fresh=1
done < <(sed -n "s|^$source/\([^ ]*\): warning: .*\[\(CWE.*\)\?-W\([^]]*\)\]$|\1 \3|p" analyze.log | sort -u)
echo "$(grep -c ': warning: ' analyze.log) warnings of gcc -fanalyzer, $(
	((fresh)) && echo "some of them new" || echo "all of them read: build-aux/analyze.sh says why they are not so")"
exit $fresh
