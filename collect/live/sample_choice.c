/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What can be sampled here: each event is tried as the best that this family of CPUs may have, then
 * as less; see sample_choice.h. Main's thread.
 */
#include "config.h"
#include "collect/live/sample_choice.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "collect/perf/perf_advice.h"
#include "collect/perf/perf_sys.h"

#define IBS_SWFILT 1	/* of config2 */

/* ---- tries whether the kernel opens an event, on the calling thread, and closes it again ---- */

/*
 * Does this errno (positive) say that the machine has it, but not now: somebody else uses it, or
 * there are not enough descriptors or memory?
 */
static bool is_for_now(int errnum)
{
	return errnum == EBUSY || errnum == EMFILE || errnum == ENFILE || errnum == ENOMEM ||
	       errnum == EINTR;
}

static bool is_of_rights(int ret)
{
	return ret == -EACCES || ret == -EPERM;
}

static int try_once(const struct perf_sys *sys, const struct perf_event_attr *attr)
{
	const int fd = perf_sys_open(sys, attr, 0, -1, -1);

	if (fd < 0)
		return fd;
	sys->close(sys->data, fd);
	return 0;
}

/* From the precise level that is asked for down to none; rights do not depend on it. */
static int try_levels(const struct perf_sys *sys, bool without_guests, struct perf_event_attr *attr)
{
	const unsigned int first = attr->precise_ip;
	int ret = -EINVAL;

	for (unsigned int level = first + 1; level-- > 0;) {
		attr->precise_ip = level & 3U;
		attr->exclude_guest = attr->exclude_hv = 1;
		ret = try_once(sys, attr);
		if (ret && !is_of_rights(ret) && !is_for_now(-ret)) {
			attr->exclude_guest = without_guests;
			attr->exclude_hv = 0;
			ret = try_once(sys, attr);
		}
		if (!ret || is_of_rights(ret) || is_for_now(-ret))
			return ret;
	}
	return ret;
}

/*
 * Opens attr, and where the kernel refuses it, with exclude_guest and exclude_hv off (EINVAL), with
 * less precise_ip (EOPNOTSUPP, EINVAL), then without the kernel (EACCES, EPERM). without_guests:
 * exclude_guest is never off (facts_mediated_vpmu()). 0: *attr is what
 * was accepted; or the negative errno of the last attempt, *attr is as it was.
 */
static int try_attr(const struct perf_sys *sys, bool without_guests, struct perf_event_attr *attr)
{
	const struct perf_event_attr asked = *attr;
	int ret = try_levels(sys, without_guests, attr);

	if (is_of_rights(ret) && !asked.exclude_kernel) {
		*attr = asked;
		attr->exclude_kernel = 1;
		ret = try_levels(sys, without_guests, attr);
	}
	if (ret)
		*attr = asked;
	return ret;
}

/*
 * The same of a precise event that is AMD's IBS. The period is made a multiple of IBS_STEP, and
 * nothing is left out, as IBS cannot do that. Only where the kernel must be left out, its handler
 * is asked to do so (swfilt, Linux 6.15).
 */
static int try_ibs(const struct perf_sys *sys, struct perf_event_attr *attr)
{
	struct perf_event_attr ibs = *attr;
	int ret = -EACCES;

	ibs.sample_period -= ibs.sample_period % IBS_STEP;
	ibs.exclude_guest = ibs.exclude_hv = 0;
	if (!ibs.exclude_kernel)
		ret = try_once(sys, &ibs);
	if (is_of_rights(ret)) {
		ibs.exclude_kernel = 1;
		ibs.config2 |= IBS_SWFILT;
		ret = try_once(sys, &ibs);
	}
	if (!ret)
		*attr = ibs;
	return ret;
}

static bool is_refused(int ret)
{
	return ret && !is_for_now(-ret);
}

/* ---- one event ---- */

/* Takes away what an older kernel may not know; false: there is none of it. */
static bool leave_optional(struct perf_event_attr *attr)
{
	const struct perf_event_attr asked = *attr;

	attr->branch_sample_type &= ~(uint64_t)PERF_SAMPLE_BRANCH_TYPE_SAVE;
	attr->sample_type &= ~(uint64_t)PERF_SAMPLE_WEIGHT_STRUCT;
	return attr->branch_sample_type != asked.branch_sample_type ||
	       attr->sample_type != asked.sample_type;
}

