#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
#
# Run by check-truth.sh: each engine x mode x interval is a row, with what is wrong in it.
#
#     truth_matrix.py TDTOP DIRECTORY-OF-truth_loads [WORD...]
#
# Words choose rows, which are named by an engine, a mode and an interval: "ring", "command", "0.2".

import collections
import json
import os
import queue
import subprocess
import sys
import threading
import time
import urllib.request

LOADS = ["t_busy", "t_pingpong", "t_naps", "t_fork1", "t_fork20", "t_fork300", "t_execs", "t_threads",
         "t_thread_execs", "t_jobs", "t_regions"]
SECONDS = 5             # that loads run
ENGINES = {"bpf": ["--engine", "bpf"], "ring": ["--engine", "ring"],
           "ring-all": ["--engine", "ring", "--budget", "0"]}
DELAYS = ["0.2", "1", "5"]
PORT = 19743

# Of the CPU time of a load; what is smaller is measured as a part of SMALL nanoseconds.
BOUND = 0.02            # interrupts are part of a slice, and not of what some kernels account to a task
SMALL = 200e6
# What has another bound, and why.
WINDOWS = 0.15          # the ring engine within its budget samples a part of the switches, and says which
SWITCHES = 0.05         # of 0.2 ms of work and less, the switch itself is a part, which rusage shares out otherwise
EXITS = 0.05            # rusage ends before a task's exit does, some 30 us, and these last a millisecond or two

tdtop, directory = sys.argv[1:3]
words = sys.argv[3:]


def start_loads():
    return subprocess.Popen([f"{directory}/truth_loads", str(SECONDS), *LOADS], stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, text=True)


def truth_of(text):
    """What the loads printed: {load: (ns, entries)}."""
    rows = (line.split() for line in text.splitlines())
    return {row[0]: (int(row[1]), int(row[2])) for row in rows if len(row) == 3 and row[0] in LOADS}


class Shown:
    """Sums over the intervals of --json."""

    def __init__(self):
        self.ns = collections.Counter()
        self.entries = 0
        self.doubles = 0
        self.faults = []
        self.sum_errors = []
        self.lost = 0

    def add(self, line):
        interval = json.loads(line)
        pids = [row["pid"] for row in interval["processes"]]
        self.doubles += len(pids) - len(set(pids))
        self.lost += interval["lost"]
        for row in interval["processes"]:
            if row["comm"] in LOADS:
                self.ns[row["comm"]] += row["slots"] or 0
        machine = interval["machine"]["busy_percent"]
        if machine is not None and interval.get("cpus"):
            capacity = interval["interval"] * 1e9 * len(interval["cpus"])
            rows = sum(row["busy_ns"] or 0 for row in interval["processes"])
            self.sum_errors.append(abs(machine / 100 - rows / capacity))
        for row in interval.get("regions") or []:
            if row["region"] == "regions":
                self.entries += row["entries"] or 0


