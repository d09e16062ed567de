/* SPDX-License-Identifier: GPL-2.0-only AND BSD-3-Clause */
/*
 * What nodes of Intel's trees mean.
 * Made by build-aux/trees/generate: do not edit. Data of github.com/intel/perfmon, commit 6dadedf;
 * Copyright (c) 2021, Intel Corporation, BSD-3-Clause (build-aux/trees/LICENSE.perfmon).
 */
#ifndef TDTOP_MODEL_TREE_HELP_INTEL_H
#define TDTOP_MODEL_TREE_HELP_INTEL_H

#define HELP_4K_ALIASING \
	"This metric estimates how often memory load accesses were aliased by preceding stores (in program order) with a 4K address offset. False match is possible, which incur a few cycles load re-issue. However, the short re-issue duration is often hidden by the out-of-order core and HW optimizations, hence a user may safely ignore a high value of this metric unless it manages to propagate up into parent nodes of the hierarchy (e.g. to L1_Bound)."
#define HELP_ALLOCATION_RESTRICTION \
	"Counts the number of issue slots that were not consumed by the backend due to certain allocation restrictions."
#define HELP_ALU_OP_UTILIZATION \
	"This metric represents Core fraction of cycles CPU dispatched uops on execution ports for ALU operations."
#define HELP_AMX_BUSY \
	"This metric estimates fraction of cycles where the Advanced Matrix eXtensions (AMX) execution engine was busy with tile (arithmetic) operations."
#define HELP_ASSISTS \
	"This metric estimates fraction of slots the CPU retired uops delivered by the Microcode_Sequencer as a result of Assists. Assists are long sequences of uops that are required in certain corner-cases for operations that cannot be handled natively by the execution pipeline. For example, when working with very small floating point values (so-called Denormals), the FP units are not set up to perform these operations natively. Instead, a sequence of instructions to perform the computation on the Denormals is injected into the pipeline. Since these microcode sequences might be dozens of uops long, Assists can be extremely deleterious to performance and they can be avoided in many cases."
#define HELP_AVX_ASSISTS \
	"This metric estimates fraction of slots the CPU retired uops as a result of handing SSE to AVX* or AVX* to SSE transition Assists."
#define HELP_BACKEND_BOUND \
	"This category represents fraction of slots where no uops are being delivered due to a lack of required resources for accepting new uops in the Backend. Backend is the portion of the processor core where the out-of-order scheduler dispatches ready uops into their respective execution units, and once completed these uops get retired according to program order. For example, stalls due to data-cache misses or stalls due to the divider unit being overloaded are both categorized under Backend Bound. Backend Bound is further divided into two main categories: Memory Bound and Core Bound."
#define HELP_BACKEND_BOUND_V2 \
	"Counts the total number of issue slots that were not consumed by the backend due to backend stalls. Note that uops must be available for consumption in order for this event to count. If a uop is not available (IQ is empty), this event will not count."
#define HELP_BACKEND_BOUND_V3 \
	"Counts the total number of issue slots that were not consumed by the backend due to backend stalls. Note that uops must be available for consumption in order for this event to count. If a uop is not available (IQ is empty), this event will not count. The rest of these subevents count backend stalls, in cycles, due to an outstanding request which is memory bound vs core bound. The subevents are not slot based events and therefore can not be precisely added or subtracted from the Backend_Bound_Aux subevents which are slot based."
#define HELP_BAD_SPECULATION \
	"This category represents fraction of slots wasted due to incorrect speculations. This include slots used to issue uops that do not eventually get retired and slots for which the issue-pipeline was blocked due to recovery from earlier incorrect speculation. For example, wasted work due to miss-predicted branches are categorized under Bad Speculation category. Incorrect data speculation followed by Memory Ordering Nukes is another example."
#define HELP_BAD_SPECULATION_V2 \
	"Counts the total number of issue slots that were not consumed by the backend because allocation is stalled due to a mispredicted jump or a machine clear. Only issue slots wasted due to fast nukes such as memory ordering nukes are counted. Other nukes are not accounted for. Counts all issue slots blocked during this recovery window including relevant microcode flows and while uops are not yet available in the instruction queue (IQ). Also includes the issue slots that were consumed by the backend but were thrown away because they were younger than the mispredict or machine clear."
#define HELP_BASE \
	"Counts the number of uops that are not from the microsequencer."
#define HELP_BRANCH_DETECT \
	"Counts the number of issue slots that were not delivered by the frontend due to BACLEARS, which occurs when the Branch Target Buffer (BTB) prediction or lack thereof, was corrected by a later branch predictor in the frontend. Includes BACLEARS due to all branch types including conditional and unconditional jumps, returns, and indirect branches."
#define HELP_BRANCH_INSTRUCTIONS \
	"This metric represents fraction of slots where the CPU was retiring branch instructions."
#define HELP_BRANCH_MISPREDICTS \
	"This metric represents fraction of slots the CPU has wasted due to Branch Misprediction. These slots are either wasted by uops fetched from an incorrectly speculated program path, or stalls when the out-of-order part of the machine needs to recover its state from a speculative path."
