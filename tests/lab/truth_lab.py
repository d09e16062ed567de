#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
#
# The matrix of truth in the lab, run by check_truth in its machine: slots and TopDown by program, on the kernel's own
# driver, of loads that change, end, and are short.
#
#     truth_lab.py TDTOP DIRECTORY ROW...       rows: see ROWS; or "all"
#
# The truth is what perf_event_open(2) counts of each load, with all that it forks and executes, in events of its own:
# general counters for the classes, reference cycles for the slots. tdtop reads SLOTS and PERF_METRICS of whole CPUs: it
# has no event, no context and no code in common with that. The emulated PMU counts parts of a split in general counters
# without rounding. When `changes` changed it tells itself, in cycles of the emulator's own account: so what it did in an
# interval is known by its slots, and needs no clock.

import collections
import ctypes
import json
import math
import os
import re
import struct
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from truth_bench import Bench, Interval  # noqa: E402

# Those of `changes` are such that bytes of PERF_METRICS hold them almost exactly: what is off is not rounding then.
SPLITS = {"default": (30, 10, 25, 35, 5, 7, 15, 20), "first": (51, 9, 11, 29, 9, 4, 9, 22),
          "second": (9, 11, 9, 71, 2, 9, 4, 51), "l_steady": (80, 4, 10, 6, 20, 3, 4, 2),
          "l_short5": (20, 50, 20, 10, 5, 40, 10, 4), "l_short50": (15, 5, 60, 20, 3, 2, 45, 6),
          "l_exec1": (10, 5, 15, 70, 4, 3, 10, 50), "l_exec2": (60, 10, 10, 20, 5, 8, 4, 12),
          "l_threads": (30, 25, 30, 15, 10, 20, 22, 5), "l_ends": (40, 30, 10, 20, 10, 25, 5, 15),
          "l_storm": (25, 25, 25, 25, 5, 15, 15, 15)}
# What the loads are called, what labload is told, the names that its processes have
LOADS = [("steady", "hog l_steady 3.2", ["l_steady"]),
         ("changes", "phases first second 700000 0 3", ["phases"]),
         ("short5", "short l_short5 40 5", ["l_short5"]),
         ("short50", "short l_short50 16 50", ["l_short50"]),
         ("exec", "exec l_exec1 l_exec2 1.3", ["l_exec1", "l_exec2"]),
         ("threads", "threads l_threads 2.8 l_threads l_threads:2000:3000 l_threads:300:700", ["l_threads"]),
         ("ends", "hog l_ends 1.7", ["l_ends"])]
STEADY = ["steady", "short5", "short50", "threads", "ends"]      # they have one split, after their beginning
LOAD_OF = {comm: name for name, _, comms in LOADS for comm in comms}
PARTS = ["retiring", "bad_speculation", "frontend_bound", "backend_bound", "heavy_operations", "branch_mispredicts",
         "fetch_latency", "memory_bound"]       # of a split
EVENTS = {"retiring": 0x02c2, "frontend_bound": 0x019c, "backend_bound": 0x02a4, "heavy_operations": 0x01c2,
          "branch_mispredicts": 0x08a4, "fetch_latency": 0x0600019c, "memory_bound": 0x10a4}
PER_EVENT = {"fetch_latency": 6}        # slots, where an event counts cycles
RAW = 4                                 # PERF_TYPE_RAW
REFERENCE_CYCLES = 9                    # PERF_COUNT_HW_REF_CPU_CYCLES
TIMES_AND_GROUP = 1 | 2 | 8             # PERF_FORMAT_TOTAL_TIME_ENABLED, _RUNNING, _GROUP
INHERIT = 2                             # a flag of perf_event_attr

