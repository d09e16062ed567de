/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counts opened nodes: follows the request, and gives each interval's readings to the values; see
 * live_nodes.h. Free counters: node_room; groups: node_groups; threads and CPUs: node_targets; what is
 * open: node_open; what gives way: node_sheds.
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

#include "collect/nodes/latency.h"
#include "collect/nodes/live_nodes_parts.h"
#include "collect/nodes/node_groups.h"
#include "collect/nodes/node_open.h"
#include "collect/nodes/node_targets.h"
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

enum phase { NODE_IDLE, NODE_ROOM, NODE_OPEN, NODE_COUNT };

struct live_nodes {
	struct node_counter counter;
	struct live_nodes_options options;
	const struct perf_sys *sys;
	struct facts facts;
	struct cores cores;
	struct tree_values *values;
	struct latency *latency;
	struct node_groups groups;
	struct node_room room, again;	/* again: while nodes are counted */
	struct node_open open;
	struct node_targets targets;
	struct event_budget budget;	/* its steps: node_sheds */
	struct node_regions regions;

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
	struct node_sum sum[NODE_GROUPS_MAX];
	struct tree_readings readings;
};

static struct live_nodes *of(struct node_counter *counter)
{
	return (struct live_nodes *)counter;
}

/* ---- groups ---- */

static void live_nodes_make_room(struct live_nodes *live, uint32_t counters)
{
	if (live->asked == counters)
		return;
	live->asked = counters;
	if (live->options.make_room)
		live->options.make_room(live->options.data, counters);
}

/* As node_groups_fit(); of a region as many groups as there is room for their events. */
static int fit(struct live_nodes *live)
{
	struct node_groups *groups = &live->groups;
	size_t most = node_sheds[live->budget.step].groups;
	int ret = node_groups_fit(groups, &live->request, most, live->sys);

	live->fewer = false;
	while (!ret && live->request.scope == LIVE_REGION && most > 1 &&
	       node_groups_events(groups) > REGION_EVENTS) {
		most = (most < groups->n ? most : groups->n) - 1;
		ret = node_groups_fit(groups, &live->request, most, live->sys);
		live->fewer = true;
	}
	return ret;
}

/* Retire latencies of the counted nodes are sampled. */
static void look_at_latencies(struct live_nodes *live, uint64_t now_ns)
{
	struct tree_event_set timed[CORE_TYPES] = { { .word = { 0 } } };

	if (live->request.latency == RETIRE_MEASURED)
		node_types_timed(&live->groups, timed);
	latency_look(live->latency, timed, now_ns);
}

static size_t threads_most(const struct live_nodes *live)
{
	const size_t most = node_sheds[live->budget.step].threads;

	return live->request.scope == LIVE_REGION && most > REGION_SLOTS ? REGION_SLOTS : most;
}

/* Closes all that is open. */
static void leave_targets(struct live_nodes *live)
{
	node_regions_leave(&live->regions);
	node_targets_leave(&live->targets);
}

/* Packs for the room that was found, and begins to open. */
static void live_nodes_begin(struct live_nodes *live, uint64_t now_ns)
{
	int ret;

	leave_targets(live);
	node_types_see_machine(&live->groups, live->options.machine);
	privilege_raise(PRIVILEGE_COUNT);
	ret = fit(live);
	privilege_raise(PRIVILEGE_PROC);
	live->trouble.text[0] = '\0';
	if (ret) {
		(void)perf_advice(ret < 0 ? -ret : EINVAL, "events of this node", -1, &live->facts,
				  &live->trouble);
		live->groups.n = 0;
	}
	if (!node_regions_look(&live->regions, &live->request)) {
		(void)err_set(&live->trouble, EOPNOTSUPP,
			      "levels 3 to 6 of a region need the BPF engine");
		live->groups.n = 0;
	}
	live->starved = false;
	live->targets.alone = live->request.scope == LIVE_REGION;
	live->targets.of.threads_most = threads_most(live);
	live->phase = NODE_COUNT;
	live->next_ns = now_ns;
	live->turn_ns = now_ns + TURN_NS;
	look_at_latencies(live, now_ns);
	if (!live->groups.n)
		return;
	node_targets_look(&live->targets, &live->request, now_ns);
	live->phase = NODE_OPEN;
}