#define HELP_BRANCH_MISPREDICTS_V2 \
	"Counts the number of issue slots that were not consumed by the backend due to branch mispredicts."
#define HELP_BRANCH_RESTEER \
	"Counts the number of issue slots that were not delivered by the frontend due to BTCLEARS, which occurs when the Branch Target Buffer (BTB) predicts a taken branch."
#define HELP_BRANCH_RESTEERS \
	"This metric represents fraction of cycles the CPU was stalled due to Branch Resteers. Branch Resteers estimates the Frontend delay in fetching operations from corrected path, following all sorts of miss-predicted branches. For example, branchy code with lots of miss-predictions might get categorized under Branch Resteers. Note the value of this node may overlap with its siblings."
#define HELP_C01_WAIT \
	"This metric represents fraction of cycles the CPU was stalled due staying in C0.1 power-performance optimized state (Faster wakeup time, Smaller power savings)."
#define HELP_C02_WAIT \
	"This metric represents fraction of cycles the CPU was stalled due staying in C0.2 power-performance optimized state (Slower wakeup time, Larger power savings)."
#define HELP_CISC \
	"This metric estimates fraction of cycles the CPU retired uops originated from CISC (complex instruction set computer) instruction. A CISC instruction has multiple uops that are required to perform the instruction's functionality as in the case of read-modify-write as an example. Since these instructions require multiple uops they may or may not imply sub-optimal use of machine resources."
#define HELP_CISC_V2 \
	"Counts the number of issue slots that were not delivered by the frontend due to the microcode sequencer (MS)."
#define HELP_CLEARS_RESTEERS \
	"This metric represents fraction of cycles the CPU was stalled due to Branch Resteers as a result of Machine Clears."
#define HELP_CODE_L2_HIT \
	"This metric estimates fraction of cycles the CPU was stalled due to instruction cache misses that hit in the L2 cache."
#define HELP_CODE_L2_MISS \
	"This metric estimates fraction of cycles the CPU was stalled due to instruction cache misses that miss in the L2 cache."
#define HELP_CODE_STLB_HIT \
	"This metric roughly estimates the fraction of cycles where the (first level) ITLB was missed by instructions fetches, that later on hit in second-level TLB (STLB)."
#define HELP_CODE_STLB_MISS \
	"This metric estimates the fraction of cycles where the Second-level TLB (STLB) was missed by instruction fetches, performing a hardware page walk."
#define HELP_CODE_STLB_MISS_2M \
	"This metric estimates the fraction of cycles to walk the memory paging structures to cache translation of 2 or 4 MB pages for (instruction) code accesses."
#define HELP_CODE_STLB_MISS_4K \
	"This metric estimates the fraction of cycles to walk the memory paging structures to cache translation of 4 KB pages for (instruction) code accesses."
#define HELP_COND_NT_MISPREDICTS \
	"This metric represents fraction of cycles the CPU was stalled due to retired misprediction by non-taken conditional branches."
#define HELP_COND_TK_BWD_MISPREDICTS \
	"This metric represents fraction of cycles the CPU was stalled due to misprediction by backward-taken conditional branches."
#define HELP_COND_TK_FWD_MISPREDICTS \
	"This metric represents fraction of cycles the CPU was stalled due to misprediction by forward-taken conditional branches."
#define HELP_COND_TK_MISPREDICTS \
	"This metric represents fraction of cycles the CPU was stalled due to misprediction by taken conditional branches."
#define HELP_CONTESTED_ACCESSES \
	"This metric estimates fraction of cycles while the memory subsystem was handling synchronizations due to contested accesses. Contested accesses occur when data written by one Logical Processor are read by another Logical Processor on a different Physical Core. Examples of contested accesses include synchronizations such as locks, true data sharing such as modified locked variables, and false sharing."
#define HELP_CORE_BOUND \
	"This metric represents fraction of slots where Core non-memory issues were of a bottleneck. Shortage in hardware compute resources, or dependencies in software's instructions are both categorized under Core Bound. Hence it may indicate the machine ran out of an out-of-order resource, certain execution units are overloaded or dependencies in program's data- or instruction-flow are limiting the performance (e.g. FP-chained long-latency arithmetic operations)."
#define HELP_CORE_BOUND_V2 \
	"Counts the number of cycles due to backend bound stalls that are bounded by core restrictions and not attributed to an outstanding load or stores, or resource limitation."
#define HELP_CORE_BOUND_V3 \
	"Counts the number of cycles due to backend bound stalls that are core execution bound and not attributed to outstanding demand load or store stalls."
#define HELP_CXL_MEM_BOUND \
	"This metric roughly estimates (based on idle latencies) how often the CPU was stalled on accesses to external CXL Memory by loads (e.g. 3D-Xpoint (Crystal Ridge, a.k.a. IXP) memory, PMM - Persistent Memory Module [from CLX to SPR] or any other CXL Type3 Memory [EMR onwards])."
#define HELP_DATA_SHARING \
	"This metric estimates fraction of cycles while the memory subsystem was handling synchronizations due to L3 data-sharing accesses. Data shared by multiple Logical Processors (even just read shared) may cause increased access latency due to cache coherency. Excessive data sharing can drastically harm multithreaded performance."
