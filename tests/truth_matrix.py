#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
#
# Run by check-truth.sh: each engine x mode x interval is a row, with what is wrong in it.
#
#     truth_matrix.py TDTOP DIRECTORY [WORD...]
#
# DIRECTORY has truth_loads, truth_witness, and in `groups` a cgroup for those of the loads. Words choose rows, which are
# named by an engine, a mode and an interval: "ring", "command", "0.2"; "first": the first interval alone.

import collections
import json
import math
import os
import subprocess
import sys
import time
import urllib.request

from truth_bench import Bench, Interval

LOADS = ["t_busy", "t_pingpong", "t_naps", "t_fork1", "t_fork20", "t_fork300", "t_execs", "t_threads",
         "t_thread_execs", "t_jobs", "t_regions"]
SECONDS = 3             # that loads run
ENGINES = {"bpf": ["--engine", "bpf"], "ring": ["--engine", "ring"],
           "ring-all": ["--engine", "ring", "--budget", "0"]}
DELAYS = ["0.2", "1", "5", "first"]
TRIES = 3
PORT = 19743

# Of the CPU time of a load, which is what the kernel accounts to it (rusage), and what truth_witness says that it does
# not account right (its file says why).
BOUND = 0.0075          # the worst seen is 0.6 %, of ping-pong by the ring engine; mostly 0.1
SMALL = 200e6           # what has less, ns, is measured as a part of this
WINDOWS = 0.15          # root mean square of all loads, where an engine keeps to its budget: it says so, samples the
                        # switches in windows, and estimates, the ring engine CPU time and slots (single loads were up
                        # to 32 % off), the BPF engine slots only: its CPU time is exact
FEW_LOST = 50           # slices of unknown tasks, lost one by one where some processes are watched: no time to speak of
UNACCOUNTED = 0.005     # of the machine: rows add up to it, but for what tdtop says is of no task
# rusage lacks what a thread that ends did since the kernel last looked at its clock, at a tick or at clock_gettime():
# its exit (__exit_signal()). The account of a cgroup has it.
EXITS = ["t_threads", "t_thread_execs"]

tdtop, directory = sys.argv[1:3]
words = sys.argv[3:]

Truth = collections.namedtuple("Truth", "rusage cgroup entries unaccounted unseen", defaults=(0, 0))


