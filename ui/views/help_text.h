/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The texts of the help screen, in their order: what TopDown is, then every word and sign of the
 * screen from the first line to the last. tests/ui/views/test-help.c fails for a word of the head,
 * the status line or a footer that is neither here nor plain English. Constant data, any thread.
 */
#ifndef TDTOP_UI_VIEWS_HELP_TEXT_H
#define TDTOP_UI_VIEWS_HELP_TEXT_H

#include <stddef.h>

#include "ui/draw/symbols.h"
#include "ui/state/ui_state.h"

#define HELP_SIGNS 3

enum help_kind {
	HELP_TITLE,	/* text: the title of a group of lines; an empty line stands before it */
	HELP_TEXT,	/* text: a paragraph */
	HELP_WORD,	/* text: what the word `name`, or what the signs say */
	HELP_NODES,	/* the nodes of level `level`, from the table of metrics */
	HELP_COLUMNS,	/* the columns, from their table */
	HELP_KEYS,	/* the keys of lists, from their table */
	HELP_DETAIL_KEYS,	/* those of the tree in a detail */
	HELP_MAP_KEYS,	/* those of the time map */
	HELP_SCOPE_KEYS,	/* those of the scope */
	HELP_CODE_KEYS,		/* those of the code views */
	HELP_CODE_COLUMNS,	/* all columns of their lists */
	HELP_SETUP_KEYS,
	HELP_GRAPHS	/* what the classes look like in charts and the time map */
};

struct help_line {
	enum help_part part;	/* lines of one part stand together, parts in the order of the enum */
	enum help_kind kind;
	const char *name;	/* as on the screen; NULL: the signs */
	enum symbol signs[HELP_SIGNS];
	int n_signs;
	int level;
	const char *text;
};

extern const struct help_line help_lines[];
extern const size_t help_lines_n;

#endif
