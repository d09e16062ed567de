/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A sorted array of mappings for each process; see code_maps.h. Processes share an array after a
 * fork, until one of them changes it.
 */
#include "config.h"
#include "collect/code/code_maps.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/list_room.h"
#include "model/pair_map.h"

#define PAGE_MASK 4095ULL

struct mapping {
	uint64_t start, end;	/* end: behind the last byte */
	uint64_t shift;		/* offset in the object = address + shift */
	uint32_t object, number;
};

/* The mappings of one or more processes, by address; they do not overlap. */
struct map_set {
	size_t users;
	uint32_t n, cap;
	uint32_t last;		/* index of the last that was found */
	struct mapping mapping[];
};

struct process {
	int32_t pid;
	bool exited;
	bool asked;		/* since it exited */
	struct map_set *set;	/* NULL: no mappings */
	struct code_maps_known known;
};

struct code_maps {
	struct code_objects *objects;
	struct map_set *kernel;
	struct process *processes;	/* pids are never removed */
	size_t n, cap;
	struct pair_map index;		/* of each, by pid */
	size_t last;			/* index of the last process that was found */
	struct mapping hit;		/* of a process: the last in which an address was; empty: none, */
	int32_t hit_pid;		/* as whatever changes mappings forgets it */
	size_t mappings;		/* in all sets */
	uint32_t number;		/* of the newest mapping */
	int32_t exited[CODE_MAPS_EXITED];	/* a ring of pids */
	size_t n_exited;		/* ever */
};

struct code_maps *code_maps_new(void)
{
	struct code_maps *maps = calloc(1, sizeof(*maps));

	if (!maps)
		return NULL;
	maps->objects = code_objects_new();
	if (!maps->objects) {
		code_maps_free(maps);
		return NULL;
	}
	return maps;
}

static void set_release(struct code_maps *maps, struct map_set *set)
{
	if (!set || --set->users)
		return;
	maps->mappings -= set->cap;
	free(set);
}

void code_maps_free(struct code_maps *maps)
{
	if (!maps)
		return;
	for (size_t i = 0; i < maps->n; i++)
		set_release(maps, maps->processes[i].set);
	set_release(maps, maps->kernel);
	code_objects_free(maps->objects);
	pair_map_done(&maps->index);
	free(maps->processes);
	free(maps);
}

static struct process *process_of(const struct code_maps *maps, int32_t pid)
{
	const uint32_t at = pair_map_get(&maps->index, (uint32_t)pid, 0);

	return at == PAIR_MAP_NONE ? NULL : &maps->processes[at];
}

static struct process *find_process(struct code_maps *maps, int32_t pid)
{
	struct process *process = maps->last < maps->n ? &maps->processes[maps->last] : NULL;

	if (!process || process->pid != pid)
		process = process_of(maps, pid);
	if (!process)
		return NULL;
	maps->last = (size_t)(process - maps->processes);
	process->asked = true;
	return process;
}

static void forget_hit(struct code_maps *maps)
{
	maps->hit.start = maps->hit.end = 0;
}

/* The process with this pid, which may be new. NULL without memory. */
static struct process *get_process(struct code_maps *maps, int32_t pid)
{
	struct process *process = find_process(maps, pid), *more;

	if (process)
		return process;
	more = list_room(maps->processes, maps->n + 1, &maps->cap, 128, sizeof(*more));
	if (!more)
		return NULL;
	maps->processes = more;
	if (pair_map_put(&maps->index, (uint32_t)pid, 0, (uint32_t)maps->n) == PAIR_MAP_NONE)
		return NULL;
	process = &maps->processes[maps->n++];
	*process = (struct process){ .pid = pid };
	return process;
}

struct code_maps_known *code_maps_known(struct code_maps *maps, int32_t pid)
{
	struct process *process = get_process(maps, pid);

	return process ? &process->known : NULL;
}

