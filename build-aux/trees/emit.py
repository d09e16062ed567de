# SPDX-License-Identifier: GPL-2.0-only
"""A tree, made by intel_json.py or another reader, and what its rows are in C (model/tree/tree.h). Knows no vendor."""
import expression
import titles

UNITS = {'slots': 'TREE_OF_SLOTS', 'clocks': 'TREE_OF_CLOCKS', 'core clocks': 'TREE_OF_CORE_CLOCKS',
         'uops': 'TREE_OF_UOPS', 'parent': 'TREE_OF_PARENT'}

# Nodes of levels 1 and 2, by slug; in the order of enum metric_id (model/metric.h).
METRICS = {
    'tma_retiring': 'M_RETIRING', 'tma_light_operations': 'M_LIGHT_OPERATIONS',
    'tma_heavy_operations': 'M_HEAVY_OPERATIONS', 'tma_bad_speculation': 'M_BAD_SPECULATION',
    'tma_branch_mispredicts': 'M_BRANCH_MISPREDICTS', 'tma_machine_clears': 'M_MACHINE_CLEARS',
    'tma_frontend_bound': 'M_FRONTEND_BOUND', 'tma_fetch_latency': 'M_FETCH_LATENCY',
    'tma_ifetch_latency': 'M_FETCH_LATENCY', 'tma_fetch_bandwidth': 'M_FETCH_BANDWIDTH',
    'tma_ifetch_bandwidth': 'M_FETCH_BANDWIDTH', 'tma_backend_bound': 'M_BACKEND_BOUND',
    'tma_memory_bound': 'M_MEMORY_BOUND', 'tma_core_bound': 'M_CORE_BOUND',
    'tma_resource_bound': 'M_RESOURCE_BOUND',
    # Arm's
    'retiring': 'M_RETIRING', 'retired_fraction': 'M_RETIRING', 'bad_speculation': 'M_BAD_SPECULATION',
    'slots_lost_misspeculation_fraction': 'M_BAD_SPECULATION', 'frontend_bound': 'M_FRONTEND_BOUND',
    'backend_bound': 'M_BACKEND_BOUND',
}


class Event:
    def __init__(self, name, config, config1=0, counters=0, origin='TREE_COUNTED', period=0,
                 precise=False, latency=0):
        self.name, self.config, self.config1, self.counters = name, config, config1, counters
        self.origin, self.period, self.precise, self.latency = origin, period, precise, latency


class Node:
    def __init__(self, slug, parent, level, unit, expression_text, threshold, limit, sample_with,
                 of_core, description):
        self.slug, self.parent, self.level, self.unit = slug, parent, level, unit
        self.expression, self.threshold, self.limit = expression_text, threshold, limit
        self.sample_with, self.of_core, self.help = sample_with, of_core, description
        self.rank = 0               # order among its siblings


class Tree:
    """events: by name; nodes: by slug; terms: by name, as expressions. All are put in order here."""

    def __init__(self, name, ident, source, slots, counters):
        self.name, self.ident, self.source = name, ident, source
        self.slots, self.counters = slots, counters
        self.events, self.nodes, self.terms = {}, {}, {}
        self.only_level_1 = False   # the family's formulas tell level 1 only

    def node_order(self):
        """Depth first: parents before children, children behind their parent."""
        metrics = list(METRICS)

        def key(node):
            return (metrics.index(node.slug) if node.slug in metrics else len(metrics), node.rank,
                    node.slug)

        def below(parent):
            for node in sorted((n for n in self.nodes.values() if n.parent == parent), key=key):
                yield node
                yield from below(node.slug)
        return list(below(None))

    def term_order(self):
        """Terms of which others are made come first."""
        done = []

        def add(name):
            if name in done or name not in self.terms:
                return
            for other in expression.names(self.terms[name]):
                add(other)
            done.append(name)
        for name in sorted(self.terms):
            add(name)
        return done

    def event_order(self):
        return sorted(self.events.values(), key=lambda e: e.name)

    def content(self):
        """All of it but whose it is: what two kinds of core may have in common."""
        return (tuple((event.name, event_fields(event)) for event in self.event_order()),
                tuple((node.slug, node.parent, meaning_lines(node), node.expression, node.of_core,
                       tuple(node.sample_with)) for node in self.node_order()),
                tuple((name, self.terms[name]) for name in self.term_order()))


def quoted(text):
    return '"' + text.replace('\\', '\\\\').replace('"', '\\"') + '"'


def number(value):
    text = '%.9g' % value
    return text if '.' in text or 'e' in text else text + '.0'


def event_fields(event):
    fields = ['.config = 0x%x' % event.config]
    if event.config1:
        fields.append('.config1 = 0x%x' % event.config1)
    if event.counters:
        fields.append('.counters = 0x%x' % event.counters)
    if event.origin != 'TREE_COUNTED':
        fields.append('.origin = %s' % event.origin)
    if event.period:
        fields.append('.period = %d' % event.period)
    if event.precise:
        fields.append('.precise = true')
    if event.latency:
        fields.append('.latency = %sf' % number(event.latency))
    return ', '.join(fields)


def meaning_lines(node):
    """What a node is, however it is counted."""
    return ('.slug = %s, .title = %s, .level = %d, .metric = %s, .unit = %s,' % (
                quoted(node.slug), quoted(titles.title(node.slug)), node.level,
                METRICS.get(node.slug, 'M_NONE') if node.level < 3 else 'M_NONE', UNITS[node.unit]),
            '.limit = %s, .threshold = %s, .help = %s' % (
                'NAN' if node.limit is None else number(node.limit) + 'f', quoted(node.threshold), quoted(node.help)))


def check_levels(nodes):
    """A node is below the last one before it that is of a lower level: model/tree/tree.h."""
    above = []
    for node in nodes:
        while above and above[-1].level >= node.level:
            above.pop()
        assert node.parent == (above[-1].slug if above else None), node.slug
        above.append(node)
