# SPDX-License-Identifier: GPL-2.0-only
"""Expressions of perf's JSON in the grammar of model/tree/tree.h.

perf writes an event with its PMU and changes to it: cpu_core@UOPS_RETIRED.MS\\,cmask\\=1\\,edge@; here
it becomes UOPS_RETIRED.MS:c1:e1, the name under which the table lists it. No system calls.
"""
import re

TOKEN = re.compile(r"""\s*(?:
    (?P<literal>\#[A-Za-z_]+)
  | (?P<number>(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?(?![A-Za-z_]))
  | (?P<symbol>(?:\\[-,=]|[0-9A-Za-z_.:@?])+)
  | (?P<operator>[-+*/()<>&|,])
)""", re.X)
WORDS = {'if', 'else', 'min', 'max', 'd_ratio'}
LITERALS = {'#SMT_on', '#core_wide', '#has_pmem', '#GHz'}

# The register PERF_METRICS, as the kernel's aliases and the spreadsheets call its fields.
METRICS = {
    'topdown-retiring': 'PERF_METRICS.RETIRING',
    'topdown-bad-spec': 'PERF_METRICS.BAD_SPECULATION',
    'topdown-fe-bound': 'PERF_METRICS.FRONTEND_BOUND',
    'topdown-be-bound': 'PERF_METRICS.BACKEND_BOUND',
    'topdown-heavy-ops': 'PERF_METRICS.HEAVY_OPERATIONS',
    'topdown-br-mispredict': 'PERF_METRICS.BRANCH_MISPREDICTS',
    'topdown-fetch-lat': 'PERF_METRICS.FETCH_LATENCY',
    'topdown-mem-bound': 'PERF_METRICS.MEMORY_BOUND',
}

# What is changed of an event, in the order of its name: word in perf's JSON, letter in ours.
CHANGES = (('cmask', 'c', '%d'), ('edge', 'e', '%d'), ('inv', 'i', '%d'), ('umask', 'u', '0x%x'), ('eq', 'eq', '%d'),
           ('offcore_rsp', 'm', '0x%x'))


class Reference:
    """An event in an expression: its name in the vendor's table, and what is changed of it."""

    def __init__(self, name, changes=(), latency=False):
        self.name, self.changes, self.latency = name, dict(changes), latency

    def key(self):
        text = self.name
        for word, letter, form in CHANGES:
            if word in self.changes:
                text += ':' + letter + form % self.changes[word]
        return text

    def text(self):
        return self.key() + (':R' if self.latency else '')


def tokens(text):
    """(kind, text) of each token; ValueError for what is none."""
    place = 0
    text = text.strip()
    while place < len(text):
        match = TOKEN.match(text, place)
        if not match:
            raise ValueError('no token at "%s"' % text[place:])
        yield match.lastgroup, match.group(match.lastgroup)
        place = match.end()


def parse_event(symbol):
    """The event that a symbol of perf's JSON names. ValueError: it has a part that is not known."""
    latency = False
    if symbol.endswith(':R'):
        symbol, latency = symbol[:-2], True
    if symbol.endswith('@R'):
        symbol, latency = symbol[:-1], True
    match = re.fullmatch(r'(?:cpu|cpu_core|cpu_atom)@(.+)@', symbol)
    if match:
        parts = match.group(1).split('\\,')
    elif '@' in symbol:             # EVENT@change@
        match = re.fullmatch(r'([^@]+)@(.+)@', symbol)
        if not match:
            raise ValueError('not an event: ' + symbol)
        parts = [match.group(1)] + match.group(2).split('\\,')
    else:
        parts = [symbol]
    name = parts[0].replace('\\-', '-')
    changes = {}
    for part in parts[1:]:
        word, _, value = part.replace('\\=', '=').partition('=')
        if word not in [row[0] for row in CHANGES]:
            raise ValueError('unknown change of an event: ' + symbol)
        changes[word] = int(value or '1', 0)
    return Reference(METRICS.get(name, name), changes, latency)


def normalise(text, is_metric, use_event, replace=None, parse=None):
    """The expression in our grammar.

    is_metric(name): is it a node or a term; use_event(Reference): is told of each event; replace:
    metrics that become something else; parse: of an event's symbol, if not parse_event().
    """
    result = []
    for kind, token in tokens(text):
        if kind == 'literal':
            if token not in LITERALS:
                raise ValueError('unknown literal ' + token)
        elif kind == 'symbol' and token not in WORDS:
            if replace and token in replace:
                token = replace[token]
            elif not is_metric(token):
                event = (parse or parse_event)(token)
                use_event(event)
                token = event.text()
        result.append((kind, token))
    return spaced(result)


def spaced(parts):
    """Tokens as text: a space around operators and words, none inside of parentheses."""
    text = ''
    before = None
    for kind, token in parts:
        call = before and before[1] in ('min', 'max', 'd_ratio') and token == '('
        glued = token in (')', ',') or (before and before[1] == '(') or call
        # A minus without a left side belongs to its number.
        sign = before and before[1] == '-' and before[0] == 'sign'
        if kind == 'operator' and token == '-' and (not before or before[1] in '(,*/+<>' or
                                                    before[1] in ('if', 'else')):
            kind = 'sign'
        text += ('' if not text or glued or sign else ' ') + token
        before = (kind, token)
    return text


def names(text):
    """The names in a normalised expression, in order, each once; EVENT:R as it stands."""
    found = []
    for kind, token in tokens(text):
        if kind == 'symbol' and token not in WORDS and token not in found:
            found.append(token)
    return found
