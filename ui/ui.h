/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The interactive program: draws snapshots and answers keys until the user quits. main calls it on
 * its own thread, which is the UI thread from then on; the collector must block all signals.
 */
#ifndef TDTOP_UI_UI_H
#define TDTOP_UI_UI_H

#include <stdbool.h>
#include <stdint.h>

#include "model/err.h"
#include "model/machine.h"
#include "model/snapshot/snapshot.h"
#include "ui/draw/bar.h"
#include "ui/draw/theme.h"
#include "ui/table/column_set.h"
#include "ui/table/units.h"

struct control;
struct exchange;

struct ui_options {
	int level;			/* 1 or 2: what the table starts with */
	const char *sort;		/* a column's key; NULL: the view's own order */
	bool reverse;
	bool ratio;			/* classes by the plain share, not by share x slots */
	enum row_kind view;		/* ROW_PROCESS, _THREAD, _CPU, _CORE, _SOCKET, _CGROUP, _USER */
	const char *filter;		/* an expression for filter_new; NULL: all rows */
	const char *user;		/* only this user's; NULL: everybody's */
	uint64_t iterations;		/* intervals until the end; 0: until the user ends it */
	bool recorded;			/* a recorded file: begins at its first interval and stays there */
	bool ascii;			/* draw with ASCII characters only */
	bool only_ascii;		/* the locale has no others */
	bool color;			/* false: --no-color, NO_COLOR */
	enum theme_id theme;
	enum units_id units;
	enum bars_id bars;		/* where it is not ascii */
	const struct column_set *columns;	/* of each enum column_view; NULL: the usual */
	bool mouse;			/* false: --no-mouse */
	const char *notice;		/* for the state line, at first; NULL: nothing */
	/*
	 * Key W: keeps what the reader has chosen, all that state_choices() sets. 0, or a negative
	 * errno; the sentence for the state line is in err in any case. May be NULL.
	 */
	int (*save)(void *data, const struct ui_options *now, struct err *err);
	void *save_data;
	uint64_t interval_ns;		/* for save alone */
	const struct machine *machine;	/* for the first frame, before any snapshot; may be NULL */
};

/*
 * Takes the terminal, draws at once, and returns when the user quits, on SIGINT, SIGTERM or SIGHUP,
 * when the terminal is gone, or after `iterations` (all 0), or a negative errno with a sentence when
 * the terminal cannot be used. The terminal is restored and the signals are as before in any case.
 * Changes control->interval_ns, never control->stop.
 */
int ui_run(struct exchange *exchange, struct control *control, const struct ui_options *options,
	   struct err *err);

#endif
