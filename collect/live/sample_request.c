/* SPDX-License-Identifier: GPL-2.0-only */
/* What is asked of the kernel for an event that samples code; see sample_request.h. */
#include "config.h"
#include "collect/live/sample_request.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "collect/cpu/cpu_match.h"
#include "collect/sys/sysfs.h"
#include "model/perf_command.h"

#define CYCLES_PERIOD 2000003	/* all four are prime */
#define BRANCHES_PERIOD 400009
#define CLOCK_PERIOD 1000003	/* ns */
#define FETCHES_PERIOD 200003
#define IBS_FETCH_RANDOM (1ULL << 57)	/* rand_en of its format: less in step with loops */
#define PRECISE_LEVEL 2		/* the instruction itself, where PEBS or IBS has it */

/* Of call stacks by LBR: as perf record --call-graph lbr. */
#define CALL_STACK                                                 \
	(PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_CALL_STACK | \
	 PERF_SAMPLE_BRANCH_NO_CYCLES | PERF_SAMPLE_BRANCH_NO_FLAGS | PERF_SAMPLE_BRANCH_HW_INDEX)

/* The kernel's generic events, which no PMU lists. */
static const struct {
	const char *name;
	uint64_t config;
} generic_events[] = {
	{ "cycles", PERF_COUNT_HW_CPU_CYCLES },
	{ "instructions", PERF_COUNT_HW_INSTRUCTIONS },
	{ "branches", PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	{ "branch-misses", PERF_COUNT_HW_BRANCH_MISSES },
};

/* Events of taken branches that sysfs lists, of families that have no table for them. */
static const struct node_sample by_name[] = {
	/* Zen 3: it waits for its stack to be full before it interrupts (amd_brs_hw_config()). */
	{ .event = "branch-brs", .kind = SAMPLE_PLAIN, .period = BRANCHES_PERIOD,
	  .note = "BRS interrupts some branches late: samples are there, stacks are right." },
	{ .event = "pc_write_retired", .kind = SAMPLE_PLAIN, .period = BRANCHES_PERIOD },
};

/*
 * Which hardware records branches. Linux tells the depth in caps/branches (branches_show() of
 * arch/x86/events/intel/core.c, amd/core.c and drivers/perf/arm_pmuv3.c), which is absent or 0
 * without such hardware.
 */
static const char *const branch_unit_names[] = {
	[BRANCHES_BY_NONE] = "",
	[BRANCHES_BY_LBR] = "LBR",
	[BRANCHES_BY_ARCH_LBR] = "Arch LBR",
	[BRANCHES_BY_AMD_LBR] = "LBR (LbrExtV2)",
	[BRANCHES_BY_BRS] = "BRS",
	[BRANCHES_BY_BRBE] = "BRBE",
};

const char *branch_unit_name(enum branch_unit unit)
{
	return branch_unit_names[unit];
}

/* A number of caps/; 0: not there. */
static int branch_cap(const struct pmu *pmu, const char *name)
{
	char path[PATH_MAX];
	long long number;
	const int n = snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/caps/%s",
			       pmu->name, name);

	if (n < 0 || (size_t)n >= sizeof(path) || sysfs_read_number(pmu->root, path, &number))
		return 0;
	return number > 0 && number < INT_MAX ? (int)number : 0;
}

static enum branch_unit branch_unit_of(const struct pmu *pmu, const struct facts *facts)
{
	if (pmu_has_event(pmu, "branch-brs"))
		return BRANCHES_BY_BRS;
	if (!strncmp(pmu->name, "armv", 4))
		return BRANCHES_BY_BRBE;
	if (!strcmp(facts->vendor, "GenuineIntel"))
		return facts->arch_lbr ? BRANCHES_BY_ARCH_LBR : BRANCHES_BY_LBR;
	return BRANCHES_BY_AMD_LBR;
}

void branch_kinds_read(const struct pmu *pmu, const struct facts *facts,
		       struct branch_kinds *kinds)
{
	*kinds = (struct branch_kinds){ .depth = branch_cap(pmu, "branches") };
	if (!kinds->depth && !pmu_has_event(pmu, "branch-brs"))
		return;
	kinds->unit = branch_unit_of(pmu, facts);
	kinds->counters = branch_cap(pmu, "branch_counter_nr");
	kinds->counter_width = branch_cap(pmu, "branch_counter_width");
}

