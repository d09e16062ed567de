/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Objects and where they are found, see code_objects.h. The array of objects is allocated once for the most
 * there may be, as finished profiles point into it; the kernel gives it memory page by page.
 */
#include "config.h"
#include "collect/code/code_objects.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/base_name.h"
#include "model/hash.h"
#include "model/list_room.h"
#include "model/pair_map.h"

_Static_assert(PLACE_NO_OBJECT == PAIR_MAP_NONE, "what no map has is no object");

#define BUILD_IDS_MAX 4096	/* each is compared with all objects */

/* What tells an object from others. */
struct key {
	const char *path;
	enum object_kind kind;
	int32_t pid;			/* OBJECT_JIT; else 0 */
	uint64_t device, inode;
	unsigned char build_id[BUILD_ID_MAX];
	uint8_t build_id_len;
	bool by_path;			/* only the path is known so far */
};

struct known_id {
	char *path;
	unsigned char id[BUILD_ID_MAX];
	uint8_t len;
};

struct code_objects {
	struct profile_object *objects;	/* CODE_OBJECTS_MAX */
	struct key *keys;		/* of each; key.path is the object's */
	/* By a hash, and how many before have the same hash. An object may have had two keys. */
	struct pair_map by_key;
	struct pair_map by_path;	/* of files: the first of each path */
	uint32_t *newest;		/* of each of those: the newest of its path */
	size_t n;
	struct known_id *ids;		/* in the order they came; few are looked for */
	size_t n_ids, cap_ids;
	struct recorded_file origin;	/* what is true for all */
};

struct code_objects *code_objects_new(void)
{
	struct code_objects *objects = calloc(1, sizeof(*objects));

	if (!objects)
		return NULL;
	objects->objects = calloc(CODE_OBJECTS_MAX, sizeof(*objects->objects));
	objects->keys = calloc(CODE_OBJECTS_MAX, sizeof(*objects->keys));
	objects->newest = calloc(CODE_OBJECTS_MAX, sizeof(*objects->newest));
	if (!objects->objects || !objects->keys || !objects->newest) {
		code_objects_free(objects);
		return NULL;
	}
	return objects;
}

void code_objects_free(struct code_objects *objects)
{
	if (!objects)
		return;
	for (size_t i = 0; i < objects->n; i++)
		free((char *)objects->objects[i].path);
	for (size_t i = 0; i < objects->n_ids; i++)
		free(objects->ids[i].path);
	free(objects->ids);
	free(objects->objects);
	free(objects->keys);
	free(objects->newest);
	pair_map_done(&objects->by_key);
	pair_map_done(&objects->by_path);
	free(objects);
}

static bool begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

/*
 * Memory without a file, in which a JIT compiler may have put code: is_anon_memory() and
 * is_no_dso_memory() of tools/perf/util/map.c, and memfd_create(2).
 */
