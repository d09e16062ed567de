#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A copy of this checkout in each place where somebody may have it: quickstart, the scripts and the lab's machine work
# there. Two of the copies are built. What cannot be tried here is skipped, with the reason. As root, for the mounts.
#
# usage: tests/check-places.sh [directories] [links] [mounts] [environments] [without_root] [builds]    (all)

set -u
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[[ $EUID == 0 ]] || { echo "check-places: needs root, for mounts and other users" && exit 77; }
git -C "$top" rev-parse --git-dir >/dev/null 2>&1 || { echo "check-places: needs a checkout of git" && exit 77; }
# Mounts end with this script.
if [[ ${1-} != inside ]]; then
	unshare -m true 2>/dev/null || { echo "check-places: unshare(2) of mounts is refused" && exit 77; }
	exec unshare -m "$0" inside "$@"
fi
shift

passed=0 failed=0 made=()
work=$(mktemp -d /tmp/tdtop-places.XXXXXX) || exit 99
made+=("$work")
finish() {
	umount -l "$work"/{other,bound,ro,ro2} 2>/dev/null
	rm -rf "${made[@]}"
	find "$cache" /var/tmp /tmp -maxdepth 1 -type l -name "tdtop-$EUID-*" -lname "$work/*" -delete	# plain_name's
}
trap finish EXIT
trap 'exit 130' INT TERM HUP
. "$top/build-aux/plain.sh"
cache=$(cache_dir) || exit 99
export TDTOP_CACHE=$cache

# try WORDS COMMAND...: what it prints is shown if it fails.
try() {
	local words=$1

	shift
	if "$@" >"$work/log" 2>&1 </dev/null; then
		echo "ok $words" && ((++passed))
	else
		echo "not ok $words" && ((++failed))
		tail -n 15 "$work/log" | sed 's/^/# /'
	fi
}

# The files of git, into a new directory.
copy() {	# DIR
	mkdir -p "$1" && git -C "$top" ls-files -z | (cd "$top" && tar -c --null -T -) | tar -x -C "$1" --no-same-owner
}

says() {	# PATTERN COMMAND...
	"${@:2}" 2>&1 | tee /dev/stderr | grep -- "$1" >/dev/null
}

finds_libperf() {
	[[ $(build-aux/deps.sh) == "$(cd "$top" && build-aux/deps.sh)" ]]
}

# From another directory, which the machine has as well.
machine_reads() {	# DIR
	local has

	has=$(cd "$work/c wd" && "$1/tests/lab/vm" -- cat "$1/README.md" here) && [[ $has == "$(cat "$1/README.md" "$work/c wd/here")" ]]
}

scripts_run() {	# WHAT DIR
	cd "$2" || return
	try "$1: quickstart --help" says '^usage: ./quickstart' ./quickstart --help
	try "$1: deps.sh finds libperf" finds_libperf
	cd / || exit
	((no_lab)) || try "$1: the lab's machine has the checkout and the caller's directory" machine_reads "$2"
}

layers_run() {	# WHAT DIR
	cd "$2" && try "$1: layers.sh" env srcdir=. builddir= tests/layers.sh
	cd / || exit
}

in_new_directory() {	# PARENT
	local dir

	dir=$(mktemp -d "$1/tdtop-places.XXXXXX" 2>/dev/null) || { echo "# skipped: $1: cannot write there" && return; }
	made+=("$dir")
	copy "$dir/tdtop"
	scripts_run "below $1" "$dir/tdtop"
	rm -rf "$dir"
}

in_directories() {
	local parent

	for parent in /tmp /var/tmp "${HOME:-/root}" /home /run /dev/shm; do
		in_new_directory "$parent"
	done
	layers_run "below /tmp" "$work/plain"
}

in_links() {
	ln -s "$work/plain" "$work/link"
	scripts_run "through a symbolic link" "$work/link"
	copy "$work/com,ma"
	scripts_run "a comma" "$work/com,ma"
}

in_mounts() {
	mkdir -p "$work/other" "$work/bound" "$work/ro"
	if mount -t tmpfs tmpfs "$work/other" && copy "$work/other/tdtop"; then
		scripts_run "another file system" "$work/other/tdtop"
	else
		echo "# skipped: another file system: mount(2) is refused"
	fi
	if mount --bind "$work/plain" "$work/bound"; then
		scripts_run "bind mounted" "$work/bound"
		mount --bind "$work/plain" "$work/ro" && mount -o remount,bind,ro "$work/ro"
		scripts_run "read-only" "$work/ro"
		try "read-only: quickstart says so" says "cannot write to $work/ro/build" "$work/ro/quickstart" --version
	fi
}

