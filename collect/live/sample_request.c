/* SPDX-License-Identifier: GPL-2.0-only */
/* What is asked of the kernel for an event that samples code; see sample_request.h. */
#include "config.h"
#include "collect/live/sample_request.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

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
