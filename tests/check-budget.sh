#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The BPF engine keeps to its budget in a storm of context switches (labload's relay, 100,000 a second and more), and
# what it says in windows is what another tdtop says that reads each of them meanwhile. On software events
# (tests/machines/software), which any number of programs may count: a slot is a nanosecond.
#
# usage: tests/check-budget.sh [BUDGET]     percent (2)
set -u
srcdir=$(cd "${srcdir:-.}" && pwd)
tdtop=${TDTOP:-$PWD/tdtop}
budget=${1:-2}

skip() {
	echo "$1"
	exit 77
}

[ "$(id -u)" = 0 ] || skip "the engine needs root"
command -v python3 >/dev/null || skip "there is no python3"
dir=$(mktemp -d) || exit 99
trap 'kill "$load" 2>/dev/null; rm -rf --one-file-system "$dir"' EXIT
load=
${CC:-cc} -O2 -I"$srcdir" -o "$dir/labload" "$srcdir/tests/lab/work/labload.c" -lpthread || skip "there is no C compiler"
"$dir/labload" relay 0 r1:1 r2:2 r3:3 r4:4 >/dev/null 2>&1 &
load=$!
export TDTOP_PMU_ROOT="$srcdir/tests/machines/software"
sleep 1
"$tdtop" --json --engine bpf --budget 0 -n 20 -d 1 >"$dir/whole" &
"$tdtop" --json --engine bpf --budget "$budget" -n 20 -d 1 >"$dir/windows" || skip "the BPF engine is not possible here"
wait $!
python3 - "$dir" "$budget" <<'END'
import json, sys

def read(name):
    return [json.loads(line) for line in open(f"{sys.argv[1]}/{name}")]

def shares(intervals, of):
    sums = {name: 0 for name in ("r1", "r2", "r3", "r4")}
    for row in (row for interval in intervals for row in interval["processes"]):
        if row["comm"] in sums:
            sums[row["comm"]] += row[of] or 0
    return {name: 100 * part / max(sum(sums.values()), 1) for name, part in sums.items()}

def check(text, figure, holds):
    global failed
    failed += not holds
    print("ok" if holds else "not ok", text, f"({figure})")

failed, budget = 0, float(sys.argv[2])
whole, windows = read("whole")[2:-1], read("windows")
rate = sum(i["self"]["samples"] / i["interval"] for i in whole) / len(whole)
cost = [i["self"]["kernel_percent"] for i in windows]
print(f"# {rate:.0f} switches a second; reading all costs {whole[-1]['self']['kernel_percent']} % of the machine, "
      f"{whole[-1]['self']['sample_ns']:.0f} ns each; in windows: {cost}")
check("reading all would exceed the budget, percent", whole[-1]["self"]["kernel_percent"],
      whole[-1]["self"]["kernel_percent"] > budget)
check("in windows it costs less in each interval after the first, percent at most", max(cost[1:]), max(cost[1:]) <= budget)
check("and says so", [i["self"]["sampled_percent"] for i in windows][-1],
      all(i["self"]["sampled_cpus"] > 0 for i in windows[1:]))
windows = windows[2:-1]
for text, of, most in ("the shares of four tasks", "slots", 1), ("and of their CPU time, which is exact", "busy_ns", 0.2):
    off = {name: shares(windows, of)[name] - share for name, share in shares(whole, of).items()}
    check(f"{text}, points off", {name: round(points, 2) for name, points in off.items()},
          max(map(abs, off.values())) <= most)
of_machine = sum(i["machine"]["slots"] for i in windows) / sum(i["interval"] * len(i["cpus"]) * 1e9 for i in windows)
check("the machine has all its slots, percent", round(100 * of_machine, 3), abs(of_machine - 1) < 0.005)
check("tasks are marked, CPUs and the machine are not", "scaled",
      not any(i["machine"].get("scaled") or any(cpu.get("scaled") for cpu in i["cpus"]) for i in windows) and
      all(row["scaled"] for i in windows for row in i["processes"] if row["comm"] == "r4"))
check("nothing is unaccounted, percent at most", max(i["unaccounted_percent"] for i in windows),
      max(i["unaccounted_percent"] for i in windows) <= 0.5)
sys.exit(failed > 0)
END
