/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The row that the reader looks at closely. It is copied out of each snapshot that has it, so that
 * a task that pauses for an interval stays on the screen with what was known last. UI thread.
 */
#ifndef TDTOP_UI_DETAIL_H
#define TDTOP_UI_DETAIL_H

#include <stdbool.h>

#include "model/snapshot/snapshot.h"

struct ui_state;

/* A row beyond one snapshot: a pid alone may be another task tomorrow. */
struct row_name {
	enum row_kind kind;
	int32_t id;
	int32_t parent;		/* cores, nodes: their numbers are unique only within their socket */
	uint64_t start_ns;
};

#define DETAIL_FACT 512

struct detail {
	bool open;
	bool here;			/* the snapshot on the screen has the row */
	struct row_name name;
	enum metric_id node;		/* of the tree, under the cursor */
	size_t scroll, lines, page;	/* of the text: lines above the screen, of all, on the screen */

	struct row row;			/* numbers only: its texts and indices are another snapshot's */
	struct machine_place {
		int socket, core;	/* -1: not of one */
	} place;
	char title[96];			/* "memhog (2311)", "cpu 3"; harmless, like all below */
	char process[96];		/* of a thread */
	char user[64];
	char command[DETAIL_FACT];	/* of a process; path of a cgroup */
	char cgroup[DETAIL_FACT];	/* of a process: path */
	double time;			/* of the snapshot that the row is from */
	uint64_t interval_ns, end_ns;
	double load;			/* percent: of a CPU's time, or not idle */
	double running_ratio;
	bool lost;		/* records, in its interval */
	bool sampled;		/* not all switches were, of some CPUs */
};

/* Opens it on a row of the snapshot in hand; the cursor is on the end of its worst path. */
void detail_open(struct ui_state *state, const struct row *row);

/* After a snapshot came: copies the row, if it is there. */
void detail_refresh(struct ui_state *state);

/* Moves the cursor in the tree; the text begins at its top again. */
void detail_move(struct ui_state *state, int nodes);
void detail_move_to(struct detail *detail, enum metric_id node);

/* Moves the text. */
void detail_scroll(struct detail *detail, int lines);

#endif
