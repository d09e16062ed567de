/* SPDX-License-Identifier: GPL-2.0-only */
/* Filter as you type, search, menu of users; see find.h. UI thread. */
#include "config.h"
#include "ui/state/find.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/draw/input.h"
#include "ui/draw/keycode.h"
#include "ui/state/state.h"
#include "ui/table/filter_parse.h"

void find_done(struct find *find)
{
	filter_free(find->search);
	column_sorter_done(&find->sorter);
	free(find->users);
	*find = (struct find){ 0 };
}

/* ---- filter ---- */

/* Half-typed text is no mistake yet: the last filter that could be compiled stays in use. */
static unsigned int try_filter(struct ui_state *state)
{
	struct find *find = &state->find;
	struct row_filter *filter = state_filter(state);
	struct err err = { .text = "" };

	if (!row_filter_set(filter, state_kind(state), find->text, filter->user, &err)) {
		(void)snprintf(find->trouble, sizeof(find->trouble), "%s", err.text);
		return R_DRAW;
	}
	find->trouble[0] = '\0';
	return R_ROWS;
}

/* ---- search ---- */

/* The line of the next match, starting with `from` and wrapping around; n_rows: none. */
static size_t find_match(const struct ui_state *state, size_t from, int direction)
{
	size_t n = state->n_rows;

	for (size_t i = 0; i < n; i++) {
		size_t at = direction > 0 ? (from + i) % n : (from + n - i) % n;

		if (filter_match(state->find.search, state_rows_of(state), state->rows[at]))
			return at;
	}
	return n;
}

static void move_to(struct ui_state *state, size_t line)
{
	state_move(state, (long)line - (long)state_current(state)->cursor.index);
}

unsigned int find_next(struct ui_state *state, int direction)
{
	size_t index = state_current(state)->cursor.index, n = state->n_rows, at;

	if (!find_is_on(state)) {
		state_say(state, "no search yet: / begins one");
		return R_DRAW;
	}
	at = n ? find_match(state, (index + n + (size_t)(direction + (int)n)) % n, direction) : n;
	if (at == n)
		state_say(state, "no row matches %s", state->find.searched);
	else
		move_to(state, at);
	return R_DRAW;
}

bool find_is_on(const struct ui_state *state)
{
	return state->find.search && filter_kinds_match(state->find.kind, state_kind(state));
}

bool find_end_search(struct ui_state *state)
{
	bool searched = find_is_on(state);

	filter_free(state->find.search);
	state->find.search = NULL;
	return searched;
}

static void go_back(struct ui_state *state)
{
	struct cursor *cursor = &state_current(state)->cursor;

	cursor->pinned = state->find.pinned;
	cursor->name = state->find.name;
	cursor->index = state->find.index;
	state_place_cursor(state);
}

static unsigned int try_search(struct ui_state *state)
{
	struct find *find = &state->find;
	struct err err = { .text = "" };
	struct filter *search;
	size_t at;

	find->trouble[0] = '\0';
	search = find->text[0] ? filter_new(find->text, NULL, state_kind(state), &err) : NULL;
	(void)snprintf(find->trouble, sizeof(find->trouble), "%s", err.text);
	if (err.text[0])
		return R_DRAW;
	(void)find_end_search(state);
	find->search = search;
	find->kind = state_kind(state);
	(void)snprintf(find->searched, sizeof(find->searched), "%s", find->text);
	go_back(state);
	if (!search || !state->n_rows)
		return R_DRAW;
	at = find_match(state, state_current(state)->cursor.index, +1);
	if (at == state->n_rows)
		(void)snprintf(find->trouble, sizeof(find->trouble), "no row matches");
	else
		move_to(state, at);
	return R_DRAW;
}

/* ---- users ---- */

static bool make_room(struct find *find, size_t n)
{
	const struct row **users;

	if (n <= find->cap_users)
		return true;
	users = realloc(find->users, 2 * n * sizeof(*users));
	if (!users)
		return false;
	find->users = users;
	find->cap_users = 2 * n;
	return true;
}

void find_refresh(struct ui_state *state)
{
	const struct row_table *table = state->snapshot ? &state->snapshot->table[ROW_USER] : NULL;
	const struct column_order by_name = { .column = columns_find("name") };
	struct find *find = &state->find;

	if (find->mode != FIND_USERS)
		return;
	find->n_users = 0;
	find->user = 0;
	if (!table || !make_room(find, table->n))
		return;
	/* "(unknown)" is no user name, so it cannot be compared with. */
	for (size_t i = 0; i < table->n; i++)
		if (strcmp(snapshot_text(state->snapshot, table->rows[i].name), "(unknown)") != 0)
			find->users[find->n_users++] = &table->rows[i];
	(void)columns_sort(&find->sorter, state->snapshot, find->users, find->n_users, &by_name);
	for (size_t i = 0; i < find->n_users; i++)
		if (!strcmp(snapshot_text(state->snapshot, find->users[i]->name), find->user_name))
			find->user = i + 1;
}

