# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# Sourced by the tests in tmux, which have set $dir to a directory of their own: what is on the screen, keys, waiting.

command -v tmux >/dev/null || {
	echo "skipped: tmux is not installed"
	exit 77
}
socket=$dir/socket
HOME=$dir XDG_CONFIG_HOME=$dir LC_ALL=C.UTF-8 TERM=xterm
export HOME XDG_CONFIG_HOME LC_ALL TERM
unset NO_COLOR TMUX ENV

begin() {	# WIDTH HEIGHT COMMAND
	tmux -S "$socket" -f /dev/null new-session -d -x "$1" -y "$2" "$3" || exit 99
}

screen() {
	tmux -S "$socket" capture-pane -p
}

keys() {
	tmux -S "$socket" send-keys "$@"
}

# Waits until the pattern is on the screen; after many minutes it will not come.
await() {	# WHAT PATTERN
	tries=12000
	while ! screen | grep -q -e "$2"; do
		tries=$((tries - 1))
		if [ $tries -eq 0 ]; then
			echo "not ok $1: no \"$2\" on the screen:"
			screen
			exit 1
		fi
		sleep 0.05
	done
	echo "ok $1"
}
