/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Makes the attrs of tdtop's groups. The rules behind the attrs are those of
 * intel_pmu_hw_config() (arch/x86/events/intel/core.c), perf_exclude_event() and
 * perf_output_read_group() (kernel/events/core.c). Called by the sources and by perf_probe.c.
 */
#include "config.h"
#include "collect/perf/perf_open.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "collect/cpu/cpu_match.h"

#define NS_PER_S 1000000000ULL
#define PINNED_RATE 1000	/* samples of a pinned group in a second of CPU time */
#define CYCLES_PER_NS 3ULL	/* of a fast CPU; a slow one samples less often */

/*
 * A task's group is read and never samples: inherited events cannot have a ring (perf_mmap():
 * EINVAL), and before 6.13 not even PERF_SAMPLE_READ. All members must be inherited, or none.
 * (Of a pinned group none is: group_make_pinned().)
 */
static void make_inherited(struct perf_event_attr *attr, bool user_only)
{
	attr->sample_type = 0;
	attr->sample_id_all = 0;
	attr->use_clockid = 0;
	attr->inherit = 1;
	attr->exclude_kernel = user_only;
	attr->exclude_hv = user_only;
}

/*
 * No member is precise. On PEBS format 6 (Linux 6.15) a precise member with PERF_SAMPLE_READ in the
 * group of SLOTS makes pmu->read() drain the PEBS buffer in place of reading the registers
 * (intel_pmu_read_event()). Readings at switches would be as old as the last record.
 */
static void add_member(struct group *group, enum member_role role, enum event_id event,
		       const char *name, const struct pmu_encoding *encoding)
{
	struct group_member *member = &group->member[group->n++];

	*member = (struct group_member){ .role = role, .event = event, .name = name, .scale = 1 };
	member->attr = (struct perf_event_attr){
		.size = sizeof(member->attr),
		.type = encoding->type,
		.config = encoding->config,
		.config1 = encoding->config1,
		.config2 = encoding->config2,
		/* the same on all members, so that all records have one layout */
		.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			       PERF_SAMPLE_CPU | PERF_SAMPLE_READ |
			       PERF_SAMPLE_IP,	/* for recordings: perf script needs it */
		/* a sample reads the group with the read_format of the member that samples */
		.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING,
		.sample_id_all = 1,
		.use_clockid = 1,	/* one clock for the whole group, or EINVAL */
		.clockid = CLOCK_MONOTONIC,
	};
}

void group_request_task_records(struct perf_event_attr *attr)
{
	attr->context_switch = 1;	/* the next task owns the last slice of a dying thread */
	attr->comm = 1;
	attr->comm_exec = 1;
	attr->task = 1;			/* FORK, EXIT */
}

static void add_software(struct group *group, const struct group_options *options)
{
	static const struct pmu_encoding switches = { .type = PERF_TYPE_SOFTWARE,
						      .config = PERF_COUNT_SW_CONTEXT_SWITCHES };
	static const struct pmu_encoding clock = { .type = PERF_TYPE_SOFTWARE,
						   .config = PERF_COUNT_SW_CPU_CLOCK };
	struct perf_event_attr *attr;

	/* exclude_kernel stays 0: a switch happens in the kernel, and with 1 is never sampled */
	add_member(group, MEMBER_SWITCH, EV_COUNT, "context-switches", &switches);
	attr = &group->member[group->n - 1].attr;
	attr->sample_period = 1;
	/* no watermark: the ring belongs to the leader, and wakes its reader when half full */
	add_member(group, MEMBER_CLOCK, EV_COUNT, "cpu-clock", &clock);
	attr = &group->member[group->n - 1].attr;
	attr->sample_period = options->interval_ns / 4 ? options->interval_ns / 4 : 1;
}

static bool wanted(const struct pmu *pmu, const struct family_event *event,
		   const struct group_options *options)
{
	if (event->only_counters && pmu_is_generic(pmu))
		return false;	/* the kernel might choose a counter that cannot count it */
	if (event->use == USE_REST)
		return false;
	if (event->level > options->levels)
		return false;
	if (options->mux)
		return event->mux == options->mux ||
		       (event->fixed && (event->use != USE_IPC || options->with_ipc));
	if (event->mux)
		return false;
	return event->use == USE_IPC ? options->with_ipc :
	       event->use == USE_CORRECTION ? options->with_corrections : true;
}

double perf_event_worth(const struct pmu *pmu, const struct family *family,
			const struct family_event *event)
{
	double scale = family_event_scale(event);

	if (event->id == EV_SLOTS && family->slots_from_caps)
		scale *= pmu->slots ? pmu->slots : family_manual_slots(family);
	return scale * pmu_event_scale(pmu, event->name);
}

