/* SPDX-License-Identifier: GPL-2.0-only */
/* How large the maps are; see bpf_room.h. Collector thread. */
#include "config.h"
#include "collect/bpf/bpf_room.h"

/*
 * Sums in each half, 260 bytes of the kernel's memory each: a task has one per CPU it ran on, and
 * per region that it was in there.
 */
#define ROOM_LEAST 16384
#define ROOM_MOST 262144
#define ROOM_REGIONS 65536	/* so many only for tasks: regions may be made up */

void bpf_room_size(struct bpf_room *room, uint32_t tasks)
{
	room->was_full = room->regions_full = false;
	room->sums = room->sums ? room->sums : ROOM_LEAST;
	while (room->sums < ROOM_MOST && room->sums / 2 < tasks)
		room->sums *= 2;
}

bool bpf_room_grows(struct bpf_room *room)
{
	if ((!room->was_full || room->sums >= ROOM_MOST) &&
	    (!room->regions_full || room->sums >= ROOM_REGIONS))
		return false;
	room->sums *= 2;
	return true;
}
