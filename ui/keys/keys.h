/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The keys: ONE table, used to act, by the help screen, by the footer and by the manual's test (and
 * one of the setup screen, in keys_setup.c).
 * Actions change the state and say what became stale; they draw nothing. UI thread.
 */
#ifndef TDTOP_UI_KEYS_H
#define TDTOP_UI_KEYS_H

#include <stddef.h>

#include "ui/draw/keycode.h"
#include "ui/state/state.h"

#define KEY_CODES 4

enum key_where {
	IN_PROCESSES = 1,
	IN_THREADS = 2,
	IN_CPUS = 4,
	INSIDE = 8,		/* a process */
	IN_HELP = 16,
	IN_DETAIL = 32,
	IN_GROUPS = 128,	/* users, cgroups */
	WITHIN = 256,		/* a group */
	IN_EXITED = 512,		/* what ended */
	IN_SETUP_PAGES = 1024,
	IN_SETUP_SETTINGS = 2048,
	IN_SETUP_COLUMNS = 4096,
	IN_SETUP = IN_SETUP_PAGES | IN_SETUP_SETTINGS | IN_SETUP_COLUMNS,
	IN_LISTS = IN_PROCESSES | IN_THREADS | IN_CPUS | INSIDE | IN_GROUPS | WITHIN | IN_EXITED
};

struct key {
	int codes[KEY_CODES];	/* keycodes, 0 ends */
	const char *shown;	/* "PgUp" */
	const char *group;	/* heading in the help screen */
	const char *footer;	/* "z freeze": the key and a word for the footer; NULL: not there */
	unsigned int where;	/* in the footer of which screens: enum key_where bits */
	int keep;		/* in the footer: low numbers go first where it is narrow */
	const char *help;	/* what it does, a few words */
	unsigned int (*act)(struct ui_state *state, int argument);	/* enum reaction bits */
	int argument;
	bool rows_only;		/* acts on the list: does nothing in a detail */
	bool in_setup;		/* works there too */
};

extern const struct key keys[];
extern const size_t keys_n;

/* Acts on a key; returns enum reaction bits. Rows are listed again where needed. */
unsigned int ui_key(struct ui_state *state, int code);

#endif
