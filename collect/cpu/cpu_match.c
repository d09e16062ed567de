/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Chooses the family of a machine by walking the rows of all families' files. The events that sysfs
 * shows decide what can be counted; the model number, and after it the kernel's caps/pmu_name, only
 * give it a name. So a CPU that is newer than the tables still works, under an honest name. Main
 * thread.
 */
#include "config.h"
#include "collect/cpu/cpu_match.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <linux/perf_event.h>

#include "collect/cpu/cpu_table.h"
#include "collect/sys/facts.h"
#include "collect/sys/pmu.h"

/* clang-format off */
/*
 * Mainline releases; stable kernels and distributions may have an older one patched, and then list
 * the events. Commits of arch/x86/events/intel/core.c, except where it says otherwise. Zen and Arm
 * need none: tdtop knows the numbers of their events, or they are in every kernel.
 */
static const struct {
	int family, model, major, minor;
} first_kernels[] = {
	{ 6, 0x7d, 5, 10 }, { 6, 0x7e, 5, 10 },	/* Ice Lake: 7b2c05a15d29 (metrics) */
	{ 6, 0x6a, 5, 10 }, { 6, 0x6c, 5, 10 },	/* Ice Lake-SP */
	{ 6, 0x8c, 5, 10 }, { 6, 0x8d, 5, 10 },	/* Tiger Lake */
	{ 6, 0x8f, 5, 12 },			/* Sapphire Rapids: 61b985e3e775 */
	{ 6, 0x97, 5, 13 }, { 6, 0x9a, 5, 13 },	/* Alder Lake: f83d2f91d259 */
	{ 6, 0xaa, 6, 3 }, { 6, 0xac, 6, 3 },	/* Meteor Lake: 38aaf921e92d */
	{ 6, 0xad, 6, 4 }, { 6, 0xae, 6, 4 },	/* Granite Rapids: bc4000fdb009 */
	{ 6, 0xaf, 6, 6 }, { 6, 0xb6, 6, 6 },	/* Sierra Forest, Grand Ridge: a430021faad6 */
	{ 6, 0xbd, 6, 11 }, { 6, 0xc6, 6, 11 },	/* Lunar Lake, Arrow Lake: a932aa0e868f */
	{ 6, 0xb5, 6, 13 },			/* Arrow Lake-U: 4e54ed496343 */
	{ 6, 0xc5, 6, 13 },			/* Arrow Lake-H: d3fe6f0a4372 */
	{ 6, 0xcc, 6, 15 },			/* Panther Lake: 7950de14ff5f */
	{ 6, 0xdd, 6, 16 },			/* Clearwater Forest: 48d66c89dce1 */
	{ 6, 0xd5, 6, 18 },			/* Wildcat Lake: tip perf-urgent-2025-11-01 */
	{ 18, 0x01, 7, 0 }, { 18, 0x03, 7, 0 },	/* Nova Lake: tip perf-core-2026-02-09 */
	{ 19, 0x01, 7, 0 },			/* Diamond Rapids: d345b6bb8860 */
};
/* clang-format on */

bool cpu_kernel_is_too_old(const struct pmu *pmu, const struct facts *facts, char *text,
			   size_t size)
{
	char kernel[48] = "this kernel";
	bool has_version = facts->kernel_major > 0;

	if (strcmp(facts->vendor, "GenuineIntel") != 0 || pmu_has_event(pmu, "slots") ||
	    pmu_has_event(pmu, "topdown-retiring"))
		return false;
	if (has_version)
		(void)snprintf(kernel, sizeof(kernel), "Linux %d.%d", facts->kernel_major,
			       facts->kernel_minor);
	for (size_t i = 0; i < sizeof(first_kernels) / sizeof(first_kernels[0]); i++) {
		int major = first_kernels[i].major, minor = first_kernels[i].minor;
		bool older = facts_kernel_before(facts, major, minor);

		if (facts->cpu_family != first_kernels[i].family ||
		    facts->cpu_model != first_kernels[i].model)
			continue;
		if (has_version ? !older : !pmu_is_generic(pmu))
			return false;
		(void)snprintf(text, size, "%s does not have the TopDown events of this CPU, Linux %d.%d does",
			       kernel, major, minor);
		return true;
	}
	return false;
}

#define N(array) (sizeof(array) / sizeof((array)[0]))
#define ADDRESS(table) &(table),

