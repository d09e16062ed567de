/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sums rows of tasks and of regions; see summed_tasks.h. A thread is the sum of its own rows, a process has only
 * its texts and its threads: snapshot_finish() sums these.
 */
#include "config.h"
#include "model/snapshot/summed_tasks.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A failed allocation inside uthash then leaves the element out instead of calling exit(). */
#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#include "model/snapshot/row.h"

/* ---- regions of an owner ---- */

/* No padding: it is hashed. */
struct summed_region_key {
	uint64_t list;
	int64_t id;
};

struct summed_region {
	UT_hash_handle hh;
	struct summed_region_key key;
	struct summed_region *next;	/* of its owner */
	struct lone_row sum;
	struct durations *durations;	/* NULL: none */
	char name[];
};

static struct summed_region *make_region(struct summed_regions *regions,
					 const struct summed_region_key *key, const char *name)
{
	const size_t size = strlen(name) + 1;
	struct summed_region *region = calloc(1, sizeof(*region) + size);

	if (!region)
		return NULL;
	region->key = *key;
	memcpy(region->name, name, size);
	HASH_ADD(hh, regions->by_key, key, sizeof(*key), region);
	if (region->hh.tbl)
		return region;
	free(region);
	return NULL;
}

static int summed_regions_add_durations(struct summed_region *region, const struct snapshot *snapshot,
					const struct row *row)
{
	struct durations add;

	if (!snapshot_durations(snapshot, row, &add))
		return 0;
	if (!region->durations)
		region->durations = calloc(1, sizeof(*region->durations));
	if (!region->durations)
		return -ENOMEM;
	durations_add(region->durations, &add);
	return 0;
}

static int regions_add_row(struct summed_regions *regions, struct summed_region **list,
			   const struct snapshot *snapshot, const struct row *row)
{
	const struct summed_region_key key = { .list = (uint64_t)(uintptr_t)list, .id = row->id };
	struct summed_region *region;

	HASH_FIND(hh, regions->by_key, &key, sizeof(key), region);
	if (!region) {
		/* Each owner has its rest, so that the others add up. */
		if (HASH_COUNT(regions->by_key) >= SUMMED_REGIONS_MOST && row->id != REGION_OTHER)
			return 0;
		region = make_region(regions, &key, snapshot_text(snapshot, row->name));
		if (!region)
			return -ENOMEM;
		region->next = *list;
		*list = region;
	}
	row_sum(&region->sum, row);
	if (summed_regions_add_durations(region, snapshot, row))
		return -ENOMEM;
	region->sum.row.ppid = row->ppid;
	region->sum.row.kernel = row->kernel;
	return 0;
}

int summed_regions_add(struct summed_regions *regions, struct summed_region **list,
		       const struct snapshot *snapshot, const struct row *row)
{
	size_t n;
	const struct row *rows = snapshot_regions(snapshot, row, &n);

	for (size_t i = 0; i < n; i++)
		if (regions_add_row(regions, list, snapshot, &rows[i]))
			return -ENOMEM;
	return 0;
}

int summed_regions_put(const struct summed_region *list, int32_t pid, uint64_t start_ns,
		       struct snapshot *draft)
{
	for (const struct summed_region *region = list; region; region = region->next) {
		struct row *row = snapshot_add(draft, ROW_REGION, (int32_t)region->key.id);

		if (!row)
			return -ENOMEM;
		if (!snapshot_sum(draft, row, &region->sum.row))
			return -ENOMEM;
		row->pid = pid;
		row->ppid = region->sum.row.ppid;
		row->kernel = region->sum.row.kernel;
		row->start_ns = start_ns;
		row->name = snapshot_keep(draft, region->name);
		if (region->durations && !snapshot_put_durations(draft, row, region->durations))
			return -ENOMEM;
	}
	return 0;
}

void summed_regions_drop(struct summed_regions *regions, struct summed_region **list)
{
	while (*list) {
		struct summed_region *region = *list;

		*list = region->next;
		HASH_DEL(regions->by_key, region);
		free(region->durations);
		free(region);
	}
}

