/* SPDX-License-Identifier: GPL-2.0-only */
/* Notes attempts to open events; see tried.h. Main thread. */
#include "config.h"
#include "collect/doctor/tried.h"

static bool tried_is_same(const struct tried_open *a, const struct tried_open *b)
{
	return a->config == b->config && a->config1 == b->config1 && a->branches == b->branches &&
	       a->type == b->type && a->errnum == b->errnum && a->on_cpu == b->on_cpu &&
	       a->samples == b->samples && a->user_only == b->user_only &&
	       a->without_guests == b->without_guests && a->precise == b->precise;
}

void tried_note(void *tried, const struct perf_event_attr *attr, int cpu, int result)
{
	struct tried *notes = tried;
	const bool stacks = attr->sample_type & PERF_SAMPLE_BRANCH_STACK;
	const struct tried_open open = {
		.config = attr->config, .config1 = attr->config1,
		.branches = stacks ? attr->branch_sample_type : 0, .type = attr->type,
		.errnum = result < 0 ? -result : 0, .on_cpu = cpu >= 0,
		.samples = attr->sample_period > 0, .user_only = attr->exclude_kernel,
		.without_guests = attr->exclude_guest, .precise = attr->precise_ip,
	};

	for (size_t i = 0; i < notes->n; i++)
		if (tried_is_same(&notes->open[i], &open))
			return;
	if (notes->n < TRIED_MAX)
		notes->open[notes->n++] = open;
	else
		notes->left_out++;
}
