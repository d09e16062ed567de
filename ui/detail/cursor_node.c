/* SPDX-License-Identifier: GPL-2.0-only */
/* The node below level 2 under the cursor; see cursor_node.h. UI thread. */
#include "config.h"
#include "ui/detail/cursor_node.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "model/formula.h"
#include "ui/detail/open_nodes.h"

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
