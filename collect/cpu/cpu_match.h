/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which family of CPUs this is: its table of events and formulas (model/formula.h). All knowledge
 * about a family is in one file cpu_<vendor>_<family>.c; cpu_match.c chooses among them by what
 * sysfs shows, and takes model numbers for the name only. Main thread.
 */
#ifndef TDTOP_COLLECT_CPU_H
#define TDTOP_COLLECT_CPU_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/sys/facts.h"
#include "collect/sys/pmu.h"
#include "model/err.h"
#include "model/formula.h"

/*
 * One table per core, several names that share it: Ice Lake: 4 metric events. Sapphire Rapids: 8.
 */
enum cpu_icl { CPU_ICL, CPU_ICX, CPU_TGL, CPU_RKL, CPU_4_METRICS, CPU_ICL_COUNT };
enum cpu_spr {
	CPU_SPR, CPU_EMR, CPU_GNR, CPU_ADL, CPU_RPL, CPU_MTL, CPU_ARL_U, CPU_LNL, CPU_ARL, CPU_PTL,
	CPU_8_METRICS, CPU_SPR_COUNT
};
enum cpu_hybrid {
	CPU_HYBRID_ADL, CPU_HYBRID_RPL, CPU_HYBRID_MTL, CPU_HYBRID_ARL_U, CPU_HYBRID_LNL,
	CPU_HYBRID_ARL, CPU_HYBRID_PTL, CPU_HYBRID_COUNT
};
enum cpu_atom { CPU_TREMONT, CPU_GRACEMONT, CPU_CRESTMONT, CPU_SKYMONT, CPU_DARKMONT, CPU_ATOM_COUNT };
enum cpu_skl {
	CPU_SNB, CPU_IVB, CPU_HSW, CPU_BDW, CPU_SKL, CPU_SKX, CPU_SLM, CPU_GLM, CPU_GLP, CPU_OLD_ALIASES, CPU_SKL_COUNT
};
/* The first two kinds of cores without their PERF_METRICS register. */
enum cpu_icl_guest { CPU_ICL_GUEST, CPU_ICX_GUEST, CPU_TGL_GUEST, CPU_RKL_GUEST, CPU_ICL_GUEST_COUNT };
enum cpu_spr_guest { CPU_SPR_GUEST, CPU_EMR_GUEST, CPU_GNR_GUEST, CPU_SPR_GUEST_COUNT };
enum cpu_zen { CPU_ZEN4, CPU_ZEN5, CPU_ZEN_COUNT };
enum cpu_arm {
	CPU_N2_R0, CPU_N2, CPU_V1, CPU_V2, CPU_V3, CPU_AMPEREONE, CPU_SBSA, CPU_N1, CPU_ARM_COUNT
};
extern const struct family cpu_intel_hybrid[CPU_HYBRID_COUNT];
extern const struct family cpu_intel_icl[CPU_ICL_COUNT];
extern const struct family cpu_intel_spr[CPU_SPR_COUNT];
extern const struct family cpu_intel_icl_guest[CPU_ICL_GUEST_COUNT];
extern const struct family cpu_intel_spr_guest[CPU_SPR_GUEST_COUNT];
extern const struct family cpu_intel_atom[CPU_ATOM_COUNT];
extern const struct family cpu_intel_skl[CPU_SKL_COUNT];
extern const struct family cpu_amd_zen[CPU_ZEN_COUNT];
extern const struct family cpu_arm[CPU_ARM_COUNT];

/*
 * The family of the machine whose PMU and facts these are. -EOPNOTSUPP with a sentence for a family
 * that this version cannot count; *family is untouched then. The family is static.
 */
int cpu_match(const struct pmu *pmu, const struct facts *facts, const struct family **family,
	      struct err *err);

/* The sentence for a machine that no family matches. Returns -EOPNOTSUPP. */
int cpu_say_unsupported(const struct pmu *pmu, const struct facts *facts, struct err *err);

/*
 * The family that counts the same core by general events, for where the register of this one is listed and
 * refused; NULL: there is none.
 */
const struct family *cpu_match_without_register(const struct family *family);

/* The family of a hybrid, of its P-cores' family; NULL: its E-cores are not known. */
const struct family *cpu_match_hybrid(const struct family *core);

/* Does the PMU show every event that the family cannot do without on its kind of core? */
bool cpu_shows_events(const struct family *family, const struct pmu *pmu);

/*
 * The family of a recorded machine: facts have vendor, family and model as far as they were recorded,
 * pmu_name may be "". Never NULL: without a name, what counts is whether level 2 was recorded.
 */
const struct family *cpu_match_recorded(const struct facts *facts, const char *pmu_name, bool level2);

/*
 * A family by its key ("intel_icl", "intel_spr": tests) or its name ("Intel Sapphire Rapids":
 * recordings), or NULL.
 */
const struct family *cpu_family_find(const char *key_or_name);

/* The i-th of all families; NULL beyond the last. */
const struct family *cpu_family_at(size_t i);

#endif
