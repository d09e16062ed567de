/* SPDX-License-Identifier: GPL-2.0-only */
#include "tests/truth/plugin_maps.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "tests/truth/stream.h"

#define MAPS 512

struct map {
	uint64_t start;
	struct stream_map tail;
};

static struct map maps[MAPS];	/* that were written */
static size_t n_maps;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;	/* of both */
static atomic_bool stale;	/* a file may have taken the place of another */

/* mmap, munmap, mremap, mprotect: arch/x86/entry/syscalls/syscall_64.tbl, asm-generic/unistd.h */
static const int64_t changing_calls[][4] = {
	[MACHINE_X86_64] = { 9, 11, 25, 10 },
	[MACHINE_AARCH64] = { 222, 215, 216, 226 },
};

void maps_system_call(enum code_machine machine, int64_t number)
{
	for (int i = 0; i < 4; i++)
		if (number == changing_calls[machine][i])
			atomic_store(&stale, true);
}

/* Finds the mapping of an address in /proc/self/maps. */
static bool look_up(uint64_t address, struct map *map)
{
	FILE *file = fopen("/proc/self/maps", "re");
	char line[STREAM_PATH + 128];
	bool found = false;

	while (file && !found && fgets(line, sizeof(line), file)) {
		uint64_t end;
		int path = 0;

		*map = (struct map){ 0 };
		if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64 " %x:%x %" SCNu64 " %n",
			   &map->start, &end, &map->tail.offset, &map->tail.major,
			   &map->tail.minor, &map->tail.inode, &path) < 6)
			continue;
		found = address >= map->start && address < end;
		map->tail.length = end - map->start;
		line[strcspn(line, "\n")] = '\0';
		(void)snprintf(map->tail.path, sizeof(map->tail.path), "%s", line + path);
	}
	if (file)
		(void)fclose(file);
	return found;
}

static bool written(const struct map *map)
{
	for (size_t i = 0; i < n_maps; i++)
		if (memcmp(&maps[i], map, sizeof(*map)) == 0)
			return true;
	return false;
}

static bool known(uint64_t address)
{
	for (size_t i = 0; i < n_maps; i++)
		if (address - maps[i].start < maps[i].tail.length)
			return true;
	return false;
}

static void write_map(FILE *stream, const struct map *map, uint64_t time_ns)
{
	struct {
		struct stream_record record;
		struct stream_map map;
	} out = {
		.record = {
			.type = STREAM_MAP,
			.size = sizeof(out),
			.time_ns = time_ns,
			.address = map->start,
		},
		.map = map->tail,
	};

	fwrite(&out, sizeof(out), 1, stream);
}

void maps_need(FILE *stream, uint64_t address, uint64_t time_ns)
{
	struct map map;

	pthread_mutex_lock(&lock);
	if (atomic_exchange(&stale, false) || !known(address)) {
		if (look_up(address, &map) && !written(&map)) {
			if (n_maps < MAPS)
				maps[n_maps++] = map;
			write_map(stream, &map, time_ns);
		}
	}
	pthread_mutex_unlock(&lock);
}

void maps_tell(FILE *table)
{
	for (size_t i = 0; i < n_maps; i++)
		(void)fprintf(table, "map %" PRIx64 " %" PRIx64 " %" PRIx64 " %s\n", maps[i].start,
			      maps[i].tail.length, maps[i].tail.offset, maps[i].tail.path);
}
