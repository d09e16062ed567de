# SPDX-License-Identifier: GPL-2.0-only
"""Mean retire latencies in cycles of events whose tables of intel/perfmon have none.

Numbers that pmu-tools published, of its own measurements or estimates (github.com/andikleen/pmu-tools:
mtl-retlat.json 4b5d2e4f, lnl-retlat.json da94820b, ptl-retlat.json bd6967f4; those of Arrow Lake are
Panther Lake's). Lunar Lake's are mostly Meteor Lake's. They are for want of samples of the row: of one
program they can be wrong by several times.
"""

METEOR_LAKE = {
    'FRONTEND_RETIRED.ITLB_MISS': 99.71, 'FRONTEND_RETIRED.L1I_MISS': 100.3,
    'FRONTEND_RETIRED.L2_MISS': 88.85, 'FRONTEND_RETIRED.STLB_MISS': 94.67,
    'MEM_INST_RETIRED.LOCK_LOADS': 29.21, 'MEM_INST_RETIRED.SPLIT_LOADS': 29.28,
    'MEM_INST_RETIRED.SPLIT_STORES': 4.61, 'MEM_INST_RETIRED.STLB_HIT_LOADS': 0.98,
    'MEM_INST_RETIRED.STLB_HIT_STORES': 4.64, 'MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD': 122.82,
    'MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS': 57.84, 'MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD': 104.95,
    'MEM_LOAD_RETIRED.L2_HIT': 20.0, 'MEM_LOAD_RETIRED.L3_HIT': 30.22,
}
LUNAR_LAKE = dict(METEOR_LAKE, **{
    'MEM_LOAD_L3_HIT_RETIRED.XSNP_HITM': 30.0, 'MEM_LOAD_RETIRED.L1_HIT_L1': 5.0,
})
PANTHER_LAKE = {
    'FRONTEND_RETIRED.ITLB_MISS': 22.31, 'FRONTEND_RETIRED.L1I_MISS': 9.77,
    'FRONTEND_RETIRED.L2_MISS': 76.84, 'FRONTEND_RETIRED.STLB_MISS': 80.9,
    'MEM_INST_RETIRED.LOCK_LOADS': 22.87, 'MEM_INST_RETIRED.SPLIT_LOADS': 2.91,
    'MEM_INST_RETIRED.SPLIT_STORES': 10.79, 'MEM_INST_RETIRED.STLB_HIT_LOADS': 1.73,
    'MEM_INST_RETIRED.STLB_HIT_STORES': 5.36, 'MEM_LOAD_L3_HIT_RETIRED.XSNP_FWD': 50.3,
    'MEM_LOAD_L3_HIT_RETIRED.XSNP_HITM': 125.25, 'MEM_LOAD_L3_HIT_RETIRED.XSNP_MISS': 43.73,
    'MEM_LOAD_L3_HIT_RETIRED.XSNP_NO_FWD': 61.16, 'MEM_LOAD_RETIRED.L1_HIT_L1': 2.53,
    'MEM_LOAD_RETIRED.L2_HIT': 3.08, 'MEM_LOAD_RETIRED.L3_HIT': 18.1,
}

OF_FOLDER = {
    'meteorlake': METEOR_LAKE, 'lunarlake': LUNAR_LAKE, 'arrowlake': PANTHER_LAKE,
    'pantherlake': PANTHER_LAKE,
}


def fill(tree, folder, unit):
    """Gives latencies to the events of a P-core's tree that have none."""
    table = OF_FOLDER.get(folder, {}) if unit == 'cpu_core' else {}
    for event in tree.events.values():
        event.latency = event.latency or table.get(event.name, 0)
