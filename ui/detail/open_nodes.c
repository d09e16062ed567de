/* SPDX-License-Identifier: GPL-2.0-only */
/* The nodes that are opened in a detail; see open_nodes.h. UI thread. */
#include "config.h"
#include "ui/detail/open_nodes.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "model/formula.h"
#include "model/tree/tree_requests.h"
#include "ui/code_views/code_live.h"
#include "ui/detail/detail.h"
#include "ui/state/state.h"

/* Few machines with E-cores have those of low power as well. */
static bool has_type(const struct ui_state *state, enum core_type type)
{
	for (size_t i = 0; type == TYPE_LOWPOWER && i < state->machine->n_cpus; i++)
		if (state->machine->cpus[i].core_type == type)
			return true;
	return type != TYPE_LOWPOWER;
}

const struct tree *open_nodes_tree(const struct ui_state *state, enum core_type type)
{
	const struct family *family = state_family(state);

	return family && has_type(state, type) ? family->tree[type] : NULL;
}

struct node_place open_nodes_of_metric(const struct ui_state *state, enum metric_id metric)
{
	struct node_place place = { .metric = metric, .node = -1 };

	for (enum core_type type = 0; type < CORE_TYPES && place.node < 0; type++) {
		const struct tree *tree = open_nodes_tree(state, type);

		place.type = type;
		place.node = tree ? tree_of_metric(tree, metric) : -1;
	}
	return place;
}

/* ---- bits ---- */

/* The index of the place in the tree of this core type; -1: it is not there. */
static int index_of(const struct ui_state *state, const struct node_place *place,
		    enum core_type type)
{
	const struct tree *tree = open_nodes_tree(state, type);

	if (!tree)
		return -1;
	if (place->metric != M_NONE)
		return tree_of_metric(tree, place->metric);
	return place->type == type ? place->node : -1;
}

static void set_bit(uint64_t *bits, int node, bool on)
{
	const uint64_t bit = 1ULL << node % 64;

	bits[node / 64] = on ? bits[node / 64] | bit : bits[node / 64] & ~bit;
}

/* Is it a recording? Then what was opened is what was recorded. */
static bool is_replay(const struct ui_state *state)
{
	return state->machine && !strcmp(state->machine->source, "replay");
}

/* Does the screen show what the collector has opened, beside what the user has? */
static bool shows_opened(const struct ui_state *state)
{
	return state->nodes.follow || state->frozen || is_replay(state) ||
	       !state->nodes.seams.requests;
}

static bool is_bit_shown(const struct ui_state *state, enum core_type type, int node)
{
	const struct open_nodes *nodes = &state->nodes;
	const struct opened *opened = shows_opened(state) ? open_nodes_values(state) : NULL;

	if (tree_bit(nodes->open[type], (size_t)node))
		return true;
	return opened && tree_bit(opened->open[type], (size_t)node) &&
	       !tree_bit(nodes->closed[type], (size_t)node);
}

bool open_nodes_is_open(const struct ui_state *state, const struct node_place *place)
{
	for (enum core_type type = 0; type < CORE_TYPES; type++) {
		const int node = index_of(state, place, type);

		if (node >= 0 && is_bit_shown(state, type, node))
			return true;
	}
	return false;
}

/* Leaves only nodes with children that no level above has: nothing is counted for the others. */
static void keep_useful(const struct tree *tree, uint64_t *bits)
{
	for (size_t node = 0; node < tree->n_nodes; node++) {
		bool useful = false;

		for (int child = tree_child(tree, (int)node, -1); child >= 0 && !useful;
		     child = tree_child(tree, (int)node, child))
			useful = tree_node(tree, child)->metric == M_NONE;
		if (!useful)
			set_bit(bits, (int)node, false);
	}
}

/* ---- what the snapshot has ---- */

/* A row, as requests name it. NULL, or why it has no nodes below level 2. */
static const char *name_row(const struct ui_state *state, const struct row *row,
			    struct tree_request *request)
{
	struct live_request live = { .scope = LIVE_NOTHING };

