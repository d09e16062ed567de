# SPDX-License-Identifier: GPL-2.0-only
"""Writes trees as C. Each row is in the source once; a tree is a list of names of rows. Knows no vendor.

Rows collects the rows of all trees of a vendor, in the order in which trees come. The same input gives the same
bytes.
"""
import re
import textwrap

import emit
import titles

WIDTH, INDENT = 120, 8              # columns of a line, of a tab
quoted = emit.quoted


class Shared:
    """Rows of one kind: what is in them, their names, and the cores that have them."""

    def __init__(self):
        self.versions = {}              # of each name of the vendor's: the rows that are called so, [name, row, cores]

    def add(self, name, row, core):
        """The row's own name: the vendor's, with the core's behind it if an older core has another row of that name."""
        versions = self.versions.setdefault(name, [])
        for version in versions:
            if version[1] == row:
                if core not in version[2]:
                    version[2].append(core)
                return version[0]
        versions.append([name + '_' + core if versions else name, row, [core]])
        return versions[-1][0]

    def check(self):
        names = [version[0] for versions in self.versions.values() for version in versions]
        assert len(set(names)) == len(names), 'two rows have one name'


def c_name(text):
    return re.sub(r'\W', '_', text)


def meaning_name(slug):
    return 'IS_' + c_name(titles.bare(slug)).upper()


class Rows:
    """The rows that the trees of a vendor share. place(slugs): the file of a node, by those from level 1 to its own."""

    def __init__(self, vendor, place):
        self.vendor, self.place = vendor, place
        self.events, self.meanings, self.nodes, self.terms = Shared(), Shared(), Shared(), Shared()
        self.slugs = {}                 # by file, in the order of trees

    def add(self, tree, core):
        """Takes the rows of a tree. Returns its events, nodes and terms in order: vendor's name, row's name, level."""
        events, nodes, terms = tree.event_order(), tree.node_order(), tree.term_order()
        assert len(nodes) == len(tree.nodes), 'a node has no parent'
        emit.check_levels(nodes)
        names = {event.name: self.events.add(c_name(event.name), (quoted(event.name), emit.event_fields(event)), core)
                 for event in events}
        self.order(tree, nodes)
        return {'events': [(event.name, names[event.name], 1) for event in events],
                'nodes': [(node.slug, self.add_node(tree, node, names, core), node.level) for node in nodes],
                'terms': [(name, self.terms.add(name, (quoted(name), quoted(tree.terms[name])), core), 1)
                          for name in terms]}

    def file_of(self, tree, node):
        path = [node.slug]
        while node.parent:
            node = tree.nodes[node.parent]
            path.insert(0, node.slug)
        return self.place(path)

    def add_node(self, tree, node, event_names, core):
        known = [name for name in node.sample_with if name in event_names]
        assert known or not node.sample_with, node.slug
        sampled = 'UNSAMPLED'
        if known:
            sampled = 'SAMPLED(%s, %s)' % (quoted(';'.join(node.sample_with)), event_names[known[0]])
        place = self.file_of(tree, node)
        meaning = self.meanings.add(meaning_name(node.slug), (place, *emit.meaning_lines(node)), core)
        macro = 'NODE_OF_CORE' if node.of_core else 'NODE'
        return self.nodes.add(node.slug, (place, meaning, macro, sampled, quoted(node.expression)), core)

    def order(self, tree, nodes):
        """Sorts the tree's slugs in among those of the trees before it."""
        before = {}
        for node in nodes:
            name = self.file_of(tree, node)
            slugs = self.slugs.setdefault(name, [])
            if node.slug not in slugs:
                slugs.insert(slugs.index(before[name]) + 1 if name in before else 0, node.slug)
            before[name] = node.slug

    def check(self):
        for shared in (self.events, self.meanings, self.nodes, self.terms):
            shared.check()

    def event_lines(self, first, last):
        return ['EVENT(%s, %s, %s)' % (name, *row) for key in sorted(self.events.versions) if first <= key[0] <= last
                for name, row, _ in self.events.versions[key]]

    def term_lines(self):
        return [line for key in sorted(self.terms.versions) for name, row, cores in self.terms.versions[key]
                for line in macro_row('TERM(%s, %s,' % (name, row[0]), row[1], cores)]

    def node_lines(self, place):
        """What each node of a file is, and behind it how cores count that."""
        lines = []
        for slug in self.slugs[place]:
            for name, row, _ in self.meanings.versions[meaning_name(slug)]:
                if row[0] != place:
                    continue
                lines += ['', '#define %s %s \\' % (name, row[1]), '\t' + row[2]]
                for node, (_, meaning, macro, sampled, text), cores in self.nodes.versions[slug]:
                    if meaning == name:
                        lines += macro_row('%s(%s, %s, %s,' % (macro, node, meaning, sampled), text, cores)
        return lines


