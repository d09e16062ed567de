/* SPDX-License-Identifier: GPL-2.0-only */
/* Files that run, looked through for regions; see region_files.h. */
#include "config.h"
#include "collect/region/region_files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/code/code_maps.h"
#include "collect/code/code_text.h"
#include "collect/sys/file_guard.h"
#include "model/list_room.h"
#include "model/pair_map.h"

#define FILES_MAX 16384		/* that are remembered */
#define LOOK_FILES 512		/* that are read in one look; the next one reads others */
#define LOOK_MAPPINGS 4096	/* of one process */

struct region_files {
	const char *proc_root;
	struct region_file *checked;		/* FILES_MAX; of each inode as it was when it was read last */
	struct pair_map by_inode;		/* and device */
	uint32_t n;
	struct region_file *known;		/* with regions, that were told */
	size_t n_known, cap_known;
};

struct region_files *region_files_new(const char *proc_root)
{
	struct region_files *files = calloc(1, sizeof(*files));

	if (!files)
		return NULL;
	files->proc_root = proc_root;
	files->checked = calloc(FILES_MAX, sizeof(*files->checked));
	if (files->checked)
		return files;
	free(files);
	return NULL;
}

void region_files_free(struct region_files *files)
{
	if (!files)
		return;
	free(files->checked);
	pair_map_done(&files->by_inode);
	free(files->known);
	free(files);
}

/* ---- files that were read ---- */

struct region_file region_file_of(const struct stat *status)
{
	return (struct region_file){ .device = status->st_dev, .inode = status->st_ino,
				     .size = status->st_size, .changed = status->st_mtim };
}

static bool is_unchanged(const struct region_file *a, const struct region_file *b)
{
	return a->inode == b->inode && a->size == b->size &&
	       a->changed.tv_sec == b->changed.tv_sec && a->changed.tv_nsec == b->changed.tv_nsec;
}

/*
 * The same file: an inode that is kept open, or that of a layer below several overlay file systems,
 * which each have a device of their own. A probe is on the inode below (kernel: d_real_inode() in
 * trace_uprobe.c), so two of them would see each marker twice.
 */
static bool is_one_file(const struct region_file *a, const struct region_file *b)
{
	return a->inode == b->inode && (a->device == b->device || is_unchanged(a, b));
}

/* Was it read before? With too many of them all are forgotten. */
static bool was_seen(struct region_files *files, const struct region_file *file)
{
	struct region_file *checked;
	uint32_t at;

	if (files->n == FILES_MAX) {
		pair_map_clear(&files->by_inode);
		files->n = 0;
	}
	at = pair_map_put(&files->by_inode, file->inode, file->device, files->n);
	if (at == PAIR_MAP_NONE)
		return false;	/* without memory it is read again */
	checked = &files->checked[at];
	if (at < files->n && is_unchanged(checked, file))
		return true;
	files->n += at == files->n;
	*checked = *file;
	return false;
}

/* Whatever its content was. */
static void forget_seen(struct region_files *files, const struct region_file *file)
{
	const uint32_t at = pair_map_get(&files->by_inode, file->inode, file->device);

	if (at != PAIR_MAP_NONE)
		files->checked[at].size = -1;
}

void region_files_forget(struct region_files *files, const struct region_file *file)
{
	size_t n = 0;

	for (size_t i = 0; i < files->n_known; i++)
		if (!is_one_file(&files->known[i], file))
			files->known[n++] = files->known[i];
	files->n_known = n;
	forget_seen(files, file);
}

static bool region_files_is_known(const struct region_files *files, const struct region_file *file)
{
	for (size_t i = 0; i < files->n_known; i++)
		if (is_one_file(&files->known[i], file))
			return true;
	return false;
}

/* False without memory. */
static bool add_known(struct region_files *files, const struct region_file *file)
{
	struct region_file *more = list_room(files->known, files->n_known + 1, &files->cap_known, 16, sizeof(*more));

	if (!more)
		return false;
	files->known = more;
	files->known[files->n_known++] = *file;
	return true;
}

/* ---- a process ---- */

struct look {
	struct region_files *files;
	region_files_found *found;
	void *data;
	size_t left_files, left_mappings;
	uint64_t device, inode;		/* of the mapping before */
	int denied;
};

/*
 * The file behind a mapping: the one that runs, also if it was deleted or replaced, or lies in
 * another mount namespace. The link takes CAP_SYS_ADMIN or CAP_CHECKPOINT_RESTORE, as uprobes take
 * CAP_SYS_ADMIN.
 */
static void link_of(const char *proc_root, const struct code_mapping *mapping, char path[PATH_MAX])
{
	(void)snprintf(path, PATH_MAX, "%s/%d/map_files/%" PRIx64 "-%" PRIx64, proc_root,
		       (int)mapping->pid, mapping->start, mapping->start + mapping->size);
}

