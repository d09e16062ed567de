/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Chooses the family of a machine. What can be counted is decided by the events that sysfs shows;
 * the model number, and after it the kernel's caps/pmu_name, only give it a name. So a CPU newer
 * than this table still works under an honest one. Called when a source opens; main thread.
 */
#include "config.h"
#include "collect/cpu/cpu_match.h"

#include <string.h>

#define N(array) (sizeof(array) / sizeof((array)[0]))

/* Model numbers of Intel's CPU family 6: arch/x86/include/asm/intel-family.h of Linux 6.12. */
static const struct {
	int model;
	const struct family *family;
} models[] = {
	{ 0x7d, &cpu_intel_icl[CPU_ICL] },
	{ 0x7e, &cpu_intel_icl[CPU_ICL] },
	{ 0x9d, &cpu_intel_icl[CPU_ICL] },	/* NNP-I */
	{ 0x6a, &cpu_intel_icl[CPU_ICX] },
	{ 0x6c, &cpu_intel_icl[CPU_ICX] },	/* Ice Lake-D */
	{ 0x8c, &cpu_intel_icl[CPU_TGL] },
	{ 0x8d, &cpu_intel_icl[CPU_TGL] },
	{ 0xa7, &cpu_intel_icl[CPU_RKL] },
	{ 0x8f, &cpu_intel_spr[CPU_SPR] },
	{ 0xcf, &cpu_intel_spr[CPU_EMR] },
	{ 0xad, &cpu_intel_spr[CPU_GNR] },
	{ 0xae, &cpu_intel_spr[CPU_GNR] },	/* Granite Rapids-D */
	{ 0x97, &cpu_intel_spr[CPU_ADL] },
	{ 0x9a, &cpu_intel_spr[CPU_ADL] },
	{ 0xb7, &cpu_intel_spr[CPU_RPL] },
	{ 0xba, &cpu_intel_spr[CPU_RPL] },
	{ 0xbf, &cpu_intel_spr[CPU_RPL] },
	{ 0xaa, &cpu_intel_spr[CPU_MTL] },
	{ 0xac, &cpu_intel_spr[CPU_MTL] },
	{ 0xb5, &cpu_intel_spr[CPU_ARL_U] },
	{ 0xbd, &cpu_intel_spr[CPU_LNL] },
	{ 0xc5, &cpu_intel_spr[CPU_ARL] },	/* Arrow Lake-H */
	{ 0xc6, &cpu_intel_spr[CPU_ARL] },
	{ 0xcc, &cpu_intel_spr[CPU_PTL] },
	{ 0x86, &cpu_intel_atom[CPU_TREMONT] },
	{ 0x96, &cpu_intel_atom[CPU_TREMONT] },
	{ 0x9c, &cpu_intel_atom[CPU_TREMONT] },
	{ 0xbe, &cpu_intel_atom[CPU_GRACEMONT] },	/* Alder Lake-N */
	{ 0xaf, &cpu_intel_atom[CPU_CRESTMONT] },	/* Sierra Forest */
	{ 0xb6, &cpu_intel_atom[CPU_CRESTMONT] },	/* Grand Ridge */
	{ 0xdd, &cpu_intel_atom[CPU_DARKMONT] },	/* Clearwater Forest */
	{ 0x2a, &cpu_intel_skl[CPU_SNB] },
	{ 0x2d, &cpu_intel_skl[CPU_SNB] },
	{ 0x3a, &cpu_intel_skl[CPU_IVB] },
	{ 0x3e, &cpu_intel_skl[CPU_IVB] },
	{ 0x3c, &cpu_intel_skl[CPU_HSW] },
	{ 0x3f, &cpu_intel_skl[CPU_HSW] },
	{ 0x45, &cpu_intel_skl[CPU_HSW] },
	{ 0x46, &cpu_intel_skl[CPU_HSW] },
	{ 0x3d, &cpu_intel_skl[CPU_BDW] },
	{ 0x47, &cpu_intel_skl[CPU_BDW] },
	{ 0x4f, &cpu_intel_skl[CPU_BDW] },
	{ 0x56, &cpu_intel_skl[CPU_BDW] },
	{ 0x4e, &cpu_intel_skl[CPU_SKL] },
	{ 0x5e, &cpu_intel_skl[CPU_SKL] },
	{ 0x8e, &cpu_intel_skl[CPU_SKL] },	/* Kaby, Coffee, Whiskey Lake */
	{ 0x9e, &cpu_intel_skl[CPU_SKL] },
	{ 0xa5, &cpu_intel_skl[CPU_SKL] },	/* Comet Lake */
	{ 0xa6, &cpu_intel_skl[CPU_SKL] },
	{ 0x55, &cpu_intel_skl[CPU_SKX] },
	{ 0x37, &cpu_intel_skl[CPU_SLM] },
	{ 0x4a, &cpu_intel_skl[CPU_SLM] },
	{ 0x4c, &cpu_intel_skl[CPU_SLM] },	/* Airmont */
	{ 0x4d, &cpu_intel_skl[CPU_SLM] },	/* Avoton */
	{ 0x5c, &cpu_intel_skl[CPU_GLM] },
	{ 0x5f, &cpu_intel_skl[CPU_GLM] },
	{ 0x7a, &cpu_intel_skl[CPU_GLP] },
};

