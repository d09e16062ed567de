# SPDX-License-Identifier: GPL-2.0-only
"""The kinds of cores that have a tree: where their tables come from, and what these do not say."""

P_SHEET = 'TMA_Metrics-full.csv'
E_SHEET = 'E-core_TMA_Metrics.csv'
ATOM_SHEET = 'Atom_TMA.csv'
COMMIT = '6dadedf'


class Core:
    """folder: of perf's JSON; unit: of a hybrid's core; column: of the spreadsheet.

    serves: folders and units of later cores that have no metrics of their own, but all events of this tree.
    """

    def __init__(self, short, name, folder, column, slots, counters, unit=None, sheet=P_SHEET,
                 any_thread=False, version='TMA 5.2', from_sheet=False,
                 only_level_1=False, serves=()):
        self.short, self.ident = short, 'tree_intel_' + short
        self.name, self.folder, self.column = name, folder, column
        self.slots, self.counters, self.unit, self.sheet = slots, counters, unit, sheet
        self.any_thread = any_thread        # before Ice Lake: with SMT, counts of both threads
        self.from_sheet = from_sheet        # the expressions, too
        self.only_level_1 = only_level_1    # the formulas of collect/cpu do not tell level 2
        self.serves = serves
        self.source = 'intel/perfmon %s, %s' % (COMMIT, version)


def before_ice_lake(short, name, folder, column):
    return Core(short, name, folder, column, 4, 4, any_thread=True)


def e_core(short, name, folder, column, slots, counters, unit=None, serves=()):
    return Core(short, name, folder, column, slots, counters, unit, E_SHEET, version='E-core TMA 4',
                serves=serves)


# By the file that their trees are in, tree_intel_<file>.c: cores of one microarchitecture, or nearly; the oldest first.
FILES = {
    'sandy_bridge': [
        before_ice_lake('snb', 'Sandy Bridge', 'sandybridge', 'SNB'),
        before_ice_lake('jkt', 'Jaketown', 'jaketown', 'JKT/SNB-EP'),
        before_ice_lake('ivb', 'Ivy Bridge', 'ivybridge', 'IVB'),
        before_ice_lake('ivt', 'Ivytown', 'ivytown', 'IVT'),
    ],
    'haswell': [
        before_ice_lake('hsw', 'Haswell', 'haswell', 'HSW'),
        before_ice_lake('hsx', 'Haswell-X', 'haswellx', 'HSX'),
        before_ice_lake('bdw', 'Broadwell', 'broadwell', 'BDW'),
        before_ice_lake('bdwde', 'Broadwell-DE', 'broadwellde', 'BDW'),
        before_ice_lake('bdx', 'Broadwell-X', 'broadwellx', 'BDX'),
    ],
    'skylake': [
        before_ice_lake('skl', 'Skylake', 'skylake', 'SKL/KBL'),
        before_ice_lake('skx', 'Skylake-X', 'skylakex', 'SKX'),
        before_ice_lake('clx', 'Cascade Lake-X', 'cascadelakex', 'CLX'),
    ],
    'ice_lake': [
        Core('icl', 'Ice Lake', 'icelake', 'ICL', 5, 8),
        Core('icx', 'Ice Lake-X', 'icelakex', 'ICX', 5, 8),
        Core('tgl', 'Tiger Lake', 'tigerlake', 'TGL', 5, 8),
        Core('rkl', 'Rocket Lake', 'rocketlake', 'RKL', 5, 8),
    ],
    'golden_cove': [
        Core('spr', 'Sapphire Rapids', 'sapphirerapids', 'SPR', 6, 8),
        Core('emr', 'Emerald Rapids', 'emeraldrapids', 'EMR', 6, 8),
        Core('gnr', 'Granite Rapids', 'graniterapids', 'GNR', 6, 8),
        Core('adl', 'Alder Lake P', 'alderlake', 'ADL/RPL', 6, 8, 'cpu_core'),
        Core('mtl', 'Meteor Lake P', 'meteorlake', 'MTL', 6, 8, 'cpu_core'),
    ],
    'lion_cove': [
        Core('lnl', 'Lunar Lake P', 'lunarlake', 'LNL/ARL', 8, 10, 'cpu_core'),
        Core('arl', 'Arrow Lake P', 'arrowlake', 'LNL/ARL', 8, 10, 'cpu_core'),
        Core('ptl', 'Panther Lake P', 'pantherlake', 'PTL', 8, 10, 'cpu_core', from_sheet=True),
    ],
    'e_cores': [
        e_core('grt', 'Gracemont', 'alderlake', 'GRT', 5, 6, 'cpu_atom'),
        e_core('adln', 'Gracemont', 'alderlaken', 'GRT', 5, 6),
        e_core('cmt', 'Crestmont', 'meteorlake', 'CMT', 6, 8, 'cpu_atom'),
        e_core('srf', 'Crestmont', 'sierraforest', 'CMT', 6, 8),
        e_core('grr', 'Crestmont', 'grandridge', 'CMT', 6, 8),
        e_core('skt', 'Skymont', 'arrowlake', 'ARL-SKT', 8, 8, 'cpu_atom',     # and Darkmont
               serves=(('clearwaterforest', None), ('pantherlake', 'cpu_atom'))),
        e_core('lnl_skt', 'Skymont', 'lunarlake', 'LNL-SKT', 8, 8, 'cpu_atom'),
    ],
    'atom': [
        Core('tnt', 'Tremont', 'elkhartlake', 'TNT', 4, 4, None, ATOM_SHEET, version='Atom TMA 1.2',
             from_sheet=True, only_level_1=True),
        Core('tnt_snr', 'Tremont', 'snowridgex', 'TNT', 4, 4, None, ATOM_SHEET, version='Atom TMA 1.2',
             from_sheet=True, only_level_1=True),
        Core('glm', 'Goldmont', 'goldmont', 'GLM/GLP', 3, 4, None, ATOM_SHEET, version='Atom TMA 1.2',
             from_sheet=True, only_level_1=True),
    ],
}
