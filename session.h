/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Everything that lives while tdtop counts: opened in the order in which it needs each other, and taken down
 * in the opposite one. Like main.c it knows everybody. Main thread.
 */
#ifndef TDTOP_SESSION_H
#define TDTOP_SESSION_H

#include "collect/collector.h"
#include "collect/perfdata/recorder.h"
#include "collect/slice/source.h"
#include "launch.h"
#include "model/control.h"
#include "model/err.h"
#include "model/snapshot/exchange.h"
#include "model/snapshot/sums.h"
#include "ui/options/option_table.h"

/* What lives while tdtop counts; main() owns it, collector and UI borrow it. */
struct session {
	struct launch launch;		/* the command, if there is one */
	int not_begun;			/* negative errno: why the command could not; 0: it has */
	struct sums *sums;		/* of all intervals of it */
	struct source *source;
	const struct machine *machine;	/* of the source, as the collector found it: for who reads before there are snapshots */
	struct exchange *exchange;
	struct control control;
	struct recorder *recorder;
	struct collector *collector;
};

/*
 * Opens what the options name, and begins to count. `settings` is the file that the screen may write, "" if none.
 * 0, or a negative errno with a sentence; then, too, the caller calls session_close().
 */
int session_open(struct session *session, const struct options *options, const char *settings,
		 struct err *err);

/* Nothing is counted after it, and what was counted stays where it can be read. Twice does no harm. */
void session_stop(struct session *session);

/* 0, or a negative errno with the sentence why the recording is not what it should be. */
int session_close(struct session *session, struct err *err);

#endif