/* The descriptor, or a negative errno. */
static int open_program(const char *path, struct region_file *file)
{
	struct stat status;
	const int fd = regular_file_reopen(open(path, O_PATH | O_CLOEXEC), &status);

	if (fd >= 0)
		*file = region_file_of(&status);
	return fd;
}

/* The guard comes first: it knows the file as it is read. 0 or a negative errno. */
static int read_object(const struct look *look, struct region_object *object)
{
	if (region_files_is_known(look->files, &object->file))
		return -EEXIST;
	object->guard = file_guard_new(object->fd);
	if (!object->guard)
		return -ENOMEM;
	return region_notes_read(object->fd, &object->notes);
}

/* Reads a file that was not read before. */
static void read_file(struct look *look, const char *link, const struct code_mapping *mapping)
{
	struct region_object object = { .fd = -1 };
	int ret;

	object.fd = open_program(link, &object.file);
	if (object.fd < 0) {
		look->denied = object.fd == -EACCES || object.fd == -EPERM ? object.fd : look->denied;
		return;
	}
	code_text(object.path, sizeof(object.path), mapping->path, strlen(mapping->path));
	ret = read_object(look, &object);
	if (!ret && add_known(look->files, &object.file)) {
		if (!look->found(look->data, &object))
			region_files_forget(look->files, &object.file);
		return;
	}
	region_object_done(&object);
	/* what it is like now is not known */
	if (ret == -ENOMEM || ret == -EMFILE || ret == -ENFILE)
		region_files_forget(look->files, &object.file);
}

/* A proc_mapping. */
static int look_at(void *data, const struct code_mapping *mapping)
{
	struct look *look = data;
	char link[PATH_MAX];
	struct stat status;
	struct region_file file;

	if (!mapping->inode ||
	    (mapping->inode == look->inode && mapping->device == look->device))
		return 0;
	if (!look->left_files || !look->left_mappings--)
		return 1;
	look->inode = mapping->inode;
	look->device = mapping->device;
	link_of(look->files->proc_root, mapping, link);
	if (stat(link, &status)) {
		look->denied = errno == EACCES || errno == EPERM ? -errno : look->denied;
		return 0;
	}
	file = region_file_of(&status);
	if (!S_ISREG(status.st_mode) || was_seen(look->files, &file))
		return 0;
	look->left_files--;
	read_file(look, link, mapping);
	return 0;
}

int region_files_look(struct region_files *files, int32_t pid, region_files_found *found,
		      void *data)
{
	struct look look = { .files = files, .found = found, .data = data,
			     .left_files = LOOK_FILES, .left_mappings = LOOK_MAPPINGS };
	const int ret = proc_maps_each(files->proc_root, pid, look_at, &look);

	return ret < 0 ? ret : look.denied;
}

/* ---- names ---- */

struct search {
	const char *proc_root;
	const struct region_entry *entry;
	uint64_t mark;		/* the address of tdtop_region_mark() in the process; 0: not found */
};

/* A proc_mapping. */
static int find_mark(void *data, const struct code_mapping *mapping)
{
	struct search *search = data;
	const struct region_entry *entry = search->entry;
	char link[PATH_MAX];
	struct region_file file;
	struct stat status;

	if (!mapping->inode || entry->mark_offset < mapping->offset ||
	    entry->mark_offset - mapping->offset >= mapping->size)
		return 0;
	link_of(search->proc_root, mapping, link);
	if (stat(link, &status))
		return 0;
	file = region_file_of(&status);
	if (!is_one_file(&file, &entry->file))
		return 0;
	search->mark = mapping->start + (entry->mark_offset - mapping->offset);
	return 1;
}

int region_files_name(const struct region_files *files, const struct region_entry *entry,
		      char name[REGION_NAME_LEN])
{
	struct search search = { .proc_root = files->proc_root, .entry = entry };
	char path[PATH_MAX], bytes[REGION_NAME_LEN];
	const size_t room = entry->size < sizeof(bytes) ? entry->size : sizeof(bytes);
	int ret = proc_maps_each(files->proc_root, entry->pid, find_mark, &search);
	uint64_t address;
	ssize_t got;
	int fd;

	name[0] = '\0';
	if (ret < 0 || !search.mark)
		return ret < 0 ? ret : -ENOENT;
	address = search.mark + (uint64_t)(int64_t)(int32_t)(uint32_t)entry->region;
	if (address > INT64_MAX)
		return -EFAULT;
	(void)snprintf(path, sizeof(path), "%s/%d/mem", files->proc_root, (int)entry->pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	got = pread(fd, bytes, room, (off_t)address);
	ret = got < 0 ? -errno : 0;
	(void)close(fd);
	if (got > 0)
		code_text(name, REGION_NAME_LEN, bytes, strnlen(bytes, (size_t)got));
	return ret;
}