#define HELP_DECODE \
	"Counts the number of issue slots that were not delivered by the frontend due to decode stalls."
#define HELP_DECODER0_ALONE \
	"This metric represents fraction of cycles where decoder-0 was the only active decoder."
#define HELP_DIVIDER \
	"This metric represents fraction of cycles where the Divider unit was active. Divide and square root instructions are performed by the Divider unit and can take considerably longer latency than integer or Floating Point addition, subtraction, or multiplication."
#define HELP_DRAM_BOUND \
	"Counts the number of cycles the core is stalled due to a demand load miss which hit in DRAM or MMIO (Non-DRAM)."
#define HELP_DSB \
	"This metric represents Core fraction of cycles in which CPU was likely limited due to DSB (decoded uop cache) fetch pipeline. For example, inefficient utilization of the DSB cache structure or bank conflict when reading from it, are categorized here."
#define HELP_DSB_SWITCHES \
	"This metric represents fraction of cycles the CPU was stalled due to switches from DSB to MITE pipelines. The DSB (decoded i-cache) is a Uop Cache where the front-end directly delivers Uops (micro operations) avoiding heavy x86 decoding. The DSB pipeline has shorter latency and delivered higher bandwidth than the MITE (legacy instruction decode pipeline). Switching between the two pipelines can cause penalties hence this metric measures the exposed penalty."
#define HELP_DTLB_LOAD \
	"This metric roughly estimates the fraction of cycles where the Data TLB (DTLB) was missed by load accesses. TLBs (Translation Look-aside Buffers) are processor caches for recently used entries out of the Page Tables that are used to map virtual- to physical-addresses by the operating system. This metric approximates the potential delay of demand loads missing the first-level data TLB (assuming worst case scenario with back to back misses to different pages). This includes hitting in the second-level TLB (STLB) as well as performing a hardware page walk on an STLB miss."
#define HELP_DTLB_STORE \
	"This metric roughly estimates the fraction of cycles spent handling first-level data TLB store misses. As with ordinary data caching, focus on improving data locality and reducing working-set size to reduce DTLB overhead. Additionally, consider using profile-guided optimization (PGO) to collocate frequently-used data on the same page. Try using larger page sizes for large amounts of frequently-used data."
#define HELP_FALSE_SHARING \
	"This metric roughly estimates how often CPU was handling synchronizations due to False Sharing. False Sharing is a multithreading hiccup, where multiple Logical Processors contend on different data-elements mapped into the same cache line."
#define HELP_FAST_NUKE \
	"Counts the number of issue slots that were not consumed by the backend due to a machine clear that does not require the use of microcode, classified as a fast nuke, due to memory ordering, memory disambiguation and memory renaming."
#define HELP_FAST_NUKE_V2 \
	"Counts the number of issue slots that were not consumed by the backend due to a machine clear classified as a fast nuke due to memory ordering, memory disambiguation and memory renaming."
#define HELP_FB_FULL \
	"This metric does a *rough estimation* of how often L1D Fill Buffer unavailability limited additional L1D miss memory access requests to proceed. The higher the metric value, the deeper the memory hierarchy level the misses are satisfied from (metric values >1 are valid). Often it hints on approaching bandwidth limits (to L2 cache, L3 cache or external memory)."
#define HELP_FETCH_BANDWIDTH \
	"This metric represents fraction of slots the CPU was stalled due to Frontend bandwidth issues. For example, inefficiencies at the instruction decoders, or restrictions for caching in the DSB (decoded uops cache) are categorized under Fetch Bandwidth. In such cases, the Frontend typically delivers suboptimal amount of uops to the Backend."
#define HELP_FETCH_LATENCY \
	"This metric represents fraction of slots the CPU was stalled due to Frontend latency issues. For example, instruction-cache misses, iTLB misses or fetch stalls after a branch misprediction are categorized under Frontend Latency. In such cases, the Frontend eventually delivers no uops for some period."
#define HELP_FEW_UOPS_INSTRUCTIONS \
	"This metric represents fraction of slots where the CPU was retiring instructions that that are decoder into two or more uops. This highly-correlates with the number of uops in such instructions."
#define HELP_FPDIV_UOPS \
	"Counts the number of floating point divide operations per uop."
#define HELP_FP_ARITH \
	"This metric represents overall arithmetic floating-point (FP) operations fraction the CPU has executed (retired). Note this metric's value may exceed its parent due to use of \"Uops\" CountDomain and FMA double-counting."
#define HELP_FP_ASSISTS \
	"This metric roughly estimates fraction of slots the CPU retired uops as a result of handing Floating Point (FP) Assists. FP Assist may apply when working with very small floating point values (so-called Denormals)."
#define HELP_FP_DIVIDER \
	"This metric represents fraction of cycles where the Floating-Point Divider unit was active."
#define HELP_FP_SCALAR \
	"This metric approximates arithmetic floating-point (FP) scalar uops fraction the CPU has retired. May overcount due to FMA double counting."
#define HELP_FP_VECTOR \
	"This metric approximates arithmetic floating-point (FP) vector uops fraction the CPU has retired aggregated across all vector widths. May overcount due to FMA double counting."
