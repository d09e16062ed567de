/* SPDX-License-Identifier: GPL-2.0-only */
/* Which processes are due to be looked at; see region_looks.h. */
#include "config.h"
#include "collect/region/region_looks.h"

#include <stdlib.h>
#include <string.h>

#include "model/hash.h"
#include "model/pair_map.h"

#define PROCESSES_MAX 65536		/* that are remembered */
#define FIRST_NS 1000000000ULL
#define BUSY_NS 10000000000ULL
#define IDLE_NS 60000000000ULL

struct looked {
	uint64_t name;			/* hash of it */
	uint64_t start_ns;
	uint64_t pause_ns;		/* until the next look, if it is busy */
	uint64_t looked_ns;
};

struct region_looks {
	struct looked *looked;		/* PROCESSES_MAX */
	struct pair_map by_pid;
	uint32_t n;
};

struct region_looks *region_looks_new(void)
{
	struct region_looks *looks = calloc(1, sizeof(*looks));

	if (!looks)
		return NULL;
	looks->looked = calloc(PROCESSES_MAX, sizeof(*looks->looked));
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
	pair_map_done(&looks->by_pid);
	free(looks);
}

/* NULL: it was never looked at, or another process of this pid, or of this name, was. */
static struct looked *last_look(const struct region_looks *looks, const struct region_process *process)
{
	const uint32_t at = pair_map_get(&looks->by_pid, (uint32_t)process->pid, 0);
	struct looked *looked = at == PAIR_MAP_NONE ? NULL : &looks->looked[at];

	return looked && looked->start_ns == process->start_ns && looked->name == hash_text(process->name) ?
	       looked : NULL;
}

bool region_looks_due(const struct region_looks *looks, const struct region_process *process,
		      uint64_t now_ns)
{
	const struct looked *looked = last_look(looks, process);
	uint64_t pause_ns;

	if (!looked)
		return true;
	pause_ns = looked->pause_ns;
	if (pause_ns >= BUSY_NS && !process->busy)
		pause_ns = IDLE_NS;
	return now_ns >= looked->looked_ns + pause_ns;
}

bool region_looks_knows(const struct region_looks *looks, const struct region_process *process)
{
	return last_look(looks, process);
}

void region_looks_did(struct region_looks *looks, const struct region_process *process,
		      uint64_t now_ns)
{
	const struct looked *looked = last_look(looks, process);
	uint64_t pause_ns = looked ? 2 * looked->pause_ns : FIRST_NS;
	uint32_t at = pair_map_get(&looks->by_pid, (uint32_t)process->pid, 0);

	if (at == PAIR_MAP_NONE && looks->n == PROCESSES_MAX) {	/* all are forgotten */
		pair_map_clear(&looks->by_pid);
		looks->n = 0;
	}
	if (at == PAIR_MAP_NONE)
		at = pair_map_put(&looks->by_pid, (uint32_t)process->pid, 0, looks->n);
	if (at == PAIR_MAP_NONE)
		return;		/* no memory: it is due again */
	if (pause_ns > BUSY_NS)
		pause_ns = BUSY_NS;
	looks->n += at == looks->n;
	looks->looked[at] = (struct looked){ .name = hash_text(process->name), .start_ns = process->start_ns,
					     .pause_ns = pause_ns, .looked_ns = now_ns };
}