static void try_room(struct live_nodes *live, uint64_t now_ns)
{
	privilege_raise(PRIVILEGE_COUNT);
	node_groups_choose_mode(&live->groups, live->sys, live->options.machine);
	privilege_raise(PRIVILEGE_PROC);
	node_room_begin(&live->room, live->options.machine, now_ns);
	live->again.trying = false;
	live->phase = NODE_ROOM;
}

/* ---- the request ---- */

static void leave(struct live_nodes *live)
{
	leave_targets(live);
	latency_leave(live->latency);
	live_nodes_make_room(live, 0);
	live->phase = NODE_IDLE;
	live->request = (struct tree_request){ .scope = LIVE_NOTHING };
	live->close_ns = 0;
	live->own_percent = NAN;
}

static void look(struct live_nodes *live, uint64_t now_ns)
{
	leave(live);
	tree_values_begin(live->values);
	live->budget.step = live->budget.over = 0;
	memset(live->shrunk, 0, sizeof(live->shrunk));
	node_groups_forget(&live->groups);
	live->retry_after_ns = RETRY_NS;
	live->retry_ns = now_ns + RETRY_NS;
	live->second_ns = now_ns + NS_PER_S;
	live->own_before_ns = live->own_ns;
}

static void follow_request(struct live_nodes *live, uint64_t now_ns)
{
	const bool open = live->phase != NODE_IDLE;
	struct tree_request request;
	bool same;

	if (!tree_requests_take(live->options.requests, &request))
		return;
	if (request.scope == LIVE_NOTHING) {
		if (open && !live->close_ns)
			live->close_ns = now_ns + CLOSE_NS;
		return;
	}
	same = open && tree_request_same_row(&request, &live->asked_for);
	live->close_ns = 0;
	if (same && tree_request_same_nodes(&request, &live->asked_for)) {
		live->request.serial = request.serial;
		return;
	}
	if (!same)
		look(live, now_ns);
	live->request = live->asked_for = request;
	live_nodes_make_room(live, node_room_need(&live->groups, &request));
	if (!same)
		try_room(live, now_ns);
	else if (live->phase != NODE_ROOM)
		live_nodes_begin(live, now_ns);
}

/* ---- steps ---- */

/* Others may have ended that held counters. */
static void retry_room(struct live_nodes *live, uint64_t now_ns)
{
	struct node_room *again = &live->again;

	if (!again->trying && now_ns >= live->retry_ns) {
		live->retry_ns = now_ns + live->retry_after_ns;
		if (node_room_may_grow(&live->room, &live->groups) || live->starved)
			node_room_begin(again, live->options.machine, now_ns);
	}
	if (!node_room_step(again, &live->groups, live->sys, now_ns))
		return;
	for (int type = 0; type < CORE_TYPES; type++) {
		if (again->best[type] <= live->room.best[type])
			continue;
		live->room = *again;
		memset(live->shrunk, 0, sizeof(live->shrunk));
		node_room_apply(&live->room, &live->groups);
		live_nodes_begin(live, now_ns);
		if (live->retry_after_ns < RETRY_MOST_NS)
			live->retry_after_ns *= 2;
		return;
	}
}

static void see_cost(struct live_nodes *live, uint64_t now_ns)
{
	const uint64_t spent_ns = live->own_ns - live->own_before_ns;

	live->own_percent = 100 * (double)spent_ns /
			    (double)(now_ns - live->second_ns + NS_PER_S);
	live->own_before_ns = live->own_ns;
	live->second_ns = now_ns + NS_PER_S;
	if (live->phase != NODE_ROOM && event_budget_see(&live->budget, live->own_percent))
		live_nodes_begin(live, now_ns);
}

