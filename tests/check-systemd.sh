#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The units of contrib/ under a systemd that is process 1, in namespaces of its own: it sees the files of this machine
# under a layer in RAM, and may change nothing else. tdtop counts software events here; in the lab
# (lab/check-systemd.sh) it does the same on a PMU. ($srcdir, $TDTOP) 77: this machine cannot.

set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
inside=/run/check-systemd	# where systemd is process 1: what the test needs, and what it says

skip() {
	echo "not checked: the units under systemd: $*"
	exit 77
}

### 3. under systemd

report() {	# STATUS WORDS
	if [[ $1 == 0 ]]; then
		echo "ok $2"
	else
		echo "not ok $2"
		failed=1
	fi
}

run_checks() {
	local failed=0

	# read by units.sh
	# shellcheck disable=SC2034
	units_program=$inside/tdtop units_contrib=$inside/contrib units_ip=ip units_bpf=$(cat $inside/bpf)
	# shellcheck disable=SC2034
	units_setting="Environment=TDTOP_PMU_ROOT=/opt/units-machine"
	cp -r $inside/machine /opt/units-machine
	. $inside/units.sh
	units_try
	return $failed
}

### 2. process 1 of the namespaces

# nspawn's limits, as far as they matter here: nothing of the kernel can be changed.
make_root() {	# DIRECTORY, below which all mounts are
	local root=$1/root node

	mkdir "$1/ram" && mount -t tmpfs -o mode=755 ram "$1/ram" && mkdir "$1"/ram/{upper,work} "$root" &&
		mount -t overlay -o "lowerdir=/,upperdir=$1/ram/upper,workdir=$1/ram/work" overlay "$root" || return
	mount -t proc proc "$root/proc" && mount --bind "$root/proc/sys" "$root/proc/sys" &&
		mount -o remount,bind,ro "$root/proc/sys" && mount -t sysfs -o ro sysfs "$root/sys" &&
		mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup" || return
	mount -t tmpfs -o mode=755 dev "$root/dev" && mkdir "$root"/dev/{pts,shm} || return
	for node in null zero full random urandom tty; do
		: >"$root/dev/$node" && mount --bind "/dev/$node" "$root/dev/$node" || return
	done
	ln -s /proc/self/fd "$root/dev/fd"
	mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts" && ln -s pts/ptmx "$root/dev/ptmx" &&
		mount -t tmpfs -o mode=1777 tmp "$root/tmp" && mount -t tmpfs -o mode=755 run "$root/run" &&
		mkdir "$root$inside" && mount --bind "$1/files" "$root$inside"
}

become_process_1() {	# DIRECTORY
	make_root "$1" || exit
	cd "$1/root" && mkdir -p run/old && pivot_root . run/old && umount -l /run/old || exit
	ip link set lo up || exit
	. $inside/systemd.sh
	export container=check-systemd
	become_systemd /bin/bash $inside/check-systemd.sh inside
}

### 1. this machine

case ${1-} in
inside)
	run_checks >$inside/out 2>&1
	echo $? >$inside/status
	exec systemctl --force --force exit
	;;
become) become_process_1 "$2" ;;
esac

srcdir=${srcdir:-$here/..}
tdtop=${TDTOP:-$PWD/tdtop}
machine=$srcdir/tests/machines/software
[[ $EUID == 0 ]] || skip "only root can boot one"
[[ -x /lib/systemd/systemd ]] && command -v systemd-analyze >/dev/null || skip "there is no systemd"
command -v ip >/dev/null || skip "there is no ip(8)"
! grep -qaE '__[at]san_init' "$tdtop" || skip "a sanitizer needs calls that they forbid"
TDTOP_PMU_ROOT=$machine "$tdtop" --engine ring --json -n 1 -d 0.1 >/dev/null 2>&1 || skip "nothing may be counted here"

dir=$(mktemp -d) && mkdir "$dir/files" || exit 99
cgroup='' booted=''
cleanup() {
	[[ -z $booted ]] || { kill -9 $booted && wait $booted; } 2>/dev/null
	[[ -z $cgroup ]] || find "$cgroup" -depth -type d -exec rmdir {} \; 2>/dev/null
	rm -rf --one-file-system "$dir"
}
trap cleanup EXIT
cp -r "$here/check-systemd.sh" "$here"/contrib/{systemd,units}.sh "$srcdir/contrib" "$tdtop" "$dir/files/" &&
	cp -r "$machine" "$dir/files/machine" || exit 99
TDTOP_PMU_ROOT=$machine "$tdtop" --engine bpf --json -n 1 -d 0.1 >/dev/null 2>&1 && echo yes >"$dir/files/bpf"
: >>"$dir/files/bpf"

# In a group of its own, below which systemd makes those of its units.
mounted=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
[[ -n $mounted ]] || skip "there is no cgroup2"
cgroup=$mounted$(sed -n 's/^0:://p' /proc/self/cgroup)/check-systemd-$$
mkdir "$cgroup" 2>/dev/null || { cgroup='' && skip "no group can be made below $mounted"; }

# Who kills unshare(1) kills all of it.
: >"$dir/files/out"
bash -c 'echo $$ >"$1/cgroup.procs" && exec unshare --mount --pid --fork --kill-child --cgroup --uts --ipc --net \
	--propagation private "$2" become "$3"' - "$cgroup" "$here/check-systemd.sh" "$dir" >"$dir/log" 2>&1 </dev/null &
booted=$!
timeout 540 tail -q -n +1 -f --pid=$booted "$dir/files/out"
if [[ ! -s $dir/files/out ]]; then
	skip "it did not become process 1: $(head -n 1 "$dir/log")"
elif [[ ! -e $dir/files/status ]]; then
	echo "not ok units: the checks came to no end"
fi
[[ $(cat "$dir/files/status" 2>/dev/null) == 0 ]]