static bool is_memory(const char *path)
{
	static const char *const names[] = { "//anon", "/dev/zero", "/anon_hugepage", "[heap]",
					     "[stack", "[anon:", "/SYSV", "/memfd:", "anon_inode:",
					     "/dev/shm/", "[uprobes]" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (begins(path, names[i]))
			return true;
	return !path[0];
}

static enum object_kind kind_of(const struct code_mapping *mapping)
{
	const char *path = mapping->path;

	if (mapping->kernel)
		return begins(path, "[kernel") || strstr(path, "vmlinux") ? OBJECT_KERNEL :
									     OBJECT_MODULE;
	if (begins(path, "[vdso]") || begins(path, "[vdso32]") || begins(path, "[vsyscall]"))
		return OBJECT_VDSO;
	return is_memory(path) ? OBJECT_JIT : OBJECT_FILE;
}

/* The kernel's mapping is called after the symbol it begins with: "[kernel.kallsyms]_text". */
static size_t path_length(const char *path, enum object_kind kind)
{
	const char *end = kind == OBJECT_KERNEL && path[0] == '[' ? strchr(path, ']') : NULL;

	return end ? (size_t)(end - path) + 1 : strlen(path);
}

static struct key code_objects_key_of(const struct code_mapping *mapping)
{
	struct key key = { .path = mapping->path, .kind = kind_of(mapping) };

	key.pid = key.kind == OBJECT_JIT ? mapping->pid : 0;
	key.by_path = mapping->by_path && key.kind == OBJECT_FILE;
	if (mapping->build_id_len) {
		key.build_id_len = mapping->build_id_len;
		memcpy(key.build_id, mapping->build_id, mapping->build_id_len);
	} else if (key.kind == OBJECT_FILE && !key.by_path) {
		key.device = mapping->device;
		key.inode = mapping->inode;
	}
	return key;
}

static bool paths_equal(const struct key *key, size_t length, const struct key *old)
{
	return !strncmp(key->path, old->path, length) && !old->path[length];
}

/*
 * A file with an inode may have several paths: as its process sees it from its root directory, and
 * as we see it from ours. But an inode is used again, so the name counts.
 */
static bool keys_equal(const struct key *key, size_t length, const struct key *old)
{
	if (key->kind != old->kind || key->pid != old->pid || key->device != old->device ||
	    key->inode != old->inode || key->build_id_len != old->build_id_len ||
	    memcmp(key->build_id, old->build_id, key->build_id_len))
		return false;
	if (key->inode)
		return !strcmp(base_name(key->path), base_name(old->path));
	return paths_equal(key, length, old);
}

/* Over a part of its path; what else differs seldom decides. */
static uint64_t hash_key(const struct key *key, size_t length)
{
	const uint32_t salt = (uint32_t)key->pid ^ (uint32_t)key->inode;
	size_t directory = (size_t)(base_name(key->path) - key->path);

	if (directory > length)
		directory = 0;
	return hash_bytes(HASH_BEGIN ^ salt, key->path + directory, length - directory);
}

/* Where something is in a map. */
struct entry {
	uint64_t hash;
	uint32_t nth;
	uint32_t index;		/* PLACE_NO_OBJECT: it is not, and belongs there */
};

static struct entry entry_by_path(const struct code_objects *objects, const char *path)
{
	struct entry entry = { .hash = hash_text(path) };

	for (;; entry.nth++) {
		entry.index = pair_map_get(&objects->by_path, entry.hash, entry.nth);
		if (entry.index == PLACE_NO_OBJECT || !strcmp(path, objects->objects[entry.index].path))
			return entry;
	}
}

static struct entry entry_by_key(const struct code_objects *objects, const struct key *key, size_t length)
{
	struct entry entry = { .hash = hash_key(key, length) };

	for (;; entry.nth++) {
		entry.index = pair_map_get(&objects->by_key, entry.hash, entry.nth);
		if (entry.index == PLACE_NO_OBJECT || keys_equal(key, length, &objects->keys[entry.index]))
			return entry;
	}
}

/* False without memory. */
static bool set_newest(struct code_objects *objects, const char *path, uint32_t object)
{
	const struct entry entry = entry_by_path(objects, path);
	const uint32_t first = pair_map_put(&objects->by_path, entry.hash, entry.nth, object);

	if (first != PAIR_MAP_NONE)
		objects->newest[first] = object;
	return first != PAIR_MAP_NONE;
}

static const struct known_id *find_id(const struct code_objects *objects, const char *path)
{
	for (size_t i = 0; i < objects->n_ids; i++)
		if (!strcmp(objects->ids[i].path, path))
			return &objects->ids[i];
	return NULL;
}

static void set_id(struct profile_object *object, const unsigned char *id, uint8_t len)
{
	memcpy(object->build_id, id, len);
	object->build_id_len = len;
}

/* A new object at the end of the table. */
static uint32_t code_objects_add(struct code_objects *objects, const struct code_mapping *mapping,
				 const struct key *key, size_t length)
{
	struct profile_object *object = &objects->objects[objects->n];
	char *path = objects->n < CODE_OBJECTS_MAX ? strndup(mapping->path, length) : NULL;
	const struct known_id *known;

	if (!path || (key->kind == OBJECT_FILE && !set_newest(objects, path, (uint32_t)objects->n))) {
		free(path);
		return PLACE_NO_OBJECT;
	}
	*object = (struct profile_object){ .path = path, .kind = key->kind, .pid = mapping->pid,
					   .file = objects->origin };
	object->file.device = key->device;
	object->file.inode = key->inode;
	object->file.generation = mapping->generation;
	objects->keys[objects->n] = *key;
	objects->keys[objects->n].path = path;
	known = mapping->build_id_len ? NULL : find_id(objects, path);
	if (mapping->build_id_len)
		set_id(object, mapping->build_id, mapping->build_id_len);
	else if (known)
		set_id(object, known->id, known->len);
	return (uint32_t)objects->n++;
}

/*
 * The newest object of the mapping's path, if it is the same file: paths of several containers may
 * be equal. PLACE_NO_OBJECT: it is not, or that is not known.
 */
static uint32_t newest_of_path(const struct code_objects *objects, const struct key *key,
			       int32_t pid)
{
	const uint32_t first = entry_by_path(objects, key->path).index;
	const struct profile_object *object;
	uint32_t newest;

	if (first == PLACE_NO_OBJECT)
		return PLACE_NO_OBJECT;
	newest = objects->newest[first];
	object = &objects->objects[newest];
	if (key->by_path && key->build_id_len && object->build_id_len)
		return object->build_id_len == key->build_id_len &&
		       !memcmp(object->build_id, key->build_id, key->build_id_len) ?
		       newest : PLACE_NO_OBJECT;
	if (key->by_path && !key->build_id_len)
		return newest;
	/* the other one of a record with a build-id and a line with an inode, of one process */
	return (key->by_path || objects->keys[newest].by_path) && object->pid == pid ? newest : PLACE_NO_OBJECT;
}

/* Of an object that was known by its path, the inode is known now. */
static void learn(struct code_objects *objects, uint32_t index, const struct key *key)
{
	if (key->by_path)
		return;
	objects->keys[index] = *key;
	objects->keys[index].path = objects->objects[index].path;
}

uint32_t code_objects_of(struct code_objects *objects, const struct code_mapping *mapping)
{
	const struct key key = code_objects_key_of(mapping);
	const size_t length = path_length(key.path, key.kind);
	const struct entry entry = entry_by_key(objects, &key, length);
	uint32_t index = PLACE_NO_OBJECT;

	if (entry.index != PLACE_NO_OBJECT && !(key.by_path && !key.build_id_len))
		return entry.index;
	if (key.kind == OBJECT_FILE)
		index = newest_of_path(objects, &key, mapping->pid);
	if (index != PLACE_NO_OBJECT) {
		learn(objects, index, &key);
		if (key.by_path)
			return index;
	} else {
		index = code_objects_add(objects, mapping, &key, length);
	}
	if (index != PLACE_NO_OBJECT && entry.index == PLACE_NO_OBJECT &&
	    pair_map_put(&objects->by_key, entry.hash, entry.nth, index) == PAIR_MAP_NONE)
		return PLACE_NO_OBJECT;
	return index;
}

int code_objects_build_id(struct code_objects *objects, const char *path, const unsigned char *id,
			  uint8_t len)
{
	struct known_id *known, *ids;

	if (!len || len > BUILD_ID_MAX || objects->n_ids == BUILD_IDS_MAX)
		return 0;
	ids = list_room(objects->ids, objects->n_ids + 1, &objects->cap_ids, 64, sizeof(*ids));
	if (!ids)
		return -ENOMEM;
	objects->ids = ids;
	known = &objects->ids[objects->n_ids];
	known->path = strdup(path);
	if (!known->path)
		return -ENOMEM;
	memcpy(known->id, id, len);
	known->len = len;
	objects->n_ids++;
	for (size_t i = 0; i < objects->n; i++)
		if (!objects->objects[i].build_id_len && !strcmp(objects->objects[i].path, path))
			set_id(&objects->objects[i], id, len);
	return 0;
}

void code_objects_set_origin(struct code_objects *objects, bool elsewhere, uint64_t before_ns)
{
	objects->origin.elsewhere = elsewhere;
	objects->origin.before_ns = before_ns;
	for (size_t i = 0; i < objects->n; i++) {
		objects->objects[i].file.elsewhere = elsewhere;
		objects->objects[i].file.before_ns = before_ns;
	}
}

void code_objects_set_build_id(struct code_objects *objects, uint32_t object,
			       const unsigned char *id, uint8_t len)
{
	if (object < objects->n && len <= BUILD_ID_MAX)
		set_id(&objects->objects[object], id, len);
}

const struct profile_object *code_objects_all(const struct code_objects *objects, size_t *n)
{
	*n = objects->n;
	return objects->objects;
}
