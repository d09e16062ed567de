/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sampling the code of this machine, live: what can be sampled, the names of code, the thread that
 * makes profiles, and the sampler that the collector calls. For the screen and for batch mode. Main
 * thread.
 */
#pragma once

#include "collect/code/code.h"
#include "collect/demo/demo_samples.h"
#include "collect/live/sample_choice.h"
#include "collect/live/sample_recording.h"
#include "collect/live/sampler.h"
#include "collect/perfdata/recorder.h"
#include "collect/sample/sampled_maps.h"
#include "collect/slice/shared_room.h"
#include "collect/slice/source.h"
#include "model/err.h"
#include "model/profile/profile_exchange.h"
#include "ui/options/option_table.h"

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

/* The same for a caller that has put the request into the exchange itself. */
void profile_live_wake(const struct live_session *live);

/*
 * After the collector has ended: no profile is valid any more. A second call does nothing; one that
 * was never opened is fine.
 */
void profile_live_close(struct live_session *live);
