/* SPDX-License-Identifier: GPL-2.0-only */
/* Menus over the list; see menu.h. A new one is a value of enum menu_id, and a row of kinds[]. UI thread. */
#include "config.h"
#include "ui/setup/menu.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/code_views/code_list.h"
#include "ui/detail/views.h"
#include "ui/draw/format.h"
#include "ui/draw/symbols.h"
#include "ui/state/state.h"
#include "ui/term/key_decoder.h"

#define TITLE_WIDTH 8		/* of columns in the menu */
#define CODE_TITLE_WIDTH 11
#define CODE_NAME_WIDTH 22	/* of a field that is no column yet */

struct menu_kind {
	struct menu_look look;
	int key;			/* opens it, and closes it */
	bool letters;			/* a letter leads to the next line that begins with it */
	row_lister rows;		/* whose columns are listed; NULL: no kind's */
	bool code;			/* of a code view, which needs no snapshot */
	bool (*applies)(struct ui_state *state);	/* if not, it says why; NULL: always */
	void (*list)(struct ui_state *state);	/* sets n, and the line for what was chosen */
	void (*print)(const struct ui_state *state, size_t i, struct menu_line *line);
	void (*choose)(struct ui_state *state, size_t i);	/* the cursor is on line i; NULL: nothing to do */
	void (*take)(struct ui_state *state);		/* the line under the cursor */
	/* Several lines may be taken: then it stays open. Other keys of it; false: it is none. */
	bool (*other)(struct ui_state *state, int code);
};

void menu_done(struct menu *menu)
{
	column_sorter_done(&menu->sorter);
	free(menu->users);
	*menu = (struct menu){ 0 };
}

/* ---- users ---- */

static bool menu_make_room(struct menu *menu, size_t n)
{
	const struct row **users;

	if (n <= menu->cap_users)
		return true;
	users = realloc(menu->users, 2 * n * sizeof(*users));
	if (!users)
		return false;
	menu->users = users;
	menu->cap_users = 2 * n;
	return true;
}

/* Line 0 stands for all users. */
static const char *user_name(const struct ui_state *state, size_t i)
{
	return i ? snapshot_text(state->snapshot, state->menu.users[i - 1]->name) : "";
}

static void list_users(struct ui_state *state)
{
	const struct row_table *table = &state->snapshot->table[ROW_USER];
	const struct column_order by_name = { .column = columns_find("name") };
	struct menu *menu = &state->menu;

	menu->n = 1;
	menu->line = 0;
	if (!menu_make_room(menu, table->n))
		return;
	/* "(unknown)" is no user name, so it cannot be compared with. */
	for (size_t i = 0; i < table->n; i++)
		if (strcmp(snapshot_text(state->snapshot, table->rows[i].name), "(unknown)") != 0)
			menu->users[menu->n++ - 1] = &table->rows[i];
	(void)columns_sort(&menu->sorter, state->snapshot, menu->users, menu->n - 1, &by_name);
	for (size_t i = 1; i < menu->n; i++)
		if (!strcmp(user_name(state, i), menu->user_name))
			menu->line = i;
}

static bool users_apply(struct ui_state *state)
{
	if (!state->inside && filter_is_task(state_kind(state))) {
		(void)snprintf(state->menu.user_name, sizeof(state->menu.user_name), "%s",
			       state_filter(state)->user);
		return true;
	}
	state_say(state, "users are chosen in views of processes and threads: go there first (v)");
	return false;
}

/* The processes that ran, of all users. */
static size_t count_processes(const struct snapshot *snapshot)
{
	const struct row_table *users = &snapshot->table[ROW_USER];
	size_t n = 0;

	for (size_t i = 0; i < users->n; i++)
		n += users->rows[i].children;
	return n;
}

static void print_user(const struct ui_state *state, size_t i, struct menu_line *line)
{
	size_t processes = i ? state->menu.users[i - 1]->children :
			       count_processes(state->snapshot);

	format_harmless(line->text, sizeof(line->text), i ? user_name(state, i) : "all users");
	(void)snprintf(line->number, sizeof(line->number), "%zu", processes);
}

