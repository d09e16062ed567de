/* SPDX-License-Identifier: GPL-2.0-only */
/* Opens who counts the nodes below level 2; from options to what is counted; see nodes.h. Main thread. */
#include "config.h"
#include "ui/main/nodes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/demo/demo_nodes.h"
#include "collect/nodes/live_nodes.h"
#include "collect/replay/replay_counter.h"
#include "model/formula.h"
#include "model/hash.h"
#include "model/metric.h"
#include "model/tree/tree.h"
#include "ui/table/column_names.h"
#include "ui/table/column_set.h"
#include "ui/table/columns.h"
#include "ui/table/filter.h"
#include "ui/table/view.h"

#define NEAR_MAX 3	/* names in a sentence */

/* The index of a node by its slug or by another name of levels 1 and 2; -1. */
static int find_node(const struct tree *tree, const char *name)
{
	const int node = tree_find(tree, name);

	return node >= 0 ? node : tree_of_metric(tree, metric_find(name));
}

/* How far a name is from a node's slug, older slug or title; a part of the slug is near, too. */
static size_t distance(const char *name, const struct tree_node *node)
{
	const char *older = tree_older_slug(node->slug), *word = slug_bare(name);
	const char *names[] = { slug_bare(node->slug), older ? slug_bare(older) : NULL, node->title };
	size_t least = SIZE_MAX;

	if (strstr(names[0], word))
		return 1;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *given = i == 2 ? name : word;
		const size_t far = names[i] ? column_name_distance(given, strlen(given), names[i],
								   strlen(names[i])) : least;

		least = far < least ? far : least;
	}
	return least;
}

struct near {
	const struct tree_node *node[NEAR_MAX];
	size_t far[NEAR_MAX], n;
};

/* Keeps the nearest names, the nearest first. */
static void keep(struct near *near, const struct tree_node *node, size_t far)
{
	size_t i = near->n;

	for (size_t k = 0; k < near->n; k++)
		if (!strcmp(near->node[k]->slug, node->slug))
			return;		/* a node of both core types */
	for (; i > 0 && near->far[i - 1] > far; i--) {
		if (i < NEAR_MAX) {
			near->node[i] = near->node[i - 1];
			near->far[i] = near->far[i - 1];
		}
	}
	if (i >= NEAR_MAX)
		return;
	near->node[i] = node;
	near->far[i] = far;
	near->n += near->n < NEAR_MAX;
}

static int nodes_request_refuse(const char *name, const struct family *family, struct err *err)
{
	const size_t limit = (strlen(slug_bare(name)) + 2) / 3;
	struct near near = { .n = 0 };
	char list[320] = "", one[TREE_NAME];
	size_t used = 0;

	if (!family_has_counters(family))
		return err_set(err, ENOENT, "--node %.64s: nodes of TopDown are not counted on this "
			       "machine; 'tdtop --doctor' says why", name);
	for (int type = 0; type < CORE_TYPES; type++) {
		const struct tree *tree = family->tree[type];

		for (size_t i = 0; tree && i < tree->n_nodes; i++)
			if (distance(name, tree_node(tree, i)) <= limit)
				keep(&near, tree_node(tree, i), distance(name, tree_node(tree, i)));
	}
	for (size_t i = 0; i < near.n && used < sizeof(list); i++) {
		tree_print_name(near.node[i]->title, near.node[i]->slug, one);
		used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%s",
					 !i ? ": did you mean " :
					 i + 1 < near.n ? ", " : " or ",
					 strchr(one, '(') ? one : near.node[i]->slug);
	}
	return err_set(err, ENOENT, "--node %.64s: %s has no such node%s%s", name, family->name,
		       list, near.n ? "?" : "");
}

int nodes_request_check(const struct options *options, const struct machine *machine, struct err *err)
{
	const struct family *family = machine->family;

	if (!options->node || metric_find(options->node) != M_NONE)
		return 0;
	for (int type = 0; type < CORE_TYPES; type++)
		if (family->tree[type] && find_node(family->tree[type], options->node) >= 0)
			return 0;
	return nodes_request_refuse(options->node, family, err);
}

/* "region:2311:parse". False: it is none. */
static bool set_region(const char *text, struct tree_request *request)
{
	static const char word[] = "region:";
	const size_t n = sizeof(word) - 1;
	long pid;
	char *end;

	if (strncmp(text, word, n) != 0)
		return false;
	pid = strtol(text + n, &end, 10);
	if (end == text + n || *end != ':' || !end[1] || pid <= 0 || pid > INT32_MAX ||
	    strlen(end + 1) >= sizeof(request->region_name))
		return false;
	request->scope = LIVE_REGION;
	request->id = (int32_t)pid;
	(void)snprintf(request->region_name, sizeof(request->region_name), "%s", end + 1);
	return true;
}

