/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which processes are due to be looked at for regions: new ones, those that have another name than
 * before (execve(2)), and, less and less often, those that may have loaded a library. Collector
 * thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct region_looks;

struct region_looks *region_looks_new(void);	/* NULL without memory */
void region_looks_free(struct region_looks *looks);	/* NULL is fine */

/* A process that ran. */
struct region_process {
	int32_t pid;
	uint64_t start_ns;	/* differs if the pid is used again */
	const char *name;
	bool busy;		/* it ran for more than a hundredth of the interval */
};

/*
 * Is it due? When it is new, or again after 1 s, 2 s, 4 s, 8 s, then each 10 s if it is busy, else
 * each minute. Then region_looks_did() says that it is looked at.
 */
bool region_looks_due(const struct region_looks *looks, const struct region_process *process,
		      uint64_t now_ns);
/* Was it looked at, under this name? */
bool region_looks_knows(const struct region_looks *looks, const struct region_process *process);
void region_looks_did(struct region_looks *looks, const struct region_process *process,
		      uint64_t now_ns);
