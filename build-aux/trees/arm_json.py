# SPDX-License-Identifier: GPL-2.0-only
"""Trees of Arm's cores, of the files in linux/: metrics of Linux' JSON. No system calls but reading them.

perf's metrics of Arm have no parents: the tree is that of Arm's decision tree (Neoverse) or of the levels
in their groups (AmpereOne); PARENTS has it. Most are percentages, of their parent: "1percent of cycles"
of Neoverse are stalled cycles of the parent's.
"""
import json
import re

import emit

PARENTS = {
    'neoverse-n3-v3.json': {
        'retiring': None, 'bad_speculation': None, 'frontend_bound': None, 'backend_bound': None,
        'frontend_core_bound': 'frontend_bound', 'frontend_mem_bound': 'frontend_bound',
        'frontend_core_flush_bound': 'frontend_core_bound',
        'frontend_core_flow_bound': 'frontend_core_bound',
        'frontend_mem_cache_bound': 'frontend_mem_bound',
        'frontend_mem_tlb_bound': 'frontend_mem_bound',
        'frontend_cache_l1i_bound': 'frontend_mem_cache_bound',
        'frontend_cache_l2i_bound': 'frontend_mem_cache_bound',
        'backend_core_bound': 'backend_bound', 'backend_mem_bound': 'backend_bound',
        'backend_busy_bound': 'backend_bound', 'backend_core_rename_bound': 'backend_core_bound',
        'backend_mem_cache_bound': 'backend_mem_bound', 'backend_mem_tlb_bound': 'backend_mem_bound',
        'backend_mem_store_bound': 'backend_mem_bound',
        'backend_cache_l1d_bound': 'backend_mem_cache_bound',
        'backend_cache_l2d_bound': 'backend_mem_cache_bound',
    },
    'ampereone.json': {
        'retired_fraction': None, 'slots_lost_misspeculation_fraction': None, 'frontend_bound': None,
        'backend_bound': None, 'pipe_utilization': 'retired_fraction',
        'ixu_pipe_utilization': 'pipe_utilization', 'fsu_pipe_utilization': 'pipe_utilization',
        'branch_mispredict': 'slots_lost_misspeculation_fraction',
        'other_miss_pred': 'slots_lost_misspeculation_fraction',
        'frontend_latency': 'frontend_bound', 'frontend_bandwidth': 'frontend_bound',
        'i_cache_miss_rate': 'frontend_latency', 'i_tlb_miss_rate': 'frontend_latency',
        'stall_recovery_rate': 'frontend_latency', 'backend_memory': 'backend_bound',
        'backend_core': 'backend_bound', 'd_cache_miss_rate': 'backend_memory',
        'd_tlb_miss_rate': 'backend_memory', 'd_cache_l2_miss_rate': 'd_cache_miss_rate',
        'stall_ixu_sched_rate': 'backend_core', 'stall_fsu_sched_rate': 'backend_core',
        'stall_rob_id_rate': 'backend_core', 'stall_lob_id_rate': 'backend_core',
        'stall_sob_id_rate': 'backend_core',
    },
}
PARENTS['olympus.json'] = PARENTS['neoverse-n3-v3.json']

# Name, ident, file, slots a cycle (0: the machine says it), general counters.
CORES = (
    ('Neoverse N3', 'tree_arm_n3', 'neoverse-n3-v3.json', 5, 6),
    ('Neoverse V3', 'tree_arm_v3', 'neoverse-n3-v3.json', 10, 6),
    ('NVIDIA Olympus', 'tree_arm_olympus', 'olympus.json', 0, 6),
    ('AmpereOne', 'tree_arm_ampereone', 'ampereone.json', 0, 6),
)

ORIGINS = {'CPU_CYCLES': 'TREE_CYCLES', 'SLOTS': 'TREE_SLOTS', 'CPU_SLOT': 'TREE_SLOTS'}


def is_percent(row):
    return row['ScaleUnit'].startswith('1percent')


def strip(text):
    """Without parentheses around all of it."""
    while text.startswith('(') and text.endswith(')'):
        depth = 0
        for place, letter in enumerate(text):
            depth += {'(': 1, ')': -1}.get(letter, 0)
            if not depth:
                break
        if place < len(text) - 1:
            break
        text = text[1:-1].strip()
    return text


def is_product(text):
    """No plus or minus outside of parentheses."""
    depth = 0
    for letter in text:
        depth += {'(': 1, ')': -1}.get(letter, 0)
        if not depth and letter in '+-':
            return False
    return True


def ratio(row, metrics):
    """The expression of a metric as a ratio; other metrics in it are ratios as well."""
    text = strip(row['MetricExpr'])
    if is_percent(row):
        if text.startswith('100 * ') and is_product(text):
            text = strip(text[len('100 * '):])
        elif text.endswith(' * 100') and is_product(text):
            text = strip(text[:-len(' * 100')])
        else:
            text = '(%s) / 100' % text

    def scale(match):
        name = match.group(0)
        return '(%s * 100)' % name if name in metrics and is_percent(metrics[name]) else name
    text = re.sub(r'[a-z][a-z0-9_]+', scale, text)
    # Slots are counted, or made of cycles, in the slices.
    text = re.sub(r'\((?:CPU_CYCLES \* #slots|#slots \* CPU_CYCLES)\)', 'SLOTS', text)
    text = re.sub(r'CPU_CYCLES \* #slots', 'SLOTS', text)
    text = text.replace('#slots', '(SLOTS / CPU_CYCLES)')
    return re.sub(r'\((\w+) \* 100\) / 100', r'\1', text)


def unit_of(name, row, parents):
    if row['ScaleUnit'].endswith('of slots') or row['ScaleUnit'] == '100%':
        return 'slots'
    return 'parent' if len(parents) and name.endswith('_bound') else 'clocks'


def make(name, ident, path, slots, counters):
    table = json.loads(path.read_text())
    metrics = {row['MetricName']: row for row in table['metrics']}
    parents = PARENTS[path.name]
    assert set(metrics) == set(parents), set(metrics) ^ set(parents)
    tree = emit.Tree(name, ident, table['from'].split(';')[0].split(', ')[0] + ', ' + path.stem, slots, counters)

    def level(slug):
        return 1 if parents[slug] is None else level(parents[slug]) + 1
    for rank, slug in enumerate(parents):
        row = metrics[slug]
        text = ratio(row, metrics)
        for event in re.findall(r'\b[A-Z][A-Z0-9_]+\b', text):
            code = int(table['events'].get(event, '0'), 0)
            tree.events[event] = emit.Event(event, code, origin=ORIGINS.get(event, 'TREE_COUNTED'))
        tree.nodes[slug] = emit.Node(slug, parents[slug], level(slug), unit_of(slug, row, parents), text,
                                     '', None, [], False, row['BriefDescription'])
        tree.nodes[slug].rank = rank
    return tree
