/* SPDX-License-Identifier: GPL-2.0-only */
/* Lines of opened nodes and their fields; see opened_rows.h. UI thread. */
#include "config.h"
#include "ui/batch/opened_rows.h"

#include <math.h>
#include <string.h>

#include "model/snapshot/opened_row.h"
#include "ui/batch/profile_pen.h"

#define ERROR_DECIMALS 3

static const char *const scopes[] = {
	[LIVE_NOTHING] = "", [LIVE_MACHINE] = "machine", [LIVE_CPU] = "cpu",
	[LIVE_PROCESS] = "process", [LIVE_THREAD] = "thread", [LIVE_USER] = "user",
	[LIVE_CGROUP] = "cgroup", [LIVE_NAME] = "command", [LIVE_WATCHED] = "watched",
	[LIVE_REGION] = "region",
};

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

	pen_real(pen, "retire_latency", (double)value->latency, PEN_CYCLES);
	pen_real(pen, "retire_latency_error", has ? (double)value->latency_error : NAN,
		 PEN_CYCLES);
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
	put_real(pen, "percent", line, (double)value->percent, PEN_PERCENT);
	pen_text(pen, "unit", tree_unit_names[node->unit]);
	put_real(pen, "of_parent_percent", line, (double)value->of_parent, PEN_PERCENT);
	put_real(pen, "slots_percent", line, (double)value->slots, PEN_PERCENT);
	pen_real(pen, "running_percent", (double)value->running, PEN_PERCENT);
	put_real(pen, "error", line, (double)value->error, ERROR_DECIMALS);
	put_truth(pen, "at_once", known && isfinite(value->running), value->at_once);
	pen_real(pen, "threshold", 100 * (double)node->limit, PEN_PERCENT);
	put_truth(pen, "over", known && isfinite(value->running), value->over);
	put_latency(pen, line);
	put_truth(pen, "of_core", true, node->of_core);
	pen_text(pen, "sample_with", node->sample_with);
	pen_real(pen, "retire_latency_table", (double)value->latency_table, PEN_CYCLES);
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
	pen_real(&pen, "part_percent", 100 * (double)opened->part, PEN_PERCENT);
	pen_real(&pen, "own_percent", (double)opened->own_percent, PEN_PERCENT);
	pen_text(&pen, "remark", opened->remark);
}
