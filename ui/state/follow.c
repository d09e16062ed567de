/* SPDX-License-Identifier: GPL-2.0-only */
/* The followed task; see follow.h. UI thread. */
#include "config.h"
#include "ui/state/follow.h"

#include <stdio.h>

#include "ui/state/state.h"

static const char *const reasons[] = {
	[FOLLOWED_HIDDEN] = "is hidden here",
	[FOLLOWED_ABSENT] = "did not run",
	[FOLLOWED_EXITED] = "has exited",
};

/* The row with this number, whether it is the one with this name or its successor. */
static const struct row *find_row(const struct snapshot *snapshot, const struct row_name *name)
{
	return name->kind == ROW_REGION ?
		       snapshot_find_region(snapshot, name->parent, name->id) :
		       snapshot_find(snapshot, name->kind, name->id);
}

enum followed follow_where(const struct ui_state *state)
{
	const struct cursor *cursor = state_cursor(state);
	const struct row *row;

	if (!cursor->follow || !state->snapshot)
		return FOLLOWED_NONE;
	if (cursor->index < state->n_rows &&
	    row_is_named(state->rows[cursor->index], &cursor->name))
		return FOLLOWED_HERE;
	row = find_row(state->snapshot, &cursor->name);
	if (row && row_is_named(row, &cursor->name))
		return FOLLOWED_HIDDEN;
	return cursor->exit_seq && state->snapshot->seq > cursor->exit_seq ? FOLLOWED_EXITED
									   : FOLLOWED_ABSENT;
}

/* Another task with its number means that it has exited, although no record told it. */
static void follow_see_row(struct cursor *cursor, const struct snapshot *snapshot)
{
	const struct row *row = cursor->follow && !cursor->exit_seq ?
		find_row(snapshot, &cursor->name) : NULL;

	if (!row)
		return;
	if (!row_is_named(row, &cursor->name))
		cursor->exit_seq = snapshot->seq - 1;
	else if (row->exited)
		cursor->exit_seq = snapshot->seq;
}

void follow_see(struct ui_state *state, const struct snapshot *snapshot)
{
	for (int view = 0; view < VIEW_COUNT; view++)
		follow_see_row(&state->views[view].cursor, snapshot);
	follow_see_row(&state->within_state.cursor, snapshot);
	follow_see_row(&state->inside_state.cursor, snapshot);
}

void follow_print(const struct ui_state *state, char *text, size_t size)
{
	const struct cursor *cursor = state_cursor(state);
	const enum followed where = follow_where(state);

	text[0] = '\0';
	if (where == FOLLOWED_HERE && cursor->name.kind == ROW_REGION)
		(void)snprintf(text, size, "following %s of %d",
			       snapshot_text(state->snapshot, state->rows[cursor->index]->name),
			       cursor->name.parent);
	else if (where != FOLLOWED_NONE && cursor->name.kind == ROW_REGION)
		(void)snprintf(text, size, "followed region of %d %s", cursor->name.parent,
			       reasons[where]);
	else if (where == FOLLOWED_HERE)
		(void)snprintf(text, size, "following %d %s", cursor->name.id,
			       snapshot_text(state->snapshot, state->rows[cursor->index]->name));
	else if (where != FOLLOWED_NONE)
		(void)snprintf(text, size, "followed task %d %s", cursor->name.id, reasons[where]);
}
