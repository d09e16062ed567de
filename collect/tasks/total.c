/* SPDX-License-Identifier: GPL-2.0-only */
/* A sum without the events that are not counted; see total.h. Collector thread. */
#include "config.h"
#include "collect/tasks/total.h"

#include <stdlib.h>

struct total {
	uint64_t busy_ns, slices;
	uint32_t present, partial;
	bool scaled;
	double numbers[];
};

struct spent total_sum(const struct total *total)
{
	struct spent sum = { .busy_ns = 0 };

	if (!total)
		return sum;
	sum = (struct spent){
		.counts = { .present = total->present, .partial = total->partial, .scaled = total->scaled },
		.busy_ns = total->busy_ns,
		.slices = total->slices,
	};
	counts_unpack(&sum.counts, total->numbers);
	return sum;
}

void total_add(struct total **total, const struct task_sum *sum)
{
	struct spent all = total_sum(*total);
	double numbers[COUNTS_NUMBERS];
	struct total *larger = *total;
	size_t n;

	counts_add(&all.counts, &sum->tally.counts);
	n = counts_pack(&all.counts, numbers);
	if (!larger || larger->present != all.counts.present || larger->partial != all.counts.partial)
		larger = realloc(larger, sizeof(*larger) + n * sizeof(numbers[0]));
	if (!larger)
		return;
	larger->busy_ns = all.busy_ns + sum->busy_ns;
	larger->slices = all.slices + sum->slices;
	larger->present = all.counts.present;
	larger->partial = all.counts.partial;
	larger->scaled = all.counts.scaled;
	for (size_t i = 0; i < n; i++)
		larger->numbers[i] = numbers[i];
	*total = larger;
}
