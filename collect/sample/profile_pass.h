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

struct profile_pass;

/* Borrows the pass, whose description was read, and listens to it. NULL without memory. */
struct profile_pass *profile_pass_new(struct recording_pass *pass);
void profile_pass_free(struct profile_pass *self);	/* NULL is fine */

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

/*
 * The next records are those of a pass from the beginning. Only the samples of the request are added,
 * to the profiles that there are; all: each event gets one with its first sample. 0 or -ENOMEM.
 */
int profile_pass_begin(struct profile_pass *self, enum profile_phase phase,
		       const struct profile_request *request, bool all);

/* Further passes are to come: notes from now on which parts of the recording each of them needs. */
void profile_pass_index(struct profile_pass *self);

/* After profile_pass_begin(): the parts of the recording that are enough for the pass; borrowed until the next begins. NULL: all. */
const struct perfdata_section *profile_pass_parts(const struct profile_pass *self, size_t *n);

/*
 * From the next pass on that makes a profile of the requested event, its samples are cut so; then that profile has
 * none. NULL: they are not. Borrowed.
 */
void profile_pass_cut(struct profile_pass *self, const struct profile_cut *cut);

/* All records were read: adds those that were held back for their order. 0 or -ENOMEM. */
int profile_pass_end(struct profile_pass *self);

/* Were there such mappings? Then profiles need a pass that reads them first. */
bool profile_pass_has_late_maps(const struct profile_pass *self);

/* Events, and the build-ids and names of their recording, are known: they are not read again. */
void profile_pass_described(struct profile_pass *self);

/* They are read again, as more of the recording has come; but build-ids of objects stay as they are. */
void profile_pass_renew(struct profile_pass *self);

/* Tells the events that have samples, the best one first; of all that was read so far. */
void profile_pass_tell(struct profile_pass *self);
struct profile_news *profile_pass_news(struct profile_pass *self);	/* as told last */

/* The profile that is made of the event with this index in the news; NULL: none. */
struct profile_builder *profile_pass_builder(const struct profile_pass *self, int event);

/* Makes one for the event with this index, which must be in the news. 0 or -ENOMEM. */
int profile_pass_want(struct profile_pass *self, int event);

/* Takes it from there, with what was lost; the caller frees it. NULL: there is none. */
struct profile_builder *profile_pass_take(struct profile_pass *self, int event);

/* Frees the profiles; `anew`: the events are forgotten, too. */
void profile_pass_clear(struct profile_pass *self, bool anew);

/* Where objects come from, and the build-ids that stand behind the data of a file. */
struct code_maps *profile_pass_maps(struct profile_pass *self);
