# SPDX-License-Identifier: GPL-2.0-only
"""Makes a tree of intel/perfmon's metrics and events in the form of perf's JSON.

Reads the files of one folder (sapphirerapids/*.json), of a hybrid's one kind of core ("Unit").
"""
import json
import pathlib
import re

import emit
import expression

# Fields of the register PERF_METRICS: arch/x86/events/intel/core.c (INTEL_TD_METRIC_RETIRING, ...).
METRIC_CONFIGS = {name: 0x8000 + (i << 8) for i, name in enumerate(expression.METRICS.values())}

# Fixed counters: the kernel's encodings, as tools/perf/pmu-events/jevents.py has them (fixed).
FIXED_CONFIGS = {
    'INST_RETIRED.ANY': 0xc0, 'CPU_CLK_UNHALTED.THREAD': 0x3c, 'CPU_CLK_UNHALTED.CORE': 0x3c,
    'CPU_CLK_UNHALTED.THREAD_ANY': 0x20003c,
}
# What several machines call by another name, and counts the same.
OF_SLICES = {
    'INST_RETIRED.ANY': 'TREE_INSTRUCTIONS', 'CPU_CLK_UNHALTED.THREAD': 'TREE_CYCLES',
    'CPU_CLK_UNHALTED.CORE': 'TREE_CYCLES', 'TOPDOWN.SLOTS': 'TREE_SLOTS',
    # Counts both threads; no fixed counter is free for it.
    'CPU_CLK_UNHALTED.THREAD_ANY': 'TREE_COUNTED',
}
# Lion Cove's table lets offcore responses on all counters, the kernel on four of them
# (intel_lnc_event_constraints of Linux 6.12): more in a group would never be counted.
OFFCORE_CONFIGS = (0x12a, 0x12b)
FREQUENCY = 'tma_info_system_core_frequency'    # needs the TSC's MSR and the time
# Events of instructions, where the tables do not say which ones PEBS can sample: all, from Ice Lake on.
NOT_PRECISE = ('FP_ARITH_', 'INT_VEC_')

UNIT_OF_DOMAIN = {
    'Slots': 'slots', 'Slots_Estimated': 'slots', 'Clocks': 'clocks', 'Clocks_Estimated': 'clocks',
    'Clocks_Retired': 'clocks', 'Clocks_Calculated': 'clocks', 'Clocks_Latency': 'clocks',
    'Stalls': 'clocks', 'Cycles': 'clocks', 'Core_Clocks': 'core clocks',
    'Core_Utilization': 'core clocks', 'Core_Execution': 'core clocks', 'Uops': 'uops',
}


def is_prime(number):
    return number > 1 and all(number % i for i in range(2, int(number ** 0.5) + 1))


def prime_near(number):
    """The prime that is nearest, the lower one of two; 0 for 0."""
    for distance in range(number):
        for candidate in (number - distance, number + distance):
            if is_prime(candidate):
                return candidate
    return 0


def counter_bits(text):
    return sum(1 << int(part) for part in text.split(','))


