#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Builds the libraries of the static binary that Debian does not ship in a fit state, from Debian's own
# source packages (whose hashes apt checks), once into a cache. The others are Debian's .a files; libperf
# and libcpupower come from build-aux/deps.sh. Called by "./quickstart static".

usage() {
	cat <<END
usage: build-aux/static/libs.sh [--log FILE] [ROOT]
Prints a prefix with include/, lib/*.a, lib/pkgconfig/, and versions, which names what is in it. With
ROOT, what "build-aux/deps.sh arm64" printed: for arm64.
  TDTOP_CACHE          where the prefix and the source are kept (\${XDG_CACHE_HOME:-~/.cache}/tdtop)
END
}

set -u -o pipefail
export LC_ALL=C PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES CFLAGS CPPFLAGS LDFLAGS DESTDIR TERMINFO TERMINFO_DIRS
unset PKG_CONFIG PKG_CONFIG_LIBDIR PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR
. "$(dirname "${BASH_SOURCE[0]}")/../plain.sh"
cache=$(cache_dir) || exit
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit
recipe=2	# grows when something is built in another way that no line of the table shows

# Terminals whose description is inside; others are read from the terminfo of the machine, if it has any.
terminals="xterm xterm-256color xterm-direct screen screen-256color screen.xterm-256color tmux tmux-256color
linux vt100 vt102 vt220 ansi dumb rxvt rxvt-256color rxvt-unicode rxvt-unicode-256color alacritty kitty
xterm-kitty xterm-ghostty wezterm foot st st-256color konsole konsole-256color gnome gnome-256color
vte-256color putty putty-256color cygwin eterm-color"

# Why not Debian's libncursesw.a: it has no descriptions of terminals inside. Why not its libmicrohttpd.a: it
# wants GnuTLS, of which there is no complete static chain, and TLS is left to a proxy here.
# source package   what must come of it    options of configure
libraries="
ncurses        libncursesw.a    --enable-widec --with-normal --without-debug --without-shared --without-ada --without-cxx
ncurses        libncursesw.a    --without-cxx-binding --without-progs --without-tests --without-manpages --without-gpm
ncurses        libncursesw.a    --without-dlsym --disable-db-install --disable-stripping --enable-overwrite
ncurses        libncursesw.a    --enable-pc-files --with-xterm-kbs=del --disable-root-environ --disable-setuid-environ
ncurses        libncursesw.a    --with-default-terminfo-dir=/etc/terminfo
ncurses        libncursesw.a    --with-terminfo-dirs=/etc/terminfo:/lib/terminfo:/usr/share/terminfo:/usr/lib/terminfo
ncurses        libncursesw.a    --with-fallbacks=TERMINALS --with-pkg-config-libdir=PREFIX/lib/pkgconfig
libmicrohttpd  libmicrohttpd.a  --disable-shared --enable-static --disable-https --disable-doc --disable-examples
libmicrohttpd  libmicrohttpd.a  --disable-curl --disable-tools --disable-dauth --disable-bauth --disable-postprocessor
"

say() {
	echo "tdtop: $*" >&2
}

die() {
	say "$@"
	exit 1
}

# Runs a command quietly: what it prints is shown only if it fails, and kept in --log.
quietly() {
	"$@" >>"$log" 2>&1 </dev/null && return
	tail -n 20 "$log" >&2
	return 1
}

names() {
	awk 'NF { print $1 }' <<<"$libraries" | uniq
}

product() {	# source package
	awk -v name="$1" '$1 == name { print $2; exit }' <<<"$libraries"
}

# Prints the options of a source package, one a line.
options() {
	awk -v name="$1" '$1 == name { for (i = 3; i <= NF; i++) print $i }' <<<"$libraries" |
		sed "s|PREFIX|$new/prefix|; s|TERMINALS|$(tr -s ' \n' ',' <<<"$terminals" | sed 's/,$//')|"
}

### source

# apt with lists of its own, of the source packages of the mirrors that this machine is set up with.
apt_get_source() {
	quietly apt-get -q -y -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$new/apt/sources" \
		-o "Dir::State::lists=$new/apt/lists" -o "Dir::Cache=$new/apt/cache" -o Debug::NoLocking=1 \
		-o APT::Sandbox::User= "$@"
}

source_lists() {
	local file

	for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
		[[ ! -r $file ]] || sed -n 's/^[[:blank:]]*deb[[:blank:]]/deb-src /p' "$file" \
			>"$new/apt/sources/$(basename "${file%.list}").list"
	done
	for file in /etc/apt/sources.list.d/*.sources; do
		[[ ! -r $file ]] || sed 's/^Types:.*/Types: deb-src/I' "$file" >"$new/apt/sources/${file##*/}"
	done
}

