/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the screen begins with, which main fills from the command line and the settings; its state made from
 * that and freed, and the user's choices, which key W writes into tdtoprc. Called by ui.c on the UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/err.h"
#include "model/machine.h"
#include "ui/state/ui_state.h"

struct sums;
struct ui_options;

/* What is opened beside the first frames. control->wake_ui is written when it has ended. */
struct ui_opening {
	/* After the first frame. 0, or a negative errno with a sentence; so the last one. */
	int (*begin)(void *data, struct err *err);	/* NULL: all is open */
	bool (*ended)(void *data);
	/* Once after that. Sets what is known then of *now: code, nodes, machine, notice. */
	int (*finish)(void *data, struct ui_options *now, struct err *err);
	void *data;
};

/* Where the user is in the lists. */
struct list_places {
	struct {
		char filter[FILTER_TEXT], user[FILTER_TEXT];	/* as of struct row_filter */
		struct cursor cursor;
	} of[VIEW_COUNT];
	bool tree, with_threads;
};

struct ui_options {
	struct look look;
	const struct list_places *places;	/* of a screen that goes on; NULL: it begins, with these: */
	bool level_given;		/* on the command line: level 2 is not counted for the head */
	const char *filter;		/* an expression for filter_new; NULL: all rows */
	const char *user;		/* only rows of this user; NULL: of all users */
	uint64_t iterations;		/* stop after so many intervals; 0: when the user quits */
	bool recorded;			/* a recorded file: begins with its sum */
	bool reopens;			/* of processes that were watched: .reopen can be called */
	struct sums *run;		/* of a command, read when it has ended; NULL: none */
	/*
	 * Prints how the command has ended, "make exited with status 3"; "" if that is not known.
	 * NULL: there is no command.
	 */
	void (*ended)(void *data, char *text, size_t size);
	void *ended_data;
	bool only_ascii;		/* the locale has no other characters */
	bool color;			/* false: --no-color, NO_COLOR */
	bool no_braille;		/* the terminal has no such glyphs */
	bool regions;			/* --regions: watched whatever is shown */
	const char *notice;		/* first text of the state line; NULL: none */
	/*
	 * Key W: saves the user's choices, all that state_choices() sets. Returns 0 or a negative
	 * errno; err has the sentence for the state line in both cases. May be NULL.
	 */
	int (*save)(void *data, const struct look *now, struct err *err);
	void *save_data;
	/* Key r, of a recording: ui_run() returns, and is to be called again with these. */
	void (*reopen)(void *data, const struct look *now, const struct list_places *places);
	const struct code_seams *code;	/* profiles and names; NULL: there are none */
	struct node_seams nodes;	/* levels below 2 */
	const struct machine *machine;	/* before any snapshot; may be NULL */
	struct ui_opening opening;
};

/* Sets all of *state. options->look is copied; options->machine is borrowed. */
void state_init(struct ui_state *state, const struct ui_options *options, uint64_t interval_ns);

/* What was opened after state_init(), before any snapshot: code, nodes, machine, notice. */
void state_opened(struct ui_state *state, const struct ui_options *options);
void state_done(struct ui_state *state);

/* What the user has chosen, so that tdtop starts as the screen is now. */
void state_choices(const struct ui_state *state, struct look *look);

/* And where the user is in the lists. */
void state_places(const struct ui_state *state, struct list_places *places);