/* ---- tasks ---- */

/* What a task is, in all intervals. No padding: it is hashed. */
struct summed_key {
	uint64_t start_ns;
	int64_t id;
};

struct summed_thread {
	UT_hash_handle hh;
	struct summed_key key;
	struct summed_thread *next;	/* of its process */
	struct string *name;
	struct lone_row sum;
};

struct summed_process {
	UT_hash_handle hh;
	struct summed_key key;
	struct summed_thread *threads;
	struct summed_region *regions;
	size_t n_threads;
	struct string *name, *command, *user, *cgroup;
	struct row row;			/* its busy_ns: of its threads, to compare processes */
};

static struct summed_key summed_tasks_key_of(const struct row *row)
{
	return (struct summed_key){ .start_ns = row->start_ns, .id = row->id };
}

static void free_thread(struct summed_tasks *tasks, struct summed_thread *thread)
{
	if (thread->hh.tbl)
		HASH_DEL(tasks->threads, thread);
	strings_put(&tasks->strings, thread->name);
	free(thread);
	tasks->n--;
}

static void free_process(struct summed_tasks *tasks, struct summed_process *process)
{
	while (process->threads) {
		struct summed_thread *thread = process->threads;

		process->threads = thread->next;
		free_thread(tasks, thread);
	}
	summed_regions_drop(&tasks->regions, &process->regions);
	HASH_DEL(tasks->processes, process);
	strings_put(&tasks->strings, process->name);
	strings_put(&tasks->strings, process->command);
	strings_put(&tasks->strings, process->user);
	strings_put(&tasks->strings, process->cgroup);
	free(process);
	tasks->n--;
}

void summed_tasks_clear(struct summed_tasks *tasks)
{
	struct summed_process *process, *next;

	HASH_ITER(hh, tasks->processes, process, next)
		free_process(tasks, process);
	*tasks = (struct summed_tasks){ .most = tasks->most };
}

/* ---- adding ---- */

static void set_text(struct strings *strings, struct string **text, const char *newest)
{
	struct string *before = *text;

	*text = strings_get(strings, newest, before);
	strings_put(strings, before);
}

/* What is not known any more stays as it was: a process that has exited has no arguments. */
static void set_known(struct strings *strings, struct string **text, const char *newest)
{
	if (newest[0])
		set_text(strings, text, newest);
}

static struct summed_process *find_process(struct summed_tasks *tasks, const struct row *row)
{
	const struct summed_key key = summed_tasks_key_of(row);
	struct summed_process *process;

	HASH_FIND(hh, tasks->processes, &key, sizeof(key), process);
	if (process)
		return process;
	process = calloc(1, sizeof(*process));
	if (!process)
		return NULL;
	process->key = key;
	HASH_ADD(hh, tasks->processes, key, sizeof(key), process);
	if (process->hh.tbl) {
		tasks->n++;
		return process;
	}
	free(process);
	return NULL;
}

static struct summed_process *add_process(struct summed_tasks *tasks,
					  const struct snapshot *snapshot, const struct row *row)
{
	const char *name = snapshot_text(snapshot, row->name);
	struct summed_process *process = find_process(tasks, row);
	struct strings *strings = &tasks->strings;
	bool asleep;

	if (!process)
		return NULL;
	asleep = row->asleep && (!process->name || process->row.asleep);
	/* Another name is another program, and the arguments were those of the one before. */
	if (strcmp(string_text(process->name), name) != 0)
		set_text(strings, &process->command, "");
	set_text(strings, &process->name, name);
	set_known(strings, &process->command, snapshot_text(snapshot, row->command));
	set_known(strings, &process->user, snapshot_text(snapshot, row->user));
	set_known(strings, &process->cgroup, snapshot_text(snapshot, row->cgroup));
	asleep = row->asleep && (!process->row.pid || process->row.asleep);
	process->row = (struct row){
		.id = row->id,
		.pid = row->pid,
		.ppid = row->ppid,
		.start_ns = row->start_ns,
		.threads = row->threads,
		.exited = row->exited || process->row.exited,
		.kernel = row->kernel,
		.asleep = asleep,	/* in all of them */
		.watched = row->watched,
		.born = row->born || process->row.born,
		.busy_ns = process->row.busy_ns + row->busy_ns,
	};
	return process;
}