static void set_user(struct ui_state *state, size_t line)
{
	struct find *find = &state->find;
	const char *name = "";

	find->user = line > find->n_users ? find->n_users : line;
	if (find->user)
		name = snapshot_text(state->snapshot, find->users[find->user - 1]->name);
	(void)snprintf(find->user_name, sizeof(find->user_name), "%s", name);
}

size_t find_first_user(const struct find *find, size_t lines)
{
	return find->user >= lines ? find->user - lines + 1 : 0;
}

static unsigned int take_user(struct ui_state *state)
{
	state->find.mode = FIND_NOTHING;
	(void)row_filter_set(&state->filters[VIEW_PROCESSES], ROW_PROCESS,
			     state->filters[VIEW_PROCESSES].text,
			     state->find.user ? state->find.user_name : "", NULL);
	return R_ROWS;
}

unsigned int find_click(struct ui_state *state, size_t line)
{
	struct find *find = &state->find;
	size_t to = find_first_user(find, state->page) + line, before = find->user;

	if (find->mode != FIND_USERS || to > find->n_users)
		return R_NONE;
	set_user(state, to);
	return to == before ? take_user(state) : R_DRAW;
}

static unsigned int users_key(struct ui_state *state, int code)
{
	size_t at = state->find.user, page = state->page > 1 ? state->page - 1 : 1;

	switch (code) {
	case KEYCODE_ENTER:
		return take_user(state);
	case KEYCODE_ESCAPE:
	case KEYCODE_BACKSPACE:
	case 'q':
	case 'u':
		state->find.mode = FIND_NOTHING;
		break;
	case KEYCODE_UP:
	case KEYCODE_WHEEL_UP:
	case 'k':
		set_user(state, at ? at - 1 : 0);
		break;
	case KEYCODE_DOWN:
	case KEYCODE_WHEEL_DOWN:
	case 'j':
		set_user(state, at + 1);
		break;
	case KEYCODE_PAGE_UP:
		set_user(state, at > page ? at - page : 0);
		break;
	case KEYCODE_PAGE_DOWN:
		set_user(state, at + page);
		break;
	case KEYCODE_HOME:
		set_user(state, 0);
		break;
	case KEYCODE_END:
		set_user(state, state->find.n_users);
		break;
	default:
		return R_NONE;
	}
	return R_DRAW;
}

/* ---- the line ---- */

unsigned int find_open(struct ui_state *state, enum find_mode mode)
{
	const struct cursor *cursor = &state_current(state)->cursor;
	const struct row_filter *filter = state_filter(state);
	struct find *find = &state->find;

	if (state->help || !state->snapshot)
		return R_NONE;
	if (mode == FIND_USERS && (state->inside || !filter_is_task(state_kind(state)))) {
		state_say(state, "users: only in views of processes and threads");
		return R_DRAW;
	}
	find->mode = mode;
	find->trouble[0] = '\0';
	(void)snprintf(find->text, sizeof(find->text), "%s",
		       mode == FIND_FILTER ? filter->text : "");
	(void)snprintf(find->user_name, sizeof(find->user_name), "%s", filter->user);
	find->pinned = cursor->pinned;
	find->name = cursor->name;
	find->index = cursor->index;
	find_refresh(state);
	return R_DRAW;
}

bool find_takes(const struct ui_state *state, int code)
{
	if (state->find.mode == FIND_NOTHING || code == KEYCODE_CTRL_L)
		return false;
	return state->find.mode == FIND_USERS || code < KEYCODE_UP || code == KEYCODE_F1 ||
	       code == KEYCODE_F2;
}

static unsigned int drop(struct ui_state *state)
{
	struct find *find = &state->find;
	bool filter = find->mode == FIND_FILTER;

	find->mode = FIND_NOTHING;
	find->text[0] = '\0';
	if (filter)
		return try_filter(state);
	(void)find_end_search(state);
	go_back(state);
	return R_DRAW;
}

unsigned int find_key(struct ui_state *state, int code)
{
	struct find *find = &state->find;

	if (find->mode == FIND_USERS)
		return users_key(state, code);
	switch (code) {
	case KEYCODE_ENTER:
		/* An invalid filter cannot be kept; a search may match later. */
		if (find->trouble[0] && find->mode == FIND_FILTER)
			return R_NONE;
		find->mode = FIND_NOTHING;
		return R_DRAW;
	case KEYCODE_ESCAPE:
		return drop(state);
	case KEYCODE_CTRL_U:
		find->text[0] = '\0';
		break;
	case KEYCODE_BACKSPACE:
		if (!input_remove(find->text))
			return drop(state);
		break;
	default:
		if (!input_add(find->text, sizeof(find->text), code))
			return R_NONE;
	}
	return find->mode == FIND_FILTER ? try_filter(state) : try_search(state);
}
