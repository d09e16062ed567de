/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counts opened nodes: follows the request, and gives each interval's readings to the values; see
 * deep.h. Free counters: deep_room; groups: deep_groups; threads and CPUs: deep_targets; what is
 * open: deep_open; what gives way: deep_limits; readings: deep_report.
 *
 * After a request, ROOM tries how many counters are free; then groups are packed; OPEN opens them, a
 * part at each step; COUNT reads them when intervals end.
 */
#include "config.h"
#include "collect/nodes/live_nodes.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/nodes/node_groups.h"
#include "collect/nodes/node_open.h"
#include "collect/nodes/live_nodes_parts.h"
#include "collect/nodes/node_targets.h"
#include "collect/nodes/latency.h"
#include "collect/perf/cores.h"
#include "collect/perf/perf_advice.h"
#include "collect/perf/perf_sys.h"
#include "collect/sys/privilege.h"
#include "model/snapshot/opened_row.h"
#include "model/tree/tree_values.h"

#define NS_PER_S 1000000000ULL
#define CLOSE_NS (3 * NS_PER_S)		/* after no view needs it any more */
#define OPEN_BUDGET_NS 5000000ULL	/* of CPU time, at a step */
#define OPEN_PAUSE_NS 1000000ULL
#define TURN_NS 250000000ULL		/* of a group of CPUs */
#define STARVED_NS 300000000ULL		/* enabled, and never on */
#define RETRY_NS (10 * NS_PER_S)	/* are more counters free by now? */
#define RETRY_MOST_NS (300 * NS_PER_S)
#define SHRINKS 2

enum phase { DEEP_IDLE, DEEP_ROOM, DEEP_OPEN, DEEP_COUNT };

struct deep {
	struct node_counter counter;
	struct deep_options options;
	const struct perf_sys *sys;
	struct facts facts;
	struct cores cores;
	struct tree_values *values;
	struct latency *latency;
	struct deep_groups groups;
	struct deep_room room, again;	/* again: while nodes are counted */
	struct deep_open open;
	struct deep_targets targets;
	struct deep_limits limits;
	struct deep_regions regions;

	enum phase phase;
	struct tree_request asked_for;	/* the newest that is not LIVE_NOTHING */
	struct tree_request request;	/* the same, .open with what follow has opened */
	unsigned int shrunk[CORE_TYPES];	/* times, as groups were never on */
	bool starved;			/* even the smallest group was never on */
	bool fewer;			/* groups than asked for, as of a region */
	uint32_t asked;			/* counters of the source */
	struct err trouble;		/* why nothing is counted; "" */
	uint64_t close_ns;		/* no view needs it any more; 0: one does */
	uint64_t next_ns, turn_ns, retry_ns, retry_after_ns, second_ns;
	uint64_t own_ns, own_before_ns;	/* CPU time for nodes; a second ago */
	double own_percent;		/* of one CPU; NAN */
	struct deep_sum sum[DEEP_GROUPS_MAX];
	struct tree_readings readings;
};

static struct deep *of(struct node_counter *counter)
{
	return (struct deep *)counter;
}

/* ---- groups ---- */

static void deep_make_room(struct deep *deep, uint32_t counters)
{
	if (deep->asked == counters)
		return;
	deep->asked = counters;
	if (deep->options.make_room)
		deep->options.make_room(deep->options.data, counters);
}

/* As deep_groups_fit(); of a region as many groups as there is room for their events. */
static int fit(struct deep *deep)
{
	struct deep_groups *groups = &deep->groups;
	size_t most = deep_limits_groups(&deep->limits);
	int ret = deep_groups_fit(groups, &deep->request, most, deep->sys);

	deep->fewer = false;
	while (!ret && deep->request.scope == LIVE_REGION && most > 1 &&
	       deep_groups_events(groups) > REGION_EVENTS) {
		most = (most < groups->n ? most : groups->n) - 1;
		ret = deep_groups_fit(groups, &deep->request, most, deep->sys);
		deep->fewer = true;
	}
	return ret;
}

/* Retire latencies of the counted nodes are sampled. */
static void look_at_latencies(struct deep *deep, uint64_t now_ns)
{
	struct tree_event_set timed[CORE_TYPES] = { { .word = { 0 } } };

	if (deep->request.latency == RETIRE_MEASURED)
		deep_types_timed(&deep->groups, timed);
	latency_look(deep->latency, timed, now_ns);
}

