#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# build-aux/coverage.sh DIRECTORY OPTIONS...: "make coverage". Builds with gcov into DIRECTORY, runs the
# tests there, and prints how many lines of model, collect and ui they reach, and where they reach least.
#
# The tests cannot reach: code that needs a PMU (groups.c and source_switch.c are reached by test-live, where perf events
# are permitted), Landlock (gcov could not write its files), errors of a kernel without memory, and the crash handlers.
set -u -o pipefail

dir=$1
shift
source=$(cd "${srcdir:-.}" && pwd) || exit
mkdir -p "$dir" && cd "$dir" || exit
[[ -e Makefile ]] || ac_cv_header_linux_landlock_h=no "$source/configure" -q --disable-hardening CFLAGS='-O0 --coverage' "$@" || exit
find . -name '*.gcda' -delete
# Failing tests are not an error here ("make check" reports them): coverage is printed all the same.
make -s -k -j "$(nproc)" check >check.log 2>&1 || tail -n 20 check.log
[[ -n $(find . -name '*.gcda' -print -quit) ]] || { echo "there is no *.gcda here" && exit 1; }

# gcov -n: "File 'x.c'" and then "Lines executed:90.00% of 50".
for part in model collect ui; do
	find "$part" -name '*.gcda' -exec gcov -n {} + 2>/dev/null | awk -v part="$part" '
		# its path from the top of the source
		/^File / { file = substr($2, 2, length($2) - 2); sub("^(/?[^/]*/)*" part "/", part "/", file) }
		/^Lines executed:/ && index(file, part "/") == 1 && file ~ /\.c$/ {
			split($2, share, /[:%]/)
			lines[file] = $4
			missed[file] = $4 * (100 - share[2]) / 100
			file = ""
		}
		END {
			for (f in lines) { all += lines[f]; left += missed[f] }
			printf "%-8s %5.1f %% of %d lines; most not reached:", part, 100 * (all - left) / all, all
			for (n = 0; n < 4; n++) {
				worst = ""
				for (f in missed)
					if (worst == "" || missed[f] > missed[worst]) worst = f
				printf "%s %s %d", n ? "," : "", substr(worst, length(part) + 2), missed[worst]
				delete missed[worst]
			}
			print ""
		}'
done
