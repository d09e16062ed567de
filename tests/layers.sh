#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The directions between folders and modules, as HACKING.md draws them:
# - a file includes headers of its own folder and of folders on lower floors of its part, parts as
#   ui/main -> ui, collect, model; ui -> model; collect -> model; model -> nothing of ours;
# - no circle of headers, and none of modules (x.c with x.h) by includes and, after a build, by calls;
# - curses only in ui/term/term.c and ui/term/terminfo.c; perf_event_open, libperf and syscall() only in collect/.
# - what a module exports is used by another one, or by a test;
# - no folder of more than 40 files, no file of more than 600 lines, no function of more than 60, no line wider than 120
#   columns but in generated trees; no name of static functions more than five times.
# And that the lists of files in build-aux/sources.am are those of the tree.
# shellcheck disable=SC2086	# lists of files are split on purpose
# With an argument it checks that tree. Without, it first proves that it finds planted violations, and
# then checks the sources ($srcdir) with the objects of $builddir.

# One floor a line, from the bottom to the top; folders on one floor do not know each other.
floors() {
	cat <<-END
		model
		model/tree
		model/cores
		model/profile
		model/branches
		model/snapshot
		model/history
		model/totals
		model/verdict
		collect/sys
		collect/elf
		collect/code
		collect/cpu
		collect/perf
		collect/events
		collect/region
		collect/slice
		collect/bpf
		collect/tasks collect/percpu collect/pertask
		collect/perfdata
		collect/recording
		collect/sample
		collect/live
		collect/replay collect/doctor collect/nodes collect/demo
		collect/collector
		ui/draw
		ui/term
		ui/table
		ui/code
		ui/state
		ui/code_views
		ui/lists
		ui/detail
		ui/setup
		ui/time
		ui/keys
		ui/help
		ui/batch ui/openmetrics
		ui/screen
		ui/profile ui/export
		ui/options
		ui/main
	END
}

