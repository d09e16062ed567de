/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Texts of places and estimates in the code views. A place has its name at once if it is known,
 * else the object and an offset; all texts are harmless. UI thread.
 */
#ifndef TDTOP_UI_STATE_CODE_TEXT_H
#define TDTOP_UI_STATE_CODE_TEXT_H

#include "model/profile/function_start.h"
#include "ui/state/code_screen.h"

/* No place at all. */
struct place code_no_place(void);

/* Asks for the name of a place; what was asked stays valid. CODE_UNKNOWN without seams. */
enum code_state code_text_ask(const struct code_screen *code, struct place at, bool want_line,
			      struct code_name *name);

/* Can the line of a place be known? Not if there is no symbol; while that is asked, it can. */
bool code_text_may_have_line(const struct code_screen *code, struct place at);

/* Functions of places, for what is grouped by them. */
struct code_text_asked {
	const struct code_screen *code;
	size_t pending;		/* places whose function is not known yet */
};
struct function_start code_text_functions(struct code_text_asked *asked);

/* "hash_probe+0x54"; "memhog+0x18c0" while no symbol is known. */
void code_text_place(const struct code_screen *code, struct place at, const struct code_name *name,
		     char *text, size_t size);

/*
 * Shortens the text of a place to so many cells; the offset at its end stays, or its last digits:
 * "[kernel]+…3f2c10".
 */
void code_text_shorten(const struct code_screen *code, char *text, size_t size, int cells);

/* The same of the function alone: without an offset. */
void code_text_function(const struct code_screen *code, struct place at,
			const struct code_name *name, char *text, size_t size);

/* "probe.h:118": without folders; "" if no line is known. */
void code_text_line(const struct code_name *name, char *text, size_t size);

/* "libz.so.1", "[kernel]"; "" without an object. */
void code_text_object(const struct code_screen *code, struct place at, char *text, size_t size);

/*
 * Of parts from 0 to 1, in at most 10 cells: "62.4 ±0.8"; "0.0 <0.1"; where the error is not known:
 * "62.4 ±?"; "100 ±57".
 */
void code_text_percent(const struct code_screen *code, struct estimate part,
		       struct code_cell *cell);

/* ".875 ±.004", "1.000". */
void code_text_probability(const struct code_screen *code, struct estimate part,
			   struct code_cell *cell);

/* Cycles: "20.0 ±0.1", "280". */
void code_text_cycles(const struct code_screen *code, struct estimate cycles,
		      struct code_cell *cell);

/* A count in at most 5 cells. */
void code_text_count(double count, struct code_cell *cell);

/* A number without an error. */
struct estimate code_text_exact(double value);

/* What a column is called, what it says, and its unit. */
const char *code_text_title(const struct code_column *column);
const char *code_text_help(const struct code_column *column);
enum value_unit code_text_unit(const struct code_column *column);

/* Its number in a row of the open view; not of a VALUE_TEXT. */
struct estimate code_text_number(const struct code_screen *code, const struct code_column *column,
				 size_t row);

/* The cell of a column of the open view, by its own function or by its unit. */
void code_text_print(const struct code_screen *code, const struct code_column *column, size_t row,
		     struct code_cell *cell);

/* The sign of a number that is not known. */
void code_text_missing(const struct code_screen *code, struct code_cell *cell);

/* Is something compared (key x)? */
bool code_text_compared(const struct code_screen *code);

/*
 * The difference of two shares (0..1), in points of percent: "+1.2". NAN: not known. Strong if it is
 * more than twice its error: hardly chance.
 */
void code_text_difference(const struct code_screen *code, struct estimate points,
			  struct code_cell *cell);

#endif