# Unpacks the source packages into $new/source, with Debian's patches. They stay in the cache for the next architecture.
get_source() {
	local kept=$cache/static-source-$system-$(names | cksum | cut -d " " -f 1) name

	mkdir -p "$new"/{source,apt/{sources,lists/partial,cache/archives/partial}}
	if [[ ! -d $kept ]]; then
		source_lists
		apt_get_source update || say "apt-get update failed; trying with what it got"
		mkdir "$new/kept"
		# shellcheck disable=SC2046	# words
		(cd "$new/kept" && apt_get_source source --download-only $(names)) ||
			die "apt cannot get the source of: $(names | paste -s -d ' ')"
		mv -T "$new/kept" "$kept" 2>/dev/null || [[ -d $kept ]] || die "cannot write $kept"
	fi
	for name in $(names); do
		quietly dpkg-source --no-check -x "$kept/$name"_*.dsc "$new/source/$name" ||
			die "cannot unpack $name"
		mkdir -p "$new/prefix/copyright"
		cp "$new/source/$name/debian/copyright" "$new/prefix/copyright/$name" || die "no copyright of $name"
		echo "$name $(sed -n 's/^Version: //p' "$kept/$name"_*.dsc | head -n 1)" >>"$new/prefix/versions"
	done
	more_terminals "$new/source/ncurses/misc/terminfo.src"
}

# Adds those descriptions that ncurses' own file lacks in this version.
more_terminals() {	# file
	awk 'NR == FNR { if (/^[^#[:space:]]/) { n = split($0, names, /[|,]/); for (i = 1; i <= n; i++) known[names[i]] = 1 } next }
		/^[^[:space:]]/ { split($0, names, /[|,]/); wanted = !/^#/ && !(names[1] in known) }
		wanted' "$1" "$here/terminfo.src" >"$new/more"
	cat "$new/more" >>"$1"
}

### building

# Sets flags: as tdtop is built itself, as far as this compiler takes them. No path of this machine gets in.
find_flags() {
	local flag

	flags="-g0 -O2 -fPIE -ffile-prefix-map=$new=."
	for flag in -fstack-protector-strong -fstack-clash-protection -fcf-protection -mbranch-protection=standard \
		"-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3" "-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2"; do
		[[ $flags != *_FORTIFY_SOURCE* || $flag != *_FORTIFY_SOURCE* ]] || continue
		# shellcheck disable=SC2086	# words
		! echo '#include <stdio.h>' | $compiler -Werror -O2 $flag -x c -c - -o /dev/null 2>/dev/null ||
			flags+=" $flag"
	done
}

build() {	# source package
	local options

	say "building the static $1 ($machine)"
	mapfile -t options < <(options "$1")
	mkdir "$new/build-$1"
	cd "$new/build-$1" &&
		quietly "$new/source/$1/configure" --prefix="$new/prefix" --libdir="$new/prefix/lib" \
			--build="$(gcc -dumpmachine)" --host="$triplet" "CC=$compiler" "AR=$triplet-ar" \
			"RANLIB=$triplet-ranlib" CPP="$compiler -E" BUILD_CC=gcc "CFLAGS=$flags" "${options[@]}" &&
		quietly make -s -j "$(nproc)" && quietly make -s install || die "$1 does not build"
	[[ -f $new/prefix/lib/$(product "$1") ]] || die "no $(product "$1") came of $1"
}

build_all() {
	local name

	mkdir -p "$cache"
	new=$(mktemp -d "$cache/new-static.XXXXXX") || die "cannot write to $cache"
	trap 'rm -rf "$new"' EXIT	# new is not local: this runs outside the function
	trap 'exit 130' INT TERM HUP
	mkdir "$new/prefix"
	get_source
	find_flags
	for name in $(names); do
		build "$name"
	done
	sed -i "s|$new/prefix|\${pcfiledir}/../..|g" "$new"/prefix/lib/pkgconfig/*.pc
	rm -rf "$new"/prefix/{bin,share} "$new"/prefix/lib/*.la
	chmod -R a+rX "$new/prefix"
	mv -T "$new/prefix" "$prefix" 2>/dev/null || [[ -d $prefix ]] || die "cannot write $prefix"
}

### main

log=/dev/null
if [[ ${1-} == --log && $# -ge 2 ]]; then
	log=$2
	: >"$log" || exit
	log=$(realpath "$log")
	shift 2
fi
case ${1-} in
-h | --help) usage && exit ;;
-*) usage >&2 && exit 2 ;;
esac
if [[ -n ${1-} ]]; then
	machine=arm64 triplet=aarch64-linux-gnu compiler="aarch64-linux-gnu-gcc --sysroot=$1"
else
	machine=$(uname -m) triplet=$(gcc -dumpmachine) compiler=gcc
fi
command -v apt-get >/dev/null || die "only Debian's source packages are known to this script"
# shellcheck disable=SC1091
system=$(. /etc/os-release && echo "$ID${VERSION_ID-}")
prefix=$cache/static-$system-$machine-$({ echo "$recipe$libraries$terminals"; cat "$here/terminfo.src"; } | cksum | cut -d ' ' -f 1)
find "$cache" -maxdepth 1 -name 'new-static.*' -mmin +60 -exec rm -rf {} + 2>/dev/null
[[ -d $prefix ]] || build_all
echo "$prefix"
