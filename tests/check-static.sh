#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A static binary runs where there is nothing: in a root directory with only /proc, /sys and the program. What it may not
# need: libraries, terminfo, locales, /dev, /etc, a directory to write to. "./quickstart static" calls it for each that it built.
#
# usage: tests/check-static.sh BINARY      one of another architecture runs in qemu's user mode, as far as that can
# The last line says "N passed, M failed". 77: this machine cannot try it.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
binary=$(realpath "${1-}" 2>/dev/null) && [[ -x $binary ]] || {
	echo "usage: tests/check-static.sh BINARY" >&2
	exit 2
}

# Mounts of its own, which end with it.
if [[ -z ${CHECK_STATIC_INSIDE-} ]]; then
	export CHECK_STATIC_INSIDE=1
	if [[ $EUID == 0 ]]; then
		exec unshare --mount --propagation private "$0" "$binary"
	elif unshare --user --map-root-user --mount true 2>/dev/null; then
		exec unshare --user --map-root-user --mount --propagation private "$0" "$binary"
	fi
	echo "no right to mount and to change the root directory"
	exit 77
fi

work=$(mktemp -d) || exit 99
root=$work/root socket=$work/socket
cleanup() {
	tmux -S "$socket" kill-server 2>/dev/null
	umount -l "$root/proc" "$root/sys" 2>/dev/null
	rm -rf --one-file-system "$work"
}
trap cleanup EXIT
mkdir -p "$root"/{proc,sys}
if ! mount --rbind /proc "$root/proc" || ! mount --rbind /sys "$root/sys"; then
	echo "cannot mount /proc and /sys elsewhere"
	exit 77
fi
cp "$binary" "$root/tdtop"
prefix=()
native=1
if ! "$binary" --version >/dev/null 2>&1 || [[ $(file -b "$binary") != *"$(uname -m | tr _ -)"* ]]; then
	native=
	emulator=$(command -v qemu-aarch64-static) || { echo "there is no qemu-aarch64-static" && exit 77; }
	cp "$emulator" "$root/emulator"
	prefix=(/emulator)
fi
passed=0 failed=0

result() {	# STATUS WORDS
	if [[ $1 == 0 ]]; then
		echo "ok $2"
		((passed++))
	else
		echo "not ok $2"
		sed 's/^/# /' "$work/out" "$work/err" 2>/dev/null | head -n 12
		((failed++))
	fi
}

skip() {
	echo "# skipped: $*"
}

# bare [VARIABLE=VALUE...] OPTION...: tdtop in there, with this environment alone; its output is in $work/out and err.
bare() {
	local variables=()

	while [[ ${1-} == [A-Z]*=* ]]; do
		variables+=("$1")
		shift
	done
	timeout 300 env -i "${variables[@]}" "$(command -v chroot)" "$root" "${prefix[@]}" /tdtop "$@" \
		>"$work/out" 2>"$work/err" </dev/null
}

# says PATTERN FILE WORDS: after bare(), whose status must have been 0
says() {
	local status=$?

	[[ $status == 0 ]] || echo "exit status $status" >>"$work/err"
	[[ $status == 0 ]] && grep -q -e "$1" "$work/$2"
	result $? "$3"
}

### the file

[[ $(file -b "$binary") == *"static-pie linked"*", stripped"* ]]
result $? "file(1): static, position-independent, stripped"
! readelf -W --program-headers --dynamic "$binary" | grep -E 'INTERP|NEEDED|RPATH|RUNPATH' >"$work/out"
result $? "no interpreter, no library and no path to one is named"
! strings -a "$binary" | grep -F -e "$(cd "$here/.." && pwd)/" -e "${TDTOP_CACHE:-$HOME/.cache/tdtop}" -e /new-static. >"$work/out"
result $? "no directory of the build is inside"
readelf -W --program-headers --dynamic "$binary" >"$work/out"
grep -q 'GNU_STACK .* RW ' "$work/out" && grep -q GNU_RELRO "$work/out" && grep -q 'FLAGS.*NOW' "$work/out"
result $? "the stack is not executable, relocations are read-only"
hardening=$(sed -n 's/^#define HARDENING "\(.*\)"/\1/p' "$(dirname "$binary")/config.h" 2>/dev/null)
if [[ -n $hardening ]]; then
	HARDENING=$hardening TDTOP=$binary sh "$here/hardened.sh" >"$work/out" 2>&1
	result $? "it has every protection that configure asked for"
fi
size=$(stat -c %s "$binary")
echo "size $size" >"$work/out"
((size < 12000000))
result $? "it has less than 12 MB"

### what needs no terminal

