/* SPDX-License-Identifier: GPL-2.0-only */
/* Mappings of processes that run, see live_maps.h. */
#include "config.h"
#include "collect/sample/live_maps.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collect/code/proc_maps.h"
#include "collect/sample/map_records.h"
#include "collect/sys/clock_ns.h"

/* To look for changes that no record tells takes at most this part of the time. */
#define CHECK_PART 100

struct process {
	int32_t pid;			/* 0: a free slot */
	uint64_t known_ns;		/* its mappings are those of then, and of records since;
					 * 0: they are not known */
	uint64_t next_ns;		/* they are not read again before */
	uint64_t hash;			/* of what was read; 0: a record has changed it */
};

struct live_maps {
	const char *proc_root;
	struct code_maps *code;
	struct process *processes;	/* hash table of 2 * LIVE_MAPS_PROCESSES */
	size_t n;
	uint64_t check_ns;		/* not before it are unchanged maps read again */
	char trouble[256];
	live_maps_told *told;		/* or NULL */
	void *told_data;
};

#define SLOTS (2U * LIVE_MAPS_PROCESSES)

struct live_maps *live_maps_new(const char *proc_root)
{
	struct live_maps *maps = calloc(1, sizeof(*maps));

	if (!maps)
		return NULL;
	maps->proc_root = proc_root ? proc_root : "/proc";
	maps->code = code_maps_new();
	maps->processes = calloc(SLOTS, sizeof(*maps->processes));
	if (maps->code && maps->processes)
		return maps;
	live_maps_free(maps);
	return NULL;
}

void live_maps_free(struct live_maps *maps)
{
	if (!maps)
		return;
	code_maps_free(maps->code);
	free(maps->processes);
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
static int add(void *data, const struct code_mapping *mapping)
{
	struct live_maps *maps = data;

	tell(maps, mapping->pid, mapping);
	return code_maps_add(maps->code, mapping) == -ENOMEM ? -ENOMEM : 0;
}

int live_maps_restart(struct live_maps *maps)
{
	int ret;

	code_maps_restart(maps->code);
	memset(maps->processes, 0, SLOTS * sizeof(*maps->processes));
	maps->n = 0;
	maps->check_ns = 0;
	maps->trouble[0] = '\0';
	ret = proc_maps_kernel(maps->proc_root, add, maps);
	tell(maps, -1, NULL);
	return ret;
}

/* What is known of a process. With too many of them all are forgotten, and read again. */
static struct process *process_of(struct live_maps *maps, int32_t pid)
{
	uint32_t slot = (uint32_t)pid * 2654435761U;

	if (maps->n == LIVE_MAPS_PROCESSES) {
		memset(maps->processes, 0, SLOTS * sizeof(*maps->processes));
		maps->n = 0;
	}
	for (;; slot++) {
		struct process *process = &maps->processes[slot % SLOTS];

		if (process->pid == pid)
			return process;
		if (!process->pid) {
			*process = (struct process){ .pid = pid };
			maps->n++;
			return process;
		}
	}
}

/* FNV-1a over what decides the places of a mapping. */
static int add_hash(void *data, const struct code_mapping *mapping)
{
	const uint64_t words[] = { mapping->start, mapping->size, mapping->offset, mapping->device,
				   mapping->inode };
	uint64_t *hash = data;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		*hash = (*hash ^ words[i]) * 1099511628211ULL;
	for (const char *c = mapping->path; *c; c++)
		*hash = (*hash ^ (unsigned char)*c) * 1099511628211ULL;
	return 0;
}

static void say(struct live_maps *maps, int32_t pid, int error)
{
	(void)snprintf(maps->trouble, sizeof(maps->trouble), "what process %d has mapped cannot be "
		       "read (%s), so its code has no names: run tdtop as its user or as root", pid,
		       strerror(-error));
}

/* Takes what is mapped now in the place of what was known. A process that is gone keeps that. */
static int read_maps(struct live_maps *maps, struct process *process, uint64_t now_ns)
{
	uint64_t hash = 14695981039346656037ULL;
	int ret;

	process->next_ns = now_ns + LIVE_MAPS_NS;
	ret = proc_maps_each(maps->proc_root, process->pid, add_hash, &hash);
	if (ret && ret != -ESRCH)
		say(maps, process->pid, ret);
	if (ret)
		return 0;
	process->known_ns = now_ns;
	if (hash == process->hash)
		return 0;
	process->hash = hash;
	code_maps_exec(maps->code, process->pid);
	ret = proc_maps_each(maps->proc_root, process->pid, add, maps);
	tell(maps, process->pid, NULL);
	return ret == -ENOMEM ? ret : 0;
}

static bool is_mapped(struct live_maps *maps, int32_t pid, uint64_t address)
{
	uint32_t mapping;

	return code_maps_find(maps->code, pid, address, &mapping).object != PLACE_NO_OBJECT;
}

int live_maps_see(struct live_maps *maps, int32_t pid, uint64_t address, uint64_t now_ns)
{
	struct process *process;
	uint64_t pause_ns;
	int ret;

	if (pid <= 0)
		return 0;
	process = process_of(maps, pid);
	if (now_ns < process->next_ns)
		return 0;
	if (process->known_ns && (!address || (now_ns < maps->check_ns &&
					       is_mapped(maps, pid, address))))
		return 0;
	pause_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
	ret = read_maps(maps, process, now_ns);
	pause_ns = (clock_ns(CLOCK_THREAD_CPUTIME_ID) - pause_ns) * CHECK_PART;
	if (process->next_ns < now_ns + pause_ns)
		process->next_ns = now_ns + pause_ns;
	if (maps->check_ns < now_ns + pause_ns)
		maps->check_ns = now_ns + pause_ns;
	return ret;
}

/* A new process has what its parent has, which may not be known yet. */
static int fork_of(struct live_maps *maps, const struct record *record, uint64_t time_ns,
		   uint64_t now_ns)
{
	const int32_t pid = record->pid, parent = record->ppid;
	bool known;
	int ret;

	if (pid == parent || parent <= 0 || pid <= 0)
		return 0;
	ret = live_maps_see(maps, parent, 0, now_ns);
	if (ret)
		return ret;
	known = process_of(maps, parent)->known_ns;
	/* a pid may come again */
	*process_of(maps, pid) = (struct process){ .pid = pid, .known_ns = known ? time_ns : 0 };
	return map_records_add(maps->code, record);
}

/*
 * After an exec records tell all that is mapped: processes that live for a moment are not worth
 * reading. But their first address may come before.
 */
static void exec_of(struct process *process, uint64_t time_ns)
{
	process->known_ns = time_ns;
	process->next_ns = 0;
}

int live_maps_record(struct live_maps *maps, const struct frame *frame, uint64_t time_ns,
		     uint64_t now_ns)
{
	struct process *process;
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
		process = process_of(maps, record.pid);
		/* It was written before the maps were read: they have it, or what came after it. */
		if (time_ns < process->known_ns)
			return 0;
		process->hash = 0;
		if (execs)
			exec_of(process, time_ns);
	}
	/* Device and inode are read later from /proc/PID/maps: a record with a build-id has none. */
	if (record.kind == REC_MAP)
		record.mapping.by_path = !record.mapping.inode;
	return map_records_add(maps->code, &record);
}
