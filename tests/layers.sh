#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The directions of includes: main -> ui, collect, model; ui -> model; collect -> model; model ->
# nothing of ours. curses stays in ui/term.c; perf_event_open, libperf and syscall() in collect/.
# shellcheck disable=SC2086	# lists of files are split on purpose
# With an argument checks that tree, else the sources ($srcdir), and first that it would bite.

# Prints "file:line: text" for each line of the given files that matches a pattern.
lines() {
	pattern=$1
	shift
	[ $# -eq 0 ] || grep -nE "$pattern" "$@" /dev/null
}

# Prints a violation per line; says nothing about a tree that keeps the rules.
violations() (
	cd "$1" || exit
	ours='^[[:space:]]*#[[:space:]]*include[[:space:]]+"'
	system='^[[:space:]]*#[[:space:]]*include[[:space:]]+<'
	model=$(find model -name '*.[ch]' 2>/dev/null)
	collect=$(find collect -name '*.[ch]' 2>/dev/null)
	ui=$(find ui -name '*.[ch]' 2>/dev/null)
	top=$(find . -maxdepth 1 -name '*.[ch]' ! -name config.h | sed 's:^\./::')
	tests=$(find tests -maxdepth 1 -name '*.[ch]' 2>/dev/null)
	bench=$(find bench -name '*.[ch]' 2>/dev/null)

	lines "$ours" $model | grep -vE '"(config\.h|model/[^"]*)"'
	lines "$ours" $collect | grep -vE '"(config\.h|(model|collect)/[^"]*)"'
	lines "$ours" $ui | grep -vE '"(config\.h|(model|ui)/[^"]*)"'
	lines "$ours" $tests $bench $top |
		grep -vE '"(config\.h|(diff|launch|options|rcfile|session)\.h|(model|collect|ui|tests|bench)/[^"]*)"'

	lines "$system(curses|ncurses|ncursesw|term|panel)(\.h|/)" \
		$model $collect $ui $top | grep -v '^ui/term\.c:'
	perf="$system(linux/perf_event\.h|linux/hw_breakpoint\.h|perf/|internal/|api/)"
	lines "$perf" $model $ui $top
	lines '(^|[^[:alnum:]_])(syscall|perf_event_open)[[:space:]]*\(' $model $ui $top |
		grep -vE ':[[:space:]]*(/?\*|//)'
	lines "$system(pthread|threads|sys/|unistd|fcntl|poll|signal)" $model
	true
)

# Each planted line must be reported, each allowed one not.
bites() {
	tree=$(mktemp -d) || exit 99
	trap 'rm -rf "$tree"' EXIT
	mkdir "$tree/model" "$tree/collect" "$tree/ui" "$tree/tests"
	while read -r verdict file line; do
		echo "$line" >"$tree/$file"
		found=$(violations "$tree")
		rm "$tree/$file"
		case $verdict:$found in
		allowed: | forbidden:?*) ;;
		*) echo "layers.sh itself is wrong: $line in $file is $verdict, found \"$found\"" && exit 1 ;;
		esac
	done <<-END
		forbidden model/a.c #include "ui/canvas.h"
		forbidden model/a.c #include "collect/source.h"
		forbidden model/a.h # include "options.h"
		forbidden model/a.c #include <curses.h>
		forbidden model/a.c #include <linux/perf_event.h>
		forbidden model/a.c #include <pthread.h>
		forbidden collect/a.c #include "ui/canvas.h"
		forbidden collect/a.c #include "options.h"
		forbidden collect/a.c #include <ncursesw/curses.h>
		forbidden ui/a.c #include "collect/source.h"
		forbidden ui/a.c #include "options.h"
		forbidden ui/a.c #include <curses.h>
		forbidden ui/a.c #include <perf/evsel.h>
		forbidden ui/a.c #include <internal/evsel.h>
		forbidden ui/a.c return (int)syscall(SYS_gettid);
		forbidden main.c #include <ncurses.h>
		forbidden main.c #include <linux/perf_event.h>
		forbidden main.c #include "canvas.h"
		forbidden tests/test-a.c #include "../model/metric.h"
		allowed model/a.c #include "model/metric.h"
		allowed model/a.c #include <stdatomic.h>
		allowed collect/a.c #include "model/metric.h"
		allowed collect/a.c #include <linux/perf_event.h>
		allowed collect/a.c return (int)syscall(SYS_perf_event_open, attr, pid, cpu, group, flags);
		allowed ui/term.c #include <curses.h>
		allowed ui/a.c /* perf_event_open(2) says why. */
		allowed ui/a.c #include "model/metric.h"
		allowed main.c #include "ui/ui.h"
		allowed main.c #include "collect/collector.h"
		allowed tests/test-a.c #include <linux/perf_event.h>
	END
	rm -rf "$tree"
	trap - EXIT
}

if [ $# -eq 0 ]; then
	bites
	set -- "${srcdir:-$(dirname "$0")/..}"
fi
found=$(violations "$1")
[ -z "$found" ] && exit
echo "includes against the layers of HACKING.md (see tests/layers.sh):"
echo "$found"
exit 1