class Tool:
    """A tdtop, whose lines are read at once: it would wait for its reader."""

    def __init__(self, arguments):
        self.process = subprocess.Popen([tdtop, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        text=True)
        self.lines = queue.Queue()
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def wait_for_lines(self, shown, n):
        for _ in range(n):
            line = self.lines.get()
            if line is None:
                self.lines.put(None)
                return
            shown.add(line)

    def wait_for_whole_interval(self, shown):
        """Until an interval has ended that began after now."""
        self.wait_for_lines(shown, self.lines.qsize() + 2)

    def read_to_end(self, shown, timeout=None):
        """False if it does not end in time; it is killed then."""
        self.thread.join(timeout)
        has_ended = not self.thread.is_alive()
        if not has_ended:
            self.process.kill()
            self.thread.join()
        self.process.wait()
        self.wait_for_lines(shown, sys.maxsize)
        return has_ended

    def end(self, shown):
        self.process.terminate()
        self.read_to_end(shown)


def beside(arguments):
    """Loads that begin and end while tdtop counts the machine."""
    shown = Shown()
    tool = Tool(arguments)
    tool.wait_for_lines(shown, 1)
    loads = start_loads()
    if "--regions" in arguments:        # the program must be found before its first entry
        time.sleep(2.5)
    text = loads.communicate("\n")[0]
    tool.wait_for_whole_interval(shown)
    tool.end(shown)
    return truth_of(text), shown


def machine(engine, delay):
    return beside(["--json", "-d", delay, *engine])


def with_regions(engine, delay):
    return beside(["--json", "-d", delay, "--regions", *engine])


def of_pid(engine, delay):
    """It ends by itself, with its process."""
    shown = Shown()
    loads = start_loads()
    tool = Tool(["--json", "-d", delay, "-p", str(loads.pid), *engine])
    tool.wait_for_lines(shown, 1)
    text = loads.communicate("\n")[0]
    if not tool.read_to_end(shown, 30):
        shown.faults.append("does not end with its process")
    return truth_of(text), shown


def command(engine, delay):
    shown = Shown()
    truth_file = f"{directory}/truth"
    tool = Tool(["--json", "-d", delay, *engine, "--", "sh", "-c",
                 f"echo | {directory}/truth_loads {SECONDS} {' '.join(LOADS)} >{truth_file}"])
    tool.read_to_end(shown)
    with open(truth_file, encoding="ascii") as file:
        return truth_of(file.read()), shown


def recorded(engine, delay):
    shown = Shown()
    file = f"{directory}/recording.data"
    tool = Tool(["--json", "-d", delay, "--record", file, *engine])
    tool.wait_for_lines(Shown(), 1)
    text = start_loads().communicate("\n")[0]
    tool.wait_for_whole_interval(Shown())
    tool.end(Shown())
    Tool(["--json", "-d", delay, "-i", file]).read_to_end(shown)
    os.unlink(file)
    return truth_of(text), shown


def exported():
    try:
        with urllib.request.urlopen(f"http://localhost:{PORT}/metrics") as answer:
            return answer.read().decode()
    except OSError:
        return ""


def listening(engine, delay):
    """Counters by command, as Prometheus reads them."""
    shown = Shown()
    tool = Tool(["--headless", "--listen", str(PORT), "--openmetrics-by", "command", "-d", delay, *engine])
    while "tdtop_" not in exported():
        time.sleep(0.1)
    text = start_loads().communicate("\n")[0]
    time.sleep(2 * float(delay) + 0.5)
    for line in exported().splitlines():
        for load in LOADS:
            if line.startswith(f'tdtop_slots_total{{command="{load}"'):
                shown.ns[load] += float(line.split()[1])
    tool.end(shown)
    return truth_of(text), shown


MODES = {"machine": machine, "pid": of_pid, "command": command, "regions": with_regions, "listen": listening,
         "record": recorded}


def bound_of(load, engine, mode):
    if engine == "ring" and mode != "command":
        return WINDOWS
    if load in ("t_naps", "t_pingpong"):
        return SWITCHES
    return EXITS if load in ("t_fork1", "t_fork20", "t_execs", "t_threads", "t_thread_execs", "t_jobs") else BOUND


def judge(name, engine, mode, truth, shown):
    faults = shown.faults
    if set(truth) != set(LOADS):
        faults.append("not all loads ended")
    for load, (ns, _) in truth.items():
        error = (shown.ns[load] - ns) / max(ns, SMALL)
        if abs(error) > bound_of(load, engine, mode):
            faults.append(f"{load} {ns / 1e6:.0f} ms {100 * error:+.1f} %")
    if shown.doubles:
        faults.append(f"{shown.doubles} rows of a pid that has one")
    if shown.sum_errors and max(shown.sum_errors) > 0.005:
        faults.append(f"rows and machine differ by {100 * max(shown.sum_errors):.1f} %")
    entries = truth.get("t_regions", (0, 0))[1]
    if mode == "regions" and abs(shown.entries - entries) > 0.01 * entries:
        faults.append(f"{shown.entries} entries of {entries}")
    worst = max((abs(shown.ns[load] - ns) / max(ns, SMALL) for load, (ns, _) in truth.items()), default=1)
    print(f"{'FAILED' if faults else 'ok':6} {name:24} worst {100 * worst:5.2f} %  lost {shown.lost}  "
          f"{'; '.join(faults)}", flush=True)
    return not faults


def main():
    for load in LOADS:
        os.symlink("truth_loads", f"{directory}/{load}")
    good = []
    for engine, options in ENGINES.items():
        for mode, count in MODES.items():
            for delay in DELAYS:
                name = f"{engine} {mode} {delay}"
                if all(word in name.split() for word in words):
                    good.append(judge(name, engine, mode, *count(options, delay)))
    print(f"{sum(good)} of {len(good)} rows are within their bounds")
    return 0 if good and all(good) else 1


sys.exit(main())