#define HELP_FP_VECTOR_128B \
	"This metric approximates arithmetic FP vector uops fraction the CPU has retired for 128-bit wide vectors. May overcount due to FMA double counting prior to LNL."
#define HELP_FP_VECTOR_256B \
	"This metric approximates arithmetic FP vector uops fraction the CPU has retired for 256-bit wide vectors. May overcount due to FMA double counting prior to LNL."
#define HELP_FP_VECTOR_512B \
	"This metric approximates arithmetic FP vector uops fraction the CPU has retired for 512-bit wide vectors. May overcount due to FMA double counting."
#define HELP_FRONTEND_BOUND \
	"This category represents fraction of slots where the processor's Frontend undersupplies its Backend. Frontend denotes the first part of the processor core responsible to fetch operations that are executed later on by the Backend part. Within the Frontend, a branch predictor predicts the next address to fetch, cache-lines are fetched from the memory subsystem, parsed into instructions, and lastly decoded into micro-operations (uops). Ideally the Frontend can issue Pipeline_Width uops every cycle to the Backend. Frontend Bound denotes unutilized issue-slots when there is no Backend stall, i.e. bubbles where Frontend delivered no uops while Backend could have accepted them. For example, stalls due to instruction-cache misses would be categorized under Frontend Bound."
#define HELP_FRONTEND_BOUND_V2 \
	"Counts the number of issue slots that were not consumed by the backend due to frontend stalls."
#define HELP_FUSED_INSTRUCTIONS \
	"This metric represents fraction of slots where the CPU was retiring fused instructions -- where one uop can represent multiple contiguous instructions. CMP+JCC or DEC+JCC are common examples of legacy fusions."
#define HELP_HEAVY_OPERATIONS \
	"This metric represents fraction of slots where the CPU was retiring heavy-weight operations -- instructions that require two or more uops or micro-coded sequences. This highly-correlates with the uop length of these instructions/sequences. From Ice Lake to before Alder Lake it may overcount."
#define HELP_ICACHE_MISSES \
	"This metric represents fraction of cycles the CPU was stalled due to instruction cache misses."
#define HELP_ICACHE_MISSES_V2 \
	"Counts the number of issue slots that were not delivered by the frontend due to instruction cache misses."
#define HELP_IFETCH_BANDWIDTH \
	"Counts the number of issue slots that were not delivered by the frontend due to frontend bandwidth restrictions due to decode, predecode, cisc, and other limitations."
#define HELP_IFETCH_LATENCY \
	"Counts the number of issue slots that were not delivered by the frontend due to frontend latency restrictions due to icache misses, itlb misses, branch detection, and resteer limitations."
#define HELP_IND_CALL_MISPREDICTS \
	"This metric represents fraction of cycles the CPU was stalled due to retired misprediction by indirect CALL instructions."
#define HELP_IND_JUMP_MISPREDICTS \
	"This metric represents fraction of cycles the CPU was stalled due to retired misprediction by indirect JMP instructions."
#define HELP_INT_DIVIDER \
	"This metric represents fraction of cycles where the Integer Divider unit was active."
#define HELP_INT_OPERATIONS \
	"This metric represents overall Integer (Int) select operations fraction the CPU has executed (retired). Vector/Matrix Int operations and shuffles are counted. Note this metric's value may exceed its parent due to use of \"Uops\" CountDomain."
#define HELP_INT_VECTOR_128B \
	"This metric represents 128-bit vector Integer ADD/SUB/SAD or VNNI (Vector Neural Network Instructions) uops fraction the CPU has retired."
#define HELP_INT_VECTOR_256B \
	"This metric represents 256-bit vector Integer ADD/SUB/SAD/MUL or VNNI (Vector Neural Network Instructions) uops fraction the CPU has retired."
#define HELP_ISB_FULL \
	"This metric represents fraction of cycles Icache tag lookup was stalled due to Instruction Stream Buffer (ISB) being full."
#define HELP_ITLB_MISSES \
	"This metric represents fraction of cycles the CPU was stalled due to Instruction TLB (ITLB) misses."
#define HELP_ITLB_MISSES_V2 \
	"Counts the number of issue slots that were not delivered by the frontend due to Instruction Table Lookaside Buffer (ITLB) misses."
#define HELP_L1_BOUND \
	"This metric estimates how often the CPU was stalled without loads missing the L1 Data (L1D) cache. The L1D cache typically has the shortest latency. However, in certain cases like loads blocked on older stores, a load might suffer due to high latency even though it is being satisfied by the L1D. Another example is loads who miss in the TLB. These cases are characterized by execution unit stalls, while some non-completed demand load lives in the machine without having that demand load missing the L1 cache."
#define HELP_L1_LATENCY_CAPACITY \
	"This metric estimates fraction of cycles with demand load accesses that hit Level 1 after missing Level 0 within the L1D cache."
#define HELP_L1_LATENCY_DEPENDENCY \
	"This metric estimates fraction of cycles with demand load accesses that hit the L1D cache. The short latency of the L1D cache may be exposed in pointer-chasing memory access patterns as an example."
