#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Gets what tdtop is built from: on Debian and its kin by apt, never asking; elsewhere it says which
# packages are missing. No distribution but Fedora ships libperf, so libperf.a and libapi.a are built
# from Debian's kernel source, once per package version, into a cache. Called by ./quickstart.

usage() {
	cat <<END
usage: build-aux/deps.sh [--log FILE] [build] [check] [lab]
Installs what is missing for building tdtop (build, the default), its tests (check) and the virtual
machine (lab). Prints the prefix to give to configure, in which there are include/perf,
include/internal, include/cpupower.h, lib/libperf.a and lib/libapi.a; nothing if the system has them.
  TDTOP_CACHE          where libperf is kept (\${XDG_CACHE_HOME:-~/.cache}/tdtop)
  TDTOP_LINUX_SOURCE   build libperf from this kernel source tarball, 6.1 or newer
END
}

set -u -o pipefail
export LC_ALL=C PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES CFLAGS CPPFLAGS LDFLAGS ARCH CROSS_COMPILE O DESTDIR
recipe=3	# grows when libperf is built in another way: prefixes of older scripts are not used
cache=${TDTOP_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/tdtop}

# for      how to see that it is there   Debian            Fedora
needs="
build      command:gcc                   gcc               gcc
build      header:stdio.h                libc6-dev         glibc-devel
build      command:make                  make              make
build      command:autoreconf            autoconf          autoconf
build      command:automake              automake          automake
build      command:pkg-config            pkg-config        pkgconf-pkg-config
build      module:ncursesw               libncurses-dev    ncurses-devel
build      module:jansson                libjansson-dev    jansson-devel
build      module:libzstd                libzstd-dev       libzstd-devel
build      module:cmocka                 libcmocka-dev     libcmocka-devel
build      header:uthash.h               uthash-dev        uthash-devel
build      library:cpupower              libcpupower-dev   kernel-tools-libs-devel
check      command:groff                 groff-base        groff-base
check      command:tmux                  tmux              tmux
check      command:jq                    jq                jq
check      command:cppcheck              cppcheck          cppcheck
check      command:clang-tidy            clang-tidy        clang-tools-extra
lab        command:qemu-system-x86_64    qemu-system-x86   qemu-system-x86-core
lab        static:busybox                busybox-static    busybox
lab        command:perf                  linux-perf        perf
lab        command:cpio                  cpio              cpio
lab        command:modinfo               kmod              kmod
"

say() {
	echo "tdtop: $*" >&2
}

die() {
	say "$@"
	exit 1
}

compiles() {	# options of gcc; the program is on stdin
	gcc -x c - -o /dev/null "$@" >/dev/null 2>&1
}

is_there() {
	local name=${1#*:}

	case $1 in
	command:*) command -v "$name" >/dev/null ;;
	module:*) pkg-config --exists "$name" 2>/dev/null ;;
	header:*) echo "#include <$name>" | compiles -E ;;
	library:*) echo 'int main(void) { return 0; }' | compiles "-l$name" ;;
	static:*) command -v "$name" >/dev/null && ! ldd "$(command -v "$name")" >/dev/null 2>&1 ;;
	esac
}

# Prints the packages, column $1 of the table, of the purposes $2... that are not there.
# shellcheck disable=SC2034	# debian and fedora are read by name
missing() {
	local column=$1 purpose see debian fedora

	shift
	while read -r purpose see debian fedora; do
		[[ " $* " == *" $purpose "* ]] || continue
		is_there "$see" || echo "${!column}"
	done <<<"$needs" | sort -u
}

# Runs a command quietly: what it prints is shown only if it fails, and kept in --log.
quietly() {
	"$@" >>"$log" 2>&1 </dev/null && return
	tail -n 20 "$log" >&2
	return 1
}

### installing

as_root() {
	if [[ $EUID == 0 ]]; then
		env "$@"
	else
		sudo -n env "$@"
	fi
}

apt_get() {
	quietly as_root DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=a \
		apt-get -q -y -o DPkg::Lock::Timeout=300 "$@"
}

may_install() {
	[[ $EUID == 0 ]] || sudo -n true 2>/dev/null
}

# Installs packages. A linux-source that apt does not know is replaced by the newest that it knows.
install_debian() {
	local package source packages=()

	may_install || die "missing packages: $*; run this as root, or \"sudo apt-get install $*\""
	apt_get update || say "apt-get update failed; trying with what apt knows"
	for package; do
		if [[ $package == linux-source-* ]] && ! apt-cache show "$package" >/dev/null 2>&1; then
			source=$(apt-cache pkgnames linux-source- | grep -E '^linux-source-[0-9]' | sort -V | tail -n 1)
			[[ -n $source ]] || die "apt knows no $package; give TDTOP_LINUX_SOURCE=TARBALL"
			package=$source
		fi
		packages+=("$package")
	done
	say "installing ${packages[*]}"
	apt_get install --no-install-recommends "${packages[@]}" || die "apt-get could not install them"
}

### libperf

# Does the system have libperf and cpupower.h by itself?
system_has_libperf() {
	is_there module:libperf && is_there header:cpupower.h
}

# The kernel source package that is installed: 6.12, else the newest.
installed_source() {
	local packages

	packages=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' 'linux-source-[0-9]*' 2>/dev/null |
		sed -n 's/^installed //p' | sort -V)
	grep -x 'linux-source-6\.12' <<<"$packages" || tail -n 1 <<<"$packages"
}

