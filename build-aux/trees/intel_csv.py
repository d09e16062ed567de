# SPDX-License-Identifier: GPL-2.0-only
"""Reads the spreadsheets of intel/perfmon: TMA_Metrics-full.csv, E-core_TMA_Metrics.csv, Atom_TMA.csv.

Of each node: its unit ("Count Domain"), where to sample ("Locate-with"), the order of the tree; of
cores whose metrics are not in perf's JSON also the expressions.
"""
import csv
import re

import emit
import expression
import intel_json


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


# Rows whose tree is another view of a class: its nodes are put below the class.
AUXILIARY = {'tma_backend_bound_aux': 'tma_backend_bound'}
P_RULE = re.compile(r'&\s*P\b')


class Formulas(Sheet):
    """A spreadsheet with the expressions of a column.

    An empty cell says the same as the next one to the right of the same kind (server or not); #NA: the
    core has no such node. Rows "#Name" are inlined, rows of Info are terms.
    """

    def __init__(self, path, column):
        super().__init__(path, column)
        kinds = list(csv.reader(open(path, encoding='utf-8-sig', newline='')))[1]
        self.kind = [kind.strip() == 'Server' for kind in kinds]
        self.others = {}                # name in the sheet: row, of what is no node
        for row in self.rows:
            names = [row[i].strip() for i in self.levels if row[i].strip()]
            if names and (row[0] == 'Aux' or row[0].startswith('Info.')):
                self.others[names[0]] = row

    def cell(self, row):
        for i in range(self.place, self.last):
            if row[i].strip() and self.kind[i] == self.kind[self.place]:
                return re.sub(r'\s+', ' ', row[i].strip())
            if self.place > self.last - 3:      # columns of Atom_TMA.csv: nothing is inherited
                break
        return '#NA'

    def slugs(self):
        group = self.head.index('Metric Group')
        for slug, (_, _, row) in self.nodes.items():
            server = 'Server' in row[group].split(';') and not self.kind[self.place]
            if self.cell(row) != '#NA' and not server and slug not in AUXILIARY:
                yield slug

    def parent(self, slug):
        known = set(self.slugs())
        above = self.ancestor(slug)
        while above and above not in known:
            above = AUXILIARY.get(above) or self.ancestor(above)
        return above

    def term(self, name):
        """The name that perf's JSON gives a row of Info."""
        group = self.others[name][0].strip().split('.', 1)[1].lower().replace('.', '_')
        return 'tma_info_%s_%s' % (group, name.lower())

    def constant(self, name):
        row = self.others.get(name)
        return self.cell(row) if row and re.fullmatch(r'[\d.]+', self.cell(row)) else None

    def expanded(self, text):
        """The text with symbols of the sheet made into perf's; events keep their names."""
        text = re.sub(r'([A-Z][\w.]+)\*\$PEBS', r'\1 * \1:R', text)
        text = re.sub(r'([A-Z][\w.]+)\*min\(\$PEBS,', r'\1 * min(\1:R,', text)
        match = re.fullmatch(r'(.*) if (#\w+) else (.*)', text)
        if match and self.constant(match.group(2)) is not None:
            text = match.group(1 if self.constant(match.group(2)) != '0' else 3)
        return re.sub(r'(?<![\w.:#])#?[A-Za-z0-9_][\w.:]*', self.symbol, text)

    def symbol(self, match):
        text = match.group(0)
        slug = 'tma_' + text.lower()
        if text == 'Core_Frequency':
            return '#GHz'
        if text in self.others and self.others[text][0] == 'Aux':
            inner = self.expanded(self.cell(self.others[text]))
            return inner if re.fullmatch(r'[\w.#]+', inner) else '(%s)' % inner
        if text in self.others:
            return self.term(text)
        if slug in self.nodes and '.' not in text:
            return slug
        return re.sub(':perf_metrics$', '', text)

    def expression(self, slug):
        return self.expanded(self.cell(self.nodes[slug][2]))

    def term_expression(self, term):
        for name in self.others:
            if not name.startswith('#') and self.term(name) == term:
                return self.expanded(self.cell(self.others[name]))
        return None

    def threshold(self, slug):
        """As perf's JSON has it: P is the threshold of the parent."""
        text = self.field(slug, 'Threshold').split(';')[0].strip()
        match = re.search(r'> ?([\d.]+)', text)
        if not match:
            return ''
        result = '%s > %g' % (slug, float(match.group(1)))
        other = re.search(r'\| (\w+)', text)
        if other:
            result += ' | ' + self.threshold('tma_' + other.group(1).lower())
        parent = self.parent(slug)
        if P_RULE.search(text) and parent:
            above = self.threshold(parent)
            result += ' & ' + ('(%s)' % above if '&' in above else above)
        return result

    def description(self, slug):
        return self.field(slug, 'Metric Description')


SHEET_EVENT = re.compile(r'([A-Za-z0-9_.]+?)((?::(?:c|i|e|eq|u)(?:0x)?[0-9a-f]+)*)(:R)?')
SHEET_WORDS = {'c': 'cmask', 'i': 'inv', 'e': 'edge', 'eq': 'eq', 'u': 'umask'}


def parse_event(symbol):
    """The event that a symbol of a spreadsheet names: IDQ.MITE_UOPS:c8:i1:eq1."""
    name, changes, latency = SHEET_EVENT.fullmatch(symbol).groups()
    found = {}
    for part in changes.split(':')[1:]:
        letter, value = re.fullmatch(r'(eq|[ciue])(.*)', part).groups()
        found[SHEET_WORDS[letter]] = int(value, 0)
    return expression.Reference(name, found, bool(latency))


def make(core, vendor, sheet):
    """The tree of a core whose expressions only the spreadsheet has."""
    tree = emit.Tree(core.name, core.ident, core.source, core.slots, core.counters)
    tree.only_level_1 = core.only_level_1
    slugs = list(sheet.slugs())
    terms = []

    def use(reference):
        if not vendor.knows(reference.name):
            raise ValueError('%s: unknown event %s' % (core.ident, reference.name))
        if reference.key() not in tree.events:
            tree.events[reference.key()] = vendor.event(reference)

    def is_metric(name):
        if name.startswith('tma_info_') and name not in terms:
            terms.append(name)
        return name.startswith('tma_')

    def normalised(text):
        return expression.normalise(text, is_metric, use, parse=parse_event)

    texts = {slug: normalised(sheet.expression(slug)) for slug in slugs}
    for name in terms:                  # grows while it is walked
        texts[name] = tree.terms[name] = normalised(sheet.term_expression(name))
    for slug in slugs:
        samples = intel_json.known_events(sheet.samples(slug), vendor.knows)
        for name in samples:
            use(expression.Reference(name))
        threshold = sheet.threshold(slug)
        description = intel_json.help_of({'BriefDescription': sheet.description(slug)})
        node = emit.Node(
            slug, sheet.parent(slug), sheet.nodes[slug][1],
            intel_json.UNIT_OF_DOMAIN.get(sheet.domain(slug), 'slots'), texts[slug], threshold,
            intel_json.limit_of(slug, threshold), samples, False, description)
        node.rank = sheet.rank(slug)
        tree.nodes[slug] = node
    for node in tree.nodes.values():    # also of those whose parent is not on this core
        node.level = 1
        above = node.parent
        while above:
            node.level, above = node.level + 1, tree.nodes[above].parent
    return tree
