/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A perf.data file that grows while it is recorded, and is whole up to the last commit at any time:
 * then its header says how much of it are data, and that no features follow. Any one thread at a
 * time.
 */
#ifndef TDTOP_COLLECT_PERFDATA_FILE_H
#define TDTOP_COLLECT_PERFDATA_FILE_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perfdata/blob.h"
#include "model/err.h"

struct perfdata_file {
	int fd;			/* -1: no file is open */
	char path[PATH_MAX];
	uint64_t data_offset;
	uint64_t written;	/* bytes of data */
	uint64_t committed;	/* of them, so many are on the disk for good */
};

/* What happens to a file that is there already. */
enum perfdata_old {
	OLD_ASIDE,		/* it becomes FILE.old, as perf record does */
	OLD_SHIFTED		/* it becomes FILE.1, that FILE.2 ...: logrotate's way */
};

/*
 * Creates the file, 0600, never through a symbolic link, and writes its head (perfdata_put_head).
 * keep: how many files OLD_SHIFTED leaves beside it. 0, or a negative errno with a sentence.
 */
int perfdata_file_open(struct perfdata_file *file, const char *path, enum perfdata_old old,
		       unsigned int keep, const struct blob *head, struct err *err);

int perfdata_file_write(struct perfdata_file *file, const void *bytes, size_t n, struct err *err);

/* What was written is there for good, also after a power cut: data first, then their size. */
int perfdata_file_commit(struct perfdata_file *file, struct err *err);

/*
 * Ends the file at its last commit, with these features behind the data (perfdata_put_features, for
 * data_offset + committed). NULL: without any. Closed in any case.
 */
int perfdata_file_close(struct perfdata_file *file, const struct blob *features,
			const uint64_t bits[4], struct err *err);

#endif
