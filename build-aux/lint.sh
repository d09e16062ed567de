#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# "make lint": clang-tidy (.clang-tidy says what for) and cppcheck over the sources of the program. What
# clang-tidy was content with is not asked again until the file or a header of it changes: the
# preprocessed text is the key.

set -u -o pipefail
cd "${srcdir:-.}" || exit 99
cache=${LINT_CACHE:?a directory of the build}
flags=${LINT_FLAGS:?the options of the preprocessor}
jobs=$(nproc)
status=0

mkdir -p "$cache"
sources=(*.c model/*.c collect/*.c ui/*.c)

# cppcheck looks at all at once. Not believed:
#   arrayIndexOutOfBoundsCond, negativeIndex   "i > 0 &&", "cpu == CPU_UNKNOWN ?" in front of an index
#   preprocessorErrorDirective   a macro inside the argument of FORMULA; gcc has no trouble with it
#   uninitvar                 pointers to structs that a callee fills
cppcheck_all() {
	cppcheck --quiet -j "$jobs" --std=c11 --error-exitcode=1 --inline-suppr \
		--enable=warning,performance,portability --suppress=missingIncludeSystem \
		--suppress=arrayIndexOutOfBoundsCond --suppress=negativeIndex --suppress=uninitvar \
		--suppress=preprocessorErrorDirective \
		--include=build-aux/cppcheck.h -I. "${sources[@]}"
}

# shellcheck disable=SC2086,SC2317	# flags are several words; xargs calls it
tidy() {
	local key

	key=$(cat .clang-tidy <(gcc -E -P $flags "$1") | sha256sum) || return
	key=$cache/${key%% *}
	[[ -e $key ]] && return
	clang-tidy --quiet "$1" -- $flags 2>/dev/null || return
	: >"$key"
}

export -f tidy
export cache flags
tools=0
if command -v cppcheck >/dev/null; then
	tools=1
	cppcheck_all || status=1
fi
if command -v clang-tidy >/dev/null; then
	tools=1
	printf '%s\n' "${sources[@]}" | xargs -P "$jobs" -n 1 bash -c 'tidy "$1"' tidy || status=1
fi
((tools)) || echo "not checked: there is neither clang-tidy nor cppcheck"
exit $status