/* Arm's cores by implementer and part of MIDR_EL1 (arch/arm64/include/asm/cputype.h), and revisions. */
static const struct {
	uint32_t mask, midr;
	const struct family *family;
} midrs[] = {
	{ 0xff00fff0, 0x4100d0c0, &cpu_arm[CPU_N1] },
	{ 0xffffffff, 0x410fd490, &cpu_arm[CPU_N2_R0] },
	{ 0xffffffff, 0x410fd491, &cpu_arm[CPU_N2_R0] },
	{ 0xffffffff, 0x410fd492, &cpu_arm[CPU_N2_R0] },
	{ 0xff00fff0, 0x4100d490, &cpu_arm[CPU_N2] },
	{ 0xff00fff0, 0x4100d400, &cpu_arm[CPU_V1] },
	{ 0xff00fff0, 0x4100d4f0, &cpu_arm[CPU_V2] },
	{ 0xff00fff0, 0x4100d840, &cpu_arm[CPU_V3] },
	{ 0xff00fff0, 0x4100d830, &cpu_arm[CPU_V3] },	/* V3AE */
	{ 0xff00fff0, 0xc000ac30, &cpu_arm[CPU_AMPEREONE] },
	{ 0xff00fff0, 0xc000ac40, &cpu_arm[CPU_AMPEREONE] },	/* AmpereOne A */
};

/*
 * caps/pmu_name, for models that are not above: arch/x86/events/intel/core.c. It is shared by
 * relatives (Emerald Rapids says sapphire_rapids, Raptor Lake alderlake_hybrid).
 */
static const struct {
	const char *name;
	const struct family *family;
} pmu_names[] = {
	{ "icelake",            &cpu_intel_icl[CPU_ICL] },
	{ "sapphire_rapids",    &cpu_intel_spr[CPU_SPR] },
	{ "granite_rapids",     &cpu_intel_spr[CPU_GNR] },
	{ "alderlake_hybrid",   &cpu_intel_spr[CPU_ADL] },
	{ "meteorlake_hybrid",  &cpu_intel_spr[CPU_MTL] },
	{ "lunarlake_hybrid",   &cpu_intel_spr[CPU_LNL] },
	{ "arrowlake_h_hybrid", &cpu_intel_spr[CPU_ARL] },
	{ "Tremont",            &cpu_intel_atom[CPU_TREMONT] },
	{ "gracemont",          &cpu_intel_atom[CPU_GRACEMONT] },
	{ "crestmont",          &cpu_intel_atom[CPU_CRESTMONT] },
	{ "darkmont",           &cpu_intel_atom[CPU_DARKMONT] },
	{ "sandybridge",        &cpu_intel_skl[CPU_SNB] },
	{ "ivybridge",          &cpu_intel_skl[CPU_IVB] },
	{ "haswell",            &cpu_intel_skl[CPU_HSW] },
	{ "broadwell",          &cpu_intel_skl[CPU_BDW] },
	{ "skylake",            &cpu_intel_skl[CPU_SKL] },
	{ "silvermont",         &cpu_intel_skl[CPU_SLM] },
	{ "goldmont",           &cpu_intel_skl[CPU_GLM] },
	{ "goldmont_plus",      &cpu_intel_skl[CPU_GLP] },
};

