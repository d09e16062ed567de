/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the samples of a recording of perf record (-b, -j any,u, --call-graph lbr or fp, or plain
 * samples) or of tdtop, and makes a profile of one of its events. Mappings are followed over time
 * (MMAP, MMAP2, FORK, COMM by exec). One thread.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#include "collect/recording/recording_copy.h"
#include "collect/recording/recording_features.h"
#include "model/branches/profile_builder.h"
#include "model/err.h"
#include "model/profile/profile_exchange.h"

struct profile_reader;

/*
 * Opens a file, or with "-" standard input (that can be read once only); or in its place the copy of a
 * pipe that is read elsewhere (NULL: none). 0 and *out; or a negative errno with a sentence: what it has, and
 * the command that records branch stacks on its CPU. A copy grows: profile_reader_renew() before a
 * read that is to see what has come; its events are counted again then.
 */
int profile_reader_open(const char *path, const struct recording_copy *copy, struct profile_reader **out,
			struct err *err);
void profile_reader_renew(struct profile_reader *reader);

/* Can there be samples of code in it, as far as it is there? 0; -EINVAL with a sentence: no. */
int profile_reader_try_copy(struct profile_reader *reader, struct err *err);

void profile_reader_close(struct profile_reader *reader);	/* NULL is fine */

/* Called every some MB. Returns false to stop: profile_reader_read() then returns -ECANCELED. */
struct profile_progress {
	bool (*report)(void *data, double part, struct profile_builder *builder);
	void *data;
};

/*
 * Reads the whole recording, and adds only the samples of the request. *builder is the caller's. 0,
 * with a message in *err if the recording is cut off; or a negative errno with a sentence.
 */
int profile_reader_read(struct profile_reader *reader, const struct profile_request *request,
			const struct profile_progress *progress, struct profile_builder **builder,
			struct err *err);

struct profile_cut;

/*
 * The same in one reading of pieces of time (profile_pass.h), which get the samples; after a first read, and of an
 * event in the news.
 */
int profile_reader_read_cut(struct profile_reader *reader, const struct profile_request *request,
			    const struct profile_cut *cut, const struct profile_progress *progress, struct err *err);

/*
 * Further reads are to come, as on a screen: the first one notes where in the recording the samples are, so that those
 * for one process, event or time read only their parts. Before the first read.
 */
void profile_reader_index(struct profile_reader *reader);

/* Bytes of the recording that were read so far, by all reads; for tests. After a read. */
uint64_t profile_reader_bytes(const struct profile_reader *reader);

/* The events of the recording that have samples; after the first read. */
const struct profile_news *profile_reader_news(const struct profile_reader *reader);

/* -ENOENT with a sentence: why there is no event "topdown", and the command that records it. */
int profile_reader_no_topdown(const struct profile_reader *reader, struct err *err);

/* The objects that places refer to; grows while it is read, indices stay. */
const struct profile_object *profile_reader_objects(const struct profile_reader *reader, size_t *n);

/*
 * What to do with a recording that has no samples of code, or no branch stacks. A sentence says
 * what it has, and a command records what is missing on the CPU it comes from. Pure. Any thread.
 */

/* 0; or -EINVAL with a sentence, if no event can have samples of code. */
int profile_advice_of_attrs(const struct recording *recording, const char *name, struct err *err);

/* -ENODATA with a sentence: there are events, but no samples of code. */
int profile_advice_of_samples(const struct recording *recording, const char *name, struct err *err);

/* Sets the trouble of the news if no event of them has branch stacks; else "". */
void profile_advice_of_branches(const struct recording *recording, const char *name,
				struct profile_news *news);

/*
 * The command that records branch stacks on the CPU of the recording, as half a sentence: "record
 * them with 'perf record ...'"; or why there are none on it.
 */
void profile_advice_command(const struct recording *recording, char *text, size_t size);