#define HELP_L2_BOUND \
	"This metric estimates how often the CPU was stalled due to L2 cache accesses by loads. Avoiding cache misses (i.e. L1 misses/L2 hits) can improve the latency and increase performance."
#define HELP_L2_BOUND_V2 \
	"Counts the number of cycles a core is stalled due to a demand load which hit in the L2 Cache."
#define HELP_L2_HIT_LATENCY \
	"This metric represents fraction of cycles with demand load accesses that hit the L2 cache under unloaded scenarios (possibly L2 latency limited). Avoiding L1 cache misses (i.e. L1 misses/L2 hits) will improve the latency."
#define HELP_L3_BOUND \
	"This metric estimates how often the CPU was stalled due to loads accesses to L3 cache or contended with a sibling Core. Avoiding cache misses (i.e. L2 misses/L3 hits) can improve the latency and increase performance."
#define HELP_L3_BOUND_V2 \
	"Counts the number of cycles a core is stalled due to a demand load which hit in the Last Level Cache (LLC) or other core with HITE/F/M."
#define HELP_L3_HIT_LATENCY \
	"This metric estimates fraction of cycles with demand load accesses that hit the L3 cache under unloaded scenarios (possibly L3 latency limited). Avoiding private cache misses (i.e. L2 misses/L3 hits) will improve the latency, reduce contention with sibling physical cores and increase performance. Note the value of this node may overlap with its siblings."
#define HELP_L3_MISS_BOUND \
	"This metric estimates how often the CPU was stalled on accesses to external memory (DRAM) by loads. Better caching can improve the latency and increase performance."
#define HELP_LCP \
	"This metric represents fraction of cycles CPU was stalled due to Length Changing Prefixes (LCPs). Using proper compiler flags or Intel Compiler by default will certainly avoid this. #Link: Optimization Guide about LCP BKMs."
#define HELP_LIGHT_OPERATIONS \
	"This metric represents fraction of slots where the CPU was retiring light-weight operations -- instructions that require no more than one uop (micro-operation). This correlates with total number of instructions used by the program. A uops-per-instruction (see UopPI metric) ratio of 1 or less should be expected for decently optimized code running on Intel Core/Xeon products. While this often indicates efficient X86 instructions were executed, high value does not necessarily mean better performance cannot be achieved. From Ice Lake to before Alder Lake it may undercount."
#define HELP_LOAD_OP_UTILIZATION \
	"This metric represents Core fraction of cycles CPU dispatched uops on execution port for Load operations."
#define HELP_LOAD_STLB_HIT \
	"This metric roughly estimates the fraction of cycles where the (first level) DTLB was missed by load accesses, that later on hit in second-level TLB (STLB)."
#define HELP_LOAD_STLB_MISS \
	"This metric estimates the fraction of cycles where the Second-level TLB (STLB) was missed by load accesses, performing a hardware page walk."
#define HELP_LOAD_STLB_MISS_1G \
	"This metric estimates the fraction of cycles to walk the memory paging structures to cache translation of 1 GB pages for data load accesses."
#define HELP_LOAD_STLB_MISS_2M \
	"This metric estimates the fraction of cycles to walk the memory paging structures to cache translation of 2 or 4 MB pages for data load accesses."
#define HELP_LOAD_STLB_MISS_4K \
	"This metric estimates the fraction of cycles to walk the memory paging structures to cache translation of 4 KB pages for data load accesses."
#define HELP_LOCAL_MEM \
	"This metric estimates fraction of cycles while the memory subsystem was handling loads from local memory. Caching will improve the latency and increase performance."
#define HELP_LOCK_LATENCY \
	"This metric represents fraction of cycles the CPU spent handling cache misses due to lock operations. Due to the microarchitecture handling of locks, they are classified as L1_Bound regardless of what memory source satisfied them."
#define HELP_LSD \
	"This metric represents Core fraction of cycles in which CPU was likely limited due to LSD (Loop Stream Detector) unit. LSD typically does well sustaining Uop supply. However, in some rare cases, optimal uop-delivery could not be reached for small loops whose size (in terms of number of uops) does not suit well the LSD structure."
#define HELP_MACHINE_CLEARS \
	"This metric represents fraction of slots the CPU has wasted due to Machine Clears. These slots are either wasted by uops fetched prior to the clear, or stalls the out-of-order portion of the machine needs to recover its state after the clear. For example, this can happen due to memory ordering Nukes (e.g. Memory Disambiguation) or Self-Modifying-Code (SMC) nukes."
#define HELP_MACHINE_CLEARS_V2 \
	"Counts the total number of issue slots that were not consumed by the backend because allocation is stalled due to a machine clear (nuke) of any kind including memory ordering and memory disambiguation."
#define HELP_MBA_STALLS \
	"This metric estimates fraction of cycles where the core's performance was likely hurt due to memory bandwidth Allocation feature (RDT's memory bandwidth throttling)."
#define HELP_MEMORY_BOUND \
	"This metric represents fraction of slots the Memory subsystem within the Backend was a bottleneck. Memory Bound estimates fraction of slots where pipeline is likely stalled due to demand load or store instructions. This accounts mainly for (1) non-completed in-flight memory demand loads which coincides with execution units starvation, in addition to (2) cases where stores could impose backpressure on the pipeline when many of them get buffered at the same time (less common out of the two)."
