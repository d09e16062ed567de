/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Kinds of rows of a profile (functions, branches, paths ...): each kind is ONE table of columns, in a
 * file of this folder. From it come the columns of the screen, their order, filters and help; the
 * tables in text; the fields of CSV and JSON; comparisons; and what --columns, --sort and --filter
 * take. A row is a struct of model/profile, or of the file of its kind. A new column is a row of such
 * a table. Constant data, any thread.
 */
#pragma once

#include "model/profile/code_names.h"
#include "model/profile/functions.h"
#include "model/profile/profile.h"
#include "model/profile/profile_compare.h"
#include "ui/code/code_text.h"
#include "ui/draw/canvas.h"

/*
 * What a column tells of a place of the row; its name as a field, and its unit, follow from that.
 * PLACE_SOURCE: "probe.h:118", no field.
 */
enum place_part { PLACE_NOTHING, PLACE_OBJECT, PLACE_BUILD_ID, PLACE_ADDRESS, PLACE_SYMBOL,
		  PLACE_OFFSET, PLACE_FILE, PLACE_LINE, PLACE_SOURCE, PLACE_PARTS };

struct row_column {
	/* What it is called. A field without a title is a column of text and screen if it is chosen. */
	const char *title;	/* its head; "": nothing to sort by; NULL: that of its node, or its field in capitals */
	const char *former;	/* another head, for options; of no field: its name in them. NULL: none */
	const char *group, *field;	/* in CSV and JSON: group.field; or NULL. Ask row_column_field() */
	int place;		/* its place there, unique in the kind, from 1; 0: not there */
	const char *help;	/* for the help on the screen: a few words */

	/* What a row has in it: a number, a text, or a part of a place. NAN, "": not known. */
	enum value_unit unit;	/* ask row_column_unit() */
	int shown, decimals;	/* of a VALUE_NUMBER, _LARGE or _SHARE: on the screen, and as a field */
	struct estimate (*number)(const struct rows_of *of, const void *row);
	/* Of rows that are made of others, in place of .number: by what the column is of. */
	struct estimate (*of_column)(const struct row_column *column, const struct rows_of *of, const void *row);
	enum side side;		/* of a comparison, as .of_compared */
	bool aside;		/* a WORD alone of a filter is not searched in it */
	bool no_error_field;	/* its error is on the screen only */
	struct estimate (*of_node)(const void *row, enum metric_id node);	/* in place of .number: of TopDown: */
	enum metric_id node;	/* ask row_column_node() */
	/* Is this node what limits the row, or on the way to it? It is coloured then. NULL: that is not known. */
	bool (*limits)(const void *row, enum metric_id node);
	/* Drawn as a bar of the classes, only on the screen; nothing to sort by. */
	struct values (*values)(const void *row);
	void (*text)(const struct rows_of *of, const void *row, char text[CODE_ROW_TEXT]);
	struct place (*at)(const void *row);
	enum place_part part;
	/* It is of another row: sets that, and what it is of. NULL: of this one. */
	void (*go_to)(const struct rows_of **of, const void **row);
	bool compared;		/* tdtop diff has it too; a number is this one: */
	enum compared_value of_compared;

	/* On the screen */
	int width;		/* cells; with .flex at least: it has what is left. 0: only if chosen */
	bool flex;		/* one column of each view; in text it stands last */
	int roomy;		/* so many cells more on a wide screen */
	int (*most)(const struct rows_of *of);	/* the cells that its rows have use for. NULL: that is not known */
	int priority;		/* a narrow screen drops low numbers first */
	bool left;		/* aligned */
	bool ascending;		/* order at first: smallest first, as with texts */
	bool (*wanted)(const struct rows_of *of);	/* NULL: always */
	/* Ask row_is_known(). A column that is known in no row is not shown. */
	bool (*known)(const struct rows_of *of, const void *row);
	/* NULL: as its unit is shown, or the text. */
	void (*cell)(const struct rows_of *of, const void *row, struct code_cell *cell);
	bool bar;		/* what is drawn is one, and has room after texts */
	/* In place of a cell, where one style is not enough. NULL: a cell. */
	void (*draw)(struct canvas *canvas, struct rect rect, const struct rows_of *of, const void *row);