/* The best that the kernel accepts of the request; 0, or a negative errno. */
static int try_request(const struct sample_machine *machine, const struct request *request,
		       struct perf_event_attr *attr, bool *is_ibs)
{
	int ret;

	*attr = request_attr(request);
	*is_ibs = request->by_ibs && attr->precise_ip && !try_ibs(machine->sys, attr);
	if (*is_ibs)
		return 0;
	if (request->by_ibs)
		attr->precise_ip = 0;
	ret = try_attr(machine->sys, machine->facts->mediated_vpmu, attr);
	if (!ret || !leave_optional(attr))
		return ret;
	return try_attr(machine->sys, machine->facts->mediated_vpmu, attr);
}

static const struct perf_event_attr *first_attr(const struct sample_choice *choice)
{
	for (size_t i = 0; i < CORE_TYPES; i++)
		if (choice->has[i])
			return &choice->attr[i];
	return NULL;
}

/* Tells it as an event of profiles; on a hybrid it may be another event on the other cores. */
static void choice_describe(const struct request *request, struct sample_choice *choice)
{
	const struct perf_event_attr *attr = first_attr(choice);
	struct profile_event *event = &choice->event;
	const char *counted = sample_words_counted(request->name);
	const size_t used = strlen(event->name), n = strlen(event->counted);

	if (!used) {
		(void)snprintf(event->name, sizeof(event->name), "%s", request->name);
		(void)snprintf(event->counted, sizeof(event->counted), "%s", counted);
		event->trigger = sample_trigger_of_name(request->name);
		choice->kind = request->kind;
		choice->note = request->note;
	} else if (!strstr(event->name, request->name)) {
		(void)snprintf(event->name + used, sizeof(event->name) - used, ", %s",
			       request->name);
		if (strcmp(event->counted, counted) != 0)
			(void)snprintf(event->counted + n, sizeof(event->counted) - n, ", %s",
				       counted);
	}
	event->period = attr->sample_period;
	event->precise = attr->precise_ip;
	event->user_only = attr->exclude_kernel;
	event->calls_by_lbr = attr->branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK;
	event->has_branches = attr->sample_type & PERF_SAMPLE_BRANCH_STACK && !event->calls_by_lbr;
	event->has_latency = attr->sample_type & PERF_SAMPLE_WEIGHT_STRUCT && attr->precise_ip;
	event->has_calls = attr->sample_type & PERF_SAMPLE_CALLCHAIN;
}

/* Tries it for this core type. 0, also if it is there but in use now; or a negative errno. */
static int try_type(const struct sample_machine *machine, const struct request *request,
		    enum core_type type, struct sample_choice *choice)
{
	struct perf_event_attr attr;
	bool is_ibs;
	const int ret = try_request(machine, request, &attr, &is_ibs);

	if (is_refused(ret))
		return ret;
	attr.sample_type &= ~(uint64_t)PERF_SAMPLE_IP;
	choice->attr[type] = attr;
	choice->has[type] = true;
	if (is_ibs)
		choice->period_step = IBS_STEP;
	else if (attr.type != PERF_TYPE_SOFTWARE)
		choice->general_counters = 1;
	choice_describe(request, choice);
	return 0;
}

/* ---- events of all core types ---- */

enum calls { CALLS_NONE, CALLS_BY_LBR, CALLS_BY_FRAMES };

/*
 * Fills in a choice with the event for all core types that have it. 0; -ENOENT: the machine has no
 * such event; or the negative errno of the first core type.
 */
static int choice_choose(const struct sample_machine *machine, enum request_what what,
			 enum metric_id node, enum calls calls, struct sample_choice *choice)
{
	int first = -ENOENT;

	*choice = (struct sample_choice){ .period_step = 1 };
	for (size_t i = 0; i < machine->cores->n; i++) {
		const struct pmu *pmu = &machine->cores->group[i].pmu;
		struct request request;
		int ret = -ENOENT;

		if (request_make(machine, pmu, what, node, &request)) {
			if (calls != CALLS_NONE)
				request_add_calls(&request, calls == CALLS_BY_LBR);
			ret = try_type(machine, &request, pmu->core_type, choice);
		}
		first = i == 0 ? ret : first;
	}
	return first_attr(choice) ? 0 : first;
}

