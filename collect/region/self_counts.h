/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads what a running program has counted itself of its regions: the file "tdtop-regions" that it
 * holds open (region/tdtop_region_shared.h). The bytes are a stranger's: everything is copied first
 * (pread(2), no mapping: the file may shrink), and in bounds. Opens no counter. Any thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "model/err.h"
#include "model/self_regions.h"

/* Where the bytes come from; a test has its own. */
struct self_counts_bytes {
	void *data;
	/* Copies n bytes from this offset. 0, or a negative errno; too few there are: -ENODATA. */
	int (*read)(void *data, void *to, size_t n, uint64_t offset);
};

/* The rows of these bytes. 0, -EINVAL: no such file, or one of another version; or what read() says. */
int self_counts_parse(const struct self_counts_bytes *bytes, struct self_regions *regions,
		      struct err *err);

/*
 * Those of process `pid`. 0; -ESRCH, -EACCES; -ENOENT: it does not count itself; as
 * self_counts_parse(). With a sentence.
 */
int self_counts_read(int32_t pid, struct self_regions *regions, struct err *err);
