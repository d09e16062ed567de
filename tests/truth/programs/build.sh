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
	echo "there is no $1"
	exit 77
}

for program; do
	name=${program%%.*} how=
	[[ $program == "$name" ]] || how=${program#*.}
	flags=(-O2 -g -fno-inline-small-functions) prefix=
	case $how in
	static) flags+=(-static) ;;
	nopie) flags+=(-no-pie -fno-pie) ;;
	arm64) prefix=aarch64-linux-gnu- ;;
	arm64-static) prefix=aarch64-linux-gnu- && flags+=(-static) ;;
	esac
	if [[ -e $source/$name.rs ]]; then
		compiler rustc
		rustc -C opt-level=2 -g -o "$to/$program" "$source/$name.rs" || exit 1
		continue
	elif [[ -e $source/$name.cc ]]; then
		cc=${prefix}g++ && input=$source/$name.cc
	elif [[ -e $source/$name.S ]]; then
		cc=${prefix}gcc && input=$source/$name.S && flags+=(-nostdlib -static)
	else
		cc=${prefix}gcc && input=$source/$name.c && flags+=(-pthread)
	fi
	compiler "$cc"
	"$cc" "${flags[@]}" -Wl,--build-id -o "$to/$program" "$input" || exit 1
	if [[ $how == stripped ]]; then
		mkdir -p "$to/.debug"
		objcopy --only-keep-debug "$to/$program" "$to/.debug/$program.debug" &&
			strip --strip-all "$to/$program" &&
			objcopy --add-gnu-debuglink="$to/.debug/$program.debug" "$to/$program" || exit 1
	fi
done