/* The cursor stays on the user when the rows change. */
static void choose_user(struct ui_state *state, size_t i)
{
	(void)snprintf(state->menu.user_name, sizeof(state->menu.user_name), "%s",
		       user_name(state, i));
}

static void take_user(struct ui_state *state)
{
	(void)row_filter_set(&state->filters[VIEW_PROCESSES], ROW_PROCESS,
			     state->filters[VIEW_PROCESSES].text, state->menu.user_name, NULL);
}

/* ---- columns to sort by ---- */

/* Is this the order of now? NULL: the natural order. */
static bool is_current(const struct ui_state *state, const struct column *column)
{
	return column == column_order_column(state_order(state), state_family(state));
}

static void list_columns(struct ui_state *state)
{
	struct menu *menu = &state->menu;
	size_t line = menu->n ? menu->line : SIZE_MAX;

	menu->n = 0;
	if (state_shows_cpus(state))
		menu->columns[menu->n++] = NULL;
	for (size_t i = 0; i < columns_n; i++)
		if (column_is_sortable(&columns[i]) && !columns[i].label &&
		    column_applies(&columns[i], state_kind(state)) &&
		    column_fits_family(&columns[i], state_family(state)))
			menu->columns[menu->n++] = &columns[i];
	for (size_t i = 0; line == SIZE_MAX && i < menu->n; i++)
		if (is_current(state, menu->columns[i]))
			line = i;
	menu->line = line < menu->n ? line : 0;
}

static void print_column(const struct ui_state *state, size_t i, struct menu_line *line)
{
	const struct column *column = state->menu.columns[i];
	const struct column_order *order = state_order(state);
	const struct column *named = order->named;	/* COST is of it, once it is chosen */
	bool falls = (!column || column->ascending) == order->reverse;
	const char *sign = "";

	if (is_current(state, column))
		sign = symbol(falls ? SYMBOL_LARGEST_FIRST : SYMBOL_SMALLEST_FIRST, state->look.ascii);
	if (column_is_cost(column) && named)
		(void)snprintf(line->text, sizeof(line->text),
			       "%-*s%s percent of the machine's slots in %s", TITLE_WIDTH,
			       column_title(column), sign[0] ? sign : " ",
			       column_title(named));
	else
		(void)snprintf(line->text, sizeof(line->text), "%-*s%s %s", TITLE_WIDTH,
			       column ? column_title(column) : "number", sign[0] ? sign : " ",
			       column ? column_help(column) : "sockets, cores, CPUs in their order");
	line->number[0] = '\0';
}

static void take_column(struct ui_state *state)
{
	const struct column *column = state->menu.columns[state->menu.line];

	if (!is_current(state, column))
		column_order_by(&state_current(state)->order, column);
}

/* ---- columns of a list of rows of a kind, to sort by ---- */

/* Another view may have come, with a profile that has no branches, until the lines are made again: false. */
static bool menu_rows(const struct ui_state *state, struct row_list *rows)
{
	state->menu.rows(state, rows);
	return rows->kind && rows->kind == state->menu.kind;
}

static void list_code_columns(struct ui_state *state)
{
	struct menu *menu = &state->menu;
	const bool opens = !menu->n;
	size_t line = menu->line;
	struct row_list rows;

	menu->rows(state, &rows);
	menu->kind = rows.kind;
	menu->n = 0;
	for (size_t i = 0; i < rows.shown.n; i++) {
		const struct row_column *column = rows.shown.column[i];

		if (!row_column_sorts(column))
			continue;
		if (opens && column == rows.order)
			line = menu->n;
		menu->code_columns[menu->n++] = (size_t)(column - rows.kind->columns);
	}
	menu->line = line < menu->n ? line : 0;
}

static bool code_columns_apply(struct ui_state *state)
{
	if (state->code.of.profile && !code_view_is_picture(&state->code))
		return true;
	state_say(state, state->code.of.profile ? "a picture has no columns: r shows the tree" :
					       "nothing is listed yet");
	return false;
}

/* The column of a line. */
static const struct row_column *column_on(const struct ui_state *state, size_t i)
{
	return &state->menu.kind->columns[state->menu.code_columns[i]];
}

