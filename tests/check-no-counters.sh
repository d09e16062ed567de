#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# tdtop where no counters are: the same list with CPU time, by both engines, of everything, of a command and
# without rights; nothing is invented. Runs on this machine's kernel, whatever PMU it has.
# shellcheck disable=SC2016	# other shells expand them
set -u
srcdir=${srcdir:-.}
tdtop=$PWD/tdtop
failed=0
. "$srcdir/tests/check-lib.sh"
TDTOP_PMU_ROOT=$(cd "$srcdir" && pwd)/tests/machines/vm-no-pmu
export TDTOP_PMU_ROOT

dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
chmod 755 "$dir"

# Its thread's own clock, after a loop; the rest of its life is short.
burn='i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; cut -d " " -f 1 /proc/$$/schedstat >"$0"; exit 7'

# burns WHO ARGUMENTS: of a command, the status and the CPU time are its own.
burns() {
	who=$1
	shift
	: >"$dir/ns" && chmod 666 "$dir/ns"
	run --json "$@" -- sh -c "$burn" "$dir/ns"
	expect "$who: the exit status is the command's" 7 "$status"
	expect "$who: its CPU time is that of the scheduler" yes \
		"$(awk -v ns="$(cat "$dir/ns")" '$2 == "sh" { s = $1 * 1e9; print (s > 0.9 * ns - 2e7 && s < 1.1 * ns + 5e7 ? "yes" : s) }' "$dir/err")"
}

run --json -n 1 -d 0.1
grep -q 'not permitted\|refuses\|CAP_PERFMON' "$dir/err" && echo "nothing may be counted here: $(cat "$dir/err")" && exit 77

expect "JSON has an interval" 0 "$status"
expect "and says that there are no counters" none "$(jq -r .machine.counters "$dir/out")"
expect "nothing is simulated" null "$(jq -r .simulated "$dir/out")"
expect "no row has a count or a class" 0 \
	"$(jq '[.. | objects | to_entries[] | select(.key | test("^(tma_.*|slots|ipc)$")) | select(.value != null)] | length' "$dir/out")"
expect "tasks have CPU time" true "$(jq '[.processes[].cpu_percent] | add > 0' "$dir/out")"
run -b -n 1 -d 0.1
expect "the table has no column of counts" "CPU%  WAIT% COMMAND" \
	"$(grep -o 'CPU%.*COMMAND' "$dir/out")"
expect "and tells why" 1 "$(grep -c 'No TopDown counters here.*tdtop --doctor' "$dir/out")"
run --csv -n 1 -d 0.1
expect "CSV has rows" 0 "$status"

burns "best engine"
expect "the summary has no column of counts" "CPU s COMMAND" "$(grep -o 'CPU s.*' "$dir/err")"
burns "ring" --engine ring
burns "by thread" --attribution task

for request in "--level 2" "--sort be" "--sort cost" "--filter be>40 && cpu>1" "--node tma_memory_bound"; do
	option=${request%% *}
	run -b -n 1 "$option" "${request#* }"
	expect "$request: cannot be met" \
		"1 tdtop: $option needs TopDown counters: this machine shows no CPU performance counters, tdtop --doctor" \
		"$status $(sed "s/^\(tdtop: --[a-z]*\) .*\(needs .* counters\) to Linux.*'\(tdtop --doctor\)' says more$/\1 \2, \3/" "$dir/err")"
done
run --functions --seconds 0.1 --node tma_dram_bound
expect "a node whose event would be sampled is not said to be unknown of a CPU" \
	"1 tdtop: --node tma_dram_bound: nodes of TopDown are not counted on this machine" \
	"$status $(cut -d ";" -f 1 "$dir/err")"
run --json -n 2 -d 0.1 --record "$dir/recorded"
cpu_times() { jq -c '[.interval, ([.processes[] | [.pid, .busy_ns]] | sort)]' "$1"; }
cpu_times "$dir/out" >"$dir/live"
run --json -i "$dir/recorded"
# On a busy host it has an interval more: the next one ended before tdtop could stop.
expect "a recording has the same times" "$(cat "$dir/live")" \
	"$(cpu_times "$dir/out" | awk -F '[][,]' 'NR == FNR { printed[$2] = 1; next } $2 in printed' "$dir/live" -)"
run -b -i "$dir/recorded" --level 2
expect "and no counters, either" "1 tdtop: --level needs TopDown counters, and \"$dir/recorded\" has none" \
	"$status $(cut -d ";" -f 1 "$dir/err")"
run -b -n 1 -d 0.1 --sort cpu --filter 'cpu>0'
expect "what needs no counters works" 0 "$status"

if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && [ "$(cat /proc/sys/kernel/perf_event_paranoid)" -le 2 ]; then
	cp "$tdtop" "$dir/tdtop" && cp -r "$TDTOP_PMU_ROOT" "$dir/machine" && chmod -R u=rwX,go=rX "$dir/machine"
	tdtop="setpriv --reuid=65534 --regid=65534 --clear-groups $dir/tdtop"
	TDTOP_PMU_ROOT=$dir/machine
	# shellcheck disable=SC2086	# words of a command
	tdtop() { timeout 600 $tdtop "$@"; }
	: >"$dir/ns" && chmod 666 "$dir/ns"
	(cd "$dir" && tdtop --json -- sh -c "$burn" "$dir/ns") >"$dir/out" 2>"$dir/err" </dev/null
	expect "without rights a command is counted" 7 $?
	expect "and has its CPU time" yes \
		"$(awk -v ns="$(cat "$dir/ns")" '$2 == "sh" { s = $1 * 1e9; print (s > 0.9 * ns - 2e7 && s < 1.1 * ns + 5e7 ? "yes" : s) }' "$dir/err")"
fi
exit $failed
