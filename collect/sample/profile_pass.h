/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What makes profiles of the records of a pass over a recording: listeners for samples, for
 * mappings, which are followed over time, and for losses. All events get a profile, or one of them.
 * One thread.
 */
#pragma once

#include <stdbool.h>

#include "collect/recording/recording_pass.h"
#include "collect/sample/source_events.h"
#include "model/profile/profile_exchange.h"

/* Samples of one event, cut into pieces of equal time; the last one is as long as they go on. */
struct profile_cut {
	uint64_t from_ns, piece_ns;
	size_t n;
	/* Gets the samples of each piece, one after the other, and frees them; a piece may have none. 0 or -ENOMEM. */
	int (*take)(void *data, struct profile_builder *builder);
	void *data;
};

/* What is done with the records that come. */
enum profile_phase {
	PROFILE_IGNORES,	/* at first */
	PROFILE_SCANS,		/* which events have samples, and when */
	PROFILE_LATE_MAPS,	/* only mappings that are true from the beginning, but stand at the end */
	PROFILE_ADDS		/* makes profiles */
};

/* Records that were lost, by who tells of them. */
struct record_losses {
	uint64_t rings;		/* the kernel, as soon as a ring has room again */
	uint64_t events;	/* perf at the end, for each event (PERF_FORMAT_LOST): the same */
	uint64_t counters;	/* the kernel, of counters that could not write them */
	uint64_t filtered;	/* not lost: perf record --filter */
};

struct profile_pass {
	struct recording_pass *pass;	/* borrowed */
	struct recording *recording;
	struct code_maps *maps;		/* where objects come from, and build-ids behind the data of a file */
	struct sample_feed *feed;
	struct source_events events;
	struct profile_news news;	/* as told last */
	bool described;		/* events, and names of their recording, are known: they are not read again */
	bool identified;	/* build-ids are not read any more */
	bool late_maps;		/* synthesized mappings stand behind the samples: a pass reads them first; */
	bool late_read;		/* they were read before this pass */
	bool indexes;		/* further passes are to come: */
	struct sample_index index;	/* made by the first one over all samples that came to its end */
	/* Of this pass over the records: */
	enum profile_phase phase;
	bool seen;		/* a sample of code has come */
	struct profile_request request;
	bool all;
	struct perfdata_section *parts;	/* that are read; NULL: all */
	size_t n_parts;
	const struct profile_cut *cut;	/* of a pass for one profile, which then has none; NULL: not cut */
	size_t piece;			/* that they are of now */
	struct time_order *order;	/* NULL: nothing is added */
	struct record_losses lost;
	uint64_t damaged;	/* records */
};

/*
 * Listens to the pass, whose description was read. 0 or -ENOMEM; the caller closes it in both cases, and a zeroed one
 * may be closed, too.
 */
int profile_pass_open(struct profile_pass *self, struct recording_pass *pass);
void profile_pass_close(struct profile_pass *self);

/*
 * The next records are those of a pass from the beginning. Only the samples of the request are added,
 * to the profiles that there are; all: each event gets one with its first sample. 0 or -ENOMEM.
 */
int profile_pass_begin(struct profile_pass *self, enum profile_phase phase,
		       const struct profile_request *request, bool all);

/* All records were read: adds those that were held back for their order. 0 or -ENOMEM. */
int profile_pass_end(struct profile_pass *self);

/* Tells the events that have samples, the best one first; of all that was read so far. */
void profile_pass_tell(struct profile_pass *self);

/* The profile that is made of the event with this index in the news; NULL: none. */
struct profile_builder *profile_pass_builder(const struct profile_pass *self, int event);

/* Makes one for the event with this index, which must be in the news. 0 or -ENOMEM. */
int profile_pass_want(struct profile_pass *self, int event);

/* Takes it from there, with what was lost; the caller frees it. NULL: there is none. */
struct profile_builder *profile_pass_take(struct profile_pass *self, int event);

/* Frees the profiles; `anew`: the events are forgotten, too. */
void profile_pass_clear(struct profile_pass *self, bool anew);
