# SPDX-License-Identifier: GPL-2.0-only
"""Mean retire latencies in cycles of events whose tables of intel/perfmon have none.

Numbers that pmu-tools published, of its own measurements or estimates (github.com/andikleen/pmu-tools:
mtl-retlat.json 4b5d2e4f, lnl-retlat.json da94820b, ptl-retlat.json bd6967f4; those of Arrow Lake are
Panther Lake's). Lunar Lake's are mostly Meteor Lake's. They are for want of samples of the row: of one
program they can be wrong by several times.
"""

# Of Meteor Lake, Lunar Lake, Panther Lake; None: not published.
CYCLES = {
    'FRONTEND_RETIRED.ITLB_MISS': (99.71, 99.71, 22.31),
    'FRONTEND_RETIRED.L1I_MISS': (100.3, 100.3, 9.77),
    'FRONTEND_RETIRED.L2_MISS': (88.85, 88.85, 76.84),
    'FRONTEND_RETIRED.STLB_MISS': (94.67, 94.67, 80.9),
    'MEM_INST_RETIRED.LOCK_LOADS': (29.21, 29.21, 22.87),
    'MEM_INST_RETIRED.SPLIT_LOADS': (29.28, 29.28, 2.91),
    'MEM_INST_RETIRED.SPLIT_STORES': (4.61, 4.61, 10.79),
    'MEM_INST_RETIRED.STLB_HIT_LOADS': (0.98, 0.98, 1.73),
    'MEM_INST_RETIRED.STLB_HIT_STORES': (4.64, 4.64, 5.36),
    'MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD': (122.82, 122.82, 50.3),
    'MEM_LOAD_L3_HIT_RETIRED.XSNP_HITM': (None, 30.0, 125.25),
    'MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS': (57.84, 57.84, 43.73),
    'MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD': (104.95, 104.95, 61.16),
    'MEM_LOAD_RETIRED.L1_HIT_L1': (None, 5.0, 2.53),
    'MEM_LOAD_RETIRED.L2_HIT': (20.0, 20.0, 3.08),
    'MEM_LOAD_RETIRED.L3_HIT': (30.22, 30.22, 18.1),
}
COLUMNS = {'meteorlake': 0, 'lunarlake': 1, 'arrowlake': 2, 'pantherlake': 2}


def fill(tree, folder, unit):
    """Gives latencies to the events of a P-core's tree that have none."""
    if unit != 'cpu_core' or folder not in COLUMNS:
        return
    for event in tree.events.values():
        if event.name in CYCLES:
            event.latency = event.latency or CYCLES[event.name][COLUMNS[folder]] or 0
