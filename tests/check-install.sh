#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# "make install" into an empty DESTDIR: it installs what is listed here, with these modes, names no
# directory of the build, and what was installed runs. "make uninstall" takes all of it away.
set -u
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES DESTDIR
failed=0

# fail WORDS: notes it.
fail() {
	echo "FAILED: $1"
	failed=1
}

dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
root=$dir/root

# Directories as a distribution has them, whatever configure was told.
to_root() {
	make -s "$1" "DESTDIR=$root" prefix=/usr exec_prefix=/usr bindir=/usr/bin libdir=/usr/lib \
		includedir=/usr/include datarootdir=/usr/share datadir=/usr/share \
		docdir=/usr/share/doc/tdtop mandir=/usr/share/man sysconfdir=/etc \
		systemdsystemunitdir=/usr/lib/systemd/system >"$dir/log" 2>&1 ||
		fail "make $1: $(tail -n 5 "$dir/log")"
}

# With an umask that would take too much away.
umask 077
to_root install
umask 022
[ $failed = 0 ] || exit 1

cat >"$dir/wanted" <<END
755 /usr/bin/tdtop
644 /usr/include/tdtop_region.h
link /usr/lib/libtdtop_region.so
644 /usr/lib/libtdtop_region.so.0
644 /usr/lib/systemd/system/tdtop-textfile.service
644 /usr/lib/systemd/system/tdtop.service
644 /usr/share/bash-completion/completions/tdtop
644 /usr/share/doc/tdtop/contrib/README.md
644 /usr/share/doc/tdtop/contrib/grafana/tdtop.json
644 /usr/share/doc/tdtop/contrib/kubernetes/Containerfile
644 /usr/share/doc/tdtop/contrib/kubernetes/seccomp.json
644 /usr/share/doc/tdtop/contrib/kubernetes/tdtop-daemonset.yaml
644 /usr/share/doc/tdtop/contrib/prometheus/tdtop-kubernetes.yml
644 /usr/share/doc/tdtop/contrib/prometheus/tdtop.rules.yml
644 /usr/share/doc/tdtop/contrib/prometheus/tdtop.test.yml
644 /usr/share/doc/tdtop/contrib/prometheus/tdtop.yml
644 /usr/share/doc/tdtop/contrib/systemd/bpf.conf
644 /usr/share/doc/tdtop/contrib/systemd/network.conf
644 /usr/share/doc/tdtop/contrib/systemd/tdtop-textfile.service
644 /usr/share/doc/tdtop/contrib/systemd/tdtop.service
644 /usr/share/doc/tdtop/examples/Makefile
644 /usr/share/doc/tdtop/examples/blocks.c
644 /usr/share/doc/tdtop/examples/exceptions.cc
644 /usr/share/doc/tdtop/examples/region.go
644 /usr/share/doc/tdtop/examples/region.py
644 /usr/share/doc/tdtop/examples/region.rs
644 /usr/share/doc/tdtop/examples/threads.c
644 /usr/share/fish/vendor_completions.d/tdtop.fish
644 /usr/share/man/man1/tdtop.1
644 /usr/share/man/man3/tdtop_region.3
644 /usr/share/man/man5/tdtop-json.5
644 /usr/share/man/man7/tdtop-metrics.7
644 /usr/share/man/man7/tdtop-recording.7
644 /usr/share/zsh/site-functions/_tdtop
END
(cd "$root" && { find . -type f -printf '%m /%P\n'; find . -type l -printf 'link /%P\n'; }) |
	LC_ALL=C sort -k 2 >"$dir/got"
cmp -s "$dir/wanted" "$dir/got" || fail "other files are installed: $(diff "$dir/wanted" "$dir/got")"
[ "$(readlink "$root/usr/lib/libtdtop_region.so")" = libtdtop_region.so.0 ] ||
	fail "libtdtop_region.so does not lead to the library beside it"

# The binaries may have it in their debug information.
for place in "$PWD" "$(cd "${srcdir:-.}" && pwd)" "$root"; do
	names=$(grep -rlIF "$place" "$root")
	[ -z "$names" ] || fail "$place is named in $names"
done

tdtop=$root/usr/bin/tdtop
"$tdtop" --version | grep -qx 'tdtop [0-9].*' || fail "--version says $("$tdtop" --version 2>&1)"
"$tdtop" --demo -b -n 1 2>"$dir/err" | grep -q '^machine ' || fail "the demo does not run: $(cat "$dir/err")"
grep -qx "ExecStart=/usr/bin/tdtop --headless .*" "$root/usr/lib/systemd/system/tdtop.service" ||
	fail "the unit does not start what was installed"

# Elsewhere it starts what is there.
make -s install-data-hook "DESTDIR=$dir/local" prefix=/opt bindir=/opt/bin systemdsystemunitdir=/units \
	bashdir=/bash >"$dir/log" 2>&1 || fail "make install-data-hook: $(tail -n 5 "$dir/log")"
grep -qx "ExecStart=/opt/bin/tdtop --headless .*" "$dir/local/units/tdtop.service" ||
	fail "the unit in /opt does not start /opt/bin/tdtop"

to_root uninstall
left=$(find "$root" ! -type d)
[ -z "$left" ] || fail "make uninstall leaves $left"
exit $failed