/* ---- why this version cannot count a CPU ---- */

static bool seen_partial(const struct pmu *pmu, const struct facts *facts)
{
	(void)facts;
	return pmu_has_event(pmu, "slots") && pmu_has_event(pmu, "topdown-retiring");
}

static bool seen_e_core(const struct pmu *pmu, const struct facts *facts)
{
	(void)facts;
	return !pmu_has_event(pmu, "slots") && pmu_has_event(pmu, "topdown-retiring");
}

static bool seen_old_aliases(const struct pmu *pmu, const struct facts *facts)
{
	(void)facts;
	return pmu_has_event(pmu, "topdown-total-slots");
}

static bool seen_amd_without_model(const struct pmu *pmu, const struct facts *facts)
{
	(void)pmu;
	return !strcmp(facts->vendor, "AuthenticAMD") && facts->cpu_model < 0;
}

static bool seen_amd(const struct pmu *pmu, const struct facts *facts)
{
	(void)pmu;
	return !strcmp(facts->vendor, "AuthenticAMD");
}

static bool seen_arm(const struct pmu *pmu, const struct facts *facts)
{
	(void)facts;
	return !strncmp(pmu->name, "armv", 4);
}

static bool seen_guest(const struct pmu *pmu, const struct facts *facts)
{
	(void)pmu;
	return facts->hypervisor;
}

static bool seen_anything(const struct pmu *pmu, const struct facts *facts)
{
	(void)pmu;
	(void)facts;
	return true;
}

/* The first row whose condition holds is the reason. */
static const struct {
	bool (*seen)(const struct pmu *pmu, const struct facts *facts);
	const char *sentence;
} reasons[] = {
	{ seen_partial, "it has slots, but not all of topdown-retiring, -bad-spec, -fe-bound and "
			"-be-bound: no CPU that tdtop knows is like that" },
	{ seen_e_core, "it has topdown-retiring but no slots, as an Intel E-core, and not all of "
		       "topdown-bad-spec, -fe-bound and -be-bound as slot events" },
	{ seen_old_aliases, "it has topdown-total-slots, but not all of topdown-slots-issued, "
			    "-slots-retired, -fetch-bubbles and -recovery-bubbles" },
	{ seen_amd_without_model, "its model number is not known, so it may be older than Zen 4 and "
				  "have no events that count slots" },
	{ seen_amd, "AMD CPUs before Zen 4 have no events that count slots" },
	{ seen_arm, "it has no stall_slot events, or its PMU does not say how many slots a cycle "
		    "has (caps/slots)" },
	{ seen_guest, "it has no slots and no topdown-* events. This is a virtual machine: its "
		      "hypervisor may show only a part of the CPU's counters" },
	{ seen_anything, "it has no slots and no topdown-* events" },
};

/* The sentence for a machine whose PMU and facts match no family. Returns -EOPNOTSUPP. */
static int cpu_unsupported(const struct pmu *pmu, const struct facts *facts, struct err *err)
{
	char cpu[160], old_kernel[128];
	const char *reason = old_kernel;
	size_t i = 0;

	while (!reasons[i].seen(pmu, facts))
		i++;
	if (!cpu_kernel_is_too_old(pmu, facts, old_kernel, sizeof(old_kernel)))
		reason = reasons[i].sentence;
	(void)snprintf(cpu, sizeof(cpu), "%s", facts->cpu_name[0] ? facts->cpu_name : "this CPU");
	return err_set(err, EOPNOTSUPP,
		       "cannot count TopDown on %s (PMU \"%s\"%s%s): %s; try 'tdtop --demo'", cpu,
		       pmu->name, pmu->caps_name[0] ? ", " : "", pmu->caps_name,
		       reason);
}

/* ---- which family it is of ---- */

static const struct cpu_table *const tables[] = { CPU_FAMILIES(ADDRESS) };

/* The i-th row of all; NULL beyond the last. */
static const struct cpu_model *model_at(size_t i)
{
	for (size_t table = 0; table < N(tables); table++) {
		if (i < tables[table]->n)
			return &tables[table]->models[i];
		i -= tables[table]->n;
	}
	return NULL;
}

static const struct cpu_model *find_name(const char *name)
{
	const struct cpu_model *model;

	for (size_t i = 0; (model = model_at(i)); i++)
		if (!strcmp(model->family.name, name))
			return model;
	return NULL;
}