static size_t threads_most(const struct deep *deep)
{
	const size_t most = deep_limits_threads(&deep->limits);

	return deep->request.scope == LIVE_REGION && most > REGION_SLOTS ? REGION_SLOTS : most;
}

/* Closes all that is open. */
static void leave_targets(struct deep *deep)
{
	deep_regions_leave(&deep->regions);
	deep_targets_leave(&deep->targets);
}

/* Packs for the room that was found, and begins to open. */
static void deep_begin(struct deep *deep, uint64_t now_ns)
{
	int ret;

	leave_targets(deep);
	deep_types_see_machine(&deep->groups, deep->options.machine);
	privilege_raise(PRIVILEGE_COUNT);
	ret = fit(deep);
	privilege_raise(PRIVILEGE_PROC);
	deep->trouble.text[0] = '\0';
	if (ret) {
		(void)perf_advice(ret < 0 ? -ret : EINVAL, "events of this node", -1, &deep->facts,
				  &deep->trouble);
		deep->groups.n = 0;
	}
	if (!deep_regions_look(&deep->regions, &deep->request)) {
		(void)err_set(&deep->trouble, EOPNOTSUPP,
			      "levels 3 to 6 of a region need the BPF engine");
		deep->groups.n = 0;
	}
	deep->starved = false;
	deep->targets.alone = deep->request.scope == LIVE_REGION;
	deep->targets.of.queue.threads_most = threads_most(deep);
	deep->phase = DEEP_COUNT;
	deep->next_ns = now_ns;
	deep->turn_ns = now_ns + TURN_NS;
	look_at_latencies(deep, now_ns);
	if (!deep->groups.n)
		return;
	deep_targets_look(&deep->targets, &deep->request, now_ns);
	deep->phase = DEEP_OPEN;
}

static void try_room(struct deep *deep, uint64_t now_ns)
{
	privilege_raise(PRIVILEGE_COUNT);
	deep_groups_choose_mode(&deep->groups, deep->sys, deep->options.machine);
	privilege_raise(PRIVILEGE_PROC);
	deep_room_begin(&deep->room, deep->options.machine, now_ns);
	deep->again.trying = false;
	deep->phase = DEEP_ROOM;
}

/* ---- the request ---- */

static void leave(struct deep *deep)
{
	leave_targets(deep);
	latency_leave(deep->latency);
	deep_make_room(deep, 0);
	deep->phase = DEEP_IDLE;
	deep->request = (struct tree_request){ .scope = LIVE_NOTHING };
	deep->close_ns = 0;
	deep->own_percent = NAN;
}

static void look(struct deep *deep, uint64_t now_ns)
{
	leave(deep);
	tree_values_begin(deep->values);
	deep->limits.of.step = deep->limits.of.over = 0;
	memset(deep->shrunk, 0, sizeof(deep->shrunk));
	deep_groups_forget(&deep->groups);
	deep->retry_after_ns = RETRY_NS;
	deep->retry_ns = now_ns + RETRY_NS;
	deep->second_ns = now_ns + NS_PER_S;
	deep->own_before_ns = deep->own_ns;
}

static void follow_request(struct deep *deep, uint64_t now_ns)
{
	const bool open = deep->phase != DEEP_IDLE;
	struct tree_request request;
	bool same;

	if (!tree_requests_take(deep->options.requests, &request))
		return;
	if (request.scope == LIVE_NOTHING) {
		if (open && !deep->close_ns)
			deep->close_ns = now_ns + CLOSE_NS;
		return;
	}
	same = open && tree_request_same_row(&request, &deep->asked_for);
	deep->close_ns = 0;
	if (same && tree_request_same_nodes(&request, &deep->asked_for)) {
		deep->request.serial = request.serial;
		return;
	}
	if (!same)
		look(deep, now_ns);
	deep->request = deep->asked_for = request;
	deep_make_room(deep, deep_room_need(&deep->groups, &request));
	if (!same)
		try_room(deep, now_ns);
	else if (deep->phase != DEEP_ROOM)
		deep_begin(deep, now_ns);
}

/* ---- steps ---- */

/* Others may have ended that held counters. */
static void retry_room(struct deep *deep, uint64_t now_ns)
{
	struct deep_room *again = &deep->again;

	if (!again->trying && now_ns >= deep->retry_ns) {
		deep->retry_ns = now_ns + deep->retry_after_ns;
		if (deep_room_may_grow(&deep->room, &deep->groups) || deep->starved)
			deep_room_begin(again, deep->options.machine, now_ns);
	}
	if (!deep_room_step(again, &deep->groups, deep->sys, now_ns))
		return;
	for (int type = 0; type < CORE_TYPES; type++) {
		if (again->best[type] <= deep->room.best[type])
			continue;
		deep->room = *again;
		memset(deep->shrunk, 0, sizeof(deep->shrunk));
		deep_room_apply(&deep->room, &deep->groups);
		deep_begin(deep, now_ns);
		if (deep->retry_after_ns < RETRY_MOST_NS)
			deep->retry_after_ns *= 2;
		return;
	}
}

