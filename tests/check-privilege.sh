#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# tdtop with more rights than its user: set-user-ID root, and with file capabilities. Needs root to
# grant them, and an ordinary user who must gain nothing.
# shellcheck disable=SC2086	# $as_user is a command and its options
set -u
srcdir=${srcdir:-.}
user=65534

skip() {
	echo "$1"
	exit 77
}

[ "$(id -u)" = 0 ] || skip "only root can install a privileged program"
command -v setpriv >/dev/null || skip "there is no setpriv (util-linux)"

dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
chmod 755 "$dir"
echo "PERFILE2 of root" >"$dir/secret"
chmod 600 "$dir/secret"
mkdir "$dir/config" && mkdir "$dir/config/tdtop" && echo "nonsense = 1" >"$dir/config/tdtop/tdtoprc"
chmod -R a+rX "$dir/config"

as_user="setpriv --reuid=$user --regid=$user --clear-groups"
failed=0

# expect WORDS REGEX OUTPUT: one line of the output must match
expect() {
	if printf '%s\n' "$3" | grep -Eq "$2"; then
		echo "ok: $1"
	else
		printf 'FAILED: %s: wanted "%s", got:\n%s\n' "$1" "$2" "$3"
		failed=1
	fi
}

# The output of tdtop with these options, run as the user.
tdtop() {
	timeout 600 $as_user env TDTOP_PMU_ROOT="$srcdir/tests/machines/software" \
		XDG_CONFIG_HOME="$dir/config" "$dir/tdtop" "$@" 2>&1 </dev/null
}

# The status of tdtop --demo in /proc, after its first interval and before its second.
status() {
	mkfifo "$dir/pipe"
	$as_user "$dir/tdtop" --demo -b -d 2 >"$dir/pipe" 2>&1 </dev/null &
	pid=$!
	{
		read -r _
		cat "/proc/$pid/status"
		kill "$pid"
	} <"$dir/pipe"
	wait "$pid"
	rm "$dir/pipe"
}

# Both ways to grant rights must behave alike.
check() {
	expect "$1: a recording is opened with the rights of the user" 'Permission denied' \
		"$(tdtop -b -i "$dir/secret")"
	expect "$1: settings are read with the rights of the user" 'Permission denied' \
		"$(tdtop --demo -b -n 1 --config "$dir/secret")"
	expect "$1: counters that the environment describes are not believed" '^0$' \
		"$(tdtop --json -n 1 | grep -c '"simulated"')"
	kernel=$(status)
	expect "$1: the program is its user, for good" "^Uid:(.$user){4}$" "$kernel"
	expect "$1: what the demo does not need is given up" '^CapPrm:.0*$' "$kernel"
	expect "$1: nothing more can come" '^NoNewPrivs:.1$' "$kernel"
}

install -m 4755 "$TDTOP" "$dir/tdtop" || exit 99
# Does the mount honour them (nosuid)?
cp "$(command -v id)" "$dir/id" && chmod 4755 "$dir/id"
[ "$($as_user "$dir/id" -u)" = 0 ] || skip "$dir is on a file system without set-user-ID programs"
check "set-user-ID"

if command -v setcap >/dev/null; then
	install -m 755 "$TDTOP" "$dir/tdtop"
	if setcap cap_perfmon,cap_sys_admin,cap_dac_override,cap_sys_ptrace+ep "$dir/tdtop" 2>/dev/null; then
		check "capabilities"
	else
		echo "not checked: file capabilities: setcap is refused here"
	fi
else
	echo "not checked: file capabilities: there is no setcap (libcap2-bin)"
fi
exit $failed
