/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A hash table of objects, see code_objects.h. The array of objects is allocated once for the most
 * there may be, as finished profiles point into it; the kernel gives it memory page by page.
 */
#include "config.h"
#include "collect/code/code_objects.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS (2U * CODE_OBJECTS_MAX)	/* a power of two */
#define BUILD_IDS_MAX 4096	/* each is compared with all objects */

/* What tells an object from others. */
struct key {
	const char *path;
	enum object_kind kind;
	int32_t pid;			/* OBJECT_JIT; else 0 */
	uint64_t device, inode;
	unsigned char build_id[BUILD_ID_MAX];
	uint8_t build_id_len;
};

struct known_id {
	char *path;
	unsigned char id[BUILD_ID_MAX];
	uint8_t len;
};

struct code_objects {
	struct profile_object *objects;	/* CODE_OBJECTS_MAX */
	struct key *keys;		/* of each; key.path is the object's */
	uint32_t *slots;		/* index + 1; 0: free */
	size_t n;
	struct known_id *ids;		/* in the order they came; few are looked for */
	size_t n_ids, cap_ids;
};

struct code_objects *code_objects_new(void)
{
	struct code_objects *objects = calloc(1, sizeof(*objects));

	if (!objects)
		return NULL;
	objects->objects = calloc(CODE_OBJECTS_MAX, sizeof(*objects->objects));
	objects->keys = calloc(CODE_OBJECTS_MAX, sizeof(*objects->keys));
	objects->slots = calloc(SLOTS, sizeof(*objects->slots));
	if (!objects->objects || !objects->keys || !objects->slots) {
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
	free(objects->slots);
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

static struct key key_of(const struct code_mapping *mapping)
{
	struct key key = { .path = mapping->path, .kind = kind_of(mapping) };

	key.pid = key.kind == OBJECT_JIT ? mapping->pid : 0;
	if (mapping->build_id_len) {
		key.build_id_len = mapping->build_id_len;
		memcpy(key.build_id, mapping->build_id, mapping->build_id_len);
	} else if (key.kind == OBJECT_FILE) {
		key.device = mapping->device;
		key.inode = mapping->inode;
	}
	return key;
}

static bool keys_equal(const struct key *key, size_t length, const struct key *old)
{
	return key->kind == old->kind && key->pid == old->pid && key->device == old->device &&
	       key->inode == old->inode && key->build_id_len == old->build_id_len &&
	       !memcmp(key->build_id, old->build_id, key->build_id_len) &&
	       !strncmp(key->path, old->path, length) && !old->path[length];
}

/* FNV-1a over the path; what else differs seldom decides. */
static uint32_t hash(const struct key *key, size_t length)
{
	uint32_t hash = 2166136261U ^ (uint32_t)key->pid ^ (uint32_t)key->inode;

	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (unsigned char)key->path[i]) * 16777619U;
	return hash;
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
static uint32_t add(struct code_objects *objects, const struct code_mapping *mapping,
		    const struct key *key, size_t length)
{
	struct profile_object *object = &objects->objects[objects->n];
	char *path = strndup(mapping->path, length);
	const struct known_id *known;

	if (!path)
		return PLACE_NO_OBJECT;
	*object = (struct profile_object){ .path = path, .kind = key->kind, .pid = mapping->pid };
	objects->keys[objects->n] = *key;
	objects->keys[objects->n].path = path;
	known = key->build_id_len ? NULL : find_id(objects, path);
	if (key->build_id_len)
		set_id(object, key->build_id, key->build_id_len);
	else if (known)
		set_id(object, known->id, known->len);
	return (uint32_t)objects->n++;
}

uint32_t code_objects_of(struct code_objects *objects, const struct code_mapping *mapping)
{
	struct key key = key_of(mapping);
	size_t length = path_length(key.path, key.kind);
	uint32_t slot = hash(&key, length), index;

	for (;; slot++) {
		uint32_t *entry = &objects->slots[slot & (SLOTS - 1)];

		if (*entry && !keys_equal(&key, length, &objects->keys[*entry - 1]))
			continue;
		if (*entry)
			return *entry - 1;
		if (objects->n == CODE_OBJECTS_MAX)
			return PLACE_NO_OBJECT;
		index = add(objects, mapping, &key, length);
		if (index != PLACE_NO_OBJECT)
			*entry = index + 1;
		return index;
	}
}

int code_objects_build_id(struct code_objects *objects, const char *path, const unsigned char *id,
			  uint8_t len)
{
	struct known_id *known;

	if (!len || len > BUILD_ID_MAX || objects->n_ids == BUILD_IDS_MAX)
		return 0;
	if (objects->n_ids == objects->cap_ids) {
		size_t cap = objects->cap_ids ? 2 * objects->cap_ids : 64;
		struct known_id *ids = realloc(objects->ids, cap * sizeof(*ids));

		if (!ids)
			return -ENOMEM;
		objects->ids = ids;
		objects->cap_ids = cap;
	}
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

const struct profile_object *code_objects_all(const struct code_objects *objects, size_t *n)
{
	*n = objects->n;
	return objects->objects;
}