/* A set that the caller alone uses, with room for `more` mappings. 0, -ENOMEM or -ENOSPC. */
static int own_set(struct code_maps *maps, struct map_set **set, uint32_t more)
{
	uint32_t n = *set ? (*set)->n : 0, cap = 8;
	struct map_set *own;

	if (*set && (*set)->users == 1 && (*set)->cap - n >= more)
		return 0;
	while (cap < n + more)
		cap *= 2;
	if (n + more > CODE_MAPPINGS_OF_PROCESS_MAX || maps->mappings + cap > CODE_MAPPINGS_MAX)
		return -ENOSPC;
	own = malloc(sizeof(*own) + cap * sizeof(own->mapping[0]));
	if (!own)
		return -ENOMEM;
	*own = (struct map_set){ .users = 1, .n = n, .cap = cap };
	if (n)
		memcpy(own->mapping, (*set)->mapping, n * sizeof(own->mapping[0]));
	maps->mappings += cap;
	set_release(maps, *set);
	*set = own;
	return 0;
}

/* The index of the first mapping that ends behind the address. */
static uint32_t first_behind(const struct map_set *set, uint64_t address)
{
	uint32_t low = 0, high = set->n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (set->mapping[middle].end > address)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

/* Puts a mapping in the place of all or parts of others. The set has room for two more. */
static void code_maps_put(struct map_set *set, const struct mapping *new)
{
	uint32_t first = first_behind(set, new->start), last = first, n = 0;
	struct mapping pieces[3];

	while (last < set->n && set->mapping[last].start < new->end)
		last++;
	if (first < last && set->mapping[first].start < new->start) {
		pieces[n] = set->mapping[first];
		pieces[n++].end = new->start;
	}
	pieces[n++] = *new;
	if (first < last && set->mapping[last - 1].end > new->end) {
		pieces[n] = set->mapping[last - 1];
		pieces[n++].start = new->end;
	}
	memmove(set->mapping + first + n, set->mapping + last,
		(set->n - last) * sizeof(set->mapping[0]));
	memcpy(set->mapping + first, pieces, n * sizeof(pieces[0]));
	set->n += n - (last - first);
}

/*
 * Where the mapping is. Old kernels and perf say that the kernel begins at 0 and has the address of
 * its first symbol as offset (_text or _stext); only its code is meant.
 */
static struct mapping place_mapping(const struct code_mapping *mapping, enum object_kind kind)
{
	struct mapping new = { .start = mapping->start };

	new.end = mapping->size > UINT64_MAX - new.start ? UINT64_MAX : new.start + mapping->size;
	if (kind == OBJECT_KERNEL && !new.start)
		new.start = mapping->offset & ~PAGE_MASK;
	if (kind == OBJECT_FILE || kind == OBJECT_VDSO)
		new.shift = mapping->offset - mapping->start;
	return new;
}

int code_maps_add(struct code_maps *maps, const struct code_mapping *mapping)
{
	struct process *process = NULL;
	struct mapping new;
	uint32_t object;
	size_t n;
	int ret;

	forget_hit(maps);
	if (!mapping->size || mapping->build_id_len > BUILD_ID_MAX)
		return -EINVAL;
	object = code_objects_of(maps->objects, mapping);
	if (object == PLACE_NO_OBJECT)
		return -ENOSPC;
	new = place_mapping(mapping, code_objects_all(maps->objects, &n)[object].kind);
	if (new.end <= new.start)
		return -EINVAL;
	if (!mapping->kernel) {
		process = get_process(maps, mapping->pid);
		if (!process)
			return -ENOMEM;
		process->exited = false;
	}
	ret = own_set(maps, process ? &process->set : &maps->kernel, 2);
	if (ret)
		return ret;
	new.object = object;
	new.number = ++maps->number;
	code_maps_put(process ? process->set : maps->kernel, &new);
	return 0;
}

int code_maps_fork(struct code_maps *maps, int32_t pid, int32_t parent)
{
	struct process *from, *process;
	struct map_set *set = NULL;

	forget_hit(maps);
	if (pid == parent)
		return 0;
	from = find_process(maps, parent);
	if (from && from->set) {
		set = from->set;
		set->users++;
	}
	process = get_process(maps, pid);
	if (!process) {
		set_release(maps, set);
		return -ENOMEM;
	}
	/* Each event's ring tells of the fork: its mappings may be known between two of the records. */
	if (!set && !process->exited)
		return 0;
	set_release(maps, process->set);
	process->set = set;
	process->exited = false;
	return 0;
}

void code_maps_exec(struct code_maps *maps, int32_t pid)
{
	struct process *process = find_process(maps, pid);

	forget_hit(maps);
	if (!process)
		return;
	set_release(maps, process->set);
	process->set = NULL;
}

/*
 * Drops the mappings of the process that exited longest ago, and makes room in the ring. Processes
 * whose addresses were asked for since they exited go on: another thread of them still runs. One of
 * a process that was dropped lets them be read again.
 */
static void drop_oldest(struct code_maps *maps)
{
	for (size_t i = 0; i < CODE_MAPS_EXITED; i++, maps->n_exited++) {
		int32_t pid = maps->exited[maps->n_exited % CODE_MAPS_EXITED];
		struct process *process = process_of(maps, pid);

		if (!process || !process->exited)
			return;
		if (process->asked) {
			process->asked = false;
			continue;
		}
		set_release(maps, process->set);
		process->set = NULL;
		process->exited = false;
		process->known = (struct code_maps_known){ .since_ns = 0 };
		return;
	}
}

void code_maps_exit(struct code_maps *maps, int32_t pid)
{
	struct process *process = find_process(maps, pid);

	forget_hit(maps);
	if (!process || process->exited)
		return;
	if (maps->n_exited >= CODE_MAPS_EXITED)
		drop_oldest(maps);
	process->exited = true;
	process->asked = false;
	maps->exited[maps->n_exited++ % CODE_MAPS_EXITED] = pid;
}

void code_maps_restart(struct code_maps *maps)
{
	forget_hit(maps);
	for (size_t i = 0; i < maps->n; i++)
		set_release(maps, maps->processes[i].set);
	pair_map_clear(&maps->index);
	set_release(maps, maps->kernel);
	maps->kernel = NULL;
	maps->n = maps->last = maps->n_exited = 0;
	maps->number = 0;
}

int code_maps_build_id(struct code_maps *maps, const char *path, const unsigned char *id,
		       uint8_t len)
{
	return code_objects_build_id(maps->objects, path, id, len);
}

void code_maps_set_build_id(struct code_maps *maps, uint32_t object, const unsigned char *id,
			    uint8_t len)
{
	code_objects_set_build_id(maps->objects, object, id, len);
}

void code_maps_set_origin(struct code_maps *maps, bool elsewhere, uint64_t before_ns)
{
	code_objects_set_origin(maps->objects, elsewhere, before_ns);
}

static const struct mapping *find_in(struct map_set *set, uint64_t address)
{
	const struct mapping *mapping;
	uint32_t i;

	if (!set || !set->n)
		return NULL;
	mapping = &set->mapping[set->last];
	if (set->last < set->n && address >= mapping->start && address < mapping->end)
		return mapping;
	i = first_behind(set, address);
	if (i == set->n || address < set->mapping[i].start)
		return NULL;
	set->last = i;
	return &set->mapping[i];
}

/* NULL: no mapping of the process; kernel addresses are in none. */
static const struct mapping *find_in_process(struct code_maps *maps, int32_t pid, uint64_t address)
{
	struct process *process = code_maps_is_kernel(address) ? NULL : find_process(maps, pid);
	const struct mapping *found = process ? find_in(process->set, address) : NULL;

	if (found && !code_maps_is_kernel(found->end - 1)) {
		maps->hit = *found;
		maps->hit_pid = pid;
	}
	return found;
}

struct place code_maps_find(struct code_maps *maps, int32_t pid, uint64_t address,
			    uint32_t *mapping)
{
	const struct mapping *found = &maps->hit;

	/* Most addresses are where the one before was. */
	if (pid != maps->hit_pid || address - found->start >= found->end - found->start)
		found = find_in_process(maps, pid, address);
	/* On some machines (s390) the kernel has low addresses too. */
	if (!found)
		found = find_in(maps->kernel, address);
	*mapping = found ? found->number : 0;
	if (!found)
		return (struct place){ .offset = address, .object = PLACE_NO_OBJECT };
	return (struct place){ .offset = address + found->shift, .object = found->object };
}

const struct profile_object *code_maps_objects(const struct code_maps *maps, size_t *n)
{
	return code_objects_all(maps->objects, n);
}

/* ---- lines of /proc ---- */

#define KERNEL_BEGINS (1ULL << 63)	/* on 64-bit machines: code_maps_is_kernel() */
#define DELETED " (deleted)"

/* A line ends the path; a file that was deleted has a word behind it, which is no part of it. */
static void cut_path(char *path)
{
	const size_t mark = sizeof(DELETED) - 1;
	size_t n = strcspn(path, "\n");

	path[n] = '\0';
	/* What never was a file of a directory (memfd, shared memory) keeps its name. */
	if (n > mark && path[0] == '/' && !strcmp(path + n - mark, DELETED) &&
	    strncmp(path, "/memfd:", 7) && strncmp(path, "/SYSV", 5) && strncmp(path, "/dev/", 5))
		path[n - mark] = '\0';
}

/* "55d0c0a00000-55d0c0a25000 r-xp 00002000 fd:01 1048602   /usr/bin/x". False: no code. */
static bool read_line(char *line, struct code_mapping *mapping)
{
	uint64_t start, end, offset, inode;
	unsigned int major, minor;
	char rights[5];
	int n = 0;

	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %x:%x %" SCNu64 "%n", &start,
		   &end, rights, &offset, &major, &minor, &inode, &n) != 7)
		return false;
	if (rights[2] != 'x' || end <= start || start >= KERNEL_BEGINS)
		return false;
	line += n;
	line += strspn(line, " ");
	cut_path(line);
	mapping->start = start;
	mapping->size = end - start;
	mapping->offset = offset;
	mapping->device = (uint64_t)major << 32 | minor;
	mapping->inode = inode;
	mapping->path = *line ? line : "//anon";	/* as in records of mmap(2) */
	return true;
}