HAS_LEVEL2 = os.path.exists("/sys/bus/event_source/devices/cpu/events/topdown-heavy-ops")
WIDTH = 6 if HAS_LEVEL2 else 5
PER_REFERENCE_CYCLE = WIDTH * 3 / 2     # 3 GHz and a reference of 2: vm's defaults
SLOTS_PER_NS = WIDTH * 3
COUNTED = [node for node in (PARTS if HAS_LEVEL2 else PARTS[:4]) if node != "bad_speculation"]   # it is the rest
COUNTED_BESIDE = COUNTED[:3]            # where functions are sampled, by general counters, too
nodes = COUNTED

ALL = ["--budget", "0"]
# Thousands of switches a second, beside the loads: without them there is hardly a window, however slow the emulator is.
STORM = "threads l_storm 300 l_storm:100:300 l_storm:100:300 l_storm:100:300"
# Engine, mode, interval, options. Windows: under its usual budget the ring engine reads switches in windows there, as in the
# emulator tdtop takes 5 to 60 % of a CPU: it shows an estimate, whose bound is two stated errors. The BPF engine then has
# no window at all, and shows nothing.
ROWS = {"bpf": ["bpf", "machine", "1", ALL], "bpf-short": ["bpf", "machine", "0.3", ALL],
        "bpf-pid": ["bpf", "pid", "1", ALL], "bpf-command": ["bpf", "command", "1", ALL],
        "bpf-regions": ["bpf", "regions", "1", ALL],
        "ring": ["ring", "machine", "1", ALL], "ring-short": ["ring", "machine", "0.3", ALL],
        "ring-pid": ["ring", "pid", "1", ALL], "ring-command": ["ring", "command", "0.3", ALL],
        "ring-functions": ["ring", "functions", "1", ALL], "bpf-functions": ["bpf", "functions", "1", ALL],
        "ring-regions": ["ring", "regions", "1", ALL], "ring-record": ["ring", "record", "1", ALL],
        "windows": ["ring", "machine", "1", [], STORM], "windows-short": ["ring", "machine", "0.3", [], STORM],
        "windows-record": ["ring", "record", "1", []],
        "windows-gaps": ["ring", "machine", "1", ALL, STORM], "windows-gaps-short": ["ring", "machine", "0.3", ALL, STORM]}
# For rows of which a window is open for so many percent of the time, whatever the emulator can do.
DUTY = {"windows-gaps": "30", "windows-gaps-short": "50"}

POINTS = 0.6            # of each node
PERCENT = 1             # of the slots of a load
SUM_PERCENT = 0.5       # of the machine's, by which its rows may miss it
# Slots of an interval from which on the nodes of `changes` are judged: a reading of a few has bytes of a few.
LEAST = 5e8

Truth = collections.namedtuple("Truth", "begin slots nodes phases")


