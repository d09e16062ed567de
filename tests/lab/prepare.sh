# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by vm: fetches a Debian kernel and its headers without installing
# them, builds the PMU module and the initramfs, all in the cache. Every piece
# is made once; a second call finds it there.

. "$(dirname "${BASH_SOURCE[0]}")/../../build-aux/plain.sh"
lab_cache=$(cache_dir)/lab

# What the guest loads at boot; what these depend on is found in the modules.
lab_modules="virtio_pci virtio_console 9p 9pnet_virtio overlay"

# Cannot run here: one sentence, and the status that test suites take for "skipped".
lab_skip() {
	echo "lab: $*" >&2
	exit 77
}

lab_check_tools() {
	local tool

	for tool in qemu-system-x86_64:qemu-system-x86 apt-cache:apt dpkg-deb:dpkg cpio:cpio \
		xz:xz-utils make:make gcc:gcc flock:util-linux; do
		command -v "${tool%%:*}" >/dev/null ||
			lab_skip "${tool%%:*} is missing; run \"apt-get install ${tool##*:}\" (the lab needs Debian 12)"
	done
	lab_busybox=$(command -v busybox) || lab_skip 'busybox is missing; run "apt-get install busybox-static"'
	ldd "$lab_busybox" >/dev/null 2>&1 &&
		lab_skip 'busybox is not static; run "apt-get install busybox-static"'
	return 0
}

# Where a series is that the host's apt does not have, on the same mirrors: "LABEL SUITE" each.
lab_suites() {	# SERIES
	case $1 in
	5.10) printf '%s\n' "Debian bullseye" "Debian-Security bullseye-security" ;;
	newest) echo "Debian trixie-backports" ;;
	esac
}

# Sets $lab_apt, the options of apt for a series: for those suites a list of sources and a state of its own, in the
# cache. The host's are not touched; Debian's keyring is the host's.
lab_ask() {	# SERIES
	local dir=$lab_cache/apt-$1 label suite mirror

	lab_apt=(-o APT::Sandbox::User=root)
	[[ -n $(lab_suites "$1") ]] || return 0
	lab_apt+=(-o Dir::Etc::sourcelist="$dir/list" -o Dir::Etc::sourceparts=/dev/null -o Dir::State="$dir"
		-o Dir::State::status=/dev/null -o Dir::Cache="$dir" -o Acquire::Languages=none)
	mkdir -p "$dir"/{lists,archives}/partial
	while read -r label suite; do
		mirror=$(apt-get indextargets --format '$(REPO_URI)' "Label: $label" 'Identifier: Packages' | head -n 1)
		[[ -n $mirror ]] || lab_skip "apt has no source with the label $label; Debian's sources.list has it"
		echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main"
	done < <(lab_suites "$1") >"$dir/list"
	apt-get -qq "${lab_apt[@]}" update >&2 || lab_skip "cannot read the lists of $(lab_suites "$1"); check the network"
}

