/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Several users of general counters beside the source (sampling of code, opened nodes): the source
 * makes room for the one that needs most, as the kernel lets them take turns. Collector thread.
 */
#pragma once

#include <stdint.h>

#include "collect/slice/source.h"

enum room_user { ROOM_OF_SAMPLES, ROOM_OF_NODES, ROOM_USERS };

struct shared_room {
	struct source *source;		/* borrowed; NULL: no room is made */
	uint32_t needed[ROOM_USERS];
};

/* This user needs so many general counters of each CPU from now on; 0: none. */
void shared_room_need(struct shared_room *room, enum room_user user, uint32_t general_counters);
