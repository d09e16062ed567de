#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The pod of contrib/kubernetes really run, by crun or runc: with the image of the Containerfile and the manifest's user,
# capabilities, seccomp profile, namespaces and mounts. Another pod is beside it. tdtop counts software events.
# ($srcdir, $TDTOP) 77: this machine cannot.

set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
srcdir=${srcdir:-$here/..}
tdtop=${TDTOP:-$PWD/tdtop}
machine=$srcdir/tests/machines/software
kubernetes=$srcdir/contrib/kubernetes
failed=0

skip() {
	echo "not checked: the container of Kubernetes: $*"
	exit 77
}

runtime=$(command -v crun || command -v runc) || skip "there is neither crun nor runc"
[[ $EUID == 0 ]] || skip "only root can run one"
python3 -c 'import yaml' 2>/dev/null || skip "python3-yaml is not installed"
command -v ip >/dev/null || skip "there is no ip(8)"
! grep -qaE '__[at]san_init' "$tdtop" || skip "a sanitizer needs calls that it forbids"
TDTOP_PMU_ROOT=$machine "$tdtop" --engine ring --json -n 1 -d 0.1 >/dev/null 2>&1 || skip "nothing may be counted here"

unshare --mount --net true 2>/dev/null || skip "no namespaces can be made here"

# Mounts and a network of its own, which end with it; there the only cgroups are those of version 2.
if [[ -z ${CHECK_CONTAINER_INSIDE-} ]]; then
	CHECK_CONTAINER_INSIDE=1 exec unshare --mount --net --propagation private "$0"
fi
dir=$(mktemp -d) || exit 99
groups=$dir/groups top=check-container-$$
container=$top-tdtop pod='' reader=''
cleanup() {
	[[ -z $pod ]] || kill -9 "$pod"
	"${run[@]}" delete --force "$container"
	wait
	find "$groups/$top" -depth -type d -exec rmdir {} \;
	umount /sys/fs/cgroup "$groups"
	rm -rf --one-file-system "$dir"
} 2>/dev/null
run=("$runtime" --root "$dir/run")
trap cleanup EXIT
ip link set lo up || skip "there is no loopback device"
mkdir "$groups" && mount -t cgroup2 cgroup2 "$groups" && mount --bind "$groups" /sys/fs/cgroup || skip "there is no cgroup2"

check() {	# WORDS COMMAND...
	local words=$1

	shift
	if "$@" >"$dir/log" 2>&1; then
		echo "ok $words"
	else
		echo "not ok $words"
		sed 's/^/# /' "$dir/log" "$dir/said" | head -n 40
		failed=1
	fi
}

# Also those that are loaded when first needed, and what they need.
needed_libraries() {
	local soname file

	grep -aoE 'lib(capstone|microhttpd)\.so\.[0-9]+' "$tdtop" | sort -u | while read -r soname; do
		file=$(ldconfig -p | awk -v name="$soname" '$1 == name { print $NF; exit }')
		echo "$file"
		ldd "$file" 2>/dev/null
	done | cat - <(ldd "$tdtop" 2>/dev/null) | grep -o '/[^ ]*' | sort -u
}

# The image; the program of this build has its libraries beside it, as it is not the static one.
make_image() {
	local file

	mkdir -p "$dir/rootfs" && cp "$tdtop" "$dir/rootfs/tdtop" && cp -rL "$machine" "$dir/rootfs/machine" || return
	needed_libraries | while read -r file; do
		mkdir -p "$dir/rootfs${file%/*}" && cp -L "$file" "$dir/rootfs$file" || return
	done
}

# What a kubelet calls the group of a container: QUALITY UID ID
group_of() {
	echo "$top/kubepods.slice/kubepods-$1.slice/kubepods-$1-pod$2.slice/cri-containerd-$3.scope"
}

other_pod() {
	local group

	group=$groups/$(group_of burstable 8d2f01aa_6c1e_4f0b_9a55_0be7d1c2a3f4 1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f809)
	mkdir -p "$group" || return
	bash -c 'echo $$ >"$1/cgroup.procs" && while :; do :; done' - "$group" >/dev/null 2>&1 &
	pod=$!
}

starts() {
	local tries

	"${run[@]}" run --bundle "$dir" --pid-file "$dir/pid" "$container" >"$dir/said" 2>&1 </dev/null &
	reader=$!
	for ((tries = 0; tries < 300; tries++)); do
		grep -q '^tdtop: listening on http://127.0.0.1:9740/metrics$' "$dir/said" && return
		kill -0 $reader 2>/dev/null || return
		sleep 0.2
	done
	return 1
}

scrape() {
	timeout 60 bash -c 'exec 3<>/dev/tcp/127.0.0.1/9740 && printf "GET /metrics HTTP/1.0\r\n\r\n" >&3 && cat <&3' >"$dir/page"
}

# until PATTERN: a page has such a line
until_page() {
	local tries

	for ((tries = 0; tries < 100; tries++)); do
		scrape && grep "$1" "$dir/page" && return
		sleep 0.3
	done
	cat "$dir/page"
	return 1
}

has_status() {	# FIELD VALUE
	grep -E '^(Cap|NoNewPrivs|Seccomp:)' "/proc/$(cat "$dir/pid")/status"
	grep -qx "$1:[[:space:]]*$2" "/proc/$(cat "$dir/pid")/status"
}

# 38: CAP_PERFMON
is_limited() {
	local kind

	for kind in Prm Eff Bnd; do has_status "Cap$kind" 0000004000000000 || return; done
	has_status CapAmb 0000000000000000 && has_status NoNewPrivs 1 && has_status Seccomp 2
}

writes_nowhere() {
	local place

	for place in / /proc/sys /sys /sys/fs/cgroup; do
		! touch "/proc/$(cat "$dir/pid")/root$place/check-container" || return
	done
}

stops() {
	"${run[@]}" kill "$container" TERM && wait $reader
}

make_image || exit 99
python3 "$here/contrib/bundle.py" "$kubernetes/tdtop-daemonset.yaml" "$kubernetes/seccomp.json" "$kubernetes/Containerfile" \
	"$dir" 127.0.0.1 "/$(group_of besteffort e01b44c9_02d7_4be1_8f3c_5d6a7b8c9d0e 90f8e7d6c5b4a39281706f5e4d3c2b1a90f8e7d6c5b4a39281706f5e4d3c2b1a)" \
	TDTOP_PMU_ROOT=/machine || exit 99
other_pod
: >"$dir/said"
if ! starts && ! grep -q '^tdtop: ' "$dir/said"; then
	skip "${runtime##*/} cannot run it here: $(head -n 1 "$dir/said")"
fi
check "it starts, and says where it listens" grep '^tdtop: listening' "$dir/said"
check "it counts the machine" until_page '^tdtop_machine_slots_total{.*class="retiring"} [1-9]'
check "it counts another pod of the node, by its name" \
	until_page '^tdtop_slots_total{cgroup="pod8d2f01aa/1a2b3c4d5e6f",class="retiring"} [1-9]'
check "its own cgroup is apart from the root of the machine" eval \
	"until_page '^tdtop_slots_total{cgroup=\"/\",' && until_page '^tdtop_slots_total{cgroup=\"/[.][.]\",'"
check "it has CAP_PERFMON alone, a filter, and no way to more" is_limited
check "it can write nowhere" writes_nowhere
check "it ends when it is told to" stops
exit $failed
