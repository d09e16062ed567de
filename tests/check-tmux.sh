#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# tdtop in a terminal that a person could use: tmux. Keys work, a new size is followed, Ctrl-Z and fg
# work, and the former contents of the terminal are back when tdtop ends. Also while it still opens: a
# pipe that nobody writes keeps it there.

dir=$(mktemp -d) || exit 99
trap 'tmux -S "$socket" kill-server 2>/dev/null; rm -rf "$dir"' EXIT
. "${srcdir:-.}/tests/tmux-lib.sh"
TDTOP=$(cd "$(dirname "$TDTOP")" && pwd)/$(basename "$TDTOP")

begin 80 24 "PS1='shell> ' exec sh -i"
await "a shell" 'shell>'
keys 'echo before-$((40 + 2))' Enter
await "with something on its screen" 'before-42'
keys "'$TDTOP' --demo" Enter
await "the first frame has heads" 'PID .*COMMAND'
await "the first numbers come" 'stream_c'
await "and says that it is a simulation" 'SIMULATED'
keys c
await "c shows the CPUs" 'SOCKET/CORE/CPU'
keys Escape
await "Esc leads back" 'PID .*CPU%'
keys 2
await "2 shows the second level" 'CORE'
keys '\' 'be>0' Enter
await "a filter as typed" 'filter be>0'
tmux -S "$socket" resize-window -x 132 -y 40
await "a wider window shows more" 'PID USER.* IPC '
keys F2
await "F2 is the setup" 'SETUP'
keys Escape
await "Esc leaves it" 'PID .*CPU%'
keys C-z
await "Ctrl-Z gives the shell back" 'shell> *$'
screen | grep -q 'before-42' || {
	echo "not ok the shell's screen is there again:"
	screen
	exit 1
}
keys fg Enter
await "fg brings it back" 'PID .*CPU%'
# Keys typed while the terminal changes hands may be lost, as with any full-screen program.
tries=1200
until screen | grep -q 'shell> *$'; do
	tries=$((tries - 1))
	[ $tries -gt 0 ] || break
	keys q
	sleep 0.1
done
keys C-u 'stty -a | tr ";" "\n" | grep -c -e "[^-]echo " -e "[^-]icanon"; echo after-$((40 + 3))' Enter
await "q ends it" 'after-43'
screen | grep -q 'before-42' || {
	echo "not ok what was on the screen before is there again:"
	screen
	exit 1
}
screen | grep -B1 'after-43' | grep -q '^[12]$' || {
	echo "not ok the terminal echoes and has lines again:"
	screen
	exit 1
}
echo "ok the terminal is as it was"

mkfifo "$dir/pipe"
keys "clear; '$TDTOP' -i '$dir/pipe'; echo status-\$?" Enter
await "the first frame stands before its recording can be opened" 'PID .*CPU%'
keys c
await "keys work meanwhile" 'SOCKET/CORE/CPU'
tmux -S "$socket" resize-window -x 100 -y 30
keys Escape F2
await "setup, too, in a new size" 'SETUP'
keys Escape
await "Esc leaves it" 'PID .*CPU%'
keys q
await "q leaves at once" 'status-0'
screen | grep -q 'PID .*CPU%' && echo "not ok the shell's screen is there again" && exit 1
keys "clear; '$TDTOP' -i '$dir/pipe'; echo status-\$?" Enter
await "again a first frame" 'PID .*CPU%'
echo "no recording" >"$dir/pipe"
await "what cannot be opened is told on the shell's screen" 'tdtop: .*pipe'
await "with its exit status" 'status-1'
screen | grep -q 'PID .*CPU%' && echo "not ok the frame is gone then" && exit 1
keys "clear; '$TDTOP' -i '$dir/pipe'; echo status-\$?" Enter
await "a third time" 'PID .*CPU%'
keys C-c
await "Ctrl-C ends it while it opens" 'status-0'