static struct summed_thread *find_thread(struct summed_tasks *tasks, struct summed_process *of,
					 const struct row *row)
{
	const struct summed_key key = summed_tasks_key_of(row);
	struct summed_thread *thread;

	HASH_FIND(hh, tasks->threads, &key, sizeof(key), thread);
	if (thread)
		return thread;
	thread = calloc(1, sizeof(*thread));
	if (!thread)
		return NULL;
	thread->key = key;
	lone_row(&thread->sum)->start_ns = row->start_ns;
	HASH_ADD(hh, tasks->threads, key, sizeof(key), thread);
	if (!thread->hh.tbl) {
		free(thread);
		return NULL;
	}
	thread->next = of->threads;
	of->threads = thread;
	of->n_threads++;
	tasks->n++;
	return thread;
}

static bool add_thread(struct summed_tasks *tasks, struct summed_process *of,
		       const struct snapshot *snapshot, const struct row *row)
{
	struct summed_thread *thread = find_thread(tasks, of, row);
	struct row *sum;

	if (!thread)
		return false;
	set_text(&tasks->strings, &thread->name, snapshot_text(snapshot, row->name));
	sum = &thread->sum.row;
	row_sum(&thread->sum, row);
	sum->id = row->id;
	sum->pid = row->pid;
	sum->ppid = row->ppid;
	sum->threads = row->threads;
	sum->exited |= row->exited;
	sum->kernel = row->kernel;
	sum->born |= row->born;
	return true;
}

/* ---- the bound ---- */

static int compare_busy(const void *a, const void *b)
{
	const struct summed_process *one = *(struct summed_process *const *)a;
	const struct summed_process *two = *(struct summed_process *const *)b;

	if (one->row.busy_ns != two->row.busy_ns)
		return one->row.busy_ns < two->row.busy_ns ? 1 : -1;
	return one->key.id < two->key.id ? -1 : one->key.id > two->key.id;
}

/* Makes all threads of a process one, its first in the list. */
static void fold_threads(struct summed_tasks *tasks, struct summed_process *process)
{
	struct summed_thread *first = process->threads;

	while (first && first->next) {
		struct summed_thread *thread = first->next;

		first->next = thread->next;
		row_sum(&first->sum, &thread->sum.row);
		free_thread(tasks, thread);
		tasks->other_threads++;
	}
	if (!first)
		return;
	if (first->hh.tbl)
		HASH_DEL(tasks->threads, first);
	first->hh.tbl = NULL;
	first->sum.row.id = PID_OTHERS;
	set_text(&tasks->strings, &first->name, SUMMED_OTHERS);
	process->n_threads = 1;
}

static void fold_process(struct summed_tasks *tasks, struct summed_process *process)
{
	for (const struct summed_thread *thread = process->threads; thread; thread = thread->next) {
		row_sum(&tasks->others, &thread->sum.row);
		tasks->other_threads += thread->sum.row.slices > 0;
	}
	free_process(tasks, process);
}

/* Keeps the processes with the most time, so many that half of the room is free again. */
static int summed_tasks_make_room(struct summed_tasks *tasks)
{
	const size_t n = HASH_COUNT(tasks->processes);
	struct summed_process **list, *process, *next;
	size_t i = 0, kept = 0;

	list = malloc(n * sizeof(struct summed_process *));
	if (!list)
		return -ENOMEM;
	HASH_ITER(hh, tasks->processes, process, next)
		list[i++] = process;
	qsort(list, n, sizeof(struct summed_process *), compare_busy);
	for (i = 0; i < n; i++) {
		if (list[i]->n_threads > tasks->most / 4)
			fold_threads(tasks, list[i]);
		if (kept + 1 + list[i]->n_threads > tasks->most / 2)
			fold_process(tasks, list[i]);
		else
			kept += 1 + list[i]->n_threads;
	}
	free(list);
	return 0;
}

