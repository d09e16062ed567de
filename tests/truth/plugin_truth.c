/* SPDX-License-Identifier: GPL-2.0-only */
#include "tests/truth/plugin_truth.h"

#include <inttypes.h>

#include "tests/truth/plugin_maps.h"

/* The counts of all threads. */
struct sums {
	struct table traces, not_taken, follows;
	uint64_t instructions, cycles, taken, branches, disorders;
};

static void add_threads(struct sums *sums, struct thread *const threads[], size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct thread *thread = threads[i];

		if (!thread)
			continue;
		table_merge(&sums->traces, &thread->traces);
		table_merge(&sums->not_taken, &thread->not_taken);
		table_merge(&sums->follows, &thread->follows);
		sums->instructions += thread->instructions;
		sums->taken += thread->taken;
		sums->branches += thread->branches;
		sums->disorders += thread->disorders;
	}
	table_sort(&sums->traces);
	table_sort(&sums->not_taken);
	table_sort(&sums->follows);
}

static void write_calls(FILE *file, size_t number, struct thread *thread)
{
	table_sort(&thread->nodes);
	table_sort(&thread->self);
	for (size_t i = 0; i < thread->nodes.n; i++) {
		const struct table_row *row = &thread->nodes.rows[i];

		(void)fprintf(file,
			      "call %zu %" PRIu64 " %" PRIu64 " %" PRIx64 " %" PRIx64 " %" PRIu64
			      "\n",
			      number, row->count[1], row->key[0], row->key[1], row->key[2],
			      row->count[0]);
	}
	for (size_t i = 0; i < thread->self.n; i++) {
		const struct table_row *row = &thread->self.rows[i];

		(void)fprintf(file, "self %zu %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", number,
			      row->key[0], row->count[1], row->count[2]);
	}
}

static void write_sums(FILE *file, const struct recording *recording, const struct sums *sums)
{
	(void)fprintf(file, "target %s\n", recording->header.target);
	(void)fprintf(file, "instructions %" PRIu64 "\n", sums->instructions);
	(void)fprintf(file, "taken %" PRIu64 "\n", sums->taken);
	(void)fprintf(file, "branches %" PRIu64 "\n", sums->branches);
	(void)fprintf(file, "disorders %" PRIu64 "\n", sums->disorders);
}

static void write_traces(FILE *file, const struct table *traces)
{
	for (size_t i = 0; i < traces->n; i++) {
		const struct table_row *row = &traces->rows[i];

		(void)fprintf(file,
			      "trace %" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIu64 " %" PRIu64
			      " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
			      row->key[0], row->key[1], row->key[2], row->key[3], row->count[0],
			      row->count[1], row->count[2] / row->count[0],
			      row->count[3] / row->count[0]);
	}
}

static void write_not_taken(FILE *file, const struct table *not_taken)
{
	for (size_t i = 0; i < not_taken->n; i++) {
		const struct table_row *row = &not_taken->rows[i];

		(void)fprintf(file, "nottaken %" PRIx64 " %" PRIu64 " %" PRIu64 "\n", row->key[0],
			      row->count[0], row->count[1]);
	}
}

static void write_follows(FILE *file, const struct table *follows)
{
	for (size_t i = 0; i < follows->n; i++) {
		const struct table_row *row = &follows->rows[i];

		(void)fprintf(file,
			      "follow %" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIu64
			      "\n",
			      row->key[0], row->key[1], row->key[2], row->key[3], row->count[0]);
	}
}

int truth_write(const char *path, const struct recording *recording,
		struct thread *const threads[], size_t n)
{
	FILE *file = fopen(path, "we");
	struct sums sums = { 0 };

	if (!file)
		return -1;
	add_threads(&sums, threads, n);
	write_sums(file, recording, &sums);
	maps_tell(file);
	write_traces(file, &sums.traces);
	write_not_taken(file, &sums.not_taken);
	write_follows(file, &sums.follows);
	for (size_t i = 0; i < n; i++)
		if (threads[i])
			write_calls(file, i, threads[i]);
	return fclose(file);
}
