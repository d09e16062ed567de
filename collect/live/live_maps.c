/* SPDX-License-Identifier: GPL-2.0-only */
/* Mappings of processes that run, see live_parts.h. */
#include "config.h"
#include "collect/live/live_parts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collect/code/code_maps.h"
#include "collect/sample/sample_feed.h"
#include "collect/sys/clock_ns.h"
#include "model/hash.h"

/* To look for changes that no record tells takes at most this part of the time. */
#define CHECK_PART 100

struct live_maps {
	const char *proc_root;
	struct code_maps *code;
	uint64_t check_ns;		/* not before it are unchanged maps read again */
	char trouble[256];
	live_maps_told *told;		/* or NULL */
	void *told_data;
};

struct live_maps *live_maps_new(const char *proc_root)
{
	struct live_maps *maps = calloc(1, sizeof(*maps));

	if (!maps)
		return NULL;
	maps->proc_root = proc_root ? proc_root : "/proc";
	maps->code = code_maps_new();
	if (maps->code)
		return maps;
	free(maps);
	return NULL;
}

void live_maps_free(struct live_maps *maps)
{
	if (!maps)
		return;
	code_maps_free(maps->code);
	free(maps);
}

struct code_maps *live_maps_code(struct live_maps *maps)
{
	return maps->code;
}

const char *live_maps_trouble(const struct live_maps *maps)
{
	return maps->trouble;
}

void live_maps_tell(struct live_maps *maps, live_maps_told *told, void *data)
{
	maps->told = told;
	maps->told_data = data;
}

static void tell(const struct live_maps *maps, int32_t pid, const struct code_mapping *mapping)
{
	if (maps->told)
		maps->told(maps->told_data, pid, mapping);
}

/* A proc_mapping. Mappings beyond the bounds are left out. */
static int live_maps_add(void *data, const struct code_mapping *mapping)
{
	struct live_maps *maps = data;

	tell(maps, mapping->pid, mapping);
	return code_maps_add(maps->code, mapping) == -ENOMEM ? -ENOMEM : 0;
}

int live_maps_restart(struct live_maps *maps)
{
	int ret;

	code_maps_restart(maps->code);
	maps->check_ns = 0;
	maps->trouble[0] = '\0';
	ret = proc_maps_kernel(maps->proc_root, live_maps_add, maps);
	tell(maps, -1, NULL);
	return ret;
}

/* Over what decides the places of a mapping. */
static int add_hash(void *data, const struct code_mapping *mapping)
{
	const uint64_t words[] = { mapping->start, mapping->size, mapping->offset, mapping->device,
				   mapping->inode };
	uint64_t *hash = data;

	*hash = hash_bytes(*hash, words, sizeof(words));
	*hash = hash_bytes(*hash, mapping->path, strlen(mapping->path));
	return 0;
}

static void say(struct live_maps *maps, int32_t pid, int error)
{
	(void)snprintf(maps->trouble, sizeof(maps->trouble), "what process %d has mapped cannot be "
		       "read (%s), so its code has no names: run tdtop as its user or as root", pid,
		       strerror(-error));
}

/* Takes what is mapped now in the place of what was known. A process that is gone keeps that. */
static int read_maps(struct live_maps *maps, int32_t pid, struct code_maps_known *known, uint64_t now_ns)
{
	uint64_t hash = HASH_BEGIN;
	int ret;

	known->next_ns = now_ns + LIVE_MAPS_NS;
	ret = proc_maps_each(maps->proc_root, pid, add_hash, &hash);
	if (ret && ret != -ESRCH)
		say(maps, pid, ret);
	if (ret)
		return 0;
	known->since_ns = now_ns;
	if (hash == known->hash)
		return 0;
	known->hash = hash;
	code_maps_exec(maps->code, pid);
	ret = proc_maps_each(maps->proc_root, pid, live_maps_add, maps);
	tell(maps, pid, NULL);
	return ret == -ENOMEM ? ret : 0;
}

static bool is_mapped(struct live_maps *maps, int32_t pid, uint64_t address)
{
	uint32_t mapping;

	return code_maps_find(maps->code, pid, address, &mapping).object != PLACE_NO_OBJECT;
}

int live_maps_see(struct live_maps *maps, int32_t pid, uint64_t address, uint64_t now_ns)
{
	struct code_maps_known *known = pid > 0 ? code_maps_known(maps->code, pid) : NULL;
	uint64_t pause_ns;
	int ret;

	if (!known)
		return pid > 0 ? -ENOMEM : 0;
	if (now_ns < known->next_ns)
		return 0;
	if (known->since_ns && (!address || (now_ns < maps->check_ns &&
					     is_mapped(maps, pid, address))))
		return 0;
	pause_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
	ret = read_maps(maps, pid, known, now_ns);
	pause_ns = (clock_ns(CLOCK_THREAD_CPUTIME_ID) - pause_ns) * CHECK_PART;
	if (known->next_ns < now_ns + pause_ns)
		known->next_ns = now_ns + pause_ns;
	if (maps->check_ns < now_ns + pause_ns)
		maps->check_ns = now_ns + pause_ns;
	return ret;
}

/* A new process has what its parent has, which may not be known yet. */
static int fork_of(struct live_maps *maps, const struct record *record, uint64_t time_ns,
		   uint64_t now_ns)
{
	const int32_t pid = record->pid, parent = record->ppid;
	const struct code_maps_known *of_parent;
	struct code_maps_known *known;
	int ret;

	if (pid == parent || parent <= 0 || pid <= 0)
		return 0;
	ret = live_maps_see(maps, parent, 0, now_ns);
	if (ret)
		return ret;
	known = code_maps_known(maps->code, pid);
	of_parent = code_maps_known(maps->code, parent);	/* is there: `known` stays */
	if (!known || !of_parent)
		return -ENOMEM;
	/* a pid may come again */
	*known = (struct code_maps_known){ .since_ns = of_parent->since_ns ? time_ns : 0 };
	return map_records_add(maps->code, record);
}

int live_maps_record(struct live_maps *maps, const struct frame *frame, uint64_t time_ns,
		     uint64_t now_ns)
{
	struct code_maps_known *known;
	struct record record;
	bool execs;

	if (record_content(false, frame->bytes, frame->size, &record))
		return 0;
	if (!time_ns)
		time_ns = now_ns;
	if (record.kind == REC_FORK)
		return fork_of(maps, &record, time_ns, now_ns);
	execs = record.kind == REC_COMM && record.exec;
	if (record.pid > 0 && (record.kind == REC_MAP || execs)) {
		known = code_maps_known(maps->code, record.pid);
		if (!known)
			return -ENOMEM;
		/* It was written before the maps were read: they have it, or what came after it. */
		if (time_ns < known->since_ns)
			return 0;
		/*
		 * After an exec records tell all that is mapped: processes that live for a moment are
		 * not worth reading. But their first address may come before.
		 */
		if (execs)
			*known = (struct code_maps_known){ .since_ns = time_ns };
		known->hash = 0;
	}
	/* Device and inode are read later from /proc/PID/maps: a record with a build-id has none. */
	if (record.kind == REC_MAP)
		record.mapping.by_path = !record.mapping.inode;
	return map_records_add(maps->code, &record);
}