/* Adds it, or, if the same is there already, its nodes to that. */
static void choice_add(struct sample_choices *choices, const struct sample_choice *choice)
{
	for (int i = 0; i < choices->n; i++) {
		struct sample_choice *known = &choices->choice[i];

		if (!memcmp(known->attr, choice->attr, sizeof(known->attr))) {
			known->nodes |= choice->nodes;
			return;
		}
	}
	if (choices->n < SOURCE_EVENTS_MAX)
		choices->choice[choices->n++] = *choice;
}

static int choice_add_event(const struct sample_machine *machine, enum request_what what,
			    enum calls calls, struct sample_choices *choices)
{
	struct sample_choice choice;
	const int ret = choice_choose(machine, what, M_NONE, calls, &choice);

	if (!ret)
		choice_add(choices, &choice);
	return ret;
}

/* Cycles are sampled for it, if only on one of the core types: shares are of one thing. */
static bool is_of_cycles(const struct sample_machine *machine, enum metric_id node)
{
	for (size_t i = 0; i < machine->family->n_samples; i++)
		if (machine->family->samples[i].metric == node &&
		    machine->family->samples[i].kind == SAMPLE_CYCLES)
			return true;
	return false;
}

/* A node has the event of the family's table; if that cannot be sampled here, the first: cycles. */
static void add_nodes(const struct sample_machine *machine, struct sample_choices *choices)
{
	enum metric_id nodes[M_COUNT];
	const int n = machine->family ? family_nodes(machine->family, nodes) : 0;
	struct sample_choice choice;

	for (int i = 0; i < n; i++) {
		if (is_of_cycles(machine, nodes[i]) ||
		    choice_choose(machine, REQUEST_NODE, nodes[i], CALLS_NONE, &choice)) {
			choices->choice[0].nodes |= 1U << nodes[i];
			continue;
		}
		choice.nodes = 1U << nodes[i];
		choice_add(choices, &choice);
	}
}

/*
 * All events of the classes are opened alike: as precise as the least precise of them, so that their samples
 * are as late as each other. Tries those from the first one on; those before are in the choice. 0, or the
 * negative errno of the one that is refused: *name.
 */
static int try_classes(const struct sample_machine *machine, const struct sample_classes *classes, int first,
		       struct sample_choice *choice, const char **name)
{
	for (int i = first; i < classes->n; i++) {
		const enum core_type type = classes->event[i].core_type;
		struct request request = sample_class_request(classes, i);
		struct perf_event_attr attr = request_attr(&request), *like = &choice->attr[type];
		int ret;

		*name = request.name;
		attr.config2 = classes->event[i].config2;
		if (choice->has[type]) {
			attr.precise_ip = like->precise_ip;
			attr.exclude_kernel = like->exclude_kernel;
		} else {
			attr.precise_ip = request_can_be_precise(machine) ? 2 : 0;
		}
		ret = try_attr(machine->sys, machine->facts->mediated_vpmu, &attr);
		if (is_refused(ret))
			return ret;
		if (!choice->has[type])
			*like = attr;
		choice->has[type] = true;
		like->precise_ip = attr.precise_ip;
		like->exclude_kernel = attr.exclude_kernel;
		like->exclude_guest = attr.exclude_guest;
		like->exclude_hv = attr.exclude_hv;
		like->sample_type &= ~(uint64_t)PERF_SAMPLE_IP;
	}
	return 0;
}

/* The events of a level; those of the level before, and its choice, are what it begins with. */
static int choose_classes(const struct sample_machine *machine, int level, struct sample_choices *choices,
			  struct sample_choice *choice, struct err *err)
{
	struct sample_classes *classes = &choices->classes[level - 1];
	const int first = level > 1 ? choices->classes[0].n : 0;
	const char *name = "";
	int ret;

	if (level > 1)
		*classes = choices->classes[0];
	ret = level > 1 ? sample_classes_add_level2(machine, classes, err) :
			  sample_classes_make(machine, classes, err);
	if (!ret)
		ret = try_classes(machine, classes, first, choice, &name);
	if (ret && name[0])
		(void)err_set(err, -ret, "%s of functions is not possible here: the kernel refuses %s "
			      "(perf_event_open: %s)", level > 1 ? "level 2" : "TopDown", name, strerror(-ret));
	if (ret)
		*classes = (struct sample_classes){ .table = NULL };
	return ret;
}