static void open_more(struct live_nodes *live, uint64_t now_ns)
{
	const bool all = node_targets_open(&live->targets, OPEN_BUDGET_NS);

	node_regions_follow(&live->regions, &live->open);
	live->phase = all ? NODE_COUNT : NODE_OPEN;
	live->next_ns = now_ns + OPEN_PAUSE_NS;
}

static void step_open(struct live_nodes *live, uint64_t now_ns)
{
	if (live->phase == NODE_ROOM &&
	    node_room_step(&live->room, &live->groups, live->sys, now_ns)) {
		node_room_apply(&live->room, &live->groups);
		live_nodes_begin(live, now_ns);
	}
	if (live->phase == NODE_OPEN && now_ns >= live->next_ns)
		open_more(live, now_ns);
	if (live->phase != NODE_COUNT)
		return;
	if (node_targets_by_cpu(&live->targets) && now_ns >= live->turn_ns) {
		node_open_turn(&live->open);
		live->turn_ns = now_ns + TURN_NS;
	}
	retry_room(live, now_ns);
}

static void step(struct node_counter *counter, uint64_t now_ns)
{
	struct live_nodes *live = of(counter);
	const struct perf_sys *sys = live->sys;
	const uint64_t before_ns = sys->cpu_ns(sys->data);

	follow_request(live, now_ns);
	if (live->close_ns && now_ns >= live->close_ns)
		leave(live);
	if (live->phase == NODE_IDLE)
		return;
	step_open(live, now_ns);
	latency_step(live->latency, now_ns);
	if (now_ns >= live->second_ns)
		see_cost(live, now_ns);
	live->own_ns += sys->cpu_ns(sys->data) - before_ns;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t next_ns(const struct node_counter *counter)
{
	const struct live_nodes *live = (const struct live_nodes *)counter;
	uint64_t next = live->close_ns ? live->close_ns : UINT64_MAX;

	switch (live->phase) {
	case NODE_IDLE:
		return UINT64_MAX;
	case NODE_ROOM:
		return earlier(next, live->room.next_ns);
	case NODE_OPEN:
		next = earlier(next, live->next_ns);
		break;
	case NODE_COUNT:
		if (node_targets_by_cpu(&live->targets) && live->groups.n > 1)
			next = earlier(next, live->turn_ns);
		if (live->again.trying)
			next = earlier(next, live->again.next_ns);
		break;
	}
	return earlier(next, latency_next_ns(live->latency));
}

/* ---- after an interval ---- */

/* Was the group enabled for long enough to know, and never on? */
static bool is_starved(const struct live_nodes *live, size_t group)
{
	return live->open.enabled_ns[group] >= STARVED_NS && !live->open.running_ns[group];
}

/*
 * Which groups were never on? Tries again how many counters are free, at most one less. Where that
 * was done twice, and others of the same core type run, it is an event of it that has no counter.
 */
static void see_starving(struct live_nodes *live, uint64_t now_ns)
{
	size_t most[CORE_TYPES] = { 0 };
	bool again = false, refused = false;

	live->starved = false;
	for (size_t i = 0; i < live->groups.n; i++) {
		const enum core_type type = live->groups.group[i].core_type;

		if (!is_starved(live, i))
			continue;
		if (live->shrunk[type] >= SHRINKS && node_open_some_ran(&live->open, type))
			refused |= node_groups_refuse(&live->groups, i);
		else if (live->room.best[type] > 1)
			most[type] = live->room.best[type] - 1;
		else
			live->starved = true;
	}
	for (int type = 0; type < CORE_TYPES; type++) {
		again |= most[type] > 0;
		live->shrunk[type] += most[type] > 0;
	}
	if (again) {
		try_room(live, now_ns);
		memcpy(live->room.most, most, sizeof(most));
		leave_targets(live);
	} else if (refused) {
		live_nodes_begin(live, now_ns);
	}
}

/* An idle CPU has counted nothing, and is not woken for that. */
static bool was_idle(void *data, int cpu)
{
	const struct row *row = snapshot_find(data, ROW_CPU, cpu);

	return row && !row->busy_ns;
}

static void see_region(struct live_nodes *live, const struct snapshot *draft, uint64_t now_ns)
{
	if (node_regions_find(&live->request, draft) && (live->phase == NODE_COUNT || live->phase == NODE_OPEN))
		live_nodes_begin(live, now_ns);
}

static void see_cgroup(struct live_nodes *live, const struct snapshot *draft)
{
	const struct tree_request *request = &live->request;
	const struct row *row = opened_row_find(draft, request->scope, request->id, request->start_ns);

	if (live->request.scope == LIVE_CGROUP && row && !node_targets_by_cpu(&live->targets) &&
	    live->targets.of.scope.threads > live->targets.of.threads_most)
		(void)snprintf(live->targets.cgroup, sizeof(live->targets.cgroup), "%s",
			       snapshot_text(draft, row->cgroup));
}

static void say(struct live_nodes *live)
{
	const struct node_targets *targets = &live->targets;
	struct node_remarks remarks = {
		.trouble = live->trouble.text[0] ? live->trouble.text : targets->of.trouble.text,
		.region_of = live->request.id,
		.region = live->request.scope == LIVE_REGION && !live->request.region ?
				  live->request.region_name : NULL,
		.missing = targets->of.missing,
		.starved = live->starved,
		.refused = live->groups.refused, .unfit = live->groups.unfit,
		.shed = live->fewer ? 0 : live->groups.shed,
		.region_shed = live->fewer ? live->groups.shed : 0,
		.region_full = live->regions.full,
		.exhausted = event_budget_exhausted(&live->budget),
		.own_percent = live->own_percent, .latency = latency_remark(live->latency),
	};

	remarks.refused_event = node_types_refused(&live->groups, &remarks.refused_errno);
	if (node_sheds[live->budget.step].threads < EVENT_THREADS_MOST)
		remarks.shed_threads = (uint32_t)targets->of.threads_most;
	if (!live->open.table.n)
		remarks.missing.left_out = remarks.missing.not_permitted = 0;	/* all are, and .trouble says why */
	node_remark(&remarks, live->readings.remark, sizeof(live->readings.remark));
}

static void live_nodes_describe(struct live_nodes *live, const struct snapshot *draft)
{
	struct tree_readings *readings = &live->readings;

	readings->request = live->request;
	readings->end_ns = draft->end_ns;
	readings->began_ns = draft->end_ns - draft->interval_ns;
	readings->cpus = node_targets_by_cpu(&live->targets);
	readings->part = (float)node_targets_part(&live->targets);
	readings->own_percent = (float)live->own_percent;
	node_targets_numbers(&live->targets, &readings->threads, &readings->counted);
	latency_read(live->latency, readings);
	say(live);
}

static void follow_path(struct live_nodes *live, const struct opened *opened, uint64_t now_ns)
{
	if (!live->request.follow || live->phase != NODE_COUNT ||
	    !tree_values_follow(live->values, opened, live->request.open))
		return;
	live_nodes_make_room(live, node_room_need(&live->groups, &live->request));
	live_nodes_begin(live, now_ns);
}

/* A source that has restarted counting has lost the events that were handed over. */
static void read_sums(struct live_nodes *live, struct snapshot *draft, uint64_t now_ns)
{
	if (live->request.scope != LIVE_REGION) {
		node_open_read(&live->open, live->sum, was_idle, draft);
	} else if (node_regions_read(&live->regions, &live->open, live->sum)) {
		memset(live->sum, 0, sizeof(live->sum));
		live_nodes_begin(live, now_ns);
	}
}

static void read_all(struct live_nodes *live, struct snapshot *draft, uint64_t now_ns)
{
	const bool reads = live->phase == NODE_COUNT || live->phase == NODE_OPEN;

	live->readings.n = live->readings.n_latencies = 0;
	live->readings.groups = 0;
	if (reads) {
		read_sums(live, draft, now_ns);
		node_open_report(&live->open, live->sum, &live->readings);
		see_cgroup(live, draft);
		node_targets_see(&live->targets, draft);
		node_regions_follow(&live->regions, &live->open);
		node_targets_sample(&live->targets, live->latency, now_ns);
		open_more(live, now_ns);
	}
	live_nodes_describe(live, draft);
}

static void live_nodes_see(struct node_counter *counter, struct snapshot *draft, uint64_t now_ns)
{
	struct live_nodes *live = of(counter);
	const struct perf_sys *sys = live->sys;
	const uint64_t before_ns = sys->cpu_ns(sys->data);
	struct tree_row row[CORE_TYPES];

	event_tasks_see(live->targets.of.tasks, draft);
	live->targets.of.machine = draft->machine;
	draft->opened.scope = LIVE_NOTHING;
	draft->opened.n = 0;
	node_types_see_slices(&live->groups, live->options.machine, draft);
	if (live->phase == NODE_IDLE)
		return;
	see_region(live, draft, now_ns);
	read_all(live, draft, now_ns);
	if (live->options.record)
		live->options.record(live->options.data, &live->readings);
	opened_row_fill(draft, &live->request, row);
	tree_values_see(live->values, &live->readings, row, &draft->opened);
	if (live->phase == NODE_COUNT)
		see_starving(live, now_ns);
	follow_path(live, &draft->opened, now_ns);
	live->own_ns += sys->cpu_ns(sys->data) - before_ns;
}

static void end(struct node_counter *counter)
{
	leave(of(counter));
}

/* ---- new and free ---- */

static void free_all(struct live_nodes *live)
{
	if (live->targets.open)
		node_targets_done(&live->targets);
	latency_free(live->latency);
	tree_values_free(live->values);
	cores_done(&live->cores);
	free(live);
}

static void free_counter(struct node_counter *counter)
{
	free_all(of(counter));
}

static const struct node_counter_ops ops = {
	.step = step,
	.see = live_nodes_see,
	.next_ns = next_ns,
	.end = end,
	.free = free_counter,
};

static int make_parts(struct live_nodes *live, struct err *err)
{
	const struct family *family = live->options.machine->family;
	struct latency_options latency = { .family = family, .page = live->facts.page, .sys = live->sys };

	for (int i = 0; i < CORE_TYPES; i++)
		latency.pmu[i] = live->groups.type[i].tree ? live->groups.type[i].pmu->type : 0;
	live->values = tree_values_new(family->tree);
	live->latency = latency_new(&latency);
	node_open_init(&live->open, live->sys, &live->groups);
	if (!live->values || !live->latency ||
	    node_targets_init(&live->targets, live->sys, &live->facts, &live->open))
		return err_set(err, ENOMEM, "not enough memory to count more nodes");
	for (int i = 0; i < CORE_TYPES; i++) {
		live->groups.type[i].code = tree_values_code(live->values, (enum core_type)i);
		live->groups.type[i].room.has_slots = true;
	}
	node_types_see_machine(&live->groups, live->options.machine);
	return 0;
}

int live_nodes_new(const struct live_nodes_options *options, struct node_counter **out, struct err *err)
{
	struct live_nodes *live = calloc(1, sizeof(*live));
	int ret;

	*out = NULL;
	if (!live)
		return err_set(err, ENOMEM, "not enough memory to count more nodes");
	live->counter.ops = &ops;
	live->options = *options;
	live->sys = options->sys ? options->sys : &perf_sys_real;
	live->own_percent = NAN;
	live->regions.source = options->source;
	live->sys->facts(live->sys->data, &live->facts);
	live->budget = (struct event_budget){ .limit_percent = options->budget * (double)live->facts.cpus_online,
					      .last = NODE_SHEDS - 1 };
	ret = cores_find_with(options->pmu_root, &live->facts, &live->cores, err);
	if (!ret)
		ret = node_types_find(&live->groups, &live->cores, live->options.machine->family, err);
	if (!ret)
		ret = make_parts(live, err);
	if (ret) {
		free_all(live);
		return ret;
	}
	*out = &live->counter;
	return 0;
}
