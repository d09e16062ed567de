/* SPDX-License-Identifier: GPL-2.0-only */
/* Blocks and the records in them; see block.h. */
#include "config.h"
#include "collect/recording/block.h"

#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "collect/perfdata/perfdata.h"

#define SPARE_MAX 256		/* blocks: 64 MB, as much as a busy recording has in its queues */

/* A spare block, or a new one; NULL without memory. */
static struct block *block_new(struct frames *home)
{
	struct block *block = home->spare;

	if (block) {
		home->spare = block->next;
		home->n_spare--;
	} else {
		block = malloc(sizeof(*block));
	}
	if (!block)
		return NULL;
	block->home = home;
	block->users = 1;
	block->segments = 0;
	block->n = 0;
	return block;
}

void block_hold(struct block *block)
{
	block->users++;
}

void block_release(struct block *block)
{
	struct frames *home;

	if (!block || --block->users)
		return;
	home = block->home;
	if (home->n_spare == SPARE_MAX) {
		free(block);
		return;
	}
	block->next = home->spare;
	home->spare = block;
	home->n_spare++;
}

void frames_done(struct frames *frames)
{
	block_release(frames->block);
	frames->block = NULL;
	frames->at = 0;
	while (frames->spare) {
		struct block *block = frames->spare;

		frames->spare = block->next;
		free(block);
	}
	frames->n_spare = 0;
}

unsigned char *frames_room(struct frames *frames, size_t *room)
{
	size_t left = frames_left(frames);
	struct block *block = frames->block;

	/* A block without other users and without bytes is used again from its start. */
	if (block && block->users == 1 && left == 0)
		block->n = frames->at = 0;
	if (!block || BLOCK_BYTES - block->n < PERFDATA_RECORD_MAX + 1) {
		block = block_new(frames);
		if (!block)
			return NULL;
		/* The rest is less than a record, so it fits. */
		if (left)
			memcpy(block->bytes, frames->block->bytes + frames->at, left);
		block->n = left;
		block_release(frames->block);
		frames->block = block;
		frames->at = 0;
	}
	*room = BLOCK_BYTES - block->n;
	return block->bytes + block->n;
}

struct bytes frame_content(const struct frame *frame, bool swapped)
{
	return (struct bytes){ .at = frame->bytes + sizeof(struct perf_event_header),
			       .end = frame->bytes + frame->size, .swapped = swapped };
}

size_t frames_skip(struct frames *frames, uint64_t n)
{
	size_t left = frames_left(frames);

	if (n < left)
		left = (size_t)n;
	frames->at += left;
	return left;
}
