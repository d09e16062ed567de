/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes readings of opened nodes from stories; see demo_nodes.h. */
#include "config.h"
#include "collect/demo/demo_nodes.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/demo/demo_rates.h"
#include "model/snapshot/opened_row.h"
#include "model/splitmix64.h"
#include "model/tree/tree_groups.h"
#include "model/tree/tree_values.h"

#define COUNTERS 0x3fU		/* cycles and five events: what tdtop and the watchdog leave */
#define THREADS_MOST 200	/* as on a real machine */
#define UNSTEADY 0.08		/* how much a group sees another part of the process' time */
#define JITTER 0.1		/* of the time that each group gets */
#define OWN_PERCENT 0.06	/* of a CPU, for each group */

struct demo_nodes {
	struct node_counter counter;
	const struct tree *tree;
	struct tree_requests *requests;
	struct tree_values *values;
	struct tree_request request;
	struct tree_groups groups;
	struct tree_readings readings;
	double running[TREE_GROUPS_MAX];	/* in this interval, parts of the time */
};

static struct demo_nodes *of(struct node_counter *counter)
{
	return (struct demo_nodes *)counter;
}

/* ---- what is counted ---- */

/* The groups of the children of all open nodes. */
static void pack(struct demo_nodes *demo)
{
	static const struct tree_room room = { .counters = COUNTERS, .cycles = true,
					       .cycles_general = true, .has_cycles = true,
					       .has_instructions = true, .has_slots = true,
					       .machine = { .known = true, .smt = true },
					       .offcore = 2, .frontend = 1 };
	uint64_t nodes[TREE_NODE_WORDS];

	tree_open_children(demo->tree, demo->request.open[TYPE_CORE], nodes);
	tree_pack(tree_values_code(demo->values, TYPE_CORE), nodes, &room, &demo->groups);
}

/* Between -1 and 1, the same for the same interval, task and number. */
static double noise(const struct snapshot *draft, const struct row *row, uint64_t number)
{
	uint64_t state = splitmix64_mix(draft->seq * 8191 + (uint64_t)(uint32_t)row->id) + number;

	return 2 * splitmix64_share(&state) - 1;
}

/* The kernel lets the groups take turns. */
static void take_turns(struct demo_nodes *demo, const struct snapshot *draft, const struct row *row)
{
	double sum = 0;

	for (size_t g = 0; g < demo->groups.n; g++) {
		demo->running[g] = 1 + JITTER * noise(draft, row, 1000 + g);
		sum += demo->running[g];
	}
	for (size_t g = 0; g < demo->groups.n; g++)
		demo->running[g] = demo->groups.n > 1 ? demo->running[g] / sum : 1;
}

/* What one process did while a group was on, which is not quite what it did all the time. */
static void add_process(struct demo_nodes *demo, const struct snapshot *draft,
			const struct row *row, const char *comm)
{
	const double cycles = row->counts.value[EV_CYCLES];
	struct tree_reading *reading = demo->readings.reading;
	double whole[DEMO_QUANTITIES], quantity[DEMO_QUANTITIES];

	demo_quantities(comm, &row->values, whole);
	for (size_t g = 0; g < demo->groups.n; g++) {
		const struct tree_group *group = &demo->groups.group[g];
		const double part = cycles * demo->running[g];

		for (size_t i = 0; i < DEMO_QUANTITIES; i++) {
			const double away = (1 - demo->running[g]) * UNSTEADY;

			quantity[i] = whole[i];
			if (i > DQ_RETIRED)
				quantity[i] *= 1 + away * noise(draft, row, g * 64 + i);
		}
		quantity[DQ_WAIT] = quantity[DQ_DRAM] - quantity[DQ_BANDWIDTH];
		for (size_t i = 0; i < group->n; i++, reading++) {
			const struct tree_event *event = tree_event(demo->tree, group->event[i]);
			double rate = event->origin == TREE_CYCLES ? 1 :
								     demo_rate(event->name, quantity);

			reading->count += floor(part * fmax(0, rate));
		}
	}
}

/* A row of each event of each group, without counts yet. */
static void begin_readings(struct demo_nodes *demo, const struct row *row)
{
	struct tree_readings *readings = &demo->readings;

	readings->n = 0;
	for (size_t g = 0; g < demo->groups.n; g++)
		for (size_t i = 0; i < demo->groups.group[g].n; i++)
			readings->reading[readings->n++] = (struct tree_reading){
				.core_type = TYPE_CORE,
				.group = (uint8_t)g,
				.event = demo->groups.group[g].event[i],
				.enabled_ns = row->busy_ns,
				.running_ns = (uint64_t)((double)row->busy_ns * demo->running[g]),
			};
}

