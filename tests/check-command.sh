#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# tdtop -- command, and -p: exit statuses, signals, orphans, tasks that cannot be counted. Runs on this
# machine's own kernel with software events (tests/machines/software): the counts mean nothing here,
# the tasks that they belong to do.
# shellcheck disable=SC2016,SC2012	# other shells expand them; names in /proc are numbers
set -u
srcdir=${srcdir:-.}
tdtop=$PWD/tdtop
failed=0
. "$srcdir/tests/check-lib.sh"
TDTOP_PMU_ROOT=$srcdir/tests/machines/software
export TDTOP_PMU_ROOT

skip() {
	echo "$1"
	exit 77
}

dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT

run --json -- true
grep -q 'not permitted\|refuses' "$dir/err" && skip "nothing may be counted here: $(cat "$dir/err")"

expect "a command that ends well" 0 "$status"
expect "the summary is its own" 1 "$(grep -c ' true$' "$dir/err")"
run --json -- sh -c 'exit 7'
expect "the exit status is the command's" 7 "$status"
run --json -- sh -c 'kill -KILL $$'
expect "a signal that ends it is 128 and its number" 137 "$status"
run --json -- "$dir/nothing"
expect "a command that is not there" 127 "$status"
expect "is told as it was typed" "tdtop: cannot run \"$dir/nothing\": No such file or directory" "$(cat "$dir/err")"
run --json -- /etc/passwd
expect "a command that is no program" 126 "$status"
run --json -- sh -c 'echo said'
expect "what the command prints is not among the data" 0 "$(grep -c said "$dir/out")"
run -- touch "$dir/touched"
expect "a command is not begun without a terminal" "1 there is no screen to draw on" \
	"$status $([ -e "$dir/touched" ] || grep -o 'there is no screen to draw on' "$dir/err")"

for signal in 2 15; do
	mkfifo "$dir/pipe"
	timeout 600 env --default-signal=INT "$tdtop" --json -d 0.1 -- sha1sum /dev/zero >"$dir/pipe" 2>"$dir/err" </dev/null &
	pid=$!
	{
		# Not before it is the command: until its exec it has the name of its parent. It runs on, as
		# what sleeps has no row any more.
		while read -r line; do
			case $line in *'"comm":"sha1sum"'*) break ;; esac
		done
		kill -$signal "$(cat /proc/$pid/task/$pid/children)"
		cat >/dev/null
	} <"$dir/pipe"
	wait $pid
	expect "signal $signal is passed on to the command" $((128 + signal)) $?
	expect "and the summary is printed" 1 "$(grep -c ' sha1sum$' "$dir/err")"
	rm "$dir/pipe"
done

# The parent exits at once; the child goes on.
timeout 600 "$tdtop" --json -d 0.1 -- sh -c '(yes >/dev/null & echo $! >"$0"); exec sleep 600' "$dir/born" 2>/dev/null </dev/null |
	grep -m 1 -o '"comm":"yes"' >"$dir/out"
kill "$(cat "$dir/born")"
expect "an orphan of the command has a row" '"comm":"yes"' "$(cat "$dir/out")"

# It is born when tdtop counts, however long it takes to begin.
mkfifo "$dir/go" "$dir/pipe"
sh -c 'read -r go <"$0"; ( (timeout 600 yes >/dev/null & echo $! >"$1") & ); sleep 600' \
	"$dir/go" "$dir/born" &
pid=$!
timeout 600 "$tdtop" --json -d 0.1 -p $pid >"$dir/pipe" 2>/dev/null </dev/null &
watching=$!
{
	read -r line
	echo >"$dir/go"
	grep -m 1 -o '"comm":"yes"' >"$dir/out"
	kill $watching
} <"$dir/pipe"
wait $watching
expect "and so has one of a watched process" '"comm":"yes"' "$(cat "$dir/out")"
kill "$(cat "$dir/born")" "$(cat /proc/$pid/task/$pid/children)" $pid
wait $pid
rm "$dir/go" "$dir/pipe"

# Who may count whole CPUs: every slice is counted with the CPU's own group. Once more, if the kernel lost some.
for _ in 1 2 3 4 5; do
	run --json -d 60 -- sh -c 'for i in 1 2 3 4 5 6 7 8 9; do "$0" -c "n=0; while [ \$n -lt 20000 ]; do n=\$((n + 1)); done"; done' /bin/dash
	grep -q '"lost":[1-9]' "$dir/out" || break
done
if grep -q '"source":"switch"' "$dir/out"; then
	expect "children of some milliseconds have rows, all with their own counts" 9 \
		"$(grep -o '"pid":[0-9]*,[^{}]*"comm":"dash"' "$dir/out" | sort -u | wc -l)"
	expect "other processes have none" 0 "$(grep -c '"comm":"check-command' "$dir/out")"
	run --json -d 0.1 --attribution task -- true
	expect "--attribution task counts by thread all the same" 1 "$(grep -c -m 1 '"source":"task"' "$dir/out")"
	expect "and says that shares of PERF_METRICS may be stale then" 1 \
		"$(grep -c -m 1 '"shares_may_be_stale":true' "$dir/out")"
	run --json -d 0.1 -n 1 --attribution switch -p $$
	expect "--attribution switch is allowed with -p" 0 "$status"
	expect "and its shares are exact" 1 "$(grep -c '"shares_may_be_stale":false' "$dir/out")"
fi

"$tdtop" --demo -d 0.1 --screenshot "$dir/screen.svg" >"$dir/out" 2>&1 </dev/null
expect "a screenshot needs no terminal, and prints nothing" "" "$(cat "$dir/out")"
expect "a screenshot is a whole picture" "1 1" \
	"$(grep -c '^<svg .*xmlns' "$dir/screen.svg") $(grep -c '^</svg>$' "$dir/screen.svg")"
