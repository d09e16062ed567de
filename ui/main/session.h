/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Everything that lives while tdtop counts: opened in the order of its dependencies, closed in the
 * opposite order. Like main.c it may include all parts of the program. Main thread.
 */
#pragma once

#include "collect/collector/collector.h"
#include "collect/collector/region_watch.h"
#include "collect/perfdata/recorder.h"
#include "collect/slice/room.h"
#include "collect/slice/source.h"
#include "model/control.h"
#include "model/err.h"
#include "model/snapshot/exchange.h"
#include "model/snapshot/sums.h"
#include "ui/main/nodes.h"
#include "ui/main/profile_screen.h"
#include "ui/main/session_parts.h"
#include "ui/options/option_table.h"

/* main() owns it; collector and UI borrow from it. */
struct session {
	struct launch launch;		/* the command, if there is one */
	int launch_error;			/* negative errno: why the command could not be
						 * executed; 0: it was, or there is none */
	int32_t pids[PIDS_MAX];		/* of --pid: the processes that exist; the collector
					 * borrows them */
	size_t n_pids;
	struct err missing;		/* sentence about those that do not; "": all exist */
	struct sums *sums;		/* of all intervals of the command; NULL: none. The
					 * collector's, until the watched tasks have exited */
	struct source *source;		/* NULL: a recording without TopDown, only profiles */
	struct helper helper;		/* for names of code, until .live has it: session_fork() */
	struct live_session live;	/* sampling of this machine */
	struct shared_room room;	/* counters for the two */
	struct nodes nodes;		/* levels below 2 */
	struct region_watch *regions;	/* of programs of this machine; NULL: they are not asked for */
	struct profile_screen profiles;	/* for the screen: of a recording, or of .live */
	struct recording_copy copy;	/* of a pipe, for .profiles; .fd -1: none */
	const struct machine *machine;	/* the source's machine, as the collector found it; for use
					 * before the first snapshot */
	struct exchange *exchange;
	struct control control;
	struct recorder *recorder;
	struct counters_export export;	/* of --openmetrics and --listen */
	struct collector *collector;
	bool started;			/* counting began */
	bool abandoned;			/* the thread of a replay, or the one that opens, does not
					 * end: only exit() will */
};

/*
 * The three steps of session_open(); the caller calls session_close() after each of them. All
 * return 0, or a negative errno with a sentence. Between the first two the caller may fork the
 * helper that the third needs, while it has little memory to pass on.
 *
 * The first takes no time: what the threads share, and the command, which waits. The second opens
 * what is counted, on any thread, and forks nothing. The third takes what the second returned, with
 * its sentence; it forks helpers, enters the sandbox and starts counting. Then no other thread may
 * run.
 */
int session_prepare(struct session *session, const struct options *options, struct err *err);
void session_fork(struct session *session, const struct options *options);
int session_open_source(struct session *session, const struct options *options, struct err *err);
int session_complete(struct session *session, const struct options *options, const char *settings,
		     int ret, struct err *err);

/*
 * Opens what the options name, and starts counting. `settings` is the file that the screen may
 * write, "" if none.
 */
int session_open(struct session *session, const struct options *options, const char *settings,
		 struct err *err);

/*
 * Stops counting; what was counted can still be read. 0, or a negative errno with a sentence why the
 * last counters could not be exported. A second call does nothing.
 */
int session_stop(struct session *session, struct err *err);

/*
 * Closes everything that no abandoned thread uses. 0, or a negative errno with a sentence why the recording is
 * not complete.
 */
int session_close(struct session *session, struct err *err);
