/* SPDX-License-Identifier: GPL-2.0-only */
#include "tests/truth/plugin_truth.h"

#include <inttypes.h>

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

static void write_calls(FILE *file, size_t number, const struct thread *thread)
{
	table_sort((struct table *)&thread->nodes);
	table_sort((struct table *)&thread->self);
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

int truth_write(const char *path, const struct recording *recording,
		struct thread *const threads[], size_t n)
{
	FILE *file = fopen(path, "we");
	struct sums sums = { 0 };

	if (!file)
		return -1;
	add_threads(&sums, threads, n);
	(void)fprintf(file, "target %s\ninstructions %" PRIu64 "\ntaken %" PRIu64 "\nbranches %" PRIu64
			    "\ndisorders %" PRIu64 "\n",
		      recording->header.target, sums.instructions, sums.taken, sums.branches,
		      sums.disorders);
	for (size_t i = 0; i < sums.traces.n; i++) {
		const struct table_row *row = &sums.traces.rows[i];

		(void)fprintf(file,
			      "trace %" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIu64 " %" PRIu64
			      " %" PRIu64 " %" PRIu64 "\n",
			      row->key[0], row->key[1], row->key[2], row->key[3], row->count[0],
			      row->count[1], row->count[2]);
	}
	for (size_t i = 0; i < sums.not_taken.n; i++) {
		const struct table_row *row = &sums.not_taken.rows[i];

		(void)fprintf(file, "nottaken %" PRIx64 " %" PRIu64 " %" PRIu64 "\n", row->key[0],
			      row->count[0], row->count[1]);
	}
	for (size_t i = 0; i < sums.follows.n; i++) {
		const struct table_row *row = &sums.follows.rows[i];

		(void)fprintf(file,
			      "follow %" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIu64
			      "\n",
			      row->key[0], row->key[1], row->key[2], row->key[3], row->count[0]);
	}
	for (size_t i = 0; i < n; i++)
		if (threads[i])
			write_calls(file, i, threads[i]);
	return fclose(file);
}
