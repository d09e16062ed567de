#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# tdtop --record with real rings: the replay prints what the live run printed of a program and of the machine, and the stock
# perf, if installed, reads the file, and the stream of --record -, without a complaint. The events are software events: this needs
# permission, but no PMU.

dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
machines=${srcdir:-.}/tests/machines
TDTOP_PMU_ROOT=$machines/software
export TDTOP_PMU_ROOT
. "${srcdir:-.}/tests/record-lib.sh"

if ! "$TDTOP" --json -n 1 -d 0.1 >/dev/null 2>"$dir/err"; then
	echo "skipped: $(cat "$dir/err")"
	exit 77
fi

# Do the files, the newest last, say what the live run printed of the machine and of what ran beside? An interval that ends
# together with the run is in the files only.
same() {	# WITHOUT LIVE FILE...
	without=$1
	live=$2
	shift 2
	for file; do
		"$TDTOP" --json -i "$file" || exit 1
	done >"$dir/replayed.json"
	for file in "$live" "$dir/replayed.json"; do
		alike "$live" "$beside" "$without" <"$file" >"$file.alike"
	done
	diff "$live.alike" "$dir/replayed.json.alike" && return
	echo "the replay of $* is not what the live run was"
	exit 1
}

record() {	# LIVE OPTION...: beside something that switches, forks and ends
	live=$1
	shift
	rm -f "$dir/done"
	(while [ ! -e "$dir/done" ]; do ls / | cat >/dev/null; done) &
	beside=$!
	"$TDTOP" --json -d 0.3 "$@" >"$live" 2>"$dir/err"
	status=$?
	touch "$dir/done"
	wait
	[ $status -eq 0 ] && [ ! -s "$dir/err" ] && return
	echo "tdtop $*: status $status: $(cat "$dir/err")"
	exit 1
}

# The same, again if the kernel dropped records: then tdtop asks /proc for names a second time, and the
# replay cannot know the first answer for a task that exited meanwhile. Gives up after three attempts.
record_whole() {	# LIVE FILE OPTION...
	live=$1
	file=$2
	shift 2
	for attempt in 1 2 3; do
		record "$live" --record "$file" "$@"
		grep -q '"lost":[1-9]' "$live" || return
		rm -f "$file"*
	done
	echo "skipped: this host is too busy, records were lost three times"
	exit 77
}

recorded_is_live() {
	record_whole "$dir/live" "$dir/data" -n 4
	same '' "$dir/live" "$dir/data"
	"$TDTOP" --json -i "$dir/data" >"$dir/replayed.json"
	# shellcheck disable=SC2002	# the pipe is the test
	if ! cat "$dir/data" | "$TDTOP" --json -i - | cmp - "$dir/replayed.json"; then
		echo "the replay of a pipe is not that of its file"
		exit 1
	fi

	# The choice of level 1 at the start must not change the events that the header has.
	record_whole "$dir/live" "$dir/level1" -n 3 -l 1
	same '' "$dir/live" "$dir/level1"

	# Files that begin in the middle. Each has an interval, also the newest. They do not know the exact number of
	# threads of every process, nor each reuse of a pid, so processes are not compared; nor the finding, which the
	# intervals before decide too.
	record_whole "$dir/live" "$dir/turned" -n 6 --record-limit 0.5s
	set --
	for file in $(seq -f "$dir/turned.%.0f" 30 -1 1) "$dir/turned"; do
		[ ! -e "$file" ] || set -- "$@" "$file"
	done
	same 's/"bottleneck":.*"cpus":/"cpus":/;s/"processes":.*//' "$dir/live" "$@"
}

# --record -: a reader gets the intervals while they are recorded, and the same as from a file of its bytes.
piped_is_kept() {
	{
		"$TDTOP" -d 0.3 -n 4 --record - 2>"$dir/err"
		echo $? >"$dir/status"
	} | tee "$dir/stream" | "$TDTOP" --json -i - >"$dir/piped.json"
	"$TDTOP" --json -i "$dir/stream" >"$dir/kept.json"
	if [ "$(cat "$dir/status")" -ne 0 ] || [ -s "$dir/err" ]; then
		echo "tdtop --record -: status $(cat "$dir/status"): $(cat "$dir/err")"
		exit 1
	fi
	[ "$(wc -l <"$dir/piped.json")" -ge 4 ] && cmp "$dir/piped.json" "$dir/kept.json" && return
	echo "a stream is not replayed as its file is"
	exit 1
}

