#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Builds the Debian packages of this tree, looks at them with lintian, and installs them, each in a
# system of that release: tests/check-debian.sh [SUITE], bookworm, trixie, ... (that of this machine).
# Takes minutes and 3 GB, so it is no part of "make check". Needs root, debootstrap and the network.
# DEBIAN_MIRROR: another mirror than debootstrap's. DEB_BUILD_OPTIONS as for dpkg-buildpackage.
# PACKAGES=DIRECTORY: only installs those packages, which were built before.
# shellcheck disable=SC2016,SC2317	# text is for the shell in there; functions are called by check()
set -u -o pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 99
export LC_ALL=C.UTF-8 PATH=$PATH:/usr/sbin:/sbin
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES TDTOP_PMU_ROOT
cache=${TDTOP_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/tdtop}
# shellcheck disable=SC1091
suite=${1:-$(. /etc/os-release && echo "${VERSION_CODENAME-}")}
passed=0 failed=0

skip() {
	echo "$1"
	exit 77
}

[[ $(id -u) == 0 ]] || skip "only root can make a system to install in"
git rev-parse --git-dir >/dev/null 2>&1 || skip "there is no git, or this is no repository"
command -v debootstrap >/dev/null || skip "there is no debootstrap"
[[ -n $suite ]] || skip "this is no Debian: name a suite"
[[ -e /usr/share/debootstrap/scripts/$suite ]] || skip "debootstrap knows no \"$suite\""

# In mounts of its own, which end with it.
[[ -n ${CHECK_DEBIAN_MOUNTS-} ]] || CHECK_DEBIAN_MOUNTS=1 exec unshare -m --propagation private "$0" "$suite"

dir=$(mktemp -d) || exit 99
trap 'umount -R "$dir"/*/proc 2>/dev/null; rm -rf --one-file-system "$dir"' EXIT

# check WORDS COMMAND...: its output is shown if it fails.
check() {
	local words=$1 begin=$SECONDS

	shift
	if "$@" >"$dir/log" 2>&1; then
		echo "ok: $words ($((SECONDS - begin)) s)"
		passed=$((passed + 1))
	else
		echo "FAILED: $words"
		tail -n 60 "$dir/log" | sed 's/^/| /'
		failed=$((failed + 1))
		return 1
	fi
}

finish() {
	echo "$passed passed, $failed failed"
	exit $((failed > 0))
}

# inside ROOT COMMAND: a shell command in that system.
inside() {
	chroot "$1" env -i HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive TERM=xterm \
		"DEB_BUILD_OPTIONS=${DEB_BUILD_OPTIONS-}" PATH=/usr/sbin:/usr/bin:/sbin:/bin sh -e -c "$2"
}

# A new system is kept in the cache when it is complete; a copy of it is used.
system() {	# NAME, COMMAND that completes it
	local kept

	kept=$cache/debian-$suite-$1-$(cksum <<<"$2" | cut -d ' ' -f 1).tar

	if [[ -e $kept ]]; then
		mkdir "$dir/$1" && tar -x -f "$kept" -C "$dir/$1" || return
	else
		rm -f "$cache/debian-$suite-$1-"*
		# shellcheck disable=SC2086	# no mirror: no argument
		debootstrap --variant=minbase "$suite" "$dir/$1" ${DEBIAN_MIRROR-} &&
			inside "$dir/$1" "apt-get update -q && $2 && apt-get clean" &&
			mkdir -p "$cache" && tar -c -f "$kept.new" -C "$dir/$1" . && mv "$kept.new" "$kept" || return
	fi
	# Packages shall not set what this machine's kernel does.
	mount --bind /proc "$dir/$1/proc" && mount -o remount,bind,ro "$dir/$1/proc"
}

# What is committed and what is changed, without what is built.
copy_tree() {
	mkdir -p "$1" && git ls-files -z | xargs -0 -I{} sh -c 'test ! -e "$1" || printf "%s\0" "$1"' - {} |
		tar -c --null -T - | tar -x -C "$1"
}

build_needs() {
	sed -n '/^Build-Depends:/,/^$/s/^ \([a-z0-9.+-]*\).*/\1/p' debian/control | sed 's/debhelper-compat/debhelper/' |
		paste -s -d ' '
}

