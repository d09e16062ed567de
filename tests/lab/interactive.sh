#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A live tdtop in the lab, with a few workloads of known split running.
# usage: tests/lab/interactive.sh [--real] [tdtop options]     (./quickstart lab)
#   --real: the kernel's own driver on an emulated PMU (qemu/README.md), not the lab's module

if [[ ${1-} != --inside ]]; then
	here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
	tdtop=$(realpath "${TDTOP:-$here/../../build/tdtop}") && [[ -x $tdtop ]] || {
		echo "lab: there is no tdtop; ./quickstart builds it" >&2
		exit 1
	}
	pmu=spr
	[[ ${1-} == --real ]] && pmu=spr-real && shift
	echo "lab: booting a virtual machine; its PMU is synthetic, its numbers are known ..."
	TDTOP=$tdtop exec "$here/vm" --tty --cpus 4 --personality $pmu -- "$here/interactive.sh" --inside "$tdtop" "$@"
fi
tdtop=$2
shift 2
table=/proc/tdtop_lab
[[ -e $table ]] || export LAB_TABLE=/run/lab/table table=/run/lab/table

#        name            ret bad fe be  heavy mispredicts fetch-latency memory, percent of all slots
cat >$table <<'EOF'
memhog                    10   5 15 70   4  3 10 50
solver                    82   3  5 10  30  2  3  4
interpreter               25  40 20 15   5 33 12  5
compiler                  20   8 55 17   6  5 40  9
postgres                  30   7 33 30   5  5 22 21
checkpointer              22   3 10 65   4  2  6 55
walwriter                 35   5 15 45   6  4  9 12
sh                        28  12 35 25   5  9 24 12
default                   25  10 20 45   5  7 10 25
EOF
load() { nice -n 10 labload "$@" >/dev/null 2>&1 & }
load hog memhog
load hog solver
load pause interpreter 30000 20000
load pause compiler 20000 60000
load threads postgres 0 postgres:5000:20000 checkpointer:8000:40000 walwriter:2000:15000
load short sh 1000000 15 1
"$tdtop" "$@"
status=$?
kill $(jobs -p) 2>/dev/null
exit $status
