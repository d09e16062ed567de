/* SPDX-License-Identifier: GPL-2.0-only */
/* Lines of opened nodes; see opened_rows.h. UI thread. */
#include "config.h"
#include "ui/batch/opened_rows.h"

#include <math.h>
#include <stdio.h>

#include "model/snapshot/opened_row.h"
#include "ui/batch/row_table.h"
#include "ui/draw/format.h"

static const char *const scopes[] = {
	[LIVE_NOTHING] = "", [LIVE_MACHINE] = "machine", [LIVE_CPU] = "cpu",
	[LIVE_PROCESS] = "process", [LIVE_THREAD] = "thread", [LIVE_USER] = "user",
	[LIVE_CGROUP] = "cgroup", [LIVE_NAME] = "command", [LIVE_WATCHED] = "watched",
	[LIVE_REGION] = "region",
};

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

static bool has_default(const struct opened_lines *lines)
{
	for (size_t i = 0; i < lines->n; i++)
		if (lines->line[i].value.latency_default)
			return true;
	return false;
}

void opened_put_text(const struct snapshot *snapshot, const struct look *look, struct buffer *out)
{
	const bool hybrid = snapshot->machine->family && snapshot->machine->family->tree[TYPE_ATOM];
	const struct rows_of of = { .ascii = look->ascii };
	struct text_table table = { .of = &of, .kind = &opened_node_rows };
	const void *row[OPENED_MAX];
	struct opened_lines lines;

	if (!opened_is_on(snapshot))
		return;
	opened_list(snapshot, &lines);
	for (size_t i = 0; i < lines.n; i++)
		row[i] = &lines.line[i];
	table_of_kind(&table, &look->code_columns[KIND_NODES], row, lines.n);
	put_head(snapshot, look->ascii, out);
	if (lines.n)
		table_titles(out, &table);
	for (size_t i = 0; i < lines.n; i++) {
		const struct opened_line *line = &lines.line[i];

		if (hybrid && (i == 0 || line->type != lines.line[i - 1].type))
			buffer_print(out, "%s (%s)\n", core_types[line->type].title,
				     line->tree->name);
		table_row(out, &table, line);
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
