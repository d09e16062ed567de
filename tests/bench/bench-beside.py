#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
#
# What tdtop costs beside htop and btop, on the same machine at the same time, at the same interval,
# each on a terminal of 200x60: CPU time, system calls, bytes to the terminal and context switches
# for each refresh, memory, descriptors, time to the first frame, key to screen. No PMU is needed:
# tdtop counts software events. In the lab (lab-beside.sh) it counts slots, beside tiptop and perf stat.
# The answer to a key is taken to be the next output, which now and then is a refresh instead.
# Programs that are not installed are skipped, with a word.
#
# usage: bench-beside.py [first] [refresh] [keys]     all of them
import fcntl, glob, os, resource, select, shutil, signal, statistics, struct, subprocess, sys, termios, time

SECONDS = float(os.environ.get('SECONDS_EACH', '8'))
SRCDIR = os.environ.get('srcdir', '.')
TDTOP = os.path.abspath(os.environ.get('TDTOP', './tdtop'))
ROOT = os.path.join(os.path.abspath(SRCDIR), 'tests/machines/software')
IN_LAB = os.path.exists('/proc/tdtop_lab')
KEYS = int(os.environ.get('KEYS', '250'))
STARTS = int(os.environ.get('STARTS', '9'))
PATIENCE = 120
ASLEEP = int(os.environ.get('ASLEEP', '20000'))
PROGRAMS = {'tdtop': [TDTOP, '-d', '1'], 'htop': ['htop', '-d', '10'], 'btop': ['btop', '-p', '0']}
if IN_LAB:
    PROGRAMS |= {'tiptop': ['tiptop', '-d', '1', '-H'],
                 'perf stat': ['perf', 'stat', '-a', '-e', 'cycles,instructions', '-I', '1000']}
# What is only started, beside them.
STARTED = {'tdtop --engine ring': [TDTOP, '--engine', 'ring'], 'tdtop --demo': [TDTOP, '--demo'],
           'perf top': ['perf', 'top', '-e', 'cpu-clock', '-d', '1']}
# What is in the first frame (of others: the title of a column), and in a row with numbers (of others: a user).
FRAME = {'btop': b'Pid', 'perf top': b'Samples'}
ROW = {'perf top': b'[k]'}
LOAD = r'''
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void *asleep(void *a) { pause(); return a; }
static void *busy(void *a) { for (volatile long x = 0;; x++) ; return a; }
int main(int argc, char **argv)
{
	pthread_attr_t attr; pthread_t t;
	pthread_attr_init(&attr); pthread_attr_setstacksize(&attr, 16384);
	for (int i = atoi(argv[1]); i > 0; i--) if (pthread_create(&t, &attr, asleep, 0)) return 1;
	for (int i = atoi(argv[2]); i > 0; i--) if (pthread_create(&t, &attr, busy, 0)) return 1;
	puts("ready"); fflush(stdout); pause(); return argc;
}
'''