int summed_tasks_add(struct summed_tasks *tasks, const struct snapshot *snapshot)
{
	const struct row_table *processes = &snapshot->table[ROW_PROCESS];

	for (size_t i = 0; i < processes->n; i++) {
		const struct row *row = &processes->rows[i], *threads;
		struct summed_process *process = add_process(tasks, snapshot, row);
		size_t n;

		if (!process ||
		    summed_regions_add(&tasks->regions, &process->regions, snapshot, row))
			return -ENOMEM;
		threads = snapshot_children(snapshot, row, &n);
		for (size_t t = 0; t < n; t++)
			if (!add_thread(tasks, process, snapshot, &threads[t]))
				return -ENOMEM;
		if (tasks->n > tasks->most && summed_tasks_make_room(tasks))
			return -ENOMEM;
	}
	return 0;
}

/* ---- the sums as rows ---- */

static bool summed_tasks_put_row(struct snapshot *draft, enum row_kind kind, const struct row *sum,
				 const struct string *name)
{
	struct row *row = snapshot_add(draft, kind, sum->id);

	if (!row)
		return false;
	row->pid = sum->pid;
	row->ppid = sum->ppid;
	row->start_ns = sum->start_ns;
	row->threads = sum->threads;
	row->exited = sum->exited;
	row->kernel = sum->kernel;
	row->asleep = sum->asleep;
	row->watched = sum->watched;
	row->born = sum->born;
	row->name = snapshot_keep(draft, string_text(name));
	return kind != ROW_THREAD || snapshot_sum(draft, row, sum);
}

static bool put_process(const struct summed_process *process, struct snapshot *draft)
{
	const struct row_table *table = &draft->table[ROW_PROCESS];
	struct row *row;

	if (!summed_tasks_put_row(draft, ROW_PROCESS, &process->row, process->name))
		return false;
	row = &table->rows[table->n - 1];
	row->command = snapshot_keep(draft, string_text(process->command));
	row->user = snapshot_keep(draft, string_text(process->user));
	row->cgroup = snapshot_keep(draft, string_text(process->cgroup));
	for (const struct summed_thread *thread = process->threads; thread; thread = thread->next) {
		if (!summed_tasks_put_row(draft, ROW_THREAD, &thread->sum.row, thread->name))
			return false;
		draft->tasks_ran += thread->sum.row.slices > 0;
	}
	return summed_regions_put(process->regions, process->row.id, process->row.start_ns,
				  draft) == 0;
}

/* The process that is made of all that found no room, and its one thread. */
static bool put_others(const struct summed_tasks *tasks, struct snapshot *draft)
{
	struct row *process, *thread;

	draft->tasks_ran += tasks->other_threads;
	if (!tasks->others.row.slices)
		return true;
	process = snapshot_add(draft, ROW_PROCESS, PID_OTHERS);
	thread = snapshot_add(draft, ROW_THREAD, PID_OTHERS);
	if (!process || !thread)
		return false;
	process->pid = thread->pid = PID_OTHERS;
	process->threads = tasks->other_threads;
	process->name = thread->name = process->command = snapshot_keep(draft, SUMMED_OTHERS);
	return snapshot_sum(draft, thread, &tasks->others.row);
}

int summed_tasks_put(const struct summed_tasks *tasks, struct snapshot *draft)
{
	const struct summed_process *process, *next;

	HASH_ITER(hh, tasks->processes, process, next)
		if (!put_process(process, draft))
			return -ENOMEM;
	return put_others(tasks, draft) ? 0 : -ENOMEM;
}
