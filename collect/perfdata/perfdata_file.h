/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A perf.data file that grows while it is recorded. At any time it is complete up to the last
 * commit: its header contains the size of the committed data, and no features follow. Or a stream,
 * as of perf record -o -, whose reader may be slow, stop or end. Used by one thread at a time, the
 * writer's.
 */
#pragma once

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perfdata/blob.h"
#include "collect/perfdata/perfdata.h"
#include "model/err.h"

struct perfdata_file {
	int fd;			/* -1: no file is open */
	bool stream;		/* nothing that was written can be changed; commits do nothing */
	atomic_bool hurry;	/* of a stream: waits but a second for a reader that has stopped */
	bool has_links;		/* the file system counts links: 0 is a file without a name */
	char path[PATH_MAX];
	uint64_t data_offset;
	struct perfdata_section attrs;	/* with those that were added since the last commit */
	uint64_t committed_attrs;	/* bytes of attrs, as of the last commit */
	uint64_t attr_size, next_id;	/* bytes of one; where the id of the next one goes */
	uint64_t written;	/* bytes of data */
	uint64_t committed;	/* bytes of data that are safe on the disk */
	unsigned int shifted;	/* so many older ones can take their names back; 0: none was renamed */
};

/* What becomes of an existing file of the same name. */
enum perfdata_old {
	OLD_ASIDE,		/* it becomes FILE.old, as in perf record */
	OLD_SHIFTED		/* it becomes FILE.1, FILE.1 becomes FILE.2 ..., as in logrotate; back
				 * again, if nothing is committed to the new one */
};

/* The name of a new file: `wanted`, or if that is NULL one of the local time. path: size bytes. */
void perfdata_file_name(char *path, size_t size, const char *wanted);

/*
 * Creates the file, mode 0600, never through a symbolic link, and writes its head
 * (perfdata_put_head()). keep: the number of files that OLD_SHIFTED keeps. 0, or a negative errno
 * with a message.
 */
int perfdata_file_open(struct perfdata_file *file, const char *path, enum perfdata_old old,
		       unsigned int keep, const struct blob *head, struct err *err);

/*
 * The same for a stream into fd, which the file owns, also on errors, with its own head
 * (perfdata_put_stream_head()).
 */
int perfdata_file_open_stream(struct perfdata_file *file, int fd, const struct blob *head,
			      struct err *err);

/*
 * Adds the attr of a further event, of PERFDATA_ATTR_SIZE bytes, with its id: into the room that the
 * head has left for it (perfdata_put_head()). A reader sees it after the next commit. 0, or a
 * negative errno with a message: -ENOSPC without room. Not of a stream.
 */
int perfdata_file_add_event(struct perfdata_file *file, const void *attr, uint64_t id,
			    struct err *err);

/*
 * Appends data. 0, or a negative errno with a message; also if the file was deleted, or truncated
 * by another program: then it is closed as it is.
 */
int perfdata_file_write(struct perfdata_file *file, const void *bytes, size_t n, struct err *err);

/*
 * Makes the data and events so far survive a power cut: syncs them, then writes their sizes into
 * the header. 0, or a negative errno with a message.
 */
int perfdata_file_commit(struct perfdata_file *file, struct err *err);

/*
 * Truncates the file to its last commit, appends the features (perfdata_put_features() for
 * data_offset + committed; NULL: none) and closes it, also on errors. A stream is only closed, and a
 * file that shifted others and has no commit is removed, so that FILE is not an empty one. 0, or a
 * negative errno with a message.
 */
int perfdata_file_close(struct perfdata_file *file, const struct blob *features,
			const uint64_t bits[4], struct err *err);