class Vendor:
    """The events and metrics of a folder, of one kind of core."""

    def __init__(self, folder, unit, width):
        self.events, self.metrics = {}, {}
        self.width = width              # general counters
        for path in sorted(pathlib.Path(folder).glob('*.json')):
            if path.name in ('metricgroups.json', 'counter.json') or path.name.startswith('uncore'):
                continue
            for row in json.loads(path.read_text()):
                if row.get('Unit') not in (None, unit):
                    continue
                if 'MetricName' in row:
                    self.metrics[row['MetricName']] = row
                elif 'EventName' in row:
                    self.events[row['EventName'].upper()] = row
        self.says_pebs = any('PEBS' in row for row in self.events.values())

    def knows(self, name):
        return name in self.events or (name in METRIC_CONFIGS and 'TOPDOWN.SLOTS' in self.events)

    def precise(self, row):
        if self.says_pebs:
            return 'PEBS' in row
        name = row['EventName'].upper()
        return 'Data_LA' in row or ('_RETIRED.' in name and not name.startswith(NOT_PRECISE))

    def event(self, reference):
        """The row of a table: an event with what is changed of it."""
        key, changes = reference.key(), reference.changes
        if reference.name in METRIC_CONFIGS:
            return emit.Event(key, METRIC_CONFIGS[reference.name], origin='TREE_METRIC')
        row = self.events[reference.name]
        fixed = re.match(r'Fixed counter (\d)', row['Counter'])
        origin = OF_SLICES.get(reference.name, 'TREE_COUNTED')
        if fixed and reference.name not in OF_SLICES:
            # From 4 on: level 1 of E-cores, which the slices count.
            origin = 'TREE_METRIC' if int(fixed.group(1)) >= 4 else 'TREE_FIXED'
        umask = changes.get('umask', int(row.get('UMask', '0'), 0))
        config = FIXED_CONFIGS.get(reference.name)
        if config is None:
            config = int(row.get('EventCode', '0').split(',')[0], 0)
            # The upper half is umask2, from Lion Cove on: config:8-15,40-47.
            config |= (umask & 0xff) << 8 | (umask >> 8) << 40
            config |= changes.get('cmask', int(row.get('CounterMask', '0'), 0)) << 24
            config |= changes.get('inv', int(row.get('Invert', '0'), 0)) << 23
            config |= changes.get('edge', int(row.get('EdgeDetect', '0'), 0)) << 18
            config |= int(row.get('AnyThread', '0'), 0) << 21
            config |= changes.get('eq', 0) << 36
        config1 = changes.get('offcore_rsp', int(row.get('MSRValue', '0'), 0))
        counters = 0 if fixed else counter_bits(row['Counter'])
        everywhere = (1 << self.width) - 1
        if counters & everywhere == everywhere and self.width > 4:
            counters = 0
        if config & 0xffff in OFFCORE_CONFIGS and counters == 0:
            counters = 0xf
        latency = float(row.get('RetirementLatencyMean', 0)) if not changes else 0
        return emit.Event(key, config, config1, counters, origin,
                          prime_near(int(row['SampleAfterValue'])), self.precise(row), latency)


def groups(metric):
    return metric.get('MetricGroup', '').split(';')


def level_of(metric):
    """1 to 6; None: it is no node of the tree."""
    if not metric['MetricName'].startswith('tma_') or metric['MetricName'].startswith('tma_info_'):
        return None
    for group in groups(metric):
        match = re.fullmatch(r'TopdownL(\d)', group)
        if match:
            return int(match.group(1))
    return None


def parent_of(metric):
    for group in groups(metric):
        match = re.fullmatch(r'(tma_\w+)_group', group)
        if match and not re.fullmatch(r'tma_L\d', match.group(1)):
            return match.group(1)
    return None


def sample_events(description):
    match = re.search(r'Sample with: (.*?)(?:\. |\.?$)', description)
    if not match:
        return []
    return [name.strip() for name in re.split('[;,]', match.group(1)) if name.strip()]


def known_events(names, knows):
    """These of the names that are events of this CPU; _PS is an older name of the same event."""
    result = []
    for name in names:
        name = name if knows(name) else re.sub('_PS$', '', name)
        if knows(name) and name not in result:
            result.append(name)
    return result


# What the vendor's sentences say to the makers of its tables, or of CPUs by their short names.
KINDS = {'SNB': 'Sandy Bridge', 'HSW': 'Haswell', 'SKL': 'Skylake', 'ICL': 'Ice Lake',
         'ADL': 'Alder Lake'}
SAID_TO_NOBODY = (
    (r' - DRAM \(\[SPR-HBM\] and/or HBM\)', ' (DRAM, HBM)'),
    (r' \(see Uncore counters for that\)', ''),
    (r' ?\{.*\}', ''),
    (r' \(\[SKL\+\] roughly, \[LNL\]\)', ''),
    (r' ?\(\[ICL\+\] Note this may (under|over)count due to approximation using indirect events, '
     r'\[ADL\+\] ?\.?\)', r' From Ice Lake to before Alder Lake it may \1count.'),
    (r'\bof\(\[', 'of (['),
    (r'\[([A-Z]+)\+\] ?', lambda match: 'from %s on: ' % KINDS[match.group(1)]),
)