/*
 * Event code 0 is the kernel's own for slots (0x400) and the metrics of the register (0x8x00),
 * which only P-cores have. It is never opened on an E-core, even if a table or sysfs says so.
 */
static bool is_metric_on_e_core(const struct pmu *pmu, const struct pmu_encoding *encoding)
{
	return pmu->core_type != TYPE_CORE && encoding->type == pmu->type && !(encoding->config & 0xff);
}

int perf_event_encode(const struct pmu *pmu, const struct family_event *event,
		      struct pmu_encoding *encoding, struct err *err)
{
	int ret = 0;

	if (event->config && (event->not_sysfs || !pmu_has_event(pmu, event->name)))
		*encoding = (struct pmu_encoding){ .type = pmu->type, .config = event->config };
	else
		ret = pmu_event(pmu, event->name, encoding, err);
	if (!ret && is_metric_on_e_core(pmu, encoding))
		ret = err_set(err, EINVAL, "PMU \"%s\" says that \"%s\" is config 0x%llx, which "
			      "E-cores do not have: opening it hangs some kernels "
			      "(CVE-2025-38322)", pmu->name, event->name,
			      (unsigned long long)encoding->config);
	return ret;
}

const struct family_event *group_leader(const struct family *family, enum core_type core_type,
					int mux)
{
	for (size_t i = 0; i < family->n_events; i++)
		if (family->events[i].mux == mux && family->events[i].core_type == core_type)
			return &family->events[i];
	return NULL;
}

static int perf_open_add_event(const struct pmu *pmu, const struct family *family,
			       const struct family_event *event, enum member_role role, struct group *group,
			       struct err *err)
{
	const struct family_event *first = group_leader(family, pmu->core_type, 0);
	struct pmu_encoding encoding;
	struct group_member *member = &group->member[group->n];
	int ret = perf_event_encode(pmu, event, &encoding, err);

	if (ret)
		return ret;
	add_member(group, role, event->id, event->name, &encoding);
	member->scale = perf_event_worth(pmu, family, event);
	member->of_core = family_event_counts_cores(event, encoding.config);
	if (event->both_threads && group->member[0].of_core) {
		member->of_core = true;
		member->scale /= 2;
	}
	member->general = counters_is_general(family, event);
	member->level = event->level;
	member->cycles = event->cycles;
	member->also = event->also;
	member->sums_slots = event->sums_slots;
	if (role == MEMBER_LEADER && event != first) {
		member->slots = true;
		member->cycles = first->cycles;
	}
	return 0;
}

int group_make(const struct pmu *pmu, const struct family *family,
	       const struct group_options *options, struct group *group, struct err *err)
{
	const struct family_event *leader = group_leader(family, pmu->core_type, options->mux);
	int ret;

	memset(group, 0, sizeof(*group));
	if (!leader)
		return err_set(err, EINVAL, "%s has no group %d in its rotation", family->name,
			       options->mux);
	ret = perf_open_add_event(pmu, family, leader, MEMBER_LEADER, group, err);
	if (!ret && !options->per_task)
		add_software(group, options);
	for (size_t i = 0; !ret && i < family->n_events; i++) {
		const struct family_event *event = &family->events[i];

		if (event == leader || event->core_type != pmu->core_type ||
		    !wanted(pmu, event, options))
			continue;
		ret = perf_open_add_event(pmu, family, event, event->use == USE_TOPDOWN ? MEMBER_METRIC :
					  MEMBER_OPTIONAL, group, err);
		if (ret == -ENOENT && event->use != USE_TOPDOWN)
			ret = 0;
	}
	for (size_t i = 0; options->per_task && i < group->n; i++)
		make_inherited(&group->member[i].attr, options->user_only);
	for (size_t i = 0; i < group->n; i++)
		group->member[i].attr.exclude_guest = options->without_guests;
	group->member[0].attr.disabled = 1;	/* the whole group starts with its leader */
	return ret;
}

/*
 * In user mode only, a reading in an interrupt finds no slots. If that interrupt goes on to switch
 * tasks there is nothing to save: the thread then starts with the slots that the next task leaves
 * in the registers (icl_set_topdown_event_period() writes none). An overflow of cycles is an NMI,
 * which never switches. Where the kernel's part counts there are always slots.
 */
static struct group_member *find_cycles(struct group *group)
{
	for (size_t i = 0; i < group->n; i++)
		if (group->member[i].event == EV_CYCLES && group->member[i].attr.exclude_kernel)
			return &group->member[i];
	return NULL;
}