# The newest image of a series that apt knows: "5.10", "6.1", "6.12", or "newest".
lab_newest() {
	local version=${1//./\\.}

	[[ $1 == newest ]] && version='[0-9]+\.[0-9]+'
	apt-cache "${lab_apt[@]}" pkgnames linux-image- |
		grep -E "^linux-image-$version\.[0-9]+(-[0-9]+|\+deb[0-9]+)-amd64$" |
		sed 's/^linux-image-//' | sort -V | tail -n 1
}

lab_depends() {	# PATTERN PACKAGE: those of its dependencies that match
	apt-cache "${lab_apt[@]}" depends "$2" | sed -nE "s/^ *Depends: ($1)$/\1/p"
}

lab_fetch() {
	local dir=$1

	shift
	(cd "$dir" && apt-get -qq "${lab_apt[@]}" download "$@" >&2) ||
		lab_skip "cannot download $*; run \"apt-get update\" and check the network"
}

# Kernel and, where the PMU module is built for it, headers of a series, unpacked below $lab_cache/SERIES.
lab_kernel() {
	local series=$1 dir=$lab_cache/$1 new version packages

	if [[ -e $dir/version ]]; then
		lab_version=$(<"$dir/version")
		return
	fi
	lab_ask "$series"
	version=$(lab_newest "$series")
	[[ -n $version ]] ||
		lab_skip "apt knows no package linux-image-$series.*-amd64; run \"apt-get update\" (Debian 12 with its security suite has it)"
	echo "lab: fetching Linux $version" >&2
	new=$(mktemp -d "$lab_cache/new.XXXXXX")
	mapfile -t packages < <(
		echo "linux-image-$version"
		lab_depends 'linux-(binary|modules)-.*' "linux-image-$version"
		[[ -n $(lab_suites "$series") ]] && exit
		echo "linux-headers-$version"
		lab_depends 'linux-(headers-.*-common|kbuild-.*)' "linux-headers-$version"
	)
	lab_fetch "$new" "${packages[@]}"
	for package in "$new"/*.deb; do
		dpkg-deb -x "$package" "$new" || exit 1
		rm "$package"
	done
	echo "$version" >"$new/version"
	rm -rf "$dir"
	mv "$new" "$dir"
	lab_version=$version
}

lab_hash() {
	cat -- "$@" | sha256sum | cut -c 1-12
}

# Keeps what this call needs and drops older builds of the same thing.
lab_drop_old() {
	local keep=$1 old

	for old in "${keep%-*}"-*; do
		[[ $old == "$keep" ]] || rm -rf "$old"
	done
}

# lab_make_pmu HEADERS MODULE: builds it in MODULE, for the headers that are unpacked in HEADERS.
lab_make_pmu() {
	sed -i "s|^include .*/usr/src/|include $1/usr/src/|" "$1/usr/src/linux-headers-$lab_version/Makefile"
	make -s -C "$1/usr/src/linux-headers-$lab_version" M="$2" CONFIG_DEBUG_INFO_BTF_MODULES= modules >"$2/log" 2>&1
}

# The PMU module for the kernel of a series: $lab_pmu.
lab_build_pmu() {
	local dir=$lab_cache/$1 build tree headers

	lab_pmu=
	[[ -z $(lab_suites "$1") ]] || return 0
	build=$dir/pmu-$(lab_hash "$lab_dir"/pmu/*)
	lab_pmu=$build/tdtop_lab_pmu.ko
	[[ -e $lab_pmu ]] && return
	echo "lab: building the PMU module for Linux $lab_version" >&2
	tree=$(plain_new "$lab_cache" new) || lab_skip "the PMU module cannot be built"
	mkdir "$tree/module"
	cp "$lab_dir"/pmu/* "$tree/module"
	headers=$dir
	if ! plain_is "$(realpath "$dir/usr/src")"; then
		headers=$tree
		mkdir -p "$tree/usr/lib" && cp -r "$dir/usr/src" "$tree/usr/" && cp -r "$dir"/usr/lib/linux-kbuild-* "$tree/usr/lib/"
	fi
	if ! lab_make_pmu "$headers" "$tree/module"; then
		cat "$tree/module/log" >&2
		rm -rf "$tree"
		exit 1
	fi
	strip --strip-debug "$tree/module/tdtop_lab_pmu.ko"
	mkdir -p "$build"
	mv "$tree"/module/* "$build/"
	rm -rf "$tree"
	lab_drop_old "$build"
}

# QEMU with an emulated PMU: $lab_qemu. Built once for each version of its sources.
lab_build_qemu() {
	local build tree status

	build=$lab_cache/qemu-$(lab_hash "$lab_dir"/qemu/{build.sh,hooks.patch,pmu*.[ch]} "$lab_dir"/pmu/lab_events.h)
	lab_qemu=$build/qemu-system-x86_64
	exec 9>"$lab_cache/lock"
	flock 9
	if [[ ! -x $lab_qemu ]]; then
		echo "lab: building QEMU with an emulated PMU: five to seven minutes, once" >&2
		tree=$(plain_new "$lab_cache" new) || lab_skip "QEMU cannot be built"
		"$lab_dir/qemu/build.sh" "$tree/qemu" || { status=$? && rm -rf "$tree" && exit "$status"; }
		rm -rf "$build"
		mv "$tree/qemu" "$build"
		rm -rf "$tree"
		lab_drop_old "$build"
	fi
	exec 9>&-
}

# The programs of work/, for the guest's PATH: $lab_work.
lab_build_work() {
	local source

	lab_work=$lab_cache/work-$(lab_hash "$lab_dir"/work/* "$lab_dir"/../../region/*.h)
	[[ -e $lab_work ]] && return
	mkdir -p "$lab_work.new"
	for source in "$lab_dir"/work/*.c; do
		gcc -O2 -Wall -Wextra -Wshadow -static -pthread \
			-o "$lab_work.new/$(basename "$source" .c)" "$source" || exit 1
	done
	mv "$lab_work.new" "$lab_work"
	lab_drop_old "$lab_work"
}

# The file of a module, and before it the files that it depends on.
lab_with_depends() {
	local name=$1 file depend

	file=$(find "$lab_cache/$series"/{,usr/}lib/modules -name "$name.ko*" 2>/dev/null | head -n 1)
	[[ -n $file ]] || return 0	# built in
	if [[ $file == *.xz ]]; then
		xz -dc "$file" >"$lab_root/lab/modules/$name.ko"
	else
		cp "$file" "$lab_root/lab/modules/$name.ko"
	fi
	for depend in $(tr '\0' '\n' <"$lab_root/lab/modules/$name.ko" |
		sed -n 's/^depends=//p' | tr ',' ' '); do
		lab_with_depends "${depend//-/_}"
	done
	grep -qx "$name" "$lab_root/lab/order" || echo "$name" >>"$lab_root/lab/order"
}

# The initramfs, without the command to run: $lab_initramfs.
lab_build_initramfs() {
	local series=$1 module lab_root

	lab_initramfs=$lab_cache/$series/initramfs-$(lab_hash "$lab_dir/prepare.sh" \
		"$lab_dir/init" "$lab_dir/../contrib/systemd.sh" ${lab_pmu:+"$lab_pmu"} "$lab_work"/* "$lab_busybox")
	[[ -e $lab_initramfs ]] && return
	lab_root=$(mktemp -d "$lab_cache/new.XXXXXX")
	mkdir -p "$lab_root"/{bin,dev,proc,sys,lab/modules}
	touch "$lab_root/lab/order"
	for module in $lab_modules; do
		lab_with_depends "$module"
	done
	cp ${lab_pmu:+"$lab_pmu"} "$lab_work"/* "$lab_root/lab/"
	cp "$lab_busybox" "$lab_root/bin/busybox"
	cp "$lab_dir/../contrib/systemd.sh" "$lab_root/lab/"
	cp "$lab_dir/init" "$lab_root/init"
	chmod 755 "$lab_root/init"
	(cd "$lab_root" && find . | cpio --quiet -o -H newc -R 0:0) >"$lab_initramfs.new" || exit 1
	rm -rf "$lab_root"
	mv "$lab_initramfs.new" "$lab_initramfs"
	lab_drop_old "$lab_initramfs"
}

# Everything a boot needs. Two calls at once wait for each other.
lab_prepare() {
	[[ $(uname -m) == x86_64 ]] || lab_skip "the lab needs an x86-64 host"
	lab_check_tools
	mkdir -p "$lab_cache" 2>/dev/null && [[ -w $lab_cache ]] ||
		lab_skip "cannot write the cache $lab_cache; set TDTOP_CACHE"
	exec 9>"$lab_cache/lock"
	flock 9
	lab_kernel "$1"
	lab_build_pmu "$1"
	lab_build_work
	lab_build_initramfs "$1"
	lab_kernel_image=$lab_cache/$1/boot/vmlinuz-$lab_version
	[[ -e $lab_kernel_image ]] || lab_kernel_image=$lab_cache/$1/usr/lib/modules/$lab_version/vmlinuz
	exec 9>&-
}