#define HELP_MEMORY_BOUND_V2 \
	"Counts the number of cycles the core is stalled due to stores or loads."
#define HELP_MEMORY_FENCE \
	"This metric represents fraction of cycles the CPU was stalled due to LFENCE Instructions."
#define HELP_MEMORY_OPERATIONS \
	"This metric represents fraction of slots where the CPU was retiring memory operations -- uops for memory load or store accesses."
#define HELP_MEM_BANDWIDTH \
	"This metric estimates fraction of cycles where the core's performance was likely hurt due to approaching bandwidth limits of external memory (DRAM, HBM). The underlying heuristic assumes that a similar off-core traffic is generated by all IA cores. This metric does not aggregate non-data-read requests by this logical processor, requests from other IA Logical Processors/Physical Cores/sockets, or other non-IA devices like GPU, hence the maximum external memory bandwidth limits may or may not be approached when this metric is flagged."
#define HELP_MEM_LATENCY \
	"This metric estimates fraction of cycles where the performance was likely hurt due to latency from external memory (DRAM, HBM). This metric does not aggregate requests from other Logical Processors/Physical Cores/sockets."
#define HELP_MEM_SCHEDULER \
	"Counts the number of issue slots that were not consumed by the backend due to memory reservation stalls in which a scheduler is not able to accept uops."
#define HELP_MICROCODE_SEQUENCER \
	"This metric represents fraction of slots the CPU was retiring uops fetched by the Microcode Sequencer (MS) unit. The MS is used for CISC instructions not supported by the default decoders (like repeat move strings, or CPUID), or by microcode assists used to address some operation modes (like in Floating Point assists). These cases can often be avoided."
#define HELP_MISPREDICTS_RESTEERS \
	"This metric represents fraction of cycles the CPU was stalled due to Branch Resteers as a result of Branch Misprediction at execution stage."
#define HELP_MITE \
	"This metric represents Core fraction of cycles in which CPU was likely limited due to the MITE pipeline (the legacy decode pipeline). This pipeline is used for code that was not pre-cached in the DSB or LSD. For example, inefficiencies due to asymmetric decoders, use of long immediate or LCP can manifest as MITE fetch bandwidth bottleneck."
#define HELP_MITE_4WIDE \
	"This metric represents fraction of cycles where (only) 4 uops were delivered by the MITE pipeline."
#define HELP_MIXING_VECTORS \
	"This metric estimates penalty in terms of percentage of (from Skylake on: injected blend uops out of all Uops Issued -- the Count Domain, from Alder Lake on: cycles). Usually a Mixing_Vectors over 5% is worth investigating. Read more in Appendix B1 of the Optimizations Guide for this topic."
#define HELP_MS \
	"This metric represents Core fraction of cycles in which CPU was likely limited due to the Microcode Sequencer (MS) unit - see Microcode_Sequencer node for details."
#define HELP_MS_SWITCHES \
	"This metric estimates the fraction of cycles when the CPU was stalled due to switches of uop delivery to the Microcode Sequencer (MS). Commonly used instructions are optimized for delivery by the DSB (decoded i-cache) or MITE (legacy instruction decode) pipelines. Certain operations cannot be handled natively by the execution pipeline, and must be performed by microcode (small programs injected into the execution stream). Switching to the MS too often can negatively impact performance. The MS is designated to deliver long uop flows required by CISC instructions like CPUID, or uncommon conditions like Floating Point Assists when dealing with Denormals."
#define HELP_MS_UOPS \
	"Counts the number of uops that are from the complex flows issued by the micro-sequencer (MS). This includes uops from flows due to complex instructions, faults, assists, and inserted flows."
#define HELP_NON_FUSED_BRANCHES \
	"This metric represents fraction of slots where the CPU was retiring branch instructions that were not fused. Non-conditional branches like direct JMP or CALL would count here. Can be used to examine fusible conditional jumps that were not fused."
#define HELP_NON_MEM_SCHEDULER \
	"Counts the number of issue slots that were not consumed by the backend due to IEC or FPC RAT stalls, which can be due to FIQ or IEC reservation stalls in which the integer, floating point or SIMD scheduler is not able to accept uops."
#define HELP_NOP_INSTRUCTIONS \
	"This metric represents fraction of slots where the CPU was retiring NOP (no op) instructions. Compilers often use NOPs for certain address alignments - e.g. start address of a function or loop body."
#define HELP_NUKE \
	"Counts the number of issue slots that were not consumed by the backend due to a machine clear that requires the use of microcode (slow nuke)."
#define HELP_OTHER_FB \
	"Counts the number of issue slots that were not delivered by the frontend due to other common frontend stalls not categorized."
#define HELP_OTHER_LIGHT_OPS \
	"This metric represents the remaining light uops fraction the CPU has executed - remaining means not covered by other sibling nodes. May undercount due to FMA double counting."
#define HELP_OTHER_MISPREDICTS \
	"This metric estimates fraction of slots the CPU was stalled due to other cases of misprediction (non-retired x86 branches or other types)."
