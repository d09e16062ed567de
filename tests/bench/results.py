#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
#
# Writes doc/RESULTS.md from one run: "make results". Runs each command of tests/bench/goals.tsv once, takes the
# figures from what it prints, and judges them by their goals. What could not be measured stands on top, then
# what is missed; the exit status is not 0 if something was not measured. Some ten minutes on an idle machine.
#
# usage: results.py [WORD...]     only commands with one of these words; RESULTS.md is not written then
import datetime, os, platform, re, shutil, subprocess, sys

SRCDIR = os.environ.get('srcdir', '.')
PAGE = os.path.join(SRCDIR, 'doc/RESULTS.md')
PROGRAMS = ['tdtop', 'htop', 'btop', 'perf']
NOT_INSTALLED, NOT_MEASURED = 'not installed', 'not measured'
# In this order they stand in the table.
VERDICTS = [NOT_MEASURED, 'missed', 'reached', 'not judged']
HEAD = '''# What tdtop costs

Written by `make results` from one run, {date}; the goals are those of `tests/bench/goals.tsv`.

- Machine: {machine}; {system}, {compiler}; load {load} at the start.
- Beside: {beside}.
- No PMU is used: events are Linux's software events (`TDTOP_PMU_ROOT=tests/machines/software`), so the time
  of a PMU's registers is in no figure. An interval is 1 s, a terminal 200x60.
- Times of starts, refreshes, intervals and switches are medians of {starts}; memory and bytes are of one run,
  instructions are counted by callgrind, and depend on neither machine nor load.

What a figure means and depends on, what was tried, and older figures stand in the program that measures it, at
the end. So do figures that the run leaves out, of `bench-watched.c` (registers of the PMU), `bench-openmetrics.py`,
`bench-exposition.c` and `bench-fleet.sh` (Prometheus), `bench-regions.c`, `bench-budget.c`, `lab-wakeups.sh`.

| figure | tdtop | goal | result | htop | btop | perf | repeat by |
|---|---|---|---|---|---|---|---|
'''


def goals():
    with open(os.path.join(SRCDIR, 'tests/bench/goals.tsv')) as f:
        rows = [line.rstrip('\n').split('\t') for line in f if line[0] != '#']
    keys = ['figure', 'goal', 'command', 'pattern', *PROGRAMS]
    return [dict(zip(keys, row, strict=True)) for row in rows]


def run(command):
    """What a command prints, also on the terminal. It is in the tree of the build, or of the source."""
    def path(match):
        return match[0] if os.path.exists(match[0]) else os.path.join(SRCDIR, match[0])
    print(f'== {command}', flush=True)
    text = ''
    with subprocess.Popen(re.sub(r'tests/bench/[\w.-]+', path, command), shell=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env=dict(os.environ, BENCH='tests/bench', srcdir=SRCDIR)) as program:
        for line in program.stdout:
            print(line, end='', flush=True)
            text += line
    return text if program.returncode == 0 else ''


def figure_of(text, pattern, name):
    """A number, or None: it was not printed, or is none."""
    found = re.search(pattern.replace('{}', re.escape(name)), text, re.M)
    return sum(map(float, found.groups())) if found else None


def measure(row, text):
    """Of each program a list of (name, number or None), or that it is not installed."""
    figures = {}
    for program in PROGRAMS:
        names = row[program].split('; ') if row[program] != '-' else []
        figures[program] = [(name, figure_of(text, row['pattern'], name)) for name in names]
        if names and program != 'tdtop' and not shutil.which(program):
            figures[program] = NOT_INSTALLED
    return figures


def limit(goal, figures, known):
    """The number of a goal, or None: what it refers to has none."""
    if part := re.fullmatch(r'1/(\d+) of (\w+)', goal):
        other = figures[part[2]]
        return other[0][1] / int(part[1]) if other != NOT_INSTALLED and other[0][1] else None
    number, _, other = goal[3:].partition(' x ')
    if not other:
        return float(number)
    return float(number) * known[other] if known.get(other) is not None else None


def judge(goal, figures, known):
    own = figures['tdtop'][0][1]
    if any(number is None for named in figures.values() if named != NOT_INSTALLED for _, number in named):
        return NOT_MEASURED
    most = limit(goal, figures, known) if goal != '-' else None
    if most is None:
        return 'not judged'
    return 'reached' if (own >= most if goal[0] == '>' else own <= most) else 'missed'


def text_of(number):
    if number is None:
        return NOT_MEASURED
    return f'{number:,.0f}' if number >= 1000 else f'{number:.2f}'.rstrip('0').rstrip('.')


def cell(named):
    if isinstance(named, str):
        return named
    texts = [text_of(number) for _, number in named]
    return '; '.join(f'{name} {text}' for (name, _), text in zip(named, texts)) if len(named) > 1 else ''.join(texts) or '-'


def line_of(row, figures, verdict):
    cells = [cell(figures[program]) for program in PROGRAMS]
    shown = f'**{verdict}**' if verdict in VERDICTS[:2] else verdict
    return '| ' + ' | '.join([row['figure'], cells[0], row['goal'], shown, *cells[1:], f'`{row["command"]}`']) + ' |'


def judged(rows, said):
    """Each row with its verdict."""
    known, lines = {}, []
    for row in rows:
        if row['pattern'] == 'lab':
            verdict, _, text = row['tdtop'].partition(': ')
            figures = {program: text if program == 'tdtop' else [] for program in PROGRAMS}
        else:
            figures = measure(row, said[row['command']])
            known[row['figure']] = figures['tdtop'][0][1]
            verdict = judge(row['goal'], figures, known)
        lines.append((VERDICTS.index(verdict), line_of(row, figures, verdict)))
    return sorted(lines, key=lambda line: line[0])


def first_line(*command):
    if not shutil.which(command[0]):
        return f'{command[0]} ({NOT_INSTALLED})'
    return subprocess.run(command, capture_output=True, text=True).stdout.strip().partition('\n')[0]


def head(load):
    with open('/proc/cpuinfo') as f:
        model = next((l.partition(': ')[2].strip() for l in f if l.startswith('model name')), platform.machine())
    with open('/proc/meminfo') as f:
        gigabytes = int(f.readline().split()[1]) / 2 ** 20
    virtual = first_line('systemd-detect-virt') if shutil.which('systemd-detect-virt') else 'unknown'
    return HEAD.format(
        date=datetime.date.today().isoformat(), load=f'{load:.1f}', starts=os.environ.get('STARTS', '9'),
        machine=f'{os.cpu_count()} CPUs ({model}), {gigabytes:.0f} GB, virtualization: {virtual}',
        system=f'{platform.system()} {platform.release()}', compiler=first_line(os.environ.get('CC', 'cc'), '--version'),
        beside=', '.join(first_line(program, '--version') for program in PROGRAMS[1:]))


def main():
    load = os.getloadavg()[0]
    rows = [row for row in goals() if not sys.argv[1:] or any(word in row['command'] for word in sys.argv[1:])]
    said = {row['command']: None for row in rows if row['pattern'] != 'lab'}
    for command in said:
        said[command] = run(command)
    lines = judged(rows, said)
    table = ''.join(line + '\n' for _, line in lines)
    if len(sys.argv) > 1:
        print(table, end='')
    else:
        with open(PAGE, 'w') as f:
            f.write(head(load) + table)
    lacking = sum(verdict == VERDICTS.index(NOT_MEASURED) for verdict, _ in lines)
    if lacking:
        sys.exit(f'{lacking} of {len(lines)} figures could not be measured: they stand on top')


main()