# Of the cache only what is fetched; all that is built is built anew.
odd_cache() {	# DIR
	local part

	mkdir -p "$1/lab/6.1"
	for part in boot lib usr version; do
		[[ ! -e $cache/lab/6.1/$part ]] || ln -s "$cache/lab/6.1/$part" "$1/lab/6.1/$part"
	done
	TDTOP_CACHE=$1 machine_reads "$work/plain"
}

in_environments() {
	cd "$work/plain" || return
	try "HOME is unset" env -u HOME -u TDTOP_CACHE XDG_CACHE_HOME="${cache%/tdtop}" ./quickstart --help
	try "HOME is unset: deps.sh" env -u HOME build-aux/deps.sh
	((no_lab)) && return
	try "HOME is unset: the lab's machine" env -u HOME tests/lab/vm -- true
	mkdir -p "$work/t, m'p"
	try "TMPDIR with a blank, a comma and a quote: the lab's machine" env TMPDIR="$work/t, m'p" tests/lab/vm -- true
	try "TDTOP_CACHE with a blank: what the lab needs is built, and boots" odd_cache "$work/ca che"
	made+=("/run/tdtop-places.$$")
	try "TDTOP_CACHE below /run" odd_cache "/run/tdtop-places.$$"
}

# Nobody has no sudo, and pkg-config is one that knows no library.
in_without_root() {
	local nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups env -u HOME TDTOP_CACHE="$work/nobody/cache")

	chmod 755 "$work"
	mkdir -p "$work/nobody" "$work/bin"
	copy "$work/nobody/tdtop"
	chown -R 65534:65534 "$work/nobody"
	printf '#!/bin/sh\nexit 1\n' >"$work/bin/pkg-config" && chmod 755 "$work/bin/pkg-config"
	cd "$work/nobody/tdtop" || return
	try "without root: quickstart names the packages that are missing" \
		says '^tdtop: missing packages: .*libncurses.*; run this as root' \
		"${nobody[@]}" PATH="$work/bin:$PATH" ./quickstart --version
	try "without root: a cache that cannot be written is named" \
		says 'cannot write the cache /proc/nothing/lab' "${nobody[@]}" TDTOP_CACHE=/proc/nothing tests/lab/vm -- true
	cp -r "$cache/lab/6.1" "$work/nobody/" && mkdir -p cache
	mkdir -p "$work/nobody/cache/lab" && mv "$work/nobody/6.1" "$work/nobody/cache/lab/"
	chown -R 65534:65534 "$work/nobody"
	((no_lab)) || try "without root: the lab's machine" says '^# tdtop' "${nobody[@]}" tests/lab/vm -- cat README.md
	rm -rf "$work/nobody"
	cd / || exit
}

# Its makefiles have a name of this path without blanks: a link.
build_by_quickstart() {	# DIR
	"$1/quickstart" run --version && "$1/build/tdtop" --version | grep '^tdtop'
}

build_against_read_only() {	# SOURCE
	mkdir -p "$work/b" && cd "$work/b" &&
		"$1/configure" -q --with-libperf="$(cd "$top" && build-aux/deps.sh)" --disable-tests && make -s -j "$(nproc)" tdtop
}

machine_runs() {	# CHECKOUT TDTOP
	TDTOP=$2 "$1/tests/lab/vm" -- "$2" --version
}

in_builds() {
	local odd="$work/a b/it's \"so\"/tdtop"

	copy "$odd"
	scripts_run "blanks and quotes" "$odd"
	layers_run "blanks and quotes" "$odd"
	try "blanks and quotes: quickstart builds" build_by_quickstart "$odd"
	try "blanks and quotes: a second time it builds nothing" says '^tdtop ' "$odd/quickstart" run --version
	((no_lab)) || try "blanks and quotes: tdtop runs in the lab's machine" machine_runs "$odd" "$odd/build/tdtop"
	mkdir -p "$work/ro2" && mount --bind "$odd" "$work/ro2" && mount -o remount,bind,ro "$work/ro2" || return
	try "a build elsewhere against a read-only source" build_against_read_only "$work/ro2"
	cd / || exit
	((no_lab)) || try "its tdtop runs in the lab's machine" machine_runs "$work/ro2" "$work/b/tdtop"
	umount -l "$work/ro2"
}

(cd "$top" && tests/lab/vm --prepare) >"$work/log" 2>&1
no_lab=$?
((no_lab == 0)) || echo "# skipped: the lab's machine: $(tail -n 1 "$work/log")"
mkdir -p "$work/c wd" && echo "a file" >"$work/c wd/here"
copy "$work/plain"
(($#)) || set -- directories links mounts environments without_root builds
for part; do
	"in_$part"
	cd / || exit
done
echo "$passed passed, $failed failed"
((failed == 0))
