#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
#
# What a scrape costs: CPU time, bytes and time of the answer, of tdtop --listen and of node_exporter with
# its default collectors, scraped in the same way: over one connection that stays open, in both formats; four
# times a second, so that tdtop, which counts ten intervals a second here, makes each page anew; and as
# often as the program answers, which are mostly pages that are there already. CPU time is the scheduler's
# (/proc/PID/task/*/schedstat), less what the program takes when nobody asks. tdtop: only its thread that
# exports. Programs that are not installed are skipped, with a word. cAdvisor is no package of Debian 12; that of
# Debian 11, unpacked, will do: PATH=DIR/usr/bin:$PATH.
#
# usage: bench-openmetrics.py     SCRAPES=40: paced ones of each case
import glob, http.client, os, shutil, socket, subprocess, sys, threading, time

TDTOP = os.path.abspath(os.environ.get('TDTOP', './tdtop'))
SCRAPES = int(os.environ.get('SCRAPES', '40'))
PAUSE = 0.25
FORMATS = {'openmetrics': 'application/openmetrics-text;version=1.0.0', 'text': 'text/plain;version=0.0.4'}


def cpu_ns(pid, thread):
    """CPU time of the threads of this name, or of all."""
    total = 0
    for task in glob.glob(f'/proc/{pid}/task/*'):
        if thread is None or open(task + '/comm').read().strip() == thread:
            total += int(open(task + '/schedstat').read().split()[0])
    return total


class Exporter:
    def __init__(self, name, command, thread=None, host=None):
        self.name, self.thread = name, thread
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        host = host or self.told_host()
        # It must not wait for a reader of its log.
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        self.connection = http.client.HTTPConnection(host, timeout=30)
        while self.process.poll() is None:
            try:
                return self.connection.connect()
            except ConnectionRefusedError:
                time.sleep(0.1)
        sys.exit(f'{name} has ended')

    def told_host(self):
        for line in self.process.stderr:
            if 'istening on' in line:
                return line.strip().split('address=')[-1] if 'address=' in line else line.split('//')[1].split('/')[0]
        sys.exit(f'{self.name} does not listen')

    def scrape(self, accept):
        begin = time.perf_counter()
        self.connection.request('GET', '/metrics', headers={'Accept': accept})
        answer = self.connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            sys.exit(f'{self.name}: {answer.status}')
        return time.perf_counter() - begin, body

    def cost(self, accept, n, pause):
        """Milliseconds of CPU time for each of n scrapes, with what else it does meanwhile; seconds; latencies; body."""
        cpu, begin = cpu_ns(self.process.pid, self.thread), time.perf_counter()
        took, body = [], b''
        for _ in range(n):
            seconds, body = self.scrape(accept)
            took.append(seconds)
            time.sleep(pause)
        return (cpu_ns(self.process.pid, self.thread) - cpu) / 1e6, time.perf_counter() - begin, sorted(took), body

    def idle(self, seconds):
        cpu = cpu_ns(self.process.pid, self.thread)
        time.sleep(seconds)
        return (cpu_ns(self.process.pid, self.thread) - cpu) / 1e6 / seconds

    def measure(self):
        self.scrape(FORMATS['text'])
        idle = self.idle(5)
        for name, accept in FORMATS.items():
            for what, n, pause in (('paced', SCRAPES, PAUSE), ('at once', 10 * SCRAPES, 0)):
                cpu, seconds, took, body = self.cost(accept, n, pause)
                each = max(cpu - idle * seconds, 0) / n
                series = sum(not line.startswith(b'#') for line in body.splitlines())
                print(f'{self.name:<28} {name:<12} {what:<8} {series:6} {len(body):8} {each:9.3f} '
                      f'{took[n // 2] * 1e3:8.2f} {took[n * 99 // 100] * 1e3:8.2f} {each / 15e3 * 100:9.4f} %')
        print(f'{self.name:<28} nobody asks: {idle:.3f} ms of CPU time a second', flush=True)

    def end(self):
        self.process.terminate()
        self.process.wait()


