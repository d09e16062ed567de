/* SPDX-License-Identifier: GPL-2.0-only */
/* The identity of a row across snapshots; see row_name.h. UI thread. */
#include "config.h"
#include "ui/state/row_name.h"

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
