/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The nodes below level 2 that a user opens: who counts them here, and by what the screen or batch
 * mode asks for them; and what options ask of counting otherwise. Main thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/perfdata/recorder.h"
#include "collect/slice/node_counter.h"
#include "collect/slice/room.h"
#include "collect/slice/source.h"
#include "model/err.h"
#include "model/formula.h"
#include "model/machine.h"
#include "model/tree/opened.h"
#include "model/tree/tree_requests.h"
#include "ui/options/option_table.h"

/*
 * What --level 3..6 and --node open: of --node-of, of what is counted with --pid or a command, or
 * else of the machine.
 */

/*
 * Is --node a node of this machine, below level 2 or above? 0, also without --node; or -ENOENT with
 * a sentence that names near ones.
 */
int nodes_request_check(const struct options *options, const struct machine *machine, struct err *err);

/*
 * The request for what the options open. watched: the first pid that is watched, 0: none is. 0; or
 * -ENOENT (no such node) or -EINVAL (no such row) with a sentence.
 */
int nodes_request_make(const struct options *options, const struct machine *machine, int32_t watched,
		       struct tree_request *request, struct err *err);

struct nodes {			/* zeroed: none can be opened */
	struct tree_requests *requests;	/* NULL: none can be opened, .why_not says why */
	struct node_counter *counter;	/* for collector_options */
	struct shared_room *room;	/* borrowed; of a source that counts this machine */
	struct recorder *recorder;	/* borrowed; or NULL */
	struct err why_not;		/* a sentence; "": it was not asked for */
};

struct nodes_how {
	const struct options *options;
	const char *pmu_root;		/* as in source_machine.h */
	struct source *source;		/* open and not started; borrowed */
	struct shared_room *room;	/* borrowed until nodes_close() */
	struct recorder *recorder;	/* the same; has what is counted. NULL: there is none */
};

/*
 * Opens who counts nodes of this source: of this machine, of a recording, of the demo. 0; or a
 * negative errno, with the sentence in nodes->why_not. No event is opened before a request.
 */
int nodes_open(struct nodes *nodes, const struct nodes_how *how);

/* After the collector has ended. A second call does nothing. */
void nodes_close(struct nodes *nodes);

/*
 * ---- what the options ask of counting otherwise ----
 *
 * Before a user asks for more on the screen: level 2, waits, how long an interval is.
 */

#define COUNTED_OPTION_TEXT 64

/*
 * The first of the given options that asks for what only counters tell: its name and value. NULL:
 * none does. What comes from a file of settings is no request. text: room for the answer.
 */
const char *counted_option(const struct options *options, char text[COUNTED_OPTION_TEXT]);

/*
 * Level 2 has a cost, so it is counted only if it is shown. JSON and CSV show it unless -l 1 was
 * given, and so does the summary of a command. A recording as the only output has it for its
 * reader; on the screen the UI decides later.
 */
enum level2_demand demand_level2(const struct options *options);

/* Is it printed, or shown at first, how long threads wait for a CPU? JSON and CSV have it. */
bool demand_waits(const struct options *options, const struct family *family);

/*
 * In ns. Live samples are taken until an interval ends. Shorter intervals would not show which of
 * many threads are busy: each of them runs only now and then.
 */
uint64_t demand_interval(const struct options *options);
