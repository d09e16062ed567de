/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A table of readings, by pid: sets of eight places, in which the oldest one is replaced. See
 * sampled_maps.h.
 */
#include "config.h"
#include "collect/sample/sampled_maps.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collect/perfdata/blob.h"
#include "collect/sys/clock_ns.h"
#include "model/list_room.h"

#define WAYS 8
#define SETS (SAMPLED_MAPS_PROCESSES / WAYS)
#define READING_BYTES (1U << 20)	/* of one process; further mappings are left out */

struct reading {
	int32_t pid;		/* 0: a free place */
	uint32_t version;
	uint64_t began_ns;	/* it is of this time or later */
	struct blob blob;	/* of struct mapped, each with its path */
};

/* A mapping in a blob; its path follows, with its NUL, up to a multiple of 8 bytes. */
struct mapped {
	uint64_t start, size, offset, device, inode;
	uint32_t bytes;		/* with the path */
	uint32_t kernel;
};

struct sampled_maps {
	uint64_t (*clock)(void);
	struct blob next;	/* of the thread that reads: the reading that goes on */
	uint64_t began_ns;	/* the same; 0: no mapping yet */
	/* Counts readings. A: the thread that reads adds (release), B: others look (acquire). */
	_Atomic uint32_t version;
	pthread_mutex_t lock;	/* guards what follows */
	struct identified {
		struct profile_object object;	/* its path is owned */
		bool ambiguous;		/* the path has two build-ids */
	} *objects;			/* owned */
	size_t n_objects, cap_objects;
	size_t bytes;		/* of all readings */
	struct reading reading[SETS][WAYS];
};

static uint64_t monotonic_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

struct sampled_maps *sampled_maps_new(uint64_t (*clock)(void))
{
	struct sampled_maps *maps = calloc(1, sizeof(*maps));

	if (!maps)
		return NULL;
	pthread_mutex_init(&maps->lock, NULL);
	maps->clock = clock ? clock : monotonic_ns;
	return maps;
}

void sampled_maps_free(struct sampled_maps *maps)
{
	if (!maps)
		return;
	for (size_t i = 0; i < SETS; i++)
		for (size_t way = 0; way < WAYS; way++)
			blob_done(&maps->reading[i][way].blob);
	for (size_t i = 0; i < maps->n_objects; i++)
		free((char *)maps->objects[i].object.path);
	free(maps->objects);
	blob_done(&maps->next);
	pthread_mutex_destroy(&maps->lock);
	free(maps);
}

static struct reading *set_of(struct sampled_maps *maps, int32_t pid)
{
	return maps->reading[(uint32_t)pid * 2654435761U % SETS];
}

static struct reading *sampled_maps_find(struct sampled_maps *maps, int32_t pid)
{
	struct reading *set = set_of(maps, pid);

	for (size_t way = 0; way < WAYS; way++)
		if (set[way].pid == pid)
			return &set[way];
	return NULL;
}

/* The place of a process that has none: a free one, or that of the oldest reading. */
static struct reading *oldest(struct reading *reading, size_t n)
{
	struct reading *found = reading;

	for (size_t i = 0; i < n; i++) {
		if (!reading[i].pid)
			return &reading[i];
		if (reading[i].version < found->version)
			found = &reading[i];
	}
	return found;
}

static void sampled_maps_forget(struct sampled_maps *maps, struct reading *reading)
{
	maps->bytes -= reading->blob.n;
	blob_done(&reading->blob);
	*reading = (struct reading){ .pid = 0 };
}

/* Of all; free places are none. NULL: all are free. */
static struct reading *oldest_of_all(struct sampled_maps *maps)
{
	struct reading *found = NULL;

	for (size_t i = 0; i < SETS; i++)
		for (size_t way = 0; way < WAYS; way++) {
			struct reading *reading = &maps->reading[i][way];

			if (reading->pid && (!found || reading->version < found->version))
				found = reading;
		}
	return found;
}

static bool sampled_maps_is_same(const struct reading *reading, const struct blob *blob)
{
	return reading && reading->blob.n == blob->n &&
	       (!blob->n || !memcmp(reading->blob.bytes, blob->bytes, blob->n));
}

static void replace(struct sampled_maps *maps, struct reading *reading, int32_t pid)
{
	if (!reading)
		reading = oldest(set_of(maps, pid), WAYS);
	sampled_maps_forget(maps, reading);
	while (maps->bytes + maps->next.n > SAMPLED_MAPS_BYTES && maps->bytes)
		sampled_maps_forget(maps, oldest_of_all(maps));
	maps->bytes += maps->next.n;
	*reading = (struct reading){
		.pid = pid, .began_ns = maps->began_ns, .blob = maps->next,
		.version = atomic_load_explicit(&maps->version, memory_order_relaxed) + 1,
	};
	maps->next = (struct blob){ 0 };
}

/*
 * The reading is complete: it becomes that of the process. One that tells nothing new keeps its
 * version, but is of now.
 */