/* A process that is exiting has an empty file, or none: then there was no mapping at all. */
static int end_of(FILE *file, bool any)
{
	if (any)
		return 0;
	return ferror(file) && errno ? -errno : -ESRCH;
}

int proc_maps_each(const char *proc_root, int32_t pid, proc_mapping *each, void *data)
{
	char path[PATH_MAX], *line = NULL;
	size_t room = 0;
	bool any = false;
	int ret = 0;
	FILE *file;

	(void)snprintf(path, sizeof(path), "%s/%d/maps", proc_root, pid);
	file = fopen(path, "re");
	if (!file)
		return errno == ENOENT ? -ESRCH : -errno;
	errno = 0;
	while (!ret && getline(&line, &room, file) > 0) {
		struct code_mapping mapping = { .pid = pid };

		any = true;
		if (read_line(line, &mapping))
			ret = each(data, &mapping);
	}
	if (!ret)
		ret = end_of(file, any);
	free(line);
	(void)fclose(file);
	return ret;
}

/* "xfs 2084864 1 - Live 0xffffffffc0a1e000": of users who may not see it, the address is 0. */
static bool read_module(const char *line, char name[72], struct code_mapping *mapping)
{
	char module[64];

	if (sscanf(line, "%63s %" SCNu64 " %*s %*s %*s %" SCNx64, module, &mapping->size,
		   &mapping->start) != 3 || mapping->start < KERNEL_BEGINS)
		return false;
	(void)snprintf(name, 72, "[%s]", module);
	return true;
}

int proc_maps_kernel(const char *proc_root, proc_mapping *each, void *data)
{
	const struct code_mapping kernel = { .pid = -1, .kernel = true, .start = KERNEL_BEGINS,
					     .size = UINT64_MAX - KERNEL_BEGINS,
					     .path = "[kernel.kallsyms]" };
	char path[PATH_MAX], name[72], *line = NULL;
	size_t room = 0;
	int ret = each(data, &kernel);
	FILE *file;

	(void)snprintf(path, sizeof(path), "%s/modules", proc_root);
	file = fopen(path, "re");
	while (!ret && file && getline(&line, &room, file) > 0) {
		struct code_mapping mapping = { .pid = -1, .kernel = true, .path = name };

		if (read_module(line, name, &mapping))
			ret = each(data, &mapping);
	}
	free(line);
	if (file)
		(void)fclose(file);
	return ret;
}