/* P-cores have E-cores of one sort beside them, so the P-cores tell the hybrid. */
static const struct {
	const struct family *core, *hybrid;
} hybrids[] = {
	{ &cpu_intel_spr[CPU_ADL],   &cpu_intel_hybrid[CPU_HYBRID_ADL] },
	{ &cpu_intel_spr[CPU_RPL],   &cpu_intel_hybrid[CPU_HYBRID_RPL] },
	{ &cpu_intel_spr[CPU_MTL],   &cpu_intel_hybrid[CPU_HYBRID_MTL] },
	{ &cpu_intel_spr[CPU_ARL_U], &cpu_intel_hybrid[CPU_HYBRID_ARL_U] },
	{ &cpu_intel_spr[CPU_LNL],   &cpu_intel_hybrid[CPU_HYBRID_LNL] },
	{ &cpu_intel_spr[CPU_ARL],   &cpu_intel_hybrid[CPU_HYBRID_ARL] },
	{ &cpu_intel_spr[CPU_PTL],   &cpu_intel_hybrid[CPU_HYBRID_PTL] },
};

/* What counts without the PERF_METRICS register; see cpu_intel_guest.h. */
static const struct {
	const struct family *with, *without;
} registers[] = {
	{ &cpu_intel_icl[CPU_ICL], &cpu_intel_icl_guest[CPU_ICL_GUEST] },
	{ &cpu_intel_icl[CPU_ICX], &cpu_intel_icl_guest[CPU_ICX_GUEST] },
	{ &cpu_intel_icl[CPU_TGL], &cpu_intel_icl_guest[CPU_TGL_GUEST] },
	{ &cpu_intel_icl[CPU_RKL], &cpu_intel_icl_guest[CPU_RKL_GUEST] },
	{ &cpu_intel_spr[CPU_SPR], &cpu_intel_spr_guest[CPU_SPR_GUEST] },
	{ &cpu_intel_spr[CPU_EMR], &cpu_intel_spr_guest[CPU_EMR_GUEST] },
	{ &cpu_intel_spr[CPU_GNR], &cpu_intel_spr_guest[CPU_GNR_GUEST] },
};

const struct family *cpu_match_without_register(const struct family *family)
{
	for (size_t i = 0; i < N(registers); i++)
		if (registers[i].with == family)
			return registers[i].without;
	return NULL;
}

static bool is_intel(const struct facts *facts)
{
	return !strcmp(facts->vendor, "GenuineIntel") && facts->cpu_family == 6;
}

static const struct family *guest_of(const struct facts *facts)
{
	for (size_t i = 0; is_intel(facts) && i < N(models); i++)
		if (models[i].model == facts->cpu_model)
			return cpu_match_without_register(models[i].family);
	return NULL;
}

/* Zen 4 is what family 25 is but for Zen 3's models 0-0f, 20-2f, 40-5f (mapfile.csv of perf). */
static const struct family *zen_of(const struct facts *facts)
{
	int high = facts->cpu_model >> 4;

	if (strcmp(facts->vendor, "AuthenticAMD") != 0)
		return NULL;
	if (facts->cpu_family == 26)
		return &cpu_amd_zen[CPU_ZEN5];
	if (facts->cpu_family == 25 && high != 0 && high != 2 && high != 4 && high != 5)
		return &cpu_amd_zen[CPU_ZEN4];
	return NULL;
}

static const struct family *arm_of(const struct facts *facts)
{
	for (size_t i = 0; i < N(midrs); i++)
		if ((facts->midr & midrs[i].mask) == midrs[i].midr)
			return midrs[i].family;
	return NULL;
}