static void store(struct sampled_maps *maps, int32_t pid)
{
	struct reading *reading = sampled_maps_find(maps, pid);

	if (sampled_maps_is_same(reading, &maps->next))
		reading->began_ns = maps->began_ns;
	else
		replace(maps, reading, pid);
	/* A: whoever sees the new version, and takes the lock, finds the reading. */
	(void)atomic_fetch_add_explicit(&maps->version, 1, memory_order_release);
}

void sampled_maps_read(void *data, int32_t pid, const struct code_mapping *mapping)
{
	struct sampled_maps *maps = data;
	struct mapped mapped = { .bytes = 0 };
	size_t path;

	if (!mapping) {
		pthread_mutex_lock(&maps->lock);
		if (!maps->next.failed)
			store(maps, pid);
		pthread_mutex_unlock(&maps->lock);
		blob_clear(&maps->next);
		maps->began_ns = 0;
		return;
	}
	if (!maps->began_ns)
		maps->began_ns = maps->clock();
	path = (strlen(mapping->path) + sizeof(uint64_t)) / sizeof(uint64_t) * sizeof(uint64_t);
	if (maps->next.n + sizeof(mapped) + path > READING_BYTES)
		return;
	mapped = (struct mapped){
		.start = mapping->start, .size = mapping->size, .offset = mapping->offset,
		.device = mapping->device, .inode = mapping->inode,
		.bytes = (uint32_t)(sizeof(mapped) + path), .kernel = mapping->kernel,
	};
	blob_put(&maps->next, &mapped, sizeof(mapped));
	blob_text(&maps->next, mapping->path);
	blob_pad(&maps->next, 0, sizeof(uint64_t));
}

/* The place of an object with this path, which may be new; NULL: no room. */
static struct identified *identified_of(struct sampled_maps *maps, const char *path)
{
	struct identified *objects = maps->objects;
	char *copy;

	for (size_t i = 0; i < maps->n_objects; i++)
		if (!strcmp(objects[i].object.path, path))
			return &objects[i];
	if (maps->n_objects == SAMPLED_BUILD_IDS_MAX)
		return NULL;
	objects = list_room(objects, maps->n_objects + 1, &maps->cap_objects, 16, sizeof(*objects));
	if (!objects)
		return NULL;
	maps->objects = objects;
	copy = strdup(path);
	if (!copy)
		return NULL;
	objects[maps->n_objects] = (struct identified){ .object.path = copy };
	return &objects[maps->n_objects++];
}

static bool is_identified(const struct profile_object *a, const struct profile_object *b)
{
	return a->build_id_len == b->build_id_len &&
	       !memcmp(a->build_id, b->build_id, sizeof(a->build_id));
}

void sampled_maps_identify(void *data, const struct profile_object *object)
{
	struct sampled_maps *maps = data;
	struct identified *own;

	if (!object->build_id_len)
		return;
	pthread_mutex_lock(&maps->lock);
	own = identified_of(maps, object->path);
	if (own && own->object.build_id_len && !is_identified(&own->object, object))
		own->ambiguous = true;
	if (own) {
		const char *path = own->object.path;

		own->object = *object;
		own->object.path = path;
	}
	pthread_mutex_unlock(&maps->lock);
}

void sampled_maps_identified(struct sampled_maps *maps,
			     void (*each)(void *data, const struct profile_object *object),
			     void *data)
{
	pthread_mutex_lock(&maps->lock);
	for (size_t i = 0; i < maps->n_objects; i++)
		if (!maps->objects[i].ambiguous)
			each(data, &maps->objects[i].object);
	pthread_mutex_unlock(&maps->lock);
}

uint32_t sampled_maps_version(const struct sampled_maps *maps)
{
	return atomic_load_explicit(&maps->version, memory_order_acquire);	/* B */
}

static void tell(const struct reading *reading,
		 void (*each)(void *data, const struct code_mapping *mapping), void *data)
{
	for (size_t at = 0; at < reading->blob.n;) {
		const unsigned char *bytes = reading->blob.bytes + at;
		struct mapped mapped;

		memcpy(&mapped, bytes, sizeof(mapped));
		each(data, &(struct code_mapping){
				   .pid = reading->pid, .kernel = mapped.kernel,
				   .start = mapped.start, .size = mapped.size,
				   .offset = mapped.offset, .device = mapped.device,
				   .inode = mapped.inode,
				   .path = (const char *)bytes + sizeof(mapped) });
		at += mapped.bytes;
	}
}

uint32_t sampled_maps_each(struct sampled_maps *maps, const struct sampled_maps_request *request,
			   void (*each)(void *data, const struct code_mapping *mapping), void *data)
{
	const struct reading *reading;
	uint32_t version = request->after;

	pthread_mutex_lock(&maps->lock);
	reading = sampled_maps_find(maps, request->pid);
	if (reading && reading->version > request->after && reading->began_ns > request->since_ns) {
		version = reading->version;
		tell(reading, each, data);
	}
	pthread_mutex_unlock(&maps->lock);
	return version;
}
