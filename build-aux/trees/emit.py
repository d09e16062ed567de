# SPDX-License-Identifier: GPL-2.0-only
"""Writes trees as C: the tables of model/tree/tree.h. Knows no vendor; the same input gives the same bytes.

A tree comes as a Tree, made by intel_json.py or another reader. Texts that several tables share
(help) go into one header, so that each is in the source once.
"""
import re

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


def quoted(text):
    return '"' + text.replace('\\', '\\\\').replace('"', '\\"') + '"'


class Helps:
    """The texts that nodes share: one macro for each."""

    def __init__(self):
        self.of_text, self.count = {}, {}

    def macro(self, slug, text):
        if text not in self.of_text:
            name = 'HELP_' + re.sub(r'\W', '_', titles.bare(slug)).upper()
            self.count[name] = self.count.get(name, 0) + 1
            if self.count[name] > 1:
                name += '_V%d' % self.count[name]
            self.of_text[text] = name
        return self.of_text[text]

    def write(self, head, guard):
        lines = [head, '#ifndef %s' % guard, '#define %s' % guard, '']
        for text, name in sorted(self.of_text.items(), key=lambda row: natural(row[1])):
            lines.append('#define %s \\' % name)
            lines.append('\t%s' % quoted(text))
        return '\n'.join(lines + ['', '#endif', ''])


def natural(name):
    return [int(part) if part.isdigit() else part for part in re.split(r'(\d+)', name)]


def event_row(event):
    fields = ['.name = %s' % quoted(event.name), '.config = 0x%x' % event.config]
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
    return '\t{ %s },' % ', '.join(fields)


def number(value):
    text = '%.9g' % value
    return text if '.' in text or 'e' in text else text + '.0'


def node_rows(node, event_places, helps):
    fields = ['.slug = %s' % quoted(node.slug), '.title = %s' % quoted(titles.title(node.slug))]
    fields += ['.level = %d' % node.level,
               '.metric = %s' % (METRICS.get(node.slug, 'M_NONE') if node.level < 3 else 'M_NONE'),
               '.unit = %s' % UNITS[node.unit]]
    if node.of_core:
        fields.append('.of_core = true')
    known = [name for name in node.sample_with if name in event_places]
    rows = ['\t{ %s,' % ', '.join(fields),
            '\t  .expression = %s,' % quoted(node.expression),
            '\t  .threshold = %s, .limit = %s,' % (
                quoted(node.threshold), 'NAN' if node.limit is None else number(node.limit) + 'f'),
            '\t  .sample_with = %s, .sample = %d, .help = %s },' % (
                quoted(';'.join(node.sample_with)), event_places[known[0]] if known else -1,
                helps.macro(node.slug, node.help))]
    return rows


def check_levels(nodes):
    """A node is below the last one before it that is of a lower level: model/tree/tree.h."""
    above = []
    for node in nodes:
        while above and above[-1].level >= node.level:
            above.pop()
        assert node.parent == (above[-1].slug if above else None), node.slug
        above.append(node)


def body(tree, helps):
    """The tables of a tree, without its head and name: what two kinds of core may have in common."""
    events, nodes, terms = tree.event_order(), tree.node_order(), tree.term_order()
    assert len(nodes) == len(tree.nodes), 'a node has no parent'
    event_places = {event.name: i for i, event in enumerate(events)}
    check_levels(nodes)
    lines = ['static const struct tree_event events[] = {']
    lines += [event_row(event) for event in events]
    lines += ['};', '', 'static const struct tree_node nodes[] = {']
    for node in nodes:
        lines += node_rows(node, event_places, helps)
    lines += ['};', '']
    if terms:
        lines += ['static const struct tree_term terms[] = {']
        lines += ['\t{ %s,\n\t  %s },' % (quoted(name), quoted(tree.terms[name])) for name in terms]
        lines += ['};', '']
    return '\n'.join(lines)


def write_tree(tree, head, tables, help_header):
    """The text of a tree's file."""
    lines = [head, '#include "config.h"', '#include "model/tree/trees.h"', '', '#include <math.h>', '',
             '#include "model/tree/%s"' % help_header, '', '/* clang-format off */', tables,
             'const struct tree %s = {' % tree.ident,
             '\t.name = %s,' % quoted(tree.name),
             '\t.source = %s,' % quoted(tree.source),
             '\t.slots = %d,' % tree.slots,
             '\t.counters = %d,' % tree.counters]
    if tree.only_level_1:
        lines.append('\t.only_level_1 = true,')
    if tree.terms:
        lines.append('\tTREE_TABLES(events, nodes, terms),')
    else:
        lines += ['\t.events = events, .n_events = sizeof(events) / sizeof(events[0]),',
                  '\t.nodes = nodes, .n_nodes = sizeof(nodes) / sizeof(nodes[0]),']
    return '\n'.join(lines + ['};', '/* clang-format on */', ''])
