/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What can be sampled here: each event is tried as the best that this family of CPUs may have, then
 * as less; see sample_choice.h. Main's thread.
 */
#include "config.h"
#include "collect/sample/sample_choice.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "collect/perf/perf_advice.h"
#include "collect/sample/sample_trial.h"
#include "model/perf_command.h"

#define CYCLES_PERIOD 2000003	/* of cycles; both are prime */
#define CLOCK_PERIOD 1000003	/* ns */
#define PRECISE 2		/* the instruction itself, where PEBS has it */

/* Of call stacks by LBR: as perf record --call-graph lbr. */
#define CALL_STACK                                                 \
	(PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_CALL_STACK | \
	 PERF_SAMPLE_BRANCH_NO_CYCLES | PERF_SAMPLE_BRANCH_NO_FLAGS | PERF_SAMPLE_BRANCH_HW_INDEX)

/* An event, and how it is to be sampled; for one core type. */
struct request {
	const char *name, *counted;
	uint32_t type;
	uint64_t config, period;
	unsigned int precise;
	uint64_t sample_type, branch_type;
	bool user_only;
};

static bool has_arm_pmu(const struct sample_machine *machine)
{
	return machine->cores->n && !strncmp(machine->cores->group[0].pmu.name, "armv", 4);
}

static bool is_amd(const struct sample_machine *machine)
{
	return !strcmp(machine->facts->vendor, "AuthenticAMD") ||
	       !strcmp(machine->facts->vendor, "HygonGenuine");
}

/* A PMU of tests, whose events are the kernel's own clock: it has nothing to sample. */
static bool has_counters(const struct sample_machine *machine)
{
	return machine->cores->n && machine->cores->group[0].pmu.type != PERF_TYPE_SOFTWARE;
}

/* ---- attrs ---- */

static struct perf_event_attr attr_of(const struct request *request)
{
	return (struct perf_event_attr){
		.size = sizeof(struct perf_event_attr),
		.type = request->type,
		.config = request->config,
		.sample_period = request->period,
		.sample_type = PERF_SAMPLE_IP | request->sample_type,
		.branch_sample_type = request->branch_type,
		.precise_ip = request->precise & 3U,
		.exclude_kernel = request->user_only,
		.exclude_hv = 1,
		.exclude_callchain_user = request->branch_type == CALL_STACK,
		.disabled = 1,
	};
}

/* Tries it for this core type. 0, also if it is there but in use now; or a negative errno. */
static int try_type(const struct sample_machine *machine, const struct request *request,
		    enum core_type type, struct sample_choice *choice)
{
	struct perf_event_attr attr = attr_of(request);
	const int ret = sample_trial(machine->sys, &attr);

	if (ret && !sample_trial_is_for_now(-ret))
		return ret;
	attr.sample_type &= ~(uint64_t)PERF_SAMPLE_IP;
	choice->attr[type] = attr;
	choice->has[type] = true;
	return 0;
}

static const struct perf_event_attr *first_attr(const struct sample_choice *choice)
{
	for (size_t i = 0; i < CORE_TYPES; i++)
		if (choice->has[i])
			return &choice->attr[i];
	return NULL;
}

/* Adds the choice, if a core type has it. The name and what is counted are those of the request. */
static void add(struct sample_choices *choices, struct sample_choice *choice,
		const struct request *request)
{
	const struct perf_event_attr *attr = first_attr(choice);
	struct profile_event *event = &choice->event;
	const bool by_lbr = request->branch_type == CALL_STACK;

	if (!attr || choices->n == SOURCE_EVENTS_MAX)
		return;
	(void)snprintf(event->name, sizeof(event->name), "%s", request->name);
	(void)snprintf(event->counted, sizeof(event->counted), "%s", request->counted);
	choice->counted = request->counted;
	event->period = request->period;
	event->trigger = sample_trigger_of_name(request->name);
	event->precise = attr->precise_ip;
	event->has_branches = attr->sample_type & PERF_SAMPLE_BRANCH_STACK && !by_lbr;
	event->has_calls = attr->sample_type & PERF_SAMPLE_CALLCHAIN;
	event->calls_by_lbr = by_lbr;
	event->user_only = attr->exclude_kernel;
	choices->choice[choices->n++] = *choice;
}