static const struct family *find_variant(const struct family *of, bool hybrid)
{
	const struct cpu_model *model;

	for (size_t i = 0; (model = model_at(i)); i++)
		if (model->variant_of && model->family.hybrid == hybrid &&
		    !strcmp(model->variant_of, of->name))
			return &model->family;
	return NULL;
}

const struct family *cpu_match_without_register(const struct family *family)
{
	return find_variant(family, false);
}

const struct family *cpu_match_hybrid(const struct family *p_core)
{
	return find_variant(p_core, true);
}

static bool is_cpu(const struct cpu_id *id, const struct facts *facts)
{
	if (!id->vendor)
		return id->midr && (facts->midr & id->midr_mask) == id->midr;
	return !strcmp(id->vendor, facts->vendor) && id->family == facts->cpu_family &&
	       id->first_model <= facts->cpu_model && facts->cpu_model <= id->last_model &&
	       (!id->first_stepping || id->first_stepping <= facts->cpu_stepping);
}

static bool lists_cpu(const struct cpu_model *model, const struct facts *facts)
{
	if (model->variant_of)
		model = find_name(model->variant_of);
	for (size_t i = 0; model && i < CPU_IDS; i++)
		if (is_cpu(&model->ids[i], facts))
			return true;
	return false;
}

/*
 * The row of a table that names this CPU. A PMU's events show its P-cores only, so no hybrid is
 * among them.
 */
static const struct cpu_model *find_model(const struct cpu_table *table, const char *pmu_name,
					  const struct facts *facts)
{
	for (size_t i = 0; i < table->n; i++)
		if (!table->models[i].family.hybrid && lists_cpu(&table->models[i], facts))
			return &table->models[i];
	for (size_t i = 0; i < table->n; i++)
		if (table->models[i].pmu_name && !strcmp(table->models[i].pmu_name, pmu_name))
			return &table->models[i];
	for (size_t i = 0; i < table->n; i++)
		if (table->models[i].any_model)
			return &table->models[i];
	return NULL;
}

bool cpu_hides_slots(const struct family *family, const struct pmu *pmu)
{
	bool hides = family->slots_from_caps && !pmu->slots;

	for (size_t i = 0; i < family->n_events; i++)
		hides |= family->events[i].hidden && !pmu_knows_event(pmu, family->events[i].name);
	return hides && family_manual_slots(family);
}

/*
 * Events of code 0 are metrics of the PERF_METRICS register, without its slots: no E-core has them.
 */
static bool is_slot_event(const struct pmu *pmu, const char *name)
{
	struct pmu_encoding encoding;

	return !pmu_event(pmu, name, &encoding, NULL) && encoding.config & 0xff;
}

bool cpu_shows_events(const struct family *family, const struct pmu *pmu)
{
	for (size_t i = 0; i < family->n_events; i++) {
		const struct family_event *event = &family->events[i];

		if (event->use == USE_TOPDOWN && !event->mux &&
		    (!event->config || (event->hidden && !family_manual_slots(family))) &&
		    event->core_type == pmu->core_type && !pmu_knows_event(pmu, event->name))
			return false;
		if (event->sums_slots && event->core_type == pmu->core_type &&
		    !is_slot_event(pmu, event->name))
			return false;
	}
	return true;
}

int cpu_match(const struct pmu *pmu, const struct facts *facts, const struct family **family,
	      struct err *err)
{
	for (size_t i = 0; i < N(tables); i++) {
		const struct cpu_model *model = find_model(tables[i], pmu->caps_name, facts);

		if (!model || !cpu_shows_events(&model->family, pmu) ||
		    (model->family.slots_from_caps && !pmu->slots && !family_manual_slots(&model->family)))
			continue;
		*family = &model->family;
		return 0;
	}
	return cpu_unsupported(pmu, facts, err);
}

/* The row of a recording that has no model number. */
static const struct cpu_model *find_recorded_family(const struct facts *facts)
{
	const struct cpu_model *model;

	for (size_t i = 0; facts->cpu_model < 0 && (model = model_at(i)); i++)
		if (model->recorded_family && model->recorded_family == facts->cpu_family &&
		    !strcmp(model->ids[0].vendor, facts->vendor))
			return model;
	return NULL;
}

