#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Recordings of the demo: the replay prints what was printed live, and verdicts of them can be tried everywhere.
set -u
[[ -x ${TDTOP-} ]] || { echo "TDTOP does not name the program" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit
failed=0

# is NAME WHAT EXPECTED: EXPECTED is a pattern
is() {
	# shellcheck disable=SC2053
	[[ $2 == $3 ]] && echo "ok: $1" && return
	echo "not ok: $1: \"$2\" is not \"$3\""
	failed=1
}

# Text, byte for byte: only the source has another name. A recording may have an interval more than its run printed.
for options in '-V processes' '-V threads' '-V cpus' '-V cgroups --level 3' '-V threads -p 3561,4410'; do
	# shellcheck disable=SC2086
	"$TDTOP" --demo -b $options -d 0.2 -n 3 --record demo.data | sed 's/ · demo (every/ · replay (every/' >live
	# shellcheck disable=SC2086
	"$TDTOP" -b ${options% -p *} -n 3 -i demo.data >replayed
	is "replay of the demo, $options" "$(grep -c 'replay (every' live) $(diff live replayed)" '3 '
done

# Through a pipe, too; and nothing of the machine on which the demo runs is in the recording.
"$TDTOP" --demo --record - 2>err | "$TDTOP" -b -i - -n 1 >replayed
is 'the demo in a pipe' "$(head -1 replayed)" 'tdtop · demo · Intel Sapphire Rapids · 8 CPUs · * · replay (every process and number is invented) · interval 1 · *'
is 'the kernel of this machine' "$(grep -acF "$(uname -r)" demo.data)" 0

# Each recording has a seed of its own: two differ by noise, and by what drifts, but not by a change.
for i in 1 2 3 4 5 6; do
	"$TDTOP" --demo -b -d 0.1 -n 30 --record run$i.data >text$i &
done
wait
is 'noise of two recordings' "$(cmp -s <(sed 1d text1) <(sed 1d text2) || echo differs)" differs
"$TDTOP" diff run1.data run3.data run5.data --after run2.data run4.data run6.data --fail-on 'mem>+25 or ipc<-50%' >verdict
is 'no change of the demo' "$? $(tail -1 verdict)" '0 verdict: *'

# Of single processes a recording has all tasks; the replay shows those that were watched, and what they started.
"$TDTOP" --demo -b -p 3561,4410 -d 0.2 -n 3 --record demo.data >live
for tasks in '' --all-tasks; do
	# shellcheck disable=SC2086
	"$TDTOP" --csv $tasks -i demo.data | awk -F , '$5 == "java" || $5 == "stream_c" || $5 == "cc1" { print $5 }' | sort -u >"comm$tasks"
done
is 'watched processes of the demo' "$(echo $(<comm))" 'cc1 stream_c'
is 'all processes of the demo' "$(echo $(<comm--all-tasks))" 'cc1 java stream_c'
exit $failed
