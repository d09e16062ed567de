/* SPDX-License-Identifier: GPL-2.0-only */
/* Lines of opened nodes and their fields; see opened_rows.h. UI thread. */
#include "config.h"
#include "ui/batch/opened_rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/snapshot/opened_row.h"
#include "model/tree/tree_names.h"
#include "ui/batch/fields.h"
#include "ui/draw/format.h"

#define ERROR_DECIMALS 3

static const char *const scopes[] = {
	[LIVE_NOTHING] = "", [LIVE_MACHINE] = "machine", [LIVE_CPU] = "cpu",
	[LIVE_PROCESS] = "process", [LIVE_THREAD] = "thread", [LIVE_USER] = "user",
	[LIVE_CGROUP] = "cgroup", [LIVE_NAME] = "command", [LIVE_WATCHED] = "watched",
	[LIVE_REGION] = "region",
};

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

static void put_head(const struct snapshot *s, bool ascii, struct buffer *out)
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
	put_head(snapshot, ascii, out);
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

const char *opened_scope(const struct snapshot *snapshot)
{
	return scopes[snapshot->opened.scope];
}

bool opened_has_id(const struct snapshot *snapshot)
{
	const enum live_scope scope = snapshot->opened.scope;

	return scope == LIVE_CPU || scope == LIVE_PROCESS || scope == LIVE_THREAD ||
	       scope == LIVE_WATCHED || scope == LIVE_REGION;
}

const struct row *opened_row(const struct snapshot *snapshot)
{
	const struct opened *opened = &snapshot->opened;
	const struct tree_request request = { .scope = opened->scope, .id = opened->id,
					      .region = opened->region, .start_ns = opened->start_ns };

	return opened_row_of(snapshot, &request);
}

/* Is this the only process that ran? */
static bool is_alone(const struct snapshot *snapshot, const struct row *row)
{
	const struct row_table *processes = &snapshot->table[ROW_PROCESS];

	for (size_t i = 0; i < processes->n; i++)
		if (!processes->rows[i].asleep && processes->rows[i].id != row->id)
			return false;
	return true;
}

bool opened_is_of(const struct snapshot *snapshot, const struct row *row)
{
	if (!opened_is_on(snapshot))
		return false;
	if (snapshot->opened.scope == LIVE_WATCHED && row->kind == ROW_PROCESS)
		return row->id == snapshot->opened.id && is_alone(snapshot, row);
	return opened_row(snapshot) == row;
}

const char *opened_name(const struct snapshot *snapshot)
{
	const struct row *row = opened_row(snapshot);

	if (!row || snapshot->opened.scope == LIVE_MACHINE)
		return "";
	if (snapshot->opened.scope == LIVE_WATCHED)
		return snapshot->machine->watched;
	return snapshot_text(snapshot, row->name);
}

/* A parent that is not counted itself: what the row has of levels 1 and 2. */
static struct opened_node value_of_row(const struct tree_row *row, const struct tree_node *node,
				       enum core_type type, size_t i)
{
	struct opened_node value = {
		.core_type = (uint8_t)type, .node = (uint16_t)i, .quality = Q_MISSING,
		.percent = NAN, .of_parent = NAN, .slots = NAN, .error = NAN, .running = NAN,
		.latency = NAN, .latency_error = NAN, .latency_table = NAN,
	};

	if (!row->known || node->metric == M_NONE)
		return value;
	value.quality = row->values.quality[node->metric];
	if (value.quality > Q_LOW_SLOTS)
		value.percent = value.slots = row->values.percent[node->metric];
	return value;
}

/* Marks the nodes that are counted, and their parents. */
static void mark(const struct opened *opened, const struct tree *tree, enum core_type type,
		 bool wanted[TREE_NODES_MAX])
{
	for (size_t i = 0; i < opened->n; i++) {
		if (opened->node[i].core_type != type)
			continue;
		for (int node = opened->node[i].node; node >= 0 && (size_t)node < tree->n_nodes;
		     node = tree_parent(tree, node))
			wanted[node] = true;
	}
}