	switch (row->kind) {
	case ROW_SOCKET:
	case ROW_NODE:
	case ROW_CORE:
		return "nodes below level 2 are counted of one CPU (c) or the machine (D)";
	case ROW_EXITED:
	case ROW_COMMAND:
		return "nodes below level 2 are counted of what runs now, not of sums";
	case ROW_REGION:
		if (state->machine && state->machine->engine != ENGINE_BPF)
			return "levels 3 to 6 of a region need the BPF engine";
		if (row->id == REGION_OTHER)
			return "nodes below level 2 are counted of a region or of the process, not "
			       "of the rest";
		break;
	default:
		break;
	}
	if (row->exited)
		return "it has exited: nothing is left to count";
	if (code_live_scope(row, &live))
		return "it is not known which threads these are: they have no counters of their "
		       "own";
	request->scope = row->kind == ROW_REGION ? LIVE_REGION : live.scope;
	request->id = live.id;
	request->region = row->kind == ROW_REGION ? (uint32_t)row->id : 0;
	request->start_ns = live.start_ns;
	return NULL;
}

/* Of intervals together that of the newest one, whose values are of the last intervals anyway. */
static const struct opened *opened_shown(const struct ui_state *state)
{
	const struct snapshot *shown = state->snapshot;

	if (shown && shown->intervals && !state->whole.shown && state->timeline.live)
		shown = state->timeline.live;
	return shown ? &shown->opened : NULL;
}

static const struct opened *values_of(const struct ui_state *state, const struct row *row)
{
	const struct opened *opened = opened_shown(state);
	struct live_request live = { .scope = LIVE_NOTHING };
	struct row alive;

	if (!state->detail.open || !opened || opened->scope == LIVE_NOTHING)
		return NULL;
	alive = *row;
	alive.exited = false;		/* what was counted before stays */
	if (code_live_scope(&alive, &live))
		return NULL;
	if (row->kind == ROW_REGION)
		live.scope = LIVE_REGION;
	if (live.scope != opened->scope ||
	    (row->kind == ROW_REGION && (uint32_t)row->id != opened->region))
		return NULL;
	if (live.scope == LIVE_MACHINE)
		return opened;
	return live.id == opened->id && live.start_ns == opened->start_ns ? opened : NULL;
}

const struct opened *open_nodes_values(const struct ui_state *state)
{
	return values_of(state, &state->detail.row);
}

/* Why the interval of a recording has no nodes of this row. */
static void say_recorded(const struct ui_state *state, char text[OPEN_NODES_TEXT])
{
	const struct opened *opened = opened_shown(state);

	if (state->whole.shown)
		(void)snprintf(text, OPEN_NODES_TEXT, "the sum of a recording has no nodes below "
			       "level 2: ] shows its intervals");
	else if (opened && (opened->scope == LIVE_PROCESS || opened->scope == LIVE_THREAD))
		(void)snprintf(text, OPEN_NODES_TEXT, "nodes below level 2 were recorded of %s %d "
			       "then", opened->scope == LIVE_PROCESS ? "process" : "thread",
			       opened->id);
	else if (opened && opened->scope != LIVE_NOTHING)
		(void)snprintf(text, OPEN_NODES_TEXT,
			       "nodes below level 2 were recorded of another "
			       "row then");
	else
		(void)snprintf(text, OPEN_NODES_TEXT, "no nodes below level 2 were recorded then");
}

bool open_nodes_refused_of(const struct ui_state *state, const struct row *row,
			   char text[OPEN_NODES_TEXT])
{
	const struct node_seams *seams = &state->nodes.seams;
	const struct family *family = state_family(state);
	struct tree_request request;
	const char *why_not;

	text[0] = '\0';
	if (!family || (!family->tree[TYPE_CORE] && !family->tree[TYPE_ATOM]))
		(void)snprintf(text, OPEN_NODES_TEXT, "nothing below level %d is known of %s",
			       family ? family->levels : 2, family ? family->name : "this CPU");
	else if (values_of(state, row))
		return false;
	else if (!seams->requests && seams->why_not && seams->why_not[0])
		(void)snprintf(text, OPEN_NODES_TEXT, "%s", seams->why_not);
	else if (is_replay(state))
		say_recorded(state, text);
	else if (!seams->requests)
		(void)snprintf(text, OPEN_NODES_TEXT, "nodes below level 2 cannot be counted here");
	else if ((why_not = name_row(state, row, &request)) != NULL)
		(void)snprintf(text, OPEN_NODES_TEXT, "%s", why_not);
	return text[0] != '\0';
}

bool open_nodes_refused(const struct ui_state *state, char text[OPEN_NODES_TEXT])
{
	return open_nodes_refused_of(state, &state->detail.row, text);
}

/* Is a node open whose children are to be counted, or may one become so? */
static bool wants_something(const struct open_nodes *nodes)
{
	uint64_t any = nodes->follow;

	for (size_t type = 0; type < CORE_TYPES; type++)
		for (size_t i = 0; i < TREE_NODE_WORDS; i++)
			any |= nodes->open[type][i];
	return any != 0;
}