	/* In text */
	int printed, error;	/* cells, and those of the error behind it; 0: only if chosen */
	/* It is a change: with its sign, and a "*" where this is 1. */
	struct estimate (*sure)(const struct row_column *column, const struct rows_of *of, const void *row);
	int printed_most;	/* what it prints may widen it to so many; 0: it does not */
	/* What stands last on the line. Of other columns NULL, "": as their unit is printed, or the text. */
	void (*print)(const struct rows_of *of, const void *row, char text[CODE_ROW_LINE]);
};

/* What a row is, whatever its number: the cursor stays on it. Unused places are PLACE_NO_OBJECT. */
struct code_row_id {
	struct place a, b;
};
bool code_row_id_equal(struct code_row_id a, struct code_row_id b);

/* What Enter shows of a row. */
enum row_below { BELOW_FUNCTION, BELOW_BLOCKS, BELOW_BLOCK, BELOW_LOOP };

struct code_kind {
	const char *name;	/* "branches" */
	const struct row_column *columns;	/* in the order of screen and text */
	size_t n;
	/* All rows of a profile, *n structs of .size bytes. NULL: others know them. */
	const void *(*rows)(const struct profile *profile, size_t *n);
	size_t size;
	/* Its sign in text of what is not known: all wanted columns are there. NULL: "·" */
	const char *missing;
	int classes_from;	/* fields from this place on are of profiles with TopDown only; 0: there are none */
	struct code_row_id (*id)(const void *row);
	/* The places whose names and lines are in its cells. */
	struct code_row_id (*places)(const void *row);
	/* What is below it, and where: a block, a loop, to its last branch; of a function any place in it. */
	enum row_below (*enter)(const struct rows_of *of, const void *row, struct code_row_id *where);
};

/* ---- columns ---- */

/* Its name as a field, without its group: .field, or the slug of its node; NULL: it is none. Its unit. */
const char *row_column_field(const struct row_column *column);
enum value_unit row_column_unit(const struct row_column *column);

/* The node of TopDown that it is; M_NONE: none. */
enum metric_id row_column_node(const struct row_column *column);

/* The head on the screen; "": it has none. */
const char *row_column_title(const struct row_column *column);

/* "from.symbol", "taken_percent"; of what is no field its former title, or its title: "DIFF". */
void row_column_name(const struct row_column *column, char name[CODE_ROW_NAME]);

/* The head of a column that was chosen: the title, or its field in capitals. */
void row_column_head(const struct row_column *column, char head[CODE_ROW_NAME]);

/* Can rows be sorted by it? Not by a bar, or what has no head. */
bool row_column_sorts(const struct row_column *column);

/* Its cells on the screen and in text, also if it was chosen only. Is it aligned to the left? */
int row_column_width(const struct row_column *column);
int row_column_printed(const struct row_column *column);
/* So few it may have: numbers are not cut. */
int row_column_least_width(const struct row_column *column);
bool row_column_is_left(const struct row_column *column);

/* Has such a number an error? With so many decimals it is shown. */
bool row_column_has_error(const struct row_column *column);
bool row_column_has_error_field(const struct row_column *column);	/* also in CSV and JSON */
int row_column_decimals(const struct row_column *column);

/* Is it shown in percent? */
bool row_column_is_percent(const struct row_column *column);

/* By what a number is multiplied to be shown in percent, else 1. */
double value_scale(enum value_unit unit);

/* The number of a row and its error, NAN: not known, or a text. Without an error the unit has none. */
struct estimate row_number(const struct row_column *column, const struct rows_of *of,
			   const void *row);

/* The text of a row, as it is: of any bytes; "": not known, or a number. */
void row_text(const struct row_column *column, const struct rows_of *of, const void *row,
	      char text[CODE_ROW_TEXT]);

/* Is it known, or may it be soon? Of a number: if it is one; a text is, also "". */
bool row_is_known(const struct row_column *column, const struct rows_of *of, const void *row);

/* The number that the screen has of a row: NAN also where it is no question. */
struct estimate row_shown(const struct row_column *column, const struct rows_of *of, const void *row);

