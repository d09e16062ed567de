#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# build.sh DIR PROGRAM...: builds programs of this folder for tests/truth into DIR. PROGRAM is a name, with a dot
# and how it is built: loops, loops.static, loops.nopie, loops.stripped (its names are in DIR/.debug/loops.stripped.debug),
# loops.arm64. Exit status 77: a compiler is missing; its name is printed.
set -u -o pipefail
unset MAKEFLAGS MFLAGS MAKELEVEL	# rustc would speak to make
source=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit
to=$1
shift
mkdir -p "$to"

compiler() {
	command -v "$1" >/dev/null && return
	echo "not checked: there is no $1"
	exit 77
}

for program; do
	name=${program%%.*} how=
	[[ $program == "$name" ]] || how=${program#*.}
	input=$(echo "$source/$name".*)
	[[ -e $input ]] || exit
	[[ $to/$program -nt $input && $to/$program -nt $source/build.sh ]] && continue
	flags=(-O2 -g -fno-inline-small-functions -Wl,--build-id) prefix=
	case $how in
	static) flags+=(-static) ;;
	nopie) flags+=(-no-pie -fno-pie) ;;
	arm64) prefix=aarch64-linux-gnu- ;;
	esac
	case $input in
	*.rs) command=(rustc -C opt-level=2 -g) ;;
	*.cc) command=("${prefix}g++" "${flags[@]}") ;;
	*.S) command=("${prefix}gcc" "${flags[@]}" -nostdlib -static) ;;
	*.c) command=("${prefix}gcc" "${flags[@]}" -pthread) ;;
	esac
	compiler "${command[0]}"
	"${command[@]}" -o "$to/$program" "$input" || exit 1
	if [[ $how == stripped ]]; then
		mkdir -p "$to/.debug"
		objcopy --only-keep-debug "$to/$program" "$to/.debug/$program.debug" &&
			strip --strip-all "$to/$program" &&
			objcopy --add-gnu-debuglink="$to/.debug/$program.debug" "$to/$program" || exit 1
	fi
done
