#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Gets what tdtop is built from: on Debian and its kin by apt, never asking; elsewhere it says which
# packages are missing. No distribution but Fedora ships libperf, so libperf.a and libapi.a are built
# from Debian's kernel source, once per package version, into a cache. For arm64 all libraries go
# there: packages of another architecture could throw out those of this one. Called by ./quickstart.

usage() {
	cat <<END
usage: build-aux/deps.sh [--log FILE] [PURPOSE...]
       build-aux/deps.sh [--log FILE] arm64
       build-aux/deps.sh [--log FILE] libperf DIR [FLAG...]
Installs what is missing for these purposes: building tdtop (build, the default), and steps of
"./quickstart check": $(purposes | grep -vx 'build\|arm64' | paste -s -d ' ').
Prints the prefix to give to configure, in which
there are include/perf, include/internal, include/cpupower.h, lib/libperf.a, lib/libapi.a and
lib/libcpupower.a; nothing if the system has them.
"arm64" installs a cross compiler and an emulator, and prints the root directory of an arm64 system
with all that tdtop is built from; its libperf/ is the prefix. Exit status 77: not to be had here.
"libperf" only builds that prefix as DIR, from the kernel source that is installed, with these flags
of the compiler: it installs nothing, needs no network and uses no cache (debian/rules).
  TDTOP_CACHE          where libperf is kept (\${XDG_CACHE_HOME:-~/.cache}/tdtop)
  TDTOP_LINUX_SOURCE   build libperf from this kernel source tarball, 6.1 or newer
END
}

set -u -o pipefail
export LC_ALL=C PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES CFLAGS CPPFLAGS LDFLAGS ARCH CROSS_COMPILE O DESTDIR
libperf_flags=	# beside the recipe's own
recipe=5	# grows when libperf is built in another way: prefixes of older scripts are not used
. "$(dirname "${BASH_SOURCE[0]}")/plain.sh"
cache=$(cache_dir) || exit

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
build      module:libelf                 libelf-dev        elfutils-libelf-devel
build      module:libdw                  libdw-dev         elfutils-devel
build      header:libiberty/demangle.h   libiberty-dev     binutils-devel
build      module:capstone               libcapstone-dev   capstone-devel
build      module:libbpf                 libbpf-dev        libbpf-devel
build      module:libmicrohttpd          libmicrohttpd-dev  libmicrohttpd-devel
build      command:clang                 clang             clang
build      command:bpftool               bpftool           bpftool
lint       command:groff                 groff-base        groff-base
lint       command:mandoc                mandoc            mandoc
lint       command:cppcheck              cppcheck          cppcheck
lint       command:clang-tidy            clang-tidy        clang-tools-extra
lint       command:zsh                   zsh               zsh
lint       command:fish                  fish              fish
long,pgo,regions  command:qemu-x86_64    qemu-user         qemu-user
live,lab,static,pgo  command:perf        linux-perf        perf
live,lab   command:setcap                libcap2-bin       libcap
live,static  command:tmux                tmux              tmux
live,services,lab  command:jq            jq                jq
live,services,lab,python  command:python3  python3         python3
regions    command:g++                   g++               gcc-c++
regions    command:aarch64-linux-gnu-g++  g++-aarch64-linux-gnu  gcc-c++-aarch64-linux-gnu
regions    command:rustc                 rustc             rust
regions    command:gccgo                 gccgo             gcc-go
cost       command:valgrind              valgrind          valgrind
services   command:promtool              prometheus        golang-github-prometheus
services   command:prometheus-node-exporter  prometheus-node-exporter  golang-github-prometheus-node-exporter
services   command:systemd-analyze       systemd           systemd
services   command:crun                  crun              crun
services   command:ip                    iproute2          iproute
services   python:yaml                   python3-yaml      python3-pyyaml
services   python:prometheus_client      python3-prometheus-client  python3-prometheus_client
lab        command:qemu-system-x86_64    qemu-system-x86   qemu-system-x86-core
lab        static:busybox                busybox-static    busybox
lab        command:cpio                  cpio              cpio
lab        command:modinfo               kmod              kmod
lab        command:meson                 meson             meson
lab        command:ninja                 ninja-build       ninja-build
lab        command:patch                 patch             patch
lab        command:flex                  flex              flex
lab        command:bison                 bison             bison
lab        module:glib-2.0               libglib2.0-dev    glib2-devel
lab        module:pixman-1               libpixman-1-dev   pixman-devel
lab        module:libattr                libattr1-dev      libattr-devel
lab        module:libcap-ng              libcap-ng-dev     libcap-ng-devel
lab        header:libfdt.h               libfdt-dev        libfdt-devel
lab        header:zlib.h                 zlib1g-dev        zlib-devel
pgo        command:llvm-bolt-16          bolt-16           llvm-bolt
pgo        command:ld.lld                lld               lld
pgo        command:clang-19              clang-19          clang
pgo        command:llvm-profgen-19       llvm-19           llvm
pgo        command:create_llvm_prof      autofdo           autofdo
pgo        command:gcc-11                gcc-11            gcc
packages   command:dpkg-buildpackage     dpkg-dev          -
packages   command:dh                    debhelper         -
packages   command:po2debconf            po-debconf        -
packages   command:lintian               lintian           -
packages   command:debootstrap           debootstrap       -
static     header:bzlib.h                libbz2-dev        -
static     header:lzma.h                 liblzma-dev       -
static     header:zlib.h                 zlib1g-dev        -
static     command:dpkg-source           dpkg-dev          -
static     command:tic                   ncurses-bin       -
static     command:file                  file              -
arm64      command:aarch64-linux-gnu-gcc  gcc-aarch64-linux-gnu  -
arm64      command:qemu-aarch64-static   qemu-user-static  -
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
	# packages of a distribution are known to its own Python only
	python:*) python3 -c "import $name" 2>/dev/null || /usr/bin/python3 -c "import $name" 2>/dev/null ;;
	static:*) command -v "$name" >/dev/null && ! ldd "$(command -v "$name")" >/dev/null 2>&1 ;;
	esac
}