/* A scheme of events, the names it can have, and the one that is always true. */
static const struct scheme {
	const char *key;		/* of the tests' cases */
	const struct family *families;
	size_t n_families;
	const struct family *unnamed;	/* NULL: without a name nobody knows its width */
	const struct family *(*of)(const struct facts *facts);	/* whose it is; NULL: Intel's numbers tell */
} schemes[] = {	/* what can tell more comes first */
	{ "intel_spr", cpu_intel_spr, N(cpu_intel_spr), &cpu_intel_spr[CPU_8_METRICS], NULL },
	{ "intel_icl", cpu_intel_icl, N(cpu_intel_icl), &cpu_intel_icl[CPU_4_METRICS], NULL },
	/* Never the first choice: P-cores are found alone, then cpu_match_hybrid() tells the whole. */
	{ "intel_hybrid", cpu_intel_hybrid, N(cpu_intel_hybrid), NULL, NULL },
	{ "intel_atom", cpu_intel_atom, N(cpu_intel_atom), NULL, NULL },
	{ "intel_skl", cpu_intel_skl, N(cpu_intel_skl), &cpu_intel_skl[CPU_OLD_ALIASES], NULL },
	/* Guests without the register: nothing else fits. */
	{ "intel_icl_guest", cpu_intel_icl_guest, N(cpu_intel_icl_guest), NULL, guest_of },
	{ "intel_spr_guest", cpu_intel_spr_guest, N(cpu_intel_spr_guest), NULL, guest_of },
	{ "amd_zen4", &cpu_amd_zen[CPU_ZEN4], 1, NULL, zen_of },
	{ "amd_zen5", &cpu_amd_zen[CPU_ZEN5], 1, NULL, zen_of },
	{ "arm", cpu_arm, N(cpu_arm), &cpu_arm[CPU_SBSA], arm_of },
};

static bool has_family(const struct scheme *scheme, const struct family *family)
{
	for (size_t i = 0; i < scheme->n_families; i++) {
		if (&scheme->families[i] == family)
			return true;
	}
	return false;
}

bool cpu_shows_events(const struct family *family, const struct pmu *pmu)
{
	for (size_t i = 0; i < family->n_events; i++) {
		const struct family_event *event = &family->events[i];

		if (event->use == USE_TOPDOWN && !event->mux && !event->config &&
		    event->core_type == pmu->core_type && !pmu_knows_event(pmu, event->name))
			return false;
	}
	return true;
}

const struct family *cpu_family_at(size_t i)
{
	for (size_t scheme = 0; scheme < N(schemes); scheme++) {
		if (i < schemes[scheme].n_families)
			return &schemes[scheme].families[i];
		i -= schemes[scheme].n_families;
	}
	return NULL;
}

static const struct family *name_family(const struct scheme *scheme, const char *pmu_name,
					const struct facts *facts)
{
	const struct family *family = scheme->of ? scheme->of(facts) : NULL;

	if (scheme->of)
		return family && has_family(scheme, family) ? family : scheme->unnamed;
	for (size_t i = 0; is_intel(facts) && i < N(models); i++) {
		if (models[i].model == facts->cpu_model && has_family(scheme, models[i].family))
			return models[i].family;
	}
	for (size_t i = 0; i < N(pmu_names); i++) {
		if (!strcmp(pmu_names[i].name, pmu_name) &&
		    has_family(scheme, pmu_names[i].family))
			return pmu_names[i].family;
	}
	return scheme->unnamed;
}

int cpu_match(const struct pmu *pmu, const struct facts *facts, const struct family **family,
	      struct err *err)
{
	for (size_t i = 0; i < N(schemes); i++) {
		const struct family *named = name_family(&schemes[i], pmu->caps_name, facts);

		if (!named || !cpu_shows_events(named, pmu) || (named->slots_from_caps && !pmu->slots))
			continue;
		*family = named;
		return 0;
	}
	return cpu_say_unsupported(pmu, facts, err);
}

const struct family *cpu_match_hybrid(const struct family *core)
{
	for (size_t i = 0; i < N(hybrids); i++)
		if (hybrids[i].core == core)
			return hybrids[i].hybrid;
	return NULL;
}

const struct family *cpu_family_find(const char *key_or_name)
{
	for (size_t i = 0; i < N(schemes); i++) {
		if (!strcmp(schemes[i].key, key_or_name))
			return &schemes[i].families[0];
		for (size_t j = 0; j < schemes[i].n_families; j++) {
			if (!strcmp(schemes[i].families[j].name, key_or_name))
				return &schemes[i].families[j];
		}
	}
	return NULL;
}

const struct family *cpu_match_recorded(const struct facts *facts, const char *pmu_name, bool level2)
{
	const struct family *family;

	for (size_t i = 0; i < N(schemes); i++) {
		/* Level 1 may be all that was recorded of a CPU that can do more. */
		family = name_family(&schemes[i], pmu_name, facts);
		if (family && family != schemes[i].unnamed && (family->levels > 1 || !level2))
			return family;
	}
	return level2 ? &cpu_intel_spr[CPU_8_METRICS] : &cpu_intel_icl[CPU_4_METRICS];
}