/* ---- the events ---- */

/* The kernel's generic event on this PMU; on hybrids its number is in the upper half (5.13). */
static struct request generic(const struct sample_machine *machine, const struct pmu *pmu,
			      uint64_t number)
{
	return (struct request){
		.type = PERF_TYPE_HARDWARE,
		.config = machine->cores->n > 1 ? (uint64_t)pmu->type << 32 | number : number,
		.precise = has_arm_pmu(machine) ? 0 : PRECISE,	/* ignored there */
	};
}

static struct request cycles_of(const struct sample_machine *machine, const struct pmu *pmu)
{
	struct request request = generic(machine, pmu, PERF_COUNT_HW_CPU_CYCLES);

	request.name = "cycles";
	request.counted = "cycles";
	request.period = CYCLES_PERIOD;
	return request;
}

/* Taken branches; all branches, where the CPU has no event of these or its number is not known. */
static struct request branches_of(const struct sample_machine *machine, const struct pmu *pmu)
{
	const struct node_sample *taken =
		machine->family ? perf_sample(machine->family, M_NONE,
					      core_type_side(pmu->core_type)) : NULL;
	struct request request = generic(machine, pmu, PERF_COUNT_HW_BRANCH_INSTRUCTIONS);
	struct pmu_encoding brs;

	request.name = "branches";
	request.period = CYCLES_PERIOD / 5;
	if (taken) {
		request.type = pmu->type;
		request.config = taken->config;
		request.period = taken->period;
		request.name = taken->event;
		request.precise = taken->kind == SAMPLE_PRECISE ? PRECISE : 0;
	} else if (pmu_has_event(pmu, "branch-brs") && !pmu_event(pmu, "branch-brs", &brs, NULL)) {
		request.type = brs.type;	/* AMD Zen 3: the only event with branch stacks */
		request.config = brs.config;
		request.name = "branch-brs";
		request.precise = 0;
	}
	request.counted = sample_trigger_of_name(request.name) == TRIGGER_TAKEN ? "taken branches" :
										  "branches";
	request.sample_type = PERF_SAMPLE_BRANCH_STACK;
	request.branch_type = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_ANY;
	/* What triggers and what is in the stack must be the same branches. */
	request.user_only = true;
	if (is_amd(machine))
		request.precise = 0;	/* else it is IBS, which has no branch stack */
	return request;
}

/* How a request is made for a PMU, and what is asked for beside it. */
typedef struct request request_fn(const struct sample_machine *machine, const struct pmu *pmu);

/* Adds the event for all core types that have it. 0, or the negative errno of the first one. */
static int add_event(const struct sample_machine *machine, request_fn *make, uint64_t sample_type,
		     uint64_t branch_type, struct sample_choices *choices)
{
	struct sample_choice choice = { .kind = SAMPLE_CYCLES, .general_counters = 1 };
	struct request first = { .name = NULL };
	int ret = 0;

	for (size_t i = 0; i < machine->cores->n; i++) {
		const struct pmu *pmu = &machine->cores->group[i].pmu;
		struct request request = make(machine, pmu);
		int error;

		request.sample_type |= sample_type;
		request.branch_type |= branch_type;
		error = try_type(machine, &request, pmu->core_type, &choice);
		ret = i == 0 ? error : ret;
		if (!error && !first.name)
			first = request;
	}
	if (first.name)
		add(choices, &choice, &first);
	return first.name ? 0 : ret;
}

/* The kernel's clock, which interrupts wherever the code is. */
static int add_clock(const struct sample_machine *machine, bool calls,
		     struct sample_choices *choices)
{
	const struct request request = {
		.name = "cpu-clock", .counted = "CPU time", .period = CLOCK_PERIOD,
		.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_CPU_CLOCK,
		.sample_type = calls ? PERF_SAMPLE_CALLCHAIN : 0,
	};
	struct sample_choice choice = { .kind = SAMPLE_CYCLES,
					.note = "No counter samples here, but a clock: addresses "
						"are some instructions late." };
	const int ret = try_type(machine, &request, TYPE_CORE, &choice);