static void print_code_column(const struct ui_state *state, size_t i, struct menu_line *line)
{
	char title[4 * CODE_TITLE_WIDTH + 1], head[CODE_ROW_NAME];
	const struct row_column *column;
	const char *sign = " ";
	struct row_list rows;

	*line = (struct menu_line){ .text = "" };
	if (!menu_rows(state, &rows))
		return;
	column = column_on(state, i);
	if (rows.order == column)
		sign = symbol(column->ascending == rows.reverse ? SYMBOL_LARGEST_FIRST : SYMBOL_SMALLEST_FIRST,
			      state->look.ascii);
	row_column_head(column, head);
	format_fit(title, sizeof(title), head, CODE_TITLE_WIDTH, false);
	(void)snprintf(line->text, sizeof(line->text), "%s%s %s", title, sign,
		       column->help ? column->help : "");
	if (state->look.ascii)
		format_ascii(line->text);
}

static void take_code_column(struct ui_state *state)
{
	struct row_list rows;

	if (menu_rows(state, &rows))
		rows.order_by(state, column_on(state, state->menu.line));
}

/* Nodes of levels 1 and 2 alone have other columns. */
static bool nodes_apply(struct ui_state *state)
{
	if (view_tree_has_columns(state))
		return true;
	state_say(state, "columns are of opened nodes: Right opens one, 3 to 6 all down to a level");
	return false;
}

/* ---- those of them that are shown ---- */

static struct code_columns shown_columns(const struct ui_state *state, const struct row_list *rows)
{
	struct code_columns shown = state->look.code_columns[rows->chosen];

	if (!shown.n)
		code_columns_usual(&shown, rows->kind);
	return shown;
}

/* Those of the list that is shown; what was chosen comes first, then the others. */
static void list_choices(struct ui_state *state)
{
	struct menu *menu = &state->menu;
	struct code_columns shown;
	struct row_list rows;

	if (menu_rows(state, &rows) && menu->n)
		return;		/* lines stay where they are while the menu is open */
	menu->kind = rows.kind;
	menu->n = menu->line = 0;
	if (!rows.kind)
		return;
	shown = shown_columns(state, &rows);
	for (size_t i = 0; i < shown.n; i++)
		menu->code_columns[menu->n++] = (size_t)(shown.column[i] - rows.kind->columns);
	for (size_t i = 0; i < rows.kind->n; i++)
		if (!code_columns_have(&shown, &rows.kind->columns[i]))
			menu->code_columns[menu->n++] = i;
}

static void choose_columns(struct ui_state *state, const struct row_list *rows, const struct code_columns *chosen)
{
	state->look.code_columns[rows->chosen] = *chosen;
	rows->again(state);
}

/* Shows the columns of these lines, in their order. */
static void show_columns(struct ui_state *state, const struct row_list *rows, const struct code_columns *shown)
{
	struct code_columns now = { .n = 0 }, usual;

	for (size_t i = 0; i < state->menu.n; i++) {
		const struct row_column *column = column_on(state, i);

		if (!code_columns_have(shown, column))
			continue;
		now.width[now.n] = (unsigned char)code_columns_width(shown, column);
		now.column[now.n++] = column;
	}
	code_columns_usual(&usual, rows->kind);
	if (code_columns_equal(&now, &usual))
		now.n = 0;
	choose_columns(state, rows, &now);
}

static void print_choice(const struct ui_state *state, size_t i, struct menu_line *line)
{
	char title[4 * CODE_NAME_WIDTH + 1], name[CODE_ROW_NAME];
	const struct row_column *column;
	struct code_columns shown;
	struct row_list rows;

	*line = (struct menu_line){ .text = "" };
	if (!menu_rows(state, &rows))
		return;
	shown = shown_columns(state, &rows);
	column = column_on(state, i);
	row_column_head(column, name);
	if (!name[0])
		row_column_name(column, name);
	format_fit(title, sizeof(title), name, CODE_NAME_WIDTH, false);
	(void)snprintf(line->text, sizeof(line->text), "%s %s %s",
		       code_columns_have(&shown, column) ? "[x]" : "[ ]", title,
		       column->help ? column->help : "");
	if (state->look.ascii)
		format_ascii(line->text);
}