# Prints "file:line: text" for each line of the given files that matches a pattern.
lines() {
	pattern=$1
	shift
	[ $# -eq 0 ] || grep -nE "$pattern" "$@" /dev/null
}

# "file header" for each include of ours in model, collect and ui.
includes() {
	find model collect ui -name '*.[ch]' -exec \
		sed -nE 's:^[[:space:]]*#[[:space:]]*include[[:space:]]+"((model|collect|ui)/[^"]*)".*:\1:p; T; F' {} + 2>/dev/null |
		awk 'NR % 2 { header = $0; next } { print $0, header }'
}

# Prints the includes that go up or sideways, of "file header" lines.
wrong_floor() {
	floors | awk '
		NR == FNR { for (i = 1; i <= NF; i++) floor[$i] = FNR; next }
		function folder(path) { sub("/[^/]*$", "", path); return path }
		function part(path) { if (path !~ "^ui/main(/|$)") sub("/.*", "", path); return path }
		{
			from = folder($1); to = folder($2)
			if (!(from in floor) || !(to in floor))
				print $1 ": folder of it or of " $2 " is not in the list of floors"
			else if (from != to && part(from) != "ui/main" && !(part(from) != "model" && part(to) == "model") &&
				 (part(from) != part(to) || floor[to] >= floor[from]))
				print $1 ": includes " $2
		}' - "$1"
}

# Prints a line for each circle among pairs "x y", with its members. First drops, again and again, all
# that need nothing or are needed by nothing; in a clean tree nothing remains.
circles() {
	awk -v what="$2" '
		function reach(x, i) {	# all that x leads to
			if (x in reached) return
			reached[x] = 1
			for (i = 1; i <= n; i++) if (from[i] == x) reach(to[i])
		}
		function leads(x, y, i) {	# by at least one step
			split("", reached)
			for (i = 1; i <= n; i++) if (from[i] == x) reach(to[i])
			return y in reached
		}
		$1 != $2 && !(($1, $2) in seen) { seen[$1, $2] = 1; from[++n] = $1; to[n] = $2 }
		END {
			do {
				removed = 0
				split("", needs); split("", needed)
				for (i = 1; i <= n; i++) if (from[i] != "") { needs[from[i]] = 1; needed[to[i]] = 1 }
				for (i = 1; i <= n; i++)
					if (from[i] != "" && (!(to[i] in needs) || !(from[i] in needed))) {
						from[i] = ""; removed = 1
					}
			} while (removed)
			for (x in needs) if (!(x in told) && leads(x, x)) {
				split("", ahead)
				for (y in reached) ahead[y] = 1
				line = "circle of " what ":"
				for (y in ahead) if (leads(y, x)) { line = line " " y; told[y] = 1 }
				print line
			}
		}' "$1" | LC_ALL=C sort
}

# "object symbol type", of all external symbols.
symbols() {
	objects=$(find main.c model collect ui -name '*.c' 2>/dev/null | sed 's:c$:o:')
	(cd "$1" && ${NM:-nm} -A -P -g $objects 2>/dev/null) | sed 's|\.o: | |'
}

# Prints what a module exports though no other needs it, and no test names it: it could be static.
exported() {
	symbols "$1" | awk '
		$3 == "U" { needed[$2] = 1 }
		$3 ~ /^[TDBRV]$/ && $1 !~ /\.bpf$/ && $2 !~ /^(main$|__)/ { home[$2] = $1 }
		END { for (name in home) if (!(name in needed)) print home[name], name }' | while read -r home name; do
		grep -rqsw --include='*.[ch]' "$name" tests || echo "$home.c: only it uses $name"
	done
}

# "x y": the object x needs a symbol that y defines.
calls() {
	symbols "$1" | awk '
		$3 ~ /^[TDBRVW]$/ { home[$2] = $1; next }
		$3 == "U" { from[++n] = $1; name[n] = $2 }
		END { for (i = 1; i <= n; i++) if (name[i] in home) print from[i], home[name[i]] }'
}

# Prints a violation per line, nothing for a tree that keeps the rules. $2, if given, is a directory
# with the built objects.
violations() (
	cd "$1" || exit
	ours='^[[:space:]]*#[[:space:]]*include[[:space:]]+"'
	system='^[[:space:]]*#[[:space:]]*include[[:space:]]+<'
	model=$(find model -name '*.[ch]' 2>/dev/null)
	collect=$(find collect -name '*.[ch]' 2>/dev/null)
	ui=$(find ui -path ui/main -prune -o -name '*.[ch]' -print 2>/dev/null)
	top=$(find main.c ui/main -name '*.[ch]' 2>/dev/null)
	tests=$(find tests -name 'lab' -prune -o -name '*.[ch]' -print 2>/dev/null)
	work=$(mktemp -d) || exit 99

	lines "$ours" $model | grep -vE '"(config\.h|model/[^"]*)"'
	# region: what applications include; tdtop reads what they wrote
	lines "$ours" $collect | grep -vE '"(config\.h|(model|collect|region)/[^"]*)"'
	lines "$ours" $ui | grep -vE '"(config\.h|(model|ui)/[^"]*)"'
	lines "$ours" $tests $top |
		grep -vE '"(config\.h|(model|collect|ui|region|tests)/[^"]*)"'
	find . -maxdepth 1 -name '*.[ch]' ! -name main.c ! -name config.h | sed 's|^\./\(.*\)|\1: main.c alone is in the root|'

	includes >"$work/includes"
	wrong_floor "$work/includes"
	grep '^[^ ]*\.h ' "$work/includes" >"$work/headers"
	circles "$work/headers" headers
	sed 's/\.[ch]//g' "$work/includes" >"$work/modules"
	[ -z "$2" ] || calls "$2" >>"$work/modules"
	[ -z "$2" ] || exported "$2"
	circles "$work/modules" modules
	rm -rf "$work"

	lines "$system(curses|ncurses|ncursesw|term|panel)(\.h|/)" \
		$model $collect $ui $top | grep -vE '^ui/term/(term|terminfo)\.c:'
	perf="$system(linux/perf_event\.h|linux/hw_breakpoint\.h|perf/|internal/|api/)"
	lines "$perf" $model $ui $top
	lines '(^|[^[:alnum:]_])(syscall|perf_event_open)[[:space:]]*\(' $model $ui $top |
		grep -vE ':[[:space:]]*(/?\*|//)'
	lines "$system(pthread|threads|sys/|unistd|fcntl|poll|signal)" $model
	too_large
	too_common
	true
)

# Prints the names that more than five static functions have: a debugger, a profile and grep cannot tell them apart.
too_common() {
	find main.c model collect ui -name '*.c' -exec sed -nE 's/^static ([a-zA-Z_][^(;=]*[ *])?([a-z_][a-z0-9_]*)\(.*/\2/p' {} + 2>/dev/null |
		sort | uniq -c | awk '$1 > 5 && $2 != "__attribute__" { print $1 " static functions are called " $2 }'
}

# Prints the folders of more than 40 files, the files of more than 600 lines, the functions of more than 60, and the lines
# wider than 120 columns, with tabs of 8 and a column for each character of UTF-8.
too_large() {
	find model collect ui region -name '*.[ch]' 2>/dev/null | sed 's:/[^/]*$::' | sort | uniq -c |
		awk '$1 > 40 { print $2 ": " $1 " files in a folder" }'
	find main.c model collect ui region -name '*.[ch]' -exec env LC_ALL=C awk '
		function width(line, at) {
			gsub(/[\200-\277]/, "", line)
			while ((at = index(line, "\t")))
				line = substr(line, 1, at - 1) substr("        ", 1, 8 - (at - 1) % 8) substr(line, at + 1)
			return length(line)
		}
		length($0) > 15 && FILENAME !~ "^model/cores/" && length($0) + 7 * gsub("\t", "\t") > 120 && width($0) > 120 {
			print FILENAME ":" FNR ": wider than 120 columns"
		}
		FNR == 1 { begin = 0 }
		FNR == 601 { print FILENAME ": more than 600 lines" }
		/^\{/ { begin = FNR }
		/^\}/ && begin { if (FNR - begin > 61) print FILENAME ":" begin ": a function of " FNR - begin - 1 " lines"; begin = 0 }' \
		{} + 2>/dev/null
}

wrong() {
	echo "layers.sh itself is wrong: $*"
	exit 1
}

# What is planted: a verdict, a file and its only line. A file stands here once: what is reported has its name.
planted() {
	cat <<-END
		forbidden model/a.c #include "ui/draw/canvas.h"
		forbidden model/b.c #include "collect/slice/source.h"
		forbidden model/c.h # include "ui/options/options.h"
		forbidden model/d.c #include "model/history/snapshot_history.h"
		forbidden model/e.c #include <curses.h>
		forbidden model/f.c #include <linux/perf_event.h>
		forbidden model/g.c #include <pthread.h>
		forbidden collect/collector/a.c #include "ui/draw/canvas.h"
		forbidden collect/collector/b.c #include "ui/main/session.h"
		forbidden collect/collector/c.c #include <ncursesw/curses.h>
		forbidden collect/sys/a.c #include "collect/perf/record.h"
		forbidden collect/percpu/a.c #include "collect/tasks/tasks.h"
		forbidden collect/percpu/b.c #include "collect/collector/collector.h"
		forbidden collect/nowhere/a.c #include "collect/sys/facts.h"
		forbidden ui/keys/a.c #include "collect/slice/source.h"
		forbidden ui/keys/b.c #include "options.h"
		forbidden ui/keys/c.c #include <curses.h>
		forbidden ui/keys/d.c #include <perf/evsel.h>
		forbidden ui/keys/e.c #include <internal/evsel.h>
		forbidden ui/keys/f.c return (int)syscall(SYS_gettid);
		forbidden ui/draw/a.c #include "ui/state/state.h"
		forbidden ui/lists/a.c #include "ui/keys/keys.h"
		forbidden ui/lists/b.c #include <curses.h>
		forbidden ui/screen/a.c #include "ui/main/session.h"
		forbidden ui/main/a.c #include <ncurses.h>
		forbidden ui/main/b.c #include <linux/perf_event.h>
		forbidden ui/main/c.c #include "canvas.h"
		forbidden session.c /* main.c alone is in the root. */
		forbidden tests/ui/test-a.c #include "../model/metric.h"
		allowed model/a.c #include "model/metric.h"
		allowed model/b.c #include <stdatomic.h>
		allowed model/history/a.c #include "model/metric.h"
		allowed collect/collector/a.c #include "model/metric.h"
		allowed collect/collector/b.c return (int)syscall(SYS_perf_event_open, attr, pid, cpu, group, flags);
		allowed collect/sys/a.c #include "model/history/snapshot_history.h"
		allowed collect/percpu/a.c #include "collect/perf/record.h"
		allowed collect/perf/a.c #include <linux/perf_event.h>
		allowed ui/term/term.c #include <curses.h>
		allowed ui/term/terminfo.c #include <term.h>
		allowed ui/keys/a.c /* perf_event_open(2) says why. */
		allowed ui/lists/a.c #include "ui/draw/canvas.h"
		allowed main.c #include "ui/screen/ui.h"
		allowed ui/main/a.c #include "collect/collector/collector.h"
		allowed ui/main/b.c #include "ui/screen/ui.h"
		allowed tests/ui/test-a.c #include <linux/perf_event.h>
	END
}

# Makes a tree of all planted lines that are forbidden, or of all that are allowed.
plant() {
	tree=$work/$1
	mkdir "$tree"
	floors | tr ' ' '\n' | (cd "$tree" && xargs mkdir -p tests/ui collect/nowhere)
	planted | grep "^$1 " | while read -r _ file line; do
		[ ! -e "$tree/$file" ] || wrong "$file is planted twice"
		echo "$line" >"$tree/$file"
	done || exit
}

# g.h and h.h include each other; i and j do so as modules only; k and l call each other, nobody m.
plant_circles() {
	echo '#include "ui/keys/h.h"' >"$tree/ui/keys/g.h" && echo '#include "ui/keys/g.h"' >"$tree/ui/keys/h.h"
	echo '#include "ui/keys/j.h"' >"$tree/ui/keys/i.c" && echo '#include "ui/keys/i.h"' >"$tree/ui/keys/j.c"
	echo 'void l(void); void k(void); void k(void) { l(); }' >"$tree/ui/keys/k.c"
	echo 'void k(void); void l(void); void l(void) { k(); }' >"$tree/ui/keys/l.c"
	echo 'void m(void); void m(void) {}' >"$tree/ui/keys/m.c"
	[ -n "$builddir" ] || return 0
	(cd "$tree/ui/keys" && ${CC:-cc} -c k.c l.c m.c) || exit 99
}

reports_circle() {	# WHAT MEMBER MEMBER, which come in any order
	grep "^circle of $1:" "$work/found" | grep -w "$2" | grep -qw "$3" ||
		wrong "the circle of $1 $2 and $3 is not reported"
}

# Each forbidden line and each planted circle must be reported, each allowed line must not.
bites() {
	work=$(mktemp -d) || exit 99
	trap 'rm -rf "$work"' EXIT
	plant allowed
	violations "$tree" >"$work/found"
	[ ! -s "$work/found" ] || wrong "what is allowed is reported: $(cat "$work/found")"
	plant forbidden
	plant_circles
	violations "$tree" "${builddir:+$tree}" >"$work/found"
	planted | grep '^forbidden ' | while read -r _ file line; do
		grep -q "^$file:" "$work/found" || wrong "$line in $file is not reported"
	done || exit
	reports_circle headers ui/keys/g ui/keys/h
	reports_circle modules ui/keys/i ui/keys/j
	[ -z "$builddir" ] || reports_circle modules ui/keys/k ui/keys/l
	[ -z "$builddir" ] || [ "$(grep -c 'only it uses' "$work/found")" = 1 ] || wrong "an unused function is not reported"
	bites_rows
	bites_sizes
	rm -rf "$work"
	trap - EXIT
}

# A folder, a file and a function that are as large as they may be, then each by one too large.
bites_sizes() {
	tree=$work/sizes
	mkdir -p "$tree/model"
	for n in $(seq 39); do echo >"$tree/model/$n.c"; done
	{ echo 'int f(void)' && echo '{' && seq 60 && echo '}' && seq 536 && printf '\t±%0111d\n' 0; } >"$tree/model/40.h"
	[ -z "$(cd "$tree" && too_large)" ] || wrong "what is not too large is reported: $(cd "$tree" && too_large)"
	{ echo 'int f(void)' && echo '{' && seq 61 && echo '}' && seq 536 && printf '\t±%0112d\n' 0; } >"$tree/model/41.c"
	[ "$(cd "$tree" && too_large | cut -d : -f 2- | sort | tr '\n' '|')" = \
		" 41 files in a folder| more than 600 lines|2: a function of 61 lines|601: wider than 120 columns|" ] ||
		wrong "what is too large is not reported: $(cd "$tree" && too_large)"
	for n in 1 2 3 4 5; do echo 'static int add(void)' >"$tree/model/$n.c"; done
	[ -z "$(cd "$tree" && too_common)" ] || wrong "a name that five functions have is reported"
	echo 'static int add(void)' >"$tree/model/6.c"
	[ -n "$(cd "$tree" && too_common)" ] || wrong "a name that six functions have is not reported"
}

# One good row, and four that are each reported once.
bites_rows() {
	touch "$tree/tests/test-a.c" "$tree/tests/a.sh"
	printf '%b\n' '# program\tstep\treason' 'tests/test-a\tlive\tcounts' 'tests/test-b\tlive\tcounts' \
		'tests/a.sh\tlive\t' 'tests/a.sh\tlive\tcounts' 'tests/test-a.c\tlive\tcounts' >"$tree/tests/slow.tsv"
	[ "$(wrong_rows "$tree" | cut -d ' ' -f 2-4 | sort | uniq -c | tr -s ' \n' ' ')" = \
		" 1 not a program, 2 there is no 1 two rows for " ] || wrong "wrong rows are not reported: $(wrong_rows "$tree")"
}

# Prints what is wrong with the rows of tests/slow.tsv, which are for test programs that exist: one row, its step and reason.
wrong_rows() {
	[ -s "$1/tests/slow.tsv" ] || { echo "there is no tests/slow.tsv" && return; }
	awk -F '\t' '
		/^#/ { next }
		NF != 3 || $2 !~ /^[a-z]+$/ || $3 == "" { print "tests/slow.tsv: not a program, a step and a reason: " $0 }
		$1 in seen { print "tests/slow.tsv: two rows for " $1 }
		{ seen[$1] = 1 }' "$1/tests/slow.tsv"
	grep -v '^#' "$1/tests/slow.tsv" | cut -f 1 | while read -r program; do
		[ -e "$1/$program.c" ] || { [ "${program%.sh}" != "$program" ] && [ -e "$1/$program" ]; } ||
			echo "tests/slow.tsv: there is no $program"
	done
}

# In a tree of three files, one that has come since the lists were written must be reported.
bites_lists() {
	tree=$(mktemp -d) || exit 99
	trap 'rm -rf "$tree"' EXIT
	mkdir -p "$tree/build-aux" "$tree/model" "$tree/collect" "$tree/ui" \
		"$tree/tests/bench" "$tree/tests/fixtures" "$tree/tests/fuzz"
	cp "$1/build-aux/sources" "$tree/build-aux" || exit 99
	echo 'bin_x = model/named.c' >"$tree/Makefile.am"
	touch "$tree/model/a.c" "$tree/model/named.c" "$tree/tests/test-a.c"
	"$tree/build-aux/sources" || exit 99
	"$tree/build-aux/sources" --check || wrong "lists just written differ"
	touch "$tree/tests/test-b.c"
	"$tree/build-aux/sources" --check | grep -q '^+.tests/test-b' || wrong "a file in no list was not found"
	rm -rf "$tree"
	trap - EXIT
}

if [ $# -eq 0 ]; then
	bites
	set -- "${srcdir:-$(dirname "$0")/..}" "$builddir"
	bites_lists "$1"
	"$1/build-aux/sources" --check || exit
fi
found=$(violations "$@"; wrong_rows "$1")
[ -z "$found" ] && exit
echo "against the directions of HACKING.md (see tests/layers.sh):"
echo "$found"
exit 1