bool request_has_counters(const struct sample_machine *machine)
{
	return machine->cores->n && machine->cores->group[0].pmu.type != PERF_TYPE_SOFTWARE;
}

/* Arm's driver takes precise_ip and does nothing about it. */
static bool can_be_precise(const struct pmu *pmu)
{
	return strncmp(pmu->name, "armv", 4) != 0;
}

static bool is_amd(const struct sample_machine *machine)
{
	return !strcmp(machine->facts->vendor, "AuthenticAMD") ||
	       !strcmp(machine->facts->vendor, "HygonGenuine");
}

/* AMD's precise events are IBS', which counts only cycles and operations. */
bool request_can_be_precise(const struct sample_machine *machine)
{
	return !is_amd(machine) && can_be_precise(&machine->cores->group[0].pmu);
}

/* A hybrid has the PMU in the upper half of config (PERF_PMU_TYPE_SHIFT, Linux 5.13). */
static bool make_generic(const struct sample_machine *machine, const struct pmu *pmu,
			 const char *name, struct request *request)
{
	for (size_t i = 0; i < sizeof(generic_events) / sizeof(generic_events[0]); i++) {
		if (strcmp(generic_events[i].name, name) != 0)
			continue;
		request->name = generic_events[i].name;
		request->type = PERF_TYPE_HARDWARE;
		request->config = generic_events[i].config;
		if (machine->cores->n > 1)
			request->config |= (uint64_t)pmu->type << 32;
		return true;
	}
	return false;
}

/* Precise cycles of AMD are IBS' (forward_event_to_ibs()): it counts in steps of 16. */
static bool make_cycles(const struct sample_machine *machine, const struct pmu *pmu,
			struct request *request)
{
	request->period = CYCLES_PERIOD;
	request->kind = SAMPLE_CYCLES;
	request->precise = can_be_precise(pmu) ? PRECISE_LEVEL : 0;
	request->by_ibs = is_amd(machine);
	return make_generic(machine, pmu, "cycles", request);
}

/* An event of the family's table. */
static bool make_listed(const struct sample_machine *machine, const struct pmu *pmu,
			const struct node_sample *sample, struct request *request)
{
	struct pmu_encoding encoding;

	request->name = sample->event;
	request->type = pmu->type;
	request->config = sample->config;
	request->config1 = sample->config1;
	request->period = sample->period;
	request->kind = sample->kind;
	request->note = sample->note;
	request->precise = sample->kind == SAMPLE_PRECISE && can_be_precise(pmu) ? PRECISE_LEVEL : 0;
	if (sample->only_counters && pmu_is_generic(pmu))
		return false;	/* the kernel would count it on any */
	if (sample->fixed) {
		/* tdtop's own group counts instructions there; this is the same elsewhere. */
		request->name = "inst_retired.any_p";
		request->config = 0xc0;
	}
	if (request->config)
		return true;
	if (make_generic(machine, pmu, sample->event, request))
		return true;
	if (!pmu_has_event(pmu, sample->event) || pmu_event(pmu, sample->event, &encoding, NULL))
		return false;
	request->type = encoding.type;
	request->config = encoding.config;
	request->config1 = encoding.config1;
	return true;
}

/*
 * Taken branches; all branches, where the CPU has no event of these or its number is not known.
 * What triggers a sample and what is in the stack must be the same branches: those of user mode.
 */
static bool make_taken(const struct sample_machine *machine, const struct pmu *pmu,
		       struct request *request)
{
	const struct node_sample *taken =
		machine->family ? perf_sample(machine->family, M_NONE,
					      core_type_side(pmu->core_type)) : NULL;

	request->sample_type = PERF_SAMPLE_BRANCH_STACK;
	request->branch_type = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_ANY;
	request->user_only = true;
	if (machine->branches.unit == BRANCHES_BY_ARCH_LBR)
		request->branch_type |= PERF_SAMPLE_BRANCH_TYPE_SAVE;	/* at no cost there */
	if (taken)
		return make_listed(machine, pmu, taken, request);
	for (size_t i = 0; i < sizeof(by_name) / sizeof(by_name[0]); i++)
		if (pmu_has_event(pmu, by_name[i].event))
			return make_listed(machine, pmu, &by_name[i], request);
	request->period = BRANCHES_PERIOD;
	request->kind = SAMPLE_PRECISE;
	/* Precise events of AMD are IBS', which has no branch stacks. */
	request->precise = can_be_precise(pmu) && !is_amd(machine) ? PRECISE_LEVEL : 0;
	return make_generic(machine, pmu, "branches", request);
}