# With a long interval: nothing else would end it.
reader_ends() {
	{
		"$TDTOP" -d 60 --record - 2>"$dir/err"
		echo $? >"$dir/status"
	} | head -c 100 >/dev/null
	[ "$(cat "$dir/status")" -eq 1 ] && grep -q 'the program that reads .* has ended; recording has stopped$' "$dir/err" &&
		[ "$(wc -l <"$dir/err")" -eq 1 ] && return
	echo "a reader that ends: status $(cat "$dir/status"): $(cat "$dir/err")"
	exit 1
}

perf_reads() {	# FILE, or - for the stream
	for words in 'script' 'script -F event,comm,pid,time' 'report --header-only' 'report --stdio' 'evlist -v'; do
		# shellcheck disable=SC2086,SC2002	# words; perf is to read a pipe
		cat "$dir/stream" | perf $words -i "$1" >"$dir/out" 2>"$dir/err"
		status=$?
		# On a busy host the kernel drops records, and perf reports that correctly.
		sed -i '/^Warning:$/d; /^Processed .* and lost .* chunks!$/d; /^Check IO\/CPU overload!$/d; /^$/d' "$dir/err"
		if [ $status -ne 0 ] || [ -s "$dir/err" ] || [ ! -s "$dir/out" ]; then
			echo "perf $words -i $1: status $status: $(cat "$dir/err")"
			exit 1
		fi
	done
}

# No thread can gain rights by exec, not even the one that writes the file (sealed with the sandbox).
every_thread_is_sealed() {
	mkfifo "$dir/pipe"
	"$TDTOP" --json -d 0.3 --record "$dir/data" >"$dir/pipe" 2>"$dir/err" &
	pid=$!
	{
		read -r line		# not "_", which is exported: a long line is too long for that
		grep -H '^Name' "/proc/$pid"/task/*/status
		grep -h '^NoNewPrivs' "/proc/$pid"/task/*/status >"$dir/sealed"
		kill "$pid"
		cat >/dev/null
	} <"$dir/pipe" >"$dir/threads"
	wait "$pid"
	grep -q 'tdtop-record' "$dir/threads" && ! grep -qv '1$' "$dir/sealed" && return
	echo "a thread of tdtop --record is not sealed: $(cat "$dir/threads" "$dir/sealed")"
	exit 1
}

# What is sampled live is in the file, with what the processes have mapped: the profile of the file is the live one.
# The children exist shorter than an interval, and most begin to be sampled after their exec.
samples_are_recorded() {
	"$TDTOP" --json --functions --record "$dir/samples" -- \
		sh -c 'for i in 1 2 3; do ls -R /usr >/dev/null; done' >"$dir/live" 2>"$dir/err"
	if ! grep -q '"kind":"profile"' "$dir/live"; then
		echo "skipped: nothing is sampled: $(cat "$dir/err")"
		return 1
	fi
	"$TDTOP" --json --functions -i "$dir/samples" >"$dir/replayed.json"
	for file in live replayed.json; do
		sed 's/,"sampling":.*//; s/.*"samples":/"samples":/' "$dir/$file" >"$dir/$file.sums"
		# One line for each function of a file: object and samples.
		grep -o '{"pid":[^{}]*"samples":[0-9]*' "$dir/$file" | grep -v kallsyms |
			sed 's/.*"object":\([^,]*\),.*"symbol":\([^,]*\),.*"samples":/\1 \2 /' | sort >"$dir/$file.functions"
	done
	# A child that is sampled only after its exec has, live, what its parent had mapped until its maps are read; the file
	# has them. On a busy host that can be a part of the samples.
	if ! cmp "$dir/live.sums" "$dir/replayed.json.sums" || ! awk '
		{ n = $NF; $NF = ""; if (FILENAME ~ /live/) live[$0] += n; else live[$0] -= n; all += n }
		END { for (name in live) off += live[name] < 0 ? -live[name] : live[name]; exit off * 4 > all }' \
		"$dir/live.functions" "$dir/replayed.json.functions"; then
		echo "the profile of a recording is not the live one:"
		diff "$dir/live.sums" "$dir/replayed.json.sums"
		diff "$dir/live.functions" "$dir/replayed.json.functions"
		exit 1
	fi
	# The slices are there too, of all tasks: also of those that were not watched.
	"$TDTOP" --json --all-tasks -i "$dir/samples" >"$dir/out"
	grep -q '"comm":"ls"' "$dir/out" && grep -q '"comm":"tdtop"' "$dir/out" && return
	echo "a recording with samples has not the slices of all tasks"
	exit 1
}

