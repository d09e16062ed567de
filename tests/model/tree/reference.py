#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Values of all nodes of the metric trees, by the raw expressions of perf's JSON and the spreadsheets.

    tests/model/tree/reference.py DIR > tests/model/tree/reference.tsv

DIR as for build-aux/trees/generate, of which this uses nothing but the input (Arm's: build-aux/trees/linux): it
translates MetricExpr, or a cell, to Python and evaluates it. test-trees.c compares the tables in model/tree/ with the result. Counts are made of a hash:
of the event's name, or of its encoding (state 2), so that a wrong name or number shows. Scattered ones
differ by orders of magnitude, so that min() and max() do not always choose the same.
"""
import csv
import json
import pathlib
import re
import sys

# The table that must give these values, folder, Unit. Several folders may have one table.
MACHINES = [
    ('tree_intel_snb', 'sandybridge', None), ('tree_intel_jkt', 'jaketown', None),
    ('tree_intel_ivb', 'ivybridge', None), ('tree_intel_ivt', 'ivytown', None),
    ('tree_intel_hsw', 'haswell', None), ('tree_intel_hsx', 'haswellx', None),
    ('tree_intel_bdw', 'broadwell', None), ('tree_intel_bdwde', 'broadwellde', None),
    ('tree_intel_bdx', 'broadwellx', None), ('tree_intel_skl', 'skylake', None),
    ('tree_intel_skx', 'skylakex', None), ('tree_intel_clx', 'cascadelakex', None),
    ('tree_intel_icl', 'icelake', None), ('tree_intel_icx', 'icelakex', None),
    ('tree_intel_tgl', 'tigerlake', None), ('tree_intel_icl', 'rocketlake', None),
    ('tree_intel_spr', 'sapphirerapids', None), ('tree_intel_emr', 'emeraldrapids', None),
    ('tree_intel_gnr', 'graniterapids', None), ('tree_intel_adl', 'alderlake', 'cpu_core'),
    ('tree_intel_mtl', 'meteorlake', 'cpu_core'), ('tree_intel_lnl', 'lunarlake', 'cpu_core'),
    ('tree_intel_arl', 'arrowlake', 'cpu_core'), ('tree_intel_grt', 'alderlake', 'cpu_atom'),
    ('tree_intel_grt', 'alderlaken', None), ('tree_intel_cmt', 'meteorlake', 'cpu_atom'),
    ('tree_intel_cmt', 'sierraforest', None), ('tree_intel_cmt', 'grandridge', None),
    ('tree_intel_skt', 'arrowlake', 'cpu_atom'), ('tree_intel_skt', 'lunarlake', 'cpu_atom'),
]

# The same of cores that only a spreadsheet has: table, folder and Unit of the events, sheet, column.
SHEETS = [
    ('tree_intel_ptl', 'pantherlake', 'cpu_core', 'TMA_Metrics-full.csv', 'PTL'),
    ('tree_intel_tnt', 'elkhartlake', None, 'Atom_TMA.csv', 'TNT'),
    ('tree_intel_tnt', 'snowridgex', None, 'Atom_TMA.csv', 'TNT'),
    ('tree_intel_glm', 'goldmont', None, 'Atom_TMA.csv', 'GLM/GLP'),
]

# In test-trees.c as well. Seeds: with these, all but twelve nodes have different values.
STATES = [
    {'#SMT_on': 0, '#core_wide': 0, '#has_pmem': 0, 'ghz': 2.5, 'of': 'name', 'scattered': False},
    {'#SMT_on': 1, '#core_wide': 0, '#has_pmem': 1, 'ghz': 3.125, 'of': 'name', 'scattered': False},
    {'#SMT_on': 1, '#core_wide': 1, '#has_pmem': 0, 'ghz': 1.75, 'of': 'config', 'scattered': False},
    {'#SMT_on': 0, '#core_wide': 0, '#has_pmem': 1, 'ghz': 4.5, 'of': 'name', 'scattered': True, 'seed': 18},
    {'#SMT_on': 1, '#core_wide': 0, '#has_pmem': 0, 'ghz': 2.25, 'of': 'name', 'scattered': True, 'seed': 88},
]

# The kernel's encodings where the JSON has a fixed counter, and of the register's fields.
ENCODINGS = {
    'INST_RETIRED.ANY': 0xc0, 'CPU_CLK_UNHALTED.THREAD': 0x3c, 'CPU_CLK_UNHALTED.CORE': 0x3c,
    'CPU_CLK_UNHALTED.THREAD_ANY': 0x20003c, 'topdown-retiring': 0x8000, 'topdown-bad-spec': 0x8100,
    'topdown-fe-bound': 0x8200, 'topdown-be-bound': 0x8300, 'topdown-heavy-ops': 0x8400,
    'topdown-br-mispredict': 0x8500, 'topdown-fetch-lat': 0x8600, 'topdown-mem-bound': 0x8700,
}
REGISTER = {
    'topdown-retiring': 'RETIRING', 'topdown-bad-spec': 'BAD_SPECULATION',
    'topdown-fe-bound': 'FRONTEND_BOUND', 'topdown-be-bound': 'BACKEND_BOUND',
    'topdown-heavy-ops': 'HEAVY_OPERATIONS', 'topdown-br-mispredict': 'BRANCH_MISPREDICTS',
    'topdown-fetch-lat': 'FETCH_LATENCY', 'topdown-mem-bound': 'MEMORY_BOUND',
}


def fnv(text):
    """FNV-1a, 64 bits."""
    value = 0xcbf29ce484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001b3 & (1 << 64) - 1
    return value


def hashed(text, state):
    return fnv('%d:%s' % (STATES[state].get('seed', state), text)) >> 20


class Machine:
    def __init__(self, folder, unit):
        self.metrics, self.events = {}, {}
        for path in sorted(pathlib.Path(folder).glob('*.json')):
            if path.name in ('metricgroups.json', 'counter.json'):
                continue
            for row in json.load(open(path)):
                if row.get('Unit', unit) != unit and unit:
                    continue
                if 'MetricName' in row:
                    self.metrics[row['MetricName']] = row
                elif 'EventName' in row:
                    self.events[row['EventName'].upper()] = row

    def nodes(self):
        return sorted(name for name, row in self.metrics.items() if name.startswith('tma_') and
                      not name.startswith('tma_info') and 'TopdownL' in row.get('MetricGroup', ''))

    def encoding(self, name, changes):
        """config and config1 of an event with what is changed of it."""
        if name in ENCODINGS:
            return ENCODINGS[name], 0
        row = self.events[name]
        equal = changes.get('eq', 0) * (1 << 36)

        def field(key, change=None):
            if change in changes:
                return changes[change]
            return int(row.get(key, '0').split(',')[0], 0)
        umask = field('UMask', 'umask')
        config = field('EventCode') + umask % 256 * 256 + umask // 256 * (1 << 40)
        config += field('CounterMask', 'cmask') * (1 << 24) + field('Invert', 'inv') * (1 << 23)
        config += field('EdgeDetect', 'edge') * (1 << 18) + field('AnyThread') * (1 << 21)
        return config + equal, field('MSRValue', 'offcore_rsp')


class Evaluator:
    """Of one machine in one state, by perf's JSON."""

    def __init__(self, machine, state):
        self.machine, self.state, self.at = machine, state, STATES[state]
        self.known = {'tma_info_system_core_frequency': self.at['ghz']}

    def count(self, symbol):
        latency = symbol.endswith((':R', '@R'))
        if latency:
            symbol = symbol[:-2] + ('@' if symbol.endswith('@R') else '')
        parts = [part for part in re.split(r'@|\\,', symbol) if part not in
                 ('', 'cpu', 'cpu_core', 'cpu_atom')]
        name = parts[0].replace('\\', '')
        changes = {}
        for part in parts[1:]:
            word, _, value = part.partition('\\=')
            changes[word] = int(value or '1', 0)
        return self.invented(name, changes, latency)

    def invented(self, name, changes, latency):
        config, config1 = self.machine.encoding(name, changes)
        if self.at['of'] == 'config':
            text = '0x%x,0x%x' % (config, config1)
        else:
            text = 'PERF_METRICS.' + REGISTER[name] if name in REGISTER else name
            for word, form in (('cmask', ':c%d'), ('edge', ':e%d'), ('inv', ':i%d'), ('umask', ':u0x%x'),
                               ('eq', ':eq%d'), ('offcore_rsp', ':m0x%x')):
                if word in changes:
                    text += form % changes.pop(word)
            assert not changes, name
        if latency:
            return 1 + hashed(text + ':R', self.state) % 200
        value = hashed(text, self.state)
        return 100000 + value % 900000 >> (value // 900000 % 15 if self.at['scattered'] else 0)

    def symbol(self, match):
        text = match.group(0)
        if text in ('if', 'else', 'min', 'max'):
            return text
        if text in self.at:
            return repr(self.at[text])
        if text in self.known or text in self.machine.metrics:
            return '(%r)' % self.metric(text)
        return '%r' % self.count(text)

    def translate(self, text):
        # No digit or dot before it: the "e9" of 1e9 is no symbol.
        return re.sub(r'(?<![\w.])[A-Za-z_#](?:\\.|[\w.:@])*', self.symbol, text)

    def metric(self, name):
        if name not in self.known:
            text = self.translate(self.machine.metrics[name]['MetricExpr'])
            assert '&' not in text and '|' not in text, name
            self.known[name] = eval(text, {'min': min, 'max': max,
                                           'd_ratio': lambda a, b: a / b if b else 0})
        return self.known[name]

    def is_over(self, name):
        text = self.translate(self.machine.metrics[name]['MetricThreshold'])
        return '1' if eval(text.replace('&', ' and ').replace('|', ' or ')) else '0'


class Sheet:
    """A column of a spreadsheet: an empty cell is that to the right of the same kind (server or not)."""

    def __init__(self, path, column):
        rows = list(csv.reader(open(path, encoding='utf-8-sig', newline='')))
        self.head, kinds = rows[2], rows[1]
        self.place = self.head.index(column)
        # Atom_TMA.csv has columns of different cores side by side, which inherit nothing.
        self.places = [i for i in range(self.place, self.head.index('Locate-with'))
                       if kinds[i] == kinds[self.place]][:1 if 'Atom' in str(path) else None]
        self.cells, self.at, self.parents = {}, {}, {}
        path_down = {}
        for row in rows[3:]:
            found = [(level, row[level].strip()) for level in range(1, 7)
                     if self.head[level].startswith('Level') and row[level].strip()]
            if not found:
                continue
            level, name = found[0]
            self.cells[name] = next((row[i].strip() for i in self.places if row[i].strip()), '#NA')
            if row[0].split('/')[0] not in ('FE', 'BAD', 'BE', 'RET', 'BE_aux'):
                continue
            path_down[level] = name
            server = 'Server' in row[self.head.index('Metric Group')] and kinds[self.place] != 'Server'
            if self.cells[name] != '#NA' and not server and name != 'Backend_Bound_Aux':
                self.at[name] = row
                above = [path_down[i] for i in range(level - 1, 0, -1) if path_down[i] in self.at]
                self.parents[name] = above[0] if above else None

    def threshold(self, name):
        return self.at[name][self.head.index('Threshold')].split(';')[0].strip()


class SheetEvaluator(Evaluator):
    """Of one machine in one state, by a spreadsheet."""

    def __init__(self, machine, sheet, state):
        super().__init__(machine, state)
        self.sheet, self.known = sheet, {'Core_Frequency': self.at['ghz']}

    def named(self, name):
        if name in self.known or name in self.sheet.cells:
            return self.metric(name)
        base, *changes = name.replace(':perf_metrics', '').split(':')
        words = {'c': 'cmask', 'i': 'inv', 'e': 'edge', 'eq': 'eq'}
        changes = {words[re.match('[a-z]+', part).group(0)]: int(re.sub('[a-z]+', '', part))
                   for part in changes if part != 'R'}
        base = {'PERF_METRICS.' + value: key for key, value in REGISTER.items()}.get(base, base)
        return self.invented(base, changes, name.endswith(':R'))

    def metric(self, name):
        if name not in self.known:
            text = re.sub(r'([A-Z][\w.]+)\*(min\()?\$PEBS', r'\1*\2\1:R', self.sheet.cells[name])
            text = re.sub(r'#?(?<![\w.:])[A-Za-z_][\w.:]*', lambda found: found.group(0) if
                          found.group(0) in ('if', 'else', 'min', 'max') else
                          'named(%r)' % found.group(0), text)
            text = re.sub(r"named\('(\d.*?)'\)", r'\1', text)
            self.known[name] = eval(text, {'named': self.named, 'min': min, 'max': max})
        return self.known[name]

    def is_over(self, name):
        text = self.sheet.threshold(name)
        over = self.metric(name) > float(re.search(r'> ?([\d.]+)', text).group(1))
        other = re.search(r'\| (\w+)', text)
        if other:
            over = over or self.is_over(other.group(1)) == '1'
        if re.search(r'& P\b', text) and self.sheet.parents[name]:
            over = over and self.is_over(self.sheet.parents[name]) == '1'
        return '1' if over else '0'


def rows_of(folder, unit):
    machine = Machine(folder, unit)
    evaluators = [Evaluator(machine, state) for state in range(len(STATES))]
    rows = []
    for name in machine.nodes():
        threshold = machine.metrics[name]['MetricThreshold'].replace(' ', '')
        rows.append(row_of(name, name, evaluators, '%08x' % (fnv(threshold) >> 32)))
    return rows


def rows_of_sheet(folder, unit, path, column):
    machine, sheet = Machine(folder, unit), Sheet(path, column)
    evaluators = [SheetEvaluator(machine, sheet, state) for state in range(len(STATES))]
    return sorted(row_of('tma_' + name.lower(), name, evaluators, '0') for name in sheet.at)


def row_of(slug, name, evaluators, threshold):
    return '\t'.join([slug] + ['%.12g' % one.metric(name) for one in evaluators] +
                     [''.join(one.is_over(name) for one in evaluators), threshold])


# Arm's tables: file, slots a cycle. The machine says those of AmpereOne; four here.
ARM = [('tree_arm_n3', 'neoverse-n3-v3', 5), ('tree_arm_v3', 'neoverse-n3-v3', 10),
       ('tree_arm_ampereone', 'ampereone', 4), ('tree_arm_olympus', 'olympus', 10)]


class ArmEvaluator:
    """Of one core in one state: values as perf prints them, percentages as ratios."""

    def __init__(self, table, slots, state):
        self.table, self.slots, self.state = table, slots, state
        self.metrics = {row['MetricName']: row for row in table['metrics']}

    def printed(self, match):
        name = match.group(0)
        if name == '#slots':
            return str(self.slots)
        if name in self.metrics:
            return '(%r)' % self.raw(name)
        at = STATES[self.state]
        text = '0x%x,0x0' % int(self.table['events'][name], 0) if at['of'] == 'config' else name
        value = hashed(text, self.state)
        return repr(100000 + value % 900000 >> (value // 900000 % 15 if at['scattered'] else 0))

    def raw(self, name):
        return eval(re.sub(r'[A-Za-z_#]\w*', self.printed, self.metrics[name]['MetricExpr']))

    def metric(self, name):
        return self.raw(name) / (100 if self.metrics[name]['ScaleUnit'].startswith('1percent') else 1)


def arm_rows(file, slots):
    path = pathlib.Path(__file__).resolve().parents[3] / 'build-aux/trees/linux' / (file + '.json')
    table = json.loads(path.read_text())
    evaluators = [ArmEvaluator(table, slots, state) for state in range(len(STATES))]
    return ['\t'.join([name] + ['%.12g' % one.metric(name) for one in evaluators] +
                      ['0' * len(STATES), '%08x' % (fnv('') >> 32)]) for name in sorted(evaluators[0].metrics)]


def main():
    perfmon = pathlib.Path(sys.argv[1])
    done = {}
    print('# Made by tests/model/tree/reference.py of github.com/intel/perfmon, commit 6dadedf, which is')
    print('# Copyright (c) 2021, Intel Corporation, BSD-3-Clause (build-aux/trees/LICENSE.perfmon): table, node,')
    print('# its value in five states of the machine, whether it is over its threshold in each, and a hash of that (0: none).')
    for tree, folder, unit in MACHINES:
        rows = rows_of(perfmon / folder, unit)
        assert done.setdefault(tree, rows) == rows, folder + ' differs from the table it shares'
    for tree, folder, unit, path, column in SHEETS:
        rows = rows_of_sheet(perfmon / folder, unit, perfmon / path, column)
        assert done.setdefault(tree, rows) == rows, folder + ' differs from the table it shares'
    print('# Those of Arm\'s tables: of Linux (build-aux/trees/linux), GPL-2.0.')
    done.update({tree: arm_rows(file, slots) for tree, file, slots in ARM})
    for tree, rows in done.items():
        for row in rows:
            print(tree + '\t' + row)


if __name__ == '__main__':
    main()
