/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The texts of the help screen, in their order: what TopDown is, then every word and sign of the
 * screen from the first line to the last. Before them stands a page about the screen that the help
 * covers, whose signs are the rows with `screens` or `views` (view_help.h).
 * tests/ui/help/test-help.c fails for a word of the head, the status line or a footer that is
 * neither here nor plain English. Constant data, any thread.
 */
#pragma once

#include <stddef.h>

#include "ui/draw/symbols.h"
#include "ui/keys/actions.h"
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

/* What must hold beside the screen, so that a sign can be seen there. */
enum help_while {
	HELP_ALWAYS,
	HELP_TREE,		/* processes are a tree */
	HELP_BELOW,		/* threads and regions have rows of their own */
	HELP_TAGS,
	HELP_FOLLOWING,
	HELP_BY_COST,		/* rows are ordered by the cost of a class, */
	HELP_BY_RATIO,		/* or by its percentage */
	HELP_TREND,		/* the column TREND is shown */
	HELP_OPENS		/* nodes below level 2 can be opened */
};

struct help_line {
	enum help_part part;	/* lines of one part stand together, parts in the order of the enum */
	enum help_kind kind;
	const char *name;	/* as on the screen; NULL: the signs */
	enum symbol signs[HELP_SIGNS];
	int n_signs;
	int level;
	const char *text;
	/* On the first page of the help: */
	unsigned int screens;	/* on which screens, bits of enum key_where; 0: not there */
	unsigned int views;	/* and in which code views: bits 1 << enum code_view_id */
	enum help_while when;
	const char *brief;
};

extern const struct help_line help_lines[];
extern const size_t help_lines_n;

/* The word of a line, or its signs with blanks between them. */
void help_line_print_name(const struct help_line *line, bool ascii, char *text, size_t size);