/* The first row that lists the CPU; level2: and counts level 2. NULL: none. */
static const struct family *find_listed(const struct facts *facts, const char *pmu_name,
					bool level2)
{
	for (size_t i = 0; i < N(tables); i++) {
		const struct cpu_model *model = find_model(tables[i], pmu_name, facts);

		if (model && !model->any_model && (model->family.levels > 1 || !level2))
			return &model->family;
	}
	return NULL;
}

const struct family *cpu_match_listed(const struct facts *facts, const char *pmu_name)
{
	return find_listed(facts, pmu_name, false);
}

const struct family *cpu_match_recorded(const struct facts *facts, const char *pmu_name,
					bool level2)
{
	/* For a CPU that no row lists: finds the name that says what its events look like. */
	static const struct facts unknown = { .cpu_family = -1, .cpu_model = -1 };
	const struct cpu_model *model = find_recorded_family(facts);
	/* A recording may have level 1 only of a CPU that can count more. */
	const struct family *family = model ? &model->family : find_listed(facts, pmu_name, level2);

	if (family)
		return family;
	return &find_model(level2 ? &cpu_intel_spr : &cpu_intel_icl, "", &unknown)->family;
}

const struct family *cpu_family_find(const char *name)
{
	const struct cpu_model *model = find_name(name);

	if (!strcmp(name, cpu_none.name))
		return &cpu_none;
	return model ? &model->family : NULL;
}

const struct family *cpu_family_at(size_t i)
{
	const struct cpu_model *model = model_at(i);

	return model ? &model->family : NULL;
}

static const struct family_event clock_events[] = {
	{ .id = EV_COUNT, .name = "task-clock", .config = PERF_COUNT_SW_TASK_CLOCK,
	  .not_sysfs = true },
};

const struct family cpu_none = {
	.name = "no TopDown counters",
	.levels = 1,	/* below which a family without formulas has no node */
	.events = clock_events,
	.n_events = sizeof(clock_events) / sizeof(clock_events[0]),
};

/* ---- counters: arch/x86/events/intel/core.c and amd/core.c, drivers/perf/arm_pmuv3.c ---- */

/*
 * Events with a counter of their own. There is one for cycles: the first event that wants it has
 * it.
 */
static const struct {
	const char *name;
	bool cycles;
} own_counters[] = {
	{ "slots", false },
	{ "instructions", false },
	{ "cpu-cycles", true },
	{ "cpu_cycles", true },		/* Arm */
	{ "topdown-total-slots", true },	/* before Ice Lake: cycles, scaled */
};

static bool has_own(const struct family *family, const struct family_event *event, bool *cycles)
{
	*cycles = false;
	for (size_t i = 0; i < sizeof(own_counters) / sizeof(own_counters[0]); i++)
		if (!strcmp(own_counters[i].name, event->name)) {
			*cycles = own_counters[i].cycles;
			return true;
		}
	/* Metrics of the register; on E-cores and older cores these names are general events. */
	return event->core_type == TYPE_CORE && !strcmp(family->events[0].name, "slots") &&
	       !strncmp(event->name, "topdown-", strlen("topdown-"));
}

bool counters_is_general(const struct family *family, const struct family_event *event)
{
	bool cycles;

	return !has_own(family, event, &cycles);
}

/* False on AMD's CPUs: they have general counters only. */
static bool has_own_counters(const struct family *family)
{
	bool cycles;

	for (size_t i = 0; i < family->n_events; i++)
		if (has_own(family, &family->events[i], &cycles))
			return true;
	return false;
}

int counters_needed(const struct family *family, enum core_type core_type, int mux, bool optional,
		    bool watchdog)
{
	bool cycles_free = !watchdog;
	int needed = watchdog && !has_own_counters(family);

	for (size_t i = 0; i < family->n_events; i++) {
		const struct family_event *event = &family->events[i];
		bool cycles;

		if (event->core_type != core_type ||
		    (event->mux != mux && !(mux && event->fixed)) ||
		    (event->use != USE_TOPDOWN && !optional))
			continue;
		if (!has_own(family, event, &cycles) || (cycles && !cycles_free))
			needed++;
		else if (cycles)
			cycles_free = false;
	}
	return needed;
}

bool counters_fit(const struct family *family, enum core_type core_type, bool watchdog)
{
	return !family->counters ||
	       counters_needed(family, core_type, 0, false, watchdog) <= family->counters;
}
