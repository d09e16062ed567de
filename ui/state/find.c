/* SPDX-License-Identifier: GPL-2.0-only */
/* Filter as you type, and search; see find.h. UI thread. */
#include "config.h"
#include "ui/state/find.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "ui/draw/format.h"
#include "ui/state/row_list.h"
#include "ui/state/state.h"
#include "ui/term/key_decoder.h"

/* ---- the text that is typed ---- */

/* UTF-8 of a code point below 0x110000; returns its length. */
static size_t encode(int code, char bytes[4])
{
	static const unsigned char heads[] = { 0, 0, 0xC0, 0xE0, 0xF0 };
	size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

	for (size_t i = n; i-- > 1; code >>= 6)
		bytes[i] = (char)(0x80 | (code & 0x3F));
	bytes[0] = (char)(heads[n] | code);
	return n;
}

bool input_add(char *text, size_t size, int code)
{
	size_t used = strlen(text), n;
	char bytes[4];

	if (code < 0 || code > 0x10FFFF || format_cell_width(code) < 1)
		return false;
	n = encode(code, bytes);
	if (used + n >= size)
		return false;
	memcpy(text + used, bytes, n);
	text[used + n] = '\0';
	return true;
}

/* Removes the last character. False: there is none. */
static bool input_remove(char *text)
{
	size_t n = strlen(text);

	if (!n)
		return false;
	while (--n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80)
		;
	text[n] = '\0';
	return true;
}

const char *input_tail(const char *text, int cells)
{
	size_t length;

	while (format_text_width(text) > cells) {
		(void)format_decode(text, &length);
		text += length;
	}
	return text;
}

/* ---- filter and search ---- */

void find_done(struct find *find)
{
	filter_free(find->search);
	*find = (struct find){ 0 };
}

/* Blanks alone are no text. */
static const char *text_of(const struct find *find)
{
	return find->text[strspn(find->text, " ")] ? find->text : "";
}

const char *find_sentence(const char *trouble)
{
	static const char prefix[] = "filter: ";
	const size_t n = strlen(prefix);

	return strncmp(trouble, prefix, n) != 0 ? trouble : trouble + n;
}

/* ---- filter ---- */

/* Half-typed text is no mistake yet: the last filter that could be compiled stays in use. */
static unsigned int try_filter(struct ui_state *state)
{
	struct find *find = &state->find;
	struct row_filter *filter = state_filter(state);
	struct err err = { .text = "" };

	if (!row_filter_set(filter, state_kind(state), text_of(find), filter->user, &err)) {
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

	filter_set_cost(state->find.search,
			column_order_node(state_order(state), state_family(state)));
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

static unsigned int search_help(struct ui_state *state, int direction)
{
	if (!state->help_search.text[0])
		state_say(state, "no search yet: / begins one");
	state->help_search.requested = state->help_search.text[0];
	state->help_search.direction = direction;
	return R_DRAW;
}

unsigned int find_next(struct ui_state *state, int direction)
{
	size_t index = state_current(state)->cursor.index, n = state->n_rows, at;

	if (state->help)
		return search_help(state, direction);
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
	search = text_of(find)[0] ? filter_new(find->text, NULL, state_kind(state), &err) : NULL;
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

/* ---- the line ---- */

unsigned int find_open(struct ui_state *state, enum find_mode mode)
{
	const struct cursor *cursor = &state_current(state)->cursor;
	const struct row_filter *filter = state_filter(state);
	struct find *find = &state->find;

	if (state->help) {
		if (mode != FIND_SEARCH)
			return R_NONE;
		find->rows = NULL;
		find->mode = FIND_HELP;
		find->text[0] = find->trouble[0] = '\0';
		state->help_search.from = state->help_scroll;
		return R_DRAW;
	}
	if (!state->snapshot)
		return R_NONE;
	find->rows = NULL;
	find->mode = mode;
	find->trouble[0] = '\0';
	(void)snprintf(find->text, sizeof(find->text), "%s",
		       mode == FIND_FILTER ? filter->text : "");
	find->pinned = cursor->pinned;
	find->name = cursor->name;
	find->index = cursor->index;
	return R_DRAW;
}

bool find_takes(const struct ui_state *state, int code)
{
	if (state->find.mode == FIND_NOTHING || code == KEYCODE_CTRL_L)
		return false;
	/* F4 opens the filter, from a search as well. */
	return code < KEYCODE_UP ||
	       (code >= KEYCODE_F1 && code <= KEYCODE_F12 && code != KEYCODE_F4);
}

static unsigned int drop(struct ui_state *state)
{
	struct find *find = &state->find;
	const bool filter = find->mode == FIND_FILTER, help = find->mode == FIND_HELP;

	find->text[0] = '\0';
	if (find->rows)
		row_list_try(state);
	row_list_close(state);
	if (find->rows)
		return R_DRAW;
	if (help) {
		state->help_search.text[0] = '\0';
		state->help_scroll = state->help_search.from;
		return R_DRAW;
	}
	if (filter)
		return try_filter(state);
	(void)find_end_search(state);
	go_back(state);
	return R_DRAW;
}

unsigned int find_try(struct ui_state *state)
{
	if (state->find.rows) {
		row_list_try(state);
		return R_DRAW;
	}
	if (state->find.mode == FIND_HELP) {
		(void)snprintf(state->help_search.text, FILTER_TEXT, "%s", state->find.text);
		return state->find.text[0] ? search_help(state, 0) : R_DRAW;
	}
	return state->find.mode == FIND_FILTER ? try_filter(state) : try_search(state);
}

unsigned int find_key(struct ui_state *state, int code)
{
	struct find *find = &state->find;

	switch (code) {
	case KEYCODE_ENTER:
		/* An invalid filter cannot be kept; a search may match later. */
		if (find->trouble[0] && find->mode == FIND_FILTER)
			return R_NONE;
		if (find->trouble[0])
			state_say(state, "%s", find_sentence(find->trouble));
		row_list_close(state);
		return R_DRAW;
	case KEYCODE_ESCAPE:
		return drop(state);
	case KEYCODE_F3:	/* as in htop: the next match */
		return find->mode == FIND_SEARCH && !find->rows ? find_next(state, +1) : R_NONE;
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
	return find_try(state);
}