static void see_cost(struct deep *deep, uint64_t now_ns)
{
	const uint64_t spent_ns = deep->own_ns - deep->own_before_ns;

	deep->own_percent = 100 * (double)spent_ns /
			    (double)(now_ns - deep->second_ns + NS_PER_S);
	deep->own_before_ns = deep->own_ns;
	deep->second_ns = now_ns + NS_PER_S;
	if (deep->phase != DEEP_ROOM && deep_limits_see(&deep->limits, deep->own_percent))
		deep_begin(deep, now_ns);
}

static void open_more(struct deep *deep, uint64_t now_ns)
{
	const bool all = deep_targets_open(&deep->targets, OPEN_BUDGET_NS);

	deep_regions_follow(&deep->regions, &deep->open);
	deep->phase = all ? DEEP_COUNT : DEEP_OPEN;
	deep->next_ns = now_ns + OPEN_PAUSE_NS;
}

static void step_open(struct deep *deep, uint64_t now_ns)
{
	if (deep->phase == DEEP_ROOM &&
	    deep_room_step(&deep->room, &deep->groups, deep->sys, now_ns)) {
		deep_room_apply(&deep->room, &deep->groups);
		deep_begin(deep, now_ns);
	}
	if (deep->phase == DEEP_OPEN && now_ns >= deep->next_ns)
		open_more(deep, now_ns);
	if (deep->phase != DEEP_COUNT)
		return;
	if (deep_targets_by_cpu(&deep->targets) && now_ns >= deep->turn_ns) {
		deep_open_turn(&deep->open);
		deep->turn_ns = now_ns + TURN_NS;
	}
	retry_room(deep, now_ns);
}

