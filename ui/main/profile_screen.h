/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Profiles for the screen. Of a recording: the reader of its samples, the names of code, and the
 * thread that reads, which starts with the first request of the UI. Of this machine: what is open to
 * sample it. Main thread.
 */
#pragma once

#include "collect/code/code.h"
#include "collect/sample/profile_loader.h"
#include "model/err.h"
#include "ui/main/profile_live.h"
#include "ui/options/option_table.h"
#include "ui/state/code_screen.h"

struct profile_screen {		/* zeroed: nothing is open */
	struct live_session *live;	/* borrowed; NULL: of a recording, all that follows: */
	struct code *code;
	struct profile_reader *reader;	/* until the loader owns it */
	struct recording_copy *copy;	/* of a pipe, that it reads; borrowed; NULL: it is a file */
	struct profile_loader *loader;	/* NULL: the UI has requested nothing yet */
	struct profile_exchange *exchange;
	struct code_names names;
	struct profile_code kinds;
	int wake_ui;
	const struct options *options;	/* NULL: nothing is open */
	struct profile_writing *writing;	/* key E; NULL: nothing was written yet */
	struct code_seams seams;	/* for the UI */
};

/*
 * Opens the samples of a recording, if it has any, and starts the helper for names: call it before
 * other threads are started and before the sandbox is entered. wake_ui: eventfd that is written when
 * a profile or names have come. copy: of the pipe that the recording is; NULL: it is a file. 0, or a
 * negative errno with a sentence, and nothing is open.
 */
int profile_screen_open(struct profile_screen *screen, const struct options *options,
			struct recording_copy *copy, int wake_ui, struct err *err);

/* The same of what is open to sample this machine, or says why nothing is. It cannot fail. */
void profile_screen_live(struct profile_screen *screen, struct live_session *live,
			 const struct options *options, int wake_ui);

/* After the UI has ended. A second call does nothing. */
void profile_screen_close(struct profile_screen *screen);
