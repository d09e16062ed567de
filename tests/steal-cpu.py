#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs a command on a machine whose CPUs are taken away in bursts, as a host does with those of a virtual machine:
#
#     tests/steal-cpu.py make -C build -j2 check
#
# On each CPU three processes compute all the time, and one of real-time priority, before which all others
# wait, does so for 20 to 600 ms, once a second on average. A test that judges by a clock, or that takes what
# usually happens first for what must, fails here. The exit status is the command's. As root, or with CAP_SYS_NICE.

import os
import random
import signal
import subprocess
import sys
import time

HOGS = 3                                # of each CPU
BURSTS = (0.02, 0.1, 0.3, 0.6)          # seconds
MEAN_PAUSE = 1.0                        # seconds
PRIORITY = 10                           # of SCHED_RR: any is before all usual processes


def compute():
    while True:
        pass


def compute_in_bursts():
    while True:
        time.sleep(random.expovariate(1 / MEAN_PAUSE))
        end = time.monotonic() + random.choice(BURSTS)
        while time.monotonic() < end:
            pass


def start(cpu, work, policy, priority):
    """A child on this CPU. Returns its pid, or raises PermissionError."""
    ready, said = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            os.close(ready)
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.sched_setaffinity(0, {cpu})
            os.sched_setscheduler(0, policy, os.sched_param(priority))
            os.write(said, b".")
            os.close(said)
            random.seed()
            work()
        finally:
            os._exit(1)
    os.close(said)
    is_ready = os.read(ready, 1)
    os.close(ready)
    if not is_ready:
        os.waitpid(pid, 0)
        raise PermissionError
    return pid


def main(command):
    pids = []
    if not command:
        sys.exit("usage: tests/steal-cpu.py COMMAND [ARGUMENT...]")
    try:
        for cpu in os.sched_getaffinity(0):
            pids.append(start(cpu, compute_in_bursts, os.SCHED_RR, PRIORITY))
            pids += [start(cpu, compute, os.SCHED_OTHER, 0) for _ in range(HOGS)]
        status = subprocess.run(command, check=False).returncode
        return status if status >= 0 else 128 - status
    except PermissionError:
        sys.exit("steal-cpu.py: real-time priority is not permitted; run it as root, or with CAP_SYS_NICE")
    except OSError as error:
        sys.exit("steal-cpu.py: cannot run \"%s\": %s" % (command[0], error.strerror))
    except KeyboardInterrupt:
        return 130
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


sys.exit(main(sys.argv[1:]))