/* Shows the column, or hides it; the last one stays. */
static void take_choice(struct ui_state *state)
{
	const struct row_column *column;
	struct code_columns shown;
	struct row_list rows;

	if (!menu_rows(state, &rows))
		return;
	shown = shown_columns(state, &rows);
	column = column_on(state, state->menu.line);
	if (!code_columns_have(&shown, column)) {
		shown.width[shown.n] = 0;
		shown.column[shown.n++] = column;
	} else if (shown.n == 1) {
		state_say(state, "one column must stay");
		return;
	} else {
		for (size_t i = 0; i < shown.n; i++)
			if (shown.column[i] == column) {
				shown.column[i] = shown.column[shown.n - 1];
				shown.width[i] = shown.width[shown.n - 1];
			}
		shown.n--;
	}
	show_columns(state, &rows, &shown);
}

/* Moves the column to the left or right, or all back to the usual ones. */
static bool change_choices(struct ui_state *state, int code)
{
	struct menu *menu = &state->menu;
	const bool left = code == '<' || code == ',', right = code == '>' || code == '.';
	const size_t to = left ? menu->line - 1 : menu->line + 1;
	struct code_columns shown;
	struct row_list rows;

	if (!menu_rows(state, &rows) || (!left && !right && code != 'r'))
		return false;
	shown = shown_columns(state, &rows);
	if (code == 'r') {
		choose_columns(state, &rows, &(struct code_columns){ .n = 0 });
		menu->n = 0;
		list_choices(state);
	} else if (to < menu->n) {
		const size_t moved = menu->code_columns[menu->line];

		menu->code_columns[menu->line] = menu->code_columns[to];
		menu->code_columns[to] = moved;
		menu->line = to;
		show_columns(state, &rows, &shown);
	}
	return true;
}

/* ---- all ---- */

#define SORT_HINT "Enter chooses, a letter finds, Esc goes back; I reverses later"
#define CHOOSE_HINT "Space shows or hides, < > move, r resets, W saves, Esc goes back"
/* Of the columns of a kind. */
#define SORT_COLUMNS									\
	.look = { "Sort by: ", SORT_HINT, 76 }, .key = KEYCODE_F6, .letters = true,	\
	.list = list_code_columns, .print = print_code_column, .take = take_code_column
#define CHOOSE_COLUMNS									\
	.look = { "Columns: ", CHOOSE_HINT, 76 }, .key = KEYCODE_F2, .list = list_choices,	\
	.print = print_choice, .take = take_choice, .other = change_choices

static const struct menu_kind kinds[] = {
	[MENU_USERS] = { .look = { "User: ", "Enter chooses, Esc goes back", 36 }, .key = 'u', .applies = users_apply,
			 .list = list_users, .print = print_user, .choose = choose_user, .take = take_user },
	[MENU_SORT] = { .look = { "Sort by: ", SORT_HINT, 72 }, .key = KEYCODE_F6, .letters = true,
			.list = list_columns, .print = print_column, .take = take_column },
	[MENU_SORT_CODE] = { SORT_COLUMNS, .rows = code_list_rows, .code = true, .applies = code_columns_apply },
	[MENU_COLUMNS_CODE] = { CHOOSE_COLUMNS, .rows = code_list_rows, .code = true, .applies = code_columns_apply },
	[MENU_SORT_NODES] = { SORT_COLUMNS, .rows = node_lines_rows, .applies = nodes_apply },
	[MENU_COLUMNS_NODES] = { CHOOSE_COLUMNS, .rows = node_lines_rows, .applies = nodes_apply },
};

/* Is there what its lines are made of? */
static bool has_lines(const struct ui_state *state, enum menu_id id)
{
	return kinds[id].code ? state->code.open : state->snapshot != NULL;
}