bare --version
says '^tdtop [0-9]' out "--version"
bare --help
says '^Usage: tdtop' out "--help"
bare LANG=C.UTF-8 --demo -b -n 2
says '^tdtop · demo' out "--demo -b, and LANG=C.UTF-8 is UTF-8 though there is no locale"
bare LC_ALL=de_DE.utf8 --demo -b -n 1
says '^tdtop · demo' out "so is another locale with UTF-8"
bare --demo -b -n 1
says '^tdtop [.] demo' out "without a locale it is ASCII"
bare LANG=de_DE.ISO-8859-1 --demo -b -n 1
says '^tdtop [.] demo' out "a locale of another charset is ASCII"
bare --demo --json -n 1
says '^{.*"' out "--demo --json"
bare --doctor
[[ $? -le 1 && -s $work/out && ! -s $work/err ]]
result $? "--doctor says what there is"
if grep -q -e '--openmetrics' <("$root/tdtop" --help all 2>/dev/null || bare --help all && cat "$work/out"); then
	bare --demo --headless --openmetrics - -n 1
	says '^# EOF' out "--headless --openmetrics -"
fi
bare --replay /none
[[ $? -ne 0 ]] && grep -q '^tdtop: ' "$work/err"
result $? "a mistake is said, and nothing crashes"

### users: without /etc/passwd numbers, with it names, whatever nsswitch.conf says

count_users() {
	bare TDTOP_PMU_ROOT=/machine -b -n 1 --delay 0.2
}

if [[ -n $native ]]; then
	cp -r "$here/machines/software" "$root/machine"
	for engine in bpf ring; do
		bare TDTOP_PMU_ROOT=/machine --engine "$engine" -b -n 2 --delay 0.3
		if [[ $? != 0 ]] && grep -q -i 'permi\|not allowed\|cannot be loaded\|BPF' "$work/err"; then
			skip "counting with --engine $engine: $(head -n 1 "$work/err")"
		else
			[[ ! -s $work/err ]] && grep -q '^ *[0-9][0-9]* ' "$work/out"
			result $? "counting with --engine $engine"
		fi
	done
	count_users
	if [[ ! -s $work/err ]]; then
		awk '/ PID USER/ { on = 1; next } on && $2 == "0" { found = 1 } END { exit !found }' "$work/out"
		result $? "users are numbers where there is no /etc/passwd"
		mkdir "$root/etc"
		printf '%s\n' "long:x:77:77:$(printf 'x%.0s' {1..5000}):/:/" 'zero:x:0:0:root:/:/bin/sh' >"$root/etc/passwd"
		echo 'passwd: sss systemd nothing files' >"$root/etc/nsswitch.conf"
		count_users
		awk '/ PID USER/ { on = 1; next } on && $2 == "zero" { found = 1 } END { exit !found }' "$work/out"
		result $? "users have the names of /etc/passwd"
		bare TDTOP_PMU_ROOT=/machine -b -n 1 --user nobody-at-all
		[[ $? -ne 0 ]] && grep -q 'no user "nobody-at-all"' "$work/err"
		result $? "--user knows who is not there"
		rm -r "$root/etc"
	else
		skip "names of users: $(head -n 1 "$work/err")"
	fi
	if command -v perf >/dev/null && perf record -q -e cpu-clock -F 999 -g -o "$root/recording" -- "$root/tdtop" --demo -b -n 50 \
		>"$work/out" 2>"$work/err" && [[ -s $root/recording ]]; then
		chmod a+r "$root/recording"
		bare --functions -i /recording
		says '.' out "a recording of perf is read"
		"$binary" --functions -i "$root/recording" >"$work/out" 2>"$work/err" && grep -q '\[kernel\]\|libc\|[a-z]_[a-z]' "$work/out"
		result $? "symbols of this machine are found"
	else
		skip "symbols of a recording: perf cannot record here"
	fi
fi

### terminals

# draws TERM PATTERN WORDS [COLUMNS ROWS]: what is on the screen
draws() {
	local tries=600 columns=${4:-110} rows=${5:-30}

	socket=$work/socket-$1	# a server that ends may still hold the last one

	tmux -S "$socket" -f /dev/null new-session -d -x "$columns" -y "$rows" \
		"env -i TERM=$1 LANG=C.UTF-8 $(command -v chroot) $root ${prefix[*]} /tdtop --demo; echo status \$?; sleep 100" || exit 99
	while ! tmux -S "$socket" capture-pane -p >"$work/out" 2>/dev/null || ! grep -q -e "$2" "$work/out"; do
		((tries-- > 0)) || break
		sleep 0.1
	done
	grep -q -e "$2" "$work/out"
	result $? "$3"
	tmux -S "$socket" kill-server 2>/dev/null
}

if ! command -v tmux >/dev/null; then
	skip "terminals: tmux is not installed"
else
	export LC_ALL=C.UTF-8
	unset TMUX
	for name in xterm-256color linux vt100 screen.xterm-256color tmux-256color xterm-kitty foot; do
		draws $name 'PID.*COMMAND' "the screen at TERM=$name, without terminfo"
	done
	draws screen 'Enter down.*? help' "80 columns and 24 rows are enough, at TERM=screen" 80 24
	draws '' 'does not say what it is' "without TERM it says so"
	draws xterm-new-256color 'not known here: drawn as for xterm-256color' "an unknown terminal is drawn as the one it is called after"
	draws something 'not known here: drawn as for xterm' "any other as xterm"
	draws dumb 'cursor addressing' "a terminal without cursor addressing is refused"
fi

echo "$passed passed, $failed failed"
exit $((failed > 0))