/* The row that a process is a part of, in the list of this kind. */
static bool is_part(const struct snapshot *draft, const struct row *process, const struct row *row)
{
	const int32_t index = (int32_t)(row - draft->table[row->kind].rows);

	if (row->kind == ROW_USER)
		return process->of_user == index;
	if (row->kind == ROW_CGROUP)
		return process->of_cgroup == index;
	if (row->kind == ROW_NAME)
		return process->of_name == index;
	return row->kind == ROW_MACHINE;
}

static const char *comm_of(const struct snapshot *draft, const struct row *row)
{
	if (row->kind == ROW_THREAD && row->parent >= 0)
		row = &draft->table[ROW_PROCESS].rows[row->parent];
	return snapshot_text(draft, row->name);
}

static void read_row(struct demo_nodes *demo, const struct snapshot *draft, const struct row *row)
{
	const struct row_table *processes = &draft->table[ROW_PROCESS];
	bool any = false;

	take_turns(demo, draft, row);
	begin_readings(demo, row);
	for (size_t i = 0; i < processes->n; i++) {
		const struct row *process = &processes->rows[i];

		if (process->asleep || !is_part(draft, process, row))
			continue;
		any = true;
		add_process(demo, draft, process, comm_of(draft, process));
	}
	if (!any)	/* a process, a thread, a CPU */
		add_process(demo, draft, row, comm_of(draft, row));
}

static void demo_nodes_describe(struct demo_nodes *demo, const struct snapshot *draft, const struct row *row)
{
	struct tree_readings *readings = &demo->readings;
	const enum live_scope scope = demo->request.scope;

	readings->request = demo->request;
	readings->began_ns = draft->end_ns - draft->interval_ns;
	readings->end_ns = draft->end_ns;
	readings->groups = (uint16_t)demo->groups.n;
	readings->cpus = scope == LIVE_MACHINE || scope == LIVE_CPU || scope == LIVE_WATCHED;
	readings->threads = row ? row->threads : 0;
	readings->counted = readings->threads < THREADS_MOST || readings->cpus ?
		readings->threads : THREADS_MOST;
	readings->part = 1;
	readings->own_percent = (float)(OWN_PERCENT * (double)demo->groups.n);
}

/* ---- the counter ---- */

/* What follow has opened of this row stays open. */
static void keep_followed(struct tree_request *request, const struct tree_request *before)
{
	if (!request->follow || !before->follow || request->scope != before->scope ||
	    request->id != before->id || request->region != before->region || request->start_ns != before->start_ns)
		return;
	for (size_t i = 0; i < TREE_NODE_WORDS; i++)
		request->open[TYPE_CORE][i] |= before->open[TYPE_CORE][i];
}

static void step(struct node_counter *counter, uint64_t now_ns)
{
	struct demo_nodes *demo = of(counter);
	struct tree_request request;

	(void)now_ns;
	if (!tree_requests_take(demo->requests, &request))
		return;
	keep_followed(&request, &demo->request);
	demo->request = request;
	pack(demo);
}

static void demo_nodes_see(struct node_counter *counter, struct snapshot *draft, uint64_t now_ns)
{
	struct demo_nodes *demo = of(counter);
	struct tree_row rows[CORE_TYPES];
	const struct row *row;

	step(counter, now_ns);
	row = opened_row_of(draft, &demo->request);
	demo->readings.n = 0;
	if (row)
		read_row(demo, draft, row);
	demo_nodes_describe(demo, draft, row);
	opened_row_fill(draft, &demo->request, rows);
	tree_values_see(demo->values, &demo->readings, rows, &draft->opened);
	if (demo->request.follow && draft->opened.scope != LIVE_NOTHING &&
	    tree_values_follow(demo->values, &draft->opened, demo->request.open))
		pack(demo);
}

static void free_demo(struct node_counter *counter)
{
	struct demo_nodes *demo = of(counter);

	tree_values_free(demo->values);
	free(demo);
}

static const struct node_counter_ops demo_ops = { .step = step, .see = demo_nodes_see, .free = free_demo };

int demo_nodes_new(const struct machine *machine, struct tree_requests *requests,
		   struct node_counter **out, struct err *err)
{
	const struct tree *tree = machine->family ? machine->family->tree[TYPE_CORE] : NULL;
	const struct tree *const trees[CORE_TYPES] = { [TYPE_CORE] = tree };
	struct demo_nodes *demo;

	*out = NULL;
	if (!tree)
		return err_set(err, ENOENT, "nothing below level 2 is known of these CPUs");
	demo = calloc(1, sizeof(*demo));
	if (demo)
		demo->values = tree_values_new(trees);
	if (!demo || !demo->values) {
		free(demo);
		return err_set(err, ENOMEM, "not enough memory to count more nodes");
	}
	demo->counter.ops = &demo_ops;
	demo->tree = tree;
	demo->requests = requests;
	*out = &demo->counter;
	return 0;
}