/* IBS of fetches is a PMU of its own. */
static bool make_ibs_fetch(const struct pmu *pmu, struct request *request)
{
	long long type;

	if (sysfs_read_number(pmu->root, "/sys/bus/event_source/devices/ibs_fetch/type", &type) ||
	    type <= 0 || type > INT32_MAX)
		return false;
	*request = (struct request){
		.name = "ibs_fetch", .type = (uint32_t)type, .config = IBS_FETCH_RANDOM,
		.period = FETCHES_PERIOD, .precise = PRECISE_LEVEL, .by_ibs = true,
		.kind = SAMPLE_PRECISE,
	};
	return true;
}

/* Rows of other PMUs ("ibs_op//", which cycles are, "arm_spe_0//") are not of this one. */
static bool make_node(const struct sample_machine *machine, const struct pmu *pmu,
		      enum metric_id node, struct request *request)
{
	const struct node_sample *sample =
		machine->family ? perf_sample(machine->family, node,
					      core_type_side(pmu->core_type)) : NULL;

	if (sample && !strcmp(sample->event, "ibs_fetch//"))
		return make_ibs_fetch(pmu, request);
	if (!sample || sample->kind == SAMPLE_CYCLES || strchr(sample->event, '/'))
		return false;
	return make_listed(machine, pmu, sample, request);
}

bool request_make(const struct sample_machine *machine, const struct pmu *pmu,
		  enum request_what what, enum metric_id node, struct request *request)
{
	bool made = false;

	*request = (struct request){ .name = NULL };
	switch (what) {
	case REQUEST_CYCLES:
		made = make_cycles(machine, pmu, request);
		break;
	case REQUEST_TAKEN:
		return make_taken(machine, pmu, request);
	case REQUEST_NODE:
		made = make_node(machine, pmu, node, request);
		break;
	}
	if (machine->family && machine->family->retire_latency && request->precise)
		request->sample_type |= PERF_SAMPLE_WEIGHT_STRUCT;
	return made;
}

struct request request_clock(void)
{
	return (struct request){
		.name = "cpu-clock", .type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_CPU_CLOCK, .period = CLOCK_PERIOD, .kind = SAMPLE_CYCLES,
		.note = "Sampled by the clock: no counter of this machine takes samples.",
	};
}

void request_add_calls(struct request *request, bool by_lbr)
{
	request->sample_type |= PERF_SAMPLE_CALLCHAIN;
	if (by_lbr) {
		request->sample_type |= PERF_SAMPLE_BRANCH_STACK;
		request->branch_type = CALL_STACK;
	}
}

struct perf_event_attr request_attr(const struct request *request)
{
	return (struct perf_event_attr){
		.size = sizeof(struct perf_event_attr),
		.type = request->type,
		.config = request->config,
		.config1 = request->config1,
		.sample_period = request->period,
		.sample_type = PERF_SAMPLE_IP | request->sample_type,
		.branch_sample_type = request->branch_type,
		.precise_ip = request->precise & 3U,
		.exclude_kernel = request->user_only,
		.exclude_hv = 1,
		.exclude_guest = 1,
		.exclude_callchain_user = request->branch_type == CALL_STACK,
		.disabled = 1,
	};
}

/* ---- class tables ---- */

static const struct pmu *pmu_of(const struct sample_machine *machine, enum core_type type)
{
	for (size_t i = 0; i < machine->cores->n; i++)
		if (machine->cores->group[i].pmu.core_type == type)
			return &machine->cores->group[i].pmu;
	return NULL;
}

/* 0 or -ENOENT: what it counts there is not what the table says, or nothing. */
static int classes_add_row(const struct sample_machine *machine, const struct pmu *pmu, uint8_t row,
			   struct sample_classes *classes)
{
	const struct class_event *of = &classes->table->events[row];
	struct pmu_encoding encoding;
	struct sample_class *event = &classes->event[classes->n];