class Loads:
    """Those of truth_loads, and the witness of their switches."""

    def __init__(self, seconds=SECONDS):
        groups = f"{directory}/groups/{time.monotonic_ns()}"    # that have not accounted anything yet
        for load in LOADS:
            os.makedirs(f"{groups}/{load}")
        self.command = [f"{directory}/truth_loads", str(seconds), groups, *LOADS]
        self.witness = subprocess.Popen([f"{directory}/truth_witness", f"{directory}/truth_witness.bpf.o"],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.witness.stdout.readline()

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self

    def run(self):
        return self.truth_of(self.process.communicate("\n")[0])

    def truth_of(self, text):
        """What they have printed, and the witness says, by load."""
        numbers = collections.defaultdict(list)
        for line in (text + self.witness.communicate()[0]).splitlines():
            load, *rest = line.split()
            numbers[load] += map(int, rest)
        return {load: Truth(*numbers[load]) for load in LOADS}


class Shown:
    """Sums over the intervals of --json."""

    def __init__(self):
        self.slots = collections.Counter()
        self.cpu = collections.Counter()
        self.entries = 0
        self.doubles = []       # rows of a pid that has another one
        self.is_estimated = self.time_is_estimated = False
        self.faults = []
        self.times = []         # begin and end of each interval
        self.capacity = self.missing = self.unaccounted = 0     # nanoseconds
        self.sum_errors = []
        self.lost = 0

    def add(self, line):
        interval = json.loads(line)
        pids = collections.Counter(row["pid"] for row in interval["processes"])
        self.doubles += [f"{row['pid']} {row['comm']} {row['busy_ns']} ns{' exited' * row['exited']}"
                         for row in interval["processes"] if pids[row["pid"]] > 1]
        self.lost += interval["lost"]
        if interval["self"] is not None:
            self.is_estimated |= interval["self"]["sampled_percent"] < 100
            self.time_is_estimated |= interval["self"]["cpu_time_estimated"]
        self.times.append((interval["time"] - interval["interval"], interval["time"]))
        for row in interval["processes"]:
            for sums, ns in (self.slots, row["slots"] or 0), (self.cpu, row["busy_ns"] or 0):
                if row["comm"] in LOADS:
                    sums[row["comm"]] += ns + sums.pop(row["pid"], 0)
                elif row["comm"] == "truth_loads":      # the child of it gets its name a little later
                    sums[row["pid"]] += ns
        machine = interval["machine"]["busy_percent"]
        if machine is not None and interval.get("cpus"):
            # Since the first interval: a CPU that is read late, as others run in place of tdtop, has the more
            # in this interval and the less in the next.
            capacity = interval["interval"] * 1e9 * len(interval["cpus"])
            self.capacity += capacity
            self.missing += capacity * machine / 100 - sum(row["busy_ns"] or 0 for row in interval["processes"])
            self.unaccounted += capacity * max(interval["unaccounted_percent"], interval["unknown_time_percent"]) / 100
            self.sum_errors.append((abs(self.missing) - self.unaccounted) / self.capacity)
        for row in interval.get("regions") or []:
            if row["region"] == "regions":
                self.entries += row["entries"] or 0


def with_regions(engine, interval):
    return bench.machine(engine, interval, "--regions")


def exported():
    try:
        with urllib.request.urlopen(f"http://localhost:{PORT}/metrics") as answer:
            return answer.read().decode()
    except OSError:
        return ""


def counter(name, text):
    """Sum of the lines that begin so."""
    return sum(float(line.split()[1]) for line in text.splitlines() if line.startswith(name))


def intervals(text):
    return counter("tdtop_intervals_total", text)


def export_after(n):
    """What is exported when more than n intervals have ended."""
    while intervals(text := exported()) <= n:
        time.sleep(0.1)
    return text


def listening(engine, interval):
    """Counters by command, as Prometheus reads them: what a command had before it got a series is that of "other"."""
    shown = Shown()
    tool = bench.tool("--headless", "--listen", str(PORT), "--openmetrics-by", "command", "-d", interval.delay, *engine)
    export_after(0)
    Loads(1).start().run()
    before = export_after(intervals(exported()) + 1)
    truth = Loads().start().run()
    after = export_after(intervals(exported()) + 1)
    shown.is_estimated = counter("tdtop_estimated_intervals_total", after) > 0
    shown.time_is_estimated = shown.is_estimated and "bpf" not in engine
    for load in LOADS:
        slots, seconds = (f'tdtop_{family}_total{{command="{load}"' for family in ("slots", "cpu_seconds"))
        shown.slots[load] = counter(slots, after) - counter(slots, before)
        shown.cpu[load] = (counter(seconds, after) - counter(seconds, before)) * 1e9
    tool.end(shown)
    return truth, shown


bench = Bench(tdtop, directory, Loads, Shown)
MODES = {"machine": bench.machine, "pid": bench.of_pid, "command": bench.command, "regions": with_regions,
         "listen": listening, "record": bench.recorded}

# What is not run: a command has a series of --listen from the end of its first interval on (before, it is "other"), and a
# program with regions is found at the end of an interval in which it ran.
IMPOSSIBLE = [("listen", "first"), ("regions", "first")]
# What is run only if it is named ("ring listen 5"), so that all takes a quarter of an hour: what makes an interval and
# its rows is the same in these modes as in that of the machine. The first interval of a command is that of 5 s.
LONG = ["0.2", "5", "first"]
NAMED = [(mode, delay) for mode in ("regions", "listen", "pid") for delay in LONG if (mode, delay) != ("pid", "first")]
NAMED.append(("command", "first"))


def is_chosen(engine, mode, delay):
    if (mode, delay) in IMPOSSIBLE or not all(word in (engine, mode, delay) for word in words):
        return False
    return len(words) == 3 or (mode, delay) not in NAMED


def error_of(load, engine, truth, ns):
    """What is too much, or too little, as a part of the truth."""
    accounted = truth.cgroup if load in EXITS else truth.rusage
    low = high = accounted + truth.unaccounted
    if engine == "bpf":
        high += truth.unseen
    else:
        low -= truth.unseen
    return (ns - min(max(ns, low), high)) / max(accounted, SMALL)


def root_mean_square(errors):
    return math.sqrt(sum(error ** 2 for error in errors.values()) / len(errors))


def judge(name, engine, mode, truth, shown):
    faults = shown.faults
    few = FEW_LOST if mode in ("pid", "command") else 0
    has_lost = shown.lost > few or engine == "ring" and mode == "record"
    notes = []
    errors = collections.Counter()      # the greater of both; without slots, if they alone are estimated
    for sums, what, is_estimated in ((shown.cpu, "CPU time", shown.time_is_estimated or has_lost),
                                     (shown.slots, "slots", shown.is_estimated or has_lost)):
        its = {load: error_of(load, engine, truth[load], sums[load]) for load in truth}
        if is_estimated:
            notes.append(f"{what} estimated, root mean square {100 * root_mean_square(its):.1f} %")
        else:
            faults += [f"{load} {truth[load].cgroup / 1e6:.0f} ms {100 * error:+.1f} % {what}"
                       for load, error in its.items() if abs(error) > BOUND]
        if is_estimated and root_mean_square(its) > WINDOWS:
            faults.append(notes[-1])
        if not is_estimated or shown.time_is_estimated or has_lost:
            errors = {load: max(errors[load], error, key=abs) for load, error in its.items()}
    if root_mean_square(errors) > WINDOWS:
        faults.append(f"root mean square {100 * root_mean_square(errors):.1f} %")
    if shown.doubles:
        faults.append("rows of one pid: " + ", ".join(shown.doubles))
    if shown.sum_errors and max(shown.sum_errors) > UNACCOUNTED:
        faults.append(f"rows and machine differ by {100 * max(shown.sum_errors):.1f} %")
    entries = truth["t_regions"].entries
    if mode == "regions" and shown.entries != entries:
        faults.append(f"{shown.entries} entries of {entries}")
    print(f"{'FAILED' if faults else 'ok':6} {name:22}", *(f"{100 * error:+6.2f}" for error in errors.values()),
          f"% lost {shown.lost} ", "; ".join(notes + faults), flush=True)
    return not faults


def measure(count, options, delay):
    for tries in range(TRIES):
        interval = Interval(delay, tries, SECONDS)
        truth, shown = count(options, interval)
        if not interval.was_too_short:
            break
    return truth, shown


def main():
    for load in LOADS:
        os.symlink("truth_loads", f"{directory}/{load}")
    good = []
    print(" " * 30 + " ".join(f"{load[2:8]:>6}" for load in LOADS))
    for engine, options in ENGINES.items():
        for mode, count in MODES.items():
            if engine != "bpf" or mode == "record":     # a recording is of the ring
                os.environ["TRUTH_KEEP_BUSY"] = "1"
            for delay in DELAYS:
                if is_chosen(engine, mode, delay):
                    name = f"{engine} {mode} {delay}"
                    good.append(judge(name, engine, mode, *measure(count, options, delay)))
    print(f"{sum(good)} of {len(good)} rows are within their bounds")
    return 0 if good and all(good) else 1


sys.exit(main())