	add(choices, &choice, &request);
	return ret;
}

/* ---- what is not there ---- */

static void say_none(const struct sample_machine *machine, const char *what, int errnum, char *text,
		     size_t size)
{
	if (!has_counters(machine))
		(void)snprintf(text, size, "%s need a PMU, and this machine shows none", what);
	else
		(void)snprintf(text, size, "%s are not possible here: the kernel refuses them "
			       "(perf_event_open: %s)%s", what, strerror(errnum),
			       machine->facts->hypervisor ?
				       "; in a virtual machine the hypervisor must offer them" : "");
}

static int add_counters(const struct sample_machine *machine, struct sample_choices *choices)
{
	int ret = add_event(machine, cycles_of, 0, 0, choices);

	if (ret)
		return ret;
	ret = add_event(machine, branches_of, 0, 0, choices);
	if (ret)
		say_none(machine, "branch stacks", -ret, choices->no_branches,
			 sizeof(choices->no_branches));
	ret = add_event(machine, cycles_of, PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_CALLCHAIN,
			CALL_STACK, choices);
	if (!ret)
		return 0;
	say_none(machine, "call stacks by LBR", -ret, choices->no_calls, sizeof(choices->no_calls));
	return add_event(machine, cycles_of, PERF_SAMPLE_CALLCHAIN, 0, choices);
}

int sample_choices_try(const struct sample_machine *machine, struct sample_choices *choices,
		       struct err *err)
{
	int ret;

	memset(choices, 0, sizeof(*choices));
	if (has_counters(machine) && !add_counters(machine, choices))
		return 0;
	memset(choices, 0, sizeof(*choices));
	say_none(machine, "branch stacks", ENOENT, choices->no_branches,
		 sizeof(choices->no_branches));
	say_none(machine, "call stacks by LBR", ENOENT, choices->no_calls,
		 sizeof(choices->no_calls));
	ret = add_clock(machine, false, choices);
	if (!ret)
		ret = add_clock(machine, true, choices);
	return ret ? perf_advice(-ret, "cpu-clock", -1, machine->facts, err) : 0;
}

int sample_choices_make(const char *pmu_root, const struct machine *machine,
			struct sample_choices *choices, struct err *err)
{
	struct cores cores;
	struct facts facts;
	struct err no_cores;
	int ret;

	(void)cores_find_here(pmu_root, &facts, &cores, &no_cores);
	ret = sample_choices_try(&(struct sample_machine){
		.sys = &perf_sys_real, .facts = &facts, .cores = &cores,
		.family = machine ? machine->family : cores.family,
	}, choices, err);
	cores_done(&cores);
	return ret;
}

/* ---- what is wished ---- */

const struct perf_event_attr *sample_choice_attr(const struct sample_choice *choice,
						 enum core_type type)
{
	if (choice->has[type])
		return &choice->attr[type];
	return choice->has[TYPE_CORE] && choice->attr[TYPE_CORE].type == PERF_TYPE_SOFTWARE ?
		       &choice->attr[TYPE_CORE] : NULL;
}

static bool answers(const struct sample_choice *choice, const struct live_wish *wish)
{
	switch (wish->what) {
	case LIVE_OF_NODE:
		return wish->any_node || wish->node < 0 ? false :
							  choice->nodes & 1U << wish->node;
	case LIVE_OF_BRANCHES:
		return choice->event.has_branches;
	case LIVE_OF_CALLS:
		return choice->event.has_calls;
	case LIVE_OF_EVENT:
		break;
	}
	return false;
}

int sample_choices_find(const struct sample_choices *choices, const struct live_wish *wish,
			struct err *err)
{
	for (int i = 0; i < choices->n; i++)
		if (wish->what == LIVE_OF_EVENT ? wish->event == i :
						  answers(&choices->choice[i], wish))
			return i;
	if (wish->what == LIVE_OF_NODE && choices->n)
		return 0;
	if (wish->what == LIVE_OF_BRANCHES && choices->no_branches[0])
		return err_set(err, ENOENT, "%s", choices->no_branches);
	return err_set(err, ENOENT, "this machine has no such event to sample");
}
