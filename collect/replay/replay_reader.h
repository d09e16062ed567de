/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opens a recording and reads its records in the order of the file; keeps what tdtop wrote for a
 * replay: answers of /proc, ends of intervals, the wall clock. Below both ways of a replay,
 * source_replay.c and replay_cut.c. Opened on the main thread, then used by the collector thread
 * only.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/perfdata/updates.h"
#include "collect/recording/recording_pass.h"
#include "collect/replay/replay_parts.h"
#include "collect/slice/source.h"

struct replay_reader {
	const struct source *source;	/* that is replayed; set before replay_reader_open() */
	struct recording_copy *copy;	/* of a pipe; likewise; NULL: none is made */
	struct recording_pass pass;
	struct replay_tasks *tasks;
	struct replay_nodes *nodes;	/* listen from the beginning on */
	struct replay_regions *regions;
	struct process_filter *processes;	/* which were watched while it was recorded, if .watched says so */
	char watched[64];		/* as machine.watched; "": all tasks were shown */
	const struct recording_row *slices;	/* replay_reader_listen() */
	void *slices_data;
	uint64_t newest_ns;		/* of records so far, for the regions; set by who sorts them */
	struct update update;		/* the newest; valid as long as its record */
	struct frame first;		/* the first record of a task, read by open */
	bool first_pending;		/* the slices were not told of it yet */
	bool ended;			/* the stream has ended; `end` says why */
	struct err end;			/* "": as the header promised */
	double wall_minus_clock;	/* seconds, since 1970 and of the clock of records; NAN: not recorded */
	double wall_start;		/* of the first record if the recorder did not write it */
};

/*
 * Opens a file, or with "-" standard input, and reads up to the first record of a task: what comes
 * before it describes the recording. Waits for a pipe. 0, or a negative errno with a message, but
 * -ENOMEM without one. The caller calls replay_reader_done() in both cases.
 */
int replay_reader_open(struct replay_reader *reader, const char *path, struct err *err);
void replay_reader_done(struct replay_reader *reader);

/* Has the collector been told to stop? Asked for each record: a file may have no end of them. */
bool replay_reader_is_stopped(const struct replay_reader *reader);

/* What makes slices of the records, from the first record of a task on; borrowed. After open. */
void replay_reader_listen(struct replay_reader *reader, const struct recording_row *rows, void *data);

/*
 * Reads the next record, valid until the next call, and tells all who listen. 1; RECORDING_STOP: so
 * say the slices; 0: the end; -EAGAIN; -ECANCELED: stopped; or another, fatal -errno.
 */
int replay_reader_next(struct replay_reader *reader, struct frame *frame, struct err *err);

/* Adds the event of a PERFDATA_ATTR, which a stream tells of while it is recorded. */
void replay_reader_add_event(struct replay_reader *reader, const struct frame *frame);

/* Fills the interval from the mark with which tdtop ends one. False: it is no such record. */
bool replay_reader_mark(const struct replay_reader *reader, const struct frame *frame,
			struct interval *interval);