void menu_refresh(struct ui_state *state)
{
	struct menu *menu = &state->menu;

	if (menu->id == MENU_NONE || !has_lines(state, menu->id))
		return;
	kinds[menu->id].list(state);
	if (!menu->n)
		menu->id = MENU_NONE;	/* a picture came, which has no columns */
}

unsigned int menu_open(struct ui_state *state, enum menu_id id)
{
	if (state->help || !has_lines(state, id))
		return R_NONE;
	if (kinds[id].applies && !kinds[id].applies(state))
		return R_DRAW;
	state->menu.id = id;
	state->menu.rows = kinds[id].rows;
	state->menu.n = 0;
	menu_refresh(state);
	return R_DRAW;
}

size_t menu_first(const struct menu *menu, size_t lines)
{
	return menu->line >= lines ? menu->line - lines + 1 : 0;
}

void menu_print(const struct ui_state *state, size_t i, struct menu_line *line)
{
	kinds[state->menu.id].print(state, i, line);
}

const struct menu_look *menu_look(const struct menu *menu)
{
	return &kinds[menu->id].look;
}

static unsigned int go_to(struct ui_state *state, size_t line)
{
	struct menu *menu = &state->menu;

	menu->line = line < menu->n ? line : menu->n - 1;
	if (kinds[menu->id].choose)
		kinds[menu->id].choose(state, menu->line);
	return R_DRAW;
}

static unsigned int take(struct ui_state *state)
{
	kinds[state->menu.id].take(state);
	if (!kinds[state->menu.id].other)
		state->menu.id = MENU_NONE;
	return state->code.open ? R_DRAW : R_ROWS;
}

unsigned int menu_click(struct ui_state *state, size_t line, size_t lines)
{
	size_t to = menu_first(&state->menu, lines) + line, before = state->menu.line;

	if (to >= state->menu.n)
		return R_NONE;
	(void)go_to(state, to);
	return to == before ? take(state) : R_DRAW;
}

/* The next line that begins with the letter, from the cursor on; n: none does. */
static size_t find_letter(const struct ui_state *state, int code)
{
	const struct menu *menu = &state->menu;
	struct menu_line line;

	for (size_t i = 1; i <= menu->n; i++) {
		size_t at = (menu->line + i) % menu->n;

		menu_print(state, at, &line);
		if (code < 0x80 && isalpha(code) &&
		    tolower((unsigned char)line.text[0]) == tolower(code))
			return at;
	}
	return menu->n;
}

bool menu_takes(const struct ui_state *state, int code)
{
	const bool saves = code == 'W' && kinds[state->menu.id].key == KEYCODE_F2;

	return state->menu.id != MENU_NONE && code != KEYCODE_CTRL_L && !saves;
}

unsigned int menu_key(struct ui_state *state, int code)
{
	const struct menu_kind *kind = &kinds[state->menu.id];
	size_t at = state->menu.line, page = state->page > 1 ? state->page - 1 : 1;
	size_t letter = kind->letters ? find_letter(state, code) : state->menu.n;

	if (letter < state->menu.n)
		return go_to(state, letter);
	if (code == kind->key)
		code = KEYCODE_ESCAPE;
	if (kind->other && kind->other(state, code))
		return R_DRAW;
	if (kind->other && code == ' ')
		code = KEYCODE_ENTER;
	switch (code) {
	case KEYCODE_ENTER:
		return take(state);
	case KEYCODE_ESCAPE:
	case KEYCODE_BACKSPACE:
	case 'q':
		state->menu.id = MENU_NONE;
		return R_DRAW;
	case KEYCODE_UP:
	case KEYCODE_WHEEL_UP:
	case 'k':
		return go_to(state, at ? at - 1 : 0);
	case KEYCODE_DOWN:
	case KEYCODE_WHEEL_DOWN:
	case 'j':
		return go_to(state, at + 1);
	case KEYCODE_PAGE_UP:
		return go_to(state, at > page ? at - page : 0);
	case KEYCODE_PAGE_DOWN:
		return go_to(state, at + page);
	case KEYCODE_HOME:
		return go_to(state, 0);
	case KEYCODE_END:
		return go_to(state, state->menu.n);
	default:
		return R_NONE;
	}
}
