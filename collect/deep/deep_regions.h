/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opened nodes of a region of a process: the events of its busiest threads, each alone, are handed
 * over to the source, which sums them up per region at markers. Collector thread.
 */
#ifndef TDTOP_COLLECT_DEEP_DEEP_REGIONS_H
#define TDTOP_COLLECT_DEEP_DEEP_REGIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/deep/deep_open.h"
#include "collect/slice/region_counters.h"
#include "collect/slice/source.h"
#include "model/tree/opened.h"

struct deep_region_slot {
	int32_t tid;			/* 0: it is free */
	int fd;				/* of its first event, to know it by */
	struct region_count last[REGION_EVENTS], now[REGION_EVENTS];	/* of the region */
};

struct deep_regions {
	struct source *source;		/* borrowed; NULL: there is none */
	int32_t pid;
	uint32_t region;		/* regions_name_id(); 0: no region is looked at */
	bool full;			/* the source has no room for sums of all regions */
	struct deep_region_slot slot[REGION_SLOTS];
};

/* A row is looked at; if it is no region, nothing is done. False: the source cannot. */
bool deep_regions_look(struct deep_regions *regions, const struct tree_request *request);
/* Takes all events back, before they are closed. */
void deep_regions_leave(struct deep_regions *regions);

/* Threads were opened or closed: hands over and takes back what is new and gone. */
void deep_regions_follow(struct deep_regions *regions, const struct deep_open *open);

/*
 * In place of deep_open_read(): what was added to the region since the last reading. 0; a negative
 * errno: what was handed over is lost, and nothing is in `sums`.
 */
int deep_regions_read(struct deep_regions *regions, struct deep_open *open, struct deep_sum *sums);

/*
 * A region that is asked for by its name has a row, and so an id, when it was entered: sets
 * request->region then. False: it has none yet, or had it before.
 */
bool deep_regions_find(struct tree_request *request, const struct snapshot *draft);

#endif
