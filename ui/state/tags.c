/* SPDX-License-Identifier: GPL-2.0-only */
/* Tagged tasks: a sorted array of names; see tags.h. UI thread. */
#include "config.h"
#include "ui/state/tags.h"

#include <stdlib.h>
#include <string.h>

#include "model/list_room.h"
#include "model/snapshot/row.h"

struct row_name row_name_of(const struct row *row)
{
	return (struct row_name){
		.kind = row->kind,
		.id = row->id,
		.parent = row->kind == ROW_CORE || row->kind == ROW_NODE ? row->parent :
			  row->kind == ROW_REGION			? row->pid : 0,
		.start_ns = row->start_ns,
	};
}

bool row_is_named(const struct row *row, const struct row_name *name)
{
	struct row_name own = row_name_of(row);

	return own.kind == name->kind && own.id == name->id && own.parent == name->parent &&
	       own.start_ns == name->start_ns;
}

void tags_done(struct tags *tags)
{
	free(tags->names);
	*tags = (struct tags){ 0 };
}

static int tags_compare(const struct row_name *a, const struct row_name *b)
{
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->id != b->id)
		return a->id < b->id ? -1 : 1;
	if (a->parent != b->parent)
		return a->parent < b->parent ? -1 : 1;
	return (a->start_ns > b->start_ns) - (a->start_ns < b->start_ns);
}

/* Index of the name, or where it would be inserted. */
static size_t tags_find(const struct tags *tags, const struct row_name *name)
{
	size_t low = 0, high = tags->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (tags_compare(&tags->names[middle], name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_at(const struct tags *tags, size_t at, const struct row_name *name)
{
	return at < tags->n && tags_compare(&tags->names[at], name) == 0;
}

bool tags_has(const struct tags *tags, const struct row *row)
{
	struct row_name name = row_name_of(row);

	return is_at(tags, tags_find(tags, &name), &name);
}

void tags_toggle(struct tags *tags, const struct row *row)
{
	struct row_name name = row_name_of(row);
	size_t at = tags_find(tags, &name);
	struct row_name *place;

	if (is_at(tags, at, &name)) {
		tags->n--;
		memmove(&tags->names[at], &tags->names[at + 1],
			(tags->n - at) * sizeof(name));
		return;
	}
	place = list_room(tags->names, tags->n + 1, &tags->cap, 16, sizeof(name));
	if (!place)
		return;
	tags->names = place;
	memmove(&tags->names[at + 1], &tags->names[at], (tags->n - at) * sizeof(name));
	tags->names[at] = name;
	tags->n++;
}

void tags_clear(struct tags *tags)
{
	tags->n = 0;
}

size_t tags_count(const struct tags *tags, enum row_kind kind)
{
	size_t n = 0;

	for (size_t i = 0; i < tags->n; i++)
		n += tags->names[i].kind == kind;
	return n;
}

static const struct row *find_tagged(const struct snapshot *snapshot, const struct row_name *name)
{
	const struct row like = { .kind = name->kind, .id = name->id, .start_ns = name->start_ns };
	const struct row *row;

	if (name->kind != ROW_REGION)
		return snapshot_find_same(snapshot, snapshot, &like);
	row = snapshot_find_region(snapshot, name->parent, name->id);
	return row && row_is_named(row, name) ? row : NULL;
}

size_t tags_sum(const struct tags *tags, const struct snapshot *snapshot, enum row_kind kind,
		struct lone_row *into)
{
	struct row *sum;
	size_t ran = 0;

	*into = (struct lone_row){ .row = { .kind = kind, .parent = -1 } };
	sum = lone_row(into);
	for (size_t i = 0; i < tags->n; i++) {
		const struct row_name *name = &tags->names[i];
		const struct row *row;

		if (name->kind != kind)
			continue;
		row = find_tagged(snapshot, name);
		if (!row || row->asleep)
			continue;
		counts_add(&into->numbers.counts, &row->numbers->counts);
		sum->busy_ns += row->busy_ns;
		sum->slices += row->slices;
		ran++;
	}
	row_evaluate(snapshot, sum);
	return ran;
}