# Builds tarball $1 into prefix $2. All is made beside it and renamed, so that no half is ever found.
build_libperf() {
	local tarball=$1 prefix=$2 part make

	say "building libperf from $tarball"
	mkdir -p "$cache"
	new=$(mktemp -d "$cache/new-libperf.XXXXXX") || die "cannot write to $cache"
	trap 'rm -rf "$new"' EXIT	# new is not local: this runs outside the function
	trap 'exit 130' INT TERM HUP
	mkdir "$new/source" "$new/prefix"
	for part in tools/{lib,build,include,scripts,arch,power/cpupower/lib} 'scripts/*.include'; do
		printf '*/%s\n' "$part"
	done >"$new/parts"
	quietly tar -x -f "$tarball" -C "$new/source" --strip-components=1 --wildcards -T "$new/parts" ||
		die "cannot unpack $tarball"
	make=(make -s -C "$new/source/tools/lib/perf" "prefix=$new/prefix" "libdir=$new/prefix/lib"
		WERROR=0 "EXTRA_CFLAGS=-O2 -Wno-error")
	quietly "${make[@]}" install_lib install_headers || die "libperf does not build"
	rm -f "$new"/prefix/lib/libperf.so*
	mv "$new/source/tools/lib/api/libapi.a" "$new/prefix/lib/" || die "libapi does not build"
	mv "$new/source/tools/power/cpupower/lib/cpupower.h" "$new/prefix/include/" ||
		die "$tarball lacks cpupower.h"
	# struct perf_evsel has a struct perf_event_attr inside: it must be the one libperf was built with.
	mkdir -p "$new/prefix/include/linux"
	mv "$new/source/tools/include/uapi/linux/perf_event.h" "$new/prefix/include/linux/" ||
		die "$tarball lacks perf_event.h"
	chmod -R a+rX "$new/prefix"
	mv -T "$new/prefix" "$prefix" 2>/dev/null || [[ -d $prefix ]] || die "cannot write $prefix"
	rm -rf "$new"
	trap - EXIT INT TERM HUP
}

# Prints the prefix for version $1; builds it from tarball $2 if it is not in the cache.
libperf_prefix() {
	local prefix=$cache/libperf-$1-recipe$recipe

	[[ -d $prefix ]] || build_libperf "$2" "$prefix"
	echo "$prefix"
}

# A prefix built before serves even if the source package is gone.
cached_libperf() {
	find "$cache" -maxdepth 1 -name "libperf-*-recipe$recipe" 2>/dev/null | sort -V | tail -n 1
}

### distributions

# $@: purposes. Prints the prefix, nothing if the system has all.
on_debian() {
	local package packages needs_source=

	mapfile -t packages < <(missing debian "$@")
	is_there command:xz || packages+=(xz-utils)	# for kernels and their source
	if [[ -z ${TDTOP_LINUX_SOURCE-} ]] && ! system_has_libperf; then
		needs_source=1
		[[ -n $(installed_source)$(cached_libperf) ]] || packages+=(linux-source-6.12)
	fi
	[[ ${#packages[@]} -eq 0 ]] || install_debian "${packages[@]}"

	package=$(installed_source)
	if [[ -n ${TDTOP_LINUX_SOURCE-} ]]; then
		own_libperf
	elif [[ -z $needs_source ]]; then
		return
	elif [[ -n $package ]]; then
		libperf_prefix "$(dpkg-query -W -f '${Version}' "$package")" "/usr/src/$package.tar.xz"
	else
		cached_libperf
	fi
}

own_libperf() {
	libperf_prefix "$(basename "${TDTOP_LINUX_SOURCE%.tar*}")" "$TDTOP_LINUX_SOURCE"
}

# Says what is missing, goes on if it is not needed for building.
elsewhere() {
	local packages

	packages=$(missing fedora build)
	if [[ -z ${TDTOP_LINUX_SOURCE-} ]] && ! system_has_libperf; then
		packages+=${packages:+ }"libperf-devel kernel-tools-libs-devel"
		say "no libperf package? give TDTOP_LINUX_SOURCE=linux-6.12.tar.xz"
	fi
	[[ -z $packages ]] || die "missing packages (names as in Fedora): ${packages//$'\n'/ }"
	packages=$(missing fedora "$@")
	[[ -z $packages ]] || say "tests will be skipped without (names as in Fedora): ${packages//$'\n'/ }"
	[[ -z ${TDTOP_LINUX_SOURCE-} ]] || own_libperf
}

### main

log=/dev/null
if [[ ${1-} == --log && $# -ge 2 ]]; then
	log=$2
	: >"$log" || exit
	shift 2
fi
purposes=()
for purpose in "${@:-build}"; do
	case $purpose in
	build | check | lab) purposes+=("$purpose") ;;
	-h | --help) usage && exit ;;
	*) usage >&2 && exit 2 ;;
	esac
done

# What an interrupted run may have left.
find "$cache" -maxdepth 1 -name 'new-libperf.*' -mmin +60 -exec rm -rf {} + 2>/dev/null

if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
	on_debian "${purposes[@]}"
else
	elsewhere "${purposes[@]}"
fi
