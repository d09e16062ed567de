# SPDX-License-Identifier: GPL-2.0-only
"""Reads the spreadsheets of intel/perfmon: TMA_Metrics-full.csv, E-core_TMA_Metrics.csv, Atom_TMA.csv.

Of each node: its unit ("Count Domain"), where to sample ("Locate-with"), the order of the tree; of
cores whose metrics are not in perf's JSON also the expressions.
"""
import csv
import re


class Sheet:
    """A spreadsheet, as one of its columns sees it."""

    def __init__(self, path, column):
        rows = list(csv.reader(open(path, encoding='utf-8-sig', newline='')))
        self.head = rows[2]
        self.rows = rows[3:]
        self.column = column
        self.place = self.head.index(column)
        self.first = min(i for i, name in enumerate(self.head) if name == 'Level1')
        self.levels = [i for i, name in enumerate(self.head) if re.fullmatch(r'Level\d', name)]
        self.last = self.head.index('Locate-with')
        self.nodes = {}
        for rank, row in enumerate(self.rows):
            for level, i in enumerate(self.levels, 1):
                if row[i].strip() and row[0].split('/')[0] in ('FE', 'BAD', 'BE', 'RET', 'BE_aux'):
                    self.nodes.setdefault('tma_' + row[i].strip().lower(), (rank, level, row))

    def rank(self, slug):
        return self.nodes[slug][0] + 1 if slug in self.nodes else 0

    def ancestor(self, slug):
        """The node above it: the last row before it of a lower level."""
        rank, level, _ = self.nodes[slug]
        above = [(other, name) for name, (other, its_level, _) in self.nodes.items()
                 if other < rank and its_level < level]
        return max(above)[1] if above else None

    def field(self, slug, name):
        return self.nodes[slug][2][self.head.index(name)].strip() if slug in self.nodes else ''

    def domain(self, slug):
        return self.field(slug, 'Count Domain')

    def samples(self, slug):
        """The events of "Locate-with", which may say: A/B ? EVENT : C ? EVENT : EVENT."""
        text = self.field(slug, 'Locate-with')
        ours = re.split(r'[/]', self.column)
        while '?' in text:
            condition, _, rest = text.partition('?')
            then, _, text = rest.partition(':')
            if set(ours) & {name.strip() for name in condition.split('/')}:
                text = then
                break
        return [name.strip() for name in text.split(';') if name.strip() and '#NA' not in name]