static void step(struct node_counter *counter, uint64_t now_ns)
{
	struct deep *deep = of(counter);
	const struct perf_sys *sys = deep->sys;
	const uint64_t before_ns = sys->cpu_ns(sys->data);

	follow_request(deep, now_ns);
	if (deep->close_ns && now_ns >= deep->close_ns)
		leave(deep);
	if (deep->phase == DEEP_IDLE)
		return;
	step_open(deep, now_ns);
	latency_step(deep->latency, now_ns);
	if (now_ns >= deep->second_ns)
		see_cost(deep, now_ns);
	deep->own_ns += sys->cpu_ns(sys->data) - before_ns;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t next_ns(const struct node_counter *counter)
{
	const struct deep *deep = (const struct deep *)counter;
	uint64_t next = deep->close_ns ? deep->close_ns : UINT64_MAX;

	switch (deep->phase) {
	case DEEP_IDLE:
		return UINT64_MAX;
	case DEEP_ROOM:
		return earlier(next, deep->room.next_ns);
	case DEEP_OPEN:
		next = earlier(next, deep->next_ns);
		break;
	case DEEP_COUNT:
		if (deep_targets_by_cpu(&deep->targets) && deep->groups.n > 1)
			next = earlier(next, deep->turn_ns);
		if (deep->again.trying)
			next = earlier(next, deep->again.next_ns);
		break;
	}
	return earlier(next, latency_next_ns(deep->latency));
}

/* ---- after an interval ---- */

/* Was the group enabled for long enough to know, and never on? */
static bool is_starved(const struct deep *deep, size_t group)
{
	return deep->open.enabled_ns[group] >= STARVED_NS && !deep->open.running_ns[group];
}

/*
 * Which groups were never on? Tries again how many counters are free, at most one less. Where that
 * was done twice, and others of the same core type run, it is an event of it that has no counter.
 */
static void see_starving(struct deep *deep, uint64_t now_ns)
{
	size_t most[CORE_TYPES] = { 0 };
	bool again = false, refused = false;

	deep->starved = false;
	for (size_t i = 0; i < deep->groups.n; i++) {
		const enum core_type type = deep->groups.group[i].core_type;

		if (!is_starved(deep, i))
			continue;
		if (deep->shrunk[type] >= SHRINKS && deep_open_some_ran(&deep->open, type))
			refused |= deep_groups_refuse(&deep->groups, i);
		else if (deep->room.best[type] > 1)
			most[type] = deep->room.best[type] - 1;
		else
			deep->starved = true;
	}
	for (int type = 0; type < CORE_TYPES; type++) {
		again |= most[type] > 0;
		deep->shrunk[type] += most[type] > 0;
	}
	if (again) {
		try_room(deep, now_ns);
		memcpy(deep->room.most, most, sizeof(most));
		leave_targets(deep);
	} else if (refused) {
		deep_begin(deep, now_ns);
	}
}

/* An idle CPU has counted nothing, and is not woken for that. */
static bool was_idle(void *data, int cpu)
{
	const struct row *row = snapshot_find(data, ROW_CPU, cpu);

	return row && !row->busy_ns;
}

static void see_region(struct deep *deep, const struct snapshot *draft, uint64_t now_ns)
{
	if (deep_regions_find(&deep->request, draft) && (deep->phase == DEEP_COUNT || deep->phase == DEEP_OPEN))
		deep_begin(deep, now_ns);
}

static void see_cgroup(struct deep *deep, const struct snapshot *draft)
{
	const struct tree_request *request = &deep->request;
	const struct row *row = opened_row_find(draft, request->scope, request->id, request->start_ns);

	if (deep->request.scope == LIVE_CGROUP && row && !deep_targets_by_cpu(&deep->targets) &&
	    deep->targets.of.scope.threads > deep->targets.of.queue.threads_most)
		(void)snprintf(deep->targets.cgroup, sizeof(deep->targets.cgroup), "%s",
			       snapshot_text(draft, row->cgroup));
}

static void say(struct deep *deep)
{
	const struct deep_targets *targets = &deep->targets;
	struct deep_remarks remarks = {
		.trouble = deep->trouble.text[0] ? deep->trouble.text : targets->of.trouble.text,
		.region_of = deep->request.id,
		.region = deep->request.scope == LIVE_REGION && !deep->request.region ?
				  deep->request.region_name : NULL,
		.missing = targets->of.missing,
		.starved = deep->starved,
		.refused = deep->groups.refused, .unfit = deep->groups.unfit,
		.shed = deep->fewer ? 0 : deep->groups.shed,
		.region_shed = deep->fewer ? deep->groups.shed : 0,
		.region_full = deep->regions.full,
		.exhausted = deep_limits_exhausted(&deep->limits),
		.own_percent = deep->own_percent, .latency = latency_remark(deep->latency),
	};

	remarks.refused_event = deep_types_refused(&deep->groups, &remarks.refused_errno);
	if (deep_limits_threads(&deep->limits) < DEEP_THREADS_MOST)
		remarks.shed_threads = (uint32_t)targets->of.queue.threads_most;
	if (!deep->open.table.n)
		remarks.missing.left_out = remarks.missing.not_permitted = 0;	/* all are, and .trouble says why */
	deep_remark(&remarks, deep->readings.remark, sizeof(deep->readings.remark));
}

static void deep_describe(struct deep *deep, const struct snapshot *draft)
{
	struct tree_readings *readings = &deep->readings;

	readings->request = deep->request;
	readings->end_ns = draft->end_ns;
	readings->began_ns = draft->end_ns - draft->interval_ns;
	readings->cpus = deep_targets_by_cpu(&deep->targets);
	readings->part = (float)deep_targets_part(&deep->targets);
	readings->own_percent = (float)deep->own_percent;
	deep_targets_numbers(&deep->targets, &readings->threads, &readings->counted);
	latency_read(deep->latency, readings);
	say(deep);
}

static void follow_path(struct deep *deep, const struct opened *opened, uint64_t now_ns)
{
	if (!deep->request.follow || deep->phase != DEEP_COUNT ||
	    !tree_values_follow(deep->values, opened, deep->request.open))
		return;
	deep_make_room(deep, deep_room_need(&deep->groups, &deep->request));
	deep_begin(deep, now_ns);
}

/* A source that has restarted counting has lost the events that were handed over. */
static void read_sums(struct deep *deep, struct snapshot *draft, uint64_t now_ns)
{
	if (deep->request.scope != LIVE_REGION) {
		deep_open_read(&deep->open, deep->sum, was_idle, draft);
	} else if (deep_regions_read(&deep->regions, &deep->open, deep->sum)) {
		memset(deep->sum, 0, sizeof(deep->sum));
		deep_begin(deep, now_ns);
	}
}

static void read_all(struct deep *deep, struct snapshot *draft, uint64_t now_ns)
{
	const bool reads = deep->phase == DEEP_COUNT || deep->phase == DEEP_OPEN;

	deep->readings.n = deep->readings.n_latencies = 0;
	deep->readings.groups = 0;
	if (reads) {
		read_sums(deep, draft, now_ns);
		deep_open_report(&deep->open, deep->sum, &deep->readings);
		see_cgroup(deep, draft);
		deep_targets_see(&deep->targets, draft);
		deep_regions_follow(&deep->regions, &deep->open);
		deep_targets_sample(&deep->targets, deep->latency, now_ns);
		open_more(deep, now_ns);
	}
	deep_describe(deep, draft);
}

static void deep_see(struct node_counter *counter, struct snapshot *draft, uint64_t now_ns)
{
	struct deep *deep = of(counter);
	const struct perf_sys *sys = deep->sys;
	const uint64_t before_ns = sys->cpu_ns(sys->data);
	struct tree_row row[CORE_TYPES];

	event_tasks_see(deep->targets.of.tasks, draft);
	deep->targets.of.machine = draft->machine;
	draft->opened.scope = LIVE_NOTHING;
	draft->opened.n = 0;
	deep_types_see_slices(&deep->groups, deep->options.machine, draft);
	if (deep->phase == DEEP_IDLE)
		return;
	see_region(deep, draft, now_ns);
	read_all(deep, draft, now_ns);
	if (deep->options.record)
		deep->options.record(deep->options.data, &deep->readings);
	opened_row_fill(draft, &deep->request, row);
	tree_values_see(deep->values, &deep->readings, row, &draft->opened);
	if (deep->phase == DEEP_COUNT)
		see_starving(deep, now_ns);
	follow_path(deep, &draft->opened, now_ns);
	deep->own_ns += sys->cpu_ns(sys->data) - before_ns;
}

static void end(struct node_counter *counter)
{
	leave(of(counter));
}

/* ---- new and free ---- */

static void free_all(struct deep *deep)
{
	if (deep->targets.open)
		deep_targets_done(&deep->targets);
	latency_free(deep->latency);
	tree_values_free(deep->values);
	cores_done(&deep->cores);
	free(deep);
}

static void free_counter(struct node_counter *counter)
{
	free_all(of(counter));
}

static const struct node_counter_ops ops = {
	.step = step,
	.see = deep_see,
	.next_ns = next_ns,
	.end = end,
	.free = free_counter,
};

static int make_parts(struct deep *deep, struct err *err)
{
	const struct family *family = deep->options.machine->family;
	struct latency_options latency = { .family = family, .page = deep->facts.page, .sys = deep->sys };

	for (int i = 0; i < CORE_TYPES; i++)
		latency.pmu[i] = deep->groups.type[i].tree ? deep->groups.type[i].pmu->type : 0;
	deep->values = tree_values_new(family->tree);
	deep->latency = latency_new(&latency);
	deep_open_init(&deep->open, deep->sys, &deep->groups);
	if (!deep->values || !deep->latency ||
	    deep_targets_init(&deep->targets, deep->sys, &deep->facts, &deep->open))
		return err_set(err, ENOMEM, "not enough memory to count more nodes");
	for (int i = 0; i < CORE_TYPES; i++) {
		deep->groups.type[i].code = tree_values_code(deep->values, (enum core_type)i);
		deep->groups.type[i].room.has_slots = true;
	}
	deep_types_see_machine(&deep->groups, deep->options.machine);
	return 0;
}

int deep_new(const struct deep_options *options, struct node_counter **out, struct err *err)
{
	struct deep *deep = calloc(1, sizeof(*deep));
	int ret;

	*out = NULL;
	if (!deep)
		return err_set(err, ENOMEM, "not enough memory to count more nodes");
	deep->counter.ops = &ops;
	deep->options = *options;
	deep->sys = options->sys ? options->sys : &perf_sys_real;
	deep->own_percent = NAN;
	deep->regions.source = options->source;
	deep->sys->facts(deep->sys->data, &deep->facts);
	deep->limits.of.limit_percent = options->budget * (double)deep->facts.cpus_online;
	ret = cores_find_with(options->pmu_root, &deep->facts, &deep->cores, err);
	if (!ret)
		ret = deep_types_find(&deep->groups, &deep->cores, deep->options.machine->family, err);
	if (!ret)
		ret = make_parts(deep, err);
	if (ret) {
		free_all(deep);
		return ret;
	}
	*out = &deep->counter;
	return 0;
}
