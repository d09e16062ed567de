/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What rows of code are of, and texts of their places and estimates, in code views and tables of
 * profiles. A place has its name at once if it is known, else the object and an offset; all texts
 * are harmless. UI thread, or main.
 */
#pragma once

#include "model/profile/code_names.h"
#include "model/profile/profile.h"
#include "ui/draw/theme.h"

/* ---- what rows of code are of, their units, and a cell of them on the screen; only data ---- */

#define CODE_ROW_TEXT 1024	/* bytes of a text */
#define CODE_ROW_LINE 4096	/* bytes of what stands last on a line of text */
#define CODE_ROW_NAME 64	/* bytes of a field and its group */
#define CODE_ROW_COLUMNS_MAX 256	/* of a kind; of code views 64 */
#define CODE_CELL_TEXT 704	/* two names, two lines */

/* What rows are of. Names that are still asked for are not waited for. */
struct rows_of {
	const struct profile *profile;		/* NULL: there is none yet */
	const struct code_names *names;		/* NULL: no place has a name */
	bool lines;		/* file and line are asked for */
	bool ascii;
	bool nested;		/* rows that belong to another one stand below it */
	const void *in;		/* on the screen: what rows are parts of, as their kind knows it; else NULL */
	int level;		/* of TopDown that the screen shows: at 2 a class gives way to its nodes */
	const void *before;	/* what is compared with, as the kind of row knows it; NULL: nothing */
};

enum value_unit {
	VALUE_TEXT,		/* no number */
	VALUE_TRUTH,		/* 1 or 0 */
	VALUE_NUMBER,
	VALUE_COUNT,		/* on the screen in a few cells: "12.4k" */
	VALUE_LARGE,		/* in text too */
	VALUE_SHARE,		/* in percent, without an error */
	VALUE_PERCENT,		/* a part from 0 to 1 with its error, shown in percent */
	VALUE_POINTS,		/* a difference of two parts: "+1.2" */
	VALUE_PROBABILITY,	/* from 0 to 1, with its error */
	VALUE_CYCLES,		/* with their error */
};

/* A cell of the screen. The text is harmless. */
struct code_cell {
	char text[CODE_CELL_TEXT];
	int width;		/* in: cells that there are; 0: as many as it takes */
	enum role role;
	bool strong;
};

/* ---- texts ---- */

#define CODE_TEXT_WHOLE (2 * CODE_NAME_MAX)	/* bytes of a place and its line */

/* No place at all. */
struct place code_no_place(void);

/* Asks for the name of a place; what was asked stays valid. CODE_UNKNOWN without seams. */
enum code_state code_text_ask(const struct rows_of *of, struct place at, bool want_line,
			      struct code_name *name);

/* Can the line of a place be known? Not if there is no symbol; while that is asked, it can. */
bool code_text_may_have_line(const struct rows_of *of, struct place at);

/* Functions of places, for what is grouped by them. */
struct code_text_asked {
	const struct rows_of *of;
	size_t pending;		/* places whose function is not known yet */
};
struct function_start code_text_functions(struct code_text_asked *asked);

/* "hash_probe+0x54"; "memhog+0x18c0" while no symbol is known. */
void code_text_place(const struct rows_of *of, struct place at, const struct code_name *name,
		     char *text, size_t size);

/*
 * Shortens the text of a place to so many cells; the offset at its end stays, or its last digits:
 * "[kernel]+…3f2c10".
 */
void code_text_shorten(const struct rows_of *of, char *text, size_t size, int cells);

/* Both in so many cells: the shorter one leaves the other what it does not need. */
void code_text_fit_both(const struct rows_of *of, char *one, char *other, size_t size, int cells);

/* The same of the function alone: without an offset. */
void code_text_function(const struct rows_of *of, struct place at,
			const struct code_name *name, char *text, size_t size);

/* That of a place, as far as it is known by now; it is asked for. */
void code_text_line_of(const struct rows_of *of, struct place at, char *text, size_t size);

/* "0x1957" */
void code_text_print_address(const struct rows_of *of, struct place at, char text[CODE_ROW_TEXT]);

/*
 * "hash_probe+0x10...0x28": from the start of a block to the branch at its end. A place without a
 * symbol is shortened in its middle to so many cells; 0: as many as it takes.
 */
void code_text_block(const struct rows_of *of, struct place start, struct place end, int cells,
		     char *text, size_t size);

/* For lines of text: "hash_probe", with offset "hash_probe+0x4c", with line " (probe.h:118)". */
void code_text_whole(const struct rows_of *of, struct place at, bool offset,
		     char text[CODE_TEXT_WHOLE]);

/* "0x1957-0x1967 main+0x57 (p.c:9)" */
void code_text_range(const struct rows_of *of, struct place start, struct place end,
		     char text[CODE_ROW_LINE]);

/* "libz.so.1", "[kernel]"; "" without an object. */
void code_text_object(const struct rows_of *of, struct place at, char *text, size_t size);

/*
 * Of parts from 0 to 1, in at most 10 cells: "62.4 ±0.8"; "0.0 <0.1"; where the error is not known:
 * "62.4 ±?"; "100 ±57".
 */
void code_text_percent(const struct rows_of *of, struct estimate part,
		       struct code_cell *cell);

/* ".875 ±.004", "1.000". */
void code_text_probability(const struct rows_of *of, struct estimate part,
			   struct code_cell *cell);

/* Cycles: "20.0 ±0.1", "280". */
void code_text_cycles(const struct rows_of *of, struct estimate cycles,
		      struct code_cell *cell);

/* A count in at most 5 cells. */
void code_text_count(double count, struct code_cell *cell);

/* A number as its unit is shown, with so many decimals where the unit leaves that open. */
void code_text_number(const struct rows_of *of, enum value_unit unit, int decimals,
		      struct estimate number, struct code_cell *cell);

/* The sign of a number that is not known. */
void code_text_missing(const struct rows_of *of, struct code_cell *cell);