def macro_row(start, text, cores):
    """A row with an expression, in one line if it fits, and the cores that have it."""
    note = ') /* %s */' % ' '.join(cores)
    if len(start) + 1 + len(text) + len(note) <= WIDTH:
        return [start + ' ' + text + note]
    return [start + note[1:], '     %s)' % text]


def paragraph(text):
    """Lines of a comment."""
    return '\n * '.join(textwrap.wrap(text, WIDTH - 3))


def file_lines(head, title, lines):
    return '\n'.join([head % title, '/* clang-format off */', *lines, '/* clang-format on */', ''])


def row_files(rows, head, letters):
    """name: text of the files with the rows of a vendor; events: by their first letters."""
    vendor, result, lists = rows.vendor, {}, {'EVENT': [], 'NODE': [], 'TERM': rows.term_lines()}
    rows.check()

    def write(kind, name, title, lines):
        lists[kind].append('#include "model/cores/tree_%s_%s.h"' % (vendor, name))
        result['tree_%s_%s.h' % (vendor, name)] = file_lines(head, title, lines)
    for first, last in letters:
        write('EVENT', 'events_%s_%s' % (first.lower(), last.lower()),
              'Events, %s to %s. One that an older core has otherwise has the name of its first core behind it.' % (
                  first, last), rows.event_lines(first, last))
    for name in sorted(rows.slugs):
        write('NODE', name, 'Nodes, %s: what each is, and how which cores count it.' % name.replace('_', ' '),
              rows.node_lines(name))
    result['tree_%s_rows.h' % vendor] = rows_header(vendor, head, lists)
    result['tree_%s_rows.c' % vendor] = rows_source(vendor, head, lists)
    return result


# Of each kind of row: the macros of its files, and what a table's row is made of.
MACROS = {
    'EVENT': {'EVENT(id, its_name, ...)': '{ .name = (its_name), __VA_ARGS__ },'},
    'NODE': {'SAMPLED(events, first)': '.sample_with = (events), .sample = (first)',
             'UNSAMPLED': '.sample_with = "", .sample = -1',
             'NODE(id, is, sampled, its_expression)': '{ is, sampled, .expression = (its_expression) },',
             'NODE_OF_CORE(id, is, sampled, its_expression)':
             '{ is, sampled, .expression = (its_expression), .of_core = true },'},
    'TERM': {'TERM(id, its_name, its_expression)': '{ .name = (its_name), .expression = (its_expression) },'},
}


def id_macros(kind):
    """Of a kind: names of the macros that its rows call."""
    return [macro.split('(')[0] for macro in MACROS[kind] if '(id' in macro]


def listed(kind, lines):
    """A macro with all rows of a kind, for files that have no list of their own."""
    lines = ['#define ALL_%sS(%s) \\' % (kind, ', '.join(id_macros(kind))), *('\t%s \\' % line for line in lines)]
    lines[-1] = lines[-1][:-2]
    return lines


def all_of(kind):
    return '\tALL_%sS(%s)' % (kind, ', '.join(id_macros(kind)))


def rows_header(vendor, head, lists):
    lines = [head % 'The rows that trees share, by name: uint16_t for the lists of a tree.',
             '#pragma once', '', '#include "model/cores/trees.h"', '',
             '/* clang-format off */', '/* Terms of expressions, and which cores have them. */',
             *listed('TERM', lists['TERM']), '/* clang-format on */', '']
    for kind, includes in lists.items():
        names = id_macros(kind)
        lines += ['enum {', *('#define %s(id, ...) id,' % name for name in names),
                  *([all_of(kind)] if kind == 'TERM' else includes), *('#undef %s' % name for name in names), '};',
                  'extern const struct tree_%s tree_%s_%ss[];' % (kind.lower(), vendor, kind.lower()), '']
    return '\n'.join(lines)


def rows_source(vendor, head, lists):
    lines = [head % 'The rows that trees share.', '#include "config.h"',
             '#include "model/cores/tree_%s_rows.h"' % vendor, '', '#include <math.h>', '', '/* clang-format off */']
    for kind, includes in lists.items():
        lines += ['#define %s %s' % row for row in MACROS[kind].items()]
        lines += ['const struct tree_%s tree_%s_%ss[] = {' % (kind.lower(), vendor, kind.lower()),
                  *([all_of(kind)] if kind == 'TERM' else includes), '};', '']
    return '\n'.join(lines[:-1] + ['/* clang-format on */', ''])


