/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What to try where a node below level 2 is large; see tree.h. Written for tdtop; vendors' tables say
 * what a node means, seldom what to do. Constant data, any thread.
 *
 * What to try at a node is a row here.
 */
#include "config.h"
#include "model/tree/tree.h"

#include <string.h>

static const struct {
	const char *slug;	/* without "tma_" */
	const char *text;
} advice[] = {
	{ "4k_aliasing",
	  "Move one of the two buffers, so that loads and recent stores do not have the same "
	  "lower 12 bits of the address: other padding, other alignment." },
	{ "allocation_restriction",
	  "It seldom stands alone: look at the siblings that are larger." },
	{ "alu_op_utilization",
	  "The arithmetic ports are busy: vectorize, or move work to another kind of port." },
	{ "amx_busy", "The matrix unit is at work, which is good; feed it tiles without gaps." },
	{ "assists",
	  "Denormal numbers, page faults and mixed vector widths need microcode: flush "
	  "denormals to zero, touch pages before they are needed." },
	{ "avx_assists",
	  "Execute VZEROUPPER between 256-bit and legacy SSE code; compile everything with the "
	  "same -m options." },
	{ "branch_detect",
	  "Fewer taken branches and less code in the hot path: optimize with a profile "
	  "(-fprofile-use, BOLT), align hot loops." },
	{ "branch_instructions", "Unroll loops, or replace short branches by conditional moves." },
	{ "branch_resteer",
	  "The branch predictor steers late: fewer taken branches, hot code together "
	  "(-fprofile-use, BOLT)." },
	{ "branch_resteers",
	  "The frontend starts again after branches: see which child is large; key b on the "
	  "process shows its branches." },
	{ "c01_wait",
	  "The program waits in a light sleep state (TPAUSE, UMWAIT): what it waits for is "
	  "elsewhere." },
	{ "c02_wait",
	  "The program waits in a sleep state (TPAUSE, UMWAIT): what it waits for is elsewhere." },
	{ "cisc",
	  "Replace complex instructions (string instructions, far calls) in the hot path." },
	{ "clears_resteers",
	  "See machine clears: memory ordering between threads, self-modifying code, denormals." },
	{ "code_l2_hit",
	  "Make the hot code smaller: less inlining and unrolling, -Os for what is cold, hot "
	  "functions together (BOLT, -ffunction-sections with an order file)." },
	{ "code_l2_miss",
	  "The hot code does not fit the L2 cache: hot functions together (BOLT, "
	  "-fprofile-use), less inlining, huge pages for the text." },
	{ "code_stlb_hit", "Hot functions together, and the program's text on huge pages." },
	{ "code_stlb_miss", "Put the program's text on huge pages, and hot functions together." },
	{ "code_stlb_miss_2m",
	  "The text is on large pages already: make the hot code smaller or put it together." },
	{ "code_stlb_miss_4k",
	  "Put the program's text on huge pages (a remap at start, or transparent huge pages "
	  "for files)." },
	{ "cond_nt_mispredicts",
	  "Replace unpredictable branches by conditional moves or arithmetic; sort the data "
	  "first; key b shows which branches." },
	{ "cond_tk_bwd_mispredicts",
	  "Loops whose trip count varies: unroll, peel, or make it constant; key b shows which." },
	{ "cond_tk_fwd_mispredicts",
	  "Replace unpredictable branches by conditional moves or arithmetic; sort the data "
	  "first; key b shows which branches." },
	{ "cond_tk_mispredicts",
	  "Replace unpredictable branches by conditional moves or arithmetic; sort the data "
	  "first; key b shows which branches." },
	{ "contested_accesses",
	  "Threads write the same cache lines: less sharing, data of each thread apart, locks "
	  "split. \"perf c2c record\" shows the lines." },
	{ "cxl_mem_bound",
	  "Keep hot data in local memory: bind it with numactl, or let the kernel's memory "
	  "tiers promote it." },
	{ "data_sharing",
	  "Threads read lines that others have written: copy read-mostly data for each thread "
	  "or socket. \"perf c2c record\" shows the lines." },
	{ "decode", "Instructions are slow to decode: avoid microcoded and prefixed ones." },
	{ "decoder0_alone",
	  "Complex instructions occupy the first decoder: use simpler ones, or keep the loop in"
	  " the uop cache." },
	{ "divider",
	  "Multiply by the reciprocal, hoist divisions out of loops, use narrower types or "
	  "-ffast-math where it is allowed." },
	{ "dram_bound",
	  "Data comes from memory: smaller working set, use of whole cache lines, prefetching; "
	  "open it: bandwidth and latency have different cures." },
	{ "dsb",
	  "The uop cache delivers too little: align hot loops, avoid dense branches, unroll "
	  "less." },
	{ "dsb_switches",
	  "Code changes between the uop cache and the decoders: align hot loops to 32 or 64 "
	  "bytes, make them smaller." },
	{ "dtlb_load", "Use huge pages; walk data in order; put hot fields together." },
	{ "dtlb_store", "Use huge pages; write data in order; put hot fields together." },
	{ "false_sharing",
	  "Threads write different data in one cache line: align or pad them to 64 bytes (128 "
	  "with the adjacent-line prefetcher). \"perf c2c record\" shows the lines." },
	{ "fast_nuke", "Look at what causes machine clears: memory ordering, page walks." },
	{ "fb_full",
	  "Too many L1 misses at a time: block loops for the cache, prefetch less, use each "
	  "line that is fetched wholly." },
	{ "few_uops_instructions",
	  "Instructions of 2 to 4 uops: simpler ones may be faster; mostly it is no problem." },
	{ "fp_arith", "Useful work; vectorize it if most is scalar." },
	{ "fp_assists",
	  "Denormal numbers: set flush-to-zero and denormals-are-zero (-ffast-math sets both)." },
	{ "fp_divider",
	  "Multiply by the reciprocal, hoist divisions and square roots out of loops; vector "
	  "code divides several at a time." },
	{ "fp_scalar",
	  "Vectorize: -O3 -march=native, restrict, data in arrays of plain numbers." },
	{ "fp_vector", "Useful work; wider vectors do more of it at a time." },
	{ "fp_vector_128b",
	  "Compile for wider vectors: -march=native, -mprefer-vector-width=256 or 512." },
	{ "fp_vector_256b", "Useful work; 512-bit vectors may do more at a time." },
	{ "fp_vector_512b", "Useful work, in the widest vectors that there are." },
	{ "fused_instructions", "Useful work: compare and branch count as one." },
	{ "icache_misses",
	  "Make the hot code smaller and put it together: -fprofile-use, BOLT, less inlining, "
	  "-Os for cold code." },
	{ "ind_call_mispredicts",
	  "Many targets at one call: let the compiler call directly (devirtualization, "
	  "-fprofile-use), sort objects by type." },
	{ "ind_jump_mispredicts",
	  "Many targets at one jump: threaded dispatch in interpreters, or a branch for the "
	  "frequent case." },
	{ "int_divider",
	  "Divide by constants or by powers of two, use 32-bit types, hoist the division." },
	{ "int_operations", "Useful work of vector integers." },
	{ "int_vector_128b", "Compile for wider vectors (-march=native)." },
	{ "int_vector_256b", "Useful work in wide vectors." },
	{ "isb_full", "Fewer taken branches: hot code in a row (-fprofile-use, BOLT)." },
	{ "itlb_misses", "Put the program's text on huge pages, and hot functions together." },
	{ "l1_bound",
	  "Data is in L1 but comes late: dependent loads, store forwarding, splits, locks; open"
	  " it to see which." },
	{ "l1_latency_capacity",
	  "Make the hottest data fit the first 48 kB, or have several independent loads on the "
	  "way." },
	{ "l1_latency_dependency",
	  "Each load needs the one before (pointer chasing): use arrays and indices, work on "
	  "several chains at a time." },
	{ "l2_bound", "Data misses L1 and hits L2: block loops so that the working set fits L1." },
	{ "l2_hit_latency", "Make the working set smaller, or prefetch into L1." },
	{ "l3_bound",
	  "Data misses L2: block loops for L2; fewer threads that share the L3; open it for "
	  "sharing between threads." },
	{ "l3_hit_latency",
	  "Make the working set fit L2 (blocking, smaller types), or prefetch." },
	{ "l3_miss_bound",
	  "Data comes from memory: smaller working set, use of whole cache lines, prefetching; "
	  "open it: bandwidth and latency have different cures." },
	{ "lcp", "16-bit constants in instructions need slow decoding: use 32-bit types." },
	{ "load_op_utilization",
	  "The load ports are busy: keep values in registers, load wider." },
	{ "load_stlb_hit", "Use huge pages, or touch fewer pages at a time." },
	{ "load_stlb_miss", "Use huge pages (madvise, hugetlbfs); walk data in order." },
	{ "load_stlb_miss_1g", "The data is on 1 GB pages already: touch fewer of them." },
	{ "load_stlb_miss_2m",
	  "The data is on 2 MB pages already: 1 GB pages, or a smaller working set." },
	{ "load_stlb_miss_4k", "Use huge pages (transparent ones by madvise, or hugetlbfs)." },
	{ "local_mem",
	  "Memory of the own socket: smaller working set, prefetching; see bandwidth and "
	  "latency." },
	{ "lock_latency",
	  "Fewer locked instructions: shorter critical sections, counters for each thread, "
	  "other locks." },
	{ "lsd", "The loop stream detector is at work; a larger loop body delivers more." },
	{ "mba_stalls",
	  "The memory bandwidth of this task is throttled (resctrl): raise its limit." },
	{ "mem_bandwidth",
	  "Memory is near its bandwidth: use each fetched line wholly, smaller types, blocking,"
	  " non-temporal stores, data on both sockets." },
	{ "mem_latency",
	  "Loads wait for memory: prefetch, work on several independent items at a time, huge "
	  "pages, data on the own socket (numactl)." },
	{ "mem_scheduler",
	  "Loads and stores wait in the scheduler: fewer memory operations, better locality." },
	{ "memory_fence",
	  "Fewer fences: release and acquire in place of sequentially consistent atomics, where"
	  " that is right." },
	{ "memory_operations",
	  "Many loads and stores: keep values in registers, vectorize them." },
	{ "microcode_sequencer",
	  "Microcoded instructions (string copies, assists): use simple ones, flush denormals "
	  "to zero." },
	{ "mispredicts_resteers",
	  "See branch mispredicts: key b on the process shows the branches." },
	{ "mite",
	  "The old decoders deliver the code: keep hot loops in the uop cache (smaller, "
	  "aligned)." },
	{ "mite_4wide",
	  "Only four uops came from the decoders: keep hot loops in the uop cache." },
	{ "mixing_vectors",
	  "Do not mix legacy SSE with AVX: compile all with -mavx or more, VZEROUPPER before "
	  "SSE code." },
	{ "ms",
	  "The microcode sequencer delivers: avoid string instructions and assists in hot "
	  "loops." },
	{ "ms_switches",
	  "Switches to microcode: avoid string instructions, CPUID, denormals in hot loops." },
	{ "non_fused_branches",
	  "Put compare and branch next to each other (a newer compiler does)." },
	{ "non_mem_scheduler", "Arithmetic waits in the scheduler: shorten dependency chains." },
	{ "nop_instructions",
	  "Alignment of loops is in the hot path: align less (-fno-align-loops), or only hot "
	  "loops." },
	{ "nuke",
	  "Self-modifying code, page walks in the wrong place, memory ordering: see machine "
	  "clears." },
	{ "other_fb", "No single cause: look at the siblings." },
	{ "other_light_ops", "Useful work of other kinds." },
	{ "other_mispredicts",
	  "Mispredicted branches that never retired: code before them was mispredicted as well." },
	{ "other_nukes",
	  "Machine clears without a memory order conflict: self-modifying code, assists, masked"
	  " moves." },
	{ "page_faults",
	  "Touch or lock pages before they are needed (MAP_POPULATE), reuse memory in place of "
	  "new mappings." },
	{ "port_0",
	  "This port is the narrow place: fewer of its instructions (branches, FP, shifts), or "
	  "vectorize." },
	{ "port_1",
	  "This port is the narrow place: fewer multiplications, bit counts and LEA with three "
	  "parts." },
	{ "port_2", "Fewer loads: keep values in registers, load wider." },
	{ "port_3", "Fewer loads: keep values in registers, load wider." },
	{ "port_4", "Fewer stores: keep values in registers, store wider." },
	{ "port_5", "Fewer shuffles and permutations of vectors." },
	{ "port_6", "Fewer branches: unroll." },
	{ "port_7", "Simple addresses of stores use this port; it is seldom the narrow place." },
	{ "ports_utilization",
	  "Not enough independent work for the ports, or too much for one: vectorize, break "
	  "dependency chains, unroll with several accumulators." },
	{ "ports_utilized_0",
	  "Nothing executes: long dependency chains, divisions, serializing instructions." },
	{ "ports_utilized_1",
	  "One uop a cycle: a dependency chain; use several accumulators, unroll." },
	{ "ports_utilized_2", "Two uops a cycle: vectorize, or break dependency chains." },
	{ "ports_utilized_3m",
	  "The ports are well used: only less work (vectorizing, a better algorithm) is faster." },
	{ "predecode",
	  "Instruction lengths are hard to find: fewer prefixes and long instructions." },
	{ "register", "Physical registers ran out: fewer values alive at a time." },
	{ "remote_cache",
	  "Data is in a cache of another socket: keep threads that share data on one socket." },
	{ "remote_mem",
	  "Memory of another socket: allocate where it is used (first touch, numactl, "
	  "interleave)." },
	{ "reorder_buffer", "A long wait blocks what follows: mostly memory; see the siblings." },
	{ "ret_mispredicts",
	  "Calls and returns do not match (longjmp, coroutines), or they nest too deeply." },
	{ "serialization",
	  "Fewer serializing instructions (fences, CPUID, PAUSE, writes of control registers)." },
	{ "serializing_operation",
	  "Fewer serializing instructions: PAUSE, fences, CPUID; spin less." },
	{ "shuffles_256b", "Fewer shuffles across lanes: another layout of the data." },
	{ "slow_pause",
	  "Spin loops wait here: use longer-lasting waits (futex), less contention." },
	{ "split_loads", "Loads cross cache lines: align data to 64 bytes." },
	{ "split_stores", "Stores cross cache lines: align data to 64 bytes." },
	{ "sq_full",
	  "The queue between L2 and L3 is full: use fetched lines wholly, less prefetching, "
	  "blocking." },
	{ "store_bound",
	  "Stores wait: write less, in order, whole lines; open it for sharing and TLB misses." },
	{ "store_early_blk",
	  "Loads wait for stores with unknown addresses: compute addresses of stores early." },
	{ "store_fwd_blk",
	  "A load reads what two stores or a narrower store has written: read and write with "
	  "the same width." },
	{ "store_latency",
	  "Stores miss the caches: write in order, prefetch for writing, non-temporal stores "
	  "for what is not read again." },
	{ "store_op_utilization",
	  "The store ports are busy: store wider, keep values in registers." },
	{ "store_stlb_hit", "Use huge pages, or write to fewer pages at a time." },
	{ "store_stlb_miss", "Use huge pages (madvise, hugetlbfs); write in order." },
	{ "store_stlb_miss_1g", "The data is on 1 GB pages already: write to fewer of them." },
	{ "store_stlb_miss_2m",
	  "The data is on 2 MB pages already: 1 GB pages, or a smaller working set." },
	{ "store_stlb_miss_4k", "Use huge pages (transparent ones by madvise, or hugetlbfs)." },
	{ "streaming_stores",
	  "Non-temporal stores wait for memory: use normal ones where the data is read soon." },
	{ "uc_bound", "Accesses to uncached memory (devices): fewer and wider ones." },
	{ "unknown_branches",
	  "Branches are seen for the first time: less code that runs once, hot code together "
	  "(BOLT)." },
	{ "x87_use",
	  "Old floating point: compile for SSE (-mfpmath=sse), or use double in place of long "
	  "double." },
};

const char *tree_advice(const char *slug)
{
	slug = slug_bare(slug);
	for (size_t i = 0; i < sizeof(advice) / sizeof(advice[0]); i++)
		if (!strcmp(advice[i].slug, slug))
			return advice[i].text;
	return NULL;
}
