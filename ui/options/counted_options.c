/* SPDX-License-Identifier: GPL-2.0-only */
/* See counted_options.h. */
#include "config.h"
#include "ui/options/counted_options.h"

#include <stdio.h>

#include "ui/table/columns.h"
#include "ui/table/filter.h"

static bool filters_counts(const struct options *options)
{
	struct filter *filter =
		filter_new(options->filter, NULL, views[options->view].kind, NULL);
	const bool needs = filter_has(filter, column_needs_counters);

	filter_free(filter);
	return needs;
}

const char *counted_option(const struct options *options, char text[COUNTED_OPTION_TEXT])
{
	const struct {
		const char *name, *value;
		bool given;
	} requests[] = {
		{ "level", "", options->level_given },
		{ "node", options->node, options->node },
		{ "node-of", options->node_of, options->node_of },
		{ "sort", options->sort, options->sort_given && options->sort &&
		  column_needs_counters(columns_find(options->sort)) },
		{ "filter", options->filter, options->filter && filters_counts(options) },
	};

	for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++) {
		if (!requests[i].given)
			continue;
		(void)snprintf(text, COUNTED_OPTION_TEXT, "--%s%s%s", requests[i].name,
			       requests[i].value[0] ? " " : "", requests[i].value);
		return text;
	}
	return NULL;
}
