/* SPDX-License-Identifier: GPL-2.0-only */
/* Who needs counters; see shared_room.h. Collector thread. */
#include "config.h"
#include "collect/slice/shared_room.h"

static uint32_t most(const struct shared_room *room)
{
	uint32_t needed = 0;

	for (int user = 0; user < ROOM_USERS; user++)
		if (room->needed[user] > needed)
			needed = room->needed[user];
	return needed;
}

void shared_room_need(struct shared_room *room, enum room_user user, uint32_t general_counters)
{
	struct err ignored;

	room->needed[user] = general_counters;
	if (!room->source)
		return;
	room->source->requests.room = most(room);
	(void)source_request(room->source, NULL, &ignored);
}