/* "cpu:3" and the like. 0, or -EINVAL with a sentence. */
static int set_row(const char *text, struct tree_request *request, struct err *err)
{
	static const struct {
		const char *word;
		enum live_scope scope;
		bool number;
	} kinds[] = {
		{ "cpu", LIVE_CPU, true }, { "pid", LIVE_PROCESS, true },
		{ "tid", LIVE_THREAD, true }, { "cgroup", LIVE_CGROUP, false },
		{ "user", LIVE_USER, false }, { "command", LIVE_NAME, false },
	};
	const size_t n = strcspn(text, ":");
	const char *name = text + n + (text[n] != 0);
	long number;
	char *end;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strlen(kinds[i].word) != n || strncmp(kinds[i].word, text, n) != 0 || !name[0])
			continue;
		number = strtol(name, &end, 10);
		if (kinds[i].number && (*end || number < 0 || number > INT32_MAX))
			break;
		request->scope = kinds[i].scope;
		request->id = kinds[i].number ? (int32_t)number : 0;
		request->start_ns = kinds[i].number ? 0 : hash_text(name);	/* as its row has it */
		return 0;
	}
	if (set_region(text, request))
		return 0;
	return err_set(err, EINVAL, "--node-of %.64s: must be cpu:N, pid:N, tid:N, cgroup:PATH, "
		       "user:NAME, command:NAME or region:PID:NAME", text);
}

int nodes_request_make(const struct options *options, const struct machine *machine, int32_t watched,
		       struct tree_request *request, struct err *err)
{
	int ret = nodes_request_check(options, machine, err);

	if (ret)
		return ret;
	*request = (struct tree_request){
		.scope = watched ? LIVE_WATCHED : LIVE_MACHINE,
		.id = watched,
		.latency = (enum retire_latency)options->retire_latency,
	};
	ret = options->node_of ? set_row(options->node_of, request, err) : 0;
	if (ret)
		return ret;
	for (int type = 0; type < CORE_TYPES; type++) {
		const struct tree *tree = machine->family->tree[type];
		const int node = tree && options->node ? find_node(tree, options->node) : -1;

		if (tree && options->look.level > 2)
			tree_open_levels(tree, options->look.level, request->open[type]);
		if (node >= 0)
			tree_open_node(tree, node, request->open[type]);
	}
	return 0;
}

/* Collector thread. */
static void nodes_make_room(void *data, uint32_t general_counters)
{
	const struct nodes *nodes = data;

	shared_room_need(nodes->room, ROOM_OF_NODES, general_counters);
}

/* Collector thread. Recordings have no nodes of regions. */
static void record(void *data, const struct tree_readings *readings)
{
	const struct nodes *nodes = data;

	if (readings->request.scope != LIVE_REGION)
		recorder_nodes(nodes->recorder, readings);
}

static int open_counter(struct nodes *nodes, const struct nodes_how *how)
{
	const struct live_nodes_options live = {
		.machine = &how->source->machine,
		.pmu_root = how->pmu_root,
		.requests = nodes->requests,
		.budget = how->options->budget,
		.make_room = nodes_make_room,
		.record = how->recorder ? record : NULL,
		.data = nodes,
		.source = how->source,
	};

	if (how->options->demo)
		return demo_nodes_new(live.machine, live.requests, (struct demo_nodes_record){ live.record, nodes },
				      &nodes->counter, &nodes->why_not);
	if (how->options->replay)
		return replay_counter_new(how->source, nodes->requests, &nodes->counter,
					  &nodes->why_not);
	return live_nodes_new(&live, &nodes->counter, &nodes->why_not);
}

int nodes_open(struct nodes *nodes, const struct nodes_how *how)
{
	int ret;

	*nodes = (struct nodes){ .room = how->room, .recorder = how->recorder,
				  .requests = tree_requests_new() };
	if (!nodes->requests)
		return err_set(&nodes->why_not, ENOMEM, "not enough memory to count more nodes");
	ret = open_counter(nodes, how);
	if (ret) {
		tree_requests_free(nodes->requests);
		nodes->requests = NULL;
	}
	return ret;
}

void nodes_close(struct nodes *nodes)
{
	if (nodes->counter)
		nodes->counter->ops->free(nodes->counter);
	tree_requests_free(nodes->requests);
	nodes->counter = NULL;
	nodes->requests = NULL;
}

/* ---- what the options ask of counting otherwise ---- */

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