/* The first choice with call stacks: that of cycles. NULL: there is none. */
static const struct sample_choice *of_calls(const struct sample_choices *choices)
{
	for (int i = 0; i < choices->n; i++)
		if (choices->choice[i].event.has_calls)
			return &choices->choice[i];
	return NULL;
}

/* Call stacks by LBR, if there is such a type of branches, else by frame pointers. */
static void set_calls(struct perf_event_attr *attr, uint64_t branch_type)
{
	attr->sample_type |= PERF_SAMPLE_CALLCHAIN | (branch_type ? (uint64_t)PERF_SAMPLE_BRANCH_STACK : 0);
	attr->branch_sample_type = branch_type;
	attr->exclude_callchain_user = branch_type != 0;
}

/* Adds call stacks as cycles have them: by LBR, or where these events are refused that, by frame pointers. */
static void add_calls(const struct sample_machine *machine, const struct sample_choice *like,
		      struct sample_choice *choice)
{
	bool by_lbr = like->event.calls_by_lbr;

	for (size_t i = 0; i < CORE_TYPES; i++) {
		struct perf_event_attr attr = choice->attr[i];

		attr.sample_type |= PERF_SAMPLE_IP;
		set_calls(&attr, like->attr[i].branch_sample_type);
		if (choice->has[i] && by_lbr)
			by_lbr = attr.branch_sample_type && !is_refused(try_once(machine->sys, &attr));
	}
	for (size_t i = 0; i < CORE_TYPES; i++)
		if (choice->has[i])
			set_calls(&choice->attr[i], by_lbr ? like->attr[i].branch_sample_type : 0);
	choice->event.has_calls = true;
	choice->event.calls_by_lbr = by_lbr;
}

/* The choices of TopDown once more, with call stacks. */
static void add_classes_of_calls(const struct sample_machine *machine, struct sample_choices *choices)
{
	const struct sample_choice *like = of_calls(choices);
	const int n = choices->n;

	for (int i = 0; like && i < n && choices->n < SOURCE_EVENTS_MAX; i++) {
		struct sample_choice choice = choices->choice[i];

		if (!choice.event.levels)
			continue;
		add_calls(machine, like, &choice);
		choices->choice[choices->n++] = choice;
	}
}

/* TopDown of functions: an event for each class, sampled at once; one more choice with those of level 2. */
static void add_classes(const struct sample_machine *machine, struct sample_choices *choices)
{
	struct sample_choice choice = { .period_step = 1, .kind = SAMPLE_PLAIN };
	struct err err = { .text = "" };

	for (int level = 1; level <= CLASS_LEVELS && choices->n < SOURCE_EVENTS_MAX; level++) {
		const struct sample_classes *classes = &choices->classes[level - 1];

		if (choose_classes(machine, level, choices, &choice, &err)) {
			(void)snprintf(level > 1 ? choices->no_level2 : choices->no_topdown,
				       sizeof(choices->no_topdown), "%.255s", err.text);
			return;
		}
		choice.general_counters = classes->counters;
		choice.usual |= level == 1 && sample_classes_fit(machine, classes);
		choice.event = (struct profile_event){
			.name = PROFILE_TOPDOWN, .counted = "slots", .trigger = TRIGGER_SLOTS,
			.precise = first_attr(&choice)->precise_ip,
			.user_only = first_attr(&choice)->exclude_kernel, .levels = (uint8_t)level,
		};
		choices->choice[choices->n++] = choice;
	}
}

/* The kernel's clock, which interrupts wherever the code is. */
static int add_clock(const struct sample_machine *machine, bool calls,
		     struct sample_choices *choices)
{
	struct request request = request_clock();
	struct sample_choice choice = { .period_step = 1 };
	int ret;

	if (calls)
		request_add_calls(&request, false);
	ret = try_type(machine, &request, TYPE_CORE, &choice);
	if (!ret)
		choice_add(choices, &choice);
	return ret;
}

/* ---- what is not there ---- */

