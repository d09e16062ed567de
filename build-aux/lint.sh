#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# "make lint": clang-tidy (.clang-tidy says what for) and cppcheck over the sources of the program, on all
# CPUs. A file that passed both is not checked again until it, a header of ours that it includes, its
# preprocessed text, the options or the tools change: LINT_CACHE holds an empty file for each such state.
# shellcheck disable=SC2016,SC2086,SC2317	# xargs calls functions; flags and headers are several words

set -u -o pipefail
cd "${srcdir:-.}" || exit 99
export cache=${LINT_CACHE:?a directory of the build}
export flags=${LINT_FLAGS:?the options of the preprocessor}
jobs=$(nproc)

# False warnings of cppcheck, which are suppressed:
#   arrayIndexOutOfBoundsCond, negativeIndex   "i > 0 &&", "cpu == CPU_UNKNOWN ?" in front of an index
#   preprocessorErrorDirective   a macro inside the argument of FORMULA; gcc has no trouble with it
#   uninitvar, ctuuninitvar   pointers to structs that a callee fills
cppcheck_one() {
	cppcheck --quiet --std=c11 --error-exitcode=1 --inline-suppr \
		--enable=warning,performance,portability --suppress=missingIncludeSystem \
		--suppress=arrayIndexOutOfBoundsCond --suppress=negativeIndex --suppress=uninitvar --suppress=ctuuninitvar \
		--suppress=preprocessorErrorDirective \
		--include=build-aux/cppcheck.h -I. "$1"
}

# key_of FILE: prints a hash of all that the result of its check depends on. -MM names the headers; ours are
# hashed with their comments.
key_of() {
	local headers

	headers=$(gcc -MM $flags "$1" | sed 's/^[^ ]*\.o://; s/\\$//') || return
	{
		echo "$tools ${flags//$PWD/}"	# the same for each checkout
		cat .clang-tidy build-aux/cppcheck.h build-aux/lint.sh $headers
		gcc -E -P $flags "$1"
	} | sha256sum
}

lint() {
	local key status=0

	key=$(key_of "$1") || return
	key=$cache/${key%% *}
	[[ -e $key ]] && touch "$key" && return
	case $tools in *Cppcheck*) cppcheck_one "$1" || status=1 ;; esac
	case $tools in *LLVM*) clang-tidy --quiet "$1" -- $flags 2>/dev/null || status=1 ;; esac
	((status)) || : >"$key"
	return $status
}

tools=$({
	! command -v cppcheck >/dev/null || cppcheck --version
	! command -v clang-tidy >/dev/null || clang-tidy --version
} | grep -o -E '(Cppcheck|LLVM version) .*' | paste -s -d ' ')
export tools
export -f cppcheck_one key_of lint
case $tools in
*Cppcheck*LLVM*) ;;
*Cppcheck*) echo "not checked by clang-tidy: there is none" ;;
*LLVM*) echo "not checked by cppcheck: there is none" ;;
*) echo "not checked: there is neither clang-tidy nor cppcheck" && exit 77 ;;
esac

mkdir -p "$cache"
# All files of the program; fewer than 100 means that this search is wrong.
mapfile -t sources < <(find ./*.c model collect ui -name '*.c' ! -name '*.bpf.c' | sed 's|^\./||' | sort)
((${#sources[@]} > 100)) || { echo "lint.sh finds only ${#sources[@]} sources" && exit 99; }
printf '%s\n' "${sources[@]}" | xargs -P "$jobs" -n 1 bash -c 'lint "$1"' lint
status=$?
# Results that were not used for two months are deleted.
find "$cache" -maxdepth 1 -type f -mtime +60 -delete
((status == 0)) && echo "${#sources[@]} files: $tools"
exit $((status != 0))
