# SPDX-License-Identifier: GPL-2.0-only
"""How nodes are called on the screen: "tma_fb_full" is "Fill buffer full". No system calls."""

# Words that are no words; and slugs that say too little when they are only split.
WORDS = {
    '4k': '4K', 'alu': 'ALU', 'amx': 'AMX', 'avx': 'AVX', 'c01': 'C0.1', 'c02': 'C0.2', 'cisc': 'CISC',
    'cxl': 'CXL', 'dram': 'DRAM', 'dsb': 'DSB', 'dtlb': 'DTLB', 'fb': 'fill buffer', 'fp': 'FP',
    'fpdiv': 'FP divide', 'hbm': 'HBM', 'icache': 'Instruction cache', 'int': 'integer', 'isb': 'ISB',
    'itlb': 'ITLB', 'l1': 'L1', 'l2': 'L2', 'l3': 'L3', 'lcp': 'LCP', 'lsd': 'LSD', 'mba': 'MBA',
    'mem': 'memory', 'mite': 'MITE', 'ms': 'MS', 'nop': 'NOP', 'op': 'operation', 'pmm': 'PMM',
    'smt': 'SMT', 'sq': 'super queue', 'stlb': 'STLB', 'uc': 'UC', 'x87': 'x87',
    'ntaken': 'not taken', 'nt': 'not taken', 'tk': 'taken', 'bwd': 'backward', 'fwd': 'forward',
    'cond': 'conditional', 'ind': 'indirect', 'ret': 'return', 'blk': 'blocks', 'misp': 'mispredicts',
    'l1i': 'L1I', 'l1d': 'L1D', 'l2i': 'L2I', 'l2d': 'L2D', 'tlb': 'TLB', 'ixu': 'IXU', 'fsu': 'FSU',
    '2m': '2M', '1g': '1G', '128b': '128 bit', '256b': '256 bit', '512b': '512 bit', 'ops': 'operations',
}
TITLES = {
    'slots_lost_misspeculation_fraction': 'Bad speculation',
    'retired_fraction': 'Retiring',
    'other_miss_pred': 'Other mispredicts',
    'i_cache_miss_rate': 'Instruction cache misses',
    'i_tlb_miss_rate': 'Instruction TLB misses',
    'd_cache_miss_rate': 'Data cache misses',
    'd_tlb_miss_rate': 'Data TLB misses',
    'd_cache_l2_miss_rate': 'L2 cache misses',
    'stall_recovery_rate': 'Recovery from flushes',
    'stall_fsu_sched_rate': 'FSU schedulers full',
    'stall_ixu_sched_rate': 'IXU schedulers full',
    'stall_lob_id_rate': 'Load buffer full',
    'stall_sob_id_rate': 'Store buffer full',
    'stall_rob_id_rate': 'Reorder buffer full',
    'tma_icache_misses': 'Instruction cache misses',
    'tma_ifetch_latency': 'Fetch latency',
    'tma_ifetch_bandwidth': 'Fetch bandwidth',
    'tma_store_fwd_blk': 'Store forwarding blocked',
    'tma_store_early_blk': 'Early store blocked',
    'tma_mispredicts_resteers': 'Resteers after mispredicts',
    'tma_clears_resteers': 'Resteers after clears',
    'tma_l1_latency_dependency': 'L1 latency, dependent loads',
    'tma_l1_latency_capacity': 'L1 latency, capacity',
    'tma_ports_utilized_0': '0 ports utilized',
    'tma_ports_utilized_1': '1 port utilized',
    'tma_ports_utilized_2': '2 ports utilized',
    'tma_ports_utilized_3m': '3 or more ports utilized',
    'tma_mite_4wide': 'MITE 4 wide',
    'tma_decoder0_alone': 'Decoder 0 alone',
    'tma_c01_wait': 'Wait in C0.1',
    'tma_c02_wait': 'Wait in C0.2',
    'tma_few_uops_instructions': 'Instructions of few uops',
    'tma_cisc': 'CISC instructions',
    'tma_fp_arith': 'FP arithmetic',
    'tma_other_fb': 'Other fetch bandwidth',
    'tma_other_light_ops': 'Other light operations',
    'tma_local_mem': 'Local memory',
    'tma_remote_mem': 'Remote memory',
    'tma_mem_bandwidth': 'Memory bandwidth',
    'tma_mem_latency': 'Memory latency',
    'tma_l3_miss_bound': 'DRAM bound',
    'tma_nuke': 'Slow clears (nukes)',
    'tma_fast_nuke': 'Fast clears (nukes)',
    'tma_other_nukes': 'Other clears (nukes)',
    'tma_mem_scheduler': 'Memory scheduler full',
    'tma_non_mem_scheduler': 'Other schedulers full',
    'tma_register': 'Registers used up',
    'tma_reorder_buffer': 'Reorder buffer full',
    'tma_store_buffer': 'Store buffer full',
    'tma_base': 'Base operations',
    'tma_ms_uops': 'Microcode uops',
    'tma_fpdiv_uops': 'FP divide uops',
    'tma_alloc_restriction': 'Allocation restriction',
    'tma_other_ret': 'Other retiring',
}


def bare(slug):
    """Without Intel's prefix."""
    return slug[len('tma_'):] if slug.startswith('tma_') else slug


def title(slug):
    """The title of a node."""
    if slug in TITLES:
        return TITLES[slug]
    words = [WORDS.get(word, word) for word in bare(slug).split('_')]
    text = ' '.join(words)
    return text[0].upper() + text[1:] if not text.startswith('x87') else text