def free_port():
    with socket.create_server(('127.0.0.1', 0)) as server:
        return server.getsockname()[1]


def main():
    port = free_port()  # cAdvisor neither chooses one nor tells its own
    demo = [TDTOP, '--demo', '--headless', '-d', '0.1', '--listen', '127.0.0.1:0']
    programs = [('tdtop, cgroups of the demo', demo, 'tdtop-export'),
                ('tdtop, commands of the demo', demo + ['--openmetrics-by', 'command'], 'tdtop-export')]
    if shutil.which('prometheus-node-exporter'):
        programs.append(('node_exporter', ['prometheus-node-exporter', '--web.listen-address=127.0.0.1:0'], None))
    else:
        print('skipped: prometheus-node-exporter is not installed')
    if shutil.which('cadvisor'):
        programs.append(('cAdvisor', ['cadvisor', '--listen_ip=127.0.0.1', f'--port={port}', '--logtostderr'], None,
                         f'127.0.0.1:{port}'))
    else:
        print('skipped: cadvisor is not installed (Debian 12 has no package of it)')
    print(f'{"":<28} {"format":<12} {"":<8} {"series":>6} {"bytes":>8} {"CPU ms":>9} {"ms":>8} {"99 %":>8}   each 15 s')
    for program in programs:
        exporter = Exporter(*program)
        try:
            exporter.measure()
        finally:
            exporter.end()


main()

