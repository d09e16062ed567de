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
