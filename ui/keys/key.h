/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A row of a table of keys: keys.c has the keys of lists, keys_setup.c those of the setup screen.
 */
#ifndef TDTOP_UI_KEYS_KEY_H
#define TDTOP_UI_KEYS_KEY_H

#include <stdbool.h>

#include "ui/draw/keycode.h"
#include "ui/state/ui_state.h"

#define KEY_CODES 4

/* Screens whose footer shows a key. */
enum key_where {
	IN_PROCESSES = 1,
	IN_THREADS = 2,
	IN_CPUS = 4,		/* views that are a tree of CPUs */
	IN_GROUPS = 8,		/* views of groups of processes: users, cgroups, commands */
	IN_OTHERS = 16,		/* all other views */
	INSIDE = 32,		/* a process */
	WITHIN = 64,		/* a group */
	IN_HELP = 128,
	IN_DETAIL = 256,
	IN_SETUP_PAGES = 512,
	IN_SETUP_SETTINGS = 1024,
	IN_SETUP_COLUMNS = 2048,
	IN_MAP = 4096,
	IN_SCOPE = 8192,
	IN_CODE = 16384,	/* the code views */
	IN_CODE_RECORDED = 32768,	/* those of a recording */
	IN_DETAIL_MACHINE = 65536,	/* with processes below its tree, */
	IN_WHO = 131072,	/* and the cursor on one of them */
	IN_CODE_LIVE = 262144,
	/* Code views where the key leads to another view that has something to show, or event: */
	IN_CODE_FUNCTIONS = 524288,
	IN_CODE_BRANCHES = 1048576,
	IN_CODE_PATHS = 2097152,
	IN_CODE_STACKS = 4194304,
	IN_CODE_EVENTS = 8388608,
	IN_STACKS = 16777216,	/* call stacks */
	IN_SETUP = IN_SETUP_PAGES | IN_SETUP_SETTINGS | IN_SETUP_COLUMNS,
	IN_LISTS = IN_PROCESSES | IN_THREADS | IN_CPUS | IN_GROUPS | IN_OTHERS | INSIDE | WITHIN
};

struct key {
	int codes[KEY_CODES];	/* keycodes, 0 ends */
	const char *shown;	/* "PgUp" */
	const char *group;	/* heading in the help screen */
	const char *footer;	/* "z freeze": the key and a word for the footer; NULL: not there */
	unsigned int where;	/* screens whose footer shows it: enum key_where bits */
	unsigned int where_code;	/* the same, if there is code to show: samples */
	int priority;		/* a narrow footer drops low numbers first */
	const char *help;	/* what it does, a few words */
	unsigned int (*act)(struct ui_state *state, int argument);	/* enum reaction bits */
	int argument;
	bool rows_only;		/* acts on the list: ignored in a detail */
	bool counted;		/* is about what only counters tell */
	bool footer_counted;	/* its word in the footer is */
	bool in_setup;		/* works in the setup screen as well */
	bool in_code;		/* works in the code views as well */
};

#endif
