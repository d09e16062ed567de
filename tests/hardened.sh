#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The program ($TDTOP) has every protection that configure asked for ($HARDENING). Only this test sees
# a flag that the compiler accepts and a library disables.
set -u

if ! command -v readelf >/dev/null; then
	echo "there is no readelf (binutils)"
	exit 77
fi
case ${HARDENING-} in
*-f*) ;;
*)
	echo "configured with --disable-hardening, or nothing of it is known to this compiler"
	exit 77
	;;
esac

elf=$(readelf -W --file-header --program-headers --dynamic "$TDTOP") || exit 1
symbols=$(readelf -W --dyn-syms "$TDTOP") || exit 1
# A static binary names nothing, but what was stripped of it does.
case $symbols in
*@GLIBC*) ;;
*) symbols=$(readelf -W --syms "$TDTOP.debug" 2>/dev/null || readelf -W --syms "$TDTOP") || exit 1 ;;
esac
failed=0

# flag, the trace that it must leave in the program (extended regular expression), where
expect() {
	case $HARDENING in
	*"$1"*) ;;
	*)
		echo "not checked: $1: this compiler does not take it, or it is not wanted here"
		return
		;;
	esac
	if printf '%s\n' "$3" | grep -Eq "$2"; then
		echo "ok: $1"
	else
		echo "FAILED: $1: no \"$2\" in $TDTOP"
		failed=1
	fi
}

expect -pie '^ *Type: +DYN' "$elf"
expect relro '^ *GNU_RELRO' "$elf"
expect now '(FLAGS).*NOW' "$elf"
expect noexecstack '^ *GNU_STACK.* RW ' "$elf"
expect -fstack-protector-strong ' __stack_chk_fail(@|$)' "$symbols"
expect _FORTIFY_SOURCE ' __(v?snprintf|v?fprintf|printf|memcpy|read)_chk(@|$)' "$symbols"
echo "not checked: -fstack-clash-protection, -fcf-protection and -mbranch-protection leave nothing that names them"
exit $failed