bool open_nodes_waits(const struct ui_state *state)
{
	const struct open_nodes *nodes = &state->nodes;
	const struct opened *opened = open_nodes_values(state);

	return nodes->seams.requests && wants_something(nodes) && !state->frozen &&
	       !is_replay(state) &&
	       (!opened || opened->serial != nodes->request.serial);
}

/* ---- what the user does ---- */

void open_nodes_begin(struct ui_state *state)
{
	struct open_nodes *nodes = &state->nodes;
	const struct node_seams *seams = &nodes->seams;
	char text[OPEN_NODES_TEXT];

	memset(nodes->open, 0, sizeof(nodes->open));
	memset(nodes->closed, 0, sizeof(nodes->closed));
	nodes->follow = nodes->at_end = false;
	nodes->filter[0] = nodes->search[0] = '\0';
	if ((seams->level < 3 && !seams->node) || open_nodes_refused(state, text))
		return;
	for (enum core_type type = 0; type < CORE_TYPES; type++) {
		const struct tree *tree = open_nodes_tree(state, type);
		const int node = tree && seams->node ? tree_find(tree, seams->node) : -1;

		if (tree && seams->level >= 3)
			tree_open_levels(tree, seams->level, nodes->open[type]);
		if (node >= 0)
			tree_open_node(tree, node, nodes->open[type]);
		if (tree)
			keep_useful(tree, nodes->open[type]);
		if (node >= 0 && tree_node(tree, node)->metric != M_NONE)
			detail_move_to(&state->detail, tree_node(tree, node)->metric);
		else if (node >= 0 && !state->detail.below)
			detail_move_below(&state->detail, tree, type, node);
	}
}

/* What follow has opened is the user's from now on. */
static void keep_followed(struct ui_state *state)
{
	struct open_nodes *nodes = &state->nodes;

	for (enum core_type type = 0; type < CORE_TYPES; type++) {
		const struct tree *tree = open_nodes_tree(state, type);

		for (size_t node = 0; tree && node < tree->n_nodes; node++)
			set_bit(nodes->open[type], (int)node,
				is_bit_shown(state, type, (int)node));
		if (tree)
			keep_useful(tree, nodes->open[type]);
	}
}

void open_nodes_follow(struct ui_state *state, bool follow)
{
	struct open_nodes *nodes = &state->nodes;

	if (nodes->follow && !follow)
		keep_followed(state);
	nodes->follow = nodes->at_end = follow;
	if (follow)
		memset(nodes->closed, 0, sizeof(nodes->closed));
}

void open_nodes_levels(struct ui_state *state, int level)
{
	struct open_nodes *nodes = &state->nodes;

	open_nodes_follow(state, false);
	memset(nodes->open, 0, sizeof(nodes->open));
	memset(nodes->closed, 0, sizeof(nodes->closed));
	for (enum core_type type = 0; type < CORE_TYPES; type++) {
		const struct tree *tree = open_nodes_tree(state, type);

		if (!tree)
			continue;
		tree_open_levels(tree, level, nodes->open[type]);
		keep_useful(tree, nodes->open[type]);
	}
}

static void close_below(struct open_nodes *nodes, const struct tree *tree, enum core_type type,
			int node)
{
	int i = node;

	do {
		set_bit(nodes->open[type], i, false);
		set_bit(nodes->closed[type], i, true);
		i++;
	} while (i < (int)tree->n_nodes && tree_node(tree, i)->level > tree_node(tree, node)->level);
}

void open_nodes_set(struct ui_state *state, const struct node_place *place, bool open)
{
	struct open_nodes *nodes = &state->nodes;

	if (!open)
		open_nodes_follow(state, false);
	for (enum core_type type = 0; type < CORE_TYPES; type++) {
		const int node = index_of(state, place, type);

		if (node < 0)
			continue;
		if (!open) {
			close_below(nodes, open_nodes_tree(state, type), type, node);
			continue;
		}
		tree_open_node(open_nodes_tree(state, type), node, nodes->open[type]);
		keep_useful(open_nodes_tree(state, type), nodes->open[type]);
		set_bit(nodes->closed[type], node, false);
	}
}

/* ---- requests ---- */

static bool open_nodes_is_same(const struct tree_request *a, const struct tree_request *b)
{
	if (a->scope == LIVE_NOTHING && b->scope == LIVE_NOTHING)
		return true;
	return tree_request_same_row(a, b) && a->follow == b->follow && a->latency == b->latency &&
	       !memcmp(a->open, b->open, sizeof(a->open));
}

