/* SPDX-License-Identifier: GPL-2.0-only */
/* Which processes are due to be looked at; see region_looks.h. */
#include "config.h"
#include "collect/region/region_looks.h"

#include <stdlib.h>
#include <string.h>

#define PROCESSES_MAX 65536		/* that are remembered */
#define SLOTS (2U * PROCESSES_MAX)
#define FIRST_NS 1000000000ULL
#define BUSY_NS 10000000000ULL
#define IDLE_NS 60000000000ULL

struct looked {
	int32_t pid;			/* 0: a free slot */
	uint32_t name;			/* hash of it */
	uint64_t start_ns;
	uint64_t pause_ns;		/* until the next look, if it is busy */
	uint64_t looked_ns;
};

struct region_looks {
	struct looked *looked;		/* hash table of SLOTS */
	size_t n;
};

struct region_looks *region_looks_new(void)
{
	struct region_looks *looks = calloc(1, sizeof(*looks));

	if (!looks)
		return NULL;
	looks->looked = calloc(SLOTS, sizeof(*looks->looked));
	if (looks->looked)
		return looks;
	free(looks);
	return NULL;
}

void region_looks_free(struct region_looks *looks)
{
	if (!looks)
		return;
	free(looks->looked);
	free(looks);
}

static uint32_t hash_of(const char *name)
{
	uint32_t hash = 2166136261U;	/* FNV-1a */

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * 16777619U;
	return hash;
}

/* Its slot, or the free one where it would be. */
static struct looked *region_looks_slot_of(const struct region_looks *looks, int32_t pid)
{
	uint32_t slot = (uint32_t)pid * 2654435761U;

	while (looks->looked[slot % SLOTS].pid && looks->looked[slot % SLOTS].pid != pid)
		slot++;
	return &looks->looked[slot % SLOTS];
}

static bool region_looks_is_same(const struct looked *looked, const struct region_process *process)
{
	return looked->pid && looked->start_ns == process->start_ns &&
	       looked->name == hash_of(process->name);
}

bool region_looks_due(const struct region_looks *looks, const struct region_process *process,
		      uint64_t now_ns)
{
	const struct looked *looked = region_looks_slot_of(looks, process->pid);
	uint64_t pause_ns = looked->pause_ns;

	if (!region_looks_is_same(looked, process))
		return true;
	if (pause_ns >= BUSY_NS && !process->busy)
		pause_ns = IDLE_NS;
	return now_ns >= looked->looked_ns + pause_ns;
}

bool region_looks_knows(const struct region_looks *looks, const struct region_process *process)
{
	return region_looks_is_same(region_looks_slot_of(looks, process->pid), process);
}

void region_looks_did(struct region_looks *looks, const struct region_process *process,
		      uint64_t now_ns)
{
	struct looked *looked = region_looks_slot_of(looks, process->pid);
	uint64_t pause_ns = region_looks_is_same(looked, process) ? 2 * looked->pause_ns : FIRST_NS;

	if (!looked->pid && looks->n == PROCESSES_MAX) {	/* all are forgotten */
		memset(looks->looked, 0, SLOTS * sizeof(*looks->looked));
		looks->n = 0;
		looked = region_looks_slot_of(looks, process->pid);
	}
	if (pause_ns > BUSY_NS)
		pause_ns = BUSY_NS;
	looks->n += !looked->pid;
	*looked = (struct looked){ .pid = process->pid, .name = hash_of(process->name),
				   .start_ns = process->start_ns, .pause_ns = pause_ns,
				   .looked_ns = now_ns };
}