def help_of(metric):
    """What it means. The tables have semicolons in the place of commas."""
    text = metric.get('PublicDescription') or metric['BriefDescription']
    text = re.split(r'\s*(?:Sample with:|Related metrics:)', text)[0]
    text = re.sub(r'\s+', ' ', text).strip().replace(';', ',')
    text = text.encode('ascii', 'replace').decode()
    for said, instead in SAID_TO_NOBODY:
        text = re.sub(said, instead, text)
    text = re.sub(r'\.+$', '.', text)
    return text if text.endswith('.') else text + '.'


def limit_of(slug, threshold):
    match = re.search(re.escape(slug) + r' > ([0-9.]+)', threshold)
    return float(match.group(1)) if match else None


def unit_by_denominator(text, terms):
    """Of a node that the spreadsheets do not list: by what it is divided at last."""
    below = text.rpartition('/')[2].strip(' ()')
    if 'core_clks' in below:
        return 'core clocks'
    if 'clks' in below or below in ('CPU_CLK_UNHALTED.THREAD', 'CPU_CLK_UNHALTED.DISTRIBUTED'):
        return 'clocks'
    return 'slots'


def is_of_core(text, vendor, expressions):
    """Does it count both threads of a core? Through core_clks, with AnyThread, or UOPS_EXECUTED.CORE."""
    seen, todo = set(), [text]
    while todo:
        for name in expression.names(todo.pop()):
            event = name.split(':')[0]
            if name in seen:
                continue
            seen.add(name)
            if name in expressions:
                todo.append(expressions[name])
            elif 'AnyThread' in vendor.events.get(event, {}) or event.startswith('UOPS_EXECUTED.CORE'):
                return True
    return False


def adopt(tree, metrics):
    """A node whose parent this core does not have goes to the nearest node above that."""
    for node in tree.nodes.values():
        while node.parent and node.parent not in tree.nodes:
            node.parent = metrics.ancestor(node.parent)
            node.level = tree.nodes[node.parent].level + 1 if node.parent in tree.nodes else node.level


def make(core, vendor, sheet):
    """The tree of a core; sheet: of intel_csv.py, what the spreadsheet says of its nodes, or None."""
    tree = emit.Tree(core.name, core.ident, core.source, core.slots, core.counters)
    tree.only_level_1 = core.only_level_1
    levels = {name: level_of(row) for name, row in vendor.metrics.items()}
    terms, expressions = [], {}

    def use(reference):
        if not vendor.knows(reference.name):
            raise ValueError('%s: unknown event %s' % (core.ident, reference.name))
        if reference.key() not in tree.events:
            tree.events[reference.key()] = vendor.event(reference)

    def is_metric(name):
        if name not in vendor.metrics:
            return False
        if not levels[name] and name not in terms:
            terms.append(name)
        return True

    def expression_of(name):
        return expression.normalise(vendor.metrics[name]['MetricExpr'], is_metric, use,
                                    {FREQUENCY: '#GHz'})

    for slug in sorted(name for name, level in levels.items() if level):
        expressions[slug] = expression_of(slug)
    for name in terms:                  # grows while it is walked
        expressions[name] = tree.terms[name] = expression_of(name)
    for slug, level in levels.items():
        if level:
            row = vendor.metrics[slug]
            samples = known_events(sample_events(row.get('PublicDescription', '')), vendor.knows)
            if not samples and sheet:
                samples = known_events(sheet.samples(slug), vendor.knows)
            for name in samples:
                use(expression.Reference(name))
            threshold = expression.normalise(row.get('MetricThreshold', ''), levels.get, use)
            domain = sheet.domain(slug) if sheet else None
            text = expressions[slug]
            node = emit.Node(
                slug, parent_of(row), level,
                UNIT_OF_DOMAIN.get(domain) or unit_by_denominator(text, tree.terms), text, threshold,
                limit_of(slug, threshold), samples,
                core.any_thread and is_of_core(text, vendor, expressions), help_of(row))
            node.rank = sheet.rank(slug) if sheet else 0
            tree.nodes[slug] = node
    adopt(tree, sheet)
    return tree