bool open_nodes_tell(struct ui_state *state)
{
	struct open_nodes *nodes = &state->nodes;
	struct tree_request request = { .scope = LIVE_NOTHING };

	if (!nodes->seams.requests || is_replay(state))
		return false;
	if (state->detail.open && wants_something(nodes) &&
	    !name_row(state, &state->detail.row, &request)) {
		request.follow = nodes->follow;
		request.latency = nodes->seams.latency;
		memcpy(request.open, nodes->open, sizeof(request.open));
	}
	if (open_nodes_is_same(&request, &nodes->request))
		return false;
	tree_requests_put(nodes->seams.requests, &request);
	nodes->request = request;
	return true;
}

/* ---- the node under the cursor ---- */

bool cursor_node_find(const struct ui_state *state, struct cursor_node *cursor)
{
	const struct detail *detail = &state->detail;

	*cursor = (struct cursor_node){ .tree = open_nodes_tree(state, detail->below_type),
				    .type = detail->below_type,
				    .index = detail->below,
				    .sampled = -1 };
	if (!detail->below || !cursor->tree || (size_t)cursor->index >= cursor->tree->n_nodes)
		return false;
	cursor->node = tree_node(cursor->tree, cursor->index);
	for (int i = cursor->index; i >= 0 && tree_node(cursor->tree, i)->metric == M_NONE;
	     i = tree_parent(cursor->tree, i))
		if (tree_node(cursor->tree, i)->sample >= 0) {
			cursor->sampled = i;
			break;
		}
	return true;
}

const struct tree_event *cursor_node_event(const struct cursor_node *cursor)
{
	return cursor->sampled < 0 ? NULL : tree_sample(cursor->tree, cursor->sampled);
}

/* The words of perf for what stands behind the name of an event: "UOPS_RETIRED.MS:c1:e1". */
static const struct {
	const char *sign, *word;
} changes[] = {
	{ ":c", "cmask" }, { ":eq", "eq" },  { ":e", "edge" },
	{ ":i", "inv" },   { ":u", "umask" }, { ":m", "offcore_rsp" },
};

/* Prints one of them, from its colon on; returns how many letters it had, 0: it is not known. */
static size_t print_change(const char *from, char *text, size_t size)
{
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		const size_t n = strlen(changes[i].sign);
		size_t digits;

		if (strncmp(from, changes[i].sign, n) != 0)
			continue;
		from += n;
		digits = strspn(from, "0123456789abcdefx");
		(void)snprintf(text, size, ",%s=%.*s", changes[i].word, (int)digits, from);
		return digits ? n + digits : 0;
	}
	return 0;
}

/* The name in small letters, as perf lists it, and its changes as terms of perf. */
static bool print_name(const char *name, char *text, size_t size, bool *changed)
{
	const size_t n = strcspn(name, ":");
	size_t used = n;

	*changed = name[n] != '\0';
	if (n >= size)
		return false;
	for (size_t i = 0; i < n; i++)
		text[i] = (char)tolower((unsigned char)name[i]);
	text[n] = '\0';
	for (name += n; *name;) {
		const size_t length = print_change(name, text + used, size - used);

		if (!length)
			return false;
		name += length;
		used = strlen(text);
	}
	return used + 1 < size;
}

bool cursor_node_print_event(const struct ui_state *state, const struct cursor_node *cursor, char *text,
			   size_t size)
{
	const struct tree_event *event = cursor_node_event(cursor);
	const bool hybrid = state->machine->family->hybrid;
	const char *precise = !event || !event->precise ? "" : state->machine->guest ? "P" : "pp";
	const char *user = state->machine->user_only ? "u" : "";
	char name[160];
	bool changed;

	text[0] = '\0';
	if (!event || !print_name(event->name, name, sizeof(name), &changed))
		return false;
	if (hybrid || changed)
		return snprintf(text, size, "cpu%s%s/%s/%s%s", hybrid ? "_" : "",
				hybrid ? core_types[cursor->type].name : "", name, precise, user) <
		       (int)size;
	return snprintf(text, size, "%s%s%s%s", name, *precise || *user ? ":" : "", precise, user) <
	       (int)size;
}

const char *cursor_node_metric(const struct ui_state *state, const struct cursor_node *cursor)
{
	const enum perf_metrics known = state->machine->family->perf_metrics;
	const char *slug = cursor->node->slug;

	if (known == PERF_NONE)
		return NULL;
	return known == PERF_PLAIN ? slug_bare(slug) : slug;
}