void opened_list(const struct snapshot *snapshot, struct opened_lines *lines)
{
	const struct opened *opened = &snapshot->opened;
	const struct tree_request request = { .scope = opened->scope, .id = opened->id,
					      .region = opened->region,
					      .start_ns = opened->start_ns };
	struct tree_row rows[CORE_TYPES];

	lines->n = 0;
	opened_row_fill(snapshot, &request, rows);
	for (enum core_type type = 0; type < CORE_TYPES && opened_is_on(snapshot); type++) {
		const struct tree *tree = snapshot->machine->family->tree[type];
		bool wanted[TREE_NODES_MAX] = { false };

		if (!tree)
			continue;
		mark(opened, tree, type, wanted);
		for (size_t i = 0; i < tree->n_nodes && lines->n < OPENED_MAX; i++) {
			const struct opened_node *value = opened_find(opened, type, (int)i);
			const int parent = tree_parent(tree, i);
			struct opened_line *line = &lines->line[lines->n];

			if (!wanted[i])
				continue;
			*line = (struct opened_line){ .tree = tree, .type = type,
						      .node = tree_node(tree, i) };
			if (parent >= 0)
				line->parent = tree_node(tree, parent);
			line->value = value ? *value :
					      value_of_row(&rows[type], line->node, type, i);
			lines->n++;
		}
	}
}

/* A number of a value that is known. */
static void put_real(const struct pen *pen, const char *name, const struct opened_line *line,
		     double real, int decimals)
{
	pen_real(pen, name, line->value.quality > Q_LOW_SLOTS ? real : NAN, decimals);
}

static void put_truth(const struct pen *pen, const char *name, bool known, bool truth)
{
	if (known)
		pen_truth(pen, name, truth);
	else
		pen_null(pen, name);
}

/* The retire latency of its event; of a node without one all is null. */
static void put_latency(const struct pen *pen, const struct opened_line *line)
{
	const struct opened_node *value = &line->value;
	const bool has = isfinite(value->latency);

	pen_real(pen, "retire_latency", (double)value->latency, FIELD_CYCLES);
	pen_real(pen, "retire_latency_error", has ? (double)value->latency_error : NAN,
		 FIELD_CYCLES);
	put_truth(pen, "retire_latency_default", has, value->latency_default);
	pen_known(pen, "retire_latency_samples", value->latency_samples, has);
	pen_known(pen, "retire_latency_saturated", value->latency_saturated, has);
}

static void visit_line(const struct opened_line *line, const struct pen *pen)
{
	const struct opened_node *value = &line->value;
	const struct tree_node *node = line->node;
	const bool known = value->quality > Q_LOW_SLOTS && isfinite(value->percent);

	pen_text(pen, "node", node->slug);
	pen_text(pen, "parent", line->parent ? line->parent->slug : NULL);
	pen_count(pen, "level", (uint64_t)node->level);
	pen_text(pen, "core_type", core_types[line->type].name);
	put_real(pen, "percent", line, (double)value->percent, FIELD_PERCENT);
	pen_text(pen, "unit", tree_unit_names[node->unit]);
	put_real(pen, "of_parent_percent", line, (double)value->of_parent, FIELD_PERCENT);
	put_real(pen, "slots_percent", line, (double)value->slots, FIELD_PERCENT);
	pen_real(pen, "running_percent", (double)value->running, FIELD_PERCENT);
	put_real(pen, "error", line, (double)value->error, ERROR_DECIMALS);
	put_truth(pen, "at_once", known && isfinite(value->running), value->at_once);
	pen_real(pen, "threshold", 100 * (double)node->limit, FIELD_PERCENT);
	put_truth(pen, "over", known && isfinite(value->running), value->over);
	put_latency(pen, line);
	put_truth(pen, "of_core", true, node->of_core);
	pen_text(pen, "sample_with", node->sample_with);
	pen_real(pen, "retire_latency_table", (double)value->latency_table, FIELD_CYCLES);
	pen_text(pen, "title", node->title);
}

void opened_visit(const struct opened_line *line, const struct field_sink *sink)
{
	static const struct tree_node no_node = { .slug = "", .limit = NAN };
	static const struct opened_line nothing = {
		.node = &no_node,
		.value = { .latency = NAN, .latency_table = NAN, .running = NAN },
	};

	visit_line(line ? line : &nothing, &(struct pen){ .sink = sink });
}

void opened_visit_head(const struct snapshot *snapshot, const struct field_sink *sink)
{
	const struct opened *opened = &snapshot->opened;
	const struct pen pen = { .sink = sink };

	pen_text(&pen, "scope", opened_scope(snapshot));
	pen_known(&pen, "id", (uint64_t)(int64_t)opened->id,
		  opened_has_id(snapshot));
	pen_text(&pen, "name", opened_name(snapshot));
	pen_count(&pen, "groups", opened->groups);
	pen_known(&pen, "threads", opened->threads, !opened->cpus);
	pen_known(&pen, "cpus", opened->threads, opened->cpus);
	pen_count(&pen, "counted", opened->counted);
	pen_real(&pen, "part_percent", 100 * (double)opened->part, FIELD_PERCENT);
	pen_real(&pen, "own_percent", (double)opened->own_percent, FIELD_PERCENT);
	pen_text(&pen, "remark", opened->remark);
}
