# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by check-guest.sh: the static binary of "./quickstart static" against the truth, in a root directory with
# nothing but /proc and /sys.

check_static() {
	local static whole=$tdtop bare=/tmp/bare

	static=$(dirname "${BASH_SOURCE[0]}")/../../build-static/tdtop
	if [[ ! -x $static ]]; then
		echo "# skipped: static: there is no build-static/tdtop; ./quickstart static builds it"
		return
	fi
	if [[ ! -e $bare ]]; then
		mkdir -p $bare/{proc,sys} && mount --rbind /proc $bare/proc && mount --rbind /sys $bare/sys
	fi
	cp "$static" $bare/tdtop
	tdtop=/tmp/tdtop-bare
	printf '#!/bin/sh\nexec env -i %s %s /tdtop --budget 0 --engine %s "$@"\n' "$(command -v chroot)" $bare "$engine" >$tdtop
	chmod 755 $tdtop
	"$tdtop" --doctor >/tmp/out.txt 2>&1
	check "static, in a bare root: --doctor can count" "$(grep -c '^ok  *trial' /tmp/out.txt)" '>=' 1
	"$tdtop" --headless -n 2 -d 0.5 --openmetrics - >/tmp/out.txt 2>/tmp/out.err
	check "static: it counts by the engine" "$(sed -n 's/^tdtop_machine_info{.*engine="\([a-z]*\)".*/\1/p' /tmp/out.txt | sort -u)" '==' "$engine"
	check_four
	tdtop=$whole
}