COLUMNS=60 LINES=10 "$tdtop" --demo -d 0.1 --screenshot "$dir/screen.txt" </dev/null
expect "a screenshot has the size of COLUMNS and LINES" 10 "$(wc -l <"$dir/screen.txt")"
COLUMNS=132 "$tdtop" -d 0.1 --screenshot "$dir/screen.txt" -- sh -c 'sleep 0.5; exit 3' >/dev/null 2>&1 </dev/null
expect "a screenshot of a command is of its end, and has its status" 3 $?
expect "and says it" 1 "$(grep -c 'sh exited with status 3' "$dir/screen.txt")"
"$tdtop" --demo --screenshot "$dir/none/screen.svg" >"$dir/out" 2>&1 </dev/null
expect "a screenshot that cannot be written is told" 1 "$(grep -c 'cannot write .*none/screen.svg' "$dir/out")"

# New tasks, seen by a user who may count only own processes.
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && [ "$(cat /proc/sys/kernel/perf_event_paranoid)" -le 2 ]; then
	chmod 755 "$dir"
	cp "$tdtop" "$dir/tdtop"
	cp -r "$TDTOP_PMU_ROOT" "$dir/machine" && chmod -R u=rwX,go=rX "$dir/machine"
	: >"$dir/born" && chmod 666 "$dir/born"
	(cd "$dir" && TDTOP_PMU_ROOT=$dir/machine timeout 600 setpriv --reuid=65534 --regid=65534 --clear-groups \
		"$dir/tdtop" --json -d 0.1 -- sh -c 'yes >/dev/null & echo $! >"$0"; exec sleep 600' "$dir/born" 2>/dev/null </dev/null) |
		grep -m 1 -o '"comm":"yes"' >"$dir/out"
	kill "$(cat "$dir/born")"
	expect "also without rights, what a command starts has a row" '"comm":"yes"' "$(cat "$dir/out")"
fi

run -b -p 99999999
expect "a process that is not there" 'tdtop: there is no process 99999999' "$(cat "$dir/err")"
expect "is no success" 1 "$status"
sleep 600 &
pid=$!
run -b -n 1 -d 0.1 -p "99999998,$pid,99999999"
expect "of several processes the missing ones are told" \
	'tdtop: there are no processes 99999998, 99999999' "$(cat "$dir/err")"
expect "and the others counted" "0 watching pid $pid" \
	"$status $(grep -o 'watching pid [0-9,]*' "$dir/out")"
kill $pid
TDTOP_PMU_ROOT=$srcdir/tests/machines/bare-no-pmu run -b -n 1 --level 1
expect "what a machine without counters cannot do sends to the doctor" 1 \
	"$(grep -c "no CPU performance counters.*; 'tdtop --doctor' says more$" "$dir/err")"
run -b -n 1 -u no-such-user
expect "a user that is not there" 1 "$(grep -c 'tdtop: there is no user "no-such-user"' "$dir/err")"
expect "is no success, either" 1 "$status"
run -b -n 1 -d 0.1 -u 0
expect "a user may be a number" "0 user root" "$status $(grep -o 'user root' "$dir/out")"
"$tdtop" --demo -b -d 60 >/dev/null 2>&1 </dev/null &
pid=$!
until thread=$(grep -lx tdtop-collect /proc/$pid/task/*/comm 2>/dev/null); do :; done
run -b -p "$(echo "$thread" | cut -d / -f 5)"
expect "a thread is told apart from its process" 1 "$(grep -c "is a thread, not a process; use \"--pid $pid\"" "$dir/err")"
kill $pid
wait $pid

# It ends when tdtop counts.
mkfifo "$dir/go" "$dir/pipe"
cat "$dir/go" &
pid=$!
exec 3>"$dir/go"
timeout 600 "$tdtop" --json -d 0.1 -p $pid >"$dir/pipe" 2>/dev/null </dev/null 3>&- &
watching=$!
{
	read -r line
	exec 3>&-
	cat >/dev/null
} <"$dir/pipe"
wait $watching
expect "the end of the last process is the end" 0 $?
rm "$dir/go" "$dir/pipe"

sleep 600 &
one=$!
sleep 600 &
two=$!
sleep 600 &
three=$!
# With CAP_SYS_RESOURCE the hard limit does not bind; in most containers root lacks it.
limited=
if prlimit --nofile=70 prlimit --nofile=80 true 2>/dev/null; then
	timeout 600 prlimit --nofile=70 "$tdtop" --attribution task --json -n 1 -d 0.1 -p $one >"$dir/out" 2>&1
	expect "the hard limit is none for who may raise it" 1 "$(grep -c '"not_counted_threads":0' "$dir/out")"
	limited="setpriv --bounding-set -sys_resource"
fi
# 64 descriptors are not for groups; room for one group stays free, to reopen another one.
timeout 600 $limited prlimit --nofile=90 "$tdtop" --attribution task --json -n 1 -d 0.1 -p $one,$two,$three >"$dir/out" 2>&1
expect "what does not fit is told" 1 "$(grep -c '"not_counted_threads":[12]' "$dir/out")"
expect "and has a row" 1 "$(grep -c 'not counted, too few file descriptors' "$dir/out")"
timeout 600 $limited prlimit --nofile=70 "$tdtop" --attribution task --json -n 1 -d 0.1 -p $one >"$dir/out" 2>&1
expect "nothing fits: a sentence" 1 "$(grep -c '^tdtop: no thread can be counted: .* raise the limit' "$dir/out")"
kill $one $two $three

exit $failed
