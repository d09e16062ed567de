/* SPDX-License-Identifier: GPL-2.0-only */
/* From options to what is counted; see session_parts.h. Main thread. */
#include "config.h"
#include "ui/main/session_parts.h"

#include <stdio.h>

#include "ui/table/column_set.h"
#include "ui/table/columns.h"
#include "ui/table/filter.h"
#include "ui/table/view.h"

static bool filters_counts(const struct options *options)
{
	struct filter *filter =
		filter_new(options->filter, NULL, views[options->look.view].kind, NULL);
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
		{ "sort", options->look.sort, options->sort_given && options->look.sort &&
		  column_needs_counters(columns_find(options->look.sort)) },
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

/* Does the order or the filter need such a column? */
static bool orders_or_filters(const struct options *options, bool (*is)(const struct column *column))
{
	struct filter *filter = filter_new(options->filter, NULL, views[options->look.view].kind, NULL);
	const bool filters = filter_has(filter, is);

	filter_free(filter);
	return filters || (options->look.sort && is(columns_find(options->look.sort)));
}

/* Does a text table show level 2: in a column, the order or the filter? */
static bool text_has_level2(const struct options *options)
{
	const enum view_id view = column_view_of(views[options->look.view].kind);

	return column_set_has(&options->look.columns[view], column_is_level2) ||
	       orders_or_filters(options, column_is_level2);
}

enum level2_demand demand_level2(const struct options *options)
{
	const bool data = options->output > OUTPUT_TEXT || options->command;

	if (options_samples_live(options) && !options->command && !options->record)
		return LEVEL2_UNWANTED;		/* no interval is shown */
	if (options->look.level >= 2 || options_open_nodes(options) ||
	    (options_export(options) && !options->level_given) ||
	    (data ? !options->level_given : text_has_level2(options)))
		return LEVEL2_NEEDED;
	return options->level_given ? LEVEL2_UNWANTED : LEVEL2_WELCOME;
}

bool demand_waits(const struct options *options, const struct family *family)
{
	const enum view_id view = column_view_of(views[options->look.view].kind);

	return options->output > OUTPUT_TEXT ||
	       column_set_shows(&options->look.columns[view], view, family, column_is_wait) ||
	       orders_or_filters(options, column_is_wait);
}

uint64_t demand_interval(const struct options *options)
{
	const bool samples = (options_samples_live(options) && options->sample_ns) ||
			     options_sum_regions(options);

	return samples && options->sample_ns < options->look.interval_ns ? options->sample_ns :
								      options->look.interval_ns;
}
