/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Profiles for the screen. Of a recording: the reader of its samples, the names of code, and the
 * thread that reads, which starts with the first request of the UI. Of this machine: what is open to
 * sample it. Main thread.
 */
#pragma once

#include "collect/code/code.h"
#include "collect/demo/demo_samples.h"
#include "collect/live/sample_choice.h"
#include "collect/live/sample_recording.h"
#include "collect/live/sampler.h"
#include "collect/perfdata/recorder.h"
#include "collect/sample/profile_loader.h"
#include "collect/sample/sampled_maps.h"
#include "collect/slice/room.h"
#include "collect/slice/source.h"
#include "model/err.h"
#include "model/profile/profile_exchange.h"
#include "ui/options/option_table.h"
#include "ui/state/code_screen.h"

/* ---- of samples that are taken now ---- */

struct live_session {		/* zeroed: nothing is open */
	struct profile_exchange *exchange;	/* of profile_live_request(); NULL: nothing can be
						 * sampled */
	struct err why_not;	/* then: a sentence why; "" if it was not asked for */
	struct code *code;	/* NULL: of --demo */
	struct code_names names;
	struct profile_code kinds;
	struct sample_choices choices;
	struct live_profile *profile;
	struct sampler *sampler;	/* for collector_options */
	struct demo_samples *demo;	/* the same of --demo, in place of profile and sampler */
	struct sampled_maps *maps;	/* what is mapped, for recordings */
	struct sample_recording *recording;	/* NULL: nothing is recorded */
	struct shared_room *room;	/* borrowed, makes room for sampling; NULL: nothing does */
	int wake_collector;
};

struct live_how {
	const struct options *options;
	const char *pmu_root;		/* as in source_machine.h */
	struct source *source;		/* of this machine, open and not started; NULL: it cannot
					 * be counted */
	struct shared_room *room;	/* borrowed; its source is set before anything is counted */
	int wake_ui;			/* eventfd, written when a profile or names have come */
	int wake_collector;		/* eventfd that is written after each request */
	struct helper *helper;		/* as in code.h */
};

/*
 * Opens all of it; no event of a task yet. It starts the helper for names, then threads that must
 * read /proc of other tasks: so call it when no other thread was started, and before the sandbox is
 * entered. 0; or a negative errno, with the sentence in live->why_not, and nothing is open.
 */
int profile_live_open(struct live_session *live, const struct live_how *how);

/*
 * From now on the recorder, if there is one, has what is sampled, too. It must outlive
 * profile_live_close(). Before the collector starts. 0 or -ENOMEM.
 */
int profile_live_record(struct live_session *live, struct recorder *recorder);

/*
 * May tdtop sample only what it could also trace? Then the sandbox, which forbids to trace, also
 * forbids to open events of tasks.
 */
bool profile_live_needs_trace(const struct live_session *live);

/* Says what is to be sampled from now on. The thread of the UI, or of batch mode. */
void profile_live_request(struct live_session *live, const struct profile_request *request);

/*
 * After the collector has ended: no profile is valid any more. A second call does nothing; one that
 * was never opened is fine.
 */
void profile_live_close(struct live_session *live);

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
