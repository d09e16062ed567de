/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A row of a table of keys: keys.c has the keys of lists, keys_setup.c those of the setup screen.
 */
#pragma once

#include <stdbool.h>

#include "ui/state/ui_state.h"
#include "ui/term/key_decoder.h"

#define KEY_CODES 4

/* Screens whose footer, and first page of the help, show a key. */
enum key_where {
	IN_PROCESSES = 1 << 0,
	IN_THREADS = 1 << 1,
	IN_CPUS = 1 << 2,		/* views that are a tree of CPUs */
	IN_GROUPS = 1 << 3,		/* views of groups of processes: users, cgroups, commands */
	IN_OTHERS = 1 << 4,		/* all other views */
	INSIDE = 1 << 5,		/* a process */
	WITHIN = 1 << 6,		/* a group */
	IN_HELP = 1 << 7,
	IN_DETAIL = 1 << 8,
	IN_SETUP_PAGES = 1 << 9,
	IN_SETUP_SETTINGS = 1 << 10,
	IN_SETUP_COLUMNS = 1 << 11,
	IN_MAP = 1 << 12,
	IN_SCOPE = 1 << 13,
	IN_CODE = 1 << 14,	/* the code views */
	IN_CODE_RECORDED = 1 << 15,	/* those of a recording */
	IN_DETAIL_MACHINE = 1 << 16,	/* with processes below its tree, */
	IN_WHO = 1 << 17,	/* and the cursor on one of them */
	IN_CODE_LIVE = 1 << 18,
	/* Code views where the key leads to another view that has something to show, or event: */
	IN_CODE_FUNCTIONS = 1 << 19,
	IN_CODE_BRANCHES = 1 << 20,
	IN_CODE_PATHS = 1 << 21,
	IN_CODE_STACKS = 1 << 22,
	IN_CODE_EVENTS = 1 << 23,
	IN_STACKS = 1 << 24,	/* call stacks */
	/* Code views whose rows lead down, are unfolded, have an order: */
	IN_CODE_DOWN = 1 << 25,
	IN_CODE_FOLDS = 1 << 26,
	IN_CODE_ROWS = 1 << 27,
	IN_CODE_CLASSES = 1 << 29,	/* functions that have TopDown */
	IN_CODE_LEVELS = 1 << 28,	/* functions with a known level of TopDown */
	IN_SETUP = IN_SETUP_PAGES | IN_SETUP_SETTINGS | IN_SETUP_COLUMNS,
	IN_LISTS = IN_PROCESSES | IN_THREADS | IN_CPUS | IN_GROUPS | IN_OTHERS | INSIDE | WITHIN
};

struct key {
	int codes[KEY_CODES];	/* keycodes, 0 ends */
	const char *shown;	/* "PgUp" */
	const char *group;	/* heading in the help screen */
	const char *footer;	/* "z freeze": the key and a word for the footer; NULL: not there */
	unsigned int where;	/* screens that show it: enum key_where bits */
	unsigned int where_code;	/* the same, if there is code to show: samples */
	int priority;		/* where room is short low numbers are dropped first */
	const char *help;	/* what it does, a few words */
	const char *brief;	/* the same on the first page of the help, which also has keys that
				 * have no footer; NULL: the first words of help */
	unsigned int (*act)(struct ui_state *state, int argument);	/* enum reaction bits */
	int argument;
	bool rows_only;		/* acts on the list: ignored in a detail */
	bool counted;		/* is about what only counters tell */
	bool footer_counted;	/* its word in the footer is */
	bool live_counted;	/* the same of what is sampled now; recordings may have it */
	bool in_setup;		/* works in the setup screen as well */
	bool in_code;		/* works in the code views as well */
};