	/* What both threads of a core do cannot be given to the function of one. */
	if ((of->event.only_counters && pmu_is_generic(pmu)) || of->event.both_threads ||
	    perf_event_encode(pmu, &of->event, &encoding, NULL) ||
	    family_event_counts_cores(&of->event, encoding.config))
		return -ENOENT;
	*event = (struct sample_class){
		.row = row, .core_type = pmu->core_type, .type = encoding.type,
		.config = encoding.config, .config1 = encoding.config1, .config2 = encoding.config2,
		.unit = perf_event_worth(pmu, machine->family, &of->event), .mux = of->event.mux,
		.pace = 1,
	};
	if (classes->n)
		event->pace = (double)of->period /
			      (double)classes->table->events[classes->event[0].row].period;
	if (!(event->unit > 0))
		return -ENOENT;
	classes->n++;
	return 0;
}

/* Of events that take turns, one at a time. */
static uint32_t counters_of(const struct sample_classes *classes, enum core_type type)
{
	uint32_t n = 0, in_turn[4] = { 0 }, most = 0;

	for (int i = 0; i < classes->n; i++) {
		const struct sample_class *event = &classes->event[i];
		uint32_t *turn = &in_turn[event->mux & 3];

		if (event->core_type != type)
			continue;
		if (!event->mux)
			n++;
		else if (++*turn > most)
			most = *turn;
	}
	return n + most;
}

static bool suffice(const struct sample_classes *classes)
{
	struct class_samples samples = { .table = classes->table, .scaled = true };

	for (int i = 0; i < classes->n; i++) {
		const struct sample_class *event = &classes->event[i];

		samples.events |= 1U << event->row;
		samples.unit[event->row] = event->unit;
		samples.running[event->row] = 1;
		samples.period[event->row] = (double)classes->table->events[event->row].period;
	}
	return class_samples_suffice(&samples);
}

/* All of a level; NULL, or the event that is not here. */
static const char *add_level(const struct sample_machine *machine, int level, struct sample_classes *classes)
{
	const struct class_table *table = classes->table;

	for (size_t i = 0; i < table->n_events && classes->n < CLASS_EVENTS_MAX; i++) {
		const struct family_event *event = &table->events[i].event;
		const struct pmu *pmu = pmu_of(machine, event->core_type);

		if (pmu && event->level == level && classes_add_row(machine, pmu, (uint8_t)i, classes))
			return event->name;
	}
	for (int type = 0; type < CORE_TYPES; type++) {
		const uint32_t n = counters_of(classes, (enum core_type)type);

		if (n > classes->counters)
			classes->counters = n;
	}
	return NULL;
}

static const char *cpu_name(const struct sample_machine *machine)
{
	return machine->family ? machine->family->name : "this CPU";
}

int sample_classes_make(const struct sample_machine *machine, struct sample_classes *classes,
			struct err *err)
{
	*classes = (struct sample_classes){ .table = machine->family ? machine->family->classes : NULL };
	if (classes->table && !add_level(machine, 1, classes) && classes->n && suffice(classes))
		return 0;
	*classes = (struct sample_classes){ .table = NULL };
	return err_set(err, ENOENT, "TopDown of functions needs an event for each class, which %s does not have "
		       "here", cpu_name(machine));
}

int sample_classes_add_level2(const struct sample_machine *machine, struct sample_classes *classes,
			      struct err *err)
{
	struct sample_classes both = *classes;
	const char *lacking;

	if (!both.table || class_table_levels(both.table) < 2)
		return err_set(err, ENOENT, "functions have TopDown of level 1 only on %s", cpu_name(machine));
	lacking = add_level(machine, 2, &both);
	if (lacking || both.n == classes->n || !suffice(&both))
		return err_set(err, ENOENT, "level 2 of functions needs %s, which %s does not have here",
			       lacking ? lacking : "events of all nodes", cpu_name(machine));
	*classes = both;
	return 0;
}

bool sample_classes_fit(const struct sample_machine *machine, const struct sample_classes *classes)
{
	const struct family *family = machine->family;
	const bool watchdog = machine->facts->nmi_watchdog != 0;

	for (size_t i = 0; family && i < machine->cores->n; i++) {
		const enum core_type type = machine->cores->group[i].pmu.core_type;

		if (counters_needed(family, type, 0, true, watchdog) + (int)counters_of(classes, type) >
		    family->counters)
			return false;
	}
	return family && family->counters;
}

struct request sample_class_request(const struct sample_classes *classes, int event)
{
	const struct sample_class *of = &classes->event[event];
	const struct class_event *row = &classes->table->events[of->row];

	return (struct request){
		.name = row->event.name, .type = of->type, .config = of->config, .config1 = of->config1,
		.period = row->period, .kind = SAMPLE_PLAIN,
	};
}