install_packages() {
	cp "${PACKAGES:-$dir/build/build}"/*_*.deb "$dir/clean/root/" && rm -f "$dir"/clean/root/*-dbgsym_* &&
		inside "$dir/clean" 'apt-get install -q -y --no-install-recommends /root/tdtop_*.deb /root/libtdtop-region*.deb'
}

# answer RIGHTS PARANOID: as dpkg-reconfigure asks it.
answer() {
	inside "$dir/clean" "printf 'tdtop tdtop/rights select %s\ntdtop tdtop/paranoid boolean %s\n' $1 $2 |
		debconf-set-selections; dpkg-reconfigure tdtop"
}

# state: owner, group, mode and capabilities of the program; is the sysctl file there, and a unit's group?
state() {
	inside "$dir/clean" 'echo $(stat -c "%U %G %a" /usr/bin/tdtop) $(getcap /usr/bin/tdtop | cut -d " " -f 2) \
		$(cd /etc && ls sysctl.d/60-tdtop.conf systemd/system/tdtop.service.d/60-group.conf 2>/dev/null)'
}

becomes() {	# WANTED COMMAND...
	local wanted=$1

	shift
	"$@" && [[ "$(state | tee /dev/stderr)" == "$wanted" ]]
}

overridden() {
	inside "$dir/clean" 'dpkg-statoverride --update --add root root 0755 /usr/bin/tdtop' && answer group false
}

not_overridden() {
	inside "$dir/clean" 'dpkg-statoverride --remove /usr/bin/tdtop' && answer group false
}

again() {
	inside "$dir/clean" 'dpkg -i /root/tdtop_*.deb'
}

purge() {
	inside "$dir/clean" 'apt-get purge -q -y tdtop && test ! -e /etc/sysctl.d/60-tdtop.conf &&
		test ! -e /etc/systemd/system/tdtop.service.d && ! getent group tdtop && ! debconf-show tdtop | grep .'
}

build_packages() {
	check "a system to build in: $suite" system build "apt-get install -q -y --no-install-recommends \
		build-essential lintian $(build_needs)" || return
	copy_tree "$dir/build/build/tdtop" || return
	check "dpkg-buildpackage -us -uc" inside "$dir/build" 'cd /build/tdtop && dpkg-buildpackage -us -uc' || return
	check "lintian has no error and no warning" inside "$dir/build" \
		'cd /build && lintian -i -I -E --pedantic --fail-on error,warning --allow-root *.changes'
	check "no package names the directory that it was built in" inside "$dir/build" \
		'cd /build && mkdir x && for p in *_*.deb; do dpkg-deb -x $p x/$p && ! grep -r /build/tdtop x/$p/usr || exit; done'
}

[[ -n ${PACKAGES-} ]] || build_packages || finish
check "a system to install in: $suite" system clean "apt-get install -q -y --no-install-recommends man-db zsh gcc g++ \
	libc6-dev python3 jq" || finish
user="setpriv --reuid=1000 --regid=1000"
check "the packages install" install_packages || finish
for test in smoke region; do
	cp debian/tests/$test "$dir/clean/root/"
	check "debian/tests/$test" inside "$dir/clean" "/root/$test"
done
check "a user starts it" inside "$dir/clean" "$user --clear-groups tdtop --demo -b -n 1"
check "man, bash and zsh find theirs" inside "$dir/clean" 'man -w tdtop tdtop-json tdtop-metrics tdtop-recording &&
	man -w tdtop_region &&
	bash -n /usr/share/bash-completion/completions/tdtop && zsh -n /usr/share/zsh/vendor-completions/_tdtop'
caps=cap_sys_ptrace,cap_perfmon,cap_bpf=p
check "nobody has rights at first" becomes "root root 755" true
check "a group has them, and the unit is in it" becomes \
	"root tdtop 750 $caps systemd/system/tdtop.service.d/60-group.conf" answer group false
check "an upgrade keeps them" becomes "root tdtop 750 $caps systemd/system/tdtop.service.d/60-group.conf" again
check "a member starts it, others cannot" inside "$dir/clean" \
	"! $user --clear-groups sh -c 'tdtop --version' &&
	$user --groups=\$(getent group tdtop | cut -d : -f 3) sh -c 'tdtop --version'"	# setpriv itself has root's rights
check "a unit with one capability starts it" inside "$dir/clean" "$user --bounding-set=-all,+perfmon \
	--groups=\$(getent group tdtop | cut -d : -f 3) --inh-caps=-all,+perfmon --ambient-caps=-all,+perfmon \
	--no-new-privs tdtop --demo -b -n 1"
check "everyone has them" becomes "root root 755 $caps" answer everyone false
check "the sysctl is set" becomes "root root 755 $caps sysctl.d/60-tdtop.conf" answer everyone true
check "nobody has them again" becomes "root root 755" answer nobody false
check "a dpkg-statoverride is respected" becomes "root root 755" overridden
check "without it the group has them" becomes \
	"root tdtop 750 $caps systemd/system/tdtop.service.d/60-group.conf" not_overridden
check "purge leaves nothing" purge
finish
