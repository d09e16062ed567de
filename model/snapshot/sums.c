/* SPDX-License-Identifier: GPL-2.0-only */
/* Sums intervals by CPU, by command name and by task; see sums.h. */
#include "config.h"
#include "model/snapshot/sums.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A failed allocation inside uthash then leaves the element out instead of calling exit(). */
#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#include "model/snapshot/finish.h"
#include "model/snapshot/row.h"
#include "model/snapshot/summed_tasks.h"

struct name {
	UT_hash_handle hh;
	struct lone_row sum;
	struct summed_region *regions;
	char text[];
};

/* What is known of all intervals together, and of the last one. */
struct sums {
	unsigned int of;
	const struct machine *machine;	/* NULL: nothing was added yet */
	struct lone_row *cpus;		/* in the order of machine->cpus */
	struct name *names;		/* a hash table, walked in the order of adding */
	struct summed_regions regions;	/* of names */
	struct region_state watched;	/* its .watched: in nanoseconds, of watch_ns */
	uint64_t watch_ns;		/* length of intervals in which regions were wanted */
	struct summed_tasks tasks;
	struct snapshot *snapshot;
	uint64_t intervals, length_ns, lost, lost_timed, lost_ns, uncounted_ns;
	uint32_t were_offline, tasks_exited;
	uint32_t stale_threads, waits_left_out;	/* the most of one interval */
	double running_ns, began;
	struct sums_last {
		uint64_t seq, end_ns;
		double time;
		uint32_t tasks, uncounted[UNCOUNTED_KINDS];
		struct self_cost self;
		bool last;
	} last;
};

struct sums *sums_new(unsigned int of)
{
	struct sums *sums = calloc(1, sizeof(*sums));

	if (!sums)
		return NULL;
	sums->of = of;
	sums->tasks.most = SUMMED_TASKS_MOST;
	sums->snapshot = snapshot_new();
	if (sums->snapshot)
		return sums;
	free(sums);
	return NULL;
}

void sums_free(struct sums *sums)
{
	struct name *name, *next;

	if (!sums)
		return;
	HASH_ITER(hh, sums->names, name, next) {
		HASH_DEL(sums->names, name);
		summed_regions_drop(&sums->regions, &name->regions);
		free(name);
	}
	summed_tasks_clear(&sums->tasks);
	snapshot_free(sums->snapshot);
	free(sums->cpus);
	free(sums);
}

static struct name *find_name(struct sums *sums, const char *text)
{
	struct name *name;
	size_t length;

	if (row_name_is_unknown(text))
		text = NAME_UNKNOWN;
	length = strlen(text);
	HASH_FIND(hh, sums->names, text, length, name);
	if (!name && HASH_COUNT(sums->names) >= SUMS_NAMES) {
		text = SUMS_OTHERS;
		length = strlen(text);
		HASH_FIND(hh, sums->names, text, length, name);
	}
	if (name)
		return name;
	name = calloc(1, sizeof(*name) + length + 1);
	if (!name)
		return NULL;
	memcpy(name->text, text, length + 1);
	HASH_ADD_KEYPTR(hh, sums->names, name->text, length, name);
	if (name->hh.tbl)
		return name;
	free(name);
	return NULL;
}

/* CPUs were added to the machine, so their indices may be others. */
static int follow_machine(struct sums *sums, const struct machine *machine)
{
	const size_t n = machine->n_cpus ? machine->n_cpus : 1;
	struct lone_row *cpus;

	if (machine == sums->machine)
		return 0;
	cpus = calloc(n, sizeof(*cpus));
	if (!cpus)
		return -ENOMEM;
	for (size_t i = 0; sums->machine && i < sums->machine->n_cpus; i++) {
		int index = machine_cpu_index(machine, sums->machine->cpus[i].cpu);

		if (index >= 0)
			cpus[index] = sums->cpus[i];
	}
	free(sums->cpus);
	sums->cpus = cpus;
	sums->machine = machine;
	return 0;
}

static int add_cpus(struct sums *sums, const struct snapshot *snapshot)
{
	const struct row_table *table = &snapshot->table[ROW_CPU];

	if (follow_machine(sums, snapshot->machine))
		return -ENOMEM;
	for (size_t i = 0; i < table->n; i++) {
		int index = machine_cpu_index(sums->machine, table->rows[i].id);

		if (index >= 0)
			row_sum(&sums->cpus[index], &table->rows[i]);
	}
	return 0;
}

static int add_names(struct sums *sums, const struct snapshot *snapshot)
{
	const struct row_table *processes = &snapshot->table[ROW_PROCESS];

	for (size_t i = 0; i < processes->n; i++) {
		const struct row *row = &processes->rows[i];
		struct name *name;

		if (!row->slices)	/* it did not run, only exited */
			continue;
		name = find_name(sums, snapshot_text(snapshot, row->name));
		if (!name)
			return -ENOMEM;
		row_sum(&name->sum, row);
		if (summed_regions_add(&sums->regions, &name->regions, snapshot, row))
			return -ENOMEM;
	}
	return 0;
}