void group_make_pinned(const struct group *group, uint64_t period_ns, struct group *pinned)
{
	static const struct pmu_encoding clock = { .type = PERF_TYPE_SOFTWARE,
						   .config = PERF_COUNT_SW_TASK_CLOCK };
	struct group_member *sampler;

	*pinned = *group;
	sampler = find_cycles(pinned);
	if (!sampler) {
		add_member(pinned, MEMBER_CLOCK, EV_COUNT, "task-clock", &clock);
		sampler = &pinned->member[pinned->n - 1];
		make_inherited(&sampler->attr, group->member[0].attr.exclude_kernel);
		sampler->attr.exclude_guest = group->member[0].attr.exclude_guest;
	}
	for (size_t i = 0; i < pinned->n; i++)
		pinned->member[i].attr.inherit = 0;
	pinned->member[0].attr.pinned = 1;
	sampler->attr.sample_type = PERF_SAMPLE_READ;
	sampler->attr.sample_period = period_ns * (sampler->event == EV_CYCLES ? CYCLES_PER_NS : 1);
}

uint64_t group_pinned_period_ns(long long rate)
{
	return rate < 1 || rate >= 4 * PINNED_RATE ? NS_PER_S / PINNED_RATE :
						     4 * NS_PER_S / (uint64_t)rate;
}

int group_find_sampler(const struct group *group)
{
	for (size_t i = 0; i < group->n; i++)
		if (group->member[i].attr.sample_period)
			return (int)i;
	return -1;
}

void group_leave_optional(struct group *group, struct group *left)
{
	size_t n = 0;

	memset(left, 0, sizeof(*left));
	for (size_t i = 0; i < group->n; i++) {
		if (group->member[i].role == MEMBER_OPTIONAL)
			left->member[left->n++] = group->member[i];
		else
			group->member[n++] = group->member[i];
	}
	group->n = n;
	left->member[0].attr.disabled = 1;
}

size_t group_generals(const struct group *group)
{
	size_t n = 0;

	for (size_t i = 0; i < group->n; i++)
		n += group->member[i].general;
	return n;
}

bool group_uses_perf_metrics(const struct group *group)
{
	return group->n && !strcmp(group->member[0].name, "slots");
}

/* Pseudo events 0x80 to 0x87 (arch/x86/include/asm/perf_event.h: INTEL_TD_METRIC_RETIRING on). */
bool group_member_is_metric(const struct group_member *member)
{
	return !strncmp(member->name, "topdown-", 8) && (member->attr.config & 0xff) == 0 &&
	       (member->attr.config & 0xffff) >= 0x8000 && (member->attr.config & 0xffff) <= 0x8700;
}

void group_copy_counting(const struct group *group, struct group *counting)
{
	counting->n = 0;
	for (size_t i = 0; i < group->n; i++)
		if (group->member[i].role != MEMBER_SWITCH && group->member[i].role != MEMBER_CLOCK)
			counting->member[counting->n++] = group->member[i];
}

void group_describe(const struct group *group, struct reading_member members[GROUP_MEMBERS])
{
	for (size_t i = 0; i < group->n; i++)
		members[i] = (struct reading_member){ .event = group->member[i].event,
						     .scale = group->member[i].scale,
						     .cycles = group->member[i].cycles,
						     .slots = group->member[i].slots,
						     .also = group->member[i].also,
						     .sums_slots = group->member[i].sums_slots };
}

size_t group_leave_level2(struct group *group)
{
	const size_t all = group->n;

	group->n = 0;
	for (size_t i = 0; i < all; i++)
		if (group->member[i].level < 2)
			group->member[group->n++] = group->member[i];
	return all - group->n;
}

void group_make_watcher(struct perf_event_attr *attr, enum watcher what)
{
	static const struct pmu_encoding dummy = { .type = PERF_TYPE_SOFTWARE,
						   .config = PERF_COUNT_SW_DUMMY };
	struct group group = { .n = 0 };

	add_member(&group, MEMBER_SWITCH, EV_COUNT, "dummy", &dummy);
	*attr = group.member[0].attr;
	attr->context_switch = what == WATCHER_OF_SWITCHES;
	attr->comm = attr->comm_exec = attr->task = what == WATCHER_OF_TASKS;
	attr->disabled = 1;
}

void group_make_tracepoint(struct perf_event_attr *attr, uint64_t tracepoint)
{
	const struct pmu_encoding encoding = { .type = PERF_TYPE_TRACEPOINT, .config = tracepoint };
	struct group group = { .n = 0 };

	add_member(&group, MEMBER_CLOCK, EV_COUNT, "timer:hrtimer_expire_entry", &encoding);
	*attr = group.member[0].attr;
	attr->sample_period = 1;
	attr->disabled = 1;
}

bool group_counts_cores(const struct group *group)
{
	for (size_t i = 0; i < group->n; i++)
		if (group->member[i].of_core)
			return true;
	return false;
}

int group_find(const struct group *group, enum member_role role)
{
	for (size_t i = 0; i < group->n; i++) {
		if (group->member[i].role == role)
			return (int)i;
	}
	return -1;
}