class Watched:
    """A program on a terminal of its own."""

    def __init__(self, name):
        self.name, self.bytes, self.refreshes, self.last = name, 0, 0, 0
        self.cpu_at = []
        self.fd, end = os.openpty()
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack('HHHH', 60, 200, 0, 0))
        env = dict(os.environ, TERM='xterm-256color', LC_ALL='C.UTF-8', HOME='/nonexistent')
        if not IN_LAB:
            env['TDTOP_PMU_ROOT'] = ROOT
        command = (PROGRAMS | STARTED)[name]
        # Not by fork(): what the kernel copies of Python would be a part of the first frame.
        self.began = time.monotonic()
        self.pid = os.posix_spawn(
            shutil.which(command[0]), command, env, setsid=True, setsigdef=[signal.SIGPIPE],
            file_actions=[(os.POSIX_SPAWN_OPEN, 0, os.ttyname(end), os.O_RDWR, 0), (os.POSIX_SPAWN_DUP2, 0, 1),
                          (os.POSIX_SPAWN_DUP2, 0, 2)])
        os.close(end)

    def read(self, seconds):
        """Reads its output for some seconds; returns when the first byte came, or None."""
        end, first = time.monotonic() + seconds, None
        while (left := end - time.monotonic()) > 0:
            if select.select([self.fd], [], [], left)[0]:
                try:
                    n = len(os.read(self.fd, 65536))
                except OSError:
                    return first
                now = time.monotonic()
                first = first or now
                self.bytes += n
                if now > self.last + 0.3:
                    self.refreshes += 1
                    self.cpu_at.append(self.cpu_ms())
                self.last = now
        return first

    def key(self, key):
        """
        Milliseconds until a key has changed the screen (None: not within a second), and of these how many its first
        thread, which answers, worked, and how many it waited for a CPU.
        """
        self.read(0.013)    # no multiple of any tick
        before = self.first_thread()
        began = time.monotonic()
        os.write(self.fd, key)
        if not select.select([self.fd], [], [], 1)[0]:
            return None, 0, 0
        took = (time.monotonic() - began) * 1e3
        return took, *[after - b for after, b in zip(self.first_thread(), before)]

    def first_thread(self):
        """Milliseconds of CPU time, and of waiting for a CPU."""
        with open(f'/proc/{self.pid}/task/{self.pid}/schedstat') as f:
            return [int(ns) / 1e6 for ns in f.read().split()[:2]]

    def cpu_ms(self):
        total = 0
        for tid in os.listdir(f'/proc/{self.pid}/task'):
            with open(f'/proc/{self.pid}/task/{tid}/schedstat') as f:
                total += int(f.read().split()[0])
        return total / 1e6

    def switches(self):
        total = 0
        for tid in os.listdir(f'/proc/{self.pid}/task'):
            with open(f'/proc/{self.pid}/task/{tid}/status') as f:
                total += sum(int(l.split()[1]) for l in f if l.startswith('voluntary'))
        return total

    def processes(self):
        """It, and what it has started."""
        parents = {}
        for path in glob.glob('/proc/[0-9]*/stat'):
            try:
                with open(path) as f:
                    text = f.read()
            except OSError:
                continue    # it has exited
            parents[int(text.split()[0])] = int(text.rpartition(')')[2].split()[1])
        own = {self.pid}
        while more := {pid for pid, parent in parents.items() if parent in own} - own:
            own |= more
        return own

    def pss_mb(self):
        """Memory of all its processes; of what they share with others, a share."""
        total = 0
        for pid in self.processes():
            with open(f'/proc/{pid}/smaps_rollup') as f:
                total += next(int(l.split()[1]) for l in f if l.startswith('Pss:'))
        return total / 1024

    def end(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


def syscalls(pid):
    """System calls per second, by strace; it is slow itself, so only their number is used."""
    if not shutil.which('strace'):
        return None
    run = subprocess.run(['timeout', '-s', 'INT', '4', 'strace', '-c', '-f', '-q', '-p', str(pid)],
                         capture_output=True, text=True)
    total = [l.split() for l in run.stderr.splitlines() if l.endswith(' total')]
    return int(total[0][3 if len(total[0]) > 4 else 2]) / 4 if total else None


def read_all(programs, seconds, refreshes):
    """Runs for some seconds, and until each program has had some refreshes: an emulator may need longer."""
    goals = [p.refreshes + refreshes for p in programs]
    began = time.monotonic()
    while (gone := time.monotonic() - began) < seconds or \
            gone < PATIENCE and any(p.refreshes < goal for p, goal in zip(programs, goals)):
        for p in programs:
            p.read(0.01)
    return gone


def measure(names, what):
    """All programs side by side."""
    programs = [Watched(name) for name in names]
    read_all(programs, 1.5 * len(programs), 2)
    before = [(len(p.cpu_at), p.bytes, p.switches(), p.refreshes) for p in programs]
    seconds = read_all(programs, SECONDS, 3)
    result = {}
    for p, (past, wrote, switched, refreshes) in zip(programs, before):
        # A program that cannot keep up with the interval has fewer refreshes in this time.
        n = p.refreshes - refreshes or float('nan')
        wrote, wakes = (p.bytes - wrote) / n, (p.switches() - switched) / seconds
        at = p.cpu_at[past:]    # the first begins a refresh, as each does
        cpu = statistics.median(b - a for a, b in zip(at, at[1:])) if len(at) > 1 else float('nan')
        fds = len(os.listdir(f'/proc/{p.pid}/fd'))
        calls = None if IN_LAB else syscalls(p.pid)
        print(f'{what}: {p.name:9} {n:3} refreshes in {seconds:.1f} s, of each {cpu:8.2f} ms CPU (median) and {wrote:6.0f} bytes; a second '
              f'{"?" if calls is None else round(calls)} syscalls, {wakes:5.1f} wake-ups; {p.pss_mb():.1f} MB, {fds} fds', flush=True)
        result[p.name] = cpu
        p.end()
    return result


def load(asleep, busy, work):
    # An emulator has no CPU time to spare for the measuring itself.
    nice = ['nice', '-n', '19'] if IN_LAB else []
    program = subprocess.Popen(nice + [work, str(asleep), str(busy)], stdout=subprocess.PIPE, text=True)
    if program.stdout.readline() != 'ready\n':
        program.kill()
        print(f'skipped: {asleep} threads are not allowed here')
        sys.exit(0)
    return program


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def keys(names):
    # The measuring itself must not wait for the hogs: real-time priority, which the programs started here do not inherit.
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(1))
    except OSError:
        print('key to screen: the times are those of this bench, too (it may not run in real time)')
    # The time of the terminal itself: its bytes go through kernel workers, which wait for a CPU like any task.
    PROGRAMS['echo'] = ['sh', '-c', 'stty raw -echo && exec chrt -f 2 cat']
    for name in names + ['echo']:
        p = Watched(name)
        p.read(2)
        # Typed into the search, which always changes the screen; a cursor at the top does not move up.
        if name != 'echo':
            p.key(b'f' if name == 'btop' else b'/')
        took = [p.key(b'\x7f' if i % 2 else b'z') for i in range(KEYS)]
        answered = [t for t in took if t[0] is not None] or [(float('nan'),) * 3]
        seen = [t[0] for t in answered]
        print(f'key to screen, 8 hogs per CPU: {name:5} median {percentile(seen, .5):.1f} ms, '
              f'99th {percentile(seen, .99):.1f} ms, {KEYS - len(seen)} of {KEYS} not answered; the slowest, and of it '
              'work and waiting for a CPU: ' +
              ', '.join('%.1f (%.1f, %.1f)' % t for t in sorted(answered)[-1:-4:-1]), flush=True)
        p.end()