def rows_inside(rows):
    """The rows of a vendor whose trees are one file, in that file."""
    rows.check()
    meanings = [line for place in sorted(rows.slugs) for line in rows.node_lines(place)]
    defines = [n for n, line in enumerate(meanings) if line.startswith('#define')]
    defines = sorted({*defines, *(n + 1 for n in defines)})
    lists = {'EVENT': rows.event_lines('A', 'Z'),
             'NODE': [line for n, line in enumerate(meanings) if line and n not in defines]}
    lines = ['/* What each node is. */', *(meanings[n] for n in defines), '']
    for kind, of_kind in lists.items():
        names = id_macros(kind)
        lines += [*listed(kind, of_kind), 'enum {', *('#define %s(id, ...) id,' % name for name in names),
                  all_of(kind), *('#undef %s' % name for name in names), '};', '']
    for kind in lists:
        lines += ['#define %s %s' % row for row in MACROS[kind].items()]
        lines += ['static const struct tree_%s tree_%s_%ss[] = {' % (kind.lower(), rows.vendor, kind.lower()),
                  all_of(kind), '};', '']
    return lines


def merged(lists):
    """One list, in which each of the lists has its order."""
    behind, result, begun = {}, [], set()
    for names in lists:
        for name, following in zip(names, names[1:] + [None]):
            behind.setdefault(name, []).append(following)

    def add(name):
        if name is None or name in result:
            return
        assert name not in begun, 'trees of one file have no common order'
        begun.add(name)
        for following in behind[name]:
            add(following)
        result.insert(0, name)
    for names in reversed(lists):
        for name in reversed(names):
            add(name)
    return result


def matrix(kind, trees, lists):
    """The rows of one kind that trees of a file have, and which of them: lines of a macro."""
    rows = {}                           # of each name: the rows, with their level and the cores that have them
    for (core, _), of_tree in zip(trees, lists):
        for name, row, level in of_tree[kind]:
            rows.setdefault(name, {}).setdefault((row, level), set()).add(core)
    order = [(row, level, having) for name in merged([[name for name, _, _ in of_tree[kind]] for of_tree in lists])
             for (row, level), having in rows[name].items()]
    width = max(4 * level + len('row(,') + len(row) for row, level, _ in order)
    lines = ['#define %s(row) \\' % kind.upper()]
    for row, level, having in order:
        marks = ', '.join(('x' if core in having else '_').rjust(len(core)) for core, _ in trees)
        lines.append('\t%s%s) \\' % (('    ' * (level - 1) + 'row(%s,' % row).ljust(width), marks))
    lines[-1] = lines[-1][:-2]
    heading = '/* %s */' % '  '.join(core for core, _ in trees)
    return [' ' * (INDENT + width - 3) + heading, *lines, '']


def tree_lines(rows, trees):
    """The trees of a file."""
    lists = [rows.add(tree, core) for core, tree in trees]
    kinds = [kind for kind in ('events', 'nodes', 'terms') if any(of_tree[kind] for of_tree in lists)]
    lines = [line for kind in kinds for line in matrix(kind, trees, lists)]
    for (core, tree), of_tree in zip(trees, lists):
        arrays = ', '.join('%s_%s[] = { %s(OF_%s) }' % (core, kind, kind.upper(), core)
                           for kind in kinds if of_tree[kind])
        if len('static const uint16_t %s;' % arrays) > WIDTH:
            arrays = arrays.replace(', %s_terms' % core, ',\n\t%s_terms' % core)
        lines += ['/* %s, %s */' % (tree.name, tree.origin),
                  '#define OF_%s(row, %s) TREE_HAS_##%s(row)' % (core, ', '.join(other for other, _ in trees), core),
                  'static const uint16_t %s;' % arrays,
                  'const struct tree %s = {' % tree.ident,
                  '\t.name = %s, .source = %s, .slots = %d, .counters = %d,%s' % (
                      quoted(tree.name), quoted(tree.source), tree.slots, tree.counters,
                      ' .only_level_1 = true,' if tree.only_level_1 else ''),
                  '\tTREE_ROWS(%s, %s),%s' % (
                      rows.vendor, core, ' TREE_TERM_ROWS(%s, %s),' % (rows.vendor, core) if of_tree['terms'] else ''),
                  '};', '']
    return lines