# Prints the packages, column $1 of the table, of the purposes $2... that are not there.
# shellcheck disable=SC2034	# debian and fedora are read by name
missing() {
	local column=$1 purpose see debian fedora

	shift
	while read -r purpose see debian fedora; do
		is_wanted "$purpose" "$@" || continue
		is_there "$see" || echo "${!column}"
	done <<<"$needs" | sort -u
}

# Is one of these purposes, with commas, among those that are wanted?
is_wanted() {	# PURPOSES WANTED...
	local purpose

	for purpose in ${1//,/ }; do
		[[ " ${*:2} " != *" $purpose "* ]] || return 0
	done
	return 1
}

# Prints all purposes of the table.
purposes() {
	awk '{ n = split($1, name, ","); for (i = 1; i <= n; i++) if (!seen[name[i]]++) print name[i] }' <<<"$needs"
}

# Prints the packages with headers and libraries that tdtop is built from, on Debian; also those of the static binary.
libraries() {
	local purpose see debian

	while read -r purpose see debian _; do
		[[ $purpose == build || $purpose == static ]] || continue
		[[ $see != header:* && $see != module:* && $see != library:* ]] || echo "$debian"
	done <<<"$needs"
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

# Debian starts a service when it is installed, and at each boot; only its programs are wanted. A unit that
# is masked does not start until somebody says "systemctl unmask".
mask_service() {
	local unit=/etc/systemd/system/$1.service

	[[ -d /run/systemd/system && ! -e $unit && ! -L $unit ]] || return 0
	as_root ln -s /dev/null "$unit" && say "$1.service is masked: it does not start"
}

# Installs packages. A linux-source that apt does not know is replaced by the newest that it knows; of the readers of
# profiles each distribution has its versions, and tests are skipped without them.
install_debian() {
	local package source packages=()

	may_install || die "missing packages: $*; run this as root, or \"sudo apt-get install $*\""
	apt_get update || say "apt-get update failed; trying with what apt knows"
	for package; do
		if [[ $package == linux-source-* ]] && ! apt-cache show "$package" >/dev/null 2>&1; then
			source=$(apt-cache pkgnames linux-source- | grep -E '^linux-source-[0-9]' | sort -V | tail -n 1)
			[[ -n $source ]] || die "apt knows no $package; give TDTOP_LINUX_SOURCE=TARBALL"
			package=$source
		elif [[ " $(missing debian pgo | tr '\n' ' ')" == *" $package "* ]] &&
			! apt-cache show "$package" >/dev/null 2>&1; then
			say "apt knows no $package: tests with it are skipped"
			continue
		fi
		[[ $package != prometheus* ]] || mask_service "$package"
		packages+=("$package")
	done
	((${#packages[@]})) || return 0
	say "installing ${packages[*]}"
	apt_get install --no-install-recommends "${packages[@]}" || die "apt-get could not install them"
}

### libperf

# Does the system have libperf and cpupower.h by itself?
system_has_libperf() {
	is_there module:libperf && is_there header:cpupower.h
}

# Prints the kernel source package that is installed: 6.12, else the newest.
installed_source() {
	local packages

	packages=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' 'linux-source-[0-9]*' 2>/dev/null |
		sed -n 's/^installed //p' | sort -V)
	grep -x 'linux-source-6\.12' <<<"$packages" || tail -n 1 <<<"$packages"
}

# Sets new to a directory that is deleted when this script ends: in the cache if make can live with its path. A result is
# built in it and renamed when it is complete, so the cache never has a half-built one.
make_new() {
	mkdir -p "$cache" 2>/dev/null && [[ -w $cache ]] || die "cannot write to $cache; set TDTOP_CACHE"
	new=$(plain_new "$cache" new-libperf) || die "libperf cannot be built"
	trap 'rm -rf "$new"' EXIT	# new is not local: this runs outside the function
	trap 'exit 130' INT TERM HUP
}

keep_new() {	# what in it, under which name
	local stage

	chmod -R a+rX "$new/$1"
	# From another file system this is no rename yet.
	stage=$(mktemp -d "$cache/new-libperf.XXXXXX") && mv "$new/$1" "$stage/" || die "cannot write to $cache"
	mv -T "$stage/$1" "$2" 2>/dev/null || [[ -d $2 ]] || die "cannot write $2"
	rm -rf "$new" "$stage"
	trap - EXIT INT TERM HUP
}

# Builds it into $new/prefix, with these variables of make.
build_libperf() {
	local part make

	say "building libperf from $tarball"
	mkdir "$new/source" "$new/prefix"
	for part in tools/{lib,build,include,scripts,arch,power/cpupower/lib} 'scripts/*.include'; do
		printf '*/%s\n' "$part"
	done >"$new/parts"
	quietly tar -x -f "$tarball" -C "$new/source" --strip-components=1 --wildcards -T "$new/parts" ||
		die "cannot unpack $tarball"
	make=(make -s -C "$new/source/tools/lib/perf" "prefix=$new/prefix" "libdir=$new/prefix/lib"
		WERROR=0 "EXTRA_CFLAGS=-O2 -ffile-prefix-map=$new/source/= $libperf_flags -Wno-error" "$@")
	quietly "${make[@]}" install_lib install_headers || die "libperf does not build"
	rm -f "$new"/prefix/lib/libperf.so*
	# Linux 6.1 does not install these.
	[[ -e $new/prefix/include/internal ]] ||
		cp -r "$new/source/tools/lib/perf/include/internal" "$new/prefix/include/" ||
		die "$tarball lacks the internal headers of libperf"
	mv "$new/source/tools/lib/api/libapi.a" "$new/prefix/lib/" || die "libapi does not build"
	mv "$new/source/tools/power/cpupower/lib/cpupower.h" "$new/prefix/include/" ||
		die "$tarball lacks cpupower.h"
	build_libcpupower "$@"
	# struct perf_evsel has a struct perf_event_attr inside: it must be the one libperf was built with.
	mkdir -p "$new/prefix/include/linux"
	mv "$new/source/tools/include/uapi/linux/perf_event.h" "$new/prefix/include/linux/" ||
		die "$tarball lacks perf_event.h"
}

# libcpupower.a, which no distribution has, for the static binary. The kernel's own makefile links a shared library.
build_libcpupower() {
	local compiler=gcc archiver=ar option

	for option; do
		case $option in
		CC=*) compiler=${option#CC=} ;;
		CROSS_COMPILE=*) archiver=${option#CROSS_COMPILE=}ar ;;
		esac
	done
	# shellcheck disable=SC2086	# the compiler has options
	(cd "$new/source/tools/power/cpupower/lib" &&
		quietly $compiler "-I$new/prefix/include" -g0 -O2 -fPIE -fstack-protector-strong -c ./*.c &&
		quietly "$archiver" rcs "$new/prefix/lib/libcpupower.a" ./*.o) || die "libcpupower does not build"
}

# Sets tarball and version: the kernel source that libperf is built from.
find_source() {
	local package

	tarball=${TDTOP_LINUX_SOURCE-}
	version=$(basename "${tarball%.tar*}")
	[[ -z $tarball ]] || return 0
	package=$(installed_source)
	[[ -n $package ]] || return
	tarball=/usr/src/$package.tar.xz
	version=$(dpkg-query -W -f '${Version}' "$package")
}

# Prints the prefix; builds it if it is not in the cache.
libperf_prefix() {
	local prefix=$cache/libperf-$version-recipe$recipe

	if [[ ! -d $prefix ]]; then
		make_new
		build_libperf
		keep_new prefix "$prefix"
	fi
	echo "$prefix"
}

# Builds the prefix $1, if it is not there, from the kernel source of this system.
libperf_only() {
	find_source || die "there is no kernel source: install linux-source, or give TDTOP_LINUX_SOURCE=TARBALL"
	[[ ! -d $1 ]] || return 0
	cache=$(realpath -m "$(dirname "$1")")	# on its file system, for the rename
	make_new
	build_libperf
	keep_new prefix "$cache/$(basename "$1")"
}

# Prints the newest prefix that was built before; it is used even if the source package was removed since.
cached_libperf() {
	find "$cache" -maxdepth 1 -name "libperf-*-recipe$recipe" 2>/dev/null | sort -V | tail -n 1
}

### distributions

is_debian() {
	command -v apt-get >/dev/null && command -v dpkg-query >/dev/null
}

# $@: purposes. Prints the prefix, nothing if the system has all.
on_debian() {
	local packages needs_source=

	mapfile -t packages < <(missing debian "$@")
	is_there command:xz || packages+=(xz-utils)	# for kernels and their source
	if [[ -n ${TDTOP_LINUX_SOURCE-} ]] || ! system_has_libperf; then
		needs_source=1
		find_source || [[ -n $(cached_libperf) ]] || packages+=(linux-source-6.12)
	fi
	[[ ${#packages[@]} -eq 0 ]] || install_debian "${packages[@]}"

	[[ -n $needs_source ]] || return 0
	if find_source; then
		libperf_prefix
	else
		cached_libperf
	fi
}

# Prints what is missing; goes on if it is not needed for building.
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
	[[ -z ${TDTOP_LINUX_SOURCE-} ]] || { find_source && libperf_prefix; }
}

### arm64, on another architecture: a root directory for the cross compiler and for the emulator

cannot_arm64() {
	say "$@"
	exit 77
}

# apt for arm64, with lists and a state of its own: the system does not learn of this architecture.
apt_get_arm64() {
	local option options=()

	for option in APT::Architecture{,s}=arm64 Debug::NoLocking=1 "Dir::State=$new/apt" \
		"Dir::State::status=$new/apt/status" "Dir::Cache=$new/apt"; do
		options+=(-o "$option")
	done
	quietly apt-get -q -y "${options[@]}" "$@"
}

# Makes $new/root from the packages $@ and all that they depend on.
make_root() {
	local package link

	mkdir -p "$new/apt/lists/partial" "$new/apt/archives/partial" "$new/root/usr/lib"
	: >"$new/apt/status"
	ln -s usr/lib "$new/root/lib"	# as on Debian 13; on 12 packages have files in both
	apt_get_arm64 update || say "apt-get update failed; trying with what it got"
	apt_get_arm64 --download-only --no-install-recommends install "$@" ||
		cannot_arm64 "apt has no arm64 packages of: $*"
	for package in "$new"/apt/archives/*.deb; do
		dpkg-deb --fsys-tarfile "$package" | tar -x --keep-directory-symlink -C "$new/root" ||
			die "cannot unpack $package"
	done
	rm -rf "$new"/root/{etc,usr/bin,usr/share}
	find "$new/root" -type l -lname '/*' | while read -r link; do
		ln -sfr "$new/root$(readlink "$link")" "$link"
	done
}

# Prints the root directory; makes it if it is not in the cache.
arm64_root() {
	local packages root

	mapfile -t packages < <(libraries)
	# shellcheck disable=SC1091
	root=$cache/arm64-$(. /etc/os-release && echo "$ID${VERSION_ID-}")-libperf-$version-recipe$recipe
	root+=-$(cksum <<<"${packages[*]}" | cut -d ' ' -f 1)	# other packages: another root
	if [[ ! -d $root ]]; then
		make_new
		make_root "${packages[@]}"
		build_libperf ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu- \
			"CC=aarch64-linux-gnu-gcc --sysroot=$new/root"
		mv "$new/prefix" "$new/root/libperf"
		keep_new root "$root"
	fi
	echo "$root"
}

arm64() {
	local packages

	is_debian || cannot_arm64 "only Debian's cross compiler and packages of arm64 are known"
	[[ $(uname -m) != aarch64 ]] || cannot_arm64 "this machine is one"
	mapfile -t packages < <(missing debian arm64)
	find_source || packages+=(linux-source-6.12)
	[[ ${#packages[@]} -eq 0 ]] || (install_debian "${packages[@]}") ||
		cannot_arm64 "not to be had: ${packages[*]}"
	find_source
	arm64_root
}

### main

log=/dev/null
if [[ ${1-} == --log && $# -ge 2 ]]; then
	log=$(realpath -m "$2")	# steps run elsewhere
	: >"$log" || exit
	shift 2
fi
if [[ ${1-} == libperf ]]; then
	[[ $# -ge 2 ]] || { usage >&2 && exit 2; }
	libperf_flags="${*:3}"
	libperf_only "$2"
	exit
fi
wanted=("${@:-build}")
for purpose in "${wanted[@]}"; do
	case $purpose in
	-h | --help) usage && exit ;;
	esac
	purposes | grep -x -e "$purpose" >/dev/null || { usage >&2 && exit 2; }
done

# Deletes what an interrupted run may have left.
find "$cache" -maxdepth 1 -name 'new-libperf.*' -mmin +60 -exec rm -rf {} + 2>/dev/null

if [[ ${wanted[*]} == *arm64* ]]; then
	[[ ${#wanted[@]} -eq 1 ]] || { usage >&2 && exit 2; }
	arm64
elif is_debian; then
	on_debian "${wanted[@]}"
else
	elsewhere "${wanted[@]}"
fi
