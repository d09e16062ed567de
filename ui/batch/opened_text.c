/* SPDX-License-Identifier: GPL-2.0-only */
/* Opened nodes as text; see opened_text.h. Called by batch_print.c on the UI thread. */
#include "config.h"
#include "ui/batch/opened_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/tree/tree_names.h"
#include "ui/batch/opened_rows.h"
#include "ui/draw/format.h"

#define NODE_LEAST 48	/* cells of a name */
#define CELL 16

/* "memhog [2311]", "cpu 3", "machine", "watched pid 7". */
static void put_title(const struct snapshot *s, bool ascii, struct buffer *out)
{
	const struct opened *opened = &s->opened;
	char name[256], text[320];

	format_harmless(name, sizeof(name), opened_name(s));
	if (opened->scope == LIVE_CPU)
		(void)snprintf(text, sizeof(text), "cpu %d", opened->id);
	else if (opened->scope == LIVE_PROCESS || opened->scope == LIVE_THREAD ||
		 opened->scope == LIVE_REGION)
		(void)snprintf(text, sizeof(text), "%s %d%s%s", opened_scope(s), opened->id,
			       name[0] ? " " : "", name);
	else
		(void)snprintf(text, sizeof(text), "%s%s%s", opened_scope(s), name[0] ? " " : "",
			       name);
	if (ascii)
		format_ascii(text);
	buffer_print(out, "nodes of %s", text);
}

static void opened_text_put_head(const struct snapshot *s, bool ascii, struct buffer *out)
{
	const struct opened *opened = &s->opened;
	char remark[sizeof(opened->remark)];

	put_title(s, ascii, out);
	buffer_print(out, "  %u of %u %s counted", opened->counted, opened->threads,
		     opened->cpus ? "CPUs" : "threads");
	if (opened->groups)
		buffer_print(out, "  %u %s of events", opened->groups,
			     opened->groups == 1 ? "group" : "groups");
	if (isfinite(opened->part) && opened->part < 0.9995f)
		buffer_print(out, "  %.1f %% of its slots", 100 * (double)opened->part);
	format_harmless(remark, sizeof(remark), opened->remark);
	if (ascii)
		format_ascii(remark);
	buffer_print(out, "%s%s\n", remark[0] ? "  " : "", remark);
}

/* A percentage, "-" where it is not known. */
static void print_plain(char cell[CELL], float value, int decimals)
{
	if (isfinite(value))
		(void)snprintf(cell, CELL, "%.*f", decimals, (double)value);
	else
		(void)snprintf(cell, CELL, "-");
}

/* The same of a node: with "~" if it is extrapolated, and a dot if it is too little to tell. */
static void print_value(char cell[CELL], const struct opened_node *node, float value, bool ascii)
{
	const bool known = node->quality > Q_LOW_SLOTS;

	format_percent(cell, CELL, known ? (double)value : 0, (enum quality)node->quality);
	if (ascii)
		format_ascii(cell);
}

/* Right-aligned, by cells. */
static void put_cell(struct buffer *out, const char *cell, int width)
{
	char text[4 * CELL];

	format_fit(text, sizeof(text), cell, width, true);
	buffer_print(out, " %s", text);
}

/* What the percentage is a share of. */
static const char *unit_of(const struct tree_node *node)
{
	return node->unit == TREE_OF_CLOCKS	   ? "cycles" :
	       node->unit == TREE_OF_CORE_CLOCKS ? "core cycles" : tree_unit_names[node->unit];
}

static int indent_of(const struct tree_node *node)
{
	return 2 * (node->level - 1);
}

/* The cells that all names need. */
static int name_width(const struct opened_lines *lines)
{
	int width = NODE_LEAST;

	for (size_t i = 0; i < lines->n; i++) {
		const struct tree_node *node = lines->line[i].node;
		char name[TREE_NAME];
		int needed;

		tree_print_name(node->title, node->slug, name);
		needed = indent_of(node) + (int)strlen(name);
		width = needed > width ? needed : width;
	}
	return width;
}

static void put_line(const struct opened_line *line, int width, bool ascii, struct buffer *out)
{
	const struct opened_node *value = &line->value;
	const struct tree_node *node = line->node;
	const int indent = indent_of(node);
	char cell[CELL], threshold[CELL], name[TREE_NAME];

	tree_print_name(node->title, node->slug, name);
	buffer_print(out, "%*s%-*s", indent, "", width - indent, name);
	print_value(cell, value, value->percent, ascii);
	put_cell(out, cell, 6);
	buffer_print(out, "%s %-11s", value->latency_default ? "d" : " ",
		     unit_of(node));
	print_value(cell, value, value->of_parent, ascii);
	put_cell(out, cell, 10);
	print_value(cell, value, value->slots, ascii);
	put_cell(out, cell, 7);
	print_plain(cell, value->running, 0);
	put_cell(out, cell, 8);
	print_plain(cell, value->quality > Q_LOW_SLOTS ? value->error : NAN, 2);
	put_cell(out, cell, 6);
	print_plain(threshold, 100 * node->limit, 0);
	put_cell(out, threshold, 9);
	buffer_print(out, " %-4s %s\n", value->over ? "over" : "",
		     node->sample_with[0] ? node->sample_with : "-");
}

static bool has_default(const struct opened_lines *lines)
{
	for (size_t i = 0; i < lines->n; i++)
		if (lines->line[i].value.latency_default)
			return true;
	return false;
}

static void put_titles(int width, bool ascii, struct buffer *out)
{
	buffer_print(out, "%-*s", width, "NODE");
	put_cell(out, "%", 6);
	buffer_print(out, "  %-11s", "of");
	put_cell(out, "of-parent%", 10);
	put_cell(out, "slots%", 7);
	put_cell(out, "counted%", 8);
	put_cell(out, format_plus_minus(ascii), 6);
	put_cell(out, "threshold", 9);
	buffer_print(out, " %-4s %s\n", "", "sample-with");
}

void opened_put_text(const struct snapshot *snapshot, bool ascii, struct buffer *out)
{
	const bool hybrid = snapshot->machine->family && snapshot->machine->family->tree[TYPE_ATOM];
	struct opened_lines lines;
	int width;

	if (!opened_is_on(snapshot))
		return;
	opened_list(snapshot, &lines);
	width = name_width(&lines);
	opened_text_put_head(snapshot, ascii, out);
	if (lines.n)
		put_titles(width, ascii, out);
	for (size_t i = 0; i < lines.n; i++) {
		const struct opened_line *line = &lines.line[i];

		if (hybrid && (i == 0 || line->type != lines.line[i - 1].type))
			buffer_print(out, "%s (%s)\n", core_types[line->type].title,
				     line->tree->name);
		put_line(line, width, ascii, out);
	}
	if (has_default(&lines))
		buffer_print(out, "d: with a retire latency of the table, not measured\n");
}
