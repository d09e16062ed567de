/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Any text as the expressions of a tree: one line for each node, behind them one for each term;
 * compiled, evaluated and packed ("make fuzz").
 */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/tree/tree_expr.h"
#include "model/tree/tree_groups.h"

#define NODES 6
#define TERMS 3
#define TEXT 2048

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static const struct tree_event events[] = {
	{ .name = "A", .counters = 1, .config = 0x1a3 },
	{ .name = "B.C", .counters = 12, .config = 0x2a3, .latency = 3 },
	{ .name = "D:c1:e1", .config = 0x1b7, .config1 = 0x10001 },
	{ .name = "E", .config = 0x1b7, .config1 = 0x10002 },
	{ .name = "F", .config = 0x1c6, .config1 = 0x11 },
	{ .name = "G-H", .origin = TREE_METRIC },
	{ .name = "I", .origin = TREE_CYCLES },
	{ .name = "J", .origin = TREE_INSTRUCTIONS },
};
static const double counts[] = { 1, NAN, 0, 1e6, 3.5, 1e12, 2, 8 };

static struct tree_node nodes[NODES] = {
	{ .slug = "n0", .level = 1 }, { .slug = "n1", .level = 2 },
	{ .slug = "n2", .level = 3 },		    { .slug = "n3", .level = 3 },
	{ .slug = "n4", .level = 4 },		    { .slug = "n5", .level = 5 },
};
static struct tree_term terms[TERMS] = { { .name = "t0" }, { .name = "t1" }, { .name = "t2" } };
static const struct tree tree = { .name = "any", TREE_TABLES(events, nodes, terms) };

/* The next line of the text, "1" behind the last one. */
static const char *next_line(char **text)
{
	char *line = *text, *end = strchr(line, '\n');

	if (!*line)
		return "1";
	*text = end ? end + 1 : line + strlen(line);
	if (end)
		*end = '\0';
	return line;
}

static void use(const struct tree_code *code)
{
	static struct tree_groups groups;
	const struct tree_known known = { .count = counts, .ghz = NAN };
	const struct tree_room room = { .counters = 15, .cycles = true, .has_cycles = true,
					.offcore = 2, .frontend = 1 };
	const uint64_t all[TREE_NODES_MAX / 64] = { (1ULL << NODES) - 1 };
	struct tree_event_set set, timed;
	double values[NODES];

	for (size_t i = 0; i < NODES; i++) {
		values[i] = tree_eval(code, i, &known);
		tree_events_of(code, i, &set, &timed);
	}
	for (size_t i = 0; i < NODES; i++)
		(void)tree_is_over(code, i, values);
	tree_pack(code, all, &room, &groups);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct tree_code *code;
	struct err err = { "" };
	char text[TEXT], *at = text;
	int ret;

	if (n >= sizeof(text))
		return -1;
	memcpy(text, bytes, n);
	text[n] = '\0';
	for (size_t i = 0; i < NODES; i++) {
		nodes[i].expression = next_line(&at);
		nodes[i].threshold = i % 2 ? nodes[i].expression : "";
	}
	for (size_t i = 0; i < TERMS; i++)
		terms[i].expression = next_line(&at);
	ret = tree_compile(&tree, &code, &err);
	if (ret && (ret != -EINVAL || code || strncmp(err.text, "tree \"any\"", 10) != 0)) {
		(void)fprintf(stderr, "tree: broken: what cannot be compiled has a sentence\n");
		abort();
	}
	if (!ret)
		use(code);
	tree_code_free(code);
	return 0;
}
