/* SPDX-License-Identifier: GPL-2.0-only */
/* Sums intervals by CPU and by command name; see sums.h. */
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

struct name {
	UT_hash_handle hh;
	struct row sum;
	char text[];
};

struct sums {
	const struct machine *machine;	/* NULL: nothing was added yet */
	struct row *cpus;		/* in the order of machine->cpus */
	struct name *names;
	struct snapshot *snapshot;
	uint64_t intervals, length_ns, lost;
	uint32_t were_offline;
	uint32_t stale_threads;	/* the most of one interval */
	double running_ns, time;
};

struct sums *sums_new(void)
{
	struct sums *sums = calloc(1, sizeof(*sums));

	if (!sums)
		return NULL;
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
		free(name);
	}
	snapshot_free(sums->snapshot);
	free(sums->cpus);
	free(sums);
}

static bool is_number(const char *text)
{
	return text[0] == ':' && text[1] && !text[1 + strspn(text + 1, "0123456789")];
}

static struct name *find_name(struct sums *sums, const char *text)
{
	struct name *name;
	size_t length;

	if (is_number(text))
		text = SUMS_UNKNOWN;
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

static int add_cpus(struct sums *sums, const struct snapshot *snapshot)
{
	const struct row_table *table = &snapshot->table[ROW_CPU];

	if (!sums->cpus)
		sums->cpus = calloc(sums->machine->n_cpus ? sums->machine->n_cpus : 1,
				     sizeof(sums->cpus[0]));
	if (!sums->cpus)
		return -ENOMEM;
	for (size_t i = 0; i < table->n; i++) {
		int index = machine_cpu_index(sums->machine, table->rows[i].id);

		if (index >= 0)
			row_sum(&sums->cpus[index], &table->rows[i]);
	}
	return 0;
}

int sums_add(struct sums *sums, const struct snapshot *snapshot)
{
	const struct row_table *processes = &snapshot->table[ROW_PROCESS];

	sums->machine = snapshot->machine;
	sums->intervals++;
	sums->length_ns += snapshot->interval_ns;
	sums->lost += snapshot->lost;
	sums->were_offline += snapshot->were_offline;
	if (snapshot->stale_threads > sums->stale_threads)
		sums->stale_threads = snapshot->stale_threads;
	sums->running_ns += snapshot->running_ratio * (double)snapshot->interval_ns;
	sums->time = snapshot->time;
	if (add_cpus(sums, snapshot))
		return -ENOMEM;
	for (size_t i = 0; i < processes->n; i++) {
		const struct row *row = &processes->rows[i];
		struct name *name;

		if (!row->slices)	/* it did not run, only exited */
			continue;
		name = find_name(sums, snapshot_text(snapshot, row->name));
		if (!name)
			return -ENOMEM;
		row_sum(&name->sum, row);
	}
	return 0;
}

/* Adds a row to the snapshot with the numbers that row_sum() adds. */
static bool put_row(struct snapshot *snapshot, enum row_kind kind, int32_t id, const char *name,
		    const struct row *sum)
{
	struct row *row = snapshot_add(snapshot, kind, id);

	if (!row)
		return false;
	row->name = snapshot_keep(snapshot, name);
	row->threads = kind == ROW_CPU;
	row_sum(row, sum);
	return row->name || !name[0];
}

const struct snapshot *sums_finish(struct sums *sums)
{
	struct snapshot *snapshot = sums->snapshot;
	const struct machine *machine = sums->machine;
	struct name *name, *next;
	bool complete = true;

	if (!machine)
		return NULL;
	snapshot_clear(snapshot);
	snapshot->machine = machine;
	snapshot->seq = sums->intervals;
	snapshot->interval_ns = sums->length_ns;
	snapshot->lost = sums->lost;
	snapshot->were_offline = sums->were_offline;
	snapshot->stale_threads = sums->stale_threads;
	snapshot->time = sums->time;
	snapshot->running_ratio = sums->length_ns ? sums->running_ns / (double)sums->length_ns : 1;
	for (size_t i = 0; i < machine->n_cpus && !machine->watched[0]; i++)
		complete &= put_row(snapshot, ROW_CPU, machine->cpus[i].cpu, "", &sums->cpus[i]);
	HASH_ITER(hh, sums->names, name, next)
		complete &= put_row(snapshot, ROW_COMMAND, 0, name->text, &name->sum);
	return complete && snapshot_finish(snapshot) == 0 ? snapshot : NULL;
}