static void add_region_state(struct sums *sums, const struct snapshot *snapshot)
{
	const struct region_state *add = &snapshot->regions;
	struct region_state *sum = &sums->watched;

	sum->wanted |= add->wanted;
	sum->markers += add->markers;
	sum->left_out += add->left_out;
	sum->untimed += add->untimed;
	if (add->objects > sum->objects)
		sum->objects = add->objects;
	if (add->remark[0])
		memcpy(sum->remark, add->remark, sizeof(sum->remark));
	if (!add->wanted)
		return;
	sum->watched += add->watched * (double)snapshot->interval_ns;
	sums->watch_ns += snapshot->interval_ns;
}

static void add_head(struct sums *sums, const struct snapshot *snapshot)
{
	if (!sums->intervals++)
		sums->began = snapshot->time - (double)snapshot->interval_ns / 1e9;
	sums->length_ns += snapshot->interval_ns;
	sums->lost += snapshot->lost;
	sums->lost_timed += snapshot->lost_timed;
	sums->lost_ns += snapshot->lost_ns;
	sums->were_offline += snapshot->were_offline;
	sums->uncounted_ns += snapshot->uncounted_ns;
	sums->tasks_exited += snapshot->tasks_exited;
	if (snapshot->stale_threads > sums->stale_threads)
		sums->stale_threads = snapshot->stale_threads;
	if (snapshot->waits_left_out > sums->waits_left_out)
		sums->waits_left_out = snapshot->waits_left_out;
	sums->running_ns += snapshot->running_ratio * (double)snapshot->interval_ns;
	sums->last = (struct sums_last){
		.seq = snapshot->seq,
		.end_ns = snapshot->end_ns,
		.time = snapshot->time,
		.tasks = snapshot->tasks,
		.self = snapshot->self,
		.last = snapshot->last,
	};
	memcpy(sums->last.uncounted, snapshot->uncounted, sizeof(sums->last.uncounted));
	add_region_state(sums, snapshot);
}

int sums_add(struct sums *sums, const struct snapshot *snapshot)
{
	add_head(sums, snapshot);
	if (add_cpus(sums, snapshot))
		return -ENOMEM;
	if (sums->of & SUMS_OF_COMMANDS && add_names(sums, snapshot))
		return -ENOMEM;
	return sums->of & SUMS_OF_TASKS ? summed_tasks_add(&sums->tasks, snapshot) : 0;
}

/* Adds a row to the snapshot with the numbers that row_sum() adds. */
static bool sums_put_row(struct snapshot *snapshot, enum row_kind kind, int32_t id, const char *name,
			 struct lone_row *sum)
{
	struct row *row = snapshot_add(snapshot, kind, id);

	if (!row)
		return false;
	row->name = snapshot_keep(snapshot, name);
	row->threads = kind == ROW_CPU;
	return snapshot_sum(snapshot, row, lone_row(sum)) && (row->name || !name[0]);
}

/* A name with its regions, which refer to its row by the number of that, from 1 on. */
static bool put_name(struct snapshot *snapshot, struct name *name)
{
	return sums_put_row(snapshot, ROW_COMMAND, 0, name->text, &name->sum) &&
	       summed_regions_put(name->regions, 0, snapshot->table[ROW_COMMAND].n, snapshot) == 0;
}

static void sums_put_head(const struct sums *sums, struct snapshot *snapshot)
{
	snapshot->machine = sums->machine;
	snapshot->seq = sums->last.seq;
	snapshot->interval_ns = sums->length_ns;
	snapshot->intervals = sums->intervals;
	snapshot->end_ns = sums->last.end_ns;
	snapshot->lost = sums->lost;
	snapshot->lost_timed = sums->lost_timed;
	snapshot->lost_ns = sums->lost_ns;
	snapshot->were_offline = sums->were_offline;
	snapshot->uncounted_ns = sums->uncounted_ns;
	snapshot->stale_threads = sums->stale_threads;
	snapshot->waits_left_out = sums->waits_left_out;
	snapshot->time = sums->last.time;
	snapshot->tasks = sums->last.tasks;
	snapshot->tasks_exited = sums->tasks_exited;
	snapshot->self = sums->last.self;
	snapshot->last = sums->last.last;
	memcpy(snapshot->uncounted, sums->last.uncounted, sizeof(snapshot->uncounted));
	snapshot->regions = sums->watched;
	if (sums->watch_ns)
		snapshot->regions.watched /= (double)sums->watch_ns;
	snapshot->running_ratio = sums->length_ns ? sums->running_ns / (double)sums->length_ns : 1;
}

const struct snapshot *sums_finish(struct sums *sums, enum sums_of of)
{
	struct snapshot *snapshot = sums->snapshot;
	const struct machine *machine = sums->machine;
	struct name *name, *next;
	bool complete = true;

	if (!machine)
		return NULL;
	snapshot_clear(snapshot);
	sums_put_head(sums, snapshot);
	for (size_t i = 0; i < machine->n_cpus && !machine->watched[0]; i++)
		complete &= sums_put_row(snapshot, ROW_CPU, machine->cpus[i].cpu, "", &sums->cpus[i]);
	if (of == SUMS_OF_TASKS)
		complete &= summed_tasks_put(&sums->tasks, snapshot) == 0;
	HASH_ITER(hh, sums->names, name, next)
		if (of == SUMS_OF_COMMANDS)
			complete &= put_name(snapshot, name);
	return complete && snapshot_finish(snapshot) == 0 ? snapshot : NULL;
}

double sums_began(const struct sums *sums)
{
	return sums->began;
}

uint64_t sums_length_ns(const struct sums *sums)
{
	return sums->length_ns;
}