# The programs of the samples, and none of an unknown place. On a busy host a child may end before tdtop reads what it
# has mapped: then the live run does not know it either.
perf_finds_the_code() {
	grep -q '"object":null' "$dir/live" && return
	pids=$(grep -o '"pid":[0-9]*,"object"' "$dir/live" | grep -o '[0-9]*' | sort -u | paste -sd ,)
	perf script -i "$dir/samples" --pid "$pids" -F event,ip,sym,dso >"$dir/all" 2>"$dir/err"
	grep 'cpu-clock: .*(.*/ls)' "$dir/all" >"$dir/out"
	grep 'cpu-clock: .*(\[unknown\])' "$dir/all" >"$dir/unknown"
	[ -s "$dir/out" ] && [ ! -s "$dir/unknown" ] && [ ! -s "$dir/err" ] && return
	echo "perf script does not find the code of samples: $(cat "$dir/err"; head -n 5 "$dir/unknown")"
	exit 1
}

# --record -- COMMAND ends with it, returns its status, and has its slots as the live run has them, within 1 %.
command_is_recorded() {
	"$TDTOP" --json -d 0.3 --record "$dir/command" -- sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done; exit 7' \
		>"$dir/live" 2>"$dir/err"
	status=$?
	"$TDTOP" --json -i "$dir/command" >"$dir/replayed.json"
	# shellcheck disable=SC2046	# a pid
	set -- $(sed -n '1s/.*"processes":\[{"pid":\([0-9]*\),"comm":"sh".*/\1/p' "$dir/live")
	for file in "$dir/live" "$dir/replayed.json"; do
		grep -o "{\"pid\":$1,[^{]*\"slots\":[0-9]*" "$file" | sed 's/.*://' | awk '{ n += $1 } END { print n }'
	done >"$dir/slots"
	[ $status -eq 7 ] && awk '{ n[NR] = $1 } END { exit !(n[1] > 0 && n[1] > 0.99 * n[2] && n[1] < 1.01 * n[2]) }' "$dir/slots" && return
	echo "a command is recorded: status $status, slots live and replayed: $(cat "$dir/slots" "$dir/err")"
	exit 1
}

# What was shown of it, the replay shows; all others, which are recorded too, with --all-tasks.
command_is_replayed() {
	for attempt in 1 2 3; do
		rm -f "$dir/command"
		"$TDTOP" -b -V commands -d 0.3 --record "$dir/command" -- sh -c \
			'for i in 1 2 3; do (ls -R /usr/bin | cat & sleep 0.2; wait); done' >"$dir/live" 2>"$dir/err"
		grep -q ' lost ' "$dir/live" || break
	done
	"$TDTOP" -b -V commands -i "$dir/command" >"$dir/replayed"
	"$TDTOP" -b -V commands -i "$dir/command" --all-tasks >"$dir/all"
	sed -i 's/ · switch / · replay /' "$dir/live"
	grep -q ' ls$' "$dir/live" && cmp "$dir/live" "$dir/replayed" && [ "$(wc -l <"$dir/all")" -gt "$(wc -l <"$dir/live")" ] &&
		return
	echo "a command is replayed: $(diff "$dir/live" "$dir/replayed" | head -5)"
	exit 1
}

TDTOP_PMU_ROOT=$machines/software
command_is_recorded
command_is_replayed
every_thread_is_sealed
reader_ends

# One group; groups that rotate; groups of two core types; slots that are the sum of classes.
for machine in software software-rotation software-hybrid software-classes software-arm; do
	TDTOP_PMU_ROOT=$machines/$machine
	rm -f "$dir"/data* "$dir"/turned*
	recorded_is_live
	piped_is_kept
	command -v perf >/dev/null && perf_reads "$dir/data" && perf_reads -
done
TDTOP_PMU_ROOT=$machines/software
if samples_are_recorded && command -v perf >/dev/null; then
	perf_reads "$dir/samples"
	perf_finds_the_code
fi
exit 0
