/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who made whom, as the kernel tells it: then the group that covers a newcomer is known for certain, also if its maker
 * has ended before anybody looked. Records of different CPUs come in no order, so what nobody known has made may be made
 * by somebody of whom the next call tells. See watch.h. Collector thread.
 */
#include "config.h"
#include "collect/pertask/thread_set_table.h"

#include <stdlib.h>

void watch_hear_births(struct watch *watch, const struct watch_births *births, size_t fds)
{
	watch->births = *births;
	watch->config.fds_max -= fds < watch->config.fds_max ? fds : watch->config.fds_max;
}

const struct watched_birth *watch_find_birth(const struct watch *watch, int32_t tid)
{
	struct watched_birth *born;

	HASH_FIND_INT(watch->born, &tid, born);
	return born;
}

void watch_forget_births(struct watch *watch, bool all)
{
	struct watched_birth *born, *next;

	HASH_ITER(hh, watch->born, born, next) {
		if (!all && born->scan + 1 >= watch->scans)
			continue;
		HASH_DEL(watch->born, born);
		free(born);
	}
	if (!all)
		return;
	free(watch->heard);
	watch->heard = NULL;
	watch->n_heard = watch->cap_heard = 0;
}

static void hear(void *data, const struct task_event *birth)
{
	struct watch *watch = data;

	if (watch->n_heard == watch->cap_heard) {
		size_t cap = watch->cap_heard ? 2 * watch->cap_heard : 64;
		struct heard *heard = realloc(watch->heard, cap * sizeof(*heard));

		if (!heard)
			return;
		watch->heard = heard;
		watch->cap_heard = cap;
	}
	watch->heard[watch->n_heard++] = (struct heard){ .birth = *birth };
}

static int compare_times(const void *a, const void *b)
{
	const struct heard *one = a, *two = b;

	return (one->birth.time_ns > two->birth.time_ns) - (one->birth.time_ns < two->birth.time_ns);
}

/* Its maker's group counts it, or what counts its maker. false: its maker is none of ours. */
static bool find_cover(const struct watch *watch, const struct task_event *birth, struct watched_birth *born)
{
	const struct watched *maker = watch_find_task(watch, birth->ptid);
	const struct watched_birth *elder = watch_find_birth(watch, birth->ptid);

	if (maker && maker->pid == birth->ppid) {
		born->cover = COVER_MAKER;
		born->cover_id = maker->tid;
		return true;
	}
	if (elder && elder->pid == birth->ppid) {
		born->cover = elder->cover;
		born->cover_id = elder->cover_id;
		return true;
	}
	born->cover = COVER_PROCESS;
	born->cover_id = birth->ppid;
	return watch_find_process(watch, birth->ppid);
}

/* NULL: its maker is not known, or there is no memory. fresh: it is a process that was not watched yet, and lives. */
static const struct watched_birth *take_birth(struct watch *watch, const struct task_event *birth, bool *fresh)
{
	struct watched_birth found = { .tid = birth->tid, .pid = birth->pid, .scan = watch->scans };
	struct watched_birth *born;

	if (!find_cover(watch, birth, &found))
		return NULL;
	HASH_FIND_INT(watch->born, &birth->tid, born);
	if (born) {	/* another one that had its number */
		HASH_DEL(watch->born, born);
		free(born);
	}
	born = malloc(sizeof(*born));
	if (!born)
		return NULL;
	*born = found;
	HASH_ADD_INT(watch->born, tid, born);
	if (!born->hh.tbl) {
		free(born);
		return NULL;
	}
	*fresh = born->pid == born->tid && !watch_find_process(watch, born->pid) &&
		 watch_add_process(watch, born->pid, born->cover == COVER_MAKER ? born->cover_id : 0);
	return born;
}

void watch_take_births(struct watch *watch, watch_born *found)
{
	size_t unclear = 0;

	if (!watch->births.each)
		return;
	watch->births.each(watch->births.births, hear, watch);
	if (watch->n_heard)
		qsort(watch->heard, watch->n_heard, sizeof(watch->heard[0]), compare_times);
	for (size_t i = 0; i < watch->n_heard; i++) {
		struct heard heard = watch->heard[i];
		bool fresh = false;
		const struct watched_birth *born = take_birth(watch, &heard.birth, &fresh);

		if (fresh && found)
			found(watch, born->cover, born->cover_id);
		if (born || heard.again)
			continue;
		heard.again = true;
		watch->heard[unclear++] = heard;
	}
	watch->n_heard = unclear;
}