def until(p, texts):
    """Milliseconds from the start until each of these texts is written; what does not come within 4 s is inf."""
    never = float('inf')
    seen, at = b'', [never] * len(texts)
    while time.monotonic() < p.began + 4 and never in at:
        if select.select([p.fd], [], [], 0.1)[0]:
            seen += os.read(p.fd, 65536)
            now = (time.monotonic() - p.began) * 1e3
            at = [now if t == never and text in seen else t for t, text in zip(at, texts)]
    return at


def first(names):
    # In turns: what else happens on the machine meets all.
    names = names + [name for name in STARTED if shutil.which(STARTED[name][0])]
    took = {name: [] for name in names}
    for _ in range(STARTS):
        for name in names:
            p = Watched(name)
            took[name].append(until(p, (FRAME.get(name, b'PID'), ROW.get(name, b'root'))))
            p.end()
    for i, what in enumerate(('first frame', 'first rows')):
        for name in names:
            ms = sorted(at[i] for at in took[name])
            print(f'{what}: {name:20} best {ms[0]:.0f} ms, median {statistics.median(ms):.0f} ms, worst {ms[-1]:.0f} ms')


def refresh(names, loads, work):
    loads.append(load(20, 20, work))
    few = measure(names, '    20 asleep, 20 busy')
    loads.pop().kill()
    loads.append(load(ASLEEP, 20, work))
    many = measure(names, f'{ASLEEP:6,} asleep, 20 busy')
    loads.pop().kill()
    print(f'CPU time of a refresh with {ASLEEP:,} asleep, tdtop = 1: ' +
          ', '.join(f'{n} {many[n] / many["tdtop"]:.1f}' for n in names))
    print(f'CPU time of a refresh from 20 to {ASLEEP:,} asleep: ' + ', '.join(f'{n} x {many[n] / few[n]:.2f}' for n in names))


