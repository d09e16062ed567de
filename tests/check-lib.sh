# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
#
# What checks that run tdtop and look at what it printed have alike. They set $tdtop, $dir, a folder of their own, and
# $failed, with which they end.
# shellcheck disable=SC2034,SC2154	# set and used by the checks

# One line: ok, or what is wrong.
expect() {	# WORDS WANTED GOT
	if [ "$2" = "$3" ]; then
		echo "ok: $1"
	else
		printf 'FAILED: %s: wanted "%s", got "%s"\n' "$1" "$2" "$3"
		failed=1
	fi
}

# Runs tdtop with these arguments; keeps its output, errors and status.
run() {
	timeout 600 "$tdtop" "$@" >"$dir/out" 2>"$dir/err" </dev/null
	status=$?
}