#define HELP_OTHER_NUKES \
	"This metric represents fraction of slots the CPU has wasted due to Nukes (Machine Clears) not related to memory ordering."
#define HELP_OTHER_RET \
	"Counts the number of uops retired excluding ms and fp div uops."
#define HELP_PAGE_FAULTS \
	"This metric roughly estimates fraction of slots the CPU retired uops as a result of handing Page Faults. A Page Fault may apply on first application access to a memory page. Note operating system handling of page faults accounts for the majority of its cost."
#define HELP_PORTS_UTILIZATION \
	"This metric estimates fraction of cycles the CPU performance was potentially limited due to Core computation issues (non divider-related). Two distinct categories can be attributed into this metric: (1) heavy data-dependency among contiguous instructions would manifest in this metric - such cases are often referred to as low Instruction Level Parallelism (ILP). (2) Contention on some hardware execution unit other than Divider. For example, when there are too many multiply operations."
#define HELP_PORTS_UTILIZED_0 \
	"This metric represents fraction of cycles CPU executed no uops on any execution port (Logical Processor cycles since ICL, Physical Core cycles otherwise). Long-latency instructions like divides may contribute to this metric."
#define HELP_PORTS_UTILIZED_1 \
	"This metric represents fraction of cycles where the CPU executed total of 1 uop per cycle on all execution ports (Logical Processor cycles since ICL, Physical Core cycles otherwise). This can be due to heavy data-dependency among software instructions, or over oversubscribing a particular hardware resource. In some other cases with high 1_Port_Utilized and L1_Bound, this metric can point to L1 data-cache latency bottleneck that may not necessarily manifest with complete execution starvation (due to the short L1 latency e.g. walking a linked list) - looking at the assembly can be helpful."
#define HELP_PORTS_UTILIZED_2 \
	"This metric represents fraction of cycles CPU executed total of 2 uops per cycle on all execution ports (Logical Processor cycles since ICL, Physical Core cycles otherwise). Loop Vectorization -most compilers feature auto-Vectorization options today- reduces pressure on the execution ports as multiple elements are calculated with same uop."
#define HELP_PORTS_UTILIZED_3M \
	"This metric represents fraction of cycles CPU executed total of 3 or more uops per cycle on all execution ports (Logical Processor cycles since ICL, Physical Core cycles otherwise)."
#define HELP_PORT_0 \
	"This metric represents Core fraction of cycles CPU dispatched uops on execution port 0 (from Sandy Bridge on: ALU, from Haswell on: ALU and 2nd branch)."
#define HELP_PORT_1 \
	"This metric represents Core fraction of cycles CPU dispatched uops on execution port 1 (ALU)."
#define HELP_PORT_2 \
	"This metric represents Core fraction of cycles CPU dispatched uops on execution port 2 (from Sandy Bridge on: Loads and Store-address, from Ice Lake on: Loads)."
#define HELP_PORT_3 \
	"This metric represents Core fraction of cycles CPU dispatched uops on execution port 3 (from Sandy Bridge on: Loads and Store-address, from Ice Lake on: Loads)."
#define HELP_PORT_4 \
	"This metric represents Core fraction of cycles CPU dispatched uops on execution port 4 (Store-data)."
#define HELP_PORT_5 \
	"This metric represents Core fraction of cycles CPU dispatched uops on execution port 5 (from Sandy Bridge on: Branches and ALU, from Haswell on: ALU)."
#define HELP_PORT_6 \
	"This metric represents Core fraction of cycles CPU dispatched uops on execution port 6 (from Haswell on: Primary Branch and simple ALU)."
#define HELP_PORT_7 \
	"This metric represents Core fraction of cycles CPU dispatched uops on execution port 7 (from Haswell on: simple Store-address)."
#define HELP_PREDECODE \
	"Counts the number of issue slots that were not delivered by the frontend due to wrong predecodes."
#define HELP_REGISTER \
	"Counts the number of issue slots that were not consumed by the backend due to the physical register file unable to accept an entry (marble stalls)."
#define HELP_REMOTE_CACHE \
	"This metric estimates fraction of cycles while the memory subsystem was handling loads from remote cache in other sockets including synchronizations issues. This is caused often due to non-optimal NUMA allocations. #link to NUMA article."
#define HELP_REMOTE_MEM \
	"This metric estimates fraction of cycles while the memory subsystem was handling loads from remote memory. This is caused often due to non-optimal NUMA allocations. #link to NUMA article."
#define HELP_REORDER_BUFFER \
	"Counts the number of issue slots that were not consumed by the backend due to the reorder buffer being full (ROB stalls)."
#define HELP_RESOURCE_BOUND \
	"Counts the number of cycles the core is stalled due to a resource limitation."
#define HELP_RETIRING \
	"This category represents fraction of slots utilized by useful work i.e. issued uops that eventually get retired. Ideally, all pipeline slots would be attributed to the Retiring category. Retiring of 100% would indicate the maximum Pipeline_Width throughput was achieved. Maximizing Retiring typically increases the Instructions-per-cycle (see IPC metric). Note that a high Retiring value does not necessary mean there is no room for more performance. For example, Heavy-operations or Microcode Assists are categorized under Retiring. They often indicate suboptimal performance and can often be optimized or avoided."