class Load:
    """A process that waits, is counted from now on with all that it starts, and becomes the load."""

    def __init__(self, name, arguments):
        self.name = name
        self.process = subprocess.Popen(["sh", "-c", f"echo; read -r _; exec labload {arguments}"],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()
        self.fds = []
        self.open(0, REFERENCE_CYCLES)
        for node in nodes:
            self.open(RAW, EVENTS[node])

    def open(self, kind, config):
        size = 64       # of the first perf_event_attr
        attr = struct.pack("IIQQQQQIIQ", kind, size, config, 0, 0, TIMES_AND_GROUP, INHERIT, 0, 0, 0)
        fd = ctypes.CDLL(None, use_errno=True).syscall(298, attr, self.process.pid, -1, self.fds[0] if self.fds else -1, 0)
        if fd < 0:
            sys.exit(f"perf_event_open of {config:#x}: {os.strerror(ctypes.get_errno())}")
        self.fds.append(fd)

    def read(self):
        return struct.unpack(f"{4 + len(nodes)}Q", os.read(self.fds[0], 4096))

    def begin(self):
        self.before = self.read()
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def truth(self):
        """When all of it has ended: its slots, and the percentage of each node."""
        text = self.process.stdout.read()
        self.process.wait()
        _, enabled, running, reference, *counts = [now - before for now, before in zip(self.read(), self.before)]
        if running != enabled:
            sys.exit("the events of the truth were not counted all the time")
        slots = reference * PER_REFERENCE_CYCLE
        return {"slots": slots, "nodes": {node: 100 * count * PER_EVENT.get(node, 1) / slots
                                          for node, count in zip(nodes, counts)},
                "phases": [(int(cycles) * WIDTH, SPLITS[split])
                           for split, cycles in re.findall(r"^(\S+) cycles (\d+)$", text, re.M)[1:]]}


def run_loads(seconds):
    """What Loads starts: says that they wait, waits for a line and so many seconds, and prints the truth of all."""
    loads = [Load(name, arguments) for name, arguments, _ in LOADS]
    print("ready", flush=True)
    sys.stdin.readline()
    time.sleep(seconds)
    begin = time.time()
    for load in loads:
        load.begin()
    print(json.dumps({load.name: {"begin": begin, **load.truth()} for load in loads}))


class Loads:
    seconds = 0     # before they begin: intervals of tdtop without them

    def __init__(self):
        self.command = ["python3", "-B", os.path.abspath(__file__), "loads", str(self.seconds), *nodes]

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()
        return self

    def run(self):
        return self.truth_of(self.process.communicate("\n")[0])

    def truth_of(self, text):
        return {name: Truth(**load) for name, load in json.loads(text.splitlines()[-1]).items()}


def split_of(phases, begin, end):
    """From so many slots before the end of all on, until so many before it; None if that is not known."""
    sums = collections.Counter()
    at = 0
    for slots, split in reversed(phases):
        part = max(0, min(begin, at + slots) - max(end, at))
        at += slots
        for node, percent in zip(PARTS, split):
            sums[node] += part * percent
    return {node: sums[node] / (begin - end) for node in nodes} if end < begin <= at else None


class Shown:
    """The rows of loads, of each interval."""

    def __init__(self):
        self.rows = collections.defaultdict(list)       # of each load
        self.nameless = collections.defaultdict(list)   # of a process that has not taken its name, by pid
        self.times = []
        self.faults = []
        self.in_windows = 0             # intervals
        self.is_estimated = False       # switches were read in windows in some interval
        self.lost = self.worst_sum = 0
        self.live = None

    def add(self, line):
        interval = json.loads(line)
        self.times.append((interval["time"] - interval["interval"], interval["time"]))
        self.lost += interval["lost"]
        pids = [row["pid"] for row in interval["processes"]]
        if len(set(pids)) < len(pids):
            self.faults.append("two rows of one process")
        if interval["running_percent"] is not None and interval["running_percent"] < 99.9:
            self.faults.append(f"counters for {interval['running_percent']} % of the time")
        rows = [row for row in interval["processes"] if row["slots"] is not None or row["missing"] == "not_read"]
        in_windows = interval["self"] is not None and interval["self"]["sampled_percent"] < 100
        self.in_windows += in_windows
        self.is_estimated |= in_windows
        for row in rows:
            row["time"] = interval["time"]
            if row["slots"] is None:        # it was in no window; if it has ended, its time is not known either
                row["slots"] = 0
                row["unread_slots"] = (row["busy_ns"] or interval["interval"] * 1e9) * SLOTS_PER_NS
            if row["comm"] in LOAD_OF:
                self.rows[LOAD_OF[row["comm"]]] += self.nameless.pop(row["pid"], []) + [row]
            elif row["comm"] in ("sh", "labload", "exe"):
                self.nameless[row["pid"]].append(row)
            lost_ns = interval.get("lost_ns")   # of a known time: marked above LACKS_SHARE (tdtop-json(5))
            if interval["lost"] and not row["scaled"] and (lost_ns is None or lost_ns > 0.005 * row["busy_ns"]):
                self.faults.append("lost, and a row is not marked")
        machine = interval["machine"]
        if "watched" not in interval and machine["slots"] and machine["busy_percent"] > 99:     # idle time has slots, too
            rest = 100 * (1 - sum(row["slots"] for row in rows) / machine["slots"])
            self.worst_sum = max(self.worst_sum, abs(rest) - interval["unaccounted_percent"])


def node_sum(rows, node):
    """Its percentage of all rows that have it, and the error that is stated, or None."""
    its = [(row["slots"], row[f"tma_{node}"], row.get(f"tma_{node}_error")) for row in rows
           if row[f"tma_{node}"] is not None]
    slots = sum(row[0] for row in its)
    if not slots:
        return math.nan, None
    error = None if any(row[2] is None for row in its) else math.sqrt(sum((row[0] * row[2]) ** 2 for row in its)) / slots
    return sum(row[0] * row[1] for row in its) / slots, error


def slots_sum(rows):
    """And the error that is stated, in percent: all of a row that is marked as an estimate of unknown error."""
    slots = sum(row["slots"] for row in rows)
    errors = [row["slots"] * (100 * row["scaled"] if row["estimate_error_percent"] is None
                              else row["estimate_error_percent"]) for row in rows]
    errors += [100 * row.get("unread_slots", 0) for row in rows]
    return slots, math.hypot(*errors) / slots if slots else math.nan


def split_of_row(load, row, has_begun):
    """
    Of a process of a load that has one split. With a new address space, as after fork(2), it has to tell that, and has
    the default split before: in the interval in which it began, for the part that fits its values best.
    """
    its, first = (dict(zip(PARTS, SPLITS[split])) for split in ("l_" + load, "default"))
    by = {node: first[node] - its[node] for node in nodes if row[f"tma_{node}"] is not None}
    part = sum((row[f"tma_{node}"] - its[node]) * by[node] for node in by) / (sum(by[node] ** 2 for node in by) or 1)
    part = 0 if has_begun else min(max(part, 0), 1)
    return {node: its[node] + part * by[node] for node in by}


def beyond_of_intervals(load, rows):
    """
    Of a load that does the same all the time, the values of its rows: of those with a stated error whether they are
    beyond two of it; how many are marked as estimates of unknown error; and those that are neither and wrong.
    """
    stated = []
    exact_wrong = []
    n_unknown = 0
    begun = set()       # others have slots of before they executed labload
    for row in rows if load in STEADY else []:
        if row["slots"] >= LEAST and (row["pid"] in begun or load in ("short5", "short50")):
            for node, percent in split_of_row(load, row, row["pid"] in begun).items():
                by = row[f"tma_{node}"] - percent
                error = row.get(f"tma_{node}_error")
                if error is not None:
                    stated.append(not abs(by) <= max(2 * error, POINTS))
                elif row["scaled"]:
                    n_unknown += 1
                elif not abs(by) <= POINTS:
                    exact_wrong.append(f"{load}: {node} {by:+.2f} looks exact")
        if row["comm"] == "l_" + load and row["slots"]:
            begun.add(row["pid"])
    return stated, exact_wrong, n_unknown


def worst_phase(phases, rows):
    """How far `changes` is off in an interval, in points, and of how many that is known."""
    worst = n_judged = at = 0
    for row in reversed(rows):
        truth = split_of(phases, at + row["slots"], at)
        at += row["slots"]
        if row["slots"] >= LEAST and truth:
            n_judged += 1
            worst = max([worst] + [abs(row[f"tma_{node}"] - percent) for node, percent in truth.items()])
    return worst, n_judged


def most_beyond(n):
    """So many of n values may be off by more than two stated errors, if 8 % are: more in one of 1,000 runs."""
    chances = [math.comb(n, k) * 0.08 ** k * 0.92 ** (n - k) for k in range(n + 1)]
    return next(k for k in range(n + 1) if sum(chances[:k + 1]) >= 0.999 or k == n)


def judge(name, truth, shown):
    faults = shown.faults
    texts = []
    stated = []         # of an estimate: whether values are beyond two of their errors
    n_unknown = 0
    for load, _, _ in LOADS:
        rows = [row for row in shown.rows[load] if row["time"] > truth[load].begin]     # before, its shell began
        slots, error = slots_sum(rows)
        off = [("slots, %", 100 * (slots / truth[load].slots - 1), error, PERCENT)]
        for node in nodes:
            value, error = node_sum(rows, node)
            off.append((node, value - truth[load].nodes[node], error, POINTS))
        texts.append(f"{off[0][1]:+5.2f} {max(abs(points) for _, points, _, _ in off[1:]):4.2f}")
        if shown.is_estimated:
            texts.append(f"(+-{off[0][2]:.1f} %)")
            of_rows, wrong, unknown = beyond_of_intervals(load, rows)
            stated += of_rows + [not abs(by) <= max(2 * error, bound) for _, by, error, bound in off
                                 if error is not None]
            faults += wrong + [f"{load}: {what} {by:+.2f} looks exact" for what, by, error, bound in off
                               if error == 0 and not abs(by) <= bound]
            n_unknown += unknown
        else:
            faults += [f"{load}: {what} {by:+.2f}" for what, by, _, bound in off if not abs(by) <= bound]
    worst, n_judged = worst_phase(truth["changes"].phases, shown.rows["changes"])
    if shown.is_estimated:
        texts.append(f"| {shown.in_windows} intervals in windows: {sum(stated)} of {len(stated)} beyond two stated errors, {n_unknown} marked as of unknown error")
        if sum(stated) > most_beyond(len(stated)):
            faults.append("more than chance")
    else:
        texts.append(f"| {worst:4.2f} in {n_judged} intervals")
        if worst > POINTS or not n_judged:
            faults.append("changes: an interval")
    if shown.worst_sum > SUM_PERCENT:
        faults.append("rows and machine differ")
    print(f"{'not ok' if faults else 'ok'} truth of {name:20}", *texts,
          f"| lost {shown.lost} | sum {shown.worst_sum:.2f} %", "| " * bool(faults) + "; ".join(faults), flush=True)


def measure(row):
    global nodes
    engine, mode, delay, options, *storms = ROWS[row]
    nodes = COUNTED_BESIDE if mode == "functions" else COUNTED
    os.environ["TDTOP_DUTY"] = DUTY.get(row, "")
    beside = [subprocess.Popen(["labload", *storm.split()]) for storm in storms]
    Loads.seconds = 2.5 * float(delay)
    interval = Interval(delay, 0, 4)
    bench = Bench(tdtop, directory, Loads, Shown)
    modes = {"machine": bench.machine, "pid": bench.of_pid, "command": bench.command, "record": bench.recorded,
             "functions": bench.functions,
             "regions": lambda engine, interval: bench.machine(engine, interval, "--regions")}
    truth, shown = modes[mode](["--engine", engine, *([] if HAS_LEVEL2 else ["-l", "1"]), *options], interval)
    if shown.live:
        judge(f"{row}, live", truth, shown.live)
        shown.faults = []
        shown.is_estimated = shown.live.is_estimated
    judge(row, truth, shown)
    for storm in beside:
        storm.kill()
        storm.wait()


def main(chosen):
    with open(os.environ["LAB_TABLE"], "w", encoding="ascii") as table:
        table.writelines(f"{name} {' '.join(map(str, split))}\n" for name, split in SPLITS.items())
    print("#" + " " * 31, *(f"{load:>10}" for load, _, _ in LOADS), " % of the slots, worst node in points | in an interval",
          flush=True)
    for row in ROWS if chosen == ["all"] else chosen:
        measure(row)


if sys.argv[1] == "loads":
    nodes = sys.argv[3:]
    run_loads(float(sys.argv[2]))
else:
    tdtop, directory = sys.argv[1:3]
    main(sys.argv[3:])