# Results of 2026-11-21, where no other day is named: in a virtual machine with 2 CPUs, by
# software events, at load 8 to 29 of other builds, with the ring engine unless BPF is named;
# nothing is from bare metal. "Was" is the value before the last improvement. Figures of today
# are in doc/RESULTS.md.
#
# Counters for Prometheus
#
#
# Measured on 2026-11-23 on the host, among other users' builds (load 20 to 27 on 2 CPUs), so
# times of answers are those of a starved machine; CPU time is the scheduler's own.
#
# A scrape (`tests/bench/bench-openmetrics.py`), over a connection that stays open: CPU time for each,
# of tdtop's thread that exports, and of node_exporter 1.5.0 with its default collectors. *New*:
# four scrapes a second of a tdtop that counts ten intervals a second, so each page is made for
# its scrape. *Again*: one scrape after the other, of which most get a page that was made already.
#
# | | series | bytes | CPU time, new | again | CPU share at a scrape each 15 s |
# | tdtop, OpenMetrics, 16 cgroups and the others | 352 | 30,790 | 0.44 ms | 0.07 ms | 0.003 % |
# | tdtop, text | 352 | 30,310 | 0.42 ms | 0.08 ms | 0.003 % |
# | tdtop, OpenMetrics, 26 commands and the others | 522 | 40,057 | 0.58 ms | 0.08 ms | 0.004 % |
# | tdtop, text | 522 | 39,614 | 0.51 ms | 0.08 ms | 0.003 % |
# | node_exporter, OpenMetrics | 507 | 57,884 | 10.9 ms | 9.2 ms | 0.073 % |
# | node_exporter, text | 507 | 57,896 | 12.1 ms | 9.3 ms | 0.081 % |
#
# Without scrapes that thread takes 0.03 ms an interval, to take the counters over.
#
# Beside cAdvisor. Debian 11 was the last to have a package of it: neither 12, its backports, 13
# nor unstable has one on 2026-11-27; a newer one was not built. So it is 0.38.7 of Debian 11,
# unpacked, and sees the cgroups of this host (version 1): 8 that were there, and in the run
# beside the others 43 more, which were empty. 2026-11-27, load 8 on 2 CPUs:
#
# | | series | bytes | CPU time, new | again | without scrapes, CPU time a second | CPU share at a scrape each 15 s |
# | tdtop, OpenMetrics, 16 cgroups and the others | 352 | 30,848 | 0.22 ms | 0.02 ms | 0.4 ms, of ten intervals | 0.002 % |
# | tdtop, OpenMetrics, 26 commands and the others | 522 | 40,087 | 0.34 ms | 0.02 ms | 0.4 ms, the same | 0.002 % |
# | node_exporter 1.5.0, OpenMetrics | 507 | 57,755 | 7.2 ms | 6.2 ms | 0 | 0.048 % |
# | cAdvisor 0.38.7, 8 cgroups | 339 | 41,412 | 6.6 ms | 4.1 ms | 8.8 ms | 0.044 % |
# | cAdvisor 0.38.7, 51 cgroups | 1,500 | 128,836 | 26.0 ms | 17.6 ms | 28.7 ms | 0.173 % |
#
# The share is that of scrapes alone. cAdvisor also counts without scrapes: 28.7 ms a second are
# 2.9 % of a CPU. Of tdtop these rows have its thread that exports; what counting costs stands
# elsewhere in this file.
#
# A real Prometheus and the lab. tdtop in the lab's virtual machine (personality spr, the loads of
# `tests/lab/interactive.sh`) wrote `--openmetrics FILE --openmetrics-by command` into a folder
# that the host shares, a file server gave it to Prometheus 2.42 on the host, which asked each
# second: 161 scrapes, 158 intervals between the first and the last. Beside the JSON of the same
# intervals the machine's four classes differ by at most 0.0014 %, its eight of level 2 by 0.0103
# %, five commands by 0.0009 %; the shares of three commands with a known split are
# 10.0/5.0/15.0/70.0, 82.0/3.0/5.0/10.0 and 25.0/40.0/20.0/15.0, as told.
#
# Unattended: `tdtop --demo --headless -d 0.1 --listen 127.0.0.1:19740 --openmetrics FILE`, 24
# minutes, 14,450 intervals (as many as in 4 hours), 25 times 5 s of `wrk` with 20 connections,
# each fifth time with 100: resident memory 13.1 MB after a minute and 13.3 MB at the end, the
# same to the page for the last 19 minutes, 14.3 MB at most; 12 descriptors, 3 threads all the
# time; no interval was left out. 536,505 requests; with 20 connections none failed, with 100
# `wrk` counted 77 to 142 read errors in 5 s. After 31 minutes (18,661 intervals) labels, idle and
# unaccounted slots add up to the machine's 178,129,481,930,155 exactly.
#
# Again on 2026-11-27, beside other users' builds, at the lowest priority, scraped each second: 79
# minutes, 47,684 intervals (as many as in 13 hours), 4,741 scrapes, none without an answer. 352
# series all the time, no counter back, the file whole each time it was read. Resident memory
# 13,000 kB after a minute, 13,156 kB from the sixth on, 13,160 kB from the 42nd on; 10
# descriptors (11 during a scrape), 3 threads; 39 s of CPU time. Labels, idle and unaccounted
# slots missed the machine's 455,162,221,078,474 by at most 12 slots, which is the rounding of 92
# values on level 1 and 164 on level 2.
#
# A day in simulation (`tests/ui/openmetrics/test-exposition_day`, 86,400 intervals of a second,
# in step `day`; twenty minutes of it in `make check`): 90 services that come and go in rhythms of
# seconds to hours, up to 40 of 9,000 jobs a second, CPUs that go and come, lost records, level 2
# missing, sleeps of 8 hours, at noon one of ten years in which services count 2^55 slots each. In
# each second the text adds up to the machine (below 2^53 but for the rounding of each value to a
# slot, beyond it within 1e-14), no counter goes back, there are 51 labels at most; 2,492 times a
# label returned, 5,432 were forgotten, of which 491 returned; 444 intervals were unsound. The
# heap at the end is that of the second hour to the byte. It takes 72 s of CPU time. So in a day
# with such churn labels that were not known come into the top 9,528 times, with 17 series each:
# the number of series of a scrape is bounded, not that of a database which keeps those of the
# whole day.
