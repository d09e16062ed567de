# SPDX-License-Identifier: GPL-2.0-only
#
# How a matrix of truth runs tdtop beside its loads, in each of its modes: for truth_matrix.py and lab/truth_lab.py.

import json
import os
import queue
import shlex
import subprocess
import sys
import threading
import time

FOUND_SECONDS = 2.5     # until tdtop counts, or has found the program with regions; more if that was too early
LEAST_SAMPLES = 100     # of functions: they were sampled


class Tool:
    """A tdtop, whose lines are read at once: it would wait for its reader."""

    def __init__(self, tdtop, arguments):
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


class Interval:
    """Loads run in many, or in the first one alone."""

    def __init__(self, name, tries, seconds):
        self.is_first = name == "first"
        self.wait = FOUND_SECONDS * 2 ** tries
        self.delay = str(2 * self.wait + seconds) if self.is_first else name
        self.was_too_short = False

    def begin(self, tool, shown):
        """Until tdtop counts."""
        if self.is_first:
            time.sleep(self.wait)
        else:
            tool.wait_for_lines(shown, 1)
        self.begin_time = time.time()

    def end(self, tool, shown):
        """Until an interval has ended that began after now, or the first one."""
        end_time = time.time()
        tool.wait_for_lines(shown, 1 if self.is_first else tool.lines.qsize() + 2)
        self.check(shown, end_time)

    def check(self, shown, end_time):
        if self.is_first:
            begin, end = shown.times[0]
            self.was_too_short = self.begin_time < begin or end < end_time


class Profile:
    """Of functions: what is printed at the end."""

    samples = 0

    def add(self, line):
        self.samples = json.loads(line)["samples"]


class Bench:
    """
    tdtop and directory are paths. Objects of Loads start() processes that wait, run() them to their end and return the
    truth; they have a process and a command, and truth_of() what that prints. Shown is what tdtop has shown: its objects
    add() a line, and have the times of intervals, and faults. Each mode returns the truth and what was shown.
    """

    def __init__(self, tdtop, directory, loads, shown):
        self.tdtop = tdtop
        self.directory = directory
        self.loads = loads
        self.shown = shown

    def tool(self, *arguments):
        return Tool(self.tdtop, arguments)

    def machine(self, engine, interval, *options):
        """Loads that begin and end while tdtop counts the machine."""
        shown = self.shown()
        tool = self.tool("--json", "-d", interval.delay, *options, *engine)
        interval.begin(tool, shown)
        loads = self.loads().start()
        if "--regions" in options:
            time.sleep(max(FOUND_SECONDS, 2 * float(interval.delay)))
        truth = loads.run()
        interval.end(tool, shown)
        tool.end(self.shown() if interval.is_first else shown)
        return truth, shown

    def of_pid(self, engine, interval):
        """It ends by itself, with its process."""
        shown = self.shown()
        loads = self.loads().start()
        tool = self.tool("--json", "-d", interval.delay, "-p", str(loads.process.pid), *engine)
        interval.begin(tool, shown)
        truth = loads.run()
        if not tool.read_to_end(shown, 30):
            shown.faults.append("does not end with its process")
        interval.check(shown, 0)
        return truth, shown

    def command(self, engine, interval):
        shown = self.shown()
        loads = self.loads()
        truth_file = f"{self.directory}/truth"
        tool = self.tool("--json", "-d", interval.delay, *engine, "--", "sh", "-c",
                         f"echo | {shlex.join(loads.command)} >{shlex.quote(truth_file)}")
        tool.read_to_end(shown)
        with open(truth_file, encoding="ascii") as file:
            return loads.truth_of(file.read()), shown

    def recorded(self, engine, interval):
        """Of the recording; what was shown while it was made is in `live` of what is shown."""
        shown = self.shown()
        file = f"{self.directory}/recording.data"
        truth, shown.live = self.machine(engine, interval, "--record", file)
        self.tool("--json", "-d", interval.delay, "-i", file).read_to_end(shown)
        os.unlink(file)
        shown.faults += shown.live.faults
        return truth, shown

    def functions(self, engine, interval):
        """Of the recording that is made while functions of the loads are sampled; `sampled` is their profile."""
        shown = self.shown()
        sampled = Profile()
        file = f"{self.directory}/recording.data"
        loads = self.loads().start()
        tool = self.tool("--json", "--functions", "--event", "topdown", "-p", str(loads.process.pid), "--seconds", "120",
                         "--record", file, *engine)
        time.sleep(2 * FOUND_SECONDS)
        truth = loads.run()
        if not tool.read_to_end(sampled, 60):
            shown.faults.append("does not end with its process")
        if sampled.samples < LEAST_SAMPLES:
            shown.faults.append(f"{sampled.samples} samples")
        self.tool("--json", "-d", interval.delay, "-i", file).read_to_end(shown)
        os.unlink(file)
        return truth, shown