/* The cell is of this node, which limits its row: it is coloured. */
void row_cell_limits(struct code_cell *cell, enum metric_id node);

/* The cell of a column on the screen. */
void row_cell(const struct row_column *column, const struct rows_of *of, const void *row,
	      struct code_cell *cell);

/* ---- kinds ---- */

/* Is this its field, head or former head, in capitals or not? */
bool row_column_is_called(const struct row_column *column, const char *word, size_t length);

/* The column that is called so, a field before a head: "line" of functions. NULL: there is none. */
const struct row_column *code_kind_find(const struct code_kind *kind, const char *word, size_t length);

/* The one whose field or head is the nearest to a misspelt name; fields: only of what CSV has. NULL: none is near. */
const struct row_column *code_kind_nearest(const struct code_kind *kind, const char *word,
					   size_t length, bool fields);

/* Is the column with this index not wanted, and the next one in its place, which is? */
bool code_kind_replaces(const struct code_kind *kind, size_t index, const struct rows_of *of);

/* What stands last on a line of text, and has what is left of one of the screen. NULL: it has none. */
const struct row_column *code_kind_last(const struct code_kind *kind);

/* Its fields in the order of CSV and JSON. Returns how many. */
size_t code_kind_fields(const struct code_kind *kind,
			const struct row_column *fields[CODE_ROW_COLUMNS_MAX]);

/* ---- the order of rows by numbers or texts of one column ---- */

/* What a row is ordered by. */
struct row_key {
	double number;		/* NAN: missing, or a text */
	char *text;		/* owned; NULL: missing, or a number */
	uint32_t at;		/* which row */
	bool falling;		/* of row_order() */
};

/* Sets number or text to what the screen has of a row; without memory it is missing. */
void row_key_take(struct row_key *key, const struct row_column *column, const struct rows_of *of,
		  const void *row);

/*
 * Orders n keys, and frees their texts. What is missing is last in either direction; rows that are
 * equal keep the order of .at.
 */
void row_order(struct row_key *keys, size_t n, bool falling);

/* ---- for the tables ---- */

/* How members of rows are read: a place; an estimate; a count, which is there only if it is known. */
#define ROW_AT(name, type, member)							\
	static struct place name(const void *row)					\
	{										\
		return ((const struct type *)row)->member;				\
	}
#define ROW_ESTIMATE(name, type, member)						\
	static struct estimate name(const struct rows_of *of, const void *row)		\
	{										\
		(void)of;								\
		return ((const struct type *)row)->member;				\
	}
#define ROW_COUNT(name, type, member, is_known)						\
	static struct estimate name(const struct rows_of *of, const void *row)		\
	{										\
		const struct type *from = row;						\
											\
		(void)of;								\
		return row_exact((is_known) ? (double)from->member : (double)NAN);	\
	}

struct estimate row_exact(double value);

/* A part of a place of the row: a field of this group, compared too. A place: address, symbol, line. */
#define ROW_PART(group_, place_, at_, part_) \
	{ .group = (group_), .place = (place_), .at = (at_), .part = (part_),			\
	  .compared = (part_) != PLACE_BUILD_ID }
#define ROW_PLACE(group, first, at)							\
	ROW_PART(group, first, at, PLACE_ADDRESS), ROW_PART(group, (first) + 1, at, PLACE_SYMBOL), \
	ROW_PART(group, (first) + 2, at, PLACE_OFFSET),					\
	ROW_PART(group, (first) + 3, at, PLACE_FILE), ROW_PART(group, (first) + 4, at, PLACE_LINE)

/* A row of code views is compared with one before. */
bool row_is_compared(const struct rows_of *of);

/* Is it what has changed since a baseline? Has a kind such a column? */
bool row_column_compares(const struct row_column *column);
bool code_kind_compares(const struct code_kind *kind);

/* The column that names a row: the first text that a narrow screen keeps. */
const struct row_column *code_kind_name(const struct code_kind *kind);

/* Has the screen this column? */
bool row_column_is_wanted(const struct row_column *column, const struct rows_of *of);

/* Can cycles, mispredictions be told? */
bool row_tells_cycles(const struct rows_of *of);
bool row_tells_mispredicts(const struct rows_of *of);
