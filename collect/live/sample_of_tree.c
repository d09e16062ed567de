/* SPDX-License-Identifier: GPL-2.0-only */
/* The event of a node below level 2 as a choice; see sample_choice.h. Collector thread. */
#include "config.h"
#include "collect/live/sample_choice.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>

#include "collect/sample/sample_events.h"

#define TREE_PERIOD 100003	/* prime */

/* "mem_load_retired.l3_miss", as perf lists it. */
static void lower(const char *name, char *text, size_t size)
{
	size_t i;

	for (i = 0; name[i] && i + 1 < size; i++)
		text[i] = (char)tolower((unsigned char)name[i]);
	text[i] = '\0';
}

/* The type of the PMU that counts these cycles: raw, or of a hybrid its own. */
static uint32_t raw_type(const struct perf_event_attr *cycles)
{
	if (cycles->type != PERF_TYPE_HARDWARE)
		return cycles->type;
	return cycles->config >> 32 ? (uint32_t)(cycles->config >> 32) : PERF_TYPE_RAW;
}

static void of_tree_describe(const char *name, const struct perf_event_attr *attr,
			     struct profile_event *event)
{
	lower(name, event->name, sizeof(event->name));
	(void)snprintf(event->counted, sizeof(event->counted), "%s",
		       sample_words_counted(event->name));
	event->trigger = sample_trigger_of_name(event->name);
	event->period = attr->sample_period;
	event->precise = attr->precise_ip;
	event->user_only = attr->exclude_kernel;
	event->has_latency = attr->sample_type & PERF_SAMPLE_WEIGHT_STRUCT && attr->precise_ip;
}

int sample_choice_of_tree(const struct sample_choices *choices, const struct tree *tree,
			  enum core_type type, int node, struct sample_choice *choice)
{
	const struct sample_choice *cycles = &choices->choice[0];
	const struct tree_event *event =
		tree && (size_t)node < tree->n_nodes ? tree_sample(tree, node) : NULL;
	struct perf_event_attr *attr = &choice->attr[type];

	if (!event || !choices->n || !cycles->has[type] || cycles->period_step > 1 ||
	    cycles->attr[type].type == PERF_TYPE_SOFTWARE || event->origin == TREE_METRIC)
		return -ENOENT;
	*choice = (struct sample_choice){ .period_step = 1, .general_counters = 1 };
	choice->has[type] = true;
	*attr = cycles->attr[type];
	attr->type = raw_type(attr);
	attr->config = event->config;
	attr->config1 = event->config1;
	attr->sample_period = event->period ? event->period : TREE_PERIOD;
	if (event->precise && attr->precise_ip) {
		choice->kind = SAMPLE_PRECISE;
	} else {
		choice->kind = SAMPLE_PLAIN;
		attr->precise_ip = 0;
		attr->sample_type &= ~(uint64_t)PERF_SAMPLE_WEIGHT_STRUCT;
	}
	of_tree_describe(event->name, attr, &choice->event);
	return 0;
}