static void say_none(const struct sample_machine *machine, const char *what, int errnum, char *text,
		     size_t size)
{
	if (!request_has_counters(machine))
		(void)snprintf(text, size, "%s need a PMU, and this machine shows none", what);
	else
		(void)snprintf(text, size, "%s are not possible here: the kernel refuses them "
			       "(perf_event_open: %s)%s", what, strerror(errnum),
			       machine->facts->hypervisor ?
				       "; in a virtual machine the hypervisor must offer them" : "");
}

static void say_no_stacks(const struct sample_machine *machine, int branches, int calls,
			  struct sample_choices *choices)
{
	if (branches)
		say_none(machine, "branch stacks", -branches, choices->no_branches,
			 sizeof(choices->no_branches));
	if (calls)
		say_none(machine, "call stacks by the CPU itself (LBR)", -calls, choices->no_calls,
			 sizeof(choices->no_calls));
}

/* 0, or a negative errno: the PMU samples nothing. */
static int add_counters(const struct sample_machine *machine, struct sample_choices *choices)
{
	const int ret = choice_add_event(machine, REQUEST_CYCLES, CALLS_NONE, choices);
	int branches, calls;

	if (ret)
		return ret;
	branches = choice_add_event(machine, REQUEST_TAKEN, CALLS_NONE, choices);
	calls = choice_add_event(machine, REQUEST_CYCLES, CALLS_BY_LBR, choices);
	say_no_stacks(machine, branches, calls, choices);
	if (calls)
		(void)choice_add_event(machine, REQUEST_CYCLES, CALLS_BY_FRAMES, choices);
	add_classes(machine, choices);
	add_classes_of_calls(machine, choices);
	add_nodes(machine, choices);
	return 0;
}

int sample_choices_try(struct sample_machine *machine, struct sample_choices *choices,
		       struct err *err)
{
	int ret;

	memset(choices, 0, sizeof(*choices));
	if (request_has_counters(machine))
		branch_kinds_read(&machine->cores->group[0].pmu, machine->facts,
				  &machine->branches);
	choices->branches = machine->branches;
	if (request_has_counters(machine) && !add_counters(machine, choices))
		return 0;
	say_no_stacks(machine, -ENOENT, -ENOENT, choices);
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

/* ---- what is requested ---- */

const struct perf_event_attr *sample_choice_attr(const struct sample_choice *choice,
						 enum core_type type)
{
	if (choice->has[type])
		return &choice->attr[type];
	return choice->has[TYPE_CORE] && choice->attr[TYPE_CORE].type == PERF_TYPE_SOFTWARE ?
		       &choice->attr[TYPE_CORE] : NULL;
}

static bool answers(const struct sample_choices *choices, int i, const struct live_request *request)
{
	const struct sample_choice *choice = &choices->choice[i];

	switch (request->what) {
	case LIVE_OF_NODE:
		return !request->any_node && request->node >= 0 && choice->nodes & 1U << request->node;
	case LIVE_OF_BRANCHES:
		return choice->event.has_branches;
	case LIVE_OF_CALLS:
		return choice->event.has_calls;
	case LIVE_OF_EVENT:
		return request->event == i;
	}
	return false;
}

/* What functions, or call stacks, are sampled by without a node: TopDown to this level, or what was found: cycles. */
static int usual(const struct sample_choices *choices, int level, bool calls, int found)
{
	for (int i = found; i < choices->n; i++)
		if (choices->choice[i].usual && choices->choice[i].event.levels <= level &&
		    choices->choice[i].event.has_calls == calls)
			found = i;
	return found;
}

int sample_choices_find(const struct sample_choices *choices, const struct live_request *request,
			struct err *err)
{
	for (int i = 0; i < choices->n; i++)
		if (answers(choices, i, request))
			return request->what == LIVE_OF_CALLS ? usual(choices, request->level, true, i) : i;
	if (request->what == LIVE_OF_NODE && choices->n)
		return request->any_node ? usual(choices, request->level, false, 0) : 0;
	if (request->what == LIVE_OF_BRANCHES && choices->no_branches[0])
		return err_set(err, ENOENT, "%s", choices->no_branches);
	return err_set(err, ENOENT, "this machine has no such event to sample");
}
