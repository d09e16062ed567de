#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Builds Debian's QEMU with the emulated PMU (README.md here) into DIR/qemu-system-x86_64: hooks.patch
# and pmu*.[ch] of this directory, and ../pmu/lab_events.h. Five to seven minutes on two cores. What is needed to build it
# is in build-aux/deps.sh; here nothing is installed.
#
# usage: tests/lab/qemu/build.sh DIR      exit status 77: cannot be built here, with the reason; 1: it is
#                                             the fault of files of this directory
#   LAB_QEMU_TREE=TREE   keep source and objects there; then a change of pmu*.c builds in seconds

set -u -o pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$(realpath -m "${1:?usage: tests/lab/qemu/build.sh DIR}")
mkdir -p "$out" || exit
tree=${LAB_QEMU_TREE:-$(mktemp -d "$out/build.XXXXXX")}
log=$out/log
: >"$log"
[[ -n ${LAB_QEMU_TREE-} ]] || trap 'rm -rf "$tree"' EXIT

give_up() {	# STATUS REASON...
	tail -n 20 "$log" >&2
	echo "lab: QEMU with the emulated PMU cannot be built: ${*:2}" >&2
	exit "$1"
}

cannot() {
	give_up 77 "$@"
}

# apt with sources lists of its own: the machine's, asked for sources.
apt_source() {
	mkdir -p "$tree/apt/parts" "$tree/apt/lists/partial"
	sed -s 's/^Types: .*/Types: deb-src/' /etc/apt/sources.list.d/*.sources \
		>"$tree/apt/parts/lab.sources" 2>/dev/null
	sed -s -n 's/^deb /deb-src /p' /etc/apt/sources.list /etc/apt/sources.list.d/*.list \
		>"$tree/apt/parts/lab.list" 2>/dev/null
	printf 'Dir::Etc::sourcelist "/dev/null";\nDir::Etc::sourceparts "%s";\nDir::State::lists "%s";\nAPT::Sandbox::User "root";\n' \
		"$tree/apt/parts" "$tree/apt/lists" >"$tree/apt/apt.conf"
	APT_CONFIG=$tree/apt/apt.conf apt-get -q "$@" >>"$log" 2>&1
}

unpack() {
	local archive patches=debian/patches

	apt_source update
	(cd "$tree" && apt_source source --download-only qemu=1:7.2+dfsg-7+deb12u\*) ||
		(cd "$tree" && apt_source source --download-only qemu) ||
		cannot "apt-get source qemu failed"
	archive=$(echo "$tree"/qemu_7.2*.orig.tar.xz)
	[[ -e $archive ]] || cannot "the patch is for QEMU 7.2 of Debian 12, apt has another"
	rm -rf "$tree/new"
	mkdir "$tree/new"
	tar -xf "$archive" -C "$tree/new" --strip-components=1 --no-same-owner &&
		tar -xf "$tree"/qemu_7.2*.debian.tar.xz -C "$tree/new" --no-same-owner ||
		cannot "the source does not unpack"
	grep -v '^#' "$tree/new/$patches/series" | while read -r patch; do
		patch -d "$tree/new" -p1 -s -f <"$tree/new/$patches/$patch" || exit
	done >>"$log" 2>&1 || cannot "Debian's patches do not apply"
	patch -d "$tree/new" -p1 -s -f <"$here/hooks.patch" >>"$log" 2>&1 ||
		give_up 1 "hooks.patch does not apply"
	mv "$tree/new" "$tree/qemu"
}

configure() {
	mkdir -p "$tree/qemu/b"
	(cd "$tree/qemu/b" && ../configure --target-list=x86_64-softmmu --without-default-features \
		--enable-tcg --enable-virtfs --enable-attr --enable-cap-ng --enable-fdt=system \
		--disable-docs --disable-tools --disable-werror --disable-kvm --disable-install-blobs \
		--disable-user --firmwarepath=/usr/share/qemu:/usr/share/seabios \
		${LAB_QEMU_CC:+"--cc=$LAB_QEMU_CC"}) >>"$log" 2>&1 || cannot "configure failed"
}

[[ -d $tree/qemu ]] || unpack
cp -u "$here"/pmu*.[ch] "$here/../pmu/lab_events.h" "$tree/qemu/target/i386/tcg/sysemu/"
[[ -e $tree/qemu/b/build.ninja ]] || configure
ninja -C "$tree/qemu/b" -j"$(nproc)" qemu-system-x86_64 >>"$log" 2>&1 || give_up 1 "it does not compile"
cp "$tree/qemu/b/qemu-system-x86_64" "$out/qemu-system-x86_64"