#define HELP_RETIRING_V2 \
	"Counts the number of issue slots that result in retirement slots."
#define HELP_RET_MISPREDICTS \
	"This metric represents fraction of cycles the CPU was stalled due to retired misprediction by (indirect) RET instructions."
#define HELP_SERIALIZATION \
	"Counts the number of issue slots that were not consumed by the backend due to scoreboards from the instruction queue (IQ), jump execution unit (JEU), or microcode sequencer (MS)."
#define HELP_SERIALIZING_OPERATION \
	"This metric represents fraction of cycles the CPU issue-pipeline was stalled due to serializing operations. Instructions like CPUID, WRMSR or LFENCE serialize the out-of-order execution which may limit performance."
#define HELP_SHUFFLES_256B \
	"This metric represents fraction of slots where the CPU was retiring Shuffle operations of 256-bit vector size (FP or Integer). Shuffles may incur slow cross \"vector lane\" data transfers."
#define HELP_SLOW_PAUSE \
	"This metric represents fraction of cycles the CPU was stalled due to PAUSE Instructions."
#define HELP_SPLIT_LOADS \
	"This metric estimates fraction of cycles handling memory load split accesses - load that cross 64-byte cache line boundary."
#define HELP_SPLIT_STORES \
	"This metric represents rate of split store accesses. Consider aligning your data to the 64-byte cache line granularity."
#define HELP_SQ_FULL \
	"This metric measures fraction of cycles where the Super Queue (SQ) was full taking into account all request-types and both hardware SMT threads (Logical Processors)."
#define HELP_STORE_BOUND \
	"This metric estimates how often CPU was stalled due to RFO store memory accesses, RFO store issue a read-for-ownership request before the write. Even though store accesses do not typically stall out-of-order CPUs, there are few cases where stores can lead to actual stalls. This metric will be flagged should RFO stores be a bottleneck."
#define HELP_STORE_BOUND_V2 \
	"Counts the number of cycles the core is stalled due to store buffer full."
#define HELP_STORE_BUFFER \
	"Counts the number of issue slots that were not consumed by the backend due to store buffers stalls."
#define HELP_STORE_EARLY_BLK \
	"This metric roughly estimates clocks wasted due to loads blocked due to unknown store address (did not do memory disambiguation) or due to unknown store data."
#define HELP_STORE_FWD_BLK \
	"This metric roughly estimates fraction of cycles when the memory subsystem had loads blocked since they could not forward data from earlier (in program order) overlapping stores. To streamline memory operations in the pipeline, a load can avoid waiting for memory if a prior in-flight store is writing the data that the load wants to read (store forwarding process). However, in some cases the load may be blocked for a significant time pending the store forward. For example, when the prior store is writing a smaller region than the load is reading."
#define HELP_STORE_LATENCY \
	"This metric estimates fraction of cycles the CPU spent handling L1D store misses. Store accesses usually less impact out-of-order core performance, however, holding resources for longer time can lead into undesired implications (e.g. contention on L1D fill-buffer entries - see FB_Full)."
#define HELP_STORE_OP_UTILIZATION \
	"This metric represents Core fraction of cycles CPU dispatched uops on execution port for Store operations."
#define HELP_STORE_STLB_HIT \
	"This metric roughly estimates the fraction of cycles where the TLB was missed by store accesses, hitting in the second-level TLB (STLB)."
#define HELP_STORE_STLB_MISS \
	"This metric estimates the fraction of cycles where the STLB was missed by store accesses, performing a hardware page walk."
#define HELP_STORE_STLB_MISS_1G \
	"This metric estimates the fraction of cycles to walk the memory paging structures to cache translation of 1 GB pages for data store accesses."
#define HELP_STORE_STLB_MISS_2M \
	"This metric estimates the fraction of cycles to walk the memory paging structures to cache translation of 2 or 4 MB pages for data store accesses."
#define HELP_STORE_STLB_MISS_4K \
	"This metric estimates the fraction of cycles to walk the memory paging structures to cache translation of 4 KB pages for data store accesses."
#define HELP_STREAMING_STORES \
	"This metric estimates how often CPU was stalled due to Streaming store memory accesses, Streaming store optimize out a read request required by RFO stores. Even though store accesses do not typically stall out-of-order CPUs, there are few cases where stores can lead to actual stalls. This metric will be flagged should Streaming stores be a bottleneck."
#define HELP_UC_BOUND \
	"This metric roughly estimates fraction of cycles where the core's performance was likely hurt due to un-chacheable memory."
#define HELP_UNKNOWN_BRANCHES \
	"This metric represents fraction of cycles the CPU was stalled due to new branch address clears. These are fetched branches the Branch Prediction Unit was unable to recognize (e.g. first time the branch is fetched or hitting BTB capacity limit) hence called Unknown Branches."
#define HELP_X87_USE \
	"This metric serves as an approximation of legacy x87 usage. It accounts for instructions beyond X87 FP arithmetic operations, hence may be used as a thermometer to avoid X87 high usage and preferably upgrade to modern ISA. See Tip under Tuning Hint."

#endif