def main():
    # A program with counters per thread needs that many descriptors.
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    parts = sys.argv[1:] or ['first', 'refresh', 'keys']
    only = os.environ.get('ONLY')
    names = [n for n in PROGRAMS if not only or n in only.split(',') if shutil.which(PROGRAMS[n][0])]
    for n in PROGRAMS:
        if not shutil.which(PROGRAMS[n][0]):
            print(f'skipped: {n} is not installed')
    if 'tdtop' not in names or not shutil.which('cc'):
        print('skipped: needs tdtop and cc')
        sys.exit(0)
    work = f'/tmp/bench-beside.{os.getpid()}'
    subprocess.run(['cc', '-O1', '-pthread', '-x', 'c', '-o', work, '-'], input=LOAD, text=True, check=True)
    loads = []
    try:
        if 'first' in parts:
            first(names)
        if 'refresh' in parts:
            refresh(names, loads, work)
        if 'keys' in parts:
            loads.append(load(0, 8 * os.cpu_count(), work))
            keys(names)
    finally:
        for l in loads:
            l.kill()
        os.unlink(work)


main()

# Results of 2026-11-21, where no other day is named: in a virtual machine with 2 CPUs, by
# software events, at load 8 to 29 of other builds, with the ring engine unless BPF is named;
# nothing is from bare metal. "Was" is the value before the last improvement. Figures of today
# are in doc/RESULTS.md.
#
# 1. CPU time of a refresh with 20,000 threads asleep and 20 busy (`tests/bench/bench-beside.py
# refresh`): 3.3, 3.9 and 4.6 ms in three runs. htop takes 109, 63 and 53 times as much. btop,
# which reads no threads, takes 4 and 5 times as much: tdtop is not at 1/50 of btop.
#
# 4. System calls per second (`tests/bench/bench-beside.py refresh`, strace -c): 113 with 20 threads
# asleep, 210 with 20,000; was 263 and 330. htop: 1,458 and 3,115. No call of tdtop is made per
# thread. A frame is one write to memory and one to the terminal. Before, ncurses made 200 writes
# per frame, because it flushes at each cursor movement until it has returned from endwin() once;
# the module `term` now does that at the start. The rest is 4 calls for each new process, of which
# builds and tests start many.
#
# 5. File descriptors: 38, the same with 20 and with 20,000 threads asleep.
#
# 9. Memory, 20,000 threads asleep (`tests/bench/bench-beside.py`; tdtop alone, 200x60): after 5 s 6.1
# MB, after 30 s 8.1 MB; was 9.1 and 13.6. htop: 26 MB, btop: 6.6 MB.
#
# On 2026-11-29 PSS of all processes, BPF engine, with the load of that machine: 13.9 MB, and 11.6 since the helper
# for names is forked when the first frame stands (before, what tdtop had by then was the helper's, too: heap and maps of BPF), and
# makes its reader, with capstone, at the first question. Of the 11.6: tdtop 9.4 (heap 3.1; stacks and arenas of its
# threads 2.2; program 2.7; the ring of BPF 1.0), the helper 2.2 (1.6 are curses' heap, which tdtop has changed since).
# On 2026-11-30 the stacks of both are 0.29 MB, and were 0.52: a line of texts has 11 KB of room on it, not 66, and all
# of its pages were touched. The rest varies by half a MB with what else the machine runs.
#
# 11. The same, tdtop itself at 200x60. The load is 1,000 threads of one process that wake every
# 0.4 to 0.5 s, in the lab and on the host. On the host it ran beside other users' builds, with
# some 400 new tasks a second. Its parts are below. The goal is 10 MB. Without the rings:
#
# | | after 5 s | after 65 s | after 5 minutes |
# | lab | 7.4 MB | 10.0 MB | |
# | lab, the version of that morning | 9.4 MB | 13.6 MB | |
# | host | 8.5 MB | 12.4 MB | 12.5 MB |
# | host, the version of that morning, at the same time | 11.5 MB | 19.6 MB | |
#
# 15. First frame (in real time, at load 9; medians of 9, before and since what is counted is opened
# beside it): BPF 638 and 62 ms, ring 137 and 69, demo 72 and 63, a recording 103 and 65, no
# counters 610 and 68. So it is the same in each mode: what is left is the start of a program. First
# rows stayed: 765 and 641 ms, 298 and 295, 208 and 201, 125 and 132, 737 and 642. At less load it
# was 54 to 73 ms with the ring; htop: 162 to 240, btop: 64 to 88. The goal was 100 ms then.
# Since 2026-11-29 programs are started by posix_spawn(): what fork() copies of Python was 10 to 40 ms of
# each first frame here.
#
# What the first frame is made of (2026-11-29, load 5 to 7, CPU time; a program that only writes takes 6 to
# 9 ms): it was 57 to 68 ms and 845 page faults. capstone was 370 of these, libmicrohttpd with gnutls 160:
# both are loaded late now, and it is 31 to 34 ms. Up to main() are 13 ms, of which tdtop's own 24,000
# relocations (540 KB of tables with pointers, 132 pages that are copied) and 12 libraries are the most;
# packed relocations (-z pack-relative-relocs) change nothing, as pages are copied all the same. The rest is
# curses: newterm(), its three screens, and 12,000 cells. Less takes tables without pointers.
#
# On another host of the same day (kernel 6.18.44-fc-v857), at load 8, the best of 9 is 5 ms in all three modes, of
# which 4.3 are CPU time of the first thread (13.2 million instructions, 60 % of them of curses), 800 page faults
# included; all else is waiting for a CPU. So the goal of 20 ms is one of the machine: there htop took 110 ms.
#
# 16. First rows with numbers (the same): 187 ms, and 262 ms at load 29; was 347. htop: 132 to
# 174, btop: 61 to 115. So the target is reached on a machine with less load.
#
# On 2026-11-29, BPF engine, before and after (medians of 9 at load 8, best): 282 and 203 ms, 259 and 187; ring 257
# and 182, demo 159 and 120. The first interval is 100 ms, the shortest that there is (it was 130), and no trial of
# 15 ms is made of groups that rotate where none do. What is left of 187 ms, from strace: 6 to the first frame, 18
# the trial whether others hold the counters, 22 for libbpf to read the kernel's BTF and to relocate, 12 in bpf(2),
# 8 to 14 for the first perf_event_open(2) of a task, in which the kernel waits for a grace period of RCU
# (account_event()), 4 to start helpers and threads, 100 of counting, 3 to the screen.
#
# 17. Key to screen (`KEYS=700 tests/bench/bench-beside.py keys`): the 99th percentile of 500 and of 700
# keys is 12 to 26 ms; with nice 0 it is 14 to 38, once 62. htop: 21 to 26, btop: 21 to 107, a
# bare `cat` with real-time priority 0.1 to 11. What made keys slow is below.
#
# 19. Wake-ups per second, 20 busy threads (`tests/bench/bench-beside.py`): 2.5 to 16. htop: 0.3 to 1.7,
# btop: 740 to 815.
#
# What a slow key waited for
#
# The load was 8 busy loops on each CPU, and 20 of other programs. For the slowest keys
# `bench-beside.py keys` reports how long the thread that answers worked (0.5 ms) and waited for a
# CPU (from its schedstat). `perf record -e sched:sched_switch,sched:sched_waking` beside it
# showed the rest:
#
# - 979 ms: a fault of the bench. A task had risen to the top and the cursor with it, so "up"
#   changed nothing, and the next output was the next refresh. The bench now types keys into the
#   search. 379 ms in an earlier run fit that explanation, but were not traced.
# - 207, 188 and 123 ms, of which 206, 188 and 117 ms were spent waiting for a CPU: the UI thread
#   had nice 0. It now has nice -10, as the collector thread had before. Of 2,800 keys the longest
#   such wait is now 66 ms.
# - 192 ms, of which 2 ms were spent waiting for a CPU: bytes of a terminal pass through the
#   kernel's workers (`flush_to_ldisc`), which have nice 0 and wait like all others. The 99th
#   percentile of a bare echo with real-time priority is 0.1 ms over pipes, and 6 to 18 ms over a
#   terminal.
